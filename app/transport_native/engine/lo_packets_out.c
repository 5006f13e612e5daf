// SPDX-License-Identifier: BSD-3-Clause
/* Outgoing packets: built when they are about to leave, in order of priority. */
#include "lo_node_internal.h"

#define ACK_INTERVAL (20 * LO_MILLISECOND)

uint32_t lo_data_trailer(const lo_region_state *state) {
    const lo_node *node = state->epoch->node;
    if (!node->crypto) return 0;
    lo_header header = {.kind = LO_PACKET_DATA, .scope = node->config.scope, .sender = node->config.number,
                        .region = state->index, .view = state->epoch->view->number};
    return (uint32_t)lo_crypto_trailer(node->crypto, &header, 0);
}

bool lo_batch_to_address(lo_node *node, lo_batch *batch, const lo_address *address) {
    if (address->kind == LO_ADDRESS_NONE) return false;
    node->single[node->batch_count] = *address;
    batch->destinations = &node->single[node->batch_count];
    batch->destination_count = 1;
    return true;
}

static const lo_dissemination *policy_of(const lo_region *region) {
    switch (region->dissemination) {
    case LO_DISSEMINATE_UNICAST: return &lo_disseminate_unicast;
    case LO_DISSEMINATE_SHARED: return &lo_disseminate_shared;
    default: return &lo_disseminate_multicast;
    }
}

/* The destinations of a region are computed once per epoch. */
bool lo_batch_to_region(lo_node *node, lo_batch *batch, const lo_region_state *constant) {
    lo_region_state *state = &constant->epoch->region_states[constant->index];
    if (!state->destinations) {
        const lo_dissemination *policy = policy_of(state->region);
        const lo_view *view = state->epoch->view;
        uint32_t count = policy->destinations(policy, view, state->region, NULL, 0);
        if (!count) return false;
        state->destinations = lo_memory_alloc(&node->memory, count * sizeof(lo_address));
        if (!state->destinations) return false;
        state->destination_count = policy->destinations(policy, view, state->region, state->destinations, count);
    }
    batch->destinations = state->destinations;
    batch->destination_count = state->destination_count;
    return true;
}

bool lo_batch_hold(lo_node *node, lo_buffer *buffer) {
    if (node->held_count && node->held[node->held_count - 1] == buffer) return true;
    if (node->held_count == LO_MAX_BATCHES * LO_BATCH_SLICES) return false;
    lo_buffer_hold(buffer);
    node->held[node->held_count++] = buffer;
    return true;
}

/* Completes a control packet whose body of `length` bytes is in scratch behind the header. */
static int finish_control(lo_node *node, uint8_t *scratch, size_t room, lo_batch *batch, uint8_t kind, uint32_t region,
                          uint64_t view, int length, uint32_t recipient) {
    if (length < 0) return 0;
    lo_header header = {.kind = kind, .scope = node->config.scope, .sender = node->config.number, .region = region,
                        .view = view, .number = ++node->packet_number};
    size_t total = LO_HEADER_BYTES + (size_t)length;
    if (node->crypto) {
        header.trailer = (uint16_t)lo_crypto_trailer(node->crypto, &header, recipient);
        lo_header_write(&header, scratch);
        int sealed = lo_crypto_seal(node->crypto, scratch, total, recipient, scratch, room);
        if (sealed < 0) return 0;
        total = (size_t)sealed;
    } else {
        lo_header_write(&header, scratch);
    }
    batch->priority = LO_PRIORITY_CONTROL;
    batch->slices[0] = (lo_slice){scratch, total};
    batch->slice_count = batch->segment_count = 1;
    batch->segment_bytes = batch->total_bytes = (uint32_t)total;
    node->statistics.control_packets_sent++;
    node->statistics.control_bytes_sent += total;
    return 1;
}

/* Size limit of a control body: it must fit the smallest path. */
static size_t body_room(const lo_node *node, size_t room) {
    size_t smallest = lo_min32(node->config.paths[LO_PATH_MULTICAST].segment_bytes,
                               node->config.paths[LO_PATH_UNICAST].segment_bytes);
    return lo_min64(room, smallest) - LO_HEADER_BYTES - (node->crypto ? LO_CRYPTO_MAX_TRAILER : 0);
}

static int pull_membership(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    if (!node->membership) return 0;
    lo_address destination = {0};
    uint8_t kind = 0;
    int length = lo_membership_next_packet(node->membership, now, scratch + LO_HEADER_BYTES, body_room(node, room), &kind,
                                           &destination);
    if (length <= 0 || !lo_batch_to_address(node, batch, &destination)) return 0;
    uint64_t view = node->epoch ? node->epoch->view->number : 0;
    return finish_control(node, scratch, room, batch, kind, LO_NO_REGION, view, length, 0);
}

static int pull_tokens(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        for (uint32_t r = 0; r < epoch->view->region_count; r++) {
            lo_region_rings *rings = epoch->region_states[r].rings;
            if (!rings) continue;
            lo_address destination = {0};
            uint8_t kind = 0;
            uint32_t recipient = 0;
            int length = lo_region_rings_next_packet(rings, now, &kind, scratch + LO_HEADER_BYTES,
                                                     body_room(node, room), &destination, &recipient);
            if (length <= 0 || !lo_batch_to_address(node, batch, &destination)) continue;
            return finish_control(node, scratch, room, batch, kind, r, epoch->view->number, length, recipient);
        }
    }
    return 0;
}

static int pull_ack(lo_instream *in, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    lo_node *node = in->epoch->node;
    bool to_peers = in->orphan && in->notify_peers && in->notify_at <= now;
    if (!in->ack_due && !to_peers) return 0;
    in->ack_due = false;
    if (in->orphan && !to_peers) return 0;
    lo_ack ack;
    lo_instream_fill_ack(in, &ack);
    int length = lo_ack_write(&ack, scratch + LO_HEADER_BYTES, body_room(node, room));
    if (to_peers) {
        in->notify_peers--;
        in->notify_at = now + 30 * LO_MILLISECOND + lo_node_random(node) % (50 * LO_MILLISECOND);
        if (!lo_batch_to_region(node, batch, in->region_state)) return 0;
    } else {
        in->ack_at = LO_NEVER;
        in->unacked_bytes = 0;
        in->acked = in->received;
        in->acked_room = ack.room;
        if (!lo_batch_to_address(node, batch, &in->epoch->view->members[in->sender_index].address)) return 0;
    }
    node->statistics.reports_sent++;
    return finish_control(node, scratch, room, batch, LO_PACKET_ACK, in->region_state->index, in->epoch->view->number,
                          length, to_peers ? 0 : in->sender);
}

static int pull_nak(lo_instream *in, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    lo_node *node = in->epoch->node;
    lo_nak nak;
    lo_address destination;
    uint32_t recipient = 0;
    if (!lo_nak_next(in, now, &nak, &destination, &recipient)) return 0;
    int length = lo_nak_write(&nak, scratch + LO_HEADER_BYTES, body_room(node, room));
    bool addressed = destination.kind == LO_ADDRESS_NONE ? lo_batch_to_region(node, batch, in->region_state)
                                                         : lo_batch_to_address(node, batch, &destination);
    if (!addressed) return 0;
    node->statistics.requests_sent++;
    return finish_control(node, scratch, room, batch, LO_PACKET_NAK, in->region_state->index, in->epoch->view->number, length,
                          recipient);
}

static int pull_status(lo_outstream *out, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    lo_node *node = out->epoch->node;
    lo_status status;
    const lo_member *one = NULL;
    if (!lo_outstream_status(out, now, &status) && !(one = lo_outstream_probe(out, &status))) return 0;
    int length = lo_status_write(&status, scratch + LO_HEADER_BYTES, body_room(node, room));
    if (one ? !lo_batch_to_address(node, batch, &one->address) : !lo_batch_to_region(node, batch, out->region_state))
        return 0;
    batch->quiet = !status.flags;
    node->statistics.status_sent++;
    return finish_control(node, scratch, room, batch, LO_PACKET_STATUS, out->region_state->index, out->epoch->view->number, length,
                          one ? one->number : 0);
}

int lo_pull_control(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    if (pull_membership(node, now, scratch, room, batch)) return 1;
    if (pull_tokens(node, now, scratch, room, batch)) return 1;
    LO_LIST_EACH(link, &node->busy_in) {
        lo_instream *in = LO_CONTAINER(link, lo_instream, busy);
        if (pull_ack(in, now, scratch, room, batch) || pull_nak(in, now, scratch, room, batch)) return 1;
    }
    LO_LIST_EACH(link, &node->busy_out) {
        if (pull_status(LO_CONTAINER(link, lo_outstream, busy), now, scratch, room, batch)) return 1;
    }
    return 0;
}

/* Writes the state of the stream into a segment when it is first sent. */
static uint8_t *write_data_header(lo_outstream *out, const lo_slot *slot, uint64_t sequence, uint16_t trailer) {
    uint8_t *segment = slot->buffer->data + slot->offset;
    lo_header header = {.kind = LO_PACKET_DATA, .trailer = trailer, .scope = out->epoch->node->config.scope,
                        .sender = out->epoch->node->config.number, .region = out->region_state->index,
                        .view = out->epoch->view->number, .number = sequence};
    lo_header_write(&header, segment);
    lo_store32(segment + LO_HEADER_BYTES, (uint32_t)(sequence - out->stable));
    lo_store32(segment + LO_HEADER_BYTES + 4, (uint32_t)(sequence - out->floor));
    if (sequence == 1) lo_pack_finish_open_record(out, segment, slot->length);
    return segment;
}

static bool add_bytes(lo_node *node, lo_batch *batch, const lo_slot *slot, uint8_t *segment, uint8_t *scratch,
                      size_t room) {
    lo_slice *last = batch->slice_count ? &batch->slices[batch->slice_count - 1] : NULL;
    size_t length = slot->length;
    if (node->crypto) {
        int sealed = lo_crypto_seal(node->crypto, segment, length, 0, scratch + batch->total_bytes,
                                    room - batch->total_bytes);
        if (sealed < 0) return false;
        segment = scratch + batch->total_bytes;
        length = (size_t)sealed;
    } else if (!lo_batch_hold(node, slot->buffer)) {
        return false;
    }
    if (last && last->data + last->length == segment) {
        last->length += length;
    } else {
        if (batch->slice_count == LO_BATCH_SLICES) return false;
        batch->slices[batch->slice_count++] = (lo_slice){segment, length};
    }
    batch->total_bytes += (uint32_t)length;
    return true;
}

/* Fills a batch with segments of one size, as many as path, window and flow control allow. */
static int fill_batch(lo_outstream *out, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    lo_node *node = out->epoch->node;
    if (!lo_batch_to_region(node, batch, out->region_state)) return 0;
    uint16_t trailer = (uint16_t)lo_data_trailer(out->region_state);
    uint32_t limit = lo_min32(out->batch_bytes, (uint32_t)lo_min64(room, UINT32_MAX));
    uint64_t sequence = out->sent;
    while (sequence + 1 < out->window.end) {
        lo_slot *slot = lo_window_slot(&out->window, sequence + 1);
        if (slot->flags & LO_SLOT_HYBRID) break;  /* It is sent together with its other streams. */
        uint32_t length = slot->length + trailer;
        if (batch->segment_count && (batch->total_bytes + length > limit || length > batch->segment_bytes)) break;
        uint8_t *segment = write_data_header(out, slot, sequence + 1, trailer);
        if (!add_bytes(node, batch, slot, segment, scratch, room)) break;
        if (!batch->segment_count) batch->segment_bytes = length;
        batch->segment_count++;
        sequence++;
        lo_deliver_own(out, slot, sequence);
        if (length < batch->segment_bytes) break;  /* A shorter one ends the run. */
    }
    if (!batch->segment_count) return 0;
    batch->priority = LO_PRIORITY_DATA;
    node->statistics.segments_sent += batch->segment_count;
    node->statistics.data_bytes_on_wire += (uint64_t)batch->total_bytes * batch->destination_count;
    lo_outstream_sent(out, sequence, now);
    return 1;
}

/* Nobody else is in the region: delivers the messages to this node alone. */
static void deliver_alone(lo_outstream *out, lo_time now) {
    while (lo_pack_ready(out)) {
        while (out->sent + 1 < out->window.end) {
            uint64_t sequence = out->sent + 1;
            if (lo_window_slot(&out->window, sequence)->flags & LO_SLOT_HYBRID) return;
            lo_deliver_own(out, lo_window_slot(&out->window, sequence), sequence);
            lo_outstream_sent(out, sequence, now);
        }
    }
    out->status_at = LO_NEVER;
}

int lo_pull_data(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    LO_LIST_EACH(link, &node->busy_out) {
        lo_outstream *out = LO_CONTAINER(link, lo_outstream, busy);
        if (!lo_pack_has_unsent(out)) continue;
        const lo_slot *next = lo_window_slot(&out->window, out->sent + 1);
        if (next && (next->flags & LO_SLOT_HYBRID)) continue;
        if (!lo_flow_may_send(out)) {
            node->statistics.throttled++;
            continue;
        }
        if (!out->region_state->others) {
            deliver_alone(out, now);
            continue;
        }
        if (!lo_pack_ready(out) || !fill_batch(out, now, scratch, room, batch)) continue;
        lo_list_remove(&out->busy);
        lo_list_append(&node->busy_out, &out->busy);  /* Round-robin among streams. */
        return 1;
    }
    return 0;
}

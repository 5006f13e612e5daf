// SPDX-License-Identifier: BSD-3-Clause
/* Hybrid mode: a group that spans many regions has a multicast channel of its own. A segment is sent once, with a
 * header per region; it is numbered, acknowledged and retransmitted in the stream of each region as if it had been
 * sent there.
 *
 * A segment is numbered in all streams at once when it is closed, so two hybrid groups never wait for each other. A
 * message that does not fit into one segment is sent through the ordinary streams. */
#include "lo_node_internal.h"

#define ENTRIES_AT (LO_HEADER_BYTES + 4u)

struct lo_hybrid {
    lo_link busy;                /* In the epoch's list. */
    lo_epoch *epoch;
    const lo_group *group;
    uint32_t index;              /* Of the group in the view. */
    uint32_t records_at;         /* Where records start in a segment. */
    uint32_t segment_bytes;      /* Without the trailer. */
    lo_buffer *open;
    uint32_t open_offset, open_length;
    uint32_t waiting;            /* Closed segments that have not been sent. */
    lo_address channel;
};

static lo_outstream *stream_of(const lo_hybrid *hybrid, uint32_t i) {
    return hybrid->epoch->region_states[hybrid->group->regions[i]].out;
}

static uint16_t trailer_of(const lo_hybrid *hybrid) {
    const lo_node *node = hybrid->epoch->node;
    if (!node->crypto) return 0;
    lo_header header = {.kind = LO_PACKET_HYBRID, .scope = node->config.scope, .sender = node->config.number,
                        .region = LO_NO_REGION, .view = hybrid->epoch->view->number};
    return (uint16_t)lo_crypto_trailer(node->crypto, &header, 0);
}

lo_hybrid *lo_hybrid_obtain(lo_node *node, uint32_t group_index) {
    const lo_group *group = &node->epoch->view->groups[group_index];
    if (!group->channel || group->region_count < 2 || group->region_count > LO_MAX_HYBRID_REGIONS) return NULL;
    for (lo_link *link = node->epoch->hybrids.after; link != &node->epoch->hybrids; link = link->after) {
        lo_hybrid *hybrid = LO_CONTAINER(link, lo_hybrid, busy);
        if (hybrid->index == group_index) return hybrid;
    }
    for (uint32_t i = 0; i < group->region_count; i++)
        if (node->epoch->view->regions[group->regions[i]].dissemination != LO_DISSEMINATE_MULTICAST) return NULL;
    for (uint32_t i = 0; i < group->region_count; i++)
        if (!lo_outstream_obtain(&node->epoch->region_states[group->regions[i]])) return NULL;
    lo_hybrid *hybrid = lo_memory_alloc(&node->memory, sizeof *hybrid);
    if (!hybrid) return NULL;
    hybrid->epoch = node->epoch;
    hybrid->group = group;
    hybrid->index = group_index;
    hybrid->records_at = ENTRIES_AT + group->region_count * LO_HYBRID_ENTRY_BYTES;
    hybrid->segment_bytes = node->config.paths[LO_PATH_MULTICAST].segment_bytes - trailer_of(hybrid);
    hybrid->channel = lo_channel_address(group->channel, LO_PATH_MULTICAST);
    lo_list_append(&node->epoch->hybrids, &hybrid->busy);
    return hybrid;
}

void lo_hybrid_free(lo_link *link) {
    lo_hybrid *hybrid = LO_CONTAINER(link, lo_hybrid, busy);
    if (hybrid->open) lo_buffer_release(hybrid->open);
    lo_list_remove(&hybrid->busy);
    lo_memory_free(&hybrid->epoch->node->memory, hybrid, sizeof *hybrid);
}

/* Assigns the next sequence number of each region's stream. False, without effect, if a stream is full. */
static bool close_segment(lo_hybrid *hybrid) {
    if (!hybrid->open) return true;
    for (uint32_t i = 0; i < hybrid->group->region_count; i++) {
        if (!lo_pack_prepare_append(stream_of(hybrid, i))) return false;
    }
    for (uint32_t i = 0; i < hybrid->group->region_count; i++)
        lo_pack_append(stream_of(hybrid, i), hybrid->open, hybrid->open_offset, hybrid->open_length,
                       (uint16_t)hybrid->index);
    if (hybrid->open->used == hybrid->open_offset + hybrid->segment_bytes)
        hybrid->open->used = hybrid->open_offset + hybrid->open_length;
    lo_buffer_release(hybrid->open);
    hybrid->open = NULL;
    hybrid->waiting++;
    return true;
}

static bool open_segment(lo_hybrid *hybrid) {
    lo_buffer *buffer = lo_pack_space(hybrid->epoch->node, hybrid->segment_bytes, &hybrid->open_offset);
    if (!buffer) return false;
    hybrid->open = buffer;
    hybrid->open_length = hybrid->records_at;
    return true;
}

static bool roomy(const lo_hybrid *hybrid, uint32_t size) {
    for (uint32_t i = 0; i < hybrid->group->region_count; i++)
        if (lo_pack_room(stream_of(hybrid, i)) < (size_t)size + 64) return false;
    return true;
}

/* LO_ERROR_TOO_LARGE: send it through the ordinary streams; everything before it has been numbered. */
int lo_hybrid_send(lo_hybrid *hybrid, uint8_t kind, const uint8_t *data, uint32_t size) {
    if (!roomy(hybrid, size)) return LO_ERROR_AGAIN;
    uint32_t need = LO_RECORD_BYTES + size;
    if (need > hybrid->segment_bytes - hybrid->records_at) return close_segment(hybrid) ? LO_ERROR_TOO_LARGE : LO_ERROR_AGAIN;
    if (hybrid->open && hybrid->open_length + need > hybrid->segment_bytes && !close_segment(hybrid)) return LO_ERROR_AGAIN;
    if (!hybrid->open && !open_segment(hybrid)) return LO_ERROR_AGAIN;
    uint8_t *at = hybrid->open->data + hybrid->open_offset + hybrid->open_length;
    lo_store32(at, hybrid->index | (uint32_t)kind << LO_RECORD_KIND_SHIFT);
    lo_store32(at + 4, size | LO_RECORD_FIRST | LO_RECORD_LAST);
    if (size) memcpy(at + LO_RECORD_BYTES, data, size);
    hybrid->open_length += need;
    return LO_OK;
}

bool lo_hybrid_has_open(const lo_epoch *epoch, uint32_t group_index) {
    for (const lo_link *link = epoch->hybrids.after; link != &epoch->hybrids; link = link->after) {
        const lo_hybrid *hybrid = LO_CONTAINER(link, const lo_hybrid, busy);
        if (hybrid->index == group_index && hybrid->open) return true;
    }
    return false;
}

/* True if it is next in every stream and all of them may send. */
static bool its_turn(const lo_hybrid *hybrid) {
    for (uint32_t i = 0; i < hybrid->group->region_count; i++) {
        lo_outstream *out = stream_of(hybrid, i);
        const lo_slot *slot = lo_window_slot(&out->window, out->sent + 1);
        if (!slot || !(slot->flags & LO_SLOT_HYBRID) || slot->tag != (uint16_t)hybrid->index) return false;
        if (!lo_flow_may_send(out)) return false;
    }
    return true;
}

bool lo_hybrid_ready(lo_node *node) {
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        LO_LIST_EACH(link, &epoch->hybrids) {
            lo_hybrid *hybrid = LO_CONTAINER(link, lo_hybrid, busy);
            if ((hybrid->open && !hybrid->waiting) || (hybrid->waiting && its_turn(hybrid))) return true;
        }
    }
    return false;
}

void lo_hybrid_settle(lo_epoch *epoch) {
    LO_LIST_EACH(link, &epoch->hybrids) {
        lo_hybrid *hybrid = LO_CONTAINER(link, lo_hybrid, busy);
        if (hybrid->open && !close_segment(hybrid)) {
            epoch->node->statistics.no_memory++;
            lo_buffer_release(hybrid->open);
            hybrid->open = NULL;
        }
    }
}

static uint8_t *write_headers(lo_hybrid *hybrid, const lo_slot *slot, uint16_t trailer) {
    lo_node *node = hybrid->epoch->node;
    uint8_t *segment = slot->buffer->data + slot->offset;
    lo_header header = {.kind = LO_PACKET_HYBRID, .trailer = trailer, .scope = node->config.scope,
                        .sender = node->config.number, .region = LO_NO_REGION, .view = hybrid->epoch->view->number,
                        .number = ++hybrid->epoch->hybrid_number};
    lo_header_write(&header, segment);
    lo_store32(segment + LO_HEADER_BYTES, hybrid->group->region_count);
    for (uint32_t i = 0; i < hybrid->group->region_count; i++) {
        const lo_outstream *out = stream_of(hybrid, i);
        uint8_t *entry = segment + ENTRIES_AT + i * LO_HYBRID_ENTRY_BYTES;
        uint64_t sequence = out->sent + 1;
        lo_store32(entry, hybrid->group->regions[i]);
        lo_store32(entry + 4, 0);
        lo_store64(entry + 8, sequence);
        lo_store32(entry + 16, (uint32_t)(sequence - out->stable));
        lo_store32(entry + 20, (uint32_t)(sequence - out->floor));
    }
    return segment;
}

int lo_hybrid_next_batch(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        LO_LIST_EACH(link, &epoch->hybrids) {
            lo_hybrid *hybrid = LO_CONTAINER(link, lo_hybrid, busy);
            if (!hybrid->waiting && (!hybrid->open || !close_segment(hybrid))) continue;
            if (!its_turn(hybrid) || !lo_batch_to_address(node, batch, &hybrid->channel)) continue;
            const lo_outstream *first = stream_of(hybrid, 0);
            const lo_slot *slot = lo_window_slot(&first->window, first->sent + 1);
            uint8_t *segment = write_headers(hybrid, slot, trailer_of(hybrid));
            size_t length = slot->length;
            if (node->crypto) {
                int sealed = lo_crypto_seal(node->crypto, segment, length, 0, scratch, room);
                if (sealed < 0) continue;
                segment = scratch;
                length = (size_t)sealed;
            } else if (!lo_batch_hold(node, slot->buffer)) {
                continue;
            }
            batch->priority = LO_PRIORITY_DATA;
            batch->slices[0] = (lo_slice){segment, length};
            batch->slice_count = batch->segment_count = 1;
            batch->segment_bytes = batch->total_bytes = (uint32_t)length;
            for (uint32_t i = 0; i < hybrid->group->region_count; i++) {
                lo_outstream *out = stream_of(hybrid, i);
                lo_deliver_own(out, lo_window_slot(&out->window, out->sent + 1), out->sent + 1);
                lo_outstream_sent(out, out->sent + 1, now);
            }
            hybrid->waiting--;
            node->statistics.segments_sent++;
            node->statistics.data_bytes_on_wire += length;
            return 1;
        }
    }
    return 0;
}

/* Handles one entry of a hybrid packet: the part for a region of this node. */
int lo_hybrid_packet(lo_node *node, const lo_header *header, lo_buffer *buffer, uint32_t offset, uint32_t length,
                     lo_time now) {
    lo_cursor cursor = lo_cursor_over(buffer->data + offset, length);
    (void)lo_cursor_skip(&cursor, LO_HEADER_BYTES);
    uint32_t count = lo_get32(&cursor);
    if (cursor.failed || count > LO_MAX_HYBRID_REGIONS || header->region != LO_NO_REGION) return LO_ERROR_MALFORMED;
    lo_epoch *epoch = lo_epoch_find(node, header->view);
    if (!epoch) return LO_ERROR_STALE;
    int member = lo_epoch_member(epoch, header->sender);
    if (member < 0) return LO_ERROR_FORGED;
    if (lo_cursor_left(&cursor) < count * LO_HYBRID_ENTRY_BYTES) return LO_ERROR_MALFORMED;
    int result = LO_ERROR_UNKNOWN;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t region = lo_get32(&cursor);
        (void)lo_get32(&cursor);
        uint64_t sequence = lo_get64(&cursor), stable_back = lo_get32(&cursor), floor_back = lo_get32(&cursor);
        if (region >= epoch->view->region_count || sequence == 0 || sequence >= UINT64_MAX / 2 ||
            stable_back > sequence || floor_back > sequence)
            return LO_ERROR_MALFORMED;
        if (epoch->region_states[region].position == LO_NO_POSITION) continue;
        lo_instream *in = lo_instream_obtain(&epoch->region_states[region], (uint32_t)member);
        if (!in) return LO_ERROR_MEMORY;
        result = lo_instream_segment(in, sequence, sequence - stable_back, sequence - floor_back, buffer, offset, length, now);
    }
    return result;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Incoming packets: validate, open, dispatch. All input is untrusted. */
#include "lo_node_internal.h"

static int count_error(lo_node *node, int error) {
    lo_node_statistics *s = &node->statistics;
    switch (error) {
    case LO_ERROR_MALFORMED: s->malformed++; break;
    case LO_ERROR_FOREIGN: s->foreign++; break;
    case LO_ERROR_FORGED: s->forged++; break;
    case LO_ERROR_UNKNOWN: s->unknown++; break;
    case LO_ERROR_STALE: s->stale++; break;
    default: break;
    }
    return error;
}

/* Sender of a control packet about a region. */
typedef struct lo_region_peer {
    lo_epoch *epoch;
    lo_region_state *region_state;
    uint32_t member;     /* Index in the view. */
    uint32_t position;   /* In the region, or LO_NO_POSITION. */
} lo_region_peer;

static int find_region_peer(lo_node *node, const lo_header *header, lo_region_peer *peer) {
    peer->epoch = lo_epoch_find(node, header->view);
    if (!peer->epoch)
        return node->epoch && header->view < node->epoch->view->number ? LO_ERROR_STALE : LO_ERROR_UNKNOWN;
    if (header->region >= peer->epoch->view->region_count) return LO_ERROR_MALFORMED;
    int member = lo_epoch_member(peer->epoch, header->sender);
    if (member < 0) return LO_ERROR_FORGED;
    peer->region_state = &peer->epoch->region_states[header->region];
    peer->member = (uint32_t)member;
    int position = lo_region_find_member(peer->region_state->region, peer->member);
    peer->position = position < 0 ? LO_NO_POSITION : (uint32_t)position;
    return LO_OK;
}

static int take_data(lo_node *node, const lo_header *header, lo_buffer *buffer, uint32_t offset, uint32_t length,
                     lo_time now) {
    lo_instream *in = node->last_in;
    if (length < LO_HEADER_BYTES + LO_DATA_HEADER_BYTES || header->number == 0 || header->number >= UINT64_MAX / 2)
        return LO_ERROR_MALFORMED;
    if (!in || in->sender != header->sender || in->region_state->index != header->region ||
        in->epoch->view->number != header->view) {
        lo_region_peer peer;
        int error = find_region_peer(node, header, &peer);
        if (error) return error;
        if (peer.region_state->position == LO_NO_POSITION) return LO_ERROR_UNKNOWN;
        in = lo_instream_obtain(peer.region_state, peer.member);
        if (!in) {
            node->statistics.no_memory++;
            return LO_ERROR_MEMORY;
        }
        node->last_in = in;
    }
    const uint8_t *body = buffer->data + offset + LO_HEADER_BYTES;
    uint64_t stable_back = lo_load32(body), floor_back = lo_load32(body + 4);
    if (stable_back > header->number || floor_back > header->number) return LO_ERROR_MALFORMED;
    return lo_instream_segment(in, header->number, header->number - stable_back, header->number - floor_back, buffer,
                               offset, length, now);
}

static int take_status(lo_node *node, const lo_region_peer *peer, const uint8_t *body, size_t length, lo_time now) {
    lo_status status;
    if (lo_status_read(&status, body, length) < 0) return LO_ERROR_MALFORMED;
    if (peer->region_state->position == LO_NO_POSITION) return LO_ERROR_UNKNOWN;
    lo_instream *in = peer->region_state->in ? peer->region_state->in[peer->member] : NULL;
    if (!in && status.stable >= status.last) return LO_OK;  /* All is stable, and nothing of it came here. */
    if (!in) in = lo_instream_obtain(peer->region_state, peer->member);
    if (!in) {
        node->statistics.no_memory++;
        return LO_ERROR_MEMORY;
    }
    lo_instream_status(in, &status, now);
    return LO_OK;
}

/* State of a peer about a stream whose sender is gone. */
static void merge_peer_state(const lo_region_peer *peer, const lo_ack *ack, lo_time now) {
    lo_epoch *epoch = peer->epoch;
    int origin = lo_epoch_member(epoch, ack->origin);
    if (origin < 0 || !epoch->gone[origin] || peer->region_state->position == LO_NO_POSITION) return;
    lo_instream *in = lo_instream_obtain(peer->region_state, (uint32_t)origin);
    if (!in) return;
    if (ack->received >= in->received && ack->highest >= in->highest && in->notify_peers) in->notify_peers--;
    lo_instream_known(in, ack->highest, 0, 0, now);
}

/* An ACK must come from someone who may acknowledge for the members it covers. */
static bool may_ack(const lo_region_peer *peer, const lo_ack *ack) {
    const lo_region_state *state = peer->region_state;
    if (peer->position == LO_NO_POSITION) return false;
    if (ack->ack_for == LO_ACK_FOR_MEMBER) return state->quick && ack->position == peer->position;
    if (state->quick) return false;
    if (ack->ack_for == LO_ACK_FOR_REGION) return true;
    if (ack->position >= state->partition_count) return false;
    lo_partition partition = lo_region_state_partition(state, ack->position);
    return peer->position >= partition.first && peer->position < partition.first + partition.count;
}

static int take_ack(lo_node *node, const lo_region_peer *peer, const uint8_t *body, size_t length, lo_time now) {
    lo_ack ack;
    if (lo_ack_read(&ack, body, length) < 0) return LO_ERROR_MALFORMED;
    node->statistics.reports_received++;
    if (ack.origin != node->config.number) {
        merge_peer_state(peer, &ack, now);
        return LO_OK;
    }
    if (!may_ack(peer, &ack)) return LO_ERROR_FORGED;
    lo_outstream *out = peer->region_state->out;
    if (!out) return LO_ERROR_STALE;
    lo_outstream_ack(out, &ack, now);
    /* What a whole region lacks is retransmitted to the whole region. */
    if (ack.range_count)
        lo_retransmit_requested(node, &out->window, LO_WANTED_BY_MANY - 1, ack.ranges, ack.range_count, now);
    return LO_OK;
}

static int take_nak(lo_node *node, const lo_region_peer *peer, const uint8_t *body, size_t length, lo_time now) {
    lo_nak nak;
    if (lo_nak_read(&nak, body, length) < 0) return LO_ERROR_MALFORMED;
    if (peer->position == LO_NO_POSITION) return LO_ERROR_FORGED;
    node->statistics.requests_received++;
    lo_window *window = NULL;
    if (nak.origin == node->config.number) {
        window = peer->region_state->out ? &peer->region_state->out->window : NULL;
    } else {
        int origin = lo_epoch_member(peer->epoch, nak.origin);
        lo_instream *in = origin >= 0 && peer->region_state->in ? peer->region_state->in[origin] : NULL;
        window = in ? &in->window : NULL;
    }
    if (!window) return LO_ERROR_STALE;
    lo_retransmit_requested(node, window, peer->position, nak.ranges, nak.range_count, now);
    return LO_OK;
}

static int take_token(lo_node *node, const lo_region_peer *peer, const uint8_t *body, size_t length, lo_time now) {
    if (peer->position == LO_NO_POSITION) return LO_ERROR_FORGED;
    if (!peer->region_state->rings) return LO_ERROR_UNKNOWN;
    node->statistics.tokens_received++;
    return lo_region_rings_token(peer->region_state->rings, peer->position, body, length, now);
}

static int take_control(lo_node *node, const lo_header *header, const uint8_t *body, size_t length, lo_time now) {
    lo_region_peer peer;
    int error = find_region_peer(node, header, &peer);
    if (error) return error;
    switch (header->kind) {
    case LO_PACKET_STATUS: return take_status(node, &peer, body, length, now);
    case LO_PACKET_ACK: return take_ack(node, &peer, body, length, now);
    case LO_PACKET_NAK: return take_nak(node, &peer, body, length, now);
    case LO_PACKET_TOKEN: return take_token(node, &peer, body, length, now);
    default: return LO_ERROR_MALFORMED;
    }
}

/* Data packets are frequent; membership needs only an occasional notification. */
static void note_alive(lo_node *node, uint32_t sender, lo_time now) {
    if (!node->membership || !sender) return;
    if (sender == node->alive_sender && now < node->alive_noted_at + 20 * LO_MILLISECOND) return;
    node->alive_sender = sender;
    node->alive_noted_at = now;
    lo_membership_note_alive(node->membership, sender, now);
}

/* A sender may have installed the next view already: its data is kept for a moment, unopened. */
static bool is_early(const lo_node *node, const lo_header *header) {
    if (header->kind != LO_PACKET_DATA && header->kind != LO_PACKET_HYBRID) return false;
    return header->view > (node->epoch ? node->epoch->view->number : 0);
}

static int keep_early(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length, uint64_t view, lo_time now) {
    if (node->early_count == LO_MAX_EARLY) return LO_ERROR_UNKNOWN;
    lo_buffer_hold(buffer);
    node->early[node->early_count++] = (lo_early){buffer, offset, length, view, now};
    return LO_OK;
}

void lo_packets_forget(lo_node *node) {
    for (uint32_t i = 0; i < node->early_count; i++) lo_buffer_release(node->early[i].buffer);
    node->early_count = 0;
}

void lo_packets_replay(lo_node *node, lo_time now) {
    lo_early early[LO_MAX_EARLY];
    uint32_t count = node->early_count;
    memcpy(early, node->early, count * sizeof *early);
    node->early_count = 0;
    lo_address nowhere = {0};
    for (uint32_t i = 0; i < count; i++) {
        bool young = now < early[i].at + LO_SECOND;
        if (young) (void)lo_packet_process(node, early[i].buffer, early[i].offset, early[i].length, &nowhere, now);
        lo_buffer_release(early[i].buffer);
    }
}

int lo_packet_process(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length, const lo_address *source,
                      lo_time now) {
    lo_header header;
    uint8_t *packet = buffer->data + offset;
    const uint8_t *signer = NULL;
    int error = lo_header_read(&header, packet, length);
    if (error) return count_error(node, error);
    if (header.scope != node->config.scope) return count_error(node, LO_ERROR_FOREIGN);
    if (header.sender == node->config.number) return LO_ERROR_REPLAYED;  /* Own multicast, looped back. */
    if (is_early(node, &header)) return keep_early(node, buffer, offset, length, header.view, now);
    if (node->crypto) {
        int opened = lo_crypto_open(node->crypto, packet, length, now, &signer);
        if (opened == LO_ERROR_REPLAYED) node->statistics.replayed++;
        if (opened < 0) return count_error(node, opened);
        length = (uint32_t)opened;
    } else if (header.trailer) {
        return count_error(node, LO_ERROR_MALFORMED);
    }
    note_alive(node, header.sender, now);
    if (header.kind == LO_PACKET_DATA) return count_error(node, take_data(node, &header, buffer, offset, length, now));
    if (header.kind == LO_PACKET_HYBRID)
        return count_error(node, lo_hybrid_packet(node, &header, buffer, offset, length, now));
    const uint8_t *body = packet + LO_HEADER_BYTES;
    if (header.kind >= LO_PACKET_MEMBERSHIP && header.kind <= LO_PACKET_MEMBERSHIP_LAST) {
        if (!node->membership) return count_error(node, LO_ERROR_MALFORMED);
        return count_error(node, lo_membership_packet_in(node->membership, &header, body, length - LO_HEADER_BYTES,
                                                         source, signer, now));
    }
    return count_error(node, take_control(node, &header, body, length - LO_HEADER_BYTES, now));
}

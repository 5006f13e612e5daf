// SPDX-License-Identifier: BSD-3-Clause
/* Retransmission on request: from what is held when the packet leaves, to one or to all, within a rate. */
#include "lo_node_internal.h"

#define MANY_ASKED_AT_ONCE 1024u      /* Segments of one NAK that are examined. */
#define TOO_SOON_MICROS 2000u         /* A repeated request of the same member within this time: the segment is in
                                       * flight. */
#define BURST_SECONDS 0.02

void lo_retransmit_requested(lo_node *node, lo_window *window, uint32_t position, const lo_range *ranges,
                             uint32_t count, lo_time now) {
    uint32_t looked_at = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t first = lo_max64(ranges[i].first, window->base);
        uint64_t stop = lo_min64(ranges[i].last + 1, window->end);
        for (uint64_t s = first; s < stop && looked_at < MANY_ASKED_AT_ONCE; s++, looked_at++) {
            lo_slot *slot = lo_window_slot(window, s);
            bool just_done = slot->stamp && slot->retransmitted == position + 1 &&
                             lo_micros(now) - slot->stamp < TOO_SOON_MICROS;
            if (just_done) node->statistics.suppressed_requests++;
            else (void)lo_window_queue_retransmit(window, s, (uint16_t)position, &node->retransmits);
        }
    }
}

static void refill(lo_node *node, lo_time now) {
    double rate = (double)node->config.repair_rate;
    if (now > node->retransmit_filled) node->retransmit_tokens += rate * (double)(now - node->retransmit_filled) / (double)LO_SECOND;
    node->retransmit_filled = now;
    if (node->retransmit_tokens > rate * BURST_SECONDS) node->retransmit_tokens = rate * BURST_SECONDS;
}

static lo_region_state *region_state_of(const lo_window *window) {
    return window->outgoing ? ((lo_outstream *)window->stream)->region_state
                            : ((lo_instream *)window->stream)->region_state;
}

static bool address_retransmission(lo_node *node, lo_batch *batch, const lo_region_state *state, uint16_t wanted) {
    if (wanted == LO_WANTED_BY_MANY) return lo_batch_to_region(node, batch, state);
    const lo_view *view = state->epoch->view;
    uint32_t position = wanted - 1u;
    if (position >= state->region->member_count) return false;
    return lo_batch_to_address(node, batch, &view->members[state->region->members[position]].address);
}

/* Adds a segment to the batch: by reference if nothing is sealed, else sealed into scratch. */
static bool add_segment(lo_node *node, lo_batch *batch, const lo_slot *slot, bool outgoing, uint8_t *scratch,
                        size_t room) {
    const uint8_t *bytes = slot->buffer->data + slot->offset;
    size_t length = slot->length;
    if (node->crypto) {
        uint8_t *out = scratch + batch->total_bytes;
        size_t left = room - batch->total_bytes;
        int sealed = outgoing ? lo_crypto_seal(node->crypto, bytes, length, 0, out, left)
                              : lo_crypto_seal_again(node->crypto, bytes, length, bytes + length, out, left);
        if (sealed < 0) return false;
        bytes = scratch + batch->total_bytes;
        length = (size_t)sealed;
    } else if (!lo_batch_hold(node, slot->buffer)) {
        return false;
    }
    batch->slices[batch->slice_count++] = (lo_slice){bytes, length};
    batch->total_bytes += (uint32_t)length;
    batch->segment_count++;
    return true;
}

static void mark(lo_node *node, lo_slot *slot, lo_time now) {
    node->retransmit_tokens -= (double)(slot->length + LO_PACKET_COST);
    slot->stamp = lo_micros(now) ? lo_micros(now) : 1;
    slot->retransmitted = slot->wanted;
    slot->wanted = 0;
    node->statistics.repairs_sent++;
}

int lo_retransmit_next_batch(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    if (lo_list_empty(&node->retransmits)) return 0;
    refill(node, now);
    while (!lo_list_empty(&node->retransmits) && node->retransmit_tokens > 0) {
        lo_link *link = node->retransmits.after;
        lo_window *window = LO_CONTAINER(link, lo_window, retransmits);
        lo_list_remove(link);
        lo_list_append(&node->retransmits, link);  /* Round-robin among streams. */
        uint64_t sequence = lo_window_next_retransmit(window);
        if (!sequence) continue;
        lo_slot *slot = lo_window_slot(window, sequence);
        uint16_t wanted = slot->wanted;
        uint32_t first_length = slot->length;
        if (!address_retransmission(node, batch, region_state_of(window), wanted) ||
            !add_segment(node, batch, slot, window->outgoing, scratch, room)) {
            slot->wanted = 0;
            continue;
        }
        batch->priority = LO_PRIORITY_RETRANSMIT;
        batch->segment_bytes = batch->total_bytes;
        uint32_t limit = node->config.paths[LO_PATH_MULTICAST].batch_bytes;
        mark(node, slot, now);
        /* Further segments of the same size for the same member are sent together. */
        while (batch->slice_count < LO_BATCH_SLICES && batch->total_bytes + batch->segment_bytes <= limit &&
               (sequence = lo_window_peek_retransmit(window)) != 0) {
            slot = lo_window_slot(window, sequence);
            if (slot->wanted != wanted || slot->length != first_length) break;
            if (!add_segment(node, batch, slot, window->outgoing, scratch, room)) break;
            (void)lo_window_next_retransmit(window);
            mark(node, slot, now);
        }
        return 1;
    }
    return 0;
}

lo_time lo_retransmit_wakeup(const lo_node *node, lo_time now) {
    if (lo_list_empty(&node->retransmits)) return LO_NEVER;
    if (node->retransmit_tokens > 0) return now;
    return now + (lo_time)(-node->retransmit_tokens / (double)node->config.repair_rate * (double)LO_SECOND) + LO_MILLISECOND / 4;
}

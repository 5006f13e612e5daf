// SPDX-License-Identifier: BSD-3-Clause
/* Negative acknowledgements: requests missing segments at once, but aggregated, paced, and never twice too soon.
 *
 * In a quick region the NAK goes to the sender. In a larger one it goes first to the partition that caches the
 * segment, to one of its members at random, so that many peers retransmit a long loss in parallel; the sender is
 * asked only for what they lack. */
#include "lo_node_internal.h"

#define FASTEST_RETRY (4 * LO_MILLISECOND)
#define SLOWEST_RETRY (500 * LO_MILLISECOND)
#define CACHE_BLOCK 64u
#define PEER_TRIES 3u            /* In large regions: peers first, then the sender. */
#define LONG_LOSS 128u           /* In quick regions: from here on peers share the work. */

static lo_time retry_after(const lo_instream *in, uint8_t tries) {
    lo_time base = in->retransmit_time ? in->retransmit_time + 4 * in->retransmit_deviation : 4 * FASTEST_RETRY;
    if (base < FASTEST_RETRY) base = FASTEST_RETRY;
    uint32_t shift = tries > 6 ? 6 : tries ? tries - 1u : 0;
    return lo_min64(base << shift, SLOWEST_RETRY);
}

/* Limit of requested, outstanding segments: the flow-control credit. */
static uint32_t outstanding_limit(const lo_instream *in) {
    uint32_t segment = in->epoch->node->config.paths[LO_PATH_MULTICAST].segment_bytes;
    uint64_t count = in->epoch->node->config.flight_bytes / 4 / (segment + LO_PACKET_COST);
    return (uint32_t)lo_max64(lo_min64(count, 1024), 8);
}

static bool alive(const lo_instream *in, uint32_t member_index) { return !in->epoch->gone[member_index]; }

/* A living member of the region among positions [first, stop), never this node or the sender. */
static int random_peer(lo_instream *in, uint32_t first, uint32_t stop) {
    const lo_region *region = in->region_state->region;
    uint32_t span = stop - first, start = (uint32_t)(lo_node_random(in->epoch->node) % span);
    for (uint32_t i = 0; i < span; i++) {
        uint32_t position = first + (start + i) % span;
        uint32_t member = region->members[position];
        if (position != in->region_state->position && member != in->sender_index && alive(in, member))
            return (int)member;
    }
    return -1;
}

static int choose_peer(lo_instream *in, uint64_t sequence) {
    const lo_region_state *state = in->region_state;
    uint32_t members = state->region->member_count, partitions = state->partition_count;
    if (partitions <= 1) return random_peer(in, 0, members);
    lo_partition keeper = lo_region_state_partition(state, (uint32_t)(sequence / CACHE_BLOCK % partitions));
    return random_peer(in, keeper.first, keeper.first + keeper.count);
}

/* Chooses whom to ask for a segment: index of a member. */
static int choose_target(lo_instream *in, uint64_t sequence, uint8_t tries) {
    bool sender_alive = alive(in, in->sender_index);
    bool shared = in->highest - in->received > LONG_LOSS && sequence / CACHE_BLOCK % 2;  /* Peers first. */
    bool ask_peer =
        !sender_alive || (in->region_state->quick ? tries % 2 == !shared : tries < PEER_TRIES || tries % 2 == 1);
    if (in->region_state->region->member_count <= 2 && sender_alive) ask_peer = false;
    int peer = ask_peer ? choose_peer(in, sequence) : -1;
    if (peer >= 0) return peer;
    if (sender_alive) return (int)in->sender_index;
    return random_peer(in, 0, in->region_state->region->member_count);
}

static bool add(lo_nak *nak, uint64_t sequence) {
    lo_range *last = nak->range_count ? &nak->ranges[nak->range_count - 1] : NULL;
    if (last && last->last + 1 == sequence) {
        last->last = sequence;
        return true;
    }
    if (nak->range_count == LO_MAX_RANGES) return false;
    nak->ranges[nak->range_count++] = (lo_range){sequence, sequence};
    return true;
}

uint32_t lo_missing_ranges(const lo_instream *in, uint64_t from, lo_range *ranges, uint32_t max) {
    uint32_t count = 0;
    uint64_t stop = lo_min64(in->highest, in->received + LO_WINDOW_MAX);
    for (uint64_t s = lo_max64(from, in->received + 1); s <= stop; s++) {
        const lo_slot *slot = lo_window_slot(&in->window, s);
        if (!slot) {  /* Beyond the window: all of it is missing. */
            if (count < max) ranges[count++] = (lo_range){s, stop};
            break;
        }
        if (slot->buffer) continue;
        if (count && ranges[count - 1].last + 1 == s) ranges[count - 1].last = s;
        else if (count < max) ranges[count++] = (lo_range){s, s};
        else break;
    }
    return count;
}

/* Builds the NAK that is due now, for one target. */
bool lo_nak_next(lo_instream *in, lo_time now, lo_nak *nak, lo_address *destination, uint32_t *recipient) {
    if (in->nak_at > now || !lo_instream_repairs(in)) return false;
    nak->origin = in->sender;
    nak->range_count = 0;
    uint64_t stop = lo_min64(in->highest, in->window.base + LO_WINDOW_MAX - 1);
    if (in->received >= in->highest || lo_window_extend(&in->window, stop) < 0) {
        in->nak_at = in->received >= in->highest ? LO_NEVER : now + SLOWEST_RETRY;
        return false;
    }
    uint32_t outstanding = 0, limit = outstanding_limit(in);
    int target = -1;
    bool more = false, to_all = false;  /* If the sender is gone and peers fail, everyone is asked. */
    memset(destination, 0, sizeof *destination);
    lo_time again = SLOWEST_RETRY;      /* Time until a segment may be requested again. */
    uint64_t s = in->received + 1;
    for (; s <= stop && outstanding < limit; s++) {
        lo_slot *slot = lo_window_slot(&in->window, s);
        if (slot->buffer) continue;
        outstanding++;
        lo_time age = (lo_time)(uint32_t)(lo_micros(now) - slot->stamp) * LO_MICROSECOND, patience = retry_after(in, slot->tries);
        if (slot->tries && age < patience) {
            again = lo_min64(again, patience - age);
            continue;
        }
        if (in->orphan && slot->tries >= PEER_TRIES && target < 0) to_all = true;
        if (target < 0) target = choose_target(in, s, slot->tries);
        else if (s % CACHE_BLOCK == 0 && choose_target(in, s, slot->tries) != target) {
            more = true;
            break;
        }
        if (target < 0 || !add(nak, s)) {
            more = target >= 0;
            break;
        }
        if (!slot->tries) in->epoch->node->statistics.lost_segments++;
        slot->stamp = lo_micros(now);
        if (slot->tries < UINT8_MAX) slot->tries++;
        again = lo_min64(again, retry_after(in, slot->tries));
    }
    /* Arriving segments make it earlier: see lo_instream_known. */
    in->nak_at = more ? now : now + (s > stop ? lo_max64(again, LO_SCAN_PACE) : LO_SCAN_PACE);
    if (!nak->range_count) return false;
    if (to_all) return true;
    *destination = in->epoch->view->members[target].address;
    *recipient = in->epoch->view->members[target].number;
    return true;
}

void lo_nak_answered(lo_instream *in, const lo_slot *slot, lo_time now) {
    in->epoch->node->statistics.repairs_received++;
    if (slot->tries != 1) return;  /* Otherwise it is unknown which NAK was answered. */
    lo_time sample = (lo_time)(uint32_t)(lo_micros(now) - slot->stamp) * LO_MICROSECOND;
    if (!in->retransmit_time) {
        in->retransmit_time = sample;
        in->retransmit_deviation = sample / 2;
        return;
    }
    lo_time error = sample > in->retransmit_time ? sample - in->retransmit_time : in->retransmit_time - sample;
    in->retransmit_deviation = (in->retransmit_deviation * 3 + error) / 4;
    in->retransmit_time = (in->retransmit_time * 7 + sample) / 8;
}

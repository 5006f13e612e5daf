// SPDX-License-Identifier: BSD-3-Clause
/* Flow control: how much of an outgoing stream may be in flight, what is stable, and which receivers are slow.
 *
 * The flow follows the slowest *admitted* receiver; memory follows the slowest of all. A silent receiver is not
 * waited for, but its missing segments are kept as far as the send buffer and the policy of the region allow. */
#include "lo_node_internal.h"

#define RETRANSMIT_FLIGHTS 8u  /* Number of flights that a receiver may lag behind because of gaps. */
#define NEVER_CAME_AFTER (5 * LO_SECOND)

static uint32_t cost_up_to(const lo_outstream *out, uint64_t sequence) {
    if (sequence >= out->sent) return out->sent_cost;
    const lo_slot *slot = lo_window_slot(&out->window, sequence);
    return slot ? slot->cost : out->floor_cost;
}

/* Messages of earlier views leave first: receivers would wait for them anyway. */
static bool its_turn(const lo_outstream *out) {
    for (const lo_epoch *epoch = out->epoch->older; epoch; epoch = epoch->older)
        for (uint32_t r = 0; r < epoch->view->region_count; r++)
            if (epoch->region_states[r].out && lo_pack_has_unsent(epoch->region_states[r].out)) return false;
    return true;
}

bool lo_flow_may_send(const lo_outstream *out) {
    if (out->epoch->older && !its_turn(out)) return false;
    if (out->sent == out->paced) return out->flight_limit > 0;
    if (out->sent_cost - cost_up_to(out, out->paced) >= out->flight_limit) return false;
    return out->sent_cost - cost_up_to(out, out->lagging) < RETRANSMIT_FLIGHTS * out->flight_limit;
}

static void trim(lo_outstream *out, uint64_t floor) {
    if (floor <= out->floor) return;
    lo_node *node = out->epoch->node;
    size_t before = out->window.bytes;
    out->floor_cost = cost_up_to(out, floor);
    lo_window_trim(&out->window, floor + 1);
    node->unstable_bytes -= before - out->window.bytes;
    out->floor = floor;
}

/* Notifies the waiting groups once there is reasonable room. */
static void notify_writable(lo_node *node) {
    if (!node->blocked || node->unstable_bytes > node->config.send_buffer / 2) return;
    node->blocked = false;
    for (uint32_t h = 0; h < node->group_count; h++) {
        if (!node->groups[h].blocked) continue;
        node->groups[h].blocked = false;
        lo_deliver_event(node, LO_DELIVERY_WRITABLE, h);
    }
}

/* Recomputes stability and flow control from the state of the receivers. */
void lo_flow_refresh(lo_outstream *out, lo_time now) {
    uint64_t stable = out->sent, needed = out->sent, paced = out->sent, lagging = out->sent, room = UINT64_MAX;
    for (uint32_t r = 0; r < out->acker_count; r++) {
        const lo_acker *acker = &out->ackers[r];
        if (acker->gone) continue;
        stable = lo_min64(stable, acker->received);
        if (!acker->lost) needed = lo_min64(needed, acker->received);
        if (acker->silent) continue;
        paced = lo_min64(paced, acker->admitted);
        lagging = lo_min64(lagging, out->region_state->quick ? acker->received : acker->admitted);
        room = lo_min64(room, acker->room);
    }
    out->paced = lo_max64(out->paced, lo_max64(paced, stable));
    out->lagging = lo_max64(out->lagging, lo_max64(lagging, stable));
    out->flight_limit = room == UINT64_MAX ? LO_FIRST_FLIGHT : room;
    trim(out, needed);
    if (stable > out->stable) {
        out->stable = stable;
        if (out->stable == out->sent && !lo_pack_has_unsent(out)) out->status_at = now + LO_STABLE_NOTICE_AFTER;
    }
    if (out->timed && out->stable >= out->timed) {
        lo_node_statistics *statistics = &out->epoch->node->statistics;
        uint64_t sample = now - out->timed_at;
        statistics->acknowledge_ns = statistics->acknowledge_ns ? (statistics->acknowledge_ns * 7 + sample) / 8 : sample;
        out->timed = 0;
    }
    notify_writable(out->epoch->node);
}

/* Applies an ACK to the state of its source. */
void lo_flow_apply_ack(lo_outstream *out, lo_acker *acker, const lo_ack *ack, lo_time now) {
    uint64_t received = lo_min64(ack->received, out->sent);
    uint64_t admitted = lo_min64(ack->admitted, out->sent);
    bool progress = received > acker->received || admitted > acker->admitted;
    acker->received = lo_max64(acker->received, received);
    acker->admitted = lo_max64(acker->admitted, lo_max64(admitted, received));
    acker->room = ack->room;
    acker->last_ack = now;
    bool full = acker->room < out->segment_bytes + LO_PACKET_COST;
    if (!full) acker->full_since = 0;
    else if (!acker->full_since) acker->full_since = now;
    if (acker->admitted == out->sent) acker->behind_since = 0;
    else if (progress || out->region_state->region->policy.slow == LO_SLOW_THROTTLE) acker->behind_since = now;
    if (acker->silent) {
        uint64_t has = out->region_state->quick ? acker->received : acker->admitted;
        uint32_t behind = out->sent_cost - cost_up_to(out, has);
        bool near = has >= out->floor && behind <= RETRANSMIT_FLIGHTS / 2 * lo_max64(acker->room, LO_SMALLEST_FLIGHT);
        if (near && !full && !acker->slow_since) acker->silent = acker->away = false;
    }
}

/* When room runs out, drops what only slow receivers lack: for any slow one under the policy DROP or EVICT, under
 * THROTTLE only for those that are away. */
void lo_flow_drop_for_slow(lo_outstream *out) {
    lo_node *node = out->epoch->node;
    bool tight = node->unstable_bytes > node->config.send_buffer / 4 * 3 ||
                 out->window.end - out->window.base > LO_WINDOW_MAX / 4 * 3;
    if (!tight) return;
    uint64_t floor = out->lagging;
    for (uint32_t r = 0; r < out->acker_count && out->region_state->region->policy.slow == LO_SLOW_THROTTLE; r++) {
        const lo_acker *acker = &out->ackers[r];
        if (!acker->gone && !acker->away) floor = lo_min64(floor, acker->received);
    }
    trim(out, floor);
}

void lo_node_evict(lo_node *node, const lo_epoch *epoch, uint32_t member, lo_time now) {
    if (epoch != node->epoch) return;
    node->statistics.evictions++;
    node->last_evicted = epoch->view->members[member].number;
    if (node->membership) (void)lo_membership_evict(node->membership, node->last_evicted, now);
}

/* In a large region the leader of a partition that sends no ACKs is the slow one; the others are judged by their
 * rings. */
static void evict_slow(lo_outstream *out, uint32_t r, lo_time now) {
    uint32_t position = out->region_state->quick ? r : lo_partition_leader(out->region_state, r);
    out->ackers[r].behind_since = now;  /* At most once in a while. */
    if (out->ackers[r].full_since) out->ackers[r].full_since = now;
    if (out->ackers[r].slow_since) out->ackers[r].slow_since = now;
    if (position != LO_NO_POSITION && position != out->region_state->position)
        lo_node_evict(out->epoch->node, out->epoch, out->region_state->region->members[position], now);
}

/* Would the others get more without this receiver? Its application takes far less than theirs, or what it has read
 * from its sockets is far behind. */
static void find_bottlenecks(lo_outstream *out, lo_time now) {
    uint64_t best_room = 0, best = 0;
    for (uint32_t r = 0; r < out->acker_count; r++) {
        if (out->ackers[r].gone) continue;
        best_room = lo_max64(best_room, out->ackers[r].room);
        best = lo_max64(best, out->ackers[r].admitted);
    }
    uint64_t most_behind = lo_max64(best_room, LO_SMALLEST_FLIGHT) / 2;
    for (uint32_t r = 0; r < out->acker_count; r++) {
        lo_acker *acker = &out->ackers[r];
        bool behind = cost_up_to(out, best) - cost_up_to(out, acker->admitted) > most_behind;
        bool slow = !acker->gone && (behind || acker->room < best_room / 2);
        if (!slow) acker->slow_since = 0;
        else if (!acker->slow_since) acker->slow_since = now;
    }
}

static lo_time earlier_of(lo_time one, lo_time other) { return !one || (other && other < one) ? other : one; }

/* A member that has not answered since the view was replaced never installed it. */
static bool never_came(const lo_outstream *out, const lo_acker *acker, lo_time now) {
    return out->closing && !acker->last_ack && now > out->epoch->replaced &&
           now - out->epoch->replaced > NEVER_CAME_AFTER;
}

/* Excludes receivers that have been slow or silent for long, and evicts them if the policy says so. */
void lo_flow_judge_receivers(lo_outstream *out, lo_time now) {
    lo_node *node = out->epoch->node;
    lo_time patience = lo_max64(LO_SLOW_AFTER, 4 * node->statistics.acknowledge_ns);
    if (patience > LO_SECOND) patience = LO_SECOND;
    bool changed = false, throttle = out->region_state->region->policy.slow == LO_SLOW_THROTTLE;
    if (!throttle && out->region_state->quick) find_bottlenecks(out, now);
    for (uint32_t r = 0; r < out->acker_count; r++) {
        lo_acker *acker = &out->ackers[r];
        if (!acker->lost && never_came(out, acker, now)) changed = acker->lost = acker->silent = true;
        lo_time since = acker->behind_since;
        if (!throttle) since = earlier_of(since, earlier_of(acker->full_since, acker->slow_since));
        if (acker->gone || !since || now < since) continue;
        lo_time behind = now - since;
        if (!acker->silent && behind > patience) {
            acker->silent = true;
            changed = true;
        }
        if (acker->silent && behind > LO_EVICT_AFTER && out->region_state->region->policy.slow == LO_SLOW_EVICT)
            evict_slow(out, r, now);
    }
    if (changed) lo_flow_refresh(out, now);
}

/* Outgoing streams: stability, flow control, tail probes and slow receivers.
 *
 * Flow control follows the slowest *admitted* receiver; memory follows the slowest of all. A silent receiver is not
 * waited for, but its missing segments are kept as far as the send buffer and the policy of the region allow. */
#include "lo_node_internal.h"

#define FIRST_FLIGHT (256u << 10)
#define RETRANSMIT_FLIGHTS 8u              /* Number of flights that a receiver may lag behind because of gaps. */
#define FIRST_PROBE (5 * LO_MILLISECOND)
#define STREAM 8u                          /* After so many in a row the next segment, or an ACK, reveals a loss. */
#define STREAM_PROBE (20 * LO_MILLISECOND)
#define RING_PROBE (80 * LO_MILLISECOND)   /* The same through shared memory, where loss is rare. */
#define PROBE_PAUSE (20 * LO_MILLISECOND)  /* Between probes, if messages come one by one. */
#define ROUND_PATIENCE (50 * LO_MILLISECOND) /* For the token rounds that a probe triggers, also on a busy machine. */
#define BLOCKED_PROBE LO_MILLISECOND   /* The flight is full: probe receivers with overdue ACKs. */
#define SLOWEST_PROBE (250 * LO_MILLISECOND)
#define SLOWEST_WAITING (40 * LO_MILLISECOND)  /* While messages wait. */
#define SILENT_AFTER LO_SLOW_AFTER
#define NEVER_CAME_AFTER (5 * LO_SECOND)
#define LATE (6 * LO_SECOND)
#define STABLE_NOTICE_AFTER (40 * LO_MILLISECOND)

static void wake(lo_outstream *out) { lo_list_append(&out->epoch->node->busy_out, &out->busy); }

/* An acker stands for itself, or for the living members of its partition. */
static bool acker_gone(const lo_outstream *out, uint32_t r) {
    const lo_region_state *state = out->region_state;
    lo_partition covered = {r, r, 1};
    if (!state->quick) covered = lo_region_state_partition(state, r);
    for (uint32_t p = covered.first; p < covered.first + covered.count; p++)
        if (p != state->position && !out->epoch->gone[state->region->members[p]]) return false;
    return true;
}

lo_outstream *lo_outstream_obtain(lo_region_state *state) {
    if (state->out) return state->out;
    lo_node *node = state->epoch->node;
    lo_outstream *out = lo_slab_alloc(&node->outstreams);
    if (!out) return NULL;
    out->epoch = state->epoch;
    out->region_state = state;
    out->acker_count = state->quick ? state->region->member_count : state->partition_count;
    out->ackers = lo_memory_alloc(&node->memory, out->acker_count * sizeof(lo_acker));
    if (!out->ackers) {
        lo_slab_free(&node->outstreams, out);
        return NULL;
    }
    lo_window_init(&out->window, &node->memory, out, true);
    for (uint32_t r = 0; r < out->acker_count; r++) {
        out->ackers[r].room = FIRST_FLIGHT;
        out->ackers[r].gone = acker_gone(out, r);
        const lo_member *member = &state->epoch->view->members[state->region->members[state->quick ? r : 0]];
        out->ackers[r].away = out->ackers[r].silent = state->quick && (member->flags & LO_MEMBER_AWAY);
    }
    uint16_t path = state->region->dissemination == LO_DISSEMINATE_SHARED      ? LO_PATH_SHARED
                    : state->region->dissemination == LO_DISSEMINATE_UNICAST ? LO_PATH_UNICAST
                                                                              : LO_PATH_MULTICAST;
    out->segment_bytes = node->config.paths[path].segment_bytes;
    out->batch_bytes = node->config.paths[path].batch_bytes;
    out->payload = out->segment_bytes - LO_HEADER_BYTES - LO_DATA_HEADER_BYTES - lo_data_trailer(state);
    out->flight_limit = FIRST_FLIGHT;
    out->status_at = LO_NEVER;
    state->out = out;
    state->epoch->live_streams++;
    return out;
}

void lo_outstream_destroy(lo_outstream *out) {
    lo_node *node = out->epoch->node;
    node->unstable_bytes -= out->window.bytes;
    lo_window_destroy(&out->window);
    if (out->open) lo_buffer_release(out->open);
    if (out->big) lo_buffer_release(out->big);
    if (out->own_big) lo_buffer_release(out->own_big);
    lo_partial_drop(&out->partial);
    lo_memory_free(&node->memory, out->ackers, out->acker_count * sizeof(lo_acker));
    lo_list_remove(&out->busy);
    out->region_state->out = NULL;
    out->epoch->live_streams--;
    lo_slab_free(&node->outstreams, out);
}

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

bool lo_outstream_may_send(lo_outstream *out, lo_time now) {
    (void)now;
    if (out->epoch->older && !its_turn(out)) return false;
    if (out->sent == out->paced) return out->flight_limit > 0;
    if (out->sent_cost - cost_up_to(out, out->paced) >= out->flight_limit) return false;
    return out->sent_cost - cost_up_to(out, out->lagging) < RETRANSMIT_FLIGHTS * out->flight_limit;
}

static lo_time first_probe(const lo_outstream *out) {
    const lo_region *region = out->region_state->region;
    bool plain = region->policy.order == LO_ORDER_SENDER && out->region_state->quick;
    if (out->streak < STREAM || !plain) return FIRST_PROBE;
    return region->dissemination == LO_DISSEMINATE_SHARED ? RING_PROBE : STREAM_PROBE;
}

/* Segments up to `last` were sent for the first time. */
void lo_outstream_sent(lo_outstream *out, uint64_t last, lo_time now) {
    for (uint32_t r = 0; r < out->acker_count; r++)
        if (!out->ackers[r].behind_since) out->ackers[r].behind_since = now;
    if (!out->timed) {
        out->timed = last;
        out->timed_at = now;
    }
    uint32_t cost = lo_window_slot(&out->window, last)->cost;
    if (out->region_state->rings) lo_region_rings_wake(out->region_state->rings, cost - out->sent_cost, now);
    out->sent = last;
    out->sent_cost = cost;
    out->streak = now - out->last_data < FIRST_PROBE ? out->streak + 1 : 0;
    out->last_data = now;
    wake(out);
    lo_outstream_refresh(out, now);
    out->status_interval = first_probe(out);
    if (lo_outstream_may_send(out, now)) out->status_at = lo_max64(now + out->status_interval, out->probed_at + PROBE_PAUSE);
    else out->status_at = now + BLOCKED_PROBE;
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
void lo_outstream_refresh(lo_outstream *out, lo_time now) {
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
    out->flight_limit = room == UINT64_MAX ? FIRST_FLIGHT : room;
    trim(out, needed);
    if (stable > out->stable) {
        out->stable = stable;
        if (out->stable == out->sent && !lo_pack_has_unsent(out)) out->status_at = now + STABLE_NOTICE_AFTER;
    }
    if (out->timed && out->stable >= out->timed) {
        lo_node_statistics *statistics = &out->epoch->node->statistics;
        uint64_t sample = now - out->timed_at;
        statistics->acknowledge_ns = statistics->acknowledge_ns ? (statistics->acknowledge_ns * 7 + sample) / 8 : sample;
        out->timed = 0;
    }
    notify_writable(out->epoch->node);
}

static void hear(lo_outstream *out, lo_acker *acker, const lo_ack *ack, lo_time now) {
    uint64_t received = lo_min64(ack->received, out->sent);
    uint64_t admitted = lo_min64(ack->admitted, out->sent);
    bool progress = received > acker->received || admitted > acker->admitted;
    acker->received = lo_max64(acker->received, received);
    acker->admitted = lo_max64(acker->admitted, lo_max64(admitted, received));
    acker->room = ack->room;
    acker->heard = now;
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

void lo_outstream_ack(lo_outstream *out, const lo_ack *ack, lo_time now) {
    /* All is stable, but some receivers do not know it yet. */
    if (out->stable == out->sent && out->sent) {
        if (out->status_at == LO_NEVER) out->status_at = now + first_probe(out);
        wake(out);
    }
    if (ack->ack_for == LO_ACK_FOR_REGION) {
        if (out->region_state->quick) return;
        for (uint32_t r = 0; r < out->acker_count; r++) hear(out, &out->ackers[r], ack, now);
    } else if (ack->position < out->acker_count) {
        hear(out, &out->ackers[ack->position], ack, now);
    }
    lo_outstream_refresh(out, now);
    if (out->stable < out->sent) wake(out);
    if (out->region_state->region->policy.order != LO_ORDER_SENDER) lo_layers_acked(out->epoch->node);
}

/* When room runs out, drops what only slow receivers lack: for any slow one under the policy DROP or EVICT, under
 * THROTTLE only for those that are away. */
static void drop_for_slow(lo_outstream *out) {
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
    return out->closing && !acker->heard && now > out->epoch->replaced && now - out->epoch->replaced > NEVER_CAME_AFTER;
}

static void judge_ackers(lo_outstream *out, lo_time now) {
    lo_node *node = out->epoch->node;
    lo_time patience = lo_max64(SILENT_AFTER, 4 * node->statistics.acknowledge_ns);
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
    if (changed) lo_outstream_refresh(out, now);
}

void lo_outstream_tick(lo_outstream *out, lo_time now) {
    if (out->stable < out->sent || lo_pack_has_unsent(out)) judge_ackers(out, now);
    drop_for_slow(out);
    if (out->stable == out->sent && !lo_pack_has_unsent(out) && out->status_at == LO_NEVER && !out->closing)
        lo_list_remove(&out->busy);
}

void lo_outstream_close(lo_outstream *out, lo_time now) {
    for (uint32_t r = 0; r < out->acker_count; r++) out->ackers[r].gone = acker_gone(out, r);
    if (!out->closing) {
        out->closing = true;
        out->closing_notices = 2;
        out->status_at = now;
    }
    wake(out);
    lo_outstream_refresh(out, now);
}

/* Writes the tail probe that is due now, if any. */
bool lo_outstream_status(lo_outstream *out, lo_time now, lo_status *status) {
    if (out->status_at > now) return false;
    bool settled = out->stable == out->sent && !lo_pack_has_unsent(out);
    /* Members that have not answered by now never installed the view, or have ended it. If they still need
     * something, the next stream reveals it, and they send NAKs. */
    bool late = out->closing && now > out->epoch->replaced && now - out->epoch->replaced > LATE;
    bool in_vain = !settled && (late || (out->closing && out->floor == out->sent));
    out->status_at = LO_NEVER;
    if (out->sent == 0 || in_vain) return false;
    status->last = out->sent;
    status->stable = out->stable;
    status->floor = out->floor;
    status->flags = 0;
    if (settled) {
        if (out->closing) {
            status->flags = LO_STATUS_CLOSED;
            if (out->closing_notices && --out->closing_notices) out->status_at = now + STABLE_NOTICE_AFTER;
        }
        return true;
    }
    status->flags = LO_STATUS_ANSWER;
    out->probed_at = now;
    if (out->region_state->rings) lo_region_rings_request_acks(out->region_state->rings, now);
    /* In a large region only the leaders of the partitions are probed at first. The others learn of the end of the
     * stream from their tokens. */
    bool first = out->status_interval == first_probe(out) && out->region_state->rings && !lo_pack_has_unsent(out);
    if (first) out->probes = out->region_state->partition_count;
    out->status_at = now + (first ? ROUND_PATIENCE : out->status_interval);
    out->status_interval = lo_min64(out->status_interval * 2, lo_pack_has_unsent(out) ? SLOWEST_WAITING : SLOWEST_PROBE);
    return !first;
}

/* Nothing more will be sent: solicits ACKs now. */
void lo_outstream_request_acks(lo_outstream *out, lo_time now) {
    if (out->stable < out->sent) out->status_at = lo_min64(out->status_at, now);
    wake(out);
}

/* Next partition leader to probe. */
const lo_member *lo_outstream_probe(lo_outstream *out, lo_status *status) {
    const lo_region_state *state = out->region_state;
    while (out->probes) {
        uint32_t leader = lo_partition_leader(state, --out->probes);
        if (leader == LO_NO_POSITION || leader == state->position || out->stable == out->sent) continue;
        *status = (lo_status){.last = out->sent, .stable = out->stable, .floor = out->floor, .flags = LO_STATUS_ANSWER};
        return &state->epoch->view->members[state->region->members[leader]];
    }
    return NULL;
}

lo_time lo_outstream_wakeup(const lo_outstream *out, lo_time now) {
    lo_time at = out->status_at;
    if (out->stable < out->sent || lo_pack_has_unsent(out)) at = lo_min64(at, now + SILENT_AFTER / 2);
    return at;
}

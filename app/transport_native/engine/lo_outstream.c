/* Streams from this node: what has left, what everyone has, how much may be in flight.
 *
 * Pace follows the slowest *admitted* receiver; memory follows the slowest of all. A
 * receiver that falls silent is not waited for, but what it lacks is kept for it as far as
 * the send buffer and the policy of the region allow. */
#include "lo_internal.h"

#define FIRST_FLIGHT (256u << 10)
#define REPAIR_FLIGHTS 8u              /* How many flights a receiver may be behind because of its holes. */
#define FIRST_PROBE (5 * LO_MILLISECOND)
#define STREAM 8u                          /* So many in a row: what comes next tells of a loss, or a report does. */
#define STREAM_PROBE (20 * LO_MILLISECOND)
#define RING_PROBE (80 * LO_MILLISECOND)   /* The same through shared memory, where hardly anything is lost. */
#define PROBE_PAUSE (20 * LO_MILLISECOND)  /* Between probes, when messages come one by one. */
#define ROUND_PATIENCE (50 * LO_MILLISECOND) /* For the rounds of tokens that a probe brings about, also on a busy computer. */
#define BLOCKED_PROBE LO_MILLISECOND   /* The flight is full: whoever is slow to report is asked. */
#define SLOWEST_PROBE (250 * LO_MILLISECOND)
#define SLOWEST_WAITING (40 * LO_MILLISECOND)  /* While messages wait. */
#define SILENT_AFTER LO_SLOW_AFTER
#define NEVER_CAME_AFTER (5 * LO_SECOND)
#define LATE (6 * LO_SECOND)
#define STABLE_NOTICE_AFTER (40 * LO_MILLISECOND)

static void wake(lo_outstream *out) { lo_list_append(&out->era->node->busy_out, &out->busy); }

/* A reporter stands for itself, or for the living members of its partition. */
static bool reporter_gone(const lo_outstream *out, uint32_t r) {
    const lo_arena *arena = out->arena;
    lo_partition speaks_for = {r, r, 1};
    if (!arena->quick) speaks_for = lo_arena_partition(arena, r);
    for (uint32_t p = speaks_for.first; p < speaks_for.first + speaks_for.count; p++)
        if (p != arena->position && !out->era->gone[arena->region->members[p]]) return false;
    return true;
}

lo_outstream *lo_outstream_obtain(lo_arena *arena) {
    if (arena->out) return arena->out;
    lo_node *node = arena->era->node;
    lo_outstream *out = lo_slab_take(&node->outstreams);
    if (!out) return NULL;
    out->era = arena->era;
    out->arena = arena;
    out->reporter_count = arena->quick ? arena->region->member_count : arena->partition_count;
    out->reporters = lo_memory_take(&node->memory, out->reporter_count * sizeof(lo_reporter));
    if (!out->reporters) {
        lo_slab_give(&node->outstreams, out);
        return NULL;
    }
    lo_window_init(&out->window, &node->memory, out, true);
    for (uint32_t r = 0; r < out->reporter_count; r++) {
        out->reporters[r].room = FIRST_FLIGHT;
        out->reporters[r].gone = reporter_gone(out, r);
        const lo_member *member = &arena->era->view->members[arena->region->members[arena->quick ? r : 0]];
        out->reporters[r].away = out->reporters[r].silent = arena->quick && (member->flags & LO_MEMBER_AWAY);
    }
    uint16_t path = arena->region->dissemination == LO_DISSEMINATE_RING      ? LO_PATH_RING
                    : arena->region->dissemination == LO_DISSEMINATE_UNICAST ? LO_PATH_UNICAST
                                                                              : LO_PATH_MULTICAST;
    out->segment_bytes = node->config.paths[path].segment_bytes;
    out->batch_bytes = node->config.paths[path].batch_bytes;
    out->payload = out->segment_bytes - LO_HEADER_BYTES - LO_DATA_HEADER_BYTES - lo_data_trailer(arena);
    out->flight_limit = FIRST_FLIGHT;
    out->status_at = LO_NEVER;
    arena->out = out;
    arena->era->live_streams++;
    return out;
}

void lo_outstream_destroy(lo_outstream *out) {
    lo_node *node = out->era->node;
    node->unstable_bytes -= out->window.bytes;
    lo_window_destroy(&out->window);
    if (out->open) lo_buffer_release(out->open);
    if (out->big) lo_buffer_release(out->big);
    if (out->own_big) lo_buffer_release(out->own_big);
    lo_partial_drop(&out->partial);
    lo_memory_give(&node->memory, out->reporters, out->reporter_count * sizeof(lo_reporter));
    lo_list_remove(&out->busy);
    out->arena->out = NULL;
    out->era->live_streams--;
    lo_slab_give(&node->outstreams, out);
}

static uint32_t cost_up_to(const lo_outstream *out, uint64_t sequence) {
    if (sequence >= out->sent) return out->sent_cost;
    const lo_slot *slot = lo_window_slot(&out->window, sequence);
    return slot ? slot->cost : out->floor_cost;
}

/* Messages of earlier views leave first: receivers would wait for them anyway. */
static bool its_turn(const lo_outstream *out) {
    for (const lo_era *era = out->era->older; era; era = era->older)
        for (uint32_t r = 0; r < era->view->region_count; r++)
            if (era->arenas[r].out && lo_pack_has_unsent(era->arenas[r].out)) return false;
    return true;
}

bool lo_outstream_may_send(lo_outstream *out, lo_time now) {
    (void)now;
    if (out->era->older && !its_turn(out)) return false;
    if (out->sent == out->paced) return out->flight_limit > 0;
    if (out->sent_cost - cost_up_to(out, out->paced) >= out->flight_limit) return false;
    return out->sent_cost - cost_up_to(out, out->lagging) < REPAIR_FLIGHTS * out->flight_limit;
}

static lo_time first_probe(const lo_outstream *out) {
    const lo_region *region = out->arena->region;
    bool plain = region->policy.order == LO_ORDER_SENDER && out->arena->quick;
    if (out->streak < STREAM || !plain) return FIRST_PROBE;
    return region->dissemination == LO_DISSEMINATE_RING ? RING_PROBE : STREAM_PROBE;
}

/* Segments up to `last` have left for the first time. */
void lo_outstream_sent(lo_outstream *out, uint64_t last, lo_time now) {
    for (uint32_t r = 0; r < out->reporter_count; r++)
        if (!out->reporters[r].behind_since) out->reporters[r].behind_since = now;
    if (!out->timed) {
        out->timed = last;
        out->timed_at = now;
    }
    uint32_t cost = lo_window_slot(&out->window, last)->cost;
    if (out->arena->ring) lo_ring_wake(out->arena->ring, cost - out->sent_cost, now);
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
    lo_node *node = out->era->node;
    size_t before = out->window.bytes;
    out->floor_cost = cost_up_to(out, floor);
    lo_window_trim(&out->window, floor + 1);
    node->unstable_bytes -= before - out->window.bytes;
    out->floor = floor;
}

/* Tells the groups that wait, once there is reasonable room. */
static void tell_writable(lo_node *node) {
    if (!node->blocked || node->unstable_bytes > node->config.send_buffer / 2) return;
    node->blocked = false;
    for (uint32_t h = 0; h < node->group_count; h++) {
        if (!node->groups[h].blocked) continue;
        node->groups[h].blocked = false;
        lo_deliver_event(node, LO_DELIVERY_WRITABLE, h);
    }
}

/* Recomputes what is stable and what paces the stream from what is known of the receivers. */
void lo_outstream_refresh(lo_outstream *out, lo_time now) {
    uint64_t stable = out->sent, needed = out->sent, paced = out->sent, lagging = out->sent, room = UINT64_MAX;
    for (uint32_t r = 0; r < out->reporter_count; r++) {
        const lo_reporter *reporter = &out->reporters[r];
        if (reporter->gone) continue;
        stable = lo_min64(stable, reporter->received);
        if (!reporter->lost) needed = lo_min64(needed, reporter->received);
        if (reporter->silent) continue;
        paced = lo_min64(paced, reporter->admitted);
        lagging = lo_min64(lagging, out->arena->quick ? reporter->received : reporter->admitted);
        room = lo_min64(room, reporter->room);
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
        lo_node_statistics *statistics = &out->era->node->statistics;
        uint64_t sample = now - out->timed_at;
        statistics->acknowledge_ns = statistics->acknowledge_ns ? (statistics->acknowledge_ns * 7 + sample) / 8 : sample;
        out->timed = 0;
    }
    tell_writable(out->era->node);
}

static void hear(lo_outstream *out, lo_reporter *reporter, const lo_report *report, lo_time now) {
    uint64_t received = lo_min64(report->received, out->sent);
    uint64_t admitted = lo_min64(report->admitted, out->sent);
    bool progress = received > reporter->received || admitted > reporter->admitted;
    reporter->received = lo_max64(reporter->received, received);
    reporter->admitted = lo_max64(reporter->admitted, lo_max64(admitted, received));
    reporter->room = report->room;
    reporter->heard = now;
    bool full = reporter->room < out->segment_bytes + LO_PACKET_COST;
    if (!full) reporter->full_since = 0;
    else if (!reporter->full_since) reporter->full_since = now;
    if (reporter->admitted == out->sent) reporter->behind_since = 0;
    else if (progress || out->arena->region->policy.slow == LO_SLOW_THROTTLE) reporter->behind_since = now;
    if (reporter->silent) {
        uint64_t has = out->arena->quick ? reporter->received : reporter->admitted;
        uint32_t behind = out->sent_cost - cost_up_to(out, has);
        bool near = has >= out->floor && behind <= REPAIR_FLIGHTS / 2 * lo_max64(reporter->room, LO_SMALLEST_FLIGHT);
        if (near && !full && !reporter->slow_since) reporter->silent = reporter->away = false;
    }
}

void lo_outstream_report(lo_outstream *out, const lo_report *report, lo_time now) {
    /* All is stable, and someone does not know it yet. */
    if (out->stable == out->sent && out->sent) {
        if (out->status_at == LO_NEVER) out->status_at = now + first_probe(out);
        wake(out);
    }
    if (report->speaks == LO_SPEAKS_REGION) {
        if (out->arena->quick) return;
        for (uint32_t r = 0; r < out->reporter_count; r++) hear(out, &out->reporters[r], report, now);
    } else if (report->position < out->reporter_count) {
        hear(out, &out->reporters[report->position], report, now);
    }
    lo_outstream_refresh(out, now);
    if (out->stable < out->sent) wake(out);
    if (out->arena->region->policy.order != LO_ORDER_SENDER) lo_layers_reported(out->era->node);
}

/* When room runs out, what only slow receivers lack is given up: for any slow one under the policy DROP or
 * EVICT, under THROTTLE only for those that are away. */
static void drop_for_slow(lo_outstream *out) {
    lo_node *node = out->era->node;
    bool tight = node->unstable_bytes > node->config.send_buffer / 4 * 3 ||
                 out->window.end - out->window.base > LO_WINDOW_MAX / 4 * 3;
    if (!tight) return;
    uint64_t floor = out->lagging;
    for (uint32_t r = 0; r < out->reporter_count && out->arena->region->policy.slow == LO_SLOW_THROTTLE; r++) {
        const lo_reporter *reporter = &out->reporters[r];
        if (!reporter->gone && !reporter->away) floor = lo_min64(floor, reporter->received);
    }
    trim(out, floor);
}

void lo_node_evict(lo_node *node, const lo_era *era, uint32_t member, lo_time now) {
    if (era != node->era) return;
    node->statistics.evictions++;
    node->last_evicted = era->view->members[member].number;
    if (node->membership) (void)lo_membership_evict(node->membership, node->last_evicted, now);
}

/* In a large region the leader of a partition that does not report is the one that is slow; the others are
 * judged by their rings. */
static void evict_slow(lo_outstream *out, uint32_t r, lo_time now) {
    uint32_t position = out->arena->quick ? r : lo_partition_leader(out->arena, r);
    out->reporters[r].behind_since = now;  /* Once is enough for a while. */
    if (out->reporters[r].full_since) out->reporters[r].full_since = now;
    if (out->reporters[r].slow_since) out->reporters[r].slow_since = now;
    if (position != LO_NO_POSITION && position != out->arena->position)
        lo_node_evict(out->era->node, out->era, out->arena->region->members[position], now);
}

/* Would the others get more if this receiver were not there? Its application takes far less than theirs, or
 * what it has taken out of its sockets is far behind. */
static void find_bottlenecks(lo_outstream *out, lo_time now) {
    uint64_t best_room = 0, best = 0;
    for (uint32_t r = 0; r < out->reporter_count; r++) {
        if (out->reporters[r].gone) continue;
        best_room = lo_max64(best_room, out->reporters[r].room);
        best = lo_max64(best, out->reporters[r].admitted);
    }
    uint64_t most_behind = lo_max64(best_room, LO_SMALLEST_FLIGHT) / 2;
    for (uint32_t r = 0; r < out->reporter_count; r++) {
        lo_reporter *reporter = &out->reporters[r];
        bool behind = cost_up_to(out, best) - cost_up_to(out, reporter->admitted) > most_behind;
        bool slow = !reporter->gone && (behind || reporter->room < best_room / 2);
        if (!slow) reporter->slow_since = 0;
        else if (!reporter->slow_since) reporter->slow_since = now;
    }
}

static lo_time earlier_of(lo_time one, lo_time other) { return !one || (other && other < one) ? other : one; }

/* Who has not answered at all since the view was replaced never had that view. */
static bool never_came(const lo_outstream *out, const lo_reporter *reporter, lo_time now) {
    return out->closing && !reporter->heard && now > out->era->replaced && now - out->era->replaced > NEVER_CAME_AFTER;
}

static void judge_reporters(lo_outstream *out, lo_time now) {
    lo_node *node = out->era->node;
    lo_time patience = lo_max64(SILENT_AFTER, 4 * node->statistics.acknowledge_ns);
    if (patience > LO_SECOND) patience = LO_SECOND;
    bool changed = false, throttle = out->arena->region->policy.slow == LO_SLOW_THROTTLE;
    if (!throttle && out->arena->quick) find_bottlenecks(out, now);
    for (uint32_t r = 0; r < out->reporter_count; r++) {
        lo_reporter *reporter = &out->reporters[r];
        if (!reporter->lost && never_came(out, reporter, now)) changed = reporter->lost = reporter->silent = true;
        lo_time since = reporter->behind_since;
        if (!throttle) since = earlier_of(since, earlier_of(reporter->full_since, reporter->slow_since));
        if (reporter->gone || !since || now < since) continue;
        lo_time behind = now - since;
        if (!reporter->silent && behind > patience) {
            reporter->silent = true;
            changed = true;
        }
        if (reporter->silent && behind > LO_EVICT_AFTER && out->arena->region->policy.slow == LO_SLOW_EVICT)
            evict_slow(out, r, now);
    }
    if (changed) lo_outstream_refresh(out, now);
}

void lo_outstream_tick(lo_outstream *out, lo_time now) {
    if (out->stable < out->sent || lo_pack_has_unsent(out)) judge_reporters(out, now);
    drop_for_slow(out);
    if (out->stable == out->sent && !lo_pack_has_unsent(out) && out->status_at == LO_NEVER && !out->closing)
        lo_list_remove(&out->busy);
}

void lo_outstream_close(lo_outstream *out, lo_time now) {
    for (uint32_t r = 0; r < out->reporter_count; r++) out->reporters[r].gone = reporter_gone(out, r);
    if (!out->closing) {
        out->closing = true;
        out->farewells = 2;
        out->status_at = now;
    }
    wake(out);
    lo_outstream_refresh(out, now);
}

/* Writes the tail probe that is due now, if one is. */
bool lo_outstream_status(lo_outstream *out, lo_time now, lo_status *status) {
    if (out->status_at > now) return false;
    bool settled = out->stable == out->sent && !lo_pack_has_unsent(out);
    /* Those who have not answered by now never had the view, or have ended it. If they still need something,
     * the next stream tells them, and they ask. */
    bool late = out->closing && now > out->era->replaced && now - out->era->replaced > LATE;
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
            if (out->farewells && --out->farewells) out->status_at = now + STABLE_NOTICE_AFTER;
        }
        return true;
    }
    status->flags = LO_STATUS_ANSWER;
    out->probed_at = now;
    if (out->arena->ring) lo_ring_hurry(out->arena->ring, now);
    /* In a large region the leaders of the partitions answer, and they alone are asked at first. The others hear of
     * the end of the stream from their tokens. */
    bool first = out->status_interval == first_probe(out) && out->arena->ring && !lo_pack_has_unsent(out);
    if (first) out->probes = out->arena->partition_count;
    out->status_at = now + (first ? ROUND_PATIENCE : out->status_interval);
    out->status_interval = lo_min64(out->status_interval * 2, lo_pack_has_unsent(out) ? SLOWEST_WAITING : SLOWEST_PROBE);
    return !first;
}

/* Nothing more comes: whoever has something to say is asked now. */
void lo_outstream_hurry(lo_outstream *out, lo_time now) {
    if (out->stable < out->sent) out->status_at = lo_min64(out->status_at, now);
    wake(out);
}

/* Whom to ask next, of those who answer for their partitions. */
const lo_member *lo_outstream_probe(lo_outstream *out, lo_status *status) {
    const lo_arena *arena = out->arena;
    while (out->probes) {
        uint32_t leader = lo_partition_leader(arena, --out->probes);
        if (leader == LO_NO_POSITION || leader == arena->position || out->stable == out->sent) continue;
        *status = (lo_status){.last = out->sent, .stable = out->stable, .floor = out->floor, .flags = LO_STATUS_ANSWER};
        return &arena->era->view->members[arena->region->members[leader]];
    }
    return NULL;
}

lo_time lo_outstream_wakeup(const lo_outstream *out, lo_time now) {
    lo_time at = out->status_at;
    if (out->stable < out->sent || lo_pack_has_unsent(out)) at = lo_min64(at, now + SILENT_AFTER / 2);
    return at;
}

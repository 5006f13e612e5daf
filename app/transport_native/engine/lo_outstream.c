// SPDX-License-Identifier: BSD-3-Clause
/* Outgoing streams: lifecycle, tail probes and ACKs. Flow control is in lo_flow_control.c. */
#include "lo_node_internal.h"

#define FIRST_PROBE (5 * LO_MILLISECOND)
#define STREAM 8u                          /* After so many in a row the next segment, or an ACK, reveals a loss. */
#define STREAM_PROBE (20 * LO_MILLISECOND)
#define RING_PROBE (80 * LO_MILLISECOND)      /* The same through shared memory, where loss is rare. */
#define PROBE_PAUSE (20 * LO_MILLISECOND)     /* Between probes, if messages come one by one. */
#define ROUND_PATIENCE (50 * LO_MILLISECOND)  /* For the token rounds that a probe triggers, also on a busy machine. */
#define BLOCKED_PROBE LO_MILLISECOND          /* The flight is full: probe receivers with overdue ACKs. */
#define SLOWEST_PROBE (250 * LO_MILLISECOND)
#define SLOWEST_WAITING (40 * LO_MILLISECOND)  /* While messages wait. */
#define LATE (6 * LO_SECOND)

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
        out->ackers[r].room = LO_FIRST_FLIGHT;
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
    out->flight_limit = LO_FIRST_FLIGHT;
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
    lo_flow_refresh(out, now);
    out->status_interval = first_probe(out);
    if (lo_flow_may_send(out)) out->status_at = lo_max64(now + out->status_interval, out->probed_at + PROBE_PAUSE);
    else out->status_at = now + BLOCKED_PROBE;
}

void lo_outstream_ack(lo_outstream *out, const lo_ack *ack, lo_time now) {
    /* All is stable, but some receivers do not know it yet. */
    if (out->stable == out->sent && out->sent) {
        if (out->status_at == LO_NEVER) out->status_at = now + first_probe(out);
        wake(out);
    }
    if (ack->ack_for == LO_ACK_FOR_REGION) {
        if (out->region_state->quick) return;
        for (uint32_t r = 0; r < out->acker_count; r++) lo_flow_apply_ack(out, &out->ackers[r], ack, now);
    } else if (ack->position < out->acker_count) {
        lo_flow_apply_ack(out, &out->ackers[ack->position], ack, now);
    }
    lo_flow_refresh(out, now);
    if (out->stable < out->sent) wake(out);
    if (out->region_state->region->policy.order != LO_ORDER_SENDER) lo_layers_acked(out->epoch->node);
}

void lo_outstream_tick(lo_outstream *out, lo_time now) {
    if (out->stable < out->sent || lo_pack_has_unsent(out)) lo_flow_judge_receivers(out, now);
    lo_flow_drop_for_slow(out);
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
    lo_flow_refresh(out, now);
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
            if (out->closing_notices && --out->closing_notices) out->status_at = now + LO_STABLE_NOTICE_AFTER;
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
    if (out->stable < out->sent || lo_pack_has_unsent(out)) at = lo_min64(at, now + LO_SLOW_AFTER / 2);
    return at;
}

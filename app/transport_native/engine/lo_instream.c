// SPDX-License-Identifier: BSD-3-Clause
/* Incoming streams: ordering, gaps, caching for peers, and when to acknowledge.
 *
 * The fast path is a segment that follows the last one: no search, no copy, one reference. */
#include "lo_node_internal.h"

#define REORDER_DELAY (300 * LO_MICROSECOND)  /* A younger gap may be mere reordering. */
#define LOSS_DELAY (2 * LO_MILLISECOND)       /* An older one is a loss, where nothing is retransmitted. */
#define ACK_INTERVAL (20 * LO_MILLISECOND)
#define CROWDED_ACK_INTERVAL (30 * LO_MILLISECOND)   /* When other receivers acknowledge as well. */
#define SHARED_ACK_INTERVAL (60 * LO_MILLISECOND)    /* Through shared memory, where loss is rare, unless the group
                                                      * is ordered. */
#define PUT_OFF (5 * LO_MILLISECOND)          /* How long an ACK may be deferred to the engine thread's own turn. */
#define SETTLE_PACE (500 * LO_MILLISECOND)    /* Interval of asking whether cached segments are stable. */
#define SETTLE_SLOWEST (32 * LO_SECOND)
#define CACHE_BLOCK 64u                       /* Consecutive segments cached by one partition. */
#define RECENT_BYTES ((size_t)1 << 20)        /* Segments cached by other partitions are kept up to this amount. */

static void wake(lo_instream *in) { lo_list_append(&in->epoch->node->busy_in, &in->busy); }

lo_instream *lo_instream_obtain(lo_region_state *state, uint32_t sender_index) {
    lo_node *node = state->epoch->node;
    uint32_t members = state->epoch->view->member_count;
    if (!state->in) state->in = lo_memory_alloc(&node->memory, members * sizeof(lo_instream *));
    if (!state->in) return NULL;
    if (state->in[sender_index]) return state->in[sender_index];
    lo_instream *in = lo_slab_alloc(&node->instreams);
    if (!in) return NULL;
    in->epoch = state->epoch;
    in->region_state = state;
    in->sender_index = sender_index;
    in->sender = state->epoch->view->members[sender_index].number;
    lo_window_init(&in->window, &node->memory, in, false);
    in->ack_at = in->nak_at = in->settle_at = LO_NEVER;
    in->orphan = state->epoch->gone[sender_index];
    state->in[sender_index] = in;
    state->epoch->live_streams++;
    return in;
}

/* Releases everything except the fact that the stream has ended. */
void lo_instream_finish(lo_instream *in) {
    if (in->finished) return;
    in->epoch->node->cached_bytes -= in->window.bytes;
    lo_window_destroy(&in->window);
    lo_partial_drop(&in->partial);
    in->ack_due = false;  /* It stays in the list until its next tick, because the list may be iterated. */
    in->ack_at = in->nak_at = in->settle_at = LO_NEVER;
    in->notify_peers = 0;
    in->epoch->live_streams--;
    in->finished = true;
}

void lo_instream_destroy(lo_instream *in) {
    lo_node *node = in->epoch->node;
    lo_instream_finish(in);
    lo_list_remove(&in->busy);  /* A finished stream may still be asked for a last ACK. */
    in->region_state->in[in->sender_index] = NULL;
    if (node->last_in == in) node->last_in = NULL;
    lo_slab_free(&node->instreams, in);
}

/* Whether lost segments are requested again. */
bool lo_instream_repairs(const lo_instream *in) {
    return in->region_state->region->policy.reliability == LO_RELIABLE;
}

/* Each block of segments is cached by one partition of the region; small regions have one. */
bool lo_instream_caches(const lo_instream *in, uint64_t sequence) {
    const lo_region_state *state = in->region_state;
    if (!lo_instream_repairs(in)) return false;
    if (state->partition_count <= 1) return true;
    return sequence / CACHE_BLOCK % state->partition_count == state->partition.index;
}

/* Flow-control credit: bytes the sender may have in flight to this node. Its share of the socket buffer, reduced
 * when memory is short because the application is slow. */
uint64_t lo_instream_room(const lo_instream *in) {
    const lo_node *node = in->epoch->node;
    const lo_pool *pool = &node->receive_pool;
    size_t pinned = pool->live_bytes > node->cached_bytes ? pool->live_bytes - node->cached_bytes : 0;
    size_t reserve = (size_t)pool->buffer_bytes * 2;
    size_t used = pinned + reserve;
    uint64_t memory = pool->limit_bytes > used ? (pool->limit_bytes - used) / 2 : 0;
    uint32_t senders = node->active_senders ? node->active_senders : 1;
    return lo_min64(node->config.flight_bytes / 2, memory) / senders;
}

static void due(lo_instream *in) {
    in->ack_due = true;
    wake(in);
}

static lo_time ack_interval(const lo_instream *in) {
    const lo_region *region = in->region_state->region;
    if (region->member_count <= 2) return ACK_INTERVAL;
    bool safe = region->dissemination == LO_DISSEMINATE_SHARED && region->policy.order == LO_ORDER_SENDER;
    return safe ? SHARED_ACK_INTERVAL : CROWDED_ACK_INTERVAL;
}

static void note_progress(lo_instream *in, uint32_t length, lo_time now) {
    if (!lo_instream_repairs(in) && !in->region_state->quick) return;
    in->unacked_bytes += length + LO_PACKET_COST;
    if (in->region_state->rings) {
        lo_region_rings_wake(in->region_state->rings, length + LO_PACKET_COST, now);
        return;
    }
    in->settle_at = now + SETTLE_PACE;
    in->settle_interval = SETTLE_PACE;
    if (in->ack_at == LO_NEVER) {
        in->ack_at = now + ack_interval(in);
        wake(in);
    }
    if (in->unacked_bytes >= in->epoch->node->config.flight_bytes / 8) due(in);
}

static void trim_cache(lo_instream *in) {
    uint64_t keep_from = lo_max64(in->stable, in->cached_from) + 1;
    keep_from = lo_min64(keep_from, in->delivered + 1);
    size_t before = in->window.bytes;
    lo_window_trim(&in->window, keep_from);
    in->epoch->node->cached_bytes -= before - in->window.bytes;
}

void lo_instream_drop_cache(lo_instream *in) {
    in->cached_from = lo_max64(in->cached_from, in->delivered);
    trim_cache(in);
}

static void hold(lo_instream *in, uint64_t sequence, lo_buffer *buffer, uint32_t offset, uint32_t length) {
    lo_window_put(&in->window, sequence, buffer, offset, length);
    in->epoch->node->cached_bytes += length;
}

/* Releases segments cached by other partitions once they are no longer recent. Until then they cover the case that
 * the sender dies before that partition has them. */
static void forget_old(lo_instream *in) {
    if (in->region_state->partition_count <= 1 && lo_instream_repairs(in)) return;
    if (in->recent_from < in->window.base) in->recent_from = in->window.base;
    while (in->window.bytes > RECENT_BYTES && in->recent_from <= in->delivered) {
        lo_slot *slot = lo_window_slot(&in->window, in->recent_from);
        if (slot && slot->buffer && !lo_instream_caches(in, in->recent_from)) {
            in->epoch->node->cached_bytes -= slot->length;
            lo_window_forget(&in->window, in->recent_from);
        }
        in->recent_from++;
    }
}

static bool is_gate(const lo_instream *in, const lo_instream *earlier) {
    for (uint32_t i = 0; i < in->gate_count; i++)
        if (in->gates[i].view == earlier->epoch->view->number && in->gates[i].region == earlier->region_state->index) return true;
    return false;
}

static void drain(lo_instream *in);

static uint64_t finish_in_epoch(lo_instream *in, lo_epoch *epoch) {
    uint64_t lost = 0;
    int index = lo_epoch_member(epoch, in->sender);
    for (uint32_t r = 0; index >= 0 && r < epoch->view->region_count; r++) {
        lo_instream *earlier = epoch->region_states[r].in ? epoch->region_states[r].in[index] : NULL;
        if (!earlier || earlier->finished || is_gate(in, earlier)) continue;
        earlier->gated = false;  /* The streams it waited for are over. */
        drain(earlier);
        if (earlier->highest > earlier->delivered) lo_layers_gap(earlier->region_state, in->sender);
        lost += earlier->highest - earlier->delivered;
        lo_instream_finish(earlier);
    }
    return lost;
}

/* The sender has moved on to this stream and does not list an earlier one as unfinished: delivers what has arrived
 * of it, and drops what arrives later. The rest will not come, because this node was out of the view for a while. */
static void finish_earlier(lo_instream *in) {
    uint64_t lost = in->gap_first;
    if (lost) lo_layers_gap(in->region_state, in->sender);
    in->gap_first = false;
    lo_epoch *epochs[LO_MAX_EPOCHS + 1];
    uint32_t count = 0;
    for (lo_epoch *epoch = in->epoch->older; epoch && count <= LO_MAX_EPOCHS; epoch = epoch->older)
        epochs[count++] = epoch;
    while (count) lost += finish_in_epoch(in, epochs[--count]);
    if (lost) lo_deliver_gap_event(in, lost);
}

/* Delivers what is in order, and releases what need not be cached. */
static void drain(lo_instream *in) {
    if (!in->delivered && in->received && !in->gated && in->epoch->older) finish_earlier(in);
    while (in->delivered < in->received && !in->gated) {
        uint64_t sequence = in->delivered + 1;
        lo_slot *slot = lo_window_slot(&in->window, sequence);
        if (slot && slot->buffer) {
            in->stalled = !lo_deliver_segment(in, slot->buffer, slot->offset, slot->length, sequence);
            if (in->stalled) break;
        }
        in->delivered = sequence;
    }
    forget_old(in);
    if (in->stalled) wake(in);
    if (in->epoch != in->epoch->node->epoch) lo_epoch_ungate_sender(in->epoch->node, in->sender, in->epoch->node->now);
}

static void advance(lo_instream *in) {
    while (true) {
        lo_slot *slot = lo_window_slot(&in->window, in->received + 1);
        if (!slot || !slot->buffer) break;
        in->received++;
    }
    if (in->received >= in->highest) in->nak_at = LO_NEVER;
    drain(in);
}

/* Segment 1 may list earlier streams of the sender that must be finished first. */
static void read_gates(lo_instream *in, const uint8_t *segment, uint32_t length, lo_time now) {
    if (segment[1] != LO_PACKET_DATA) return;
    lo_cursor cursor = lo_cursor_over(segment, length);
    (void)lo_cursor_skip(&cursor, LO_HEADER_BYTES + LO_DATA_HEADER_BYTES);
    if (lo_get32(&cursor) != LO_RECORD_OPEN) return;
    uint32_t count = (lo_get32(&cursor) & LO_RECORD_SIZE_MASK) / LO_OPEN_ENTRY_BYTES;
    for (uint32_t i = 0; i < count && i < LO_MAX_OPEN_ENTRIES; i++) {
        uint64_t view = lo_get64(&cursor);
        uint32_t region = lo_get32(&cursor);
        uint64_t last = lo_get64(&cursor);
        if (cursor.failed || view >= in->epoch->view->number) return;
        lo_epoch *epoch = lo_epoch_find(in->epoch->node, view);
        /* There was a view between this one and the node's last one, and it never arrived here. */
        if (!epoch && in->epoch->older && view > in->epoch->older->view->number) in->gap_first = true;
        if (!epoch || region >= epoch->view->region_count) continue;
        lo_region_state *state = &epoch->region_states[region];
        int index = lo_epoch_member(epoch, in->sender);
        if (state->position == LO_NO_POSITION || index < 0) continue;
        lo_instream *earlier = lo_instream_obtain(state, (uint32_t)index);
        if (!earlier || earlier->delivered >= last) continue;
        lo_instream_known(earlier, last, 0, 0, now);
        /* In an ordered group a sender that joins anew has no earlier streams to wait for. */
        bool past = in->region_state->region->policy.order != LO_ORDER_SENDER &&
                    view < in->epoch->view->members[in->sender_index].joined;
        in->gates[in->gate_count].view = view;
        in->gates[in->gate_count].region = region;
        in->gates[in->gate_count++].last = past ? 0 : last;
        in->gated |= !past;
    }
}

void lo_instream_ungate(lo_instream *in, lo_time now) {
    (void)now;
    if (!in->gated) return;
    for (uint32_t i = 0; i < in->gate_count; i++) {
        lo_epoch *epoch = lo_epoch_find(in->epoch->node, in->gates[i].view);
        if (!epoch) continue;
        int index = lo_epoch_member(epoch, in->sender);
        lo_region_state *state = &epoch->region_states[in->gates[i].region];
        lo_instream *earlier = index >= 0 && state->in ? state->in[index] : NULL;
        if (earlier && earlier->delivered < in->gates[i].last) return;
    }
    in->gated = false;
    drain(in);
    trim_cache(in);
}

/* Skips to `floor`: segments up to it will never come. */
static void skip_to_floor(lo_instream *in) {
    if (in->floor <= in->received) return;
    drain(in);
    if (in->finished || in->delivered < in->received) return;  /* Gated or out of memory: later. */
    uint64_t lost = 0;
    for (uint64_t s = in->received + 1; s <= in->floor; s++) {
        lo_slot *slot = lo_window_slot(&in->window, s);
        if (slot && slot->buffer) {
            if (lost) lo_deliver_gap(in, lost);
            lost = 0;
            in->received = s;
            drain(in);
            if (in->finished || in->delivered < in->received) return;
        } else {
            if (s == 1) finish_earlier(in);  /* The list of earlier streams is lost with it. */
            lost++;
            in->received = in->delivered = s;
            if (!slot) {  /* No segment is held from here on. */
                lost += in->floor - s;
                in->received = in->delivered = in->floor;
                break;
            }
        }
    }
    if (lost) lo_deliver_gap(in, lost);
    in->cached_from = lo_max64(in->cached_from, in->floor);
    trim_cache(in);
    advance(in);
}

void lo_instream_known(lo_instream *in, uint64_t highest, uint64_t stable, uint64_t floor, lo_time now) {
    if (in->finished) return;
    if (highest > in->highest) in->highest = highest;
    if (floor > in->floor) {
        in->floor = floor;
        skip_to_floor(in);
        if (in->finished) return;
        in->cached_from = lo_max64(in->cached_from, lo_min64(floor, in->delivered));  /* Nobody will request it. */
        trim_cache(in);
    }
    if (stable > in->stable) {
        in->stable = stable;
        trim_cache(in);
    }
    if (in->received >= in->highest) return;
    if (!lo_instream_repairs(in)) {
        if (in->nak_at == LO_NEVER) in->nak_at = now + LOSS_DELAY;
        wake(in);
        return;
    }
    if (in->nak_at != LO_NEVER) {
        in->nak_at = lo_min64(in->nak_at, now + LO_SCAN_PACE);
        return;
    }
    in->nak_at = now + REORDER_DELAY;
    wake(in);
    if (in->region_state->rings) lo_region_rings_wake(in->region_state->rings, 1, now);
}

static int keep(lo_instream *in, uint64_t sequence, lo_buffer *buffer, uint32_t offset, uint32_t length,
                lo_time now) {
    lo_node *node = in->epoch->node;
    if (lo_window_extend(&in->window, sequence) < 0) {
        node->statistics.no_window++;
        return LO_ERROR_MEMORY;
    }
    lo_slot *slot = lo_window_slot(&in->window, sequence);
    if (!slot || slot->buffer) {
        node->statistics.duplicates++;
        return LO_ERROR_REPLAYED;
    }
    if (slot->tries) lo_nak_answered(in, slot, now);
    hold(in, sequence, buffer, offset, length);
    return LO_OK;
}

int lo_instream_segment(lo_instream *in, uint64_t sequence, uint64_t stable, uint64_t floor, lo_buffer *buffer,
                        uint32_t offset, uint32_t length, lo_time now) {
    lo_node *node = in->epoch->node;
    if (sequence <= in->received || in->finished) {
        node->statistics.duplicates++;
        return LO_ERROR_REPLAYED;
    }
    bool next = sequence == in->received + 1;
    int error = keep(in, sequence, buffer, offset, length, now);
    if (error) return error;
    if (sequence == 1) read_gates(in, buffer->data + offset, length, now);
    if (next) advance(in);
    else node->statistics.out_of_order++;
    in->last_data = now;
    in->seen = lo_max64(in->seen, sequence);
    node->statistics.segments_received++;
    lo_instream_known(in, sequence, stable, floor, now);
    note_progress(in, length, now);
    return LO_OK;
}

void lo_instream_status(lo_instream *in, const lo_status *status, lo_time now) {
    lo_instream_known(in, status->last, status->stable, status->floor, now);
    if (status->flags & LO_STATUS_CLOSED) in->closed = true;
    if ((status->flags & LO_STATUS_ANSWER) && in->region_state->quick) due(in);
    if ((status->flags & LO_STATUS_ANSWER) && in->region_state->rings)
        lo_region_rings_answer(in->region_state->rings, in, now);
}

void lo_instream_fill_ack(const lo_instream *in, lo_ack *ack) {
    ack->origin = in->sender;
    ack->ack_for = LO_ACK_FOR_MEMBER;
    ack->position = in->region_state->position;
    /* In ordered groups, segments that wait for earlier streams are not acknowledged. */
    bool ordered = in->region_state->region->policy.order != LO_ORDER_SENDER;
    ack->received = ordered ? in->delivered : in->received;
    ack->admitted = lo_max64(in->received, in->seen);
    ack->highest = lo_max64(in->highest, ack->admitted);
    ack->room = lo_instream_room(in);
    ack->range_count = 0;
}

static void tick_orphan(lo_instream *in, lo_time now) {
    if (in->received < in->highest && now >= in->orphan_until) {
        in->floor = in->highest;  /* No member has it: report the gap and continue. */
        skip_to_floor(in);
    }
}

/* Nobody retransmits: reports what has not come in time as lost, and continues. */
static void tick_loss(lo_instream *in, lo_time now) {
    if (in->nak_at > now || lo_instream_repairs(in)) return;
    in->nak_at = LO_NEVER;
    if (in->received >= in->highest) return;
    in->floor = in->highest;
    skip_to_floor(in);
}

void lo_instream_tick(lo_instream *in, lo_time now) {
    if (in->finished) {
        if (!in->ack_due) lo_list_remove(&in->busy);
        return;
    }
    if (in->stalled) {
        in->stalled = false;
        drain(in);
    }
    tick_loss(in, now);
    if (in->floor > in->received) skip_to_floor(in);
    if (in->orphan) in->ack_at = LO_NEVER;  /* There is no sender to acknowledge to. */
    lo_time patience = in->epoch->node->defers_acks ? PUT_OFF : 0;
    if (in->ack_at <= now - lo_min64(patience, now)) due(in);
    if (in->acked_room < in->epoch->node->config.flight_bytes / 8 && in->region_state->quick &&
        in->acked_room * 2 < lo_instream_room(in) && in->acked)
        due(in);
    if (in->orphan) tick_orphan(in, now);
    if (in->stable >= in->received || in->orphan) {
        in->settle_at = LO_NEVER;
    } else if (in->settle_at <= now) {
        in->settle_at = now + in->settle_interval;
        in->settle_interval = lo_min64(in->settle_interval * 2, SETTLE_SLOWEST);
        due(in);
    }
    if (in->finished) return; /* A later stream has ended it. */
    bool idle = !in->ack_due && in->ack_at == LO_NEVER && in->nak_at == LO_NEVER && !in->stalled &&
                in->settle_at == LO_NEVER &&
                !in->orphan && !in->gated &&
                (!in->acked || in->acked_room >= in->epoch->node->config.flight_bytes / 8);
    if (idle) lo_list_remove(&in->busy);
}

lo_time lo_instream_wakeup(const lo_instream *in) {
    if (in->ack_due || in->finished) return 0;
    lo_time at = lo_min64(lo_min64(in->ack_at, in->nak_at), in->settle_at);
    if (in->stalled || in->gated || in->acked_room < in->epoch->node->config.flight_bytes / 8)
        at = lo_min64(at, in->epoch->node->now + LO_MILLISECOND * 5);
    if (in->orphan && in->notify_peers) at = lo_min64(at, in->notify_at);
    if (in->orphan && in->received < in->highest) at = lo_min64(at, in->orphan_until);
    return at;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Token circulation: pace, loss, and members that do not forward it. */
#include "lo_region_rings.h"

#define FAST_PACE (2 * LO_MILLISECOND)
#define PACE (40 * LO_MILLISECOND)
#define SLOW_PACE (500 * LO_MILLISECOND)
#define UNSEEN (500 * LO_MILLISECOND)  /* No token for this long: the leader may be idle. */
#define SHORTEST_TIMEOUT (40 * LO_MILLISECOND)
#define PROBE_WAIT (25 * LO_MILLISECOND)
#define REPROBE (30 * LO_MILLISECOND)

int lo_token_ring_init(lo_token_ring *ring, lo_region_rings *rings, uint8_t level, uint32_t count, uint32_t self) {
    ring->rings = rings;
    ring->level = level;
    ring->count = count;
    ring->self = self;
    ring->pace = PACE;
    ring->next_round = LO_NEVER;
    ring->places = lo_memory_alloc(&rings->region_state->epoch->node->memory, count * sizeof *ring->places);
    return ring->places ? LO_OK : LO_ERROR_MEMORY;
}

void lo_token_ring_destroy(lo_token_ring *ring) {
    if (!ring->rings) return;
    lo_memory_free(&ring->rings->region_state->epoch->node->memory, ring->places, ring->count * sizeof *ring->places);
}

uint32_t lo_token_ring_leader(const lo_token_ring *ring) {
    for (uint32_t i = 0; i < ring->count; i++)
        if (lo_region_rings_alive(ring, i)) return i;
    return ring->self;
}

/* Activity: the next round starts after the usual interval at the latest. */
void lo_token_ring_wake(lo_token_ring *ring, uint32_t bytes, lo_time now) {
    ring->fresh_bytes += bytes;
    if (ring->next_round != LO_NEVER && ring->next_round > now + PACE) ring->next_round = now + PACE;
}

bool lo_token_ring_is_leader(const lo_token_ring *ring) { return lo_token_ring_leader(ring) == ring->self; }

static bool is_skipped(const lo_token *token, uint32_t place) {
    for (uint32_t i = 0; i < token->skipped_count; i++)
        if (token->skipped[i] == place) return true;
    return false;
}

/* Next place in the ring: the next that is alive and not silent, or the leader. */
static uint32_t next_place(const lo_token_ring *ring, uint32_t place, const lo_token *token) {
    for (uint32_t i = place + 1; i < ring->count; i++)
        if (lo_region_rings_alive(ring, i) && !is_skipped(token, i)) return i;
    return lo_token_ring_leader(ring);
}

static uint32_t count_silent(const lo_token_ring *ring) {
    uint32_t silent = 0;
    for (uint32_t i = 0; i < ring->count; i++)
        silent += ring->places[i].silent && lo_region_rings_alive(ring, i);
    return silent;
}

static void name_silent(const lo_token_ring *ring, lo_token *token) {
    for (uint32_t i = 0; i < ring->count && token->skipped_count < LO_TOKEN_SKIPPED; i++)
        if (ring->places[i].silent && lo_region_rings_alive(ring, i))
            token->skipped[token->skipped_count++] = (uint16_t)i;
}

static void complete(lo_token_ring *ring, const lo_token *token, lo_time now) {
    lo_time took = ring->started && now > ring->started ? now - ring->started : 0;
    ring->round_trip = ring->round_trip ? (ring->round_trip * 7 + took) / 8 : took;
    if (ring->level == 0) ring->rings->region_state->epoch->node->statistics.token_round_trip_ns = ring->round_trip;
    ring->started = 0;
    ring->nudged = false;
    lo_region_rings_complete(ring, token, now);
}

static void start_round(lo_token_ring *ring, lo_time now) {
    lo_token *token = &ring->token;
    memset(token, 0, offsetof(lo_token, records));
    token->level = ring->level;
    token->partition = (uint16_t)ring->rings->region_state->partition.index;
    token->round = ++ring->round;
    name_silent(ring, token);
    lo_region_rings_begin(ring, token);
    ring->started = now ? now : 1;
    ring->seen = now;
    uint32_t next = next_place(ring, ring->self, token);
    if (next == ring->self) {
        complete(ring, token, now);
    } else {
        ring->forward = true;
        ring->forward_to = next;
    }
}

static void start_probe(lo_token_ring *ring, lo_time now) {
    for (uint32_t i = 0; i < ring->count; i++) {
        bool ask = i != ring->self && lo_region_rings_alive(ring, i);
        ring->places[i].probe = ask;
        ring->places[i].answered = !ask;
    }
    ring->probe_until = now + PROBE_WAIT;
    ring->started = 0;
    ring->forward = false;
}

static void end_probe(lo_token_ring *ring, lo_time now) {
    lo_node *node = ring->rings->region_state->epoch->node;
    for (uint32_t i = 0; i < ring->count; i++) {
        ring->places[i].silent = !ring->places[i].answered;
        if (!ring->places[i].silent || !node->membership || ring->rings->region_state->epoch != node->epoch) continue;
        const lo_region_state *state = ring->rings->region_state;
        const lo_member *member =
            &state->epoch->view->members[state->region->members[lo_region_rings_position(ring, i)]];
        lo_membership_suspect(node->membership, member->number, now);
    }
    ring->probe_until = 0;
    ring->reprobe_at = now + REPROBE;
    ring->next_round = now;
}

static void tick_leader(lo_token_ring *ring, lo_time now) {
    lo_time timeout = lo_max64(SHORTEST_TIMEOUT, 4 * ring->round_trip);
    if (ring->started && now > ring->started + timeout) start_probe(ring, now);
    if (ring->probe_until && now >= ring->probe_until) end_probe(ring, now);
    if (!ring->probe_until && now >= ring->reprobe_at && count_silent(ring)) {
        for (uint32_t i = 0; i < ring->count; i++)
            ring->places[i].probe = ring->places[i].silent && lo_region_rings_alive(ring, i);
        ring->reprobe_at = now + REPROBE;
    }
    if (ring->started || ring->probe_until) return;
    bool active = lo_region_rings_active(ring) || ring->nudged;
    if (!active) {
        ring->next_round = LO_NEVER;
        ring->pace = PACE;
        return;
    }
    if (ring->next_round == LO_NEVER) ring->next_round = now + FAST_PACE;
    if (ring->fresh_bytes >= ring->rings->region_state->epoch->node->config.flight_bytes / 16)
        ring->next_round = lo_min64(ring->next_round, now);
    if (now >= ring->next_round) {
        bool fresh = ring->fresh_bytes > 0;
        ring->pace = fresh ? PACE : lo_min64(ring->pace * 2, SLOW_PACE);
        ring->next_round = now + ring->pace;
        ring->fresh_bytes = 0;
        start_round(ring, now);
    }
}

/* A member with something to report that sees no token nudges the leader; not at once, because the leader most
 * likely knows. */
static void tick_member(lo_token_ring *ring, lo_time now) {
    if (!lo_region_rings_active(ring)) {
        ring->active_since = 0;
        return;
    }
    if (!ring->active_since) ring->active_since = now;
    if (now < lo_max64(ring->seen + UNSEEN, ring->active_since + PACE) || now < ring->next_round) return;
    ring->nudge_due = true;
    ring->pace = lo_min64(ring->pace * 2, SLOW_PACE);
    ring->next_round = now + ring->pace;
}

void lo_token_ring_tick(lo_token_ring *ring, lo_time now) {
    if (!ring->count || ring->self >= ring->count) return;
    if (lo_token_ring_is_leader(ring)) {
        tick_leader(ring, now);
    } else {
        if (ring->next_round == LO_NEVER) ring->next_round = 0;
        tick_member(ring, now);
    }
}

lo_time lo_token_ring_wakeup(const lo_token_ring *ring) {
    if (!ring->count || ring->self >= ring->count) return LO_NEVER;
    lo_time now = ring->rings->region_state->epoch->node->now;
    if (ring->forward || ring->answer || ring->nudge_due) return now;
    if (!lo_token_ring_is_leader(ring)) return lo_region_rings_active(ring) ? now + PACE : LO_NEVER;
    for (uint32_t i = 0; i < ring->count; i++)
        if (ring->places[i].probe) return now;
    /* The next round waits for the end of this one, even if overdue. */
    lo_time at = ring->started || ring->probe_until ? LO_NEVER : ring->next_round;
    if (ring->started) at = lo_min64(at, ring->started + lo_max64(SHORTEST_TIMEOUT, 4 * ring->round_trip));
    if (ring->probe_until) at = lo_min64(at, ring->probe_until);
    else if (count_silent(ring) && lo_region_rings_active(ring)) at = lo_min64(at, ring->reprobe_at);
    if (at == LO_NEVER && (lo_region_rings_active(ring) || ring->nudged)) at = now + FAST_PACE;
    return at;
}

static int leader_token(lo_token_ring *ring, uint32_t from, const lo_token *token, lo_time now) {
    if (token->flags & LO_TOKEN_NUDGE) {
        ring->nudged = true;
        if (ring->places[from].silent) ring->places[from].probe = true;
        if (ring->next_round > now + FAST_PACE) ring->next_round = now + FAST_PACE;
        return LO_OK;
    }
    if (token->flags & LO_TOKEN_ANSWER) {
        ring->places[from].answered = true;
        if (ring->places[from].silent && lo_region_rings_may_return(ring, token)) ring->places[from].silent = false;
        return LO_OK;
    }
    if (!ring->started || token->round != ring->round) return LO_ERROR_STALE;
    complete(ring, token, now);
    return LO_OK;
}

int lo_token_ring_token(lo_token_ring *ring, uint32_t from, const lo_token *token, lo_time now) {
    if (from >= ring->count || ring->self >= ring->count) return LO_ERROR_FORGED;
    ring->seen = now;
    if (lo_token_ring_is_leader(ring)) return leader_token(ring, from, token, now);
    if (token->flags & LO_TOKEN_PROBE) {
        ring->answer = true;
        ring->answer_to = from;
        ring->answer_round = token->round;
        return LO_OK;
    }
    if (token->flags || (int32_t)(token->round - ring->round) <= 0) return LO_ERROR_STALE;
    ring->round = token->round;
    ring->pace = PACE;
    ring->token = *token;
    ring->forward = true;
    ring->forward_to = next_place(ring, ring->self, token);
    return LO_OK;
}

static int write_small(const lo_token_ring *ring, uint8_t flags, uint32_t round, uint8_t *body, size_t room) {
    lo_token token;
    memset(&token, 0, offsetof(lo_token, records));
    token.level = ring->level;
    token.flags = flags;
    token.partition = (uint16_t)ring->rings->region_state->partition.index;
    token.round = round;
    return lo_token_write(&token, body, room);
}

/* Pulls the next token to send. The node's own contribution is added now, when it is fresh. */
int lo_token_ring_next_packet(lo_token_ring *ring, lo_time now, uint8_t *body, size_t room, uint32_t *to) {
    if (!ring->count || ring->self >= ring->count) return 0;
    if (ring->forward) {
        ring->forward = false;
        *to = ring->forward_to;
        bool leads = lo_token_ring_is_leader(ring);
        if (!leads) lo_region_rings_contribute(ring, &ring->token, now);
        return lo_token_write(&ring->token, body, room);
    }
    if (ring->answer) {
        ring->answer = false;
        *to = ring->answer_to;
        memset(&ring->token, 0, offsetof(lo_token, records));
        ring->token.level = ring->level;
        ring->token.flags = LO_TOKEN_ANSWER;
        ring->token.partition = (uint16_t)ring->rings->region_state->partition.index;
        ring->token.round = ring->answer_round;
        lo_region_rings_begin(ring, &ring->token);
        return lo_token_write(&ring->token, body, room);
    }
    if (ring->nudge_due) {
        ring->nudge_due = false;
        *to = lo_token_ring_leader(ring);
        return *to == ring->self ? 0 : write_small(ring, LO_TOKEN_NUDGE, 0, body, room);
    }
    for (uint32_t i = 0; i < ring->count; i++) {
        if (!ring->places[i].probe) continue;
        ring->places[i].probe = false;
        *to = i;
        return write_small(ring, LO_TOKEN_PROBE, ring->round, body, room);
    }
    return 0;
}

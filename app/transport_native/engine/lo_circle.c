/* How a token goes round: pace, loss, and members that do not pass it on. */
#include "lo_ring.h"

#define FAST_PACE (2 * LO_MILLISECOND)
#define PACE (40 * LO_MILLISECOND)
#define SLOW_PACE (500 * LO_MILLISECOND)
#define UNSEEN (500 * LO_MILLISECOND)  /* No token for so long: is the leader asleep? */
#define SHORTEST_TIMEOUT (40 * LO_MILLISECOND)
#define PROBE_WAIT (25 * LO_MILLISECOND)
#define REPROBE (30 * LO_MILLISECOND)

int lo_circle_init(lo_circle *circle, lo_ring *ring, uint8_t level, uint32_t count, uint32_t self) {
    circle->ring = ring;
    circle->level = level;
    circle->count = count;
    circle->self = self;
    circle->pace = PACE;
    circle->next_round = LO_NEVER;
    circle->places = lo_memory_take(&ring->arena->era->node->memory, count * sizeof *circle->places);
    return circle->places ? LO_OK : LO_ERROR_MEMORY;
}

void lo_circle_destroy(lo_circle *circle) {
    if (!circle->ring) return;
    lo_memory_give(&circle->ring->arena->era->node->memory, circle->places, circle->count * sizeof *circle->places);
}

uint32_t lo_circle_leader(const lo_circle *circle) {
    for (uint32_t i = 0; i < circle->count; i++)
        if (lo_ring_alive(circle, i)) return i;
    return circle->self;
}

/* News: whoever waits for the next round waits no longer than the usual pace. */
void lo_circle_wake(lo_circle *circle, uint32_t bytes, lo_time now) {
    circle->fresh_bytes += bytes;
    if (circle->next_round != LO_NEVER && circle->next_round > now + PACE) circle->next_round = now + PACE;
}

bool lo_circle_is_leader(const lo_circle *circle) { return lo_circle_leader(circle) == circle->self; }

static bool is_skipped(const lo_token *token, uint32_t place) {
    for (uint32_t i = 0; i < token->skipped_count; i++)
        if (token->skipped[i] == place) return true;
    return false;
}

/* Who gets the token after this place: the next that lives and is not silent, or the leader. */
static uint32_t next_place(const lo_circle *circle, uint32_t place, const lo_token *token) {
    for (uint32_t i = place + 1; i < circle->count; i++)
        if (lo_ring_alive(circle, i) && !is_skipped(token, i)) return i;
    return lo_circle_leader(circle);
}

static uint32_t count_silent(const lo_circle *circle) {
    uint32_t silent = 0;
    for (uint32_t i = 0; i < circle->count; i++)
        silent += circle->places[i].silent && lo_ring_alive(circle, i);
    return silent;
}

static void name_silent(const lo_circle *circle, lo_token *token) {
    for (uint32_t i = 0; i < circle->count && token->skipped_count < LO_TOKEN_SKIPPED; i++)
        if (circle->places[i].silent && lo_ring_alive(circle, i)) token->skipped[token->skipped_count++] = (uint16_t)i;
}

static void complete(lo_circle *circle, const lo_token *token, lo_time now) {
    lo_time took = circle->started && now > circle->started ? now - circle->started : 0;
    circle->round_trip = circle->round_trip ? (circle->round_trip * 7 + took) / 8 : took;
    if (circle->level == 0) circle->ring->arena->era->node->statistics.token_round_trip_ns = circle->round_trip;
    circle->started = 0;
    circle->nudged = false;
    lo_ring_complete(circle, token, now);
}

static void start_round(lo_circle *circle, lo_time now) {
    lo_token *token = &circle->token;
    memset(token, 0, offsetof(lo_token, records));
    token->level = circle->level;
    token->partition = (uint16_t)circle->ring->arena->partition.index;
    token->round = ++circle->round;
    name_silent(circle, token);
    lo_ring_begin(circle, token);
    circle->started = now ? now : 1;
    circle->seen = now;
    uint32_t next = next_place(circle, circle->self, token);
    if (next == circle->self) {
        complete(circle, token, now);
    } else {
        circle->forward = true;
        circle->forward_to = next;
    }
}

static void start_probe(lo_circle *circle, lo_time now) {
    for (uint32_t i = 0; i < circle->count; i++) {
        bool ask = i != circle->self && lo_ring_alive(circle, i);
        circle->places[i].probe = ask;
        circle->places[i].answered = !ask;
    }
    circle->probe_until = now + PROBE_WAIT;
    circle->started = 0;
    circle->forward = false;
}

static void end_probe(lo_circle *circle, lo_time now) {
    lo_node *node = circle->ring->arena->era->node;
    for (uint32_t i = 0; i < circle->count; i++) {
        circle->places[i].silent = !circle->places[i].answered;
        if (!circle->places[i].silent || !node->membership || circle->ring->arena->era != node->era) continue;
        const lo_arena *arena = circle->ring->arena;
        const lo_member *member = &arena->era->view->members[arena->region->members[lo_ring_position(circle, i)]];
        lo_membership_doubt(node->membership, member->number, now);
    }
    circle->probe_until = 0;
    circle->reprobe_at = now + REPROBE;
    circle->next_round = now;
}

static void tick_leader(lo_circle *circle, lo_time now) {
    lo_time timeout = lo_max64(SHORTEST_TIMEOUT, 4 * circle->round_trip);
    if (circle->started && now > circle->started + timeout) start_probe(circle, now);
    if (circle->probe_until && now >= circle->probe_until) end_probe(circle, now);
    if (!circle->probe_until && now >= circle->reprobe_at && count_silent(circle)) {
        for (uint32_t i = 0; i < circle->count; i++)
            circle->places[i].probe = circle->places[i].silent && lo_ring_alive(circle, i);
        circle->reprobe_at = now + REPROBE;
    }
    if (circle->started || circle->probe_until) return;
    bool active = lo_ring_active(circle) || circle->nudged;
    if (!active) {
        circle->next_round = LO_NEVER;
        circle->pace = PACE;
        return;
    }
    if (circle->next_round == LO_NEVER) circle->next_round = now + FAST_PACE;
    if (circle->fresh_bytes >= circle->ring->arena->era->node->config.flight_bytes / 16)
        circle->next_round = lo_min64(circle->next_round, now);
    if (now >= circle->next_round) {
        bool fresh = circle->fresh_bytes > 0;
        circle->pace = fresh ? PACE : lo_min64(circle->pace * 2, SLOW_PACE);
        circle->next_round = now + circle->pace;
        circle->fresh_bytes = 0;
        start_round(circle, now);
    }
}

/* A member that has something to say and sees no token wakes the leader; not at once, since that one most likely has
 * heard the same. */
static void tick_member(lo_circle *circle, lo_time now) {
    if (!lo_ring_active(circle)) {
        circle->active_since = 0;
        return;
    }
    if (!circle->active_since) circle->active_since = now;
    if (now < lo_max64(circle->seen + UNSEEN, circle->active_since + PACE) || now < circle->next_round) return;
    circle->nudge_due = true;
    circle->pace = lo_min64(circle->pace * 2, SLOW_PACE);
    circle->next_round = now + circle->pace;
}

void lo_circle_tick(lo_circle *circle, lo_time now) {
    if (!circle->count || circle->self >= circle->count) return;
    if (lo_circle_is_leader(circle)) {
        tick_leader(circle, now);
    } else {
        if (circle->next_round == LO_NEVER) circle->next_round = 0;
        tick_member(circle, now);
    }
}

lo_time lo_circle_wakeup(const lo_circle *circle) {
    if (!circle->count || circle->self >= circle->count) return LO_NEVER;
    lo_time now = circle->ring->arena->era->node->now;
    if (circle->forward || circle->answer || circle->nudge_due) return now;
    if (!lo_circle_is_leader(circle)) return lo_ring_active(circle) ? now + PACE : LO_NEVER;
    for (uint32_t i = 0; i < circle->count; i++)
        if (circle->places[i].probe) return now;
    /* The next round waits for the end of this one, however overdue it is. */
    lo_time at = circle->started || circle->probe_until ? LO_NEVER : circle->next_round;
    if (circle->started) at = lo_min64(at, circle->started + lo_max64(SHORTEST_TIMEOUT, 4 * circle->round_trip));
    if (circle->probe_until) at = lo_min64(at, circle->probe_until);
    else if (count_silent(circle) && lo_ring_active(circle)) at = lo_min64(at, circle->reprobe_at);
    if (at == LO_NEVER && (lo_ring_active(circle) || circle->nudged)) at = now + FAST_PACE;
    return at;
}

static int leader_token(lo_circle *circle, uint32_t from, const lo_token *token, lo_time now) {
    if (token->flags & LO_TOKEN_NUDGE) {
        circle->nudged = true;
        if (circle->places[from].silent) circle->places[from].probe = true;
        if (circle->next_round > now + FAST_PACE) circle->next_round = now + FAST_PACE;
        return LO_OK;
    }
    if (token->flags & LO_TOKEN_ANSWER) {
        circle->places[from].answered = true;
        if (circle->places[from].silent && lo_ring_may_return(circle, token)) circle->places[from].silent = false;
        return LO_OK;
    }
    if (!circle->started || token->round != circle->round) return LO_ERROR_STALE;
    complete(circle, token, now);
    return LO_OK;
}

int lo_circle_token(lo_circle *circle, uint32_t from, const lo_token *token, lo_time now) {
    if (from >= circle->count || circle->self >= circle->count) return LO_ERROR_FORGED;
    circle->seen = now;
    if (lo_circle_is_leader(circle)) return leader_token(circle, from, token, now);
    if (token->flags & LO_TOKEN_PROBE) {
        circle->answer = true;
        circle->answer_to = from;
        circle->answer_round = token->round;
        return LO_OK;
    }
    if (token->flags || (int32_t)(token->round - circle->round) <= 0) return LO_ERROR_STALE;
    circle->round = token->round;
    circle->pace = PACE;
    circle->token = *token;
    circle->forward = true;
    circle->forward_to = next_place(circle, circle->self, token);
    return LO_OK;
}

static int write_small(const lo_circle *circle, uint8_t flags, uint32_t round, uint8_t *body, size_t room) {
    lo_token token;
    memset(&token, 0, offsetof(lo_token, records));
    token.level = circle->level;
    token.flags = flags;
    token.partition = (uint16_t)circle->ring->arena->partition.index;
    token.round = round;
    return lo_token_write(&token, body, room);
}

/* Pulls the next token to send. The node's own part is added now, when it is fresh. */
int lo_circle_next_packet(lo_circle *circle, lo_time now, uint8_t *body, size_t room, uint32_t *to) {
    if (!circle->count || circle->self >= circle->count) return 0;
    if (circle->forward) {
        circle->forward = false;
        *to = circle->forward_to;
        bool leads = lo_circle_is_leader(circle);
        if (!leads) lo_ring_contribute(circle, &circle->token, now);
        return lo_token_write(&circle->token, body, room);
    }
    if (circle->answer) {
        circle->answer = false;
        *to = circle->answer_to;
        memset(&circle->token, 0, offsetof(lo_token, records));
        circle->token.level = circle->level;
        circle->token.flags = LO_TOKEN_ANSWER;
        circle->token.partition = (uint16_t)circle->ring->arena->partition.index;
        circle->token.round = circle->answer_round;
        lo_ring_begin(circle, &circle->token);
        return lo_token_write(&circle->token, body, room);
    }
    if (circle->nudge_due) {
        circle->nudge_due = false;
        *to = lo_circle_leader(circle);
        return *to == circle->self ? 0 : write_small(circle, LO_TOKEN_NUDGE, 0, body, room);
    }
    for (uint32_t i = 0; i < circle->count; i++) {
        if (!circle->places[i].probe) continue;
        circle->places[i].probe = false;
        *to = i;
        return write_small(circle, LO_TOKEN_PROBE, circle->round, body, room);
    }
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "lo_failure_detector.h"

#define RELAYS 3u
#define ACTIONS 64u

enum phase { CALM, ASKED, RELAYED, SUSPECTED, DEAD };

typedef struct peer {
    uint32_t number, incarnation;
    enum phase phase;
    bool ended;                 /* Confirmed: it stays DEAD. */
    uint64_t consent;           /* Its last accepted view, if it has ended. */
    lo_time last_heard, deadline;
    lo_time last_chance;        /* When a suspect is declared dead. */
} peer;

struct lo_failure_detector {
    lo_memory *memory;
    uint32_t self, incarnation;
    uint64_t random;
    lo_time heartbeat, suspect_after;
    peer *peers;
    uint32_t count, room;
    uint32_t *table;            /* Number -> index + 1, open addressing. */
    uint32_t table_size;
    uint32_t next_peer, step;   /* Next member to ping, and the step to the one after it. */
    uint32_t self_position;
    lo_time next_round, last_timer;
    lo_time earliest;           /* No peer has a deadline before this. */
    lo_failure_detector_action actions[ACTIONS];
    uint32_t action_first, action_count;
    lo_failure_detector_counts counts;
};

static uint64_t next_random(lo_failure_detector *d) {
    uint64_t z = (d->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

lo_failure_detector *lo_failure_detector_create(lo_memory *memory, uint32_t self, uint64_t seed, lo_time heartbeat,
                                                lo_time suspect_after, lo_time now) {
    lo_failure_detector *d = lo_memory_alloc(memory, sizeof *d);
    if (!d) return NULL;
    d->memory = memory;
    d->self = self;
    d->random = seed ^ 0x5eed0f0dea7b0b5u;
    d->heartbeat = heartbeat;
    d->suspect_after = suspect_after;
    d->last_timer = now;
    d->next_round = now + next_random(d) % heartbeat;
    d->earliest = LO_NEVER;
    return d;
}

static void free_tables(lo_failure_detector *d) {
    lo_memory_free(d->memory, d->peers, d->room * sizeof *d->peers);
    lo_memory_free(d->memory, d->table, d->table_size * sizeof *d->table);
}

void lo_failure_detector_destroy(lo_failure_detector *d) {
    if (!d) return;
    free_tables(d);
    lo_memory_free(d->memory, d, sizeof *d);
}

static peer *find(const lo_failure_detector *d, uint32_t number) {
    if (d->table_size == 0) return NULL;
    uint32_t slot = (number * 2654435761u) & (d->table_size - 1);
    while (d->table[slot]) {
        if (d->peers[d->table[slot] - 1].number == number) return &d->peers[d->table[slot] - 1];
        slot = (slot + 1) & (d->table_size - 1);
    }
    return NULL;
}

static uint32_t greatest_divisor(uint32_t a, uint32_t b) {
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* All nodes walk through the members with the same step from their own index, so in each period nearly every member
 * is pinged by exactly one other. */
static void choose_walk(lo_failure_detector *d, uint64_t salt) {
    d->step = 1;
    d->next_peer = d->self_position;
    if (d->count < 3) return;
    d->step = (uint32_t)(1 + salt % (d->count - 1));
    while (greatest_divisor(d->step, d->count) != 1) d->step = d->step % (d->count - 1) + 1;
}

int lo_failure_detector_set_members(lo_failure_detector *d, const lo_member *members, uint32_t count, lo_time now) {
    uint32_t table_size = 16;
    while (table_size < count * 2) table_size *= 2;
    peer *peers = lo_memory_alloc(d->memory, count * sizeof *peers);
    uint32_t *table = lo_memory_alloc(d->memory, table_size * sizeof *table);
    if (!peers || !table) {
        lo_memory_free(d->memory, peers, count * sizeof *peers);
        lo_memory_free(d->memory, table, table_size * sizeof *table);
        return LO_ERROR_MEMORY;
    }
    uint64_t salt = 0;
    for (uint32_t i = 0; i < count; i++) {
        const peer *known = find(d, members[i].number);
        peers[i] = known ? *known : (peer){.number = members[i].number, .last_heard = now, .deadline = LO_NEVER};
        if (members[i].number == d->self) d->self_position = i;
        salt = salt * 31 + members[i].number;
        uint32_t slot = (members[i].number * 2654435761u) & (table_size - 1);
        while (table[slot]) slot = (slot + 1) & (table_size - 1);
        table[slot] = i + 1;
    }
    free_tables(d);
    d->peers = peers;
    d->room = d->count = count;
    d->table = table;
    d->table_size = table_size;
    choose_walk(d, salt);
    return LO_OK;
}

static void act(lo_failure_detector *d, uint32_t verb, const peer *p, uint32_t via) {
    if (d->action_count == ACTIONS) return; /* It is generated again later. */
    uint32_t slot = (d->action_first + d->action_count++) % ACTIONS;
    d->actions[slot] = (lo_failure_detector_action){verb, p->number, via, p->incarnation};
}

bool lo_failure_detector_take(lo_failure_detector *d, lo_failure_detector_action *action) {
    if (d->action_count == 0) return false;
    *action = d->actions[d->action_first];
    d->action_first = (d->action_first + 1) % ACTIONS;
    d->action_count--;
    return true;
}

static void set_deadline(lo_failure_detector *d, peer *p, lo_time deadline) {
    p->deadline = deadline;
    if (deadline < d->earliest) d->earliest = deadline;
}

static void calm(lo_failure_detector *d, peer *p) {
    if (p->phase == SUSPECTED) d->counts.false_suspicions++;
    p->phase = CALM;
    p->deadline = LO_NEVER;
}

void lo_failure_detector_note_alive(lo_failure_detector *d, uint32_t number, lo_time now) {
    peer *p = find(d, number);
    if (!p) return;
    if (now > p->last_heard) p->last_heard = now;
    if (p->phase != CALM && !p->ended) calm(d, p);
}

static void ask(lo_failure_detector *d, peer *p, lo_time now) {
    p->phase = ASKED;
    set_deadline(d, p, now + d->heartbeat / 2);
    d->counts.pings++;
    act(d, LO_DETECTOR_PING, p, 0);
}

void lo_failure_detector_suspect(lo_failure_detector *d, uint32_t number, lo_time now) {
    peer *p = find(d, number);
    if (p && p->phase == CALM && number != d->self && now - p->last_heard > d->heartbeat / 4) ask(d, p, now);
}

static void suspect(lo_failure_detector *d, peer *p, lo_time now) {
    p->phase = SUSPECTED;
    d->counts.suspicions++;
    p->last_chance = lo_max64(p->last_heard + d->suspect_after, now + d->heartbeat);
    set_deadline(d, p, lo_min64(p->last_chance, now + d->heartbeat / 2));
}

bool lo_failure_detector_accused(lo_failure_detector *d, uint32_t number, uint32_t incarnation, lo_time now) {
    if (number == d->self) {
        if (incarnation >= d->incarnation) d->incarnation = incarnation + 1;
        return true;
    }
    peer *p = find(d, number);
    if (!p || incarnation < p->incarnation || p->phase >= SUSPECTED) return false;
    if (now - p->last_heard < d->heartbeat / 2) return false; /* This node has newer evidence. */
    suspect(d, p, now);
    return false;
}

void lo_failure_detector_objection(lo_failure_detector *d, uint32_t number, uint32_t incarnation, lo_time now) {
    peer *p = find(d, number);
    if (!p) return;
    if (incarnation > p->incarnation) p->incarnation = incarnation;
    lo_failure_detector_note_alive(d, number, now);
}

uint32_t lo_failure_detector_incarnation(const lo_failure_detector *d) { return d->incarnation; }

static void let_others_ask(lo_failure_detector *d, peer *p, lo_time now) {
    uint32_t asked = 0;
    p->phase = RELAYED;
    set_deadline(d, p, now + d->heartbeat / 2);
    for (uint32_t tries = 0; asked < RELAYS && tries < 4 * RELAYS && d->count > 2; tries++) {
        const peer *via = &d->peers[next_random(d) % d->count];
        if (via == p || via->number == d->self || via->phase != CALM) continue;
        act(d, LO_DETECTOR_RELAY, p, via->number);
        d->counts.relays++;
        asked++;
    }
}

static void advance(lo_failure_detector *d, peer *p, lo_time now) {
    switch (p->phase) {
    case ASKED:
        let_others_ask(d, p, now);
        break;
    case RELAYED:
        act(d, LO_DETECTOR_SUSPECT, p, 0);
        suspect(d, p, now);
        break;
    case SUSPECTED:
        if (now < p->last_chance) { /* Its refutation may have been lost: ping repeatedly. */
            set_deadline(d, p, lo_min64(p->last_chance, now + d->heartbeat / 2));
            d->counts.pings++;
            act(d, LO_DETECTOR_PING, p, 0);
            break;
        }
        p->phase = DEAD;
        set_deadline(d, p, now + d->heartbeat); /* Repeated until the view excludes it. */
        act(d, LO_DETECTOR_DEAD, p, 0);
        break;
    case DEAD:
        set_deadline(d, p, now + d->heartbeat);
        act(d, LO_DETECTOR_DEAD, p, 0);
        break;
    case CALM:
        p->deadline = LO_NEVER;
    }
}

static void clear_suspicions(lo_failure_detector *d, lo_time now) {
    d->counts.sleeps++;
    d->action_count = 0;
    d->earliest = LO_NEVER;
    for (uint32_t i = 0; i < d->count; i++) {
        peer *p = &d->peers[i];
        p->last_heard = now;
        if (!p->ended) p->phase = CALM;
        set_deadline(d, p, p->ended ? now : LO_NEVER);
    }
}

static void next_question(lo_failure_detector *d, lo_time now) {
    if (d->count < 2) return;
    d->next_peer = (d->next_peer + d->step) % d->count;
    if (d->next_peer == d->self_position) d->next_peer = (d->next_peer + d->step) % d->count;
    peer *p = &d->peers[d->next_peer];
    if (p->phase == CALM && now - p->last_heard >= d->heartbeat) ask(d, p, now);
}

void lo_failure_detector_timer(lo_failure_detector *d, lo_time now) {
    if (now > d->last_timer + 2 * d->heartbeat) clear_suspicions(d, now);
    if (now > d->last_timer) d->last_timer = now;
    if (now >= d->earliest) {
        d->earliest = LO_NEVER;
        for (uint32_t i = 0; i < d->count; i++) {
            peer *p = &d->peers[i];
            if (p->deadline <= now) advance(d, p, now);
            if (p->deadline < d->earliest) d->earliest = p->deadline;
        }
    }
    if (now < d->next_round) return;
    /* Jitter, so that nodes do not synchronise. */
    d->next_round = now + d->heartbeat - d->heartbeat / 8 + next_random(d) % (d->heartbeat / 4);
    next_question(d, now);
}

lo_time lo_failure_detector_next_wakeup(const lo_failure_detector *d) {
    return d->count < 2 ? d->next_round : lo_min64(d->next_round, d->earliest);
}

lo_time lo_failure_detector_last_heard(const lo_failure_detector *d, uint32_t number) {
    const peer *p = find(d, number);
    return p ? p->last_heard : 0;
}

bool lo_failure_detector_suspects(const lo_failure_detector *d, uint32_t number) {
    const peer *p = find(d, number);
    return p && p->phase >= SUSPECTED;
}

void lo_failure_detector_ended(lo_failure_detector *d, uint32_t number, uint64_t consent, lo_time now) {
    peer *p = find(d, number);
    if (!p || p->ended || number == d->self) return;
    p->ended = true;
    p->consent = consent;
    p->phase = DEAD;
    set_deadline(d, p, now);
}

void lo_failure_detector_repeat_ended(lo_failure_detector *d, lo_time now) {
    for (uint32_t i = 0; i < d->count; i++)
        if (d->peers[i].ended) set_deadline(d, &d->peers[i], now);
}

bool lo_failure_detector_has_ended(const lo_failure_detector *d, uint32_t number, uint64_t *consent) {
    const peer *p = find(d, number);
    if (!p || !p->ended) return false;
    *consent = p->consent;
    return true;
}

bool lo_failure_detector_has_suspects(const lo_failure_detector *d) {
    for (uint32_t i = 0; d->earliest != LO_NEVER && i < d->count; i++)
        if (d->peers[i].phase > ASKED) return true;
    return false;
}

void lo_failure_detector_read_counts(const lo_failure_detector *d, lo_failure_detector_counts *counts) {
    *counts = d->counts;
}

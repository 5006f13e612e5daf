// SPDX-License-Identifier: BSD-3-Clause
/* Total order: one sequence for all, a sequencer that moves to the sender, and failover. */
#include "check.h"
#include "sequences.h"

static const lo_policy total = {.order = LO_ORDER_TOTAL};

static void send_some(pump *p, uint64_t senders, uint32_t count, uint32_t size) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t s = 0; s < p->count; s++)
            if (!p->dead[s] && senders >> s & 1) (void)pump_send(p, s, 0, size + i % 300);
}

static bool all_at(const pump *p, const sequences *s) {
    for (uint32_t i = 0; i < p->count; i++) {
        const sequence_event *last = sequences_view_change(s, i);
        if (!p->dead[i] && (!last || last->view_change != p->view_counter)) return false;
    }
    return true;
}

static void until_view_change(pump *p, const sequences *s) {
    for (int i = 0; i < 5000 && !all_at(p, s); i++) pump_run(p, 2 * LO_MILLISECOND);
    CHECK(all_at(p, s));
}

static pump *begin(uint32_t nodes, uint64_t seed, sequences **s, const uint64_t *groups, uint32_t group_count) {
    pump_options options = {.nodes = nodes, .seed = seed};
    pump *p = pump_create(&options);
    *s = sequences_record(p);
    pump_view(p, groups, group_count, total);
    until_view_change(p, *s);
    return p;
}

static void all_get_one_sequence(void) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        sequences *s;
        uint64_t groups[2] = {0x1f, 0x06};
        pump *p = begin(5, seed, &s, groups, 1 + (seed & 1));
        p->loss = 300;
        p->jitter = 500 * LO_MICROSECOND;
        for (int burst = 0; burst < 30; burst++) {
            send_some(p, 0x1f, 1 + (uint32_t)(pump_random(p) % 6), 100);
            pump_run(p, pump_random(p) % (2 * LO_MILLISECOND));
        }
        CHECK(pump_settle(p, groups, 1, 10 * LO_SECOND));
        sequences_finish(s, p, true);
    }
}

/* A sender that sends alone becomes the sequencer: its messages need no ORDER records. */
static void the_sequencer_follows_a_long_run(void) {
    sequences *s;
    uint64_t groups[1] = {7};
    pump *p = begin(3, 1, &s, groups, 1);
    for (int i = 0; i < 150; i++) {
        send_some(p, 4, 1, 100);
        pump_run(p, LO_MILLISECOND);
    }
    uint64_t before = pump_statistics(p, 0).messages_sent;
    for (int i = 0; i < 150; i++) {
        send_some(p, 4, 1, 100);
        pump_run(p, LO_MILLISECOND);
    }
    CHECK_EQUAL(pump_statistics(p, 0).messages_sent, before);
    /* Many fair senders: the sequencer stays, and everyone gets its turn. */
    for (int i = 0; i < 100; i++) {
        send_some(p, 7, 1, 100);
        pump_run(p, LO_MILLISECOND);
    }
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    sequences_finish(s, p, true);
}

static void the_sequencer_dies(void) {
    for (uint64_t seed = 1; seed <= 30; seed++) {
        sequences *s;
        uint64_t groups[2] = {0x1f, 0x19};
        uint32_t group_count = 1 + (seed & 1);
        pump *p = begin(5, seed, &s, groups, group_count);
        p->loss = 500;
        p->jitter = 400 * LO_MICROSECOND;
        for (int burst = 0; burst < 6; burst++) {
            send_some(p, 0x1f, 5, 100);
            pump_run(p, LO_MILLISECOND);
        }
        pump_run(p, pump_random(p) % LO_MILLISECOND);
        pump_kill(p, 0);
        if (seed % 3 == 0) pump_kill(p, 1);
        groups[0] = seed % 3 == 0 ? 0x1c : 0x1e;
        pump_view(p, groups, group_count, total);
        send_some(p, 0x1e, 5, 100);
        until_view_change(p, s);
        send_some(p, 0x1e, 20, 100);
        CHECK(pump_settle(p, groups, 1, 20 * LO_SECOND));
        sequences_finish(s, p, true);
    }
}

/* Messages without view changes: one has a prefix of what the other has. */
static void has_the_beginning(const sequences *s, uint32_t a, uint32_t b) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < s->count[a]; i++) {
        const sequence_event *x = &s->events[a][i];
        if (x->view_change) continue;
        while (k < s->count[b] && s->events[b][k].view_change) k++;
        CHECK(k < s->count[b] && s->events[b][k].from == x->from && s->events[b][k].number == x->number);
        k++;
    }
}

/* A member is suspended while another joins and the sequencer dies. The others abandon the change that waited for
 * its flush. When it resumes it has all flushes of that change, but must not pass it alone. */
static void a_suspended_member_decides_nothing_alone(void) {
    for (uint64_t seed = 1; seed <= 10; seed++) {
        sequences *s;
        uint64_t groups[1] = {0x0f};
        pump_options options = {.nodes = 5, .seed = seed};
        pump *p = pump_create(&options);
        s = sequences_record(p);
        p->gaps[4] = 1;  /* It joins in the middle. */
        pump_view(p, groups, 1, total);
        pump_run(p, 100 * LO_MILLISECOND);
        send_some(p, 0x06, 10, 100);
        pump_run(p, 20 * LO_MILLISECOND);
        uint64_t first = sequences_view_change(s, 3)->view_change;
        p->frozen[3] = true;
        send_some(p, 0x06, 10, 100);
        pump_run(p, seed * 10 * LO_MICROSECOND);  /* Some of it is not ordered yet. */
        groups[0] = 0x1f;
        pump_view(p, groups, 1, total);
        pump_run(p, 50 * LO_MILLISECOND);
        for (uint32_t i = 0; i < 3; i++) CHECK_EQUAL(sequences_view_change(s, i)->view_change, first);
        pump_kill(p, 0);
        groups[0] = 0x16;
        p->dead[3] = true;  /* It does not install this view. */
        pump_view(p, groups, 1, total);
        p->dead[3] = false;
        pump_run(p, LO_SECOND);
        for (uint32_t i = 1; i < 5; i++)
            if (i != 3) CHECK_EQUAL(sequences_view_change(s, i)->view_change, p->view_counter);
        p->frozen[3] = false;
        pump_run(p, LO_SECOND);
        CHECK_EQUAL(sequences_view_change(s, 3)->view_change, first);
        has_the_beginning(s, 3, 1);
        sequences_compare(s, 1, 2, true, true);
        pump_destroy(p);
        sequences_free(s);
    }
}

/* Backpressure: unordered messages are bounded at the sender. */
static void a_sender_waits_for_its_own_messages(void) {
    sequences *s;
    uint64_t groups[1] = {3};
    pump_options options = {.nodes = 2, .seed = 4, .memory_budget = 16 << 20};
    pump *p = pump_create(&options);
    s = sequences_record(p);
    pump_view(p, groups, 1, total);
    until_view_change(p, s);
    p->frozen[0] = true;
    uint32_t taken = 0;
    while (taken < 10000 && pump_send(p, 1, 0, 900) == LO_OK) taken++;
    CHECK(taken > 100 && taken < 2000);
    p->frozen[0] = false;
    CHECK(pump_settle(p, groups, 1, 10 * LO_SECOND));
    CHECK_EQUAL(pump_send(p, 1, 0, 900), LO_OK);
    sequences_finish(s, p, true);
}

int main(void) {
    RUN(all_get_one_sequence);
    RUN(the_sequencer_follows_a_long_run);
    RUN(the_sequencer_dies);
    RUN(a_suspended_member_decides_nothing_alone);
    RUN(a_sender_waits_for_its_own_messages);
    return 0;
}

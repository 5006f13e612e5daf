// SPDX-License-Identifier: BSD-3-Clause
/* Virtual synchrony: continuing members have the same messages between the same view changes, whoever dies. */
#include "check.h"
#include "lo_node_internal.h"
#include "sequences.h"

static const lo_policy by_view = {.order = LO_ORDER_VIEW};

static void send_some(pump *p, uint64_t senders, uint32_t count, uint32_t size) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t s = 0; s < p->count; s++)
            if (!p->dead[s] && senders >> s & 1) (void)pump_send(p, s, 0, size + i % 700);
}

static bool all_at(const pump *p, const sequences *s, uint64_t view_change) {
    for (uint32_t i = 0; i < p->count; i++) {
        const sequence_event *last = sequences_view_change(s, i);
        if (!p->dead[i] && p->handles[i][0] != LO_ALL_GROUPS && (!last || last->view_change != view_change))
            return false;
    }
    return true;
}

static void until_view_change(pump *p, const sequences *s) {
    for (int i = 0; i < 5000 && !all_at(p, s, p->view_counter); i++) pump_run(p, 2 * LO_MILLISECOND);
    CHECK(all_at(p, s, p->view_counter));
}

static pump *begin(uint32_t nodes, uint64_t seed, sequences **s, uint64_t *groups, uint32_t group_count) {
    pump_options options = {.nodes = nodes, .seed = seed};
    pump *p = pump_create(&options);
    *s = sequences_record(p);
    pump_view(p, groups, group_count, by_view);
    until_view_change(p, *s);
    return p;
}

static void the_first_view_change_has_everyone_new(void) {
    sequences *s;
    uint64_t groups[1] = {7};
    pump *p = begin(3, 1, &s, groups, 1);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQUAL(sequences_view_change(s, i)->joined, 3);
        CHECK(!sequences_view_change(s, i)->rejoined && !sequences_view_change(s, i)->continues);
    }
    send_some(p, 7, 100, 100);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    pump_run(p, LO_SECOND);
    for (uint32_t i = 0; i < 3; i++) CHECK_EQUAL(s->stable[i], 100);
    sequences_finish(s, p, false);
}

static void a_view_that_does_not_concern_the_group_makes_no_view_change(void) {
    sequences *s;
    uint64_t groups[2] = {7, 3};
    pump *p = begin(3, 2, &s, groups, 2);
    uint64_t first = sequences_view_change(s, 0)->view_change;
    groups[1] = 5;
    pump_view(p, groups, 2, by_view);
    send_some(p, 7, 50, 100);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    for (uint32_t i = 0; i < 3; i++) CHECK_EQUAL(sequences_view_change(s, i)->view_change, first);
    sequences_finish(s, p, false);
}

static void view_changes_under_traffic(void) {
    for (uint64_t seed = 1; seed <= 6; seed++) {
        sequences *s;
        uint64_t groups[2] = {0x1f, 7};
        pump *p = begin(6, seed, &s, groups, 1);
        for (uint32_t n = 0; n < 6; n++) p->gaps[n] = 1;  /* Later members join in the middle. */
        p->loss = 300;
        p->jitter = 300 * LO_MICROSECOND;
        for (int change = 0; change < 8; change++) {
            groups[0] = 0x1f | (uint64_t)(change & 1) << 5;
            groups[1] = 1 | pump_random(p) % 0x1f;
            pump_view(p, groups, 1 + (seed & 1), by_view);
            for (int burst = 0; burst < 4; burst++) {
                send_some(p, 0x3f, 8, 200);
                pump_run(p, pump_random(p) % (4 * LO_MILLISECOND));
            }
        }
        p->loss = 0;
        until_view_change(p, s);
        sequences_finish(s, p, false);
    }
}

/* Only node 1 has the last messages of node 0 when that dies. With a second group, it is also alone in its region. */
static void one_survivor_has_the_end(uint32_t group_count) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        sequences *s;
        uint64_t groups[2] = {0x0f, 0x03};
        pump *p = begin(4, seed, &s, groups, group_count);
        send_some(p, 1, 20, 200);
        pump_run(p, 5 * LO_MILLISECOND);
        p->unreached = 0x0c;
        send_some(p, 1, 30, 300);
        pump_run(p, 3 * LO_MILLISECOND);
        CHECK_EQUAL(p->delivered[1][0][0], 50);
        CHECK_EQUAL(p->delivered[2][0][0], 20);
        pump_kill(p, 0);
        p->unreached = 0;
        groups[0] = 0x0e;
        groups[1] = 0x02;
        pump_view(p, groups, group_count, by_view);
        send_some(p, 0x0e, 5, 100);
        until_view_change(p, s);
        for (uint32_t i = 1; i < 4; i++) CHECK_EQUAL(p->delivered[i][0][0], 50);
        CHECK_EQUAL(sequences_view_change(s, 1)->joined, 0);
        sequences_finish(s, p, false);
    }
}
static void one_survivor_has_the_end_in_one_region(void) { one_survivor_has_the_end(1); }
static void one_survivor_has_the_end_in_its_region(void) { one_survivor_has_the_end(2); }

/* The only survivor with the last messages dies before or during the relay. */
static void the_holder_dies(void) {
    for (uint64_t seed = 1; seed <= 40; seed++) {
        sequences *s;
        uint64_t groups[1] = {0x1f};
        pump *p = begin(5, seed, &s, groups, 1);
        p->delay = 100 * LO_MICROSECOND;
        send_some(p, 3, 20, 200);
        pump_run(p, 5 * LO_MILLISECOND);
        p->unreached = 0x1c;
        send_some(p, 1, 30, 300);
        pump_run(p, 2 * LO_MILLISECOND);
        pump_kill(p, 0);
        p->unreached = 0;
        groups[0] = 0x1e;
        pump_view(p, groups, 1, by_view);
        p->loss = 1500;
        send_some(p, 0x1e, 5, 100);
        pump_run(p, seed * 40 * LO_MICROSECOND);
        pump_kill(p, 1);
        groups[0] = 0x1c;
        pump_view(p, groups, 1, by_view);
        p->loss = 0;
        until_view_change(p, s);
        send_some(p, 0x1c, 5, 100);
        sequences_finish(s, p, false);
    }
}

/* A message of three segments of which the others have nothing. */
static void large_messages_are_relayed(void) {
    sequences *s;
    uint64_t groups[1] = {7};
    pump *p = begin(3, 5, &s, groups, 1);
    p->unreached = 4;
    CHECK_EQUAL(pump_send(p, 0, 0, 300000), LO_OK);
    for (int i = 0; i < 100 && p->delivered[1][0][0] < 1; i++) pump_run(p, 10 * LO_MILLISECOND);
    CHECK_EQUAL(pump_send(p, 0, 0, 4000), LO_OK);
    for (int i = 0; i < 100 && p->delivered[1][0][0] < 2; i++) pump_run(p, 10 * LO_MILLISECOND);
    CHECK_EQUAL(p->delivered[1][0][0], 2);
    pump_kill(p, 0);
    p->unreached = 0;
    groups[0] = 6;
    pump_view(p, groups, 1, by_view);
    until_view_change(p, s);
    CHECK_EQUAL(p->delivered[2][0][0], 2);
    sequences_finish(s, p, false);
}

/* A dropped member gets nothing more until it has rejoined, and knows that it has. */
static void a_member_that_lost_messages_rejoins(void) {
    pump_options options = {.nodes = 3, .seed = 9, .memory_budget = 8 << 20};
    pump *p = pump_create(&options);
    sequences *s = sequences_record(p);
    const lo_policy drop = {.order = LO_ORDER_VIEW, .slow = LO_SLOW_DROP};
    uint64_t groups[1] = {7};
    pump_view(p, groups, 1, drop);
    until_view_change(p, s);
    p->unreached = 4;
    for (int i = 0; i < 400 && !p->gaps[2]; i++) {
        send_some(p, 1, 100, 900);
        pump_run(p, 10 * LO_MILLISECOND);
        if (i == 300) p->unreached = 0;
        if (p->sent[0][0] > 15000) p->unreached = 0;
    }
    CHECK(p->gaps[2] > 0);
    uint32_t had = s->count[2];
    send_some(p, 1, 100, 100);
    pump_run(p, 100 * LO_MILLISECOND);
    CHECK_EQUAL(s->count[2], had);
    groups[0] = 3;
    pump_view(p, groups, 1, drop);
    groups[0] = 7;
    pump_view(p, groups, 1, drop);
    until_view_change(p, s);
    CHECK(sequences_view_change(s, 2)->rejoined);
    CHECK_EQUAL(sequences_view_change(s, 0)->joined, 1);
    send_some(p, 7, 20, 100);
    sequences_finish(s, p, false);
}

/* Flushes come from other nodes: arbitrary content must be handled. */
static void hostile_control_messages(void) {
    sequences *s;
    uint64_t groups[1] = {3};
    pump *p = begin(2, 3, &s, groups, 1);
    uint8_t junk[120];
    for (uint32_t i = 0; i < 4000; i++) {
        uint32_t size = (uint32_t)(pump_random(p) % sizeof junk);
        for (uint32_t k = 0; k < size; k++) junk[k] = (uint8_t)(pump_random(p) % 3 ? 0 : pump_random(p));
        uint8_t kind = (uint8_t)(1 + pump_random(p) % 20);
        (void)lo_core_send(p->nodes[0], p->handles[0][0], kind, junk, size, p->now);
        if (i % 16 == 0) pump_run(p, LO_MILLISECOND);
        if (i % 500 == 0) pump_view(p, groups, 1, by_view);
    }
    pump_run(p, LO_SECOND);
    pump_destroy(p);
    sequences_free(s);
}

int main(void) {
    RUN(the_first_view_change_has_everyone_new);
    RUN(a_view_that_does_not_concern_the_group_makes_no_view_change);
    RUN(view_changes_under_traffic);
    RUN(one_survivor_has_the_end_in_one_region);
    RUN(one_survivor_has_the_end_in_its_region);
    RUN(the_holder_dies);
    RUN(large_messages_are_relayed);
    RUN(a_member_that_lost_messages_rejoins);
    RUN(hostile_control_messages);
    return 0;
}

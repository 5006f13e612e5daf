// SPDX-License-Identifier: BSD-3-Clause
/* View changes under traffic: order across views, senders that die, nodes that join later. */
#include "check.h"
#include "pump.h"

static const lo_policy plain = {0};

static void send_some(pump *p, uint64_t senders, uint32_t group, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t s = 0; s < p->count; s++)
            if (!p->dead[s] && senders >> s & 1) (void)pump_send(p, s, group, 200 + i % 900);
}

/* Group 1 moves the members between regions while group 0 is busy. */
static void order_holds_across_views(void) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        pump_options options = {.nodes = 6, .seed = seed};
        pump *p = pump_create(&options);
        p->loss = 300;
        p->jitter = 200 * LO_MICROSECOND;
        uint64_t groups[2] = {0x3f, 0x07};
        for (uint32_t change = 0; change < 12; change++) {
            groups[1] = 1 | pump_random(p) % 0x3f;
            pump_view(p, groups, 2, plain);
            for (int burst = 0; burst < 5; burst++) {
                send_some(p, 0x3f, 0, 20);
                pump_run(p, pump_random(p) % (3 * LO_MILLISECOND));
            }
        }
        uint64_t only_first[1] = {0x3f};
        CHECK(pump_settle(p, only_first, 1, 20 * LO_SECOND));
        for (uint32_t i = 0; i < 6; i++) CHECK_EQUAL(p->gaps[i], 0);
        pump_run(p, 30 * LO_SECOND);
        for (uint32_t i = 0; i < 6; i++) {
            CHECK_EQUAL(pump_statistics(p, i).epochs, 1);
            CHECK_EQUAL(pump_statistics(p, i).bytes_cached, 0);
        }
        pump_destroy(p);
    }
}

/* All survivors agree on what they have from a sender that died. */
static void survivors_agree(uint32_t nodes, uint32_t quick) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        pump_options options = {.nodes = nodes, .seed = seed, .quick_region = quick};
        pump *p = pump_create(&options);
        uint64_t groups[1] = {((uint64_t)1 << nodes) - 1};
        pump_view(p, groups, 1, plain);
        send_some(p, 1, 0, 300);
        p->loss = 2500;
        pump_run(p, LO_MILLISECOND + pump_random(p) % (5 * LO_MILLISECOND));
        pump_kill(p, 0);
        p->loss = 100;
        pump_view(p, groups, 1, plain);
        send_some(p, 2, 0, 100);
        CHECK(pump_settle(p, groups, 1, 20 * LO_SECOND));
        pump_run(p, 20 * LO_SECOND);
        for (uint32_t i = 2; i < nodes; i++) {
            CHECK_EQUAL(p->delivered[i][0][0], p->delivered[1][0][0]);
            CHECK_EQUAL(p->gaps[i] > 0, p->gaps[1] > 0);
        }
        pump_destroy(p);
    }
}
static void small_region_survives_its_sender(void) { survivors_agree(5, 0); }
static void large_region_survives_its_sender(void) { survivors_agree(14, 0); }

static void late_joiner_gets_the_new_view_only(void) {
    pump_options options = {.nodes = 3, .seed = 1};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {3};
    pump_view(p, groups, 1, plain);
    send_some(p, 1, 0, 50);
    pump_run(p, 10 * LO_MILLISECOND);
    groups[0] = 7;
    p->delivered[2][0][0] = p->sent[0][0];
    pump_view(p, groups, 1, plain);
    send_some(p, 1, 0, 50);
    CHECK(pump_settle(p, groups, 1, LO_SECOND));
    CHECK_EQUAL(pump_statistics(p, 2).messages_delivered, 50);
    pump_destroy(p);
}

static void alone_in_a_group(void) {
    pump_options options = {.nodes = 1, .seed = 1};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {1};
    CHECK_EQUAL(lo_node_send(p->nodes[0], 0, "x", 1, p->now), LO_ERROR_UNKNOWN);
    pump_view(p, groups, 1, plain);
    send_some(p, 1, 0, 500);
    CHECK(pump_settle(p, groups, 1, LO_SECOND));
    CHECK_EQUAL(p->packets, 0);
    pump_destroy(p);
}

int main(void) {
    RUN(alone_in_a_group);
    RUN(late_joiner_gets_the_new_view_only);
    RUN(order_holds_across_views);
    RUN(small_region_survives_its_sender);
    RUN(large_region_survives_its_sender);
    return 0;
}

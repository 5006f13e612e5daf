// SPDX-License-Identifier: BSD-3-Clause
/* Slow, frozen and dead receivers under each policy; bounded memory; kinds of dissemination. */
#include "check.h"
#include "lo_node_internal.h"
#include "pump.h"

static const lo_policy throttle = {.slow = LO_SLOW_THROTTLE};
static const lo_policy drop = {.slow = LO_SLOW_DROP};
static const lo_policy evict = {.slow = LO_SLOW_EVICT};

/* Messages in a burst, and memory in proportion. The sanitizers look for other errors than the policies' limits, and
 * make each message three times as slow: for them, the same happens with fewer messages. */
#ifdef __SANITIZE_ADDRESS__
#define BURST 3
#else
#define BURST 10
#endif
#define MEMORY_BUDGET (BURST * (16 << 20) / 10)

/* Sends at full speed for a while; returns how many messages were accepted. */
static uint64_t blast(pump *p, uint32_t from, uint32_t size, lo_time duration) {
    uint64_t taken = 0;
    for (lo_time end = p->now + duration; p->now < end;) {
        for (int i = 0; i < BURST; i++) taken += pump_send(p, from, 0, size) == LO_OK;
        pump_run(p, 100 * LO_MICROSECOND);
    }
    return taken;
}

static void check_memory(pump *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->dead[i]) continue;
        lo_node_statistics s = pump_statistics(p, i);
        CHECK(s.memory_peak <= s.memory_budget + (1 << 20));
    }
}

static void throttled_by_a_deaf_receiver(void) {
    pump_options options = {.nodes = 3, .seed = 1, .memory_budget = MEMORY_BUDGET};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {7};
    pump_view(p, groups, 1, throttle);
    p->deaf[2] = true;
    uint64_t first = blast(p, 0, 1000, LO_SECOND);
    uint64_t second = blast(p, 0, 1000, LO_SECOND);
    CHECK(second < first / 10);
    check_memory(p);
    p->deaf[2] = false;
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    CHECK(blast(p, 0, 1000, LO_SECOND) > first / 2);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    for (uint32_t i = 0; i < 3; i++) CHECK_EQUAL(p->gaps[i], 0);
    check_memory(p);
    pump_destroy(p);
}

/* All but the victim get everything, at full speed; the victim sees a gap, and what follows it. */
static void dropped_for(uint32_t nodes, uint32_t victim, uint32_t appetite) {
    pump_options options = {.nodes = nodes, .seed = 1, .memory_budget = MEMORY_BUDGET};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {((uint64_t)1 << nodes) - 1}, others_lost = 0;
    pump_view(p, groups, 1, drop);
    uint64_t alone = blast(p, 0, 1000, LO_SECOND / 8);
    p->deaf[victim] = !appetite;
    p->appetite[victim] = appetite;
    blast(p, 0, 1000, LO_SECOND * 2 / 5); /* It takes a moment to be detected. */
    uint64_t with_victim = blast(p, 0, 1000, LO_SECOND / 4);
    printf("   %u nodes, node %u takes %u bytes/ms: %llu messages in an eighth of a second without, %llu with\n", nodes, victim,
           appetite, (unsigned long long)alone, (unsigned long long)with_victim / 2);
    CHECK(with_victim > alone * 2 * 9 / 10);
    p->deaf[victim] = false;
    p->appetite[victim] = 0;
    pump_run(p, 2 * LO_SECOND);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    for (uint32_t i = 0; i < nodes; i++)
        if (i != victim) others_lost += p->gaps[i];
    CHECK_EQUAL(others_lost, 0);
    CHECK(p->gaps[victim] > 0);
    CHECK(blast(p, 0, 1000, LO_SECOND / 8) > alone * 9 / 10);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    check_memory(p);
    pump_destroy(p);
}
static void dropped_for_a_deaf_receiver(void) { dropped_for(4, 2, 0); }
static void dropped_for_a_slow_receiver(void) { dropped_for(4, 2, 6000 * BURST); }
static void dropped_for_a_deaf_receiver_in_a_large_region(void) { dropped_for(17, 9, 0); }
static void dropped_for_a_slow_receiver_in_a_large_region(void) { dropped_for(17, 9, 6000 * BURST); }
static void dropped_for_a_deaf_leader_of_a_partition(void) { dropped_for(17, 6, 0); }
static void dropped_for_a_slow_leader_of_a_partition(void) { dropped_for(17, 6, 6000 * BURST); }

/* A slow or frozen member is evicted, and only that one. */
static void evicted(uint32_t nodes, uint32_t victim, bool frozen) {
    pump_options options = {.nodes = nodes, .seed = 3, .memory_budget = 16 << 20};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {((uint64_t)1 << nodes) - 1}, asked = 0, wrong = 0, taken = 0;
    pump_view(p, groups, 1, evict);
    blast(p, 1, 1000, LO_SECOND / 20);
    p->frozen[victim] = frozen;
    p->deaf[victim] = !frozen;
    blast(p, 1, 1000, LO_SECOND / 8);
    for (int step = 0; step < 45; step++) {
        taken += blast(p, 1, 1000, LO_MILLISECOND);
        pump_run(p, 99 * LO_MILLISECOND);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (i == victim && frozen) continue;
        lo_node_statistics s = pump_statistics(p, i);
        asked += s.evictions;
        if (s.evictions && p->nodes[i]->last_evicted != 1000 - victim * 3) wrong++;
    }
    printf("   %u nodes, node %u %s: asked for %llu times\n", nodes, victim, frozen ? "frozen" : "deaf",
           (unsigned long long)asked);
    CHECK(asked >= 1 && asked <= 6);
    CHECK_EQUAL(wrong, 0);
    CHECK(taken >= 430 * BURST); /* Nobody had to wait for long. */
    p->frozen[victim] = p->deaf[victim] = false;
    pump_destroy(p);
}
static void evicted_from_a_quick_region(void) {
    evicted(4, 2, true);
    evicted(4, 2, false);
}
static void evicted_from_a_large_region(void) {
    evicted(17, 9, true);
    evicted(17, 9, false);
}
static void evicted_leader_of_a_partition(void) {
    evicted(17, 6, true);
    evicted(17, 6, false);
}
static void evicted_leader_of_the_region(void) { evicted(17, 0, true); }

static void perturbed(uint32_t nodes, uint32_t victim, lo_time frozen) {
    pump_options options = {.nodes = nodes, .seed = victim + 1};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {((uint64_t)1 << nodes) - 1};
    pump_view(p, groups, 1, throttle);
    blast(p, 0, 1000, LO_SECOND / 10);
    uint64_t before = blast(p, 0, 1000, frozen);
    p->frozen[victim] = true;
    uint64_t during = blast(p, 0, 1000, frozen);
    uint32_t other = victim == nodes - 1 ? nodes - 2 : nodes - 1;
    uint64_t lag = p->sent[0][0] - p->delivered[other][0][0];
    p->frozen[victim] = false;
    uint64_t after = blast(p, 0, 1000, frozen);
    printf("   %u nodes, node %u frozen %llu ms: %llu before, %llu during, %llu after, others lag by %llu\n", nodes, victim,
           (unsigned long long)(frozen / LO_MILLISECOND), (unsigned long long)before, (unsigned long long)during,
           (unsigned long long)after, (unsigned long long)lag);
    CHECK(during >= before * 9 / 10);
    CHECK(after >= before * 9 / 10);
    CHECK(lag < during / 4);
    CHECK(pump_settle(p, groups, 1, 10 * LO_SECOND));
    for (uint32_t i = 0; i < nodes; i++) CHECK_EQUAL(p->gaps[i], 0);
    check_memory(p);
    pump_destroy(p);
}
static void one_of_five_freezes(void) { perturbed(5, 3, LO_SECOND / 4); }
static void member_of_a_large_region_freezes(void) { perturbed(17, 9, LO_SECOND / 5); }
static void partition_leader_freezes(void) { perturbed(17, 6, LO_SECOND / 5); }
static void burst_loss(void) {
    pump_options options = {.nodes = 5, .seed = 1};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {31};
    pump_view(p, groups, 1, throttle);
    uint64_t clean = blast(p, 0, 1000, LO_SECOND), bursty = 0;
    for (int i = 0; i < 10; i++) {
        p->drop_all = true;
        bursty += blast(p, 0, 1000, 10 * LO_MILLISECOND);
        p->drop_all = false;
        bursty += blast(p, 0, 1000, 90 * LO_MILLISECOND);
    }
    CHECK(bursty > clean * 3 / 4);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    pump_destroy(p);
}

/* Many regions, one channel: a message is sent once, and retransmitted in each region. */
static void hybrid_group(void) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
        pump_options options = {.nodes = 12, .seed = seed};
        pump *p = pump_create(&options);
        const lo_policy hybrid = {.hybrid = 1};
        uint64_t groups[13] = {0xfff};
        for (uint32_t i = 0; i < 12; i++) groups[i + 1] = (uint64_t)1 << i;
        pump_view(p, groups, 13, hybrid);
        const lo_view *view = lo_node_view(p->nodes[0]);
        CHECK(view->groups[0].region_count > 8 && view->groups[0].channel);
        for (uint32_t i = 0; i < 300; i++) {
            for (uint32_t s = 0; s < 3; s++) CHECK_EQUAL(pump_send(p, s, 0, 16 + (i * 37) % 2500), LO_OK);
            CHECK_EQUAL(pump_send(p, i % 12, 1 + i % 12, 200), LO_OK);
            if (i == 100) p->loss = 300;
            if (i == 200) pump_view(p, groups, 13, hybrid);
            if (i % 10 == 0) pump_run(p, LO_MILLISECOND);
        }
        CHECK(pump_settle(p, groups, 13, 10 * LO_SECOND));
        CHECK(p->kinds[LO_PACKET_HYBRID] > 1000);
        for (uint32_t i = 0; i < 12; i++) CHECK_EQUAL(p->gaps[i], 0);
        pump_run(p, 20 * LO_SECOND);
        uint64_t quiet = p->packets;
        pump_run(p, 5 * LO_SECOND);
        CHECK_EQUAL(p->packets, quiet);
        pump_destroy(p);
    }
}

/* While tokens are in flight on a slow network, no node busy-loops. */
static void no_node_busy_loops(void) {
    pump_options options = {.nodes = 24, .seed = 3, .quick_region = 4};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {(1 << 24) - 1};
    pump_view(p, groups, 1, throttle);
    p->delay = 15 * LO_MILLISECOND;
    for (int i = 0; i < 40; i++) {
        CHECK_EQUAL(pump_send(p, i % 3, 0, 1000), LO_OK);
        pump_run(p, 50 * LO_MILLISECOND);
    }
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    printf("impatient %llu times, %llu packets\n", (unsigned long long)p->impatient, (unsigned long long)p->packets);
    CHECK(p->impatient < p->packets / 10);
    pump_destroy(p);
}

int main(void) {
    RUN(throttled_by_a_deaf_receiver);
    RUN(dropped_for_a_deaf_receiver);
    RUN(dropped_for_a_slow_receiver);
    RUN(dropped_for_a_deaf_receiver_in_a_large_region);
    RUN(dropped_for_a_slow_receiver_in_a_large_region);
    RUN(dropped_for_a_deaf_leader_of_a_partition);
    RUN(dropped_for_a_slow_leader_of_a_partition);
    RUN(evicted_from_a_quick_region);
    RUN(evicted_from_a_large_region);
    RUN(evicted_leader_of_a_partition);
    RUN(evicted_leader_of_the_region);
    RUN(one_of_five_freezes);
    RUN(member_of_a_large_region_freezes);
    RUN(partition_leader_freezes);
    RUN(burst_loss);
    RUN(hybrid_group);
    RUN(no_node_busy_loops);
    return 0;
}

/* Slow, frozen and dead receivers under each policy; bounded memory; other ways to disseminate. */
#include "check.h"
#include "pump.h"

static const lo_policy throttle = {.slow = LO_SLOW_THROTTLE};
static const lo_policy drop = {.slow = LO_SLOW_DROP};

/* Sends at full speed for a while; returns how many messages were taken. */
static uint64_t blast(pump *p, uint32_t from, uint32_t size, lo_time duration) {
    uint64_t taken = 0;
    for (lo_time end = p->now + duration; p->now < end;) {
        for (int i = 0; i < 10; i++) taken += pump_send(p, from, 0, size) == LO_OK;
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
    pump_options options = {.nodes = 3, .seed = 1, .memory_budget = 16 << 20};
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

static void dropped_for_a_deaf_receiver(void) {
    pump_options options = {.nodes = 4, .seed = 1, .memory_budget = 16 << 20};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {15};
    pump_view(p, groups, 1, drop);
    uint64_t alone = blast(p, 0, 1000, LO_SECOND);
    p->deaf[2] = true;
    uint64_t with_deaf = blast(p, 0, 1000, 2 * LO_SECOND);
    CHECK(with_deaf > alone * 2 * 9 / 10);
    CHECK_EQUAL(p->gaps[1] + p->gaps[3], 0);
    p->deaf[2] = false;
    pump_run(p, 2 * LO_SECOND);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    CHECK(p->gaps[2] > 0);
    CHECK_EQUAL(p->gaps[1] + p->gaps[3], 0);
    check_memory(p);
    pump_destroy(p);
}

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

/* Many regions, one channel: a message leaves once, and is repaired in each region. */
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

int main(void) {
    RUN(throttled_by_a_deaf_receiver);
    RUN(dropped_for_a_deaf_receiver);
    RUN(one_of_five_freezes);
    RUN(member_of_a_large_region_freezes);
    RUN(partition_leader_freezes);
    RUN(burst_loss);
    RUN(hybrid_group);
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Reliable FIFO delivery between nodes: clean, lossy, large, small and many. */
#include "check.h"
#include "pump.h"

static const lo_policy plain = {0};

static void two_nodes_one_group(void) {
    pump_options options = {.nodes = 2, .seed = 1};
    pump *p = pump_create(&options);
    uint64_t groups[] = {3};
    pump_view(p, groups, 1, plain);
    for (int i = 0; i < 100; i++) CHECK_EQUAL(pump_send(p, 0, 0, 100), LO_OK);
    CHECK(pump_settle(p, groups, 1, LO_SECOND));
    lo_node_statistics s = pump_statistics(p, 0);
    CHECK(s.segments_sent < 10);
    CHECK_EQUAL(pump_statistics(p, 1).messages_delivered, 100);
    CHECK_EQUAL(p->views[0], 1);
    pump_run(p, LO_SECOND);
    CHECK_EQUAL(pump_statistics(p, 1).bytes_cached, 0);
    uint64_t quiet = p->packets;
    pump_run(p, 5 * LO_SECOND);
    CHECK_EQUAL(p->packets, quiet);
    pump_destroy(p);
}

static void message_sizes(void) {
    pump_options options = {.nodes = 3, .seed = 2};
    pump *p = pump_create(&options);
    uint64_t groups[] = {7};
    pump_view(p, groups, 1, plain);
    for (uint32_t size = 16; size < 6000; size += 13) CHECK_EQUAL(pump_send(p, size % 3, 0, size), LO_OK);
    for (uint32_t size = 100000; size < 400000; size += 61111) {
        int error;
        while ((error = pump_send(p, 1, 0, size)) == LO_ERROR_AGAIN) pump_run(p, LO_MILLISECOND);
        CHECK_EQUAL(error, LO_OK);
    }
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    pump_destroy(p);
}

static void largest_message(void) {
    pump_options options = {.nodes = 2, .seed = 3, .segment_bytes = 65000};
    pump *p = pump_create(&options);
    uint64_t groups[] = {3};
    pump_view(p, groups, 1, plain);
    p->loss = 100;
    CHECK_EQUAL(pump_send(p, 0, 0, LO_MAX_MESSAGE), LO_OK);
    CHECK(pump_settle(p, groups, 1, 60 * LO_SECOND));
    uint8_t *large = calloc(1, (size_t)LO_MAX_MESSAGE + 1);
    CHECK_EQUAL(lo_node_send(p->nodes[0], p->handles[0][0], large, (size_t)LO_MAX_MESSAGE + 1, p->now), LO_ERROR_TOO_LARGE);
    free(large);
    pump_destroy(p);
}

static void stream(pump *p, const uint64_t *groups, uint32_t group_count, uint32_t count, uint32_t size) {
    for (uint32_t i = 0; i < count;) {
        uint32_t from = (uint32_t)(pump_random(p) % p->count), group = i % group_count;
        if (p->dead[from] || !(groups[group] >> from & 1)) {
            i++;
            continue;
        }
        if (pump_send(p, from, group, size) == LO_OK) i++;
        if (i % 50 == 0) pump_run(p, 200 * LO_MICROSECOND);
    }
}

static void lossy_small_group(void) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pump_options options = {.nodes = 5, .seed = seed};
        pump *p = pump_create(&options);
        uint64_t groups[] = {31};
        pump_view(p, groups, 1, plain);
        p->loss = 100;
        for (uint32_t i = 0; i < 20000;) {
            if (pump_send(p, 0, 0, 1000) == LO_OK) i++;
            else pump_run(p, 200 * LO_MICROSECOND);
            if (i % 50 == 0) pump_run(p, 500 * LO_MICROSECOND);
        }
        CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
        uint64_t retransmits = 0;
        for (uint32_t i = 0; i < 5; i++) retransmits += pump_statistics(p, i).repairs_sent;
        printf("   seed %llu: %llu data packets, %llu lost, %llu retransmits\n", (unsigned long long)seed,
               (unsigned long long)p->data_packets, (unsigned long long)p->data_lost, (unsigned long long)retransmits);
        CHECK(retransmits < p->data_lost * 3 / 2);
        pump_destroy(p);
    }
}

static void everyone_sends_with_heavy_loss(void) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pump_options options = {.nodes = 4, .seed = seed};
        pump *p = pump_create(&options);
        uint64_t groups[] = {15, 15, 15};
        pump_view(p, groups, 3, plain);
        p->loss = 2000;
        p->jitter = 100 * LO_MICROSECOND;
        stream(p, groups, 3, 5000, 300);
        CHECK(pump_settle(p, groups, 3, 20 * LO_SECOND));
        pump_destroy(p);
    }
}

static void overlapping_groups(void) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        pump_options options = {.nodes = 6, .seed = seed};
        pump *p = pump_create(&options);
        uint64_t groups[] = {0x3f, 0x0f, 0x03, 0x30, 0x1c, 0x2a};
        pump_view(p, groups, 6, plain);
        p->loss = 300;
        stream(p, groups, 6, 6000, 700);
        CHECK(pump_settle(p, groups, 6, 10 * LO_SECOND));
        pump_destroy(p);
    }
}

static void token_region(void) {
    for (uint64_t seed = 1; seed <= 4; seed++) {
        pump_options options = {.nodes = 23, .seed = seed};
        pump *p = pump_create(&options);
        uint64_t groups[] = {0x7fffff};
        pump_view(p, groups, 1, plain);
        p->loss = 100;
        for (uint32_t i = 0; i < 6000;) {
            if (pump_send(p, i % 3, 0, 1000) == LO_OK) i++;
            else pump_run(p, LO_MILLISECOND);
            if (i % 50 == 0) pump_run(p, LO_MILLISECOND);
        }
        CHECK(pump_settle(p, groups, 1, 10 * LO_SECOND));
        pump_run(p, 2 * LO_SECOND);
        lo_node_statistics s = pump_statistics(p, 0);
        uint64_t retransmits = 0, by_senders = 0;
        for (uint32_t i = 0; i < 23; i++) retransmits += pump_statistics(p, i).repairs_sent;
        for (uint32_t i = 0; i < 3; i++) by_senders += pump_statistics(p, i).repairs_sent;
        printf("   seed %llu: ack %llu us, %llu lost, %llu retransmits, %llu by senders, %llu tokens\n", (unsigned long long)seed,
               (unsigned long long)s.acknowledge_ns / 1000, (unsigned long long)p->data_lost, (unsigned long long)retransmits,
               (unsigned long long)by_senders, (unsigned long long)s.tokens_sent);
        uint64_t quiet = p->packets;
        pump_run(p, 5 * LO_SECOND);
        CHECK_EQUAL(p->packets, quiet);
        for (uint32_t i = 0; i < 23; i++) CHECK_EQUAL(pump_statistics(p, i).bytes_cached, 0);
        pump_destroy(p);
    }
}

/* Sealed packets, retransmitted by the sender and by peers that cannot make them themselves. */
static void encrypted(uint32_t nodes, uint32_t quick, bool forbid_aes) {
    pump_options options = {.nodes = nodes, .seed = 4, .encrypted = true, .forbid_aes = forbid_aes, .quick_region = quick};
    pump *p = pump_create(&options);
    uint64_t groups[2] = {((uint64_t)1 << nodes) - 1, 3};
    pump_view(p, groups, 2, plain);
    p->loss = 300;
    stream(p, groups, 2, 1500, 700);
    pump_view(p, groups, 2, plain);
    stream(p, groups, 2, 500, 3000);
    CHECK(pump_settle(p, groups, 2, 10 * LO_SECOND));
    for (uint32_t i = 0; i < nodes; i++) {
        lo_node_statistics s = pump_statistics(p, i);
        CHECK_EQUAL(s.forged + s.malformed + s.replayed, 0);
        CHECK(s.crypto.sealed > 0 && s.crypto.opened > 0);
    }
    pump_destroy(p);
}
static void encrypted_small_region(void) { encrypted(4, 0, false); }
static void encrypted_without_aes(void) { encrypted(4, 0, true); }
static void encrypted_token_region(void) { encrypted(12, 0, false); }

int main(void) {
    RUN(two_nodes_one_group);
    RUN(message_sizes);
    RUN(largest_message);
    RUN(lossy_small_group);
    RUN(everyone_sends_with_heavy_loss);
    RUN(overlapping_groups);
    RUN(token_region);
    RUN(encrypted_small_region);
    RUN(encrypted_without_aes);
    RUN(encrypted_token_region);
    return 0;
}

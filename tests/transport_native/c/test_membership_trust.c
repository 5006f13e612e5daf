// SPDX-License-Identifier: BSD-3-Clause
/* Membership with untrusted nodes: keys, bans, impostors, arbitrary packets. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cluster.h"

static void start_all(cluster *p) {
    for (uint32_t i = 0; i < p->count; i++) cluster_start(p, i);
}

/* The scope's key opens these packets; their member data must still be sealed. */
static uint32_t parts_seen;
static void look_for_members(cluster *p, uint32_t from, uint8_t kind, uint8_t *body, uint32_t *length) {
    (void)from;
    if (kind != LO_PACKET_MEMBERSHIP + 4) return; /* Parts of deltas and snapshots. */
    parts_seen++;
    for (uint32_t i = 0; i < p->count; i++) assert(!memmem(body, *length, p->nodes[i].identity.public_key, 32));
}

/* In a scope with a key: all members have the key of the view, and nobody else. */
static void test_secure(void) {
    cluster *p = cluster_create(16, 6);
    p->secure = true;
    p->tap = look_for_members;
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER); /* The cluster compares the keys, too. */
    uint8_t none[32] = {0}, key[32];
    memcpy(key, p->nodes[0].view->key, 32);
    uint64_t generation = p->nodes[0].view->generation;
    assert(memcmp(key, none, 32) != 0);
    cluster_join_group(p, 2, 1, (lo_policy){0});
    cluster_run(p, LO_SECOND);
    assert(memcmp(key, p->nodes[0].view->key, 32) == 0); /* Nobody was removed: no new key. */
    uint32_t out = p->nodes[4].view->self == p->nodes[4].view->leader ? 3 : 4, witness = out == 3 ? 4 : 3;
    assert(lo_membership_evict(p->nodes[witness].membership, p->nodes[out].config.number, p->now) == LO_OK);
    cluster_run(p, 2 * LO_SECOND);
    assert(lo_membership_state(p->nodes[out].membership) == LO_MEMBERSHIP_EVICTED);
    assert(memcmp(key, p->nodes[out].view->key, 32) == 0);
    assert(memcmp(key, p->nodes[witness].view->key, 32) != 0 && p->nodes[witness].view->generation == generation + 1);
    cluster_kill(p, out);
    cluster_start(p, out); /* It has the scope's key and may rejoin as a new incarnation. */
    assert(cluster_until_agreed(p, 3 * LO_SECOND) != LO_NEVER);
    assert(memcmp(p->nodes[out].view->key, p->nodes[witness].view->key, 32) == 0);
    assert(parts_seen >= 3);
    cluster_destroy(p);
}

static bool together(const cluster *p, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i <= last; i++)
        if (p->nodes[i].view->number != p->nodes[first].view->number || p->nodes[i].view->member_count != last - first + 1)
            return false;
    return true;
}

/* A banned node stays out, whatever its number, and gets no key of later views; also after a change of leader, and
 * if the ban was made on the smaller side of a partition. */
static void test_ban(bool secure) {
    cluster *p = cluster_create(18, 6);
    p->secure = secure;
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    uint32_t leader = 0;
    for (uint32_t i = 0; i < 6; i++)
        if (p->nodes[i].view->self == p->nodes[i].view->leader) leader = i;
    assert(leader != 5); /* With this seed: node 5 will be banned. */
    uint32_t asks = leader == 4 ? 3 : 4;
    assert(lo_membership_ban(p->nodes[asks].membership, &p->nodes[leader].config.id, p->now) == LO_ERROR_ARGUMENT);
    assert(lo_membership_ban(p->nodes[asks].membership, &p->nodes[asks].config.id, p->now) == LO_ERROR_ARGUMENT);
    for (uint32_t i = 0; i < 6; i++) p->nodes[i].side = i >= 3; /* Three and three: both continue. */
    assert(cluster_until_agreed(p, 20 * LO_SECOND) != LO_NEVER);
    uint32_t banner = p->nodes[3].view->self == p->nodes[3].view->leader ? 4 : 3;
    bool leads = p->nodes[5].view->self == p->nodes[5].view->leader;
    assert(!leads && lo_membership_ban(p->nodes[banner].membership, &p->nodes[5].config.id, p->now) == LO_OK);
    cluster_run(p, 2 * LO_SECOND);
    assert(lo_membership_state(p->nodes[5].membership) == LO_MEMBERSHIP_EVICTED && together(p, 3, 4));
    uint8_t key[32];
    memcpy(key, p->nodes[5].view->key, 32);
    cluster_kill(p, 5);
    for (uint32_t i = 0; i < 6; i++) p->nodes[i].side = 0;
    cluster_run(p, 5 * LO_SECOND);
    assert(together(p, 0, 4));
    cluster_start(p, 5);
    cluster_run(p, 5 * LO_SECOND);
    assert(together(p, 0, 4) && !p->nodes[5].view); /* Its DISCOVER is ignored. */
    assert(!secure || memcmp(key, p->nodes[3].view->key, 32) != 0);
    for (uint32_t i = 0; i < 5; i++)
        if (p->nodes[i].view->self == p->nodes[i].view->leader) leader = i;
    cluster_kill(p, leader);
    cluster_run(p, 5 * LO_SECOND);
    cluster_kill(p, 5);
    cluster_start(p, 5);
    cluster_start(p, leader);
    cluster_run(p, 5 * LO_SECOND);
    assert(together(p, 0, 4) && !p->nodes[5].view);
    uint64_t refused = 0;
    for (uint32_t i = 0; i < 5; i++) {
        lo_membership_counts counts;
        lo_membership_read_counts(p->nodes[i].membership, &counts);
        refused += counts.banned;
    }
    printf("banned (%s scope): %llu of its packets were refused\n", secure ? "closed" : "open", (unsigned long long)refused);
    assert(refused > 10);
    cluster_destroy(p);
}

static uint8_t captured[64][2048];
static uint32_t captured_length[64], captured_kind[64], captured_from[64], heard_count;
static void listen(cluster *p, uint32_t from, uint8_t kind, uint8_t *body, uint32_t *length) {
    if (*length > sizeof captured[0]) return;
    uint32_t slot = heard_count < 64 ? heard_count : cluster_roll(p, 64);
    memcpy(captured[slot], body, *length);
    captured_length[slot] = *length;
    captured_kind[slot] = kind;
    captured_from[slot] = p->nodes[from].config.number;
    heard_count++;
}

/* A member that sends in another's name, a non-member with another's record: rejected and counted. */
static void test_impostors(void) {
    cluster *p = cluster_create(17, 4);
    p->secure = true;
    p->tap = listen;
    heard_count = 0;
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, 2 * LO_SECOND);
    uint64_t number = p->nodes[0].view->number;
    lo_membership_counts before, after;
    lo_membership_read_counts(p->nodes[0].membership, &before);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < lo_min32(heard_count, 64); i++) {
        if (captured_from[i] == p->nodes[0].config.number || captured_from[i] == p->nodes[3].config.number) continue;
        int result = cluster_inject(p, 0, captured_from[i], p->nodes[3].identity.public_key, (uint8_t)captured_kind[i], captured[i],
                                    captured_length[i]);
        assert(result == LO_ERROR_FORGED);
        assert(cluster_inject(p, 0, 4242, p->nodes[3].identity.public_key, (uint8_t)captured_kind[i], captured[i], captured_length[i]) <= 0);
        tried++;
    }
    assert(tried > 10);
    lo_membership_read_counts(p->nodes[0].membership, &after);
    assert(after.rejected >= before.rejected + tried);
    cluster_run(p, 3 * LO_SECOND);
    assert(p->nodes[0].view->number == number && cluster_agreed(p));
    cluster_destroy(p);
}

/* Arbitrary bytes, from anyone, at any time: nothing breaks. */
static void test_hostile_packets(void) {
    for (uint64_t seed = 1; seed <= 12; seed++) {
        cluster *p = cluster_create(100 + seed, 4);
        p->tap = listen;
        p->careless = true; /* In an open scope every sender is trusted. */
        heard_count = 0;
        start_all(p);
        for (uint32_t i = 0; i < 4; i++) cluster_join_group(p, i, cluster_roll(p, 3), (lo_policy){0});
        for (uint32_t step = 0; step < 1500; step++) {
            uint32_t slot = cluster_roll(p, 64), to = cluster_roll(p, 4), length = captured_length[slot];
            uint8_t body[2048];
            memcpy(body, captured[slot], length);
            for (uint32_t i = cluster_roll(p, 4); length && i > 0; i--) body[cluster_roll(p, length)] = (uint8_t)cluster_roll(p, 256);
            if (cluster_roll(p, 5) == 0) length = cluster_roll(p, length + 1);
            uint32_t from = cluster_roll(p, 4) ? captured_from[slot] : cluster_roll(p, 2000);
            uint8_t kind = (uint8_t)(cluster_roll(p, 8) ? captured_kind[slot] : cluster_roll(p, 40));
            cluster_inject(p, to, from, NULL, kind, body, length);
            if (cluster_roll(p, 4) == 0) cluster_run(p, cluster_roll(p, 50) * LO_MILLISECOND);
        }
        cluster_destroy(p); /* Checks that all memory was freed. */
    }
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_secure();
    test_ban(true);
    test_ban(false);
    test_impostors();
    test_hostile_packets();
    return 0;
}

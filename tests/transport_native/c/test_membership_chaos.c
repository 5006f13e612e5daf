// SPDX-License-Identifier: BSD-3-Clause
/* Membership under all faults at once, from one seed: loss, duplication, partitions, freezes, crashes,
 * restarts, groups joined and left. Views are checked by the cluster; in the end, when the network is whole
 * again, everyone must be together and in the groups it asked for.
 *
 *     test_membership_chaos [first seed [seeds]] */
#include <stdio.h>
#include <stdlib.h>

#include "cluster.h"

#define GROUPS 6u

typedef struct wanted {
    bool group[GROUPS];
} wanted;

static lo_policy policy_of(uint32_t name) {
    return (lo_policy){.partition = name % 2 ? LO_PARTITION_MERGE : LO_PARTITION_MAJORITY};
}

/* Its process ends; some members see that. */
static void crash(cluster *p, uint32_t node) {
    uint32_t number = p->nodes[node].config.number;
    uint64_t consent = lo_membership_consent(p->nodes[node].membership);
    cluster_kill(p, node);
    for (uint32_t i = 0; i < p->count; i++)
        if (p->nodes[i].membership && !p->nodes[i].frozen && cluster_roll(p, 2))
            lo_membership_ended(p->nodes[i].membership, number, consent, p->now);
}

static void disturb(cluster *p, wanted *wants) {
    uint32_t node = cluster_roll(p, p->count);
    cluster_node *n = &p->nodes[node];
    switch (cluster_roll(p, 12)) {
    case 0: /* Crash. */
        if (n->membership) crash(p, node);
        memset(&wants[node], 0, sizeof wants[node]);
        break;
    case 1: case 2: /* Start. */
        if (!n->membership) cluster_start(p, node);
        break;
    case 3: /* Freeze or thaw. */
        if (n->membership) n->frozen = !n->frozen;
        break;
    case 4: /* Partition the network. */
        for (uint32_t i = 0; i < p->count; i++) p->nodes[i].side = cluster_roll(p, 2);
        break;
    case 5: case 6: /* Heal it. */
        for (uint32_t i = 0; i < p->count; i++) p->nodes[i].side = 0;
        break;
    case 7:
        p->loss_per_mille = cluster_roll(p, 4) ? cluster_roll(p, 50) : cluster_roll(p, 400);
        break;
    case 8: /* Leave in order. */
        if (n->membership && !n->frozen && cluster_roll(p, 3) == 0) {
            lo_membership_leave(n->membership, p->now);
            cluster_run(p, 300 * LO_MILLISECOND);
            cluster_kill(p, node);
            memset(&wants[node], 0, sizeof wants[node]);
        }
        break;
    default: /* Join or leave a group. */
        if (n->membership && !n->frozen) {
            uint32_t name = cluster_roll(p, GROUPS);
            lo_id id = cluster_group(name);
            if (wants[node].group[name]) lo_membership_leave_group(n->membership, &id, p->now);
            else lo_membership_join_group(n->membership, &id, policy_of(name), p->now);
            wants[node].group[name] = !wants[node].group[name];
        }
    }
}

static bool content(const cluster *p, const wanted *wants) {
    if (!cluster_agreed(p)) return false;
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t g = 0; p->nodes[i].membership && g < GROUPS; g++)
            if (cluster_in_group(p, i, g) != wants[i].group[g]) return false;
    return true;
}

static void describe(const cluster *p, const wanted *wants) {
    for (uint32_t i = 0; i < p->count; i++) {
        const cluster_node *n = &p->nodes[i];
        if (!n->membership) continue;
        printf("node %u: state %d, view %llx of %u members, leader %u\n", i, (int)lo_membership_state(n->membership),
               n->view ? (unsigned long long)n->view->number : 0, n->view ? n->view->member_count : 0,
               n->view ? n->view->members[n->view->leader].number : 0);
        for (uint32_t g = 0; g < GROUPS; g++)
            if (cluster_in_group(p, i, g) != wants[i].group[g]) printf("  it %s group %u\n", wants[i].group[g] ? "misses" : "still has", g);
    }
}

static lo_time run_seed(uint64_t seed) {
    cluster *p = cluster_create(seed, 3 + (uint32_t)(seed % 8));
    wanted wants[CLUSTER_NODES] = {{{false}}};
    p->duplicate_per_mille = 20;
    p->loss_per_mille = cluster_roll(p, 100);
    p->jitter = LO_MILLISECOND * (1 + cluster_roll(p, 20));
    p->secure = seed % 4 == 0;
    p->host = seed % 2;
    p->keep_away = seed % 5 == 0 ? 8 * LO_SECOND : 0;
    for (uint32_t i = 0; i < p->count; i++) cluster_start(p, i);
    for (uint32_t step = 0; step < 25; step++) {
        disturb(p, wants);
        cluster_run(p, (50 + cluster_roll(p, 1500)) * LO_MILLISECOND);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        p->nodes[i].side = 0;
        p->nodes[i].frozen = false;
        if (!p->nodes[i].membership) cluster_start(p, i);
    }
    p->loss_per_mille = 5;
    lo_time start = p->now;
    while (!content(p, wants) && p->now < start + 60 * LO_SECOND) cluster_run(p, 50 * LO_MILLISECOND);
    lo_time took = p->now - start;
    if (took >= 60 * LO_SECOND) {
        describe(p, wants);
        printf("seed %llu does not come together; replay with: test_membership_chaos %llu 1\n", (unsigned long long)seed,
               (unsigned long long)seed);
        exit(1);
    }
    cluster_run(p, LO_SECOND);
    if (!content(p, wants)) {
        printf("seed %llu falls apart again; replay with: test_membership_chaos %llu 1\n", (unsigned long long)seed,
               (unsigned long long)seed);
        exit(1);
    }
    cluster_destroy(p);
    return took;
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    uint64_t first = count > 1 ? strtoull(arguments[1], NULL, 10) : 1, seeds = count > 2 ? strtoull(arguments[2], NULL, 10) : 200;
    lo_time longest = 0;
    for (uint64_t seed = first; seed < first + seeds; seed++) longest = lo_max64(longest, run_seed(seed));
    printf("%llu seeds; longest healing %.2f s\n", (unsigned long long)seeds, (double)longest / 1e9);
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Membership: start, join, leave, failure, partition and merge, on a simulated network. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cluster.h"

static double cpu(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void start_all(cluster *p) {
    for (uint32_t i = 0; i < p->count; i++) cluster_start(p, i);
}

static uint32_t most_views(const cluster *p) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->nodes[i].views > most) most = p->nodes[i].views;
    return most;
}

static void test_alone_then_two(void) {
    cluster *p = cluster_create(1, 2);
    cluster_start(p, 0);
    assert(cluster_until_agreed(p, LO_SECOND) < LO_SECOND);
    assert(p->nodes[0].view->member_count == 1 && lo_membership_state(p->nodes[0].membership) == LO_MEMBERSHIP_MEMBER);
    cluster_start(p, 1);
    lo_time took = cluster_until_agreed(p, LO_SECOND);
    assert(took < 400 * LO_MILLISECOND);
    assert(p->nodes[1].view->members[p->nodes[1].view->leader].number == p->nodes[0].config.number);
    cluster_destroy(p);
}

static void test_many_at_once(uint32_t nodes, uint32_t loss, lo_time limit) {
    cluster *p = cluster_create(nodes, nodes);
    p->loss_per_mille = loss;
    double before = cpu();
    start_all(p);
    lo_time took = cluster_until_agreed(p, 20 * LO_SECOND);
    printf("%u nodes at once, %u per mille lost: agreed after %.2f s, %u views, %.1f packets per node, %.2f s of CPU\n", nodes, loss,
           (double)took / 1e9, most_views(p), (double)p->packets / nodes, cpu() - before);
    assert(took <= limit);
    cluster_destroy(p);
}

static void test_hundred_join_and_leave(void) {
    cluster *p = cluster_create(3, 120);
    for (uint32_t i = 0; i < 20; i++) cluster_start(p, i);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    uint32_t views = p->nodes[0].views;
    uint64_t packets = p->packets;
    for (uint32_t i = 20; i < 120; i++) cluster_start(p, i);
    lo_time took = cluster_until_agreed(p, 5 * LO_SECOND);
    printf("100 join 20: %.2f s, %u views, %.1f packets per node\n", (double)took / 1e9, p->nodes[0].views - views,
           (double)(p->packets - packets) / 120);
    assert(took < LO_SECOND && p->nodes[0].views - views <= 4 && p->packets - packets < 120 * 15);
    cluster_run(p, LO_SECOND);
    views = p->nodes[0].views;
    packets = p->packets;
    for (uint32_t i = 20; i < 120; i++) lo_membership_leave(p->nodes[i].membership, p->now);
    for (lo_time waited = 0; p->nodes[0].view->member_count != 20 && waited < 3 * LO_SECOND; waited += 20 * LO_MILLISECOND)
        cluster_run(p, 20 * LO_MILLISECOND);
    assert(p->nodes[0].view->member_count == 20);
    printf("100 leave: %u views, %.1f packets per node\n", p->nodes[0].views - views, (double)(p->packets - packets) / 120);
    assert(p->nodes[0].views - views <= 3 && p->packets - packets < 120 * 15);
    cluster_run(p, 3 * LO_SECOND);
    for (uint32_t i = 20; i < 120; i++) assert(lo_membership_state(p->nodes[i].membership) == LO_MEMBERSHIP_LEFT);
    assert(p->nodes[0].view->member_count == 20);
    cluster_destroy(p);
}

static void test_leader_dies(void) {
    cluster *p = cluster_create(4, 8);
    cluster_start(p, 0);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    for (uint32_t i = 1; i < 8; i++) cluster_start(p, i);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, 3 * LO_SECOND);
    const lo_view *view = p->nodes[5].view;
    assert(view->leader == 0 && view->members[0].number == p->nodes[0].config.number);
    uint32_t heir = view->members[1].number;
    cluster_kill(p, 0);
    lo_time took = cluster_until_agreed(p, 10 * LO_SECOND);
    printf("leader dies: new view after %.2f s\n", (double)took / 1e9);
    assert(took < 3200 * LO_MILLISECOND); /* One timeout of 2.5 s, and a view change. */
    view = p->nodes[5].view;
    assert(view->members[view->leader].number == heir);
    lo_membership_leave(p->nodes[1].membership, p->now);
    cluster_run(p, LO_SECOND);
    cluster_destroy(p);
}

/* A node that joins between the failure of a leader and its succession waits for the successor, and does not start
 * its own view. */
static void test_newcomer_between_leaders(lo_time after, uint32_t loss) {
    cluster *p = cluster_create(40 + after / LO_MILLISECOND, 5);
    p->loss_per_mille = loss;
    cluster_start(p, 0);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    for (uint32_t i = 1; i < 4; i++) cluster_start(p, i);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    cluster_kill(p, 0);
    cluster_run(p, after);
    cluster_start(p, 4);
    for (lo_time waited = 0; !p->nodes[4].view && waited < 6 * LO_SECOND; waited += 10 * LO_MILLISECOND)
        cluster_run(p, 10 * LO_MILLISECOND);
    assert(p->nodes[4].view && p->nodes[4].view->member_count == 4);
    cluster_destroy(p);
}

static void test_leader_leaves(void) {
    cluster *p = cluster_create(5, 6);
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    uint32_t leader = UINT32_MAX;
    for (uint32_t i = 0; i < 6; i++)
        if (p->nodes[i].view->self == p->nodes[i].view->leader) leader = i;
    lo_membership_leave(p->nodes[leader].membership, p->now);
    cluster_run(p, LO_SECOND);
    assert(lo_membership_state(p->nodes[leader].membership) == LO_MEMBERSHIP_LEFT);
    cluster_kill(p, leader);
    assert(cluster_until_agreed(p, LO_SECOND) == 0);
    cluster_destroy(p);
}

static void test_member_dies_and_restarts(void) {
    cluster *p = cluster_create(6, 6);
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    cluster_kill(p, 3);
    lo_time took = cluster_until_agreed(p, 10 * LO_SECOND);
    printf("member dies: new view after %.2f s\n", (double)took / 1e9);
    assert(took < 4 * LO_SECOND);
    cluster_kill(p, 4); /* This one is back before anyone detects its absence. */
    cluster_start(p, 4);
    cluster_start(p, 3);
    took = cluster_until_agreed(p, 5 * LO_SECOND);
    assert(took < LO_SECOND);
    cluster_destroy(p);
}

static void test_partition(void) {
    lo_policy majority = {.partition = LO_PARTITION_MAJORITY}, merge = {.partition = LO_PARTITION_MERGE};
    cluster *p = cluster_create(7, 8);
    start_all(p);
    for (uint32_t i = 0; i < 8; i++) {
        assert(cluster_join_group(p, i, 1, majority) == LO_OK);
        assert(cluster_join_group(p, i, 2, merge) == LO_OK);
    }
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    for (uint32_t i = 0; i < 8; i++) assert(cluster_in_group(p, i, 1) && cluster_in_group(p, i, 2));
    for (uint32_t i = 5; i < 8; i++) p->nodes[i].side = 1;
    lo_time took = cluster_until_agreed(p, 20 * LO_SECOND);
    printf("partition 5 and 3: both sides agreed after %.2f s\n", (double)took / 1e9);
    assert(took < 12 * LO_SECOND);
    for (uint32_t i = 0; i < 8; i++) {
        assert(cluster_find_group(p, i, 1)->read_only == (i >= 5) && !cluster_find_group(p, i, 2)->read_only);
        assert((lo_membership_state(p->nodes[i].membership) == LO_MEMBERSHIP_MINORITY) == (i >= 5));
    }
    for (uint32_t i = 5; i < 8; i++) p->nodes[i].side = 0;
    took = cluster_until_agreed(p, 20 * LO_SECOND);
    printf("healed after %.2f s\n", (double)took / 1e9);
    assert(took < 5 * LO_SECOND);
    cluster_run(p, LO_SECOND);
    for (uint32_t i = 0; i < 8; i++)
        assert(cluster_in_group(p, i, 1) && cluster_in_group(p, i, 2) && !cluster_find_group(p, i, 1)->read_only);
    cluster_destroy(p);
}

/* Most of the members end at once. Whether the remaining few may continue depends on what is known: silent members
 * may be alive elsewhere; ended processes are not, unless they had accepted another view before. */
enum knowledge { NOTHING, TURNED_AWAY, ALL };
static void test_most_end(bool leader_too, enum knowledge known) {
    enum { NODES = 8, STAY = 3 };
    cluster *p = cluster_create(23, NODES);
    p->host = 7;
    start_all(p);
    for (uint32_t i = 0; i < NODES; i++) assert(cluster_join_group(p, i, 1, (lo_policy){.partition = LO_PARTITION_MAJORITY}) == LO_OK);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    uint32_t leader = 0;
    while (p->nodes[leader].view->self != p->nodes[leader].view->leader) leader++;
    uint32_t first = (leader + leader_too) % NODES; /* Of those that stay; the others follow in cyclic order. */
    for (uint32_t i = STAY; i < NODES; i++) {
        uint32_t dead = (first + i) % NODES, witness = (first + STAY - 1) % NODES;
        uint64_t consent = known == ALL ? lo_membership_consent(p->nodes[dead].membership) : UINT64_MAX;
        if (known) lo_membership_ended(p->nodes[witness].membership, p->nodes[dead].config.number, consent, p->now);
        cluster_kill(p, dead);
    }
    lo_time took = cluster_until_agreed(p, 20 * LO_SECOND);
    printf("%d of %d end%s: the others agree after %.2f s\n", NODES - STAY, NODES, known ? ", which is known" : "", (double)took / 1e9);
    assert(took < (known && !leader_too ? LO_SECOND : 15 * LO_SECOND));
    for (uint32_t i = 0; i < STAY; i++) assert(cluster_find_group(p, (first + i) % NODES, 1)->read_only == (known != ALL));
    cluster_destroy(p);
}

/* Nobody can know this of a member on another host. */
static void test_false_witness(void) {
    cluster *p = cluster_create(24, 4);
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    uint32_t witness = 0;
    while (p->nodes[witness].view->self == p->nodes[witness].view->leader) witness++;
    uint32_t about = witness + 1;
    while (p->nodes[about].view->self == p->nodes[about].view->leader) about++;
    uint64_t before = p->nodes[about].last_number;
    lo_membership_ended(p->nodes[witness].membership, p->nodes[about].config.number, before, p->now);
    cluster_run(p, 3 * LO_SECOND);
    assert(p->nodes[about].last_number == before && p->nodes[about].view->member_count == 4);
    cluster_destroy(p);
}

/* A member that receives nothing while all receive it: the others continue without it, and it rejoins when it
 * receives again. */
static void test_deaf(bool leader) {
    cluster *p = cluster_create(19, 5);
    start_all(p);
    for (uint32_t i = 0; i < 5; i++) assert(cluster_join_group(p, i, 1, (lo_policy){0}) == LO_OK);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    uint32_t deaf = 0;
    while ((p->nodes[deaf].view->self == p->nodes[deaf].view->leader) != leader) deaf++;
    p->nodes[deaf].deaf = true;
    cluster_run(p, 12 * LO_SECOND);
    for (uint32_t i = 0; i < 5; i++) {
        assert(p->nodes[i].view->member_count == (i == deaf ? 1u : 4u));
        assert(cluster_find_group(p, i, 1)->read_only == (i == deaf));
    }
    p->nodes[deaf].deaf = false;
    assert(cluster_until_agreed(p, 10 * LO_SECOND) != LO_NEVER);
    cluster_destroy(p);
}

static void test_frozen(uint32_t who_leads, lo_time keep_away) {
    cluster *p = cluster_create(8 + who_leads, 6);
    p->keep_away = keep_away;
    start_all(p);
    for (uint32_t i = 0; i < 6; i++) assert(cluster_join_group(p, i, 1, (lo_policy){0}) == LO_OK);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    uint32_t frozen = UINT32_MAX;
    for (uint32_t i = 0; i < 6; i++) {
        bool leader = p->nodes[i].view->self == p->nodes[i].view->leader;
        if (leader == (who_leads == 1)) frozen = i;
    }
    p->nodes[frozen].frozen = true;
    cluster_run(p, 10 * LO_SECOND);
    const lo_view *others = p->nodes[(frozen + 1) % 6].view;
    assert(others->member_count == (keep_away && who_leads == 0 ? 6 : 5));
    if (keep_away && who_leads == 0) {
        int index = lo_view_find_member(others, p->nodes[frozen].config.number);
        assert(others->members[index].flags & LO_MEMBER_AWAY);
    }
    p->nodes[frozen].frozen = false;
    if (keep_away && who_leads == 0) cluster_run(p, LO_SECOND);
    lo_time took = cluster_until_agreed(p, 10 * LO_SECOND);
    printf("frozen 10 s (%s%s): back after %.2f s\n", who_leads ? "leader" : "member", keep_away ? ", kept" : "", (double)took / 1e9);
    assert(took < 4 * LO_SECOND);
    cluster_run(p, LO_SECOND);
    for (uint32_t i = 0; i < 6; i++) {
        assert(cluster_in_group(p, i, 1) && p->nodes[i].view->member_count == 6);
        for (uint32_t m = 0; m < 6; m++) assert(!(p->nodes[i].view->members[m].flags & LO_MEMBER_AWAY));
    }
    cluster_destroy(p);
}

/* A member is suspended during view changes. If these are few, it passes all of them afterwards; else it is removed
 * and rejoins, and everyone sees that. */
static void test_missed_views(uint32_t missed) {
    cluster *p = cluster_create(80 + missed, 5);
    p->secure = true;
    p->keep_away = 1000 * LO_SECOND;
    start_all(p);
    for (uint32_t i = 0; i < 5; i++) assert(cluster_join_group(p, i, 1, (lo_policy){0}) == LO_OK);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    uint32_t sleeper = p->nodes[2].view->self == p->nodes[2].view->leader ? 3 : 2;
    cluster_node *asleep = &p->nodes[sleeper], *awake = &p->nodes[sleeper == 2 ? 3 : 2];
    uint32_t behind = awake->views - asleep->views;
    uint64_t joined = asleep->view->members[asleep->view->self].joined;
    asleep->frozen = true;
    cluster_run(p, 5 * LO_SECOND);
    for (uint32_t i = 0; i < missed; i++) {
        assert(cluster_join_group(p, sleeper == 2 ? 3 : 2, 100 + i, (lo_policy){0}) == LO_OK);
        cluster_run(p, 200 * LO_MILLISECOND);
    }
    assert(awake->views >= asleep->views + missed && awake->view->member_count == 5);
    cluster_lose(p, sleeper);
    asleep->frozen = false;
    cluster_run(p, 3 * LO_SECOND);
    assert(cluster_agreed(p) && cluster_in_group(p, sleeper, 1));
    bool stayed = asleep->view->members[asleep->view->self].joined == joined;
    printf("%u views missed: %s, %u views fewer seen\n", missed, stayed ? "all seen" : "back as a newcomer",
           awake->views - asleep->views);
    assert(stayed == (missed < 40) && (!stayed || awake->views - asleep->views == behind));
    cluster_destroy(p);
}

static void test_short_suspension_is_tolerated(void) {
    cluster *p = cluster_create(10, 16);
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, LO_SECOND);
    uint32_t views = p->nodes[0].views;
    for (int round = 0; round < 8; round++) { /* Half a second in five, as in the perturbation experiment. */
        uint32_t who = (uint32_t)round % 16;
        p->nodes[who].frozen = true;
        cluster_run(p, 500 * LO_MILLISECOND);
        p->nodes[who].frozen = false;
        cluster_run(p, 4500 * LO_MILLISECOND);
    }
    assert(p->nodes[0].views == views && cluster_agreed(p));
    cluster_destroy(p);
}

static void test_quiet(void) {
    cluster *p = cluster_create(11, 16);
    start_all(p);
    for (uint32_t i = 0; i < 16; i++)
        for (uint32_t g = 0; g < 1000; g++) cluster_join_group(p, i, g, (lo_policy){0});
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    cluster_run(p, 3 * LO_SECOND);
    for (uint32_t i = 0; i < 16; i++) assert(cluster_in_group(p, i, 999) && p->nodes[i].view->group_count == 1000);
    uint64_t before[16];
    for (uint32_t i = 0; i < 16; i++) before[i] = p->nodes[i].sent;
    cluster_run(p, 10 * LO_SECOND);
    double most = 0;
    for (uint32_t i = 0; i < 16; i++) {
        double rate = (double)(p->nodes[i].sent - before[i]) / 10;
        if (rate > most) most = rate;
    }
    printf("idle in 1000 groups: at most %.1f packets/s sent by a node\n", most);
    assert(most < 10);
    cluster_destroy(p);
}

static void test_many_groups(uint32_t loss) {
    cluster *p = cluster_create(12, 5);
    p->loss_per_mille = loss;
    start_all(p);
    assert(cluster_until_agreed(p, 10 * LO_SECOND) != LO_NEVER);
    double before = cpu();
    lo_time start = p->now;
    uint32_t views = p->nodes[0].views;
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t g = 0; g < 8192; g++) assert(cluster_join_group(p, i, g, (lo_policy){0}) == LO_OK);
    for (bool all = false; !all && p->now < start + 10 * LO_SECOND;) {
        cluster_run(p, 50 * LO_MILLISECOND);
        all = true;
        for (uint32_t i = 0; i < 5; i++) {
            const lo_view *view = p->nodes[i].view;
            all &= view->group_count == 8192 && view->region_count == 1 && view->regions[0].member_count == 5;
        }
    }
    printf("5 nodes join 8192 groups, %u per mille lost: %.2f s, %u views, %.2f s of CPU, %zu bytes per group and node\n", loss,
           (double)(p->now - start) / 1e9, p->nodes[0].views - views, cpu() - before, p->nodes[1].memory.used / 8192);
    assert(p->now - start < 4 * LO_SECOND);
    assert(p->nodes[1].memory.used / 8192 < 1024);
    cluster_destroy(p);
}

static void test_without_multicast(void) {
    cluster *p = cluster_create(13, 8);
    p->no_multicast = true;
    p->seed_nodes = 2;
    start_all(p);
    lo_time took = cluster_until_agreed(p, 10 * LO_SECOND);
    printf("8 nodes with 2 seeds and no multicast: %.2f s\n", (double)took / 1e9);
    assert(took < 6 * LO_SECOND);
    cluster_join_group(p, 3, 1, (lo_policy){0});
    cluster_run(p, LO_SECOND);
    assert(cluster_in_group(p, 3, 1) && cluster_find_group(p, 6, 1));
    cluster_destroy(p);
}

static void test_evict(void) {
    cluster *p = cluster_create(14, 4);
    start_all(p);
    assert(cluster_until_agreed(p, 5 * LO_SECOND) != LO_NEVER);
    uint32_t who = p->nodes[1].view->self == p->nodes[1].view->leader ? 2 : 1;
    assert(lo_membership_evict(p->nodes[3].membership, p->nodes[who].config.number, p->now) == LO_OK ||
           p->nodes[3].config.number == p->nodes[who].config.number);
    cluster_run(p, 2 * LO_SECOND);
    assert(lo_membership_state(p->nodes[who].membership) == LO_MEMBERSHIP_EVICTED);
    cluster_kill(p, who);
    assert(cluster_until_agreed(p, LO_SECOND) == 0);
    cluster_destroy(p);
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_alone_then_two();
    test_many_at_once(8, 0, 2 * LO_SECOND);
    test_many_at_once(64, 0, 3 * LO_SECOND);
    test_many_at_once(64, 50, 5 * LO_SECOND);
    test_many_at_once(200, 0, 3 * LO_SECOND);
    test_hundred_join_and_leave();
    test_leader_dies();
    for (lo_time after = 0; after < 2600 * LO_MILLISECOND; after += 100 * LO_MILLISECOND) test_newcomer_between_leaders(after, 0);
    test_newcomer_between_leaders(LO_SECOND, 50);
    test_leader_leaves();
    test_member_dies_and_restarts();
    test_partition();
    test_most_end(false, NOTHING);
    test_most_end(false, TURNED_AWAY);
    test_most_end(false, ALL);
    test_most_end(true, ALL);
    test_false_witness();
    test_deaf(false);
    test_deaf(true);
    test_frozen(0, 0);
    test_frozen(1, 0);
    test_frozen(0, 20 * LO_SECOND);
    test_missed_views(30);
    test_missed_views(100);
    test_short_suspension_is_tolerated();
    test_quiet();
    test_many_groups(0);
    test_many_groups(10);
    test_without_multicast();
    test_evict();
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Regions: the greedy split, invariants of views, and the overlap experiment. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lo_layer.h"
#include "lo_regions.h"

typedef struct world {
    lo_regions_input input;
    lo_member *members;
    lo_id *ids;
    lo_policy *policies;
    uint32_t *counts;
    uint16_t **sets;
} world;

static uint64_t random_state;
static uint64_t next_random(void) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static double next_fraction(void) { return (double)(next_random() >> 11) / 9007199254740992.0; }

static world make_world(uint32_t members, uint32_t groups) {
    world w = {.members = calloc(members, sizeof(lo_member)),
               .ids = calloc(groups, sizeof(lo_id)),
               .policies = calloc(groups, sizeof(lo_policy)),
               .counts = calloc(groups, sizeof(uint32_t)),
               .sets = calloc(groups, sizeof(uint16_t *))};
    for (uint32_t i = 0; i < members; i++) w.members[i].number = i + 1;
    for (uint32_t i = 0; i < groups; i++) {
        w.ids[i].bytes[0] = (uint8_t)(i >> 8);
        w.ids[i].bytes[1] = (uint8_t)i;
        w.sets[i] = calloc(members, sizeof(uint16_t));
    }
    w.input = (lo_regions_input){.member_count = members, .members = w.members, .group_count = groups,
                                 .group_ids = w.ids, .policies = w.policies, .member_counts = w.counts,
                                 .group_members = (const uint16_t *const *)w.sets};
    return w;
}

static void free_world(world *w) {
    for (uint32_t i = 0; i < w->input.group_count; i++) free(w->sets[i]);
    free(w->members);
    free(w->ids);
    free(w->policies);
    free(w->counts);
    free(w->sets);
}

static void add(world *w, uint32_t group, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i <= last; i++) w->sets[group][w->counts[group]++] = (uint16_t)i;
}

static lo_memory memory;
static lo_view *build(world *w) {
    lo_view *view = NULL;
    int error = lo_regions_build(&w->input, &memory, 7, 0, 0, &view);
    assert(error == LO_OK);
    return view;
}

/* Invariants of any view, whatever the overlap. */
static void check_view(const world *w, const lo_view *view) {
    uint32_t members = w->input.member_count;
    uint8_t *seen = calloc(members, 1);
    assert(view->member_count == members && view->group_count == w->input.group_count);
    for (uint32_t g = 0; g < view->group_count; g++) {
        const lo_group *group = &view->groups[g];
        memset(seen, 0, members);
        uint32_t total = 0, hierarchy = UINT32_MAX;
        for (uint32_t r = 0; r < group->region_count; r++) {
            assert(r == 0 || group->regions[r] > group->regions[r - 1]);
            const lo_region *region = &view->regions[group->regions[r]];
            assert(lo_policy_equal(region->policy, group->policy));
            assert(hierarchy == UINT32_MAX || hierarchy == region->hierarchy);
            hierarchy = region->hierarchy;
            for (uint32_t i = 0; i < region->member_count; i++, total++) seen[region->members[i]]++;
        }
        assert(total == w->counts[g] && group->member_count == total);
        for (uint32_t i = 0; i < w->counts[g]; i++) assert(seen[w->sets[g][i]] == 1);
    }
    uint8_t *channels = calloc(4096, 1);
    for (uint32_t r = 0; r < view->region_count; r++) {
        const lo_region *region = &view->regions[r];
        assert(region->member_count > 0 && region->channel >= 1 && region->channel <= 4095);
        if (view->region_count < 4000) assert(channels[region->channel]++ == 0);
        for (uint32_t i = 1; i < region->member_count; i++) assert(region->members[i] > region->members[i - 1]);
    }
    /* A member is in at most one region of a hierarchy. */
    uint32_t hierarchies = 0;
    for (uint32_t r = 0; r < view->region_count; r++)
        if (view->regions[r].hierarchy >= hierarchies) hierarchies = view->regions[r].hierarchy + 1u;
    for (uint32_t h = 0; h < hierarchies; h++) {
        memset(seen, 0, members);
        for (uint32_t r = 0; r < view->region_count; r++)
            if (view->regions[r].hierarchy == h)
                for (uint32_t i = 0; i < view->regions[r].member_count; i++)
                    assert(seen[view->regions[r].members[i]]++ == 0);
    }
    free(channels);
    free(seen);
}

static uint32_t common(const world *w, uint32_t a, uint32_t b) {
    uint32_t i = 0, j = 0, count = 0;
    while (i < w->counts[a] && j < w->counts[b]) {
        if (w->sets[a][i] == w->sets[b][j]) count++, i++, j++;
        else if (w->sets[a][i] < w->sets[b][j]) i++;
        else j++;
    }
    return count;
}

/* The greedy algorithm as published: pairwise, slow. Returns the hierarchy of each group. */
static void plain_greedy(const world *w, uint32_t *hierarchy) {
    uint32_t groups = w->input.group_count, made = 0;
    for (uint32_t i = 0; i < groups; i++) hierarchy[i] = UINT32_MAX;
    for (uint32_t step = 0; step < groups; step++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t g = 0; g < groups; g++)
            if (hierarchy[g] == UINT32_MAX && (best == UINT32_MAX || w->counts[g] > w->counts[best])) best = g;
        for (uint32_t h = 0; hierarchy[best] == UINT32_MAX; h++) {
            bool perfect = true;
            for (uint32_t g = 0; g < groups && perfect; g++) {
                if (hierarchy[g] != h) continue;
                uint32_t both = common(w, g, best);
                perfect = both == 0 || both == w->counts[best];
            }
            if (perfect) hierarchy[best] = h;
            if (h == made) made++;
        }
    }
}

static void test_equal_groups(void) {
    world w = make_world(16, 8192);
    for (uint32_t g = 0; g < 8192; g++) add(&w, g, 0, 15);
    clock_t start = clock();
    lo_view *view = build(&w);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert(view->region_count == 1 && view->regions[0].member_count == 16);
    assert(view->groups[0].regions == view->groups[8191].regions);
    assert(view->bytes < 8192 * 128u);
    printf("8192 equal groups: %.1f ms, %zu bytes per group\n", seconds * 1e3, view->bytes / 8192);
    lo_view_release(view);
    free_world(&w);
}

static void test_perfect_hierarchy(void) {
    world w = make_world(20, 5);
    add(&w, 0, 0, 19);  /* Everyone, */
    add(&w, 1, 0, 9);   /* two halves, */
    add(&w, 2, 10, 19);
    add(&w, 3, 0, 4);   /* and a part of the first half. */
    add(&w, 4, 10, 19); /* The same as group 2. */
    lo_view *view = build(&w);
    check_view(&w, view);
    assert(view->region_count == 3);
    assert(view->groups[0].region_count == 3 && view->groups[1].region_count == 2);
    assert(view->groups[2].region_count == 1 && view->groups[2].regions == view->groups[4].regions);
    for (uint32_t r = 0; r < 3; r++) assert(view->regions[r].hierarchy == 0);
    lo_view_release(view);
    free_world(&w);
}

static void test_irregular_and_policies(void) {
    world w = make_world(10, 3);
    add(&w, 0, 0, 6);
    add(&w, 1, 4, 9); /* Neither nested in the first nor disjoint from it. */
    add(&w, 2, 0, 6);
    w.policies[2].slow = LO_SLOW_DROP;
    lo_view *view = build(&w);
    check_view(&w, view);
    assert(view->region_count == 3);
    assert(view->regions[view->groups[0].regions[0]].hierarchy != view->regions[view->groups[1].regions[0]].hierarchy);
    assert(view->groups[0].regions[0] != view->groups[2].regions[0]);
    lo_view_release(view);
    free_world(&w);
}

static void test_smallest_region_and_hybrid(void) {
    world w = make_world(12, 5);
    add(&w, 0, 0, 11);
    for (uint32_t g = 1; g < 5; g++) add(&w, g, 3 * g - 3, 3 * g - 1);
    for (uint32_t g = 0; g < 5; g++) w.policies[g].hybrid = 1;
    w.input.hybrid_regions = 3;
    lo_view *view = build(&w);
    check_view(&w, view);
    assert(view->region_count == 4 && view->groups[0].region_count == 4);
    assert(view->groups[0].channel != 0 && view->groups[1].channel == 0);
    for (uint32_t r = 0; r < 4; r++) assert(view->regions[r].channel != view->groups[0].channel);
    lo_view_release(view);
    w.input.smallest_region = 4; /* Now regions of three members are too small to split off. */
    view = build(&w);
    check_view(&w, view);
    assert(view->groups[0].region_count == 1 && view->groups[0].channel == 0);
    lo_view_release(view);
    free_world(&w);
}

static void test_dissemination(void) {
    world w = make_world(6, 3);
    for (uint32_t i = 0; i < 6; i++) w.members[i].host = i < 4 ? 1 : 2;
    w.members[5].flags = LO_MEMBER_NO_MULTICAST;
    add(&w, 0, 0, 3);
    add(&w, 1, 2, 4);
    add(&w, 2, 3, 5);
    lo_view *view = build(&w);
    assert(view->regions[view->groups[0].regions[0]].dissemination == LO_DISSEMINATE_SHARED);
    assert(view->regions[view->groups[1].regions[0]].dissemination == LO_DISSEMINATE_MULTICAST);
    assert(view->regions[view->groups[2].regions[0]].dissemination == LO_DISSEMINATE_UNICAST);
    lo_view_release(view);
    free_world(&w);
}

/* Two hosts; the nodes of the second are also in a group of their own, so they are a region that shares a host. */
static void test_shared_memory_only_if_all_senders_reach_it(void) {
    world w = make_world(4, 2);
    for (uint32_t i = 0; i < 4; i++) w.members[i].host = i < 2 ? 1 : 2;
    add(&w, 0, 0, 3);
    add(&w, 1, 2, 3);
    lo_view *view = build(&w);
    check_view(&w, view);
    assert(view->region_count == 2);
    for (uint32_t r = 0; r < 2; r++) assert(view->regions[r].dissemination == LO_DISSEMINATE_MULTICAST);
    lo_view_release(view);
    for (uint32_t i = 0; i < 4; i++) w.members[i].host = 1;
    view = build(&w);
    for (uint32_t r = 0; r < 2; r++) assert(view->regions[r].dissemination == LO_DISSEMINATE_SHARED);
    lo_view_release(view);
    free_world(&w);
}

static void test_channels_are_stable(void) {
    world w = make_world(10, 2);
    add(&w, 0, 0, 4);
    add(&w, 1, 5, 9);
    lo_view *before = build(&w);
    w.counts[0] = 4; /* One member less. */
    lo_view *after = build(&w);
    assert(before->regions[before->groups[0].regions[0]].channel == after->regions[after->groups[0].regions[0]].channel);
    assert(before->regions[before->groups[1].regions[0]].channel == after->regions[after->groups[1].regions[0]].channel);
    lo_view_release(before);
    lo_view_release(after);
    free_world(&w);
}

static void test_against_plain_greedy(void) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_state = seed;
        uint32_t members = 2 + (uint32_t)(next_random() % 30), groups = 1 + (uint32_t)(next_random() % 24);
        world w = make_world(members, groups);
        for (uint32_t g = 0; g < groups; g++) {
            uint32_t shape = (uint32_t)(next_random() % 3);
            uint32_t first = (uint32_t)(next_random() % members), last = first + (uint32_t)(next_random() % (members - first));
            if (shape == 0) add(&w, g, first, last);
            else
                for (uint32_t i = 0; i < members; i++)
                    if (next_random() % 3 < shape) add(&w, g, i, i);
            if (w.counts[g] == 0) add(&w, g, 0, 0);
        }
        lo_view *view = build(&w);
        check_view(&w, view);
        uint32_t *hierarchy = calloc(groups, sizeof *hierarchy);
        plain_greedy(&w, hierarchy);
        for (uint32_t g = 0; g < groups; g++) {
            if (view->regions[view->groups[g].regions[0]].hierarchy != hierarchy[g]) {
                printf("seed %llu: group %u differs\n", (unsigned long long)seed, g);
                abort();
            }
        }
        lo_view_release(view);
        free(hierarchy);
        free_world(&w);
    }
}

/* The overlap experiment: every node joins a tenth as many groups as there are, popular ones more often (Zipf,
 * 1.5). Published: 4 to 14 regions per node, most traffic in 1 or 2 of them. */
static void run_overlap(uint32_t members, uint32_t groups) {
    random_state = members + groups;
    world w = make_world(members, groups);
    double *cumulative = calloc(groups, sizeof *cumulative), total = 0;
    for (uint32_t g = 0; g < groups; g++) cumulative[g] = total += pow(g + 1, -1.5);
    uint8_t *joined = calloc(groups, 1);
    for (uint32_t i = 0; i < members; i++) {
        memset(joined, 0, groups);
        for (uint32_t draw = 0; draw < groups / 10; draw++) {
            double point = next_fraction() * total;
            uint32_t low = 0, high = groups - 1;
            while (low < high) {
                uint32_t middle = (low + high) / 2;
                if (cumulative[middle] < point) low = middle + 1;
                else high = middle;
            }
            if (!joined[low]) add(&w, low, i, i);
            joined[low] = 1;
        }
    }
    for (uint32_t g = 0; g < groups; g++)
        if (w.counts[g] == 0) add(&w, g, 0, 0);
    clock_t start = clock();
    lo_view *view = build(&w);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    uint32_t hierarchies = 0;
    uint64_t memberships = 0;
    for (uint32_t r = 0; r < view->region_count; r++) {
        memberships += view->regions[r].member_count;
        if (view->regions[r].hierarchy >= hierarchies) hierarchies = view->regions[r].hierarchy + 1u;
    }
    double average = (double)memberships / members;
    /* Traffic of a group is Zipf as well, independent of its popularity. */
    double *traffic = calloc(view->region_count, sizeof *traffic), seen = 0, top_two = 0;
    for (uint32_t g = 0; g < groups; g++) {
        double rate = pow(1 + (double)(next_random() % groups), -1.5);
        for (uint32_t r = 0; r < view->groups[g].region_count; r++) traffic[view->groups[g].regions[r]] += rate;
    }
    double *first = calloc(members, sizeof *first), *second = calloc(members, sizeof *second), *all = calloc(members, sizeof *all);
    for (uint32_t r = 0; r < view->region_count; r++)
        for (uint32_t i = 0; i < view->regions[r].member_count; i++) {
            uint16_t m = view->regions[r].members[i];
            all[m] += traffic[r];
            if (traffic[r] > first[m]) second[m] = first[m], first[m] = traffic[r];
            else if (traffic[r] > second[m]) second[m] = traffic[r];
        }
    for (uint32_t i = 0; i < members; i++) seen += all[i], top_two += first[i] + second[i];
    printf("%u nodes, %u groups: %u hierarchies, %u regions, %.1f regions per node, %.0f %% of the traffic of a "
           "node in two of them, %.0f ms\n",
           members, groups, hierarchies, view->region_count, average, 100 * top_two / seen, seconds * 1e3);
    assert(top_two / seen > 0.7);
    free(first);
    free(second);
    free(all);
    free(traffic);
    lo_view_release(view);
    free(joined);
    free(cumulative);
    free_world(&w);
}

static void test_partitions(void) {
    for (uint32_t members = 1; members <= 300; members++) {
        uint32_t count = lo_partition_count(members, 0), next = 0;
        for (uint32_t index = 0; index < count; index++) {
            lo_partition partition = lo_partition_at(members, 0, index);
            assert(partition.first == next && (members < 3 || partition.count >= 3) && partition.count <= 7);
            for (uint32_t p = partition.first; p < partition.first + partition.count; p++)
                assert(lo_partition_of(members, 0, p).index == index);
            next = partition.first + partition.count;
        }
        assert(next == members);
    }
}

static void test_refusals(void) {
    world w = make_world(3, 1);
    lo_view *view = NULL;
    assert(lo_regions_build(&w.input, &memory, 1, 0, 0, &view) == LO_ERROR_ARGUMENT); /* An empty group. */
    add(&w, 0, 0, 2);
    assert(lo_regions_build(&w.input, &memory, 1, 3, 0, &view) == LO_ERROR_ARGUMENT);
    lo_memory tiny;
    lo_memory_init(&tiny, 600);
    assert(lo_regions_build(&w.input, &tiny, 1, 0, 0, &view) == LO_ERROR_MEMORY);
    assert(tiny.used == 0);
    free_world(&w);
}

int main(int count, char **arguments) {
    lo_memory_init(&memory, 1u << 30);
    if (count == 3) {
        run_overlap((uint32_t)atoi(arguments[1]), (uint32_t)atoi(arguments[2]));
        return 0;
    }
    test_equal_groups();
    test_perfect_hierarchy();
    test_irregular_and_policies();
    test_smallest_region_and_hybrid();
    test_dissemination();
    test_shared_memory_only_if_all_senders_reach_it();
    test_channels_are_stable();
    test_against_plain_greedy();
    test_partitions();
    test_refusals();
    run_overlap(100, 400);
    assert(memory.used == 0);
    return 0;
}

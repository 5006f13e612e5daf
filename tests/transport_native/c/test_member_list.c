// SPDX-License-Identifier: BSD-3-Clause
/* Member list: random changes compared with a model, snapshots, quorums, hostile bytes. */
#include <stdio.h>
#include <stdlib.h>

#include "lo_member_list.h"

static uint64_t random_state;
static uint32_t roll(uint32_t sides) {
    uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) % sides);
}

static lo_memory memory;
static lo_sets sets;

static lo_member member(uint32_t number) {
    lo_member m = {.number = number, .address = {.kind = LO_ADDRESS_PEER, .length = 4}};
    uint32_t scrambled = number * 2654435761u;
    memcpy(m.id.bytes, &scrambled, 4);
    memcpy(m.id.bytes + 4, &number, 4);
    return m;
}
static lo_id group(uint32_t name) {
    lo_id id = {{0}};
    uint32_t scrambled = name * 2246822519u;
    memcpy(id.bytes, &scrambled, 4);
    memcpy(id.bytes + 4, &name, 4);
    return id;
}

/* Applies changes to *member_list and replaces it; checks that a snapshot of the result is equal. */
static void step(lo_member_list *member_list, lo_changes *changes) {
    uint8_t *bytes;
    size_t room;
    int length = lo_member_list_write_delta(member_list, changes, &bytes, &room);
    assert(length > 0);
    lo_member_list next, copy;
    lo_member_list_init(&next, &memory, &sets);
    lo_member_list_init(&copy, &memory, &sets);
    assert(lo_member_list_apply(member_list, bytes, (size_t)length, member_list->number + 1, 0, &next, NULL) == LO_OK);
    lo_memory_free(&memory, bytes, room);
    length = lo_member_list_write_snapshot(&next, NULL, 0, &bytes, &room);
    assert(length > 0);
    assert(lo_member_list_apply(NULL, bytes, (size_t)length, next.number, 0, &copy, NULL) == LO_OK);
    assert(lo_member_list_digest(&copy) == lo_member_list_digest(&next));
    lo_memory_free(&memory, bytes, room);
    lo_member_list_clear(&copy);
    lo_member_list_clear(member_list);
    *member_list = next;
}

static lo_member_list start(uint32_t members) {
    lo_member_list member_list;
    lo_member_list_init(&member_list, &memory, &sets);
    lo_member added[64];
    for (uint32_t i = 0; i < members; i++) added[i] = member(i + 1);
    lo_changes changes = {.added = added, .added_count = members};
    step(&member_list, &changes);
    return member_list;
}

#define MODEL_MEMBERS 24
#define MODEL_GROUPS 40
static void test_against_model(uint64_t seed) {
    random_state = seed;
    lo_member_list member_list = start(3);
    bool here[MODEL_MEMBERS + 1] = {false, true, true, true}, in[MODEL_MEMBERS + 1][MODEL_GROUPS] = {{false}};
    uint32_t order = 0;
    for (int round = 0; round < 20; round++) {
        lo_member added[MODEL_MEMBERS];
        lo_removal removed[MODEL_MEMBERS];
        lo_group_change groups[200];
        lo_changes changes = {.added = added, .removed = removed, .groups = groups};
        uint32_t present = 0;
        for (uint32_t m = 1; m <= MODEL_MEMBERS; m++) present += here[m];
        for (uint32_t m = 1; m <= MODEL_MEMBERS; m++) {
            if (!here[m] && roll(8) == 0) {
                added[changes.added_count++] = member(m);
                here[m] = true;
            } else if (here[m] && present > 1 && roll(12) == 0) {
                removed[changes.removed_count++] = (lo_removal){.number = m, .departure = (uint8_t)(1 + roll(4))};
                here[m] = false;
                present--;
                memset(in[m], 0, sizeof in[m]);
            }
        }
        for (uint32_t i = roll(150); i > 0; i--) {
            uint32_t m = 1 + roll(MODEL_MEMBERS), g = roll(MODEL_GROUPS);
            bool leave = roll(3) == 0;
            groups[changes.group_count++] = (lo_group_change){m, leave, order++, {0}, group(g)};
            if (here[m]) in[m][g] = !leave;
        }
        step(&member_list, &changes);
        uint32_t live_groups = 0;
        for (uint32_t g = 0; g < MODEL_GROUPS; g++) {
            uint32_t size = 0;
            lo_id id = group(g);
            for (uint32_t m = 1; m <= MODEL_MEMBERS; m++) {
                assert(lo_member_list_in_group(&member_list, m, &id) == in[m][g]);
                size += in[m][g];
            }
            live_groups += size > 0;
        }
        assert(member_list.group_count == live_groups);
        for (uint32_t m = 1; m <= MODEL_MEMBERS; m++) assert((lo_member_list_find(&member_list, m) >= 0) == here[m]);
        for (uint32_t i = 1; i < member_list.member_count; i++) assert(member_list.members[i].joined >= member_list.members[i - 1].joined);
        lo_view *view = NULL;
        assert(lo_member_list_make_view(&member_list, member_list.members[0].number, &view) == LO_OK);
        assert(view->group_count == live_groups && view->member_count == member_list.member_count);
        lo_view_release(view);
    }
    lo_member_list_clear(&member_list);
}

static void join_all(lo_member_list *member_list, uint32_t name, lo_policy policy) {
    lo_group_change groups[64];
    lo_changes changes = {.groups = groups};
    for (uint32_t i = 0; i < member_list->member_count; i++)
        groups[changes.group_count++] =
            (lo_group_change){member_list->members[i].number, false, i, policy, group(name)};
    step(member_list, &changes);
}

static void lose(lo_member_list *member_list, const uint32_t *numbers, uint32_t count, uint8_t departure) {
    lo_removal removed[64];
    lo_changes changes = {.removed = removed};
    for (uint32_t i = 0; i < count; i++) removed[changes.removed_count++] = (lo_removal){.number = numbers[i], .departure = departure};
    step(member_list, &changes);
}

static bool read_only(const lo_member_list *member_list, uint32_t name) {
    lo_id id = group(name);
    return member_list->groups[lo_member_list_find_group(member_list, &id)].quorum != NULL;
}

static void test_quorum(void) {
    lo_policy majority = {.partition = LO_PARTITION_MAJORITY}, merge = {.partition = LO_PARTITION_MERGE};
    lo_member_list member_list = start(5);
    join_all(&member_list, 1, majority);
    join_all(&member_list, 2, merge);
    uint32_t numbers[5];
    for (uint32_t i = 0; i < 5; i++) numbers[i] = member_list.members[i].number;
    lose(&member_list, &numbers[3], 2, LO_DEPARTURE_FAILED); /* 3 of 5 stay: the majority. */
    assert(!read_only(&member_list, 1) && !read_only(&member_list, 2));
    lose(&member_list, &numbers[0], 2, LO_DEPARTURE_FAILED); /* 1 of 3. */
    assert(read_only(&member_list, 1) && !read_only(&member_list, 2));
    lo_member added[] = {member(numbers[0])};
    lo_group_change back[] = {{numbers[0], false, 0, majority, group(1)}};
    lo_changes changes = {.added = added, .added_count = 1, .groups = back, .group_count = 1};
    step(&member_list, &changes); /* 2 of the 3 are together again. */
    assert(!read_only(&member_list, 1));
    lo_member_list_clear(&member_list);

    member_list = start(4); /* At exactly half, the most senior member decides. */
    join_all(&member_list, 1, majority);
    for (uint32_t i = 0; i < 4; i++) numbers[i] = member_list.members[i].number;
    lose(&member_list, &numbers[2], 2, LO_DEPARTURE_FAILED);
    assert(!read_only(&member_list, 1));
    lose(&member_list, &numbers[0], 1, LO_DEPARTURE_FAILED);
    assert(read_only(&member_list, 1));
    lo_member_list_clear(&member_list);

    member_list =
        start(6); /* Newcomers do not turn a minority into a majority, also in the same view. */
    join_all(&member_list, 1, majority);
    lo_removal lost[4];
    for (uint32_t i = 0; i < 4; i++)
        lost[i] = (lo_removal){.number = member_list.members[i + 2].number, .departure = LO_DEPARTURE_FAILED};
    lo_member fresh[] = {member(7), member(8)};
    if (lo_id_compare(&fresh[0].id, &fresh[1].id) > 0) {
        fresh[0] = member(8);
        fresh[1] = member(7);
    }
    lo_group_change come[] = {{7, false, 0, majority, group(1)}, {8, false, 1, majority, group(1)}};
    lo_changes both = {.removed = lost, .removed_count = 4, .added = fresh, .added_count = 2, .groups = come,
                       .group_count = 2};
    step(&member_list, &both);
    assert(read_only(&member_list, 1));
    lo_member_list_clear(&member_list);

    member_list = start(3); /* A group of two: the view may not be committed without the more senior of them. */
    lo_group_change two[] = {{member_list.members[0].number, false, 0, majority, group(1)},
                             {member_list.members[1].number, false, 1, majority, group(1)}};
    lo_changes of_two = {.groups = two, .group_count = 2};
    step(&member_list, &of_two);
    const uint8_t without_senior[] = {0, 1, 1}, without_junior[] = {1, 0, 1}, without_stranger[] = {1, 1, 0};
    assert(!lo_member_list_agreed(&member_list, NULL, 0, &member_list, without_senior));
    assert(lo_member_list_agreed(&member_list, NULL, 0, &member_list, without_junior));
    assert(lo_member_list_agreed(&member_list, NULL, 0, &member_list, without_stranger));
    lo_member_list_clear(&member_list);

    member_list = start(5); /* Members that leave do not count. */
    join_all(&member_list, 1, majority);
    for (uint32_t i = 0; i < 5; i++) numbers[i] = member_list.members[i].number;
    lose(&member_list, &numbers[0], 4, LO_DEPARTURE_LEFT);
    assert(!read_only(&member_list, 1));
    lo_member_list_clear(&member_list);
}

static void test_hostile_bytes(void) {
    lo_member_list member_list = start(4);
    join_all(&member_list, 1, (lo_policy){0});
    join_all(&member_list, 2, (lo_policy){0});
    uint32_t gone[] = {1, 2, 3};
    lose(&member_list, gone, 3, LO_DEPARTURE_FAILED);
    lo_group_change groups[] = {{4, true, 0, {0}, group(1)}, {4, false, 1, {0}, group(9)}, {7, false, 2, {0}, group(9)}};
    lo_member added[] = {member(7), member(8)};
    lo_changes changes = {.added = added, .added_count = 2, .groups = groups, .group_count = 3};
    for (int kind = 0; kind < 2; kind++) {
        uint8_t *bytes;
        size_t room;
        int length = kind ? lo_member_list_write_snapshot(&member_list, NULL, 0, &bytes, &room)
                          : lo_member_list_write_delta(&member_list, &changes, &bytes, &room);
        uint32_t accepted = 0;
        for (int round = 0; round < 20000; round++) {
            uint8_t *copy = malloc((size_t)length); /* On the heap, so that sanitizers see reads past the end. */
            memcpy(copy, bytes, (size_t)length);
            for (uint32_t i = 1 + roll(3); i > 0; i--) copy[roll((uint32_t)length)] = (uint8_t)roll(256);
            size_t truncated = roll(4) ? (size_t)length : roll((uint32_t)length);
            lo_member_list next;
            lo_member_list_init(&next, &memory, &sets);
            size_t used = memory.used;
            int error = lo_member_list_apply(kind ? NULL : &member_list, copy, truncated, 9, 4, &next, NULL);
            assert(error <= 0 && (error == 0 || memory.used <= used + 4096));
            if (!error) {
                lo_view *view = NULL;
                if (lo_member_list_make_view(&next, next.members[0].number, &view) == LO_OK) lo_view_release(view);
                accepted++;
            }
            lo_member_list_clear(&next);
            free(copy);
        }
        assert(accepted < 20000);
        lo_memory_free(&memory, bytes, room);
    }
    lo_member_list_clear(&member_list);
}

static void test_many_groups(void) {
    lo_member_list member_list = start(20);
    uint32_t count = 8192;
    lo_group_change *groups = calloc(count, sizeof *groups);
    for (uint32_t m = 0; m < 20; m++) {
        lo_changes changes = {.groups = groups, .group_count = count};
        for (uint32_t g = 0; g < count; g++)
            groups[g] = (lo_group_change){member_list.members[m].number, false, g, {0}, group(g)};
        uint8_t *bytes;
        size_t room;
        int length = lo_member_list_write_delta(&member_list, &changes, &bytes, &room);
        assert(m == 0 || length < 100); /* Known groups cost a range, not their ids. */
        lo_memory_free(&memory, bytes, room);
        step(&member_list, &changes);
    }
    assert(member_list.group_count == count && member_list.groups[0].members == member_list.groups[count - 1].members);
    assert(sets.live == 1);
    free(groups);
    lo_member_list_clear(&member_list);
}

int main(void) {
    lo_memory_init(&memory, 1u << 28);
    assert(lo_sets_init(&sets, &memory) == LO_OK);
    for (uint64_t seed = 1; seed <= 100; seed++) test_against_model(seed);
    test_quorum();
    test_hostile_bytes();
    test_many_groups();
    lo_sets_destroy(&sets);
    assert(memory.used == 0);
    return 0;
}

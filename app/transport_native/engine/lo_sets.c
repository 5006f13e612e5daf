// SPDX-License-Identifier: BSD-3-Clause
#include "lo_sets.h"

#define FIRST_BUCKETS 64u

static size_t set_bytes(uint32_t count) { return sizeof(lo_set) + count * sizeof(uint16_t); }

int lo_sets_init(lo_sets *sets, lo_memory *memory) {
    *sets = (lo_sets){.memory = memory, .bucket_count = FIRST_BUCKETS};
    sets->buckets = lo_memory_alloc(memory, FIRST_BUCKETS * sizeof *sets->buckets);
    return sets->buckets ? LO_OK : LO_ERROR_MEMORY;
}

void lo_sets_destroy(lo_sets *sets) {
    assert(sets->live == 0);
    lo_memory_free(sets->memory, sets->buckets, sets->bucket_count * sizeof *sets->buckets);
    sets->buckets = NULL;
}

static uint64_t hash_members(const uint16_t *members, uint32_t count) {
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++) {
        hash = (hash ^ members[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Adds buckets if there is memory; optional. */
static void grow(lo_sets *sets) {
    uint32_t count = sets->bucket_count * 2;
    lo_set **buckets = lo_memory_alloc(sets->memory, count * sizeof *buckets);
    if (!buckets) return;
    for (uint32_t i = 0; i < sets->bucket_count; i++) {
        for (lo_set *set = sets->buckets[i], *next; set; set = next) {
            next = set->next;
            set->next = buckets[set->hash & (count - 1)];
            buckets[set->hash & (count - 1)] = set;
        }
    }
    lo_memory_free(sets->memory, sets->buckets, sets->bucket_count * sizeof *sets->buckets);
    sets->buckets = buckets;
    sets->bucket_count = count;
}

lo_set *lo_sets_find(lo_sets *sets, const uint16_t *members, uint32_t count) {
    uint64_t hash = hash_members(members, count);
    for (lo_set *set = sets->buckets[hash & (sets->bucket_count - 1)]; set; set = set->next)
        if (set->hash == hash && set->count == count && memcmp(set->members, members, count * sizeof *members) == 0)
            return lo_set_hold(set);
    if (sets->live >= sets->bucket_count) grow(sets);
    lo_set *set = lo_memory_alloc(sets->memory, set_bytes(count));
    if (!set) return NULL;
    set->hash = hash;
    set->count = count;
    set->references = 1;
    if (count) memcpy(set->members, members, count * sizeof *members);
    set->next = sets->buckets[hash & (sets->bucket_count - 1)];
    sets->buckets[hash & (sets->bucket_count - 1)] = set;
    sets->live++;
    return set;
}

static uint32_t position(const lo_set *set, uint16_t member) {
    uint32_t low = 0, high = set ? set->count : 0;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->members[middle] < member) low = middle + 1;
        else high = middle;
    }
    return low;
}

bool lo_set_has(const lo_set *set, uint16_t member) {
    uint32_t at = position(set, member);
    return set && at < set->count && set->members[at] == member;
}

lo_set *lo_sets_with(lo_sets *sets, const lo_set *set, uint16_t member) {
    uint16_t members[LO_MAX_MEMBERS];
    uint32_t count = set ? set->count : 0, at = position(set, member);
    if (count == LO_MAX_MEMBERS) return NULL;
    if (at) memcpy(members, set->members, at * sizeof *members);
    if (set && at < count && set->members[at] == member) return lo_sets_find(sets, set->members, count);
    members[at] = member;
    if (at < count) memcpy(members + at + 1, set->members + at, (count - at) * sizeof *members);
    return lo_sets_find(sets, members, count + 1);
}

lo_set *lo_sets_without(lo_sets *sets, const lo_set *set, uint16_t member) {
    uint16_t members[LO_MAX_MEMBERS];
    uint32_t at = position(set, member);
    if (at == set->count || set->members[at] != member) return lo_sets_find(sets, set->members, set->count);
    memcpy(members, set->members, at * sizeof *members);
    memcpy(members + at, set->members + at + 1, (set->count - at - 1) * sizeof *members);
    return lo_sets_find(sets, members, set->count - 1);
}

void lo_sets_drop(lo_sets *sets, lo_set *set) {
    if (!set) return;
    assert(set->references > 0);
    if (--set->references) return;
    lo_set **link = &sets->buckets[set->hash & (sets->bucket_count - 1)];
    while (*link != set) link = &(*link)->next;
    *link = set->next;
    sets->live--;
    lo_memory_free(sets->memory, set, set_bytes(set->count));
}

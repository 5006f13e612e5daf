// SPDX-License-Identifier: BSD-3-Clause
/* Snapshots: a complete member list for newcomers.
 *
 *   format 1 (LO_FORMAT_SNAPSHOT), generation 8,
 *   members: count 2, then a member each, by seniority,
 *   bans:    as in a delta,
 *   sets:    count 4, then (count 2, indexes 2 …) each,
 *   quorums: count 4, then (count 2, ids 16 …) each,
 *   groups:  count 4, then (id 16, policy 4, set 4, quorum 4 or 0xffffffff) each, ascending,
 *   keys:    as in a delta. */
#include "lo_member_list_internal.h"

#define NO_QUORUM UINT32_MAX

/* ---- Writing --------------------------------------------------------------------------- */

typedef struct tables {
    lo_set **sets;
    lo_quorum **quorums;
    uint32_t set_count, quorum_count;
    size_t bytes;  /* Wire size of both. */
} tables;

/* Finds distinct sets through a hash table of their addresses. */
static uint32_t slot_of(const tables *t, uint32_t *slots, uint32_t slot_count, const lo_set *set) {
    uint32_t slot = (uint32_t)(set->hash >> 7) & (slot_count - 1);
    while (slots[slot] && t->sets[slots[slot] - 1] != set) slot = (slot + 1) & (slot_count - 1);
    return slot;
}

static void collect(const lo_member_list *member_list, tables *t, uint32_t *slots, uint32_t slot_count,
                    uint32_t *set_of) {
    for (uint32_t g = 0; g < member_list->group_count; g++) {
        const lo_listed_group *group = &member_list->groups[g];
        uint32_t slot = slot_of(t, slots, slot_count, group->members);
        if (!slots[slot]) {
            t->sets[t->set_count++] = group->members;
            t->bytes += 2 + group->members->count * 2u;
            slots[slot] = t->set_count;
        }
        set_of[g] = slots[slot] - 1;
        if (!group->quorum || group->quorum->mark) continue;
        t->quorums[t->quorum_count++] = group->quorum;
        group->quorum->mark = t->quorum_count;
        t->bytes += 2 + group->quorum->count * 16u;
    }
}

static void write_tables(lo_cursor *c, const tables *t) {
    lo_put32(c, t->set_count);
    for (uint32_t i = 0; i < t->set_count; i++) {
        lo_put16(c, (uint16_t)t->sets[i]->count);
        for (uint32_t j = 0; j < t->sets[i]->count; j++) lo_put16(c, t->sets[i]->members[j]);
    }
    lo_put32(c, t->quorum_count);
    for (uint32_t i = 0; i < t->quorum_count; i++) {
        lo_put16(c, (uint16_t)t->quorums[i]->count);
        lo_put_bytes(c, t->quorums[i]->ids, t->quorums[i]->count * sizeof(lo_id));
    }
}

static void write_member_list(lo_cursor *c, const lo_member_list *member_list, const tables *t,
                              const uint32_t *set_of) {
    lo_put8(c, LO_FORMAT_SNAPSHOT);
    lo_put64(c, member_list->generation);
    lo_put16(c, (uint16_t)member_list->member_count);
    for (uint32_t i = 0; i < member_list->member_count; i++) lo_member_write(c, &member_list->members[i]);
    lo_write_bans(c, member_list->bans, member_list->ban_count);
    write_tables(c, t);
    lo_put32(c, member_list->group_count);
    for (uint32_t g = 0; g < member_list->group_count; g++) {
        const lo_listed_group *group = &member_list->groups[g];
        lo_put_bytes(c, group->id.bytes, 16);
        lo_put_bytes(c, &group->policy, 4);
        lo_put32(c, set_of[g]);
        lo_put32(c, group->quorum ? group->quorum->mark - 1 : NO_QUORUM);
    }
}

int lo_member_list_write_snapshot(const lo_member_list *member_list, const lo_sealed_key *keys, uint32_t key_count,
                                  uint8_t **out, size_t *room) {
    uint32_t slot_count = 16;
    while (slot_count < member_list->group_count * 2) slot_count *= 2;
    size_t table_bytes = (member_list->group_count + 1) * (sizeof(lo_set *) + sizeof(lo_quorum *) + sizeof(uint32_t)) +
                         slot_count * sizeof(uint32_t);
    uint8_t *block = lo_memory_alloc(member_list->memory, table_bytes);
    if (!block) return LO_ERROR_MEMORY;
    tables t = {.sets = (lo_set **)(void *)block};
    t.quorums = (lo_quorum **)(void *)(t.sets + member_list->group_count + 1);
    uint32_t *slots = (uint32_t *)(void *)(t.quorums + member_list->group_count + 1);
    uint32_t *set_of = slots + slot_count;
    collect(member_list, &t, slots, slot_count, set_of);
    *room = 32 + member_list->member_count * (size_t)LO_MEMBER_BYTES + t.bytes + member_list->group_count * (size_t)28 +
            member_list->ban_count * sizeof(lo_id) + key_count * 52u;
    *out = *room <= LO_MAX_DELTA ? lo_memory_alloc(member_list->memory, *room) : NULL;
    int result = *room <= LO_MAX_DELTA ? LO_ERROR_MEMORY : LO_ERROR_TOO_LARGE;
    if (*out) {
        lo_cursor c = lo_cursor_over(*out, *room);
        write_member_list(&c, member_list, &t, set_of);
        lo_write_keys(&c, keys, key_count);
        assert(!c.failed);
        result = (int)(c.at - *out);
    }
    for (uint32_t i = 0; i < t.quorum_count; i++) t.quorums[i]->mark = 0;
    lo_memory_free(member_list->memory, block, table_bytes);
    return result;
}

/* ---- Reading --------------------------------------------------------------------------- */

static int read_members(lo_cursor *c, lo_member_list *next) {
    uint32_t count = lo_get16(c);
    if (count == 0 || count > LO_MAX_MEMBERS || count * (size_t)LO_MEMBER_BYTES > lo_cursor_left(c))
        return LO_ERROR_MALFORMED;
    next->members = lo_memory_alloc(next->memory, count * sizeof *next->members);
    if (!next->members) return LO_ERROR_MEMORY;
    next->member_room = count;
    for (uint32_t i = 0; i < count; i++) {
        lo_member member;
        lo_member_read(c, &member);
        const lo_member *before = i ? &next->members[i - 1] : NULL;
        bool ordered = !before || before->joined < member.joined ||
                       (before->joined == member.joined && lo_id_compare(&before->id, &member.id) < 0);
        if (!lo_member_sane(&member) || !ordered || lo_member_list_find(next, member.number) >= 0)
            return LO_ERROR_MALFORMED;
        next->members[next->member_count++] = member;
    }
    return LO_OK;
}

static int read_set(lo_cursor *c, lo_member_list *next, lo_set **out) {
    uint16_t members[LO_MAX_MEMBERS];
    uint32_t count = lo_get16(c);
    if (count == 0 || count > next->member_count) return LO_ERROR_MALFORMED;
    for (uint32_t i = 0; i < count; i++) {
        members[i] = lo_get16(c);
        if (members[i] >= next->member_count || (i && members[i] <= members[i - 1])) return LO_ERROR_MALFORMED;
    }
    if (c->failed) return LO_ERROR_MALFORMED;
    *out = lo_sets_find(next->sets, members, count);
    return *out ? LO_OK : LO_ERROR_MEMORY;
}

static int read_quorum(lo_cursor *c, lo_member_list *next, lo_quorum **out) {
    uint32_t count = lo_get16(c);
    if (count == 0 || count > LO_MAX_MEMBERS || count * sizeof(lo_id) > lo_cursor_left(c)) return LO_ERROR_MALFORMED;
    *out = lo_quorum_make(next->memory, count);
    if (!*out) return LO_ERROR_MEMORY;
    lo_get_bytes(c, (*out)->ids, count * sizeof(lo_id));
    return LO_OK;
}

static int read_groups(lo_cursor *c, lo_member_list *next, lo_set **sets, uint32_t set_count, lo_quorum **quorums,
                       uint32_t quorum_count) {
    uint32_t count = lo_get32(c);
    if (count > LO_MAX_GROUPS || count > lo_cursor_left(c) / 28) return LO_ERROR_MALFORMED;
    if (count == 0) return LO_OK;
    next->groups = lo_memory_alloc(next->memory, count * sizeof *next->groups);
    if (!next->groups) return LO_ERROR_MEMORY;
    next->group_room = count;
    for (uint32_t g = 0; g < count; g++) {
        lo_listed_group group = {0};
        lo_get_bytes(c, group.id.bytes, 16);
        lo_get_bytes(c, &group.policy, 4);
        uint32_t set = lo_get32(c), quorum = lo_get32(c);
        if (set >= set_count || (quorum != NO_QUORUM && quorum >= quorum_count) || !lo_policy_sane(group.policy) ||
            (g && lo_id_compare(&next->groups[g - 1].id, &group.id) >= 0))
            return LO_ERROR_MALFORMED;
        group.members = lo_set_hold(sets[set]);
        if (quorum != NO_QUORUM) {
            group.quorum = quorums[quorum];
            group.quorum->references++;
        }
        next->groups[next->group_count++] = group;
    }
    return LO_OK;
}

static int read_snapshot(lo_cursor *c, lo_member_list *next, uint32_t key_for, const uint8_t **box) {
    next->generation = lo_get64(c);
    int error = read_members(c, next);
    if (!error) error = lo_read_bans(c, NULL, next);
    if (!error && !lo_bans_hold(next)) error = LO_ERROR_MALFORMED;
    if (error) return error;
    uint32_t set_count = lo_get32(c), quorum_count = 0, sets_read = 0, quorums_read = 0;
    if (set_count > lo_cursor_left(c) / 4) return LO_ERROR_MALFORMED;
    size_t set_bytes = (set_count + 1) * sizeof(lo_set *), quorum_bytes = 0;
    lo_set **sets = lo_memory_alloc(next->memory, set_bytes);
    lo_quorum **quorums = NULL;
    if (!sets) return LO_ERROR_MEMORY;
    for (; sets_read < set_count && !error; sets_read += !error) error = read_set(c, next, &sets[sets_read]);
    if (!error) {
        quorum_count = lo_get32(c);
        if (quorum_count > lo_cursor_left(c) / 18) error = LO_ERROR_MALFORMED;
    }
    if (!error) {
        quorum_bytes = (quorum_count + 1) * sizeof *quorums;
        quorums = lo_memory_alloc(next->memory, quorum_bytes);
        if (!quorums) error = LO_ERROR_MEMORY;
    }
    for (; !error && quorums_read < quorum_count; quorums_read += !error)
        error = read_quorum(c, next, &quorums[quorums_read]);
    if (!error) error = read_groups(c, next, sets, set_count, quorums, quorum_count);
    if (!error) error = lo_read_keys(c, key_for, box);
    for (uint32_t i = 0; i < sets_read; i++) lo_sets_drop(next->sets, sets[i]);
    for (uint32_t i = 0; i < quorums_read; i++) lo_quorum_drop(next->memory, quorums[i]);
    lo_memory_free(next->memory, sets, set_bytes);
    lo_memory_free(next->memory, quorums, quorum_bytes);
    return error;
}

int lo_member_list_apply(const lo_member_list *base, const uint8_t *bytes, size_t length, uint64_t number,
                         uint32_t key_for, lo_member_list *next, const uint8_t **box) {
    lo_cursor c = lo_cursor_over(bytes, length);
    next->number = number;
    if (box) *box = NULL;
    uint8_t format = lo_get8(&c);
    int error = LO_ERROR_MALFORMED;
    if (format == LO_FORMAT_DELTA && base) error = lo_apply_delta(&c, base, key_for, next, box);
    else if (format == LO_FORMAT_SNAPSHOT && !base) error = read_snapshot(&c, next, key_for, box);
    if (error) lo_member_list_clear(next);
    return error;
}

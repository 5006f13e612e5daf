// SPDX-License-Identifier: BSD-3-Clause
/* Deltas: written by the leader, applied by every member.
 *
 *   format 1 (LO_FORMAT_DELTA), generation 8,
 *   removed: count 2, then (number 4, departure 1) each,
 *   added:   count 2, then a member each, ascending by id,
 *   flags:   count 2, then (number 4, flags 4) each,
 *   bans:    count 2, then an id each,
 *   groups:  count 4, then (id 16, policy 4) each, ascending, none known before,
 *   changes: count 4, then (member number 4, leave 1, count 4, (first 4, count 4) …) each:
 *            ranges in the list of groups after insertion of the new ones,
 *   keys:    count 2, then (number 4, box 48) each. */
#include <stdlib.h>

#include "lo_member_list_internal.h"

/* ---- Writing --------------------------------------------------------------------------- */

static int compare_changes(const void *left, const void *right) {
    const lo_group_change *a = left, *b = right;
    if (a->number != b->number) return a->number < b->number ? -1 : 1;
    int order = lo_id_compare(&a->group, &b->group);
    if (order) return order;
    return a->order < b->order ? -1 : a->order > b->order;
}

static int compare_members(const void *left, const void *right) {
    const lo_member *a = left, *b = right;
    return lo_id_compare(&a->id, &b->id);
}

static bool is_added(const lo_changes *changes, uint32_t number) {
    for (uint32_t i = 0; i < changes->added_count; i++)
        if (changes->added[i].number == number) return true;
    return false;
}

/* Sorts the changes and drops those without effect. */
static void tidy(const lo_member_list *base, lo_changes *changes) {
    if (changes->group_count == 0) return;
    qsort(changes->groups, changes->group_count, sizeof *changes->groups, compare_changes);
    uint32_t kept = 0, number = 0;
    bool known = false;
    int member = -1;
    for (uint32_t i = 0; i < changes->group_count; i++) {
        const lo_group_change *change = &changes->groups[i];
        if (change->number != number) {
            number = change->number;
            member = lo_member_list_find(base, number);
            known = member >= 0 || is_added(changes, number);
        }
        bool overridden = i + 1 < changes->group_count && changes->groups[i + 1].number == number &&
                          lo_id_equal(&changes->groups[i + 1].group, &change->group);
        if (!known || overridden) continue;
        int group = lo_member_list_find_group(base, &change->group);
        bool inside = group >= 0 && member >= 0 && lo_set_has(base->groups[group].members, (uint16_t)member);
        if (inside == change->leave) changes->groups[kept++] = *change;
    }
    changes->group_count = kept;
}

typedef struct new_group {
    lo_id id;
    lo_policy policy;
    uint32_t order;
} new_group;

static int compare_new_groups(const void *left, const void *right) {
    const new_group *a = left, *b = right;
    int order = lo_id_compare(&a->id, &b->id);
    if (order) return order;
    return a->order < b->order ? -1 : a->order > b->order;
}

static uint32_t find_new_groups(const lo_member_list *base, const lo_changes *changes, new_group *out) {
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < changes->group_count; i++) {
        const lo_group_change *change = &changes->groups[i];
        if (!change->leave && lo_member_list_find_group(base, &change->group) < 0)
            out[count++] = (new_group){change->group, change->policy, change->order};
    }
    qsort(out, count, sizeof *out, compare_new_groups);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || !lo_id_equal(&out[kept - 1].id, &out[i].id)) out[kept++] = out[i];
    return kept;
}

/* Index of a group after insertion of the new ones. */
static uint32_t next_index(const lo_member_list *base, const new_group *fresh, uint32_t fresh_count, const lo_id *id) {
    uint32_t low = 0, high = fresh_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (lo_id_compare(&fresh[middle].id, id) < 0) low = middle + 1;
        else high = middle;
    }
    uint32_t before = low;
    low = 0, high = base->group_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (lo_id_compare(&base->groups[middle].id, id) < 0) low = middle + 1;
        else high = middle;
    }
    return before + low;
}

/* Writes one member's joins, or its leaves, as ranges. Returns whether there were any. */
static bool write_ranges(lo_cursor *c, const lo_member_list *base, const new_group *fresh, uint32_t fresh_count,
                         const lo_group_change *changes, uint32_t count, bool leave) {
    uint8_t *start = c->at, *range_count = NULL;
    uint32_t ranges = 0, first = 0, length = 0;
    lo_put32(c, changes->number);
    lo_put8(c, leave);
    range_count = c->at;
    lo_put32(c, 0);
    for (uint32_t i = 0; i <= count; i++) {
        if (i < count && changes[i].leave != leave) continue;
        uint32_t index = i < count ? next_index(base, fresh, fresh_count, &changes[i].group) : 0;
        if (i < count && length && index == first + length) {
            length++;
            continue;
        }
        if (length) {
            lo_put32(c, first);
            lo_put32(c, length);
            ranges++;
        }
        first = index;
        length = i < count;
    }
    if (ranges == 0) {
        c->at = start;
        return false;
    }
    lo_store32(range_count, ranges);
    return true;
}

static void write_changes(lo_cursor *c, const lo_member_list *base, const lo_changes *changes, const new_group *fresh,
                          uint32_t fresh_count) {
    lo_put32(c, fresh_count);
    for (uint32_t i = 0; i < fresh_count; i++) {
        lo_put_bytes(c, fresh[i].id.bytes, 16);
        lo_put_bytes(c, &fresh[i].policy, 4);
    }
    uint8_t *count_at = c->at;
    uint32_t entries = 0;
    lo_put32(c, 0);
    for (uint32_t i = 0, next; i < changes->group_count; i = next) {
        for (next = i; next < changes->group_count && changes->groups[next].number == changes->groups[i].number;) next++;
        entries += write_ranges(c, base, fresh, fresh_count, &changes->groups[i], next - i, false);
        entries += write_ranges(c, base, fresh, fresh_count, &changes->groups[i], next - i, true);
    }
    if (!c->failed) lo_store32(count_at, entries);
}

void lo_write_keys(lo_cursor *c, const lo_sealed_key *keys, uint32_t count) {
    lo_put16(c, (uint16_t)count);
    for (uint32_t i = 0; i < count; i++) {
        lo_put32(c, keys[i].number);
        lo_put_bytes(c, keys[i].box, sizeof keys[i].box);
    }
}

int lo_member_list_write_delta(const lo_member_list *base, lo_changes *changes, uint8_t **out, size_t *room) {
    tidy(base, changes);
    if (changes->added_count > 1)
        qsort(changes->added, changes->added_count, sizeof *changes->added, compare_members);
    *room = 32 + changes->removed_count * 5u + changes->added_count * (size_t)LO_MEMBER_BYTES +
            changes->flag_count * 8u + changes->ban_count * sizeof(lo_id) + changes->group_count * (size_t)(20 + 18 + 8) + changes->key_count * 52u;
    if (*room > LO_MAX_DELTA) return LO_ERROR_TOO_LARGE;
    size_t fresh_bytes = (changes->group_count + 1) * sizeof(new_group);
    new_group *fresh = lo_memory_alloc(base->memory, fresh_bytes);
    *out = lo_memory_alloc(base->memory, *room);
    if (!fresh || !*out) {
        lo_memory_free(base->memory, fresh, fresh_bytes);
        lo_memory_free(base->memory, *out, *room);
        return LO_ERROR_MEMORY;
    }
    uint32_t fresh_count = find_new_groups(base, changes, fresh);
    lo_cursor c = lo_cursor_over(*out, *room);
    lo_put8(&c, LO_FORMAT_DELTA);
    lo_put64(&c, changes->generation);
    lo_put16(&c, (uint16_t)changes->removed_count);
    for (uint32_t i = 0; i < changes->removed_count; i++) {
        lo_put32(&c, changes->removed[i].number);
        lo_put8(&c, changes->removed[i].departure);
    }
    lo_put16(&c, (uint16_t)changes->added_count);
    for (uint32_t i = 0; i < changes->added_count; i++) lo_member_write(&c, &changes->added[i]);
    lo_put16(&c, (uint16_t)changes->flag_count);
    for (uint32_t i = 0; i < changes->flag_count; i++) {
        lo_put32(&c, changes->flags[i].number);
        lo_put32(&c, changes->flags[i].flags);
    }
    lo_write_bans(&c, changes->bans, changes->ban_count);
    write_changes(&c, base, changes, fresh, fresh_count);
    lo_write_keys(&c, changes->keys, changes->key_count);
    lo_memory_free(base->memory, fresh, fresh_bytes);
    assert(!c.failed);
    return (int)(c.at - *out);
}

/* ---- Applying -------------------------------------------------------------------------- */

static int read_added(lo_cursor *c, lo_member_list *next) {
    uint32_t count = lo_get16(c), first = next->member_count;
    if (count * (size_t)LO_MEMBER_BYTES > lo_cursor_left(c) || count > LO_MAX_MEMBERS - first) return LO_ERROR_MALFORMED;
    lo_member *grown = lo_memory_realloc(next->memory, next->members, next->member_room * sizeof *grown,
                                         (first + count) * sizeof *grown);
    if (!grown) return LO_ERROR_MEMORY;
    next->members = grown;
    next->member_room = first + count;
    for (uint32_t i = 0; i < count; i++) {
        lo_member member;
        lo_member_read(c, &member);
        member.joined = next->number;
        if (!lo_member_sane(&member) || lo_member_list_find(next, member.number) >= 0 ||
            (i > 0 && lo_id_compare(&next->members[first + i - 1].id, &member.id) >= 0))
            return LO_ERROR_MALFORMED;
        next->members[next->member_count++] = member;
    }
    return LO_OK;
}

static int read_flags(lo_cursor *c, lo_member_list *next) {
    uint32_t count = lo_get16(c);
    for (uint32_t i = 0; i < count && !c->failed; i++) {
        int member = lo_member_list_find(next, lo_get32(c));
        uint32_t flags = lo_get32(c);
        if (member < 0) return LO_ERROR_MALFORMED;
        next->members[member].flags = flags;
        if (!lo_member_sane(&next->members[member])) return LO_ERROR_MALFORMED;
    }
    return c->failed ? LO_ERROR_MALFORMED : LO_OK;
}

/* Merges the groups of `base` with the new ones, which have no members yet. */
static int read_new_groups(lo_cursor *c, const lo_member_list *base, lo_member_list *next) {
    uint32_t count = lo_get32(c);
    if (count > lo_cursor_left(c) / 20 || base->group_count + (size_t)count > LO_MAX_GROUPS) return LO_ERROR_MALFORMED;
    next->group_room = base->group_count + count;
    if (next->group_room == 0) return LO_OK;
    next->groups = lo_memory_alloc(next->memory, next->group_room * sizeof *next->groups);
    if (!next->groups) {
        next->group_room = 0;
        return LO_ERROR_MEMORY;
    }
    uint32_t old = 0;
    for (uint32_t i = 0; i <= count; i++) {
        lo_listed_group fresh = {0};
        if (i < count) {
            lo_get_bytes(c, fresh.id.bytes, 16);
            lo_get_bytes(c, &fresh.policy, 4);
            if (!lo_policy_sane(fresh.policy)) return LO_ERROR_MALFORMED;
        }
        while (old < base->group_count && (i == count || lo_id_compare(&base->groups[old].id, &fresh.id) < 0)) {
            lo_listed_group *group = &next->groups[next->group_count++];
            *group = base->groups[old++];
            lo_set_hold(group->members);
            if (group->quorum) group->quorum->references++;
        }
        if (i == count) break;
        if (next->group_count && lo_id_compare(&next->groups[next->group_count - 1].id, &fresh.id) >= 0)
            return LO_ERROR_MALFORMED;
        if (old < base->group_count && lo_id_equal(&base->groups[old].id, &fresh.id)) return LO_ERROR_MALFORMED;
        next->groups[next->group_count++] = fresh;
    }
    return LO_OK;
}

/* Groups with equal members stay equal, so the last result usually applies again. */
typedef struct set_memo {
    lo_set *from, *to;
} set_memo;

static int change_group(lo_member_list *next, lo_listed_group *group, uint16_t member, bool leave, set_memo *memo) {
    if ((group->members && lo_set_has(group->members, member)) != leave) return LO_ERROR_MALFORMED;
    lo_set *to;
    if (memo->to && memo->from == group->members) {
        to = lo_set_hold(memo->to);
    } else {
        to = leave ? lo_sets_without(next->sets, group->members, member)
                   : lo_sets_with(next->sets, group->members, member);
        if (!to) return LO_ERROR_MEMORY;
        lo_sets_drop(next->sets, memo->from);
        lo_sets_drop(next->sets, memo->to);
        memo->from = group->members ? lo_set_hold(group->members) : NULL;
        memo->to = lo_set_hold(to);
    }
    lo_sets_drop(next->sets, group->members);
    group->members = to;
    return leave ? lo_quorum_without(next->memory, &group->quorum, &next->members[member].id) : LO_OK;
}

static int read_changes(lo_cursor *c, lo_member_list *next) {
    uint32_t count = lo_get32(c);
    int error = LO_OK;
    for (uint32_t i = 0; i < count && !error; i++) {
        set_memo memo = {0};
        int member = lo_member_list_find(next, lo_get32(c));
        uint8_t leave = lo_get8(c);
        uint32_t ranges = lo_get32(c);
        if (c->failed || member < 0 || leave > 1 || ranges > lo_cursor_left(c) / 8) error = LO_ERROR_MALFORMED;
        for (uint32_t range = 0; range < ranges && !error; range++) {
            uint32_t first = lo_get32(c), length = lo_get32(c);
            if (first > next->group_count || length > next->group_count - first) error = LO_ERROR_MALFORMED;
            for (uint32_t g = first; !error && g < first + length; g++)
                error = change_group(next, &next->groups[g], (uint16_t)member, leave, &memo);
        }
        lo_sets_drop(next->sets, memo.from);
        lo_sets_drop(next->sets, memo.to);
    }
    return error;
}

int lo_read_keys(lo_cursor *c, uint32_t key_for, const uint8_t **box) {
    uint32_t count = lo_get16(c);
    for (uint32_t i = 0; i < count && !c->failed; i++) {
        uint32_t number = lo_get32(c);
        const uint8_t *bytes = lo_cursor_skip(c, 48);
        if (box && number == key_for) *box = bytes;
    }
    return c->failed || lo_cursor_left(c) ? LO_ERROR_MALFORMED : LO_OK;
}

void lo_write_bans(lo_cursor *c, const lo_id *bans, uint32_t count) {
    lo_put16(c, (uint16_t)count);
    for (uint32_t i = 0; i < count; i++) lo_put_bytes(c, bans[i].bytes, 16);
}

int lo_read_bans(lo_cursor *c, const lo_member_list *base, lo_member_list *next) {
    uint32_t count = lo_get16(c), before = base ? base->ban_count : 0;
    if (c->failed || count > LO_MAX_BANS - before || count * sizeof(lo_id) > lo_cursor_left(c)) return LO_ERROR_MALFORMED;
    if (before + count == 0) return LO_OK;
    lo_id *bans = lo_memory_alloc(next->memory, (before + count) * sizeof *bans);
    if (!bans) return LO_ERROR_MEMORY;
    if (before) memcpy(bans, base->bans, before * sizeof *bans);
    lo_get_bytes(c, bans + before, count * sizeof *bans);
    next->bans = bans;
    next->ban_count = before + count;
    return LO_OK;
}

bool lo_bans_hold(const lo_member_list *member_list) {
    for (uint32_t i = 0; member_list->ban_count && i < member_list->member_count; i++)
        if (lo_member_list_has_banned(member_list, &member_list->members[i].id)) return false;
    return true;
}

static int read_removed(lo_cursor *c, const lo_member_list *next, uint8_t *departures) {
    uint32_t count = lo_get16(c);
    for (uint32_t i = 0; i < count && !c->failed; i++) {
        int member = lo_member_list_find(next, lo_get32(c));
        uint8_t departure = lo_get8(c);
        if (member < 0 || departure < LO_DEPARTURE_LEFT || departure > LO_DEPARTURE_ENDED || departures[member])
            return LO_ERROR_MALFORMED;
        departures[member] = departure;
    }
    return c->failed ? LO_ERROR_MALFORMED : LO_OK;
}

static int copy_members(const lo_member_list *base, lo_member_list *next) {
    next->members = lo_memory_alloc(next->memory, base->member_count * sizeof *next->members);
    if (!next->members) return LO_ERROR_MEMORY;
    next->member_room = base->member_count;
    if (base->member_count) memcpy(next->members, base->members, base->member_count * sizeof *base->members);
    next->member_count = base->member_count;
    return LO_OK;
}

int lo_apply_delta(lo_cursor *c, const lo_member_list *base, uint32_t key_for, lo_member_list *next,
                   const uint8_t **box) {
    uint8_t departures[LO_MAX_MEMBERS] = {0};
    next->generation = lo_get64(c);
    int error = copy_members(base, next);
    if (!error) error = read_removed(c, next, departures);
    if (!error) error = read_added(c, next);
    if (!error) error = read_flags(c, next);
    if (!error) error = lo_read_bans(c, base, next);
    if (!error) error = read_new_groups(c, base, next);
    if (!error) error = read_changes(c, next);
    if (!error) error = lo_read_keys(c, key_for, box);
    if (!error) error = lo_remove_members(base, next, departures);
    return error || lo_bans_hold(next) ? error : LO_ERROR_MALFORMED;
}

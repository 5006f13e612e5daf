// SPDX-License-Identifier: BSD-3-Clause
#include "lo_member_list.h"

#include "lo_regions.h"

void lo_member_list_init(lo_member_list *member_list, lo_memory *memory, lo_sets *sets) {
    *member_list = (lo_member_list){.memory = memory, .sets = sets};
}

void lo_quorum_drop(lo_memory *memory, lo_quorum *quorum) {
    if (quorum && --quorum->references == 0)
        lo_memory_free(memory, quorum, sizeof *quorum + quorum->count * sizeof(lo_id));
}

lo_quorum *lo_quorum_make(lo_memory *memory, uint32_t count) {
    lo_quorum *quorum = lo_memory_alloc(memory, sizeof *quorum + count * sizeof(lo_id));
    if (quorum) *quorum = (lo_quorum){.references = 1, .count = count};
    return quorum;
}

void lo_member_list_clear(lo_member_list *member_list) {
    for (uint32_t i = 0; i < member_list->group_count; i++) {
        lo_sets_drop(member_list->sets, member_list->groups[i].members);
        lo_quorum_drop(member_list->memory, member_list->groups[i].quorum);
    }
    lo_memory_free(member_list->memory, member_list->groups, member_list->group_room * sizeof *member_list->groups);
    lo_memory_free(member_list->memory, member_list->members, member_list->member_room * sizeof *member_list->members);
    lo_memory_free(member_list->memory, member_list->bans, member_list->ban_count * sizeof *member_list->bans);
    lo_member_list_init(member_list, member_list->memory, member_list->sets);
}

bool lo_member_list_has_banned(const lo_member_list *member_list, const lo_id *id) {
    for (uint32_t i = 0; i < member_list->ban_count; i++)
        if (lo_id_equal(&member_list->bans[i], id)) return true;
    return false;
}

int lo_member_list_find(const lo_member_list *member_list, uint32_t number) {
    for (uint32_t i = 0; i < member_list->member_count; i++)
        if (member_list->members[i].number == number) return (int)i;
    return LO_ERROR_UNKNOWN;
}

int lo_member_list_find_id(const lo_member_list *member_list, const lo_id *id) {
    for (uint32_t i = 0; i < member_list->member_count; i++)
        if (lo_id_equal(&member_list->members[i].id, id)) return (int)i;
    return LO_ERROR_UNKNOWN;
}

int lo_member_list_find_group(const lo_member_list *member_list, const lo_id *group) {
    uint32_t low = 0, high = member_list->group_count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        int order = lo_id_compare(&member_list->groups[middle].id, group);
        if (order == 0) return (int)middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return LO_ERROR_UNKNOWN;
}

bool lo_member_list_in_group(const lo_member_list *member_list, uint32_t number, const lo_id *group) {
    int member = lo_member_list_find(member_list, number), index = lo_member_list_find_group(member_list, group);
    return member >= 0 && index >= 0 && lo_set_has(member_list->groups[index].members, (uint16_t)member);
}

uint32_t lo_member_list_leader(const lo_member_list *member_list) {
    for (uint32_t i = 0; i < member_list->member_count; i++)
        if (!(member_list->members[i].flags & LO_MEMBER_AWAY)) return i;
    return 0;
}

static uint64_t digest_bytes(uint64_t digest, const void *data, size_t length) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < length; i++) digest = (digest ^ bytes[i]) * 0x100000001b3u;
    return digest;
}

uint64_t lo_member_list_digest(const lo_member_list *member_list) {
    uint64_t digest = 0xcbf29ce484222325u ^ member_list->number;
    for (uint32_t i = 0; i < member_list->member_count; i++) {
        uint8_t bytes[LO_MEMBER_BYTES];
        lo_cursor cursor = lo_cursor_over(bytes, sizeof bytes);
        lo_member_write(&cursor, &member_list->members[i]);
        digest = digest_bytes(digest, bytes, sizeof bytes);
    }
    for (uint32_t i = 0; i < member_list->group_count; i++) {
        const lo_listed_group *group = &member_list->groups[i];
        digest = digest_bytes(digest, &group->id, sizeof group->id);
        digest = (digest ^ group->members->hash ^ (group->quorum ? group->quorum->count : 0)) * 0x100000001b3u;
    }
    return digest_bytes(digest, member_list->bans, member_list->ban_count * sizeof *member_list->bans);
}

int lo_member_list_make_view(const lo_member_list *member_list, uint32_t self_number, lo_view **out) {
    int self = lo_member_list_find(member_list, self_number);
    if (self < 0) return self;
    uint32_t count = member_list->group_count ? member_list->group_count : 1;
    size_t each = sizeof(uint16_t *) + sizeof(lo_id) + sizeof(lo_policy) + sizeof(uint32_t) + sizeof(bool);
    uint8_t *block = lo_memory_alloc(member_list->memory, count * each);
    if (!block) return LO_ERROR_MEMORY;
    const uint16_t **sets = (const uint16_t **)(void *)block;
    uint32_t *counts = (uint32_t *)(void *)(sets + count);
    lo_id *ids = (lo_id *)(void *)(counts + count);
    lo_policy *policies = (lo_policy *)(void *)(ids + count);
    bool *read_only = (bool *)(void *)(policies + count);
    for (uint32_t i = 0; i < member_list->group_count; i++) {
        const lo_listed_group *group = &member_list->groups[i];
        sets[i] = group->members->members;
        counts[i] = group->members->count;
        ids[i] = group->id;
        policies[i] = group->policy;
        read_only[i] = group->quorum != NULL;
    }
    lo_regions_input input = {.member_count = member_list->member_count, .members = member_list->members,
                              .group_count = member_list->group_count, .group_ids = ids, .policies = policies,
                              .member_counts = counts, .group_members = (const uint16_t *const *)sets,
                              .read_only = read_only};
    int error = lo_regions_build(&input, member_list->memory, member_list->number, (uint32_t)self,
                                 lo_member_list_leader(member_list), out);
    if (!error) (*out)->generation = member_list->generation;
    lo_memory_free(member_list->memory, block, count * each);
    return error;
}

void lo_member_write(lo_cursor *c, const lo_member *member) {
    lo_put_bytes(c, member->id.bytes, 16);
    lo_put32(c, member->number);
    lo_put32(c, member->flags);
    lo_put64(c, member->joined);
    lo_put64(c, member->host);
    lo_put_bytes(c, member->public_key, 32);
    lo_put_bytes(c, member->salt, 16);
    lo_put8(c, member->address.kind);
    lo_put8(c, member->address.length);
    lo_put16(c, member->address.path);
    lo_put32(c, member->address.channel);
    lo_put_bytes(c, member->address.bytes, LO_ADDRESS_BYTES);
}

void lo_member_read(lo_cursor *c, lo_member *member) {
    memset(member, 0, sizeof *member);
    lo_get_bytes(c, member->id.bytes, 16);
    member->number = lo_get32(c);
    member->flags = lo_get32(c);
    member->joined = lo_get64(c);
    member->host = lo_get64(c);
    lo_get_bytes(c, member->public_key, 32);
    lo_get_bytes(c, member->salt, 16);
    member->address.kind = lo_get8(c);
    member->address.length = lo_get8(c);
    member->address.path = lo_get16(c);
    member->address.channel = lo_get32(c);
    lo_get_bytes(c, member->address.bytes, LO_ADDRESS_BYTES);
}

bool lo_member_sane(const lo_member *member) {
    return member->number != 0 && member->address.length <= LO_ADDRESS_BYTES &&
           member->address.kind == LO_ADDRESS_PEER && member->address.path < 16 &&
           (member->flags & ~(LO_MEMBER_OWN_FLAGS | LO_MEMBER_AWAY)) == 0;
}

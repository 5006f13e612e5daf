// SPDX-License-Identifier: BSD-3-Clause
/* A small member list to start from, and the invariants of any list made from bytes. */
#ifndef MEMBER_LIST_BASE_H
#define MEMBER_LIST_BASE_H

#include <stdbool.h>

#include "fuzz.h"
#include "lo_member_list.h"

typedef struct member_list_stand {
    lo_memory memory;
    lo_sets sets;
    lo_member_list base;
} member_list_stand;

/* Members 1 … 4 in groups 1 … 3, and a ban. */
static inline void member_list_open(member_list_stand *stand) {
    static lo_member added[4];
    static lo_group_change changes[6];
    static const lo_id ban = {{99}};
    lo_memory_init(&stand->memory, (size_t)32 << 20);
    assert(lo_sets_init(&stand->sets, &stand->memory) == LO_OK);
    lo_member_list empty;
    lo_member_list_init(&empty, &stand->memory, &stand->sets);
    lo_member_list_init(&stand->base, &stand->memory, &stand->sets);
    for (uint32_t i = 0; i < 4; i++)
        added[i] = (lo_member){.id = {{(uint8_t)(i + 1)}}, .number = i + 1, .address = {.kind = LO_ADDRESS_PEER, .length = 4}};
    for (uint32_t i = 0; i < 6; i++)
        changes[i] = (lo_group_change){.number = i % 4 + 1, .order = i, .group = {{(uint8_t)(i % 3 + 1)}}};
    lo_changes all = {.generation = 1, .added = added, .added_count = 4, .groups = changes, .group_count = 6,
                      .bans = &ban, .ban_count = 1};
    uint8_t *bytes;
    size_t room;
    int length = lo_member_list_write_delta(&empty, &all, &bytes, &room);
    assert(length > 0 && lo_member_list_apply(&empty, bytes, (size_t)length, 1 << 24, 0, &stand->base, NULL) == LO_OK);
    lo_memory_free(&stand->memory, bytes, room);
}

static inline void member_list_close(member_list_stand *stand) {
    lo_member_list_clear(&stand->base);
    lo_sets_destroy(&stand->sets);
    assert(stand->memory.used == 0);
}

/* It can be written as a snapshot, read back the same, and made into a view. */
static inline void member_list_check(member_list_stand *stand, lo_member_list *member_list) {
    uint8_t *bytes;
    size_t room;
    lo_view *view;
    lo_member_list again;
    int length = lo_member_list_write_snapshot(member_list, NULL, 0, &bytes, &room);
    if (length > 0) {
        lo_member_list_init(&again, &stand->memory, &stand->sets);
        int error = lo_member_list_apply(NULL, bytes, (size_t)length, member_list->number, 0, &again, NULL);
        assert(error == LO_ERROR_MEMORY || member_list->member_count == 0 ||
               (error == LO_OK && lo_member_list_digest(&again) == lo_member_list_digest(member_list)));
        if (error == LO_OK) lo_member_list_clear(&again);
        lo_memory_free(&stand->memory, bytes, room);
    }
    if (member_list->member_count &&
        lo_member_list_make_view(member_list, member_list->members[0].number, &view) == LO_OK)
        lo_view_release(view);
}

/* Applies bytes of a hostile leader, as a delta to the base or as a snapshot. */
static inline int member_list_try(bool is_delta, const uint8_t *data, size_t size) {
    member_list_stand stand;
    lo_member_list next;
    const uint8_t *box;
    member_list_open(&stand);
    lo_member_list_init(&next, &stand.memory, &stand.sets);
    if (lo_member_list_apply(is_delta ? &stand.base : NULL, data, size, 2 << 24, 2, &next, &box) == LO_OK) {
        assert(!box || (box >= data && box + 48 <= data + size));
        member_list_check(&stand, &next);
        lo_member_list_clear(&next);
    }
    member_list_close(&stand);
    return 0;
}

#endif

/* A small roster to start from, and what must hold for any that was made from bytes. */
#ifndef ROSTER_BASE_H
#define ROSTER_BASE_H

#include "fuzz.h"
#include "lo_roster.h"

typedef struct roster_stand {
    lo_memory memory;
    lo_sets sets;
    lo_roster base;
} roster_stand;

/* Members 1 … 4 in groups 1 … 3, and a ban. */
static inline void roster_open(roster_stand *stand) {
    static lo_member added[4];
    static lo_group_change changes[6];
    static const lo_id ban = {{99}};
    lo_memory_init(&stand->memory, (size_t)32 << 20);
    assert(lo_sets_init(&stand->sets, &stand->memory) == LO_OK);
    lo_roster empty;
    lo_roster_init(&empty, &stand->memory, &stand->sets);
    lo_roster_init(&stand->base, &stand->memory, &stand->sets);
    for (uint32_t i = 0; i < 4; i++)
        added[i] = (lo_member){.id = {{(uint8_t)(i + 1)}}, .number = i + 1, .address = {.kind = LO_ADDRESS_PEER, .length = 4}};
    for (uint32_t i = 0; i < 6; i++)
        changes[i] = (lo_group_change){.number = i % 4 + 1, .order = i, .group = {{(uint8_t)(i % 3 + 1)}}};
    lo_changes all = {.generation = 1, .added = added, .added_count = 4, .groups = changes, .group_count = 6,
                      .bans = &ban, .ban_count = 1};
    uint8_t *bytes;
    size_t room;
    int length = lo_roster_write_delta(&empty, &all, &bytes, &room);
    assert(length > 0 && lo_roster_apply(&empty, bytes, (size_t)length, 1 << 24, 0, &stand->base, NULL) == LO_OK);
    lo_memory_give(&stand->memory, bytes, room);
}

static inline void roster_close(roster_stand *stand) {
    lo_roster_clear(&stand->base);
    lo_sets_destroy(&stand->sets);
    assert(stand->memory.used == 0);
}

/* It can be written as a snapshot, read back the same, and made into a view. */
static inline void roster_check(roster_stand *stand, lo_roster *roster) {
    uint8_t *bytes;
    size_t room;
    lo_view *view;
    lo_roster again;
    int length = lo_roster_write_snapshot(roster, NULL, 0, &bytes, &room);
    if (length > 0) {
        lo_roster_init(&again, &stand->memory, &stand->sets);
        int error = lo_roster_apply(NULL, bytes, (size_t)length, roster->number, 0, &again, NULL);
        assert(error == LO_ERROR_MEMORY || roster->member_count == 0 ||
               (error == LO_OK && lo_roster_digest(&again) == lo_roster_digest(roster)));
        if (error == LO_OK) lo_roster_clear(&again);
        lo_memory_give(&stand->memory, bytes, room);
    }
    if (roster->member_count && lo_roster_make_view(roster, roster->members[0].number, &view) == LO_OK)
        lo_view_release(view);
}

#endif

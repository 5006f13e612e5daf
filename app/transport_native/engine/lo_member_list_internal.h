// SPDX-License-Identifier: BSD-3-Clause
/* Internals of lo_member_list. */
#ifndef LO_MEMBER_LIST_INTERNAL_H
#define LO_MEMBER_LIST_INTERNAL_H

#include "lo_member_list.h"

enum { LO_FORMAT_DELTA = 1, LO_FORMAT_SNAPSHOT = 2 };

void lo_write_keys(lo_cursor *cursor, const lo_sealed_key *keys, uint32_t count);
/* The keys are the last part: anything after them is malformed. */
int lo_read_keys(lo_cursor *cursor, uint32_t key_for, const uint8_t **box);

/* New bans are appended to the known ones. A banned node must not be a member of the result. */
void lo_write_bans(lo_cursor *cursor, const lo_id *bans, uint32_t count);
int lo_read_bans(lo_cursor *cursor, const lo_member_list *base, lo_member_list *next);
bool lo_bans_hold(const lo_member_list *member_list);

int lo_apply_delta(lo_cursor *cursor, const lo_member_list *base, uint32_t key_for, lo_member_list *next,
                   const uint8_t **box);

/* Removes the members with a departure, decides which groups become read-only or writable compared with `base`, and
 * drops groups without members. */
int lo_remove_members(const lo_member_list *base, lo_member_list *member_list, const uint8_t *departures);

/* A node that left the group no longer counts in its quorum. */
int lo_quorum_without(lo_memory *memory, lo_quorum **quorum, const lo_id *id);

#endif

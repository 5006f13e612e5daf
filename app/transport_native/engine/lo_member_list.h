// SPDX-License-Identifier: BSD-3-Clause
/* Member list: the agreed members, groups and group memberships of a view.
 *
 * The leader encodes a batch of changes as a *delta*; every member applies it to its own list and obtains the same
 * next one, or rejects it as a whole. A newcomer gets a *snapshot*. Both come from the network: every field is
 * checked. */
#ifndef LO_MEMBER_LIST_H
#define LO_MEMBER_LIST_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_sets.h"
#include "lo_view.h"
#include "lo_wire.h"

/* Nodes whose majority must be together before a group is writable again. By id: a restarted node is not on the
 * other side of a partition. */
typedef struct lo_quorum {
    uint32_t references;
    uint32_t count;
    uint32_t mark;          /* Position in a snapshot that is being written, plus one. */
    lo_id ids[];            /* Most senior first. */
} lo_quorum;
void lo_quorum_drop(lo_memory *memory, lo_quorum *quorum);  /* Accepts NULL. */
lo_quorum *lo_quorum_make(lo_memory *memory, uint32_t count);

typedef struct lo_listed_group {
    lo_id id;
    lo_policy policy;
    lo_set *members;        /* Indexes into `members` of the list. */
    lo_quorum *quorum;      /* NULL while the group is writable. */
} lo_listed_group;

typedef struct lo_member_list {
    lo_sets *sets;
    lo_memory *memory;
    uint64_t number;        /* Of the view. */
    uint64_t generation;    /* Of the scope's key. */
    lo_member *members;     /* By seniority, then by id. */
    uint32_t member_count;
    lo_listed_group *groups;  /* Ascending by id. */
    uint32_t group_count;
    uint32_t member_room, group_room;
    lo_id *bans;            /* Banned nodes, in the order of their bans. */
    uint32_t ban_count;
    /* In-doubt views: they may have followed this one elsewhere; see lo_member_list_quorum.c. Owned by the caller. */
    const struct lo_member_list *doubts;
    uint32_t doubt_count;
} lo_member_list;
#define LO_MAX_BANS 256u    /* In the lifetime of a scope; further bans are refused. */

enum lo_departure {
    LO_DEPARTURE_LEFT = 1,     /* It left the scope. */
    LO_DEPARTURE_FAILED = 2,   /* It failed or is unreachable: it may be on the other side of a partition. */
    LO_DEPARTURE_EVICTED = 3,  /* It was evicted. */
    LO_DEPARTURE_REPLACED = 4, /* The same node has restarted. */
    LO_DEPARTURE_ENDED = 5     /* Its process has ended, as confirmed on its host. */
};

/* Content of a delta, as the leader collects it. */
typedef struct lo_removal {
    uint32_t number;
    uint8_t departure;
    bool firm;              /* For the leader: remove it even if it is heard again. */
} lo_removal;
typedef struct lo_flag_change {
    uint32_t number, flags;
} lo_flag_change;
typedef struct lo_group_change {
    uint32_t number;        /* Member. */
    bool leave;
    uint32_t order;         /* The latest request of a member for a group wins. */
    lo_policy policy;       /* The policy given by the creator of the group wins. */
    lo_id group;
} lo_group_change;
typedef struct lo_sealed_key {
    uint32_t number;
    uint8_t box[48];        /* The generation's key for this member. */
} lo_sealed_key;

typedef struct lo_changes {
    uint64_t generation;
    lo_removal *removed;
    uint32_t removed_count;
    lo_member *added;
    uint32_t added_count;
    lo_flag_change *flags;
    uint32_t flag_count;
    lo_group_change *groups;  /* Sorted by lo_member_list_write_delta; changes without effect are omitted. */
    uint32_t group_count;
    const lo_id *bans;        /* New bans; a banned node must be among the removed. */
    uint32_t ban_count;
    lo_sealed_key *keys;
    uint32_t key_count;
} lo_changes;

#define LO_MAX_DELTA (4u << 20)     /* Bytes of a delta or snapshot. */
#define LO_MEMBER_BYTES 116u        /* Of a member on the wire. */

void lo_member_list_init(lo_member_list *member_list, lo_memory *memory, lo_sets *sets);
void lo_member_list_clear(lo_member_list *member_list);
int lo_member_list_find(const lo_member_list *member_list, uint32_t number);            /* Index or LO_ERROR_UNKNOWN. */
int lo_member_list_find_id(const lo_member_list *member_list, const lo_id *id);
int lo_member_list_find_group(const lo_member_list *member_list, const lo_id *group);
bool lo_member_list_has_banned(const lo_member_list *member_list, const lo_id *id);
bool lo_member_list_in_group(const lo_member_list *member_list, uint32_t number, const lo_id *group);
/* Leader: the most senior member that is not away. */
uint32_t lo_member_list_leader(const lo_member_list *member_list);
uint64_t lo_member_list_digest(const lo_member_list *member_list);
int lo_member_list_make_view(const lo_member_list *member_list, uint32_t self_number, lo_view **out);

void lo_member_write(lo_cursor *cursor, const lo_member *member);
void lo_member_read(lo_cursor *cursor, lo_member *member);
bool lo_member_sane(const lo_member *member);

/* Both return the length of a block of *room bytes from `memory`, which the caller frees. */
int lo_member_list_write_delta(const lo_member_list *base, lo_changes *changes, uint8_t **out, size_t *room);
int lo_member_list_write_snapshot(const lo_member_list *member_list, const lo_sealed_key *keys, uint32_t key_count,
                                  uint8_t **out, size_t *room);

/* Computes the member list of view `number`: `base` changed by a delta, or a snapshot (base NULL). On error `next`
 * is empty. `key_for`, if not 0, is the member whose sealed key is wanted; `box` points into the bytes, or is NULL
 * if there is none for it. */
int lo_member_list_apply(const lo_member_list *base, const uint8_t *bytes, size_t length, uint64_t number,
                         uint32_t key_for, lo_member_list *next, const uint8_t **box);

/* True if the members of `next` that accepted it are a majority of each group that requires a majority in both
 * lists. Otherwise members without knowledge of `next` could still form a majority of the old group. */
bool lo_member_list_agreed(const lo_member_list *base, const lo_removal *removed, uint32_t removed_count,
                           const lo_member_list *next, const uint8_t *agreed);

#endif

/* What a scope agrees on: members, groups, who is in which. One member_list per view.
 *
 * The leader turns a batch of changes into a *delta*; every member applies it to its own
 * member_list and arrives at the same next one, or refuses it as a whole. Whoever has no member_list
 * to start from gets a *snapshot*. Both are bytes and come from the network: every field
 * is checked. */
#ifndef LO_MEMBER_LIST_H
#define LO_MEMBER_LIST_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_sets.h"
#include "lo_view.h"
#include "lo_wire.h"

/* Nodes whose majority must come together before a group may be written to again. By id:
 * a node that has started again is not on the other side of a partition. */
typedef struct lo_quorum {
    uint32_t references;
    uint32_t count;
    uint32_t mark;          /* Position in a snapshot that is being written, plus one. */
    lo_id ids[];            /* Most senior first. */
} lo_quorum;
void lo_quorum_drop(lo_memory *memory, lo_quorum *quorum);  /* NULL is fine. */
lo_quorum *lo_quorum_make(lo_memory *memory, uint32_t count);

typedef struct lo_listed_group {
    lo_id id;
    lo_policy policy;
    lo_set *members;        /* Indexes into the member_list's members. */
    lo_quorum *quorum;      /* NULL while the group may be written to. */
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
    lo_id *bans;            /* Nodes that may not come back, in the order in which they were banned. */
    uint32_t ban_count;
    /* Views that may have followed this one elsewhere; see lo_member_list_quorum.c. They are the owner's. */
    const struct lo_member_list *doubts;
    uint32_t doubt_count;
} lo_member_list;
#define LO_MAX_BANS 256u    /* In the life of a scope; then no more are taken. */

enum lo_departure {
    LO_DEPARTURE_LEFT = 1,     /* It said good-bye. */
    LO_DEPARTURE_FAILED = 2,   /* It fell silent: it may live on the other side of a partition. */
    LO_DEPARTURE_EVICTED = 3,  /* Someone wanted it out. */
    LO_DEPARTURE_REPLACED = 4, /* The same node has started again. */
    LO_DEPARTURE_ENDED = 5     /* Its process has ended: someone on its computer has seen that. */
};

/* What a delta says, as the leader puts it together. */
typedef struct lo_removal {
    uint32_t number;
    uint8_t departure;
    bool firm;              /* To the leader: also if it is heard again. */
} lo_removal;
typedef struct lo_flag_change {
    uint32_t number, flags;
} lo_flag_change;
typedef struct lo_group_change {
    uint32_t number;        /* Which member; */
    bool leave;
    uint32_t order;         /* the last wish of a member for a group counts, */
    lo_policy policy;       /* and the policy of whoever makes the group first. */
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
    lo_group_change *groups;  /* Sorted by lo_member_list_write_delta; what changes nothing is left out. */
    uint32_t group_count;
    const lo_id *bans;        /* New ones; whoever is banned must be among the removed. */
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
/* The most senior member that is not away: the leader. */
uint32_t lo_member_list_leader(const lo_member_list *member_list);
uint64_t lo_member_list_digest(const lo_member_list *member_list);
int lo_member_list_make_view(const lo_member_list *member_list, uint32_t self_number, lo_view **out);

void lo_member_write(lo_cursor *cursor, const lo_member *member);
void lo_member_read(lo_cursor *cursor, lo_member *member);
bool lo_member_sane(const lo_member *member);

/* Both return bytes in a block of *room bytes from `memory` (the caller gives it back). */
int lo_member_list_write_delta(const lo_member_list *base, lo_changes *changes, uint8_t **out, size_t *room);
int lo_member_list_write_snapshot(const lo_member_list *member_list, const lo_sealed_key *keys, uint32_t key_count,
                                  uint8_t **out, size_t *room);

/* The member_list of view `number`: `base` changed by a delta, or a snapshot read (base NULL). On
 * error `next` is empty. `key_for`, if not 0, is the member whose sealed key is wanted;
 * `box` points into the bytes, or is NULL when there is none for it. */
int lo_member_list_apply(const lo_member_list *base, const uint8_t *bytes, size_t length, uint64_t number,
                         uint32_t key_for, lo_member_list *next, const uint8_t **box);

/* Whether the members of `next` that have agreed to it are a majority of each group that a majority may write in both.
 * Otherwise those who know nothing of it could still take themselves for the majority of what the group was. */
bool lo_member_list_agreed(const lo_member_list *base, const lo_removal *removed, uint32_t removed_count,
                           const lo_member_list *next, const uint8_t *agreed);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* The agreed view: who is in the scope, which groups there are, and their regions.
 *
 * A view is immutable and reference-counted. Every member holds an identical one, so indexes into
 * its arrays (group index, region index, member index) are agreed and travel on the wire.
 * lo_membership agrees on members and group sets; lo_regions derives the regions from
 * them, deterministically, at each node. */
#ifndef LO_VIEW_H
#define LO_VIEW_H

#include "lo_base.h"
#include "lo_memory.h"

typedef struct lo_member {
    lo_id id;                 /* Name of the node, bound to its public key. */
    uint32_t number;          /* Sender number: unique in the scope, new with each incarnation, never 0. */
    uint32_t flags;           /* LO_MEMBER_… */
    uint64_t joined;          /* Number of the view in which it first appeared: seniority. */
    uint64_t host;            /* Equal for nodes that share a host and a user; 0 if unknown. */
    uint8_t public_key[32];   /* Ed25519; all zero in an open scope. */
    uint8_t salt[16];         /* Random with each incarnation; enters all of its keys. */
    lo_address address;       /* Where unicast packets reach it. */
} lo_member;
#define LO_MEMBER_NO_MULTICAST 1u  /* Multicast does not reach it: fan out by unicast. */
#define LO_MEMBER_AWAY 2u          /* Silent for a while: still a member, but nothing waits for it. Only with
                                    * lo_membership_config.keep_away; set by the leader. */
#define LO_MEMBER_NO_AES 4u        /* Its processor has no AES: the scope uses XChaCha20-Poly1305. */
#define LO_MEMBER_OWN_FLAGS (LO_MEMBER_NO_MULTICAST | LO_MEMBER_NO_AES)  /* Set by the node itself. */

typedef struct lo_region {
    uint32_t channel;         /* Multicast channel of the region; never 0. */
    uint16_t hierarchy;       /* Which perfect hierarchy it belongs to. */
    uint8_t dissemination;    /* enum lo_dissemination_kind in lo_layer.h. */
    uint8_t reserved;
    lo_policy policy;         /* Groups of one region share their policy. */
    uint32_t member_count;
    const uint16_t *members;  /* Ascending indexes into view->members. */
} lo_region;

typedef struct lo_group {
    lo_id id;
    lo_policy policy;
    uint32_t channel;         /* Its own channel in hybrid mode, else 0. */
    uint32_t member_count;
    uint32_t region_count;
    const uint16_t *regions;  /* Indexes into view->regions; disjoint, their union is the group. */
    bool read_only;           /* This side of a partition may not send to it. */
} lo_group;

typedef struct lo_view {
    uint64_t number;          /* Orders the views of a scope; unique even in a partition: the upper 40 bits count,
                               * the lower 24 come from the leader's number. */
    uint32_t references;
    uint32_t self;            /* Index of this node in `members`. */
    uint32_t leader;          /* Index of the leader: the most senior member. */
    uint32_t member_count;
    const lo_member *members; /* By seniority, then by id. */
    uint32_t group_count;
    const lo_group *groups;   /* Ascending by id; the index is the group's number on the wire. */
    uint32_t region_count;
    const lo_region *regions;
    bool leap;                /* This node skipped views before this one. */
    uint64_t generation;      /* Counts the keys of the scope: a new one when a member is removed. */
    uint8_t key[32];          /* Secret of that generation; all zero in an open scope. */
    lo_memory *memory;
    size_t bytes;             /* Bytes charged to `memory`; for lo_view_release. */
    void (*destroy)(struct lo_view *view);  /* Set by its creator. */
} lo_view;

static inline void lo_view_hold(lo_view *view) { view->references++; }
static inline void lo_view_release(lo_view *view) {
    assert(view->references > 0);
    if (--view->references == 0) view->destroy(view);
}
/* Indexes, or LO_ERROR_UNKNOWN. */
int lo_view_find_group(const lo_view *view, const lo_id *id);
int lo_view_find_member(const lo_view *view, uint32_t number);
int lo_region_find_member(const lo_region *region, uint32_t member_index);  /* Position in the region. */

#endif

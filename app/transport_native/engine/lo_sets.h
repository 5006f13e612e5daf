// SPDX-License-Identifier: BSD-3-Clause
/* Interned sets of members.
 *
 * Thousands of groups share a handful of member sets. A set is immutable and counted; two
 * equal sets are the same pointer, so comparison is cheap and a group costs a pointer. */
#ifndef LO_SETS_H
#define LO_SETS_H

#include "lo_base.h"
#include "lo_memory.h"

typedef struct lo_set {
    struct lo_set *next;        /* In its bucket. */
    struct lo_set *renumbered;  /* For lo_member_list while members are removed; else NULL. */
    uint64_t hash;
    uint32_t references;
    uint32_t count;
    uint16_t members[];      /* Ascending. */
} lo_set;

typedef struct lo_sets {
    lo_memory *memory;
    lo_set **buckets;
    uint32_t bucket_count;   /* A power of two. */
    uint32_t live;
} lo_sets;

int lo_sets_init(lo_sets *sets, lo_memory *memory);
void lo_sets_destroy(lo_sets *sets);  /* All sets must have been released. */

/* Each gives a reference to the caller, or NULL when memory is used up. */
lo_set *lo_sets_find(lo_sets *sets, const uint16_t *members, uint32_t count);
lo_set *lo_sets_with(lo_sets *sets, const lo_set *set, uint16_t member);     /* `set` may be NULL. */
lo_set *lo_sets_without(lo_sets *sets, const lo_set *set, uint16_t member);  /* May be empty. */

static inline lo_set *lo_set_hold(lo_set *set) {
    set->references++;
    return set;
}
void lo_sets_drop(lo_sets *sets, lo_set *set);  /* Accepts NULL. */
bool lo_set_has(const lo_set *set, uint16_t member);

#endif

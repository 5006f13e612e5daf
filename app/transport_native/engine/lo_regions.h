// SPDX-License-Identifier: BSD-3-Clause
/* From groups and members to regions: a pure, deterministic function.
 *
 * Groups are split into perfect hierarchies with the greedy algorithm (largest group
 * first; into the first hierarchy where every pair stays nested or disjoint, else a new
 * one), and each hierarchy partitions its members by their set of groups. Groups with
 * different policies never share a hierarchy, so a region has one policy. A group that
 * spans more than `hybrid_regions` regions and whose policy allows it gets a channel of
 * its own. Ties are broken by group id, so every node computes the same.
 *
 * Groups with the same members and policy are handled once: only distinct member sets cost
 * work, and equal `group_members` pointers are recognised without looking at the sets. */
#ifndef LO_REGIONS_H
#define LO_REGIONS_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_view.h"

typedef struct lo_regions_input {
    uint32_t member_count;
    const lo_member *members;
    uint32_t group_count;
    const lo_id *group_ids;                /* Ascending. */
    const lo_policy *policies;             /* Per group. */
    const uint32_t *member_counts;         /* Members of each group. */
    const uint16_t *const *group_members;  /* Per group, ascending member indexes. */
    const bool *read_only;                 /* Per group. */
    uint32_t hybrid_regions;               /* 0: default of 8. */
    uint32_t smallest_region;              /* A group is not added to a hierarchy if that would make a
                                            * region smaller than this; 0 or 1: no bound. */
    uint32_t channels;                     /* Channel numbers 1..channels are used; 0: default of 4095. */
} lo_regions_input;

/* Builds a view with one reference: copies members and groups, computes the regions, and chooses each region's
 * dissemination (shared memory if all its senders share a host, unicast if a member cannot receive multicast, else
 * multicast). Cost is O(total memberships × log); equal groups cost one comparison each. */
int lo_regions_build(const lo_regions_input *input, lo_memory *memory, uint64_t number, uint32_t self,
                     uint32_t leader, lo_view **out);

/* Partitions of a region, for the two levels of token rings: runs of about `size` positions in region->members, as
 * even as possible. A ring visits the positions of a partition in ascending order and returns to the first; the
 * first position leads, and the leader of partition 0 leads the region. `size` 0: 5. */
typedef struct lo_partition {
    uint32_t index, first, count;  /* Positions first … first + count - 1. */
} lo_partition;
uint32_t lo_partition_count(uint32_t member_count, uint32_t size);
lo_partition lo_partition_at(uint32_t member_count, uint32_t size, uint32_t index);
lo_partition lo_partition_of(uint32_t member_count, uint32_t size, uint32_t position);

#endif

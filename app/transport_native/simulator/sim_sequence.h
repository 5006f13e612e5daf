// SPDX-License-Identifier: BSD-3-Clause
/* Checkers for ordered groups: what members share between view changes.
 *
 * - A view change is the same for all who see it; the first one of a node lists the node as joined.
 * - Members that continue to a view change come from the same one, with the same messages in between (virtual
 *   synchrony), and in the same order if the group is totally ordered.
 * - From one view change all continue to the same writable one, including those that are removed later.
 * - Messages come only between view changes, from members, without gaps unless somebody rejoins.
 * - At the end all living members are at the same view change with the same messages, and have their own. */
#ifndef SIM_SEQUENCE_H
#define SIM_SEQUENCE_H

#include "../engine/lo_layer.h"

typedef struct sim_sequences sim_sequences;

sim_sequences *sim_sequences_create(uint32_t groups, uint8_t order);
void sim_sequences_free(sim_sequences *all);
/* Each returns a violation, or NULL. */
/* `sent`: number of messages the node has sent to the group so far. */
const char *sim_sequences_view_change(sim_sequences *all, uint32_t node, uint32_t group,
                                      const lo_view_change *view_change, uint64_t sent);
const char *sim_sequences_message(sim_sequences *all, uint32_t node, uint32_t group, uint32_t sender, uint64_t counter);
void sim_sequences_left(sim_sequences *all, uint32_t node, uint32_t group);
void sim_sequences_over(sim_sequences *all, uint32_t node);
/* The node is alive, and has sent so many messages to the group; `joined`: it is in the group. */
const char *sim_sequences_end(sim_sequences *all, uint32_t node, uint32_t group, uint64_t sent, bool joined);

#endif

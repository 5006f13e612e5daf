/* Checkers for ordered groups: what members share between their cuts.
 *
 * - A cut is the same for all who see it; the first of a node has the node among those who joined.
 * - Those who go on to a cut come from the same cut, with the same messages in between (virtual
 *   synchrony), and in the same order if the group is totally ordered.
 * - From one cut all go on to the same one that can be written, also those who are counted out later.
 * - Messages come only between cuts, from members, without a hole while nobody comes anew.
 * - In the end all living members are at the same cut with the same messages, and have their own. */
#ifndef SIM_SEQUENCE_H
#define SIM_SEQUENCE_H

#include "../engine/lo_layer.h"

typedef struct sim_sequences sim_sequences;

sim_sequences *sim_sequences_create(uint32_t groups, uint8_t order);
void sim_sequences_free(sim_sequences *all);
/* Each gives what is wrong, or NULL. */
/* `sent`: how many messages the node has sent to the group so far. */
const char *sim_sequences_view_change(sim_sequences *all, uint32_t node, uint32_t group, const lo_view_change *cut,
                                      uint64_t sent);
const char *sim_sequences_message(sim_sequences *all, uint32_t node, uint32_t group, uint32_t sender, uint64_t counter);
void sim_sequences_left(sim_sequences *all, uint32_t node, uint32_t group);
void sim_sequences_over(sim_sequences *all, uint32_t node);
/* The node is alive, and has sent so many messages to the group; `joined` says whether it is in it. */
const char *sim_sequences_end(sim_sequences *all, uint32_t node, uint32_t group, uint64_t sent, bool joined);

#endif

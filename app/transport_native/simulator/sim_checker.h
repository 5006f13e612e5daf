// SPDX-License-Identifier: BSD-3-Clause
/* Invariants of every run, checked from outside, during the run and at the end.
 *
 *  - nothing is delivered that was not sent, to a group, by that sender, with that content;
 *  - FIFO, at most once, no silent gap: a receiver gets, in order, every message committed to a view
 *    that it and the group have in common, unless a later view separated the two, or a gap was
 *    announced for a valid reason;
 *  - all members install the same view, numbers only grow, and two members that leave a
 *    view for views that both contain both of them go to the same one;
 *  - at the end every survivor is in one view and has everything that other survivors sent to it.
 *
 * In ordered groups sim_sequence.h replaces the second one.
 *
 * An incarnation of a node begins with a member number and ends with a crash, a
 * departure or an eviction. */
#ifndef SIM_CHECKER_H
#define SIM_CHECKER_H

#include "../engine/lo_node.h"

typedef struct sim_checker sim_checker;

sim_checker *sim_checker_create(uint32_t groups, uint8_t order);  /* enum lo_order of all groups */
void sim_checker_free(sim_checker *checker);

/* Starts a new incarnation of a host; returns its member number. */
uint32_t sim_checker_begin(sim_checker *checker, uint32_t host);
/* It crashed, left or was evicted: no further guarantees. */
void sim_checker_end(sim_checker *checker, uint32_t number);
/* It leaves a group by itself: no further guarantees there. */
void sim_checker_left_group(sim_checker *checker, uint32_t number, uint32_t group);
void sim_checker_joined_again(sim_checker *checker, uint32_t number, uint32_t group);

/* The id of a group encodes its index. */
lo_id sim_group_id(uint32_t group);

/* Writes the content of the next message of a sender; `size` at least SIM_SMALLEST. */
#define SIM_SMALLEST 24u
void sim_checker_fill(const sim_checker *checker, uint32_t number, uint32_t group, uint8_t *out, uint32_t size);
void sim_checker_sent(sim_checker *checker, uint32_t number, uint32_t group, uint64_t view);

/* Deliveries of a node to its application. */
void sim_checker_delivered(sim_checker *checker, uint32_t number, uint32_t group, const lo_delivery *delivery);
void sim_checker_gap(sim_checker *checker, uint32_t number, const lo_delivery *delivery);
void sim_checker_view_change(sim_checker *checker, uint32_t number, uint32_t group, const lo_view_change *view_change);
void sim_checker_view(sim_checker *checker, uint32_t number, const lo_view *view);

/* A fault of the node itself (memory over budget, busy loop …). */
void sim_checker_fault(sim_checker *checker, uint32_t number, const char *what);

/* Checks at the end of the run. */
void sim_checker_finish(sim_checker *checker, bool all_agree);

/* NULL while all invariants hold, else the first violation. */
const char *sim_checker_violation(const sim_checker *checker);
uint64_t sim_checker_deliveries(const sim_checker *checker);
uint64_t sim_checker_gaps(const sim_checker *checker);

#endif

/* What must hold in every run: watched from outside, while it happens and at the end.
 *
 *  - nothing is delivered that was not sent, to a group, by that sender, with that content;
 *  - FIFO, at most once, no silent gap: a receiver gets, in order, every message committed to a view
 *    that it and the group have in common, unless the two were parted by a later view, or a gap was
 *    announced for a reason that allows one;
 *  - a view is the same at everyone who installs it, numbers only grow, and two members that leave a
 *    view for views that both contain both of them go to the same one;
 *  - in the end every survivor is in one view and has everything that other survivors sent to it.
 *
 * In ordered groups the second of these gives way to what sim_sequence.h says.
 *
 * An incarnation is one incarnation of a node: it begins with a member number and ends with a crash, a
 * departure or an eviction. */
#ifndef SIM_CHECKER_H
#define SIM_CHECKER_H

#include "../engine/lo_node.h"

typedef struct sim_checker sim_checker;

sim_checker *sim_checker_create(uint32_t groups, uint8_t order);  /* enum lo_order of all groups */
void sim_checker_free(sim_checker *checker);

/* A new incarnation of a host; gives its member number. */
uint32_t sim_checker_begin(sim_checker *checker, uint32_t host);
/* It crashed, left or was shut out: nothing more is promised to it. */
void sim_checker_end(sim_checker *checker, uint32_t number);
/* It leaves a group on its own wish: nothing more is promised to it there. */
void sim_checker_left_group(sim_checker *checker, uint32_t number, uint32_t group);
void sim_checker_joined_again(sim_checker *checker, uint32_t number, uint32_t group);

/* Names of groups are made from their index, so that views can be read back. */
lo_id sim_group_id(uint32_t group);

/* Writes the content of the next message of a sender; `size` at least SIM_SMALLEST. */
#define SIM_SMALLEST 24u
void sim_checker_fill(const sim_checker *checker, uint32_t number, uint32_t group, uint8_t *out, uint32_t size);
void sim_checker_sent(sim_checker *checker, uint32_t number, uint32_t group, uint64_t view);

/* What a node handed to its application. */
void sim_checker_delivered(sim_checker *checker, uint32_t number, uint32_t group, const lo_delivery *delivery);
void sim_checker_gap(sim_checker *checker, uint32_t number, const lo_delivery *delivery);
void sim_checker_view_change(sim_checker *checker, uint32_t number, uint32_t group, const lo_view_change *cut);
void sim_checker_view(sim_checker *checker, uint32_t number, const lo_view *view);

/* A fault of the node itself that the world has seen (memory over budget, restlessness …). */
void sim_checker_fault(sim_checker *checker, uint32_t number, const char *what);

/* The checks that need the whole run. */
void sim_checker_finish(sim_checker *checker, bool all_agree);

/* NULL while everything holds, else the first violation in words. */
const char *sim_checker_violation(const sim_checker *checker);
uint64_t sim_checker_deliveries(const sim_checker *checker);
uint64_t sim_checker_gaps(const sim_checker *checker);

#endif

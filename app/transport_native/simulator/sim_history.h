// SPDX-License-Identifier: BSD-3-Clause
/* History for the checkers: incarnations, sent and received messages, views. */
#ifndef SIM_HISTORY_H
#define SIM_HISTORY_H

#include "../engine/lo_view.h"

/* ---- Incarnations -------------------------------------------------------------------- */

typedef struct sim_sent {  /* What one incarnation has sent to one group. */
    uint64_t sent;
    struct { uint64_t first, view; } *runs;  /* From this message on, committed to that view. */
    uint32_t run_count, run_room;
    bool left;
} sim_sent;

typedef struct sim_incarnation {
    uint32_t number, host;
    bool over;
    uint64_t *views;      /* Numbers of the views it was in, in order. */
    uint32_t view_count, view_room;
    sim_sent *groups;
} sim_incarnation;

typedef struct sim_received {  /* What one incarnation has received from another in one group. */
    uint64_t key;              /* 0: empty slot of the table. */
    uint64_t next;
    bool gap_announced;
} sim_received;

typedef struct sim_history {
    uint32_t groups;
    sim_incarnation *all;
    uint32_t count, room;
    sim_received *received;       /* Open addressing; the capacity is a power of two. */
    size_t received_count, received_room;
} sim_history;

uint32_t sim_history_begin(sim_history *history, uint32_t host);
sim_incarnation *sim_history_find(sim_history *history, uint32_t number);
const sim_incarnation *sim_history_find_const(const sim_history *history, uint32_t number);
sim_received *sim_history_received(sim_history *history, const sim_incarnation *receiver, uint32_t group,
                                   const sim_incarnation *sender);
void sim_history_announce_gap(sim_history *history, const sim_incarnation *receiver, const sim_incarnation *sender);
void sim_history_free(sim_history *history);

void sim_incarnation_record(sim_sent *sending, uint64_t view);
void sim_incarnation_enter(sim_incarnation *incarnation, uint64_t view);
uint64_t sim_incarnation_view(const sim_incarnation *incarnation);  /* The latest, or 0. */
uint64_t sim_sent_view(const sim_sent *sending, uint64_t counter);

/* ---- Views ---------------------------------------------------------------------------- */

typedef struct sim_view {
    uint64_t number;
    uint32_t member_count, groups;
    uint32_t *members;   /* Numbers, in the order of the view. */
    uint64_t *joined;    /* View in which each of them joined. */
    uint8_t *in_group;   /* groups × member_count flags. */
} sim_view;

typedef struct sim_step {
    uint32_t number;
    uint64_t from, to;
} sim_step;

typedef struct sim_views {
    sim_view *all;
    uint32_t count, room;
    sim_step *steps;
    size_t step_count, step_room;
} sim_views;

/* The record of this view, created on first use; NULL if it differs from what others saw. */
const sim_view *sim_views_learn(sim_views *views, const lo_view *view, uint32_t groups);
const sim_view *sim_views_find(const sim_views *views, uint64_t number);
bool sim_view_has(const sim_view *view, uint32_t group, uint32_t number);
/* After this view, was one of them in a view without the other, or a newcomer? Then nothing sent in it is owed. */
bool sim_views_parted(const sim_views *views, const sim_incarnation *one, const sim_incarnation *other, uint64_t after);
void sim_views_step(sim_views *views, uint32_t number, uint64_t from, uint64_t to);
/* Finds two steps from one view to different views although both nodes stay members in both (and do not rejoin as
 * newcomers). */
bool sim_views_conflict(const sim_views *views, const sim_step **a, const sim_step **b);
bool sim_views_is_exactly(const sim_views *views, uint64_t number, const sim_history *history);
void sim_views_free(sim_views *views);

#endif

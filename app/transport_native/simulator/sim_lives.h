/* What the checkers remember: who lived, what was sent and heard, which views there were. */
#ifndef SIM_LIVES_H
#define SIM_LIVES_H

#include "../engine/lo_view.h"

/* ---- Lives of nodes ------------------------------------------------------------------ */

typedef struct sim_sending {  /* What one life has sent to one group. */
    uint64_t sent;
    struct { uint64_t first, view; } *runs;  /* From this message on, committed to that view. */
    uint32_t run_count, run_room;
    bool left;
} sim_sending;

typedef struct sim_life {
    uint32_t number, host;
    bool over;
    uint64_t *views;      /* Numbers of the views it was in, in order. */
    uint32_t view_count, view_room;
    sim_sending *groups;
} sim_life;

typedef struct sim_heard {  /* What one life has heard of another in one group. */
    uint64_t key;           /* 0: empty place of the table. */
    uint64_t next;
    bool gap_announced;
} sim_heard;

typedef struct sim_lives {
    uint32_t groups;
    sim_life *all;
    uint32_t count, room;
    sim_heard *heard;       /* Open addressing; the room is a power of two. */
    size_t heard_count, heard_room;
} sim_lives;

uint32_t sim_lives_begin(sim_lives *lives, uint32_t host);
sim_life *sim_lives_find(sim_lives *lives, uint32_t number);
const sim_life *sim_lives_find_const(const sim_lives *lives, uint32_t number);
sim_heard *sim_lives_heard(sim_lives *lives, const sim_life *receiver, uint32_t group, const sim_life *sender);
void sim_lives_announce_gap(sim_lives *lives, const sim_life *receiver, const sim_life *sender);
void sim_lives_free(sim_lives *lives);

void sim_life_record(sim_sending *sending, uint64_t view);
void sim_life_enter(sim_life *life, uint64_t view);
uint64_t sim_life_view(const sim_life *life);  /* The latest, or 0. */
uint64_t sim_sending_view(const sim_sending *sending, uint64_t counter);

/* ---- Views ---------------------------------------------------------------------------- */

typedef struct sim_view {
    uint64_t number;
    uint32_t member_count, groups;
    uint32_t *members;   /* Numbers, in the order of the view. */
    uint64_t *joined;    /* In which view each of them came. */
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

/* The record of this view, made at first sight; NULL if it differs from what others saw. */
const sim_view *sim_views_learn(sim_views *views, const lo_view *view, uint32_t groups);
const sim_view *sim_views_find(const sim_views *views, uint64_t number);
bool sim_view_has(const sim_view *view, uint32_t group, uint32_t number);
/* After this view, was one of them in a view without the other, or with one of them as a newcomer? Then nothing
 * sent in it is owed any more. */
bool sim_views_parted(const sim_views *views, const sim_life *one, const sim_life *other, uint64_t after);
void sim_views_step(sim_views *views, uint32_t number, uint64_t from, uint64_t to);
/* Two steps from one view to different views although both nodes stay members in both (and do not come
 * back as newcomers, which begins a new sequence of views). */
bool sim_views_conflict(const sim_views *views, const sim_step **a, const sim_step **b);
bool sim_views_is_exactly(const sim_views *views, uint64_t number, const sim_lives *lives);
void sim_views_free(sim_views *views);

#endif

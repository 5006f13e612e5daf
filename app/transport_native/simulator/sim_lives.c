#include "sim_lives.h"

#include <stdlib.h>

#include "sim_checker.h"

/* Member numbers are scattered, as random ones are, and can be turned back into indexes. */
#define SCATTER UINT32_C(2654435761)
#define GATHER UINT32_C(244002641)
_Static_assert(SCATTER * GATHER == UINT32_C(1), "the two are inverse modulo 2^32");

static void *grown(void *old, size_t count, size_t size) {
    void *bigger = realloc(old, count * size);
    assert(bigger);
    return bigger;
}

/* ---- Lives ---------------------------------------------------------------------------- */

uint32_t sim_lives_begin(sim_lives *lives, uint32_t host) {
    if (lives->count == lives->room) {
        lives->room = lives->room ? lives->room * 2 : 64;
        lives->all = grown(lives->all, lives->room, sizeof *lives->all);
    }
    uint32_t number = (lives->count + 1) * SCATTER;
    sim_life *life = &lives->all[lives->count++];
    *life = (sim_life){.number = number, .host = host, .groups = calloc(lives->groups, sizeof *life->groups)};
    assert(life->groups);
    return number;
}

const sim_life *sim_lives_find_const(const sim_lives *lives, uint32_t number) {
    uint32_t index = number * GATHER;
    return index && index <= lives->count ? &lives->all[index - 1] : NULL;
}

sim_life *sim_lives_find(sim_lives *lives, uint32_t number) {
    uint32_t index = number * GATHER;
    return index && index <= lives->count ? &lives->all[index - 1] : NULL;
}

void sim_life_record(sim_sending *sending, uint64_t view) {
    if (!sending->run_count || sending->runs[sending->run_count - 1].view != view) {
        if (sending->run_count == sending->run_room) {
            sending->run_room = sending->run_room ? sending->run_room * 2 : 8;
            sending->runs = grown(sending->runs, sending->run_room, sizeof *sending->runs);
        }
        sending->runs[sending->run_count].first = sending->sent;
        sending->runs[sending->run_count++].view = view;
    }
    sending->sent++;
}

uint64_t sim_sending_view(const sim_sending *sending, uint64_t counter) {
    for (uint32_t n = sending->run_count; n-- > 0;)
        if (sending->runs[n].first <= counter) return sending->runs[n].view;
    return 0;
}

void sim_life_enter(sim_life *life, uint64_t view) {
    if (life->view_count == life->view_room) {
        life->view_room = life->view_room ? life->view_room * 2 : 16;
        life->views = grown(life->views, life->view_room, sizeof *life->views);
    }
    life->views[life->view_count++] = view;
}

uint64_t sim_life_view(const sim_life *life) { return life->view_count ? life->views[life->view_count - 1] : 0; }

/* ---- What was heard -------------------------------------------------------------------- */

static sim_heard *place_of(sim_heard *table, size_t room, uint64_t key) {
    size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (room - 1);
    while (table[at].key && table[at].key != key) at = (at + 1) & (room - 1);
    return &table[at];
}

static void make_room(sim_lives *lives) {
    if ((lives->heard_count + 1) * 2 <= lives->heard_room) return;
    size_t room = lives->heard_room ? lives->heard_room * 2 : 1024;
    sim_heard *table = calloc(room, sizeof *table);
    assert(table);
    for (size_t n = 0; n < lives->heard_room; n++)
        if (lives->heard[n].key) *place_of(table, room, lives->heard[n].key) = lives->heard[n];
    free(lives->heard);
    lives->heard = table;
    lives->heard_room = room;
}

sim_heard *sim_lives_heard(sim_lives *lives, const sim_life *receiver, uint32_t group, const sim_life *sender) {
    uint64_t receiver_index = (uint64_t)(receiver - lives->all), sender_index = (uint64_t)(sender - lives->all);
    uint64_t key = ((receiver_index << 40) | (sender_index << 20) | group) + 1;
    make_room(lives);
    sim_heard *heard = place_of(lives->heard, lives->heard_room, key);
    if (!heard->key) {
        heard->key = key;
        lives->heard_count++;
    }
    return heard;
}

void sim_lives_announce_gap(sim_lives *lives, const sim_life *receiver, const sim_life *sender) {
    /* A gap excuses only when its cause allows it: the sender is gone. */
    if (!sender->over) return;
    for (uint32_t group = 0; group < lives->groups; group++)
        sim_lives_heard(lives, receiver, group, sender)->gap_announced = true;
}

void sim_lives_free(sim_lives *lives) {
    for (uint32_t n = 0; n < lives->count; n++) {
        for (uint32_t group = 0; group < lives->groups; group++) free(lives->all[n].groups[group].runs);
        free(lives->all[n].groups);
        free(lives->all[n].views);
    }
    free(lives->all);
    free(lives->heard);
}

/* ---- Views ------------------------------------------------------------------------------ */

static void copy_groups(sim_view *copy, const lo_view *view) {
    for (uint32_t group = 0; group < copy->groups; group++) {
        lo_id id = sim_group_id(group);
        int index = lo_view_find_group(view, &id);
        if (index < 0) continue;
        const lo_group *found = &view->groups[index];
        for (uint32_t r = 0; r < found->region_count; r++) {
            const lo_region *region = &view->regions[found->regions[r]];
            for (uint32_t m = 0; m < region->member_count; m++)
                copy->in_group[(size_t)group * copy->member_count + region->members[m]] = 1;
        }
    }
}

static sim_view copy_of(const lo_view *view, uint32_t groups) {
    sim_view copy = {.number = view->number, .member_count = view->member_count, .groups = groups};
    copy.members = calloc(view->member_count, sizeof *copy.members);
    copy.joined = calloc(view->member_count, sizeof *copy.joined);
    copy.in_group = calloc((size_t)groups * view->member_count + 1, 1);
    assert(copy.members && copy.joined && copy.in_group);
    for (uint32_t n = 0; n < view->member_count; n++) {
        copy.members[n] = view->members[n].number;
        copy.joined[n] = view->members[n].joined;
    }
    copy_groups(&copy, view);
    return copy;
}

static void free_view(sim_view *view) {
    free(view->members);
    free(view->joined);
    free(view->in_group);
}

const sim_view *sim_views_find(const sim_views *views, uint64_t number) {
    for (uint32_t n = views->count; n-- > 0;)
        if (views->all[n].number == number) return &views->all[n];
    return NULL;
}

const sim_view *sim_views_learn(sim_views *views, const lo_view *view, uint32_t groups) {
    sim_view copy = copy_of(view, groups);
    const sim_view *known = sim_views_find(views, view->number);
    if (known) {
        bool same = known->member_count == copy.member_count &&
                    memcmp(known->members, copy.members, copy.member_count * sizeof *copy.members) == 0 &&
                    memcmp(known->joined, copy.joined, copy.member_count * sizeof *copy.joined) == 0 &&
                    memcmp(known->in_group, copy.in_group, (size_t)groups * copy.member_count) == 0;
        free_view(&copy);
        return same ? known : NULL;
    }
    if (views->count == views->room) {
        views->room = views->room ? views->room * 2 : 64;
        views->all = grown(views->all, views->room, sizeof *views->all);
    }
    views->all[views->count] = copy;
    return &views->all[views->count++];
}

static bool is_member(const sim_view *view, uint32_t number) {
    for (uint32_t n = 0; n < view->member_count; n++)
        if (view->members[n] == number) return true;
    return false;
}

bool sim_view_has(const sim_view *view, uint32_t group, uint32_t number) {
    for (uint32_t n = 0; n < view->member_count; n++)
        if (view->members[n] == number) return view->in_group[(size_t)group * view->member_count + n];
    return false;
}

/* Is it in this view because it was in that one, not as a newcomer? */
static bool stays(const sim_view *view, uint32_t number, uint64_t from) {
    for (uint32_t n = 0; n < view->member_count; n++)
        if (view->members[n] == number) return view->joined[n] <= from;
    return false;
}

static bool alone_after(const sim_views *views, const sim_life *life, uint32_t other, uint64_t after) {
    for (uint32_t n = life->view_count; n-- > 0 && life->views[n] > after;) {
        const sim_view *view = sim_views_find(views, life->views[n]);
        if (view && !(stays(view, other, after) && stays(view, life->number, after))) return true;
    }
    return false;
}

bool sim_views_parted(const sim_views *views, const sim_life *one, const sim_life *other, uint64_t after) {
    return alone_after(views, one, other->number, after) || alone_after(views, other, one->number, after);
}

void sim_views_step(sim_views *views, uint32_t number, uint64_t from, uint64_t to) {
    if (views->step_count == views->step_room) {
        views->step_room = views->step_room ? views->step_room * 2 : 256;
        views->steps = grown(views->steps, views->step_room, sizeof *views->steps);
    }
    views->steps[views->step_count++] = (sim_step){number, from, to};
}

static int compare_steps(const void *a, const void *b) {
    const sim_step *one = a, *other = b;
    if (one->from != other->from) return one->from < other->from ? -1 : 1;
    if (one->to != other->to) return one->to < other->to ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

bool sim_views_conflict(const sim_views *views, const sim_step **a, const sim_step **b) {
    qsort(views->steps, views->step_count, sizeof *views->steps, compare_steps);
    for (size_t n = 0; n < views->step_count; n++) {
        for (size_t m = n + 1; m < views->step_count && views->steps[m].from == views->steps[n].from; m++) {
            const sim_step *one = &views->steps[n], *other = &views->steps[m];
            if (one->to == other->to) continue;
            const sim_view *x = sim_views_find(views, one->to), *y = sim_views_find(views, other->to);
            uint64_t from = one->from;
            if (x && y && stays(x, one->number, from) && stays(x, other->number, from) && stays(y, one->number, from) &&
                stays(y, other->number, from)) {
                *a = one;
                *b = other;
                return true;
            }
        }
    }
    return false;
}

bool sim_views_is_exactly(const sim_views *views, uint64_t number, const sim_lives *lives) {
    const sim_view *view = sim_views_find(views, number);
    if (!view) return false;
    uint32_t alive = 0;
    for (uint32_t n = 0; n < lives->count; n++) {
        if (lives->all[n].over) continue;
        alive++;
        if (!is_member(view, lives->all[n].number)) return false;
    }
    return alive == view->member_count;
}

void sim_views_free(sim_views *views) {
    for (uint32_t n = 0; n < views->count; n++) free_view(&views->all[n]);
    free(views->all);
    free(views->steps);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "sim_history.h"

#include <stdlib.h>

#include "sim_checker.h"

/* Member numbers are scattered like random ones, but can be mapped back to indexes. */
#define SCATTER UINT32_C(2654435761)
#define GATHER UINT32_C(244002641)
_Static_assert(SCATTER * GATHER == UINT32_C(1), "the two are inverse modulo 2^32");

static void *grown(void *old, size_t count, size_t size) {
    void *bigger = realloc(old, count * size);
    assert(bigger);
    return bigger;
}

/* ---- Incarnations --------------------------------------------------------------------- */

uint32_t sim_history_begin(sim_history *history, uint32_t host) {
    if (history->count == history->room) {
        history->room = history->room ? history->room * 2 : 64;
        history->all = grown(history->all, history->room, sizeof *history->all);
    }
    uint32_t number = (history->count + 1) * SCATTER;
    sim_incarnation *incarnation = &history->all[history->count++];
    *incarnation = (sim_incarnation){.number = number, .host = host, .groups = calloc(history->groups, sizeof *incarnation->groups)};
    assert(incarnation->groups);
    return number;
}

const sim_incarnation *sim_history_find_const(const sim_history *history, uint32_t number) {
    uint32_t index = number * GATHER;
    return index && index <= history->count ? &history->all[index - 1] : NULL;
}

sim_incarnation *sim_history_find(sim_history *history, uint32_t number) {
    uint32_t index = number * GATHER;
    return index && index <= history->count ? &history->all[index - 1] : NULL;
}

void sim_incarnation_record(sim_sent *sending, uint64_t view) {
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

uint64_t sim_sent_view(const sim_sent *sending, uint64_t counter) {
    for (uint32_t n = sending->run_count; n-- > 0;)
        if (sending->runs[n].first <= counter) return sending->runs[n].view;
    return 0;
}

void sim_incarnation_enter(sim_incarnation *incarnation, uint64_t view) {
    if (incarnation->view_count == incarnation->view_room) {
        incarnation->view_room = incarnation->view_room ? incarnation->view_room * 2 : 16;
        incarnation->views = grown(incarnation->views, incarnation->view_room, sizeof *incarnation->views);
    }
    incarnation->views[incarnation->view_count++] = view;
}

uint64_t sim_incarnation_view(const sim_incarnation *incarnation) {
    return incarnation->view_count ? incarnation->views[incarnation->view_count - 1] : 0;
}

/* ---- Received messages ---------------------------------------------------------------- */

static sim_received *place_of(sim_received *table, size_t room, uint64_t key) {
    size_t at = (size_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (room - 1);
    while (table[at].key && table[at].key != key) at = (at + 1) & (room - 1);
    return &table[at];
}

static void make_room(sim_history *history) {
    if ((history->received_count + 1) * 2 <= history->received_room) return;
    size_t room = history->received_room ? history->received_room * 2 : 1024;
    sim_received *table = calloc(room, sizeof *table);
    assert(table);
    for (size_t n = 0; n < history->received_room; n++)
        if (history->received[n].key) *place_of(table, room, history->received[n].key) = history->received[n];
    free(history->received);
    history->received = table;
    history->received_room = room;
}

sim_received *sim_history_received(sim_history *history, const sim_incarnation *receiver, uint32_t group,
                                   const sim_incarnation *sender) {
    uint64_t receiver_index = (uint64_t)(receiver - history->all), sender_index = (uint64_t)(sender - history->all);
    uint64_t key = ((receiver_index << 40) | (sender_index << 20) | group) + 1;
    make_room(history);
    sim_received *received = place_of(history->received, history->received_room, key);
    if (!received->key) {
        received->key = key;
        history->received_count++;
    }
    return received;
}

void sim_history_announce_gap(sim_history *history, const sim_incarnation *receiver, const sim_incarnation *sender) {
    /* A gap is valid only if the sender is gone. */
    if (!sender->over) return;
    for (uint32_t group = 0; group < history->groups; group++)
        sim_history_received(history, receiver, group, sender)->gap_announced = true;
}

void sim_history_free(sim_history *history) {
    for (uint32_t n = 0; n < history->count; n++) {
        for (uint32_t group = 0; group < history->groups; group++) free(history->all[n].groups[group].runs);
        free(history->all[n].groups);
        free(history->all[n].views);
    }
    free(history->all);
    free(history->received);
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

/* Is it in this view as a member of that one, not as a newcomer? */
static bool stays(const sim_view *view, uint32_t number, uint64_t from) {
    for (uint32_t n = 0; n < view->member_count; n++)
        if (view->members[n] == number) return view->joined[n] <= from;
    return false;
}

static bool alone_after(const sim_views *views, const sim_incarnation *incarnation, uint32_t other, uint64_t after) {
    for (uint32_t n = incarnation->view_count; n-- > 0 && incarnation->views[n] > after;) {
        const sim_view *view = sim_views_find(views, incarnation->views[n]);
        if (view && !(stays(view, other, after) && stays(view, incarnation->number, after))) return true;
    }
    return false;
}

bool sim_views_parted(const sim_views *views, const sim_incarnation *one, const sim_incarnation *other,
                      uint64_t after) {
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

bool sim_views_is_exactly(const sim_views *views, uint64_t number, const sim_history *history) {
    const sim_view *view = sim_views_find(views, number);
    if (!view) return false;
    uint32_t alive = 0;
    for (uint32_t n = 0; n < history->count; n++) {
        if (history->all[n].over) continue;
        alive++;
        if (!is_member(view, history->all[n].number)) return false;
    }
    return alive == view->member_count;
}

void sim_views_free(sim_views *views) {
    for (uint32_t n = 0; n < views->count; n++) free_view(&views->all[n]);
    free(views->all);
    free(views->steps);
}

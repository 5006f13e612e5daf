// SPDX-License-Identifier: BSD-3-Clause
#include "sim_sequence.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct from_sender {
    uint32_t number;
    uint64_t next;       /* Expected counter. */
    bool anew;           /* It or the receiver has rejoined: any later counter is valid. */
} from_sender;

typedef struct place {   /* Position of one node in one group. */
    uint32_t node, group;
    bool over, been_in;
    uint64_t sent_before;  /* Own messages at the last view change. */
    uint64_t view_change;        /* Last view change, or 0. */
    uint64_t sum, count; /* Of the messages since then. */
    from_sender *senders;
    uint32_t sender_count, sender_room;
} place;

typedef struct known_view_change {
    uint32_t group;
    uint64_t view, from;  /* The view change that continuing members come from; 0: none yet. */
    uint64_t digest;      /* Of the members. */
    uint64_t sum, count;  /* Of the messages since `from`. */
    uint32_t first;       /* Who reported it first. */
    uint64_t next;        /* The writable view change that a member continued to from here; 0: none yet. */
    uint32_t went;        /* Who that was. */
} known_view_change;

struct sim_sequences {
    uint32_t groups;
    uint8_t order;
    place *places;
    uint32_t place_count, place_room;
    known_view_change *view_changes;
    uint32_t view_change_count, view_change_room;
    char wrong[300];
};

__attribute__((format(printf, 2, 3))) static const char *violation_text(sim_sequences *all, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(all->wrong, sizeof all->wrong, format, arguments);
    va_end(arguments);
    return all->wrong;
}

static void *room_for(void *items, uint32_t count, uint32_t *room, size_t size) {
    if (count < *room) return items;
    *room = *room ? *room * 2 : 64;
    items = realloc(items, *room * size);
    assert(items);
    return items;
}

static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t z = (a ^ b * 0x9e3779b97f4a7c15u) + 0x632be59bd9b4e019u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 27;
}

sim_sequences *sim_sequences_create(uint32_t groups, uint8_t order) {
    sim_sequences *all = calloc(1, sizeof *all);
    assert(all);
    all->groups = groups;
    all->order = order;
    return all;
}

void sim_sequences_free(sim_sequences *all) {
    for (uint32_t i = 0; i < all->place_count; i++) free(all->places[i].senders);
    free(all->places);
    free(all->view_changes);
    free(all);
}

static place *place_of(sim_sequences *all, uint32_t node, uint32_t group) {
    for (uint32_t i = all->place_count; i-- > 0;)
        if (all->places[i].node == node && all->places[i].group == group) return &all->places[i];
    all->places = room_for(all->places, all->place_count, &all->place_room, sizeof *all->places);
    all->places[all->place_count] = (place){.node = node, .group = group};
    return &all->places[all->place_count++];
}

static from_sender *sender_of(place *at, uint32_t number) {
    for (uint32_t i = 0; i < at->sender_count; i++)
        if (at->senders[i].number == number) return &at->senders[i];
    at->senders = room_for(at->senders, at->sender_count, &at->sender_room, sizeof *at->senders);
    at->senders[at->sender_count] = (from_sender){.number = number, .anew = true};
    return &at->senders[at->sender_count++];
}

/* ---- View changes ----------------------------------------------------------------------- */

static uint64_t digest_of(const lo_view_change *view_change) {
    uint64_t digest = view_change->writable;
    for (uint32_t i = 0; i < view_change->member_count; i++)
        digest = mix(digest, (uint64_t)view_change->members[i].number << 1 | view_change->members[i].joined);
    return digest;
}

static known_view_change *find_view_change(sim_sequences *all, uint32_t group, uint64_t view) {
    for (uint32_t i = all->view_change_count; i-- > 0;)
        if (all->view_changes[i].group == group && all->view_changes[i].view == view) return &all->view_changes[i];
    return NULL;
}

static known_view_change *known(sim_sequences *all, uint32_t group, const lo_view_change *view_change, uint32_t node) {
    known_view_change *found = find_view_change(all, group, view_change->view->number);
    if (found) return found;
    all->view_changes =
        room_for(all->view_changes, all->view_change_count, &all->view_change_room, sizeof *all->view_changes);
    all->view_changes[all->view_change_count] = (known_view_change){.group = group, .view = view_change->view->number, .digest = digest_of(view_change), .first = node};
    return &all->view_changes[all->view_change_count++];
}

static void begin_anew(place *at, const lo_view_change *view_change, bool everyone) {
    for (uint32_t i = 0; everyone && i < at->sender_count; i++) at->senders[i].anew = true;
    for (uint32_t i = 0; i < view_change->member_count; i++)
        if (view_change->members[i].joined) sender_of(at, view_change->members[i].number)->anew = true;
}

static const char *compare(sim_sequences *all, const place *at, known_view_change *view_change) {
    if (!view_change->from) {
        view_change->from = at->view_change;
        view_change->sum = at->sum;
        view_change->count = at->count;
        view_change->first = at->node;
        return NULL;
    }
    if (view_change->from != at->view_change)
        return violation_text(
            all, "node %u came to view change %llx of group %u from view change %llx, node %u from %llx", at->node,
            (unsigned long long)view_change->view, at->group, (unsigned long long)at->view_change, view_change->first,
            (unsigned long long)view_change->from);
    if (view_change->sum == at->sum) return NULL;
    return violation_text(
        all, "between view changes %llx and %llx of group %u node %u had %llu messages and node %u %llu%s",
        (unsigned long long)view_change->from, (unsigned long long)view_change->view, at->group, at->node,
        (unsigned long long)at->count, view_change->first, (unsigned long long)view_change->count,
        view_change->count == at->count ? ", others or in another order" : "");
}

/* Of two successors of a view change, all continue to the same one if a majority can write, including those that
 * are removed soon after or have been already. */
static const char *went_on(sim_sequences *all, const place *at, const lo_view_change *view_change) {
    known_view_change *from = find_view_change(all, at->group, at->view_change);
    if (!from || !view_change->writable) return NULL;
    if (!from->next) {
        from->next = view_change->view->number;
        from->went = at->node;
    }
    if (from->next == view_change->view->number) return NULL;
    return violation_text(all,
                          "from view change %llx of group %u node %u went on to view change %llx and node %u to %llx",
                          (unsigned long long)at->view_change, at->group, at->node,
                          (unsigned long long)view_change->view->number, from->went, (unsigned long long)from->next);
}

const char *sim_sequences_view_change(sim_sequences *all, uint32_t node, uint32_t group,
                                      const lo_view_change *view_change, uint64_t sent) {
    known_view_change *agreed = known(all, group, view_change, node);
    place *at = place_of(all, node, group);
    const lo_view_change_member *self = NULL;
    for (uint32_t i = 0; i < view_change->member_count; i++)
        if (view_change->members[i].number == node) self = &view_change->members[i];
    const char *wrong = NULL;
    if (!self) return violation_text(all, "node %u saw a view change of group %u without itself", node, group);
    if (agreed->digest != digest_of(view_change))
        wrong = violation_text(all, "nodes %u and %u saw different view changes %llx of group %u", node, agreed->first,
                               (unsigned long long)view_change->view->number, group);
    if (self->joined == view_change->continues || (view_change->rejoined != (self->joined && at->been_in)))
        wrong = violation_text(all, "node %u was told wrongly whether it goes on at view change %llx of group %u", node,
                               (unsigned long long)view_change->view->number, group);
    if (!wrong && !self->joined && !at->view_change) wrong = violation_text(all, "the first view change of node %u in group %u has it as old", node, group);
    if (!wrong && view_change->view->number <= at->view_change) wrong = violation_text(all, "view changes of group %u went backwards at node %u", group, node);
    if (!wrong && !self->joined) wrong = compare(all, at, agreed);
    if (!wrong && !self->joined) wrong = went_on(all, at, view_change);
    begin_anew(at, view_change, self->joined);
    at->view_change = view_change->view->number;
    at->sum = at->count = 0;
    at->been_in = true;
    at->sent_before = sent;
    return wrong;
}

/* ---- Messages --------------------------------------------------------------------------- */

const char *sim_sequences_message(sim_sequences *all, uint32_t node, uint32_t group, uint32_t sender, uint64_t counter) {
    place *at = place_of(all, node, group);
    from_sender *from = sender_of(at, sender);
    if (!at->view_change)
        return violation_text(all, "node %u got a message of group %u before any view change", node, group);
    if (counter < from->next || (!from->anew && counter > from->next))
        return violation_text(all, "node %u got message %llu of %u in group %u when %llu was next", node, (unsigned long long)counter,
                              sender, group, (unsigned long long)from->next);
    from->anew = false;
    from->next = counter + 1;
    uint64_t word = mix(sender, counter);
    at->sum = all->order == LO_ORDER_TOTAL ? mix(at->sum, word) : at->sum + word;
    at->count++;
    return NULL;
}

void sim_sequences_left(sim_sequences *all, uint32_t node, uint32_t group) {
    place *at = place_of(all, node, group);
    at->view_change = 0;
    at->been_in = false;
    for (uint32_t i = 0; i < at->sender_count; i++) at->senders[i].anew = true;
}

void sim_sequences_over(sim_sequences *all, uint32_t node) {
    for (uint32_t i = 0; i < all->place_count; i++)
        if (all->places[i].node == node) all->places[i].over = true;
}

const char *sim_sequences_end(sim_sequences *all, uint32_t node, uint32_t group, uint64_t sent, bool joined) {
    place *at = place_of(all, node, group);
    if (!joined) return NULL;
    if (!at->view_change) return violation_text(all, "node %u never saw a view change of group %u", node, group);
    for (uint32_t i = 0; i < all->place_count; i++) {
        const place *other = &all->places[i];
        if (other->over || other->group != group || !other->view_change || other == at) continue;
        if (other->view_change != at->view_change)
            return violation_text(all, "in the end node %u is at view change %llx of group %u and node %u at %llx",
                                  node, (unsigned long long)at->view_change, group, other->node,
                                  (unsigned long long)other->view_change);
        if (other->sum != at->sum)
            return violation_text(
                all, "in the end nodes %u and %u have %llu and %llu messages since view change %llx of group %u%s",
                node, other->node, (unsigned long long)at->count, (unsigned long long)other->count,
                (unsigned long long)at->view_change, group,
                at->count == other->count ? ", others or in another order" : "");
    }
    const from_sender *own = sender_of(at, node);
    if (own->anew ? sent > at->sent_before : own->next != sent)
        return violation_text(all, "node %u has got back %llu of the %llu messages it sent to group %u", node,
                              (unsigned long long)own->next, (unsigned long long)sent, group);
    return NULL;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "sim_checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim_history.h"
#include "sim_random.h"
#include "sim_sequence.h"

struct sim_checker {
    sim_history history;
    sim_views views;
    sim_sequences *sequences;  /* NULL unless the groups are ordered. */
    uint64_t deliveries, gaps;
    char violation[400];
};

__attribute__((format(printf, 2, 3))) static void violated(sim_checker *checker, const char *format, ...) {
    if (checker->violation[0]) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checker->violation, sizeof checker->violation, format, arguments);
    va_end(arguments);
}

sim_checker *sim_checker_create(uint32_t groups, uint8_t order) {
    sim_checker *checker = calloc(1, sizeof *checker);
    assert(checker);
    checker->history.groups = groups;
    if (order != LO_ORDER_SENDER) checker->sequences = sim_sequences_create(groups, order);
    return checker;
}

void sim_checker_free(sim_checker *checker) {
    sim_history_free(&checker->history);
    sim_views_free(&checker->views);
    if (checker->sequences) sim_sequences_free(checker->sequences);
    free(checker);
}

uint32_t sim_checker_begin(sim_checker *checker, uint32_t host) { return sim_history_begin(&checker->history, host); }

void sim_checker_end(sim_checker *checker, uint32_t number) {
    sim_incarnation *incarnation = sim_history_find(&checker->history, number);
    assert(incarnation);
    incarnation->over = true;
    if (checker->sequences) sim_sequences_over(checker->sequences, number);
}

void sim_checker_left_group(sim_checker *checker, uint32_t number, uint32_t group) {
    sim_incarnation *incarnation = sim_history_find(&checker->history, number);
    assert(incarnation);
    incarnation->groups[group].left = true;
    if (checker->sequences) sim_sequences_left(checker->sequences, number, group);
}

void sim_checker_joined_again(sim_checker *checker, uint32_t number, uint32_t group) {
    sim_incarnation *incarnation = sim_history_find(&checker->history, number);
    assert(incarnation && checker->sequences);
    incarnation->groups[group].left = false;
}

lo_id sim_group_id(uint32_t group) {
    lo_id id = {{0}};
    /* The low bytes differ first, so that ids and indexes are ordered differently. */
    memcpy(id.bytes + 4, &group, sizeof group);
    id.bytes[0] = (uint8_t)(group * 37u);
    return id;
}

/* ---- Messages ----------------------------------------------------------------------- */

typedef struct message_head {
    uint32_t number, group;
    uint64_t counter;
    uint32_t size, check;
} message_head;
_Static_assert(sizeof(message_head) == SIM_SMALLEST, "the smallest message is a head");

static void pattern(const message_head *head, uint8_t *out, uint32_t length) {
    sim_random random = {head->number * UINT64_C(0x100000001b3) ^ head->counter ^ ((uint64_t)head->group << 40)};
    uint32_t at = 0;
    for (; at + 8 <= length; at += 8) {
        uint64_t word = sim_next(&random);
        memcpy(out + at, &word, 8);
    }
    uint64_t word = sim_next(&random);
    memcpy(out + at, &word, length - at);
}

void sim_checker_fill(const sim_checker *checker, uint32_t number, uint32_t group, uint8_t *out, uint32_t size) {
    const sim_incarnation *incarnation = sim_history_find_const(&checker->history, number);
    assert(incarnation && size >= SIM_SMALLEST);
    message_head head = {number, group, incarnation->groups[group].sent, size, size ^ 0x5a5a5a5au};
    memcpy(out, &head, sizeof head);
    pattern(&head, out + sizeof head, size - (uint32_t)sizeof head);
}

void sim_checker_sent(sim_checker *checker, uint32_t number, uint32_t group, uint64_t view) {
    sim_incarnation *incarnation = sim_history_find(&checker->history, number);
    assert(incarnation);
    sim_incarnation_record(&incarnation->groups[group], view);
}

static bool content_is_right(const message_head *head, const uint8_t *data, uint32_t size) {
    if (head->size != size || head->check != (size ^ 0x5a5a5a5au)) return false;
    uint8_t expected[256];
    uint32_t body = size - (uint32_t)sizeof *head;
    uint32_t compared = body < sizeof expected ? body : (uint32_t)sizeof expected;
    if (compared == body) {
        pattern(head, expected, body);
        return memcmp(expected, data + sizeof *head, body) == 0;
    }
    uint8_t *whole = malloc(body);
    assert(whole);
    pattern(head, whole, body);
    bool right = memcmp(whole, data + sizeof *head, body) == 0;
    free(whole);
    return right;
}

/* Skips what was not addressed to the receiver; false if an earlier message was addressed to it. */
static bool advance_to(sim_checker *checker, const sim_incarnation *receiver, const sim_incarnation *sender,
                       uint32_t group, sim_received *received, uint64_t counter) {
    const sim_sent *sending = &sender->groups[group];
    while (received->next < counter) {
        uint64_t committed = sim_sent_view(sending, received->next);
        const sim_view *view = sim_views_find(&checker->views, committed);
        bool meant = view && sim_view_has(view, group, receiver->number);
        if (meant && !received->gap_announced && !sim_views_parted(&checker->views, receiver, sender, committed))
            return false;
        received->next++;
    }
    received->gap_announced = false;
    return true;
}

static void message_delivered(sim_checker *checker, sim_incarnation *receiver, uint32_t group,
                              const lo_delivery *delivery, const uint8_t *data) {
    message_head head;
    if (delivery->size < sizeof head) {
        violated(checker, "node %u was given a message of %u bytes that nobody sent", receiver->number, delivery->size);
        return;
    }
    memcpy(&head, data, sizeof head);
    sim_incarnation *sender = sim_history_find(&checker->history, head.number);
    if (!sender || head.number != delivery->sender || head.group != group || head.counter >= sender->groups[group].sent ||
        !content_is_right(&head, data, delivery->size)) {
        violated(checker, "node %u was given a message of group %u, said to be from %u, that nobody sent so",
                 receiver->number, group, delivery->sender);
        return;
    }
    checker->deliveries++;
    if (checker->sequences) {
        const char *wrong = sim_sequences_message(checker->sequences, receiver->number, group, head.number, head.counter);
        if (wrong) violated(checker, "%s", wrong);
        return;
    }
    sim_received *received = sim_history_received(&checker->history, receiver, group, sender);
    if (head.counter < received->next) {
        violated(checker, "node %u was given message %llu of %u in group %u again or out of order (expected %llu)",
                 receiver->number, (unsigned long long)head.counter, sender->number, group,
                 (unsigned long long)received->next);
        return;
    }
    uint64_t view_number = sim_sent_view(&sender->groups[group], head.counter);
    if (view_number != delivery->view_number)
        violated(checker, "message %llu of %u in group %u was committed to view %llx and delivered to %u in view %llx",
                 (unsigned long long)head.counter, sender->number, group, (unsigned long long)view_number,
                 receiver->number, (unsigned long long)delivery->view_number);
    uint64_t expected = received->next;
    if (!advance_to(checker, receiver, sender, group, received, head.counter))
        violated(checker, "node %u was given message %llu of %u in group %u before message %llu, which it must also get",
                 receiver->number, (unsigned long long)head.counter, sender->number, group,
                 (unsigned long long)expected);
    received->next = head.counter + 1;
}

void sim_checker_delivered(sim_checker *checker, uint32_t number, uint32_t group, const lo_delivery *delivery) {
    sim_incarnation *receiver = sim_history_find(&checker->history, number);
    assert(receiver);
    for (uint32_t n = 0; n < delivery->count; n++)
        message_delivered(checker, receiver, group, delivery, delivery->data + (size_t)n * delivery->stride);
}

void sim_checker_gap(sim_checker *checker, uint32_t number, const lo_delivery *delivery) {
    sim_incarnation *receiver = sim_history_find(&checker->history, number);
    sim_incarnation *sender = sim_history_find(&checker->history, delivery->sender);
    if (!receiver || !sender) {
        violated(checker, "node %u was told of a gap in messages of %u, who does not exist", number, delivery->sender);
        return;
    }
    checker->gaps++;
    sim_history_announce_gap(&checker->history, receiver, sender);
}

void sim_checker_view_change(sim_checker *checker, uint32_t number, uint32_t group, const lo_view_change *view_change) {
    const sim_incarnation *incarnation = sim_history_find_const(&checker->history, number);
    assert(incarnation && checker->sequences);
    const char *wrong =
        sim_sequences_view_change(checker->sequences, number, group, view_change, incarnation->groups[group].sent);
    if (wrong) violated(checker, "%s", wrong);
}

/* ---- Views -------------------------------------------------------------------------- */

void sim_checker_view(sim_checker *checker, uint32_t number, const lo_view *view) {
    sim_incarnation *incarnation = sim_history_find(&checker->history, number);
    assert(incarnation);
    const sim_view *known = sim_views_learn(&checker->views, view, checker->history.groups);
    if (!known) {
        violated(checker, "node %u has another view %llx than those who saw it before", number,
                 (unsigned long long)view->number);
        return;
    }
    if (view->members[view->self].number != number)
        violated(checker, "node %u was given view %llx without being in it", number, (unsigned long long)view->number);
    uint64_t before = sim_incarnation_view(incarnation);
    if (view->number <= before)
        violated(checker, "node %u went from view %llx back to view %llx", number, (unsigned long long)before,
                 (unsigned long long)view->number);
    if (before) sim_views_step(&checker->views, number, before, view->number);
    sim_incarnation_enter(incarnation, view->number);
}

static void check_steps(sim_checker *checker) {
    const sim_step *a, *b;
    if (sim_views_conflict(&checker->views, &a, &b))
        violated(checker, "from view %llx node %u went to view %llx and node %u to %llx, though both are in both",
                 (unsigned long long)a->from, a->number, (unsigned long long)a->to, b->number,
                 (unsigned long long)b->to);
}

/* ---- The end ------------------------------------------------------------------------ */

static void check_complete(sim_checker *checker, const sim_incarnation *receiver, sim_incarnation *sender,
                           uint32_t group) {
    sim_received *received = sim_history_received(&checker->history, receiver, group, sender);
    uint64_t expected = received->next;
    if (!advance_to(checker, receiver, sender, group, received, sender->groups[group].sent))
        violated(checker, "node %u never got message %llu of %u in group %u, committed to view %llx (it was waiting for %llu of %llu)",
                 receiver->number, (unsigned long long)received->next, sender->number, group,
                 (unsigned long long)sim_sent_view(&sender->groups[group], received->next),
                 (unsigned long long)expected, (unsigned long long)sender->groups[group].sent);
}

static void check_sequences(sim_checker *checker, const sim_incarnation *incarnation, uint64_t last) {
    const sim_view *view = sim_views_find(&checker->views, last);
    for (uint32_t group = 0; view && group < checker->history.groups; group++) {
        bool joined = sim_view_has(view, group, incarnation->number);
        const char *wrong = sim_sequences_end(checker->sequences, incarnation->number, group, incarnation->groups[group].sent, joined);
        if (wrong) violated(checker, "%s", wrong);
    }
}

void sim_checker_finish(sim_checker *checker, bool all_agree) {
    check_steps(checker);
    uint64_t final_view = 0;
    for (uint32_t r = 0; r < checker->history.count; r++) {
        sim_incarnation *receiver = &checker->history.all[r];
        if (receiver->over) continue;
        uint64_t last = sim_incarnation_view(receiver);
        if (!final_view) final_view = last;
        if (all_agree && last != final_view)
            violated(checker, "in the end node %u is in view %llx and another survivor in view %llx", receiver->number,
                     (unsigned long long)last, (unsigned long long)final_view);
        if (checker->sequences) {
            check_sequences(checker, receiver, last);
            continue;
        }
        for (uint32_t s = 0; s < checker->history.count; s++) {
            sim_incarnation *sender = &checker->history.all[s];
            for (uint32_t group = 0; !sender->over && group < checker->history.groups; group++)
                if (sender->groups[group].sent && !receiver->groups[group].left)
                    check_complete(checker, receiver, sender, group);
        }
    }
    if (all_agree && final_view && !sim_views_is_exactly(&checker->views, final_view, &checker->history))
        violated(checker, "the last view %llx is not made of exactly those who are alive",
                 (unsigned long long)final_view);
}

void sim_checker_fault(sim_checker *checker, uint32_t number, const char *what) {
    violated(checker, "node %u: %s", number, what);
}

const char *sim_checker_violation(const sim_checker *checker) {
    return checker->violation[0] ? checker->violation : NULL;
}
uint64_t sim_checker_deliveries(const sim_checker *checker) { return checker->deliveries; }
uint64_t sim_checker_gaps(const sim_checker *checker) { return checker->gaps; }

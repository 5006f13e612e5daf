// SPDX-License-Identifier: BSD-3-Clause
#include "sequences.h"

#include <string.h>

#include "check.h"
#include "lo_wire.h"

static void watch(pump *p, uint32_t node, const lo_delivery *delivery) {
    sequences *s = p->watcher;
    if (delivery->group != p->handles[node][0]) return;
    if (delivery->kind == LO_DELIVERY_STABLE) s->stable[node] = delivery->sequence;
    if (delivery->kind == LO_DELIVERY_VIEW_CHANGE) {
        const lo_view_change *view_change = (const lo_view_change *)(const void *)delivery->data;
        sequence_event event = {.view_change = view_change->view->number,
                                .members = view_change->member_count,
                                .rejoined = view_change->rejoined,
                                .continues = view_change->continues};
        for (uint32_t i = 0; i < view_change->member_count; i++) event.joined += view_change->members[i].joined;
        CHECK(s->count[node] < SEQUENCE_MOST);
        s->events[node][s->count[node]++] = event;
    }
    for (uint32_t m = 0; delivery->kind == LO_DELIVERY_MESSAGES && m < delivery->count; m++) {
        const uint8_t *data = delivery->data + (size_t)m * delivery->stride;
        CHECK(s->count[node] < SEQUENCE_MOST);
        s->events[node][s->count[node]++] = (sequence_event){.from = lo_load32(data), .number = lo_load64(data + 8)};
    }
}

sequences *sequences_record(pump *p) {
    sequences *s = calloc(1, sizeof *s);
    for (uint32_t i = 0; i < p->count; i++) s->events[i] = calloc(SEQUENCE_MOST, sizeof(sequence_event));
    p->watch = watch;
    p->watcher = s;
    return s;
}

void sequences_free(sequences *s) {
    for (uint32_t i = 0; i < PUMP_NODES; i++) free(s->events[i]);
    free(s);
}

const sequence_event *sequences_view_change(const sequences *s, uint32_t node) {
    for (uint32_t i = s->count[node]; i-- > 0;)
        if (s->events[node][i].view_change) return &s->events[node][i];
    return NULL;
}

static uint32_t find_view_change(const sequences *s, uint32_t node, uint64_t view_change) {
    for (uint32_t i = 0; i < s->count[node]; i++)
        if (s->events[node][i].view_change == view_change) return i;
    return s->count[node];
}

static uint32_t until_view_change(const sequences *s, uint32_t node, uint32_t from) {
    while (from < s->count[node] && !s->events[node][from].view_change) from++;
    return from;
}

static int by_sender(const void *x, const void *y) {
    const sequence_event *a = x, *b = y;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static void compare_stretch(const sequence_event *a, const sequence_event *b, uint32_t count, bool ordered) {
    sequence_event *x = malloc((count + 1) * sizeof *x), *y = malloc((count + 1) * sizeof *y);
    memcpy(x, a, count * sizeof *x);
    memcpy(y, b, count * sizeof *y);
    if (!ordered) {
        qsort(x, count, sizeof *x, by_sender);
        qsort(y, count, sizeof *y, by_sender);
    }
    for (uint32_t i = 0; i < count; i++) CHECK(x[i].from == y[i].from && x[i].number == y[i].number);
    free(x);
    free(y);
}

void sequences_compare(const sequences *s, uint32_t a, uint32_t b, bool ordered, bool open) {
    uint32_t i = 0, k = s->count[b];
    for (; i < s->count[a] && k == s->count[b]; i++)
        if (s->events[a][i].view_change) k = find_view_change(s, b, s->events[a][i].view_change);
    CHECK(i > 0 && k < s->count[b]);
    i--;
    while (i < s->count[a] && k < s->count[b]) {
        const sequence_event *x = &s->events[a][i], *y = &s->events[b][k];
        if (x->view_change < y->view_change && !y->continues) {  /* The other was not a member meanwhile. */
            i = until_view_change(s, a, i + 1);
            continue;
        }
        if (y->view_change < x->view_change && !x->continues) {
            k = until_view_change(s, b, k + 1);
            continue;
        }
        CHECK_EQUAL(x->view_change, y->view_change);
        CHECK_EQUAL(x->members, y->members);
        CHECK_EQUAL(x->joined, y->joined);
        uint32_t end_a = until_view_change(s, a, i + 1), end_b = until_view_change(s, b, k + 1);
        bool closed = end_a < s->count[a] && end_b < s->count[b] && s->events[a][end_a].continues &&
                      s->events[b][end_b].continues;
        if (closed || (open && end_a == s->count[a] && end_b == s->count[b])) {
            CHECK_EQUAL(end_a - i, end_b - k);
            compare_stretch(x + 1, y + 1, end_a - i - 1, ordered);
        }
        i = end_a;
        k = end_b;
    }
    if (open) CHECK(i == s->count[a] && k == s->count[b]);
}

void sequences_finish(sequences *s, pump *p, bool ordered) {
    pump_run(p, 15 * LO_SECOND);
    for (uint32_t a = 0; a < p->count; a++)
        for (uint32_t b = a + 1; b < p->count; b++)
            if (!p->dead[a] && !p->dead[b]) sequences_compare(s, a, b, ordered, true);
    pump_destroy(p);
    sequences_free(s);
}

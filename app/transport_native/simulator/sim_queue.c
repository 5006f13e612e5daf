// SPDX-License-Identifier: BSD-3-Clause
#include "sim_queue.h"

#include <stdlib.h>

static bool earlier(const sim_event *a, const sim_event *b) {
    return a->time != b->time ? a->time < b->time : a->order < b->order;
}

void sim_queue_push(sim_queue *queue, lo_time time, uint32_t kind, uint32_t node, void *payload) {
    if (queue->count == queue->room) {
        queue->room = queue->room ? queue->room * 2 : 1024;
        queue->events = realloc(queue->events, queue->room * sizeof *queue->events);
        assert(queue->events);
    }
    sim_event event = {time, queue->next_order++, kind, node, payload};
    size_t at = queue->count++;
    while (at > 0) {
        size_t parent = (at - 1) / 2;
        if (!earlier(&event, &queue->events[parent])) break;
        queue->events[at] = queue->events[parent];
        at = parent;
    }
    queue->events[at] = event;
}

bool sim_queue_pop(sim_queue *queue, sim_event *event) {
    if (queue->count == 0) return false;
    *event = queue->events[0];
    sim_event last = queue->events[--queue->count];
    size_t at = 0;
    for (;;) {
        size_t child = at * 2 + 1;
        if (child >= queue->count) break;
        if (child + 1 < queue->count && earlier(&queue->events[child + 1], &queue->events[child])) child++;
        if (!earlier(&queue->events[child], &last)) break;
        queue->events[at] = queue->events[child];
        at = child;
    }
    if (queue->count) queue->events[at] = last;
    return true;
}

void sim_queue_free(sim_queue *queue) {
    free(queue->events);
    *queue = (sim_queue){0};
}

// SPDX-License-Identifier: BSD-3-Clause
/* Event queue of a simulation: by time, then by insertion. */
#ifndef SIM_QUEUE_H
#define SIM_QUEUE_H

#include "../engine/lo_base.h"

typedef struct sim_event {
    lo_time time;
    uint64_t order;   /* Breaks ties, so that a run does not depend on the heap. */
    uint32_t kind;
    uint32_t node;
    void *payload;
} sim_event;

typedef struct sim_queue {
    sim_event *events;
    size_t count, room;
    uint64_t next_order;
} sim_queue;

void sim_queue_push(sim_queue *queue, lo_time time, uint32_t kind, uint32_t node, void *payload);
bool sim_queue_pop(sim_queue *queue, sim_event *event);
void sim_queue_free(sim_queue *queue);

#endif

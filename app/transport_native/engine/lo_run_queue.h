// SPDX-License-Identifier: BSD-3-Clause
/* Queue of runs of messages that a layer keeps, by reference.
 *
 * Every queued run holds its buffer. An empty queue has no memory. */
#ifndef LO_RUN_QUEUE_H
#define LO_RUN_QUEUE_H

#include "lo_layer.h"

typedef struct lo_queued_run {
    lo_message run;
    uint64_t first;   /* Number of its first message, as the layer counts. */
} lo_queued_run;

typedef struct lo_run_queue {
    lo_queued_run *items;
    uint32_t capacity, head, count;
} lo_run_queue;

bool lo_run_queue_push(lo_run_queue *runs, lo_memory *memory, const lo_message *run, uint64_t first);
void lo_run_queue_pop(lo_run_queue *runs, lo_memory *memory);
void lo_run_queue_clear(lo_run_queue *runs, lo_memory *memory);
static inline lo_queued_run *lo_run_queue_at(const lo_run_queue *runs, uint32_t index) {
    return &runs->items[(runs->head + index) & (runs->capacity - 1)];
}

#endif

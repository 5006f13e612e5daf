/* A queue of runs of messages that a layer keeps: where they lie, not their bytes.
 *
 * Whoever is in the queue holds its buffer. An empty queue has no memory. */
#ifndef LO_RUNS_H
#define LO_RUNS_H

#include "lo_layer.h"

typedef struct lo_kept {
    lo_message run;
    uint64_t first;   /* Number of its first message, as the layer counts. */
} lo_kept;

typedef struct lo_runs {
    lo_kept *items;
    uint32_t capacity, head, count;
} lo_runs;

bool lo_runs_push(lo_runs *runs, lo_memory *memory, const lo_message *run, uint64_t first);
void lo_runs_pop(lo_runs *runs, lo_memory *memory);
void lo_runs_clear(lo_runs *runs, lo_memory *memory);
static inline lo_kept *lo_runs_at(const lo_runs *runs, uint32_t index) {
    return &runs->items[(runs->head + index) & (runs->capacity - 1)];
}

#endif

// SPDX-License-Identifier: BSD-3-Clause
#include "lo_run_queue.h"

#define FIRST_CAPACITY 8u

static bool grow(lo_run_queue *runs, lo_memory *memory) {
    uint32_t capacity = runs->capacity ? runs->capacity * 2 : FIRST_CAPACITY;
    lo_queued_run *grown = lo_memory_alloc(memory, capacity * sizeof *grown);
    if (!grown) return false;
    for (uint32_t i = 0; i < runs->count; i++) grown[i] = *lo_run_queue_at(runs, i);
    lo_memory_free(memory, runs->items, runs->capacity * sizeof *grown);
    *runs = (lo_run_queue){grown, capacity, 0, runs->count};
    return true;
}

bool lo_run_queue_push(lo_run_queue *runs, lo_memory *memory, const lo_message *run, uint64_t first) {
    if (runs->count == runs->capacity && !grow(runs, memory)) return false;
    runs->count++;
    *lo_run_queue_at(runs, runs->count - 1) = (lo_queued_run){*run, first};
    lo_buffer_hold(run->buffer);
    return true;
}

void lo_run_queue_pop(lo_run_queue *runs, lo_memory *memory) {
    assert(runs->count);
    lo_buffer_release(runs->items[runs->head].run.buffer);
    runs->head = (runs->head + 1) & (runs->capacity - 1);
    if (--runs->count || runs->capacity > FIRST_CAPACITY * 8) return;
    lo_run_queue_clear(runs, memory);
}

void lo_run_queue_clear(lo_run_queue *runs, lo_memory *memory) {
    for (uint32_t i = 0; i < runs->count; i++) lo_buffer_release(lo_run_queue_at(runs, i)->run.buffer);
    lo_memory_free(memory, runs->items, runs->capacity * sizeof *runs->items);
    *runs = (lo_run_queue){0};
}

#include "lo_runs.h"

#define FIRST_CAPACITY 8u

static bool grow(lo_runs *runs, lo_memory *memory) {
    uint32_t capacity = runs->capacity ? runs->capacity * 2 : FIRST_CAPACITY;
    lo_kept *grown = lo_memory_take(memory, capacity * sizeof *grown);
    if (!grown) return false;
    for (uint32_t i = 0; i < runs->count; i++) grown[i] = *lo_runs_at(runs, i);
    lo_memory_give(memory, runs->items, runs->capacity * sizeof *grown);
    *runs = (lo_runs){grown, capacity, 0, runs->count};
    return true;
}

bool lo_runs_push(lo_runs *runs, lo_memory *memory, const lo_message *run, uint64_t first) {
    if (runs->count == runs->capacity && !grow(runs, memory)) return false;
    runs->count++;
    *lo_runs_at(runs, runs->count - 1) = (lo_kept){*run, first};
    lo_buffer_hold(run->buffer);
    return true;
}

void lo_runs_pop(lo_runs *runs, lo_memory *memory) {
    assert(runs->count);
    lo_buffer_release(runs->items[runs->head].run.buffer);
    runs->head = (runs->head + 1) & (runs->capacity - 1);
    if (--runs->count || runs->capacity > FIRST_CAPACITY * 8) return;
    lo_runs_clear(runs, memory);
}

void lo_runs_clear(lo_runs *runs, lo_memory *memory) {
    for (uint32_t i = 0; i < runs->count; i++) lo_buffer_release(lo_runs_at(runs, i)->run.buffer);
    lo_memory_give(memory, runs->items, runs->capacity * sizeof *runs->items);
    *runs = (lo_runs){0};
}

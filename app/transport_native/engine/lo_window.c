// SPDX-License-Identifier: BSD-3-Clause
#include "lo_window.h"

#define SMALLEST 16u

void lo_window_init(lo_window *window, lo_memory *memory, void *stream, bool outgoing) {
    memset(window, 0, sizeof *window);
    window->memory = memory;
    window->base = window->end = 1;
    window->stream = stream;
    window->outgoing = outgoing;
}

static void give_slots(lo_window *window) {
    lo_memory_free(window->memory, window->slots, window->capacity * sizeof(lo_slot));
    window->slots = NULL;
    window->capacity = 0;
}

void lo_window_destroy(lo_window *window) {
    lo_window_trim(window, window->end);
    give_slots(window);
    lo_list_remove(&window->retransmits);
    lo_memory_free(window->memory, window->queue, LO_RETRANSMIT_QUEUE * sizeof(uint64_t));
    window->queue = NULL;
}

static int grow(lo_window *window, uint64_t span) {
    uint32_t capacity = window->capacity ? window->capacity : SMALLEST;
    while (capacity < span) capacity *= 2;
    lo_slot *slots = lo_memory_alloc(window->memory, capacity * sizeof(lo_slot));
    if (!slots) return LO_ERROR_MEMORY;
    for (uint64_t s = window->base; s < window->end; s++)
        slots[s & (capacity - 1)] = window->slots[s & (window->capacity - 1)];
    give_slots(window);
    window->slots = slots;
    window->capacity = capacity;
    return LO_OK;
}

int lo_window_reserve(lo_window *window, uint64_t sequence) {
    if (sequence < window->end) return LO_OK;
    uint64_t span = sequence - window->base + 1;
    if (span > LO_WINDOW_MAX) return LO_ERROR_TOO_LARGE;
    return span > window->capacity ? grow(window, span) : LO_OK;
}

int lo_window_extend(lo_window *window, uint64_t sequence) {
    if (sequence < window->end) return LO_OK;
    int error = lo_window_reserve(window, sequence);
    if (error) return error;
    for (uint64_t s = window->end; s <= sequence; s++)
        memset(&window->slots[s & (window->capacity - 1)], 0, sizeof(lo_slot));
    window->end = sequence + 1;
    return LO_OK;
}

void lo_window_forget(lo_window *window, uint64_t sequence) {
    lo_slot *slot = lo_window_slot(window, sequence);
    if (!slot || !slot->buffer) return;
    window->bytes -= slot->length;
    lo_buffer_release(slot->buffer);
    slot->buffer = NULL;
    slot->wanted = 0;
}

void lo_window_trim(lo_window *window, uint64_t base) {
    if (base <= window->base) return;
    uint64_t stop = lo_min64(base, window->end);
    for (uint64_t s = window->base; s < stop; s++) lo_window_forget(window, s);
    window->base = base;
    if (window->end < base) window->end = base;
    if (window->base == window->end && window->capacity > SMALLEST * 16) give_slots(window);
}

bool lo_window_queue_retransmit(lo_window *window, uint64_t sequence, uint16_t position, lo_link *list) {
    lo_slot *slot = lo_window_slot(window, sequence);
    if (!slot || !slot->buffer) return false;
    if (slot->wanted) {
        if (slot->wanted != position + 1) slot->wanted = LO_WANTED_BY_MANY;
        return true;
    }
    if (window->queue_count == LO_RETRANSMIT_QUEUE) return false;
    if (!window->queue) {
        window->queue = lo_memory_alloc(window->memory, LO_RETRANSMIT_QUEUE * sizeof(uint64_t));
        if (!window->queue) return false;
    }
    slot->wanted = (uint16_t)(position + 1);
    window->queue[(window->queue_head + window->queue_count++) % LO_RETRANSMIT_QUEUE] = sequence;
    lo_list_append(list, &window->retransmits);
    return true;
}

uint64_t lo_window_peek_retransmit(lo_window *window) {
    while (window->queue_count) {
        uint64_t sequence = window->queue[window->queue_head];
        lo_slot *slot = lo_window_slot(window, sequence);
        if (slot && slot->buffer && slot->wanted) return sequence;
        window->queue_head = (window->queue_head + 1) % LO_RETRANSMIT_QUEUE;
        window->queue_count--;
    }
    lo_list_remove(&window->retransmits);
    lo_memory_free(window->memory, window->queue, LO_RETRANSMIT_QUEUE * sizeof(uint64_t));
    window->queue = NULL;
    window->queue_head = 0;
    return 0;
}

uint64_t lo_window_next_retransmit(lo_window *window) {
    uint64_t sequence = lo_window_peek_retransmit(window);
    if (!sequence) return 0;
    window->queue_head = (window->queue_head + 1) % LO_RETRANSMIT_QUEUE;
    window->queue_count--;
    return sequence;
}

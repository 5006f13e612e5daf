// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_command_queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, PADDING = 0 };

static uint64_t record_bytes(uint32_t length) {
    return (sizeof(lo_command) + (uint64_t)length + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
}

static lo_command *record_at(lo_command_queue *queue, uint64_t position) {
    return (lo_command *)(void *)(queue->memory + (position & (queue->capacity - 1)));
}

int lo_command_queue_open(lo_command_queue *queue, uint64_t capacity) {
    assert(capacity >= 1024 && (capacity & (capacity - 1)) == 0);
    queue->memory = aligned_alloc(64, capacity);
    if (!queue->memory) return -ENOMEM;
    /* A record that was never written must read as not committed. */
    memset(queue->memory, 0, capacity);
    queue->capacity = capacity;
    atomic_init(&queue->tail, 0);
    atomic_init(&queue->head, 0);
    return 0;
}

void lo_command_queue_close(lo_command_queue *queue) {
    free(queue->memory);
    queue->memory = NULL;
}

uint32_t lo_command_queue_limit(const lo_command_queue *queue) { return (uint32_t)(queue->capacity / 8); }

/* Reserves `bytes` that do not wrap around, with padding up to the end if necessary. */
static int reserve(lo_command_queue *queue, uint64_t bytes, uint64_t *position) {
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);
    for (;;) {
        uint64_t to_end = queue->capacity - (tail & (queue->capacity - 1));
        uint64_t padding = bytes > to_end ? to_end : 0;
        uint64_t head = atomic_load_explicit(&queue->head, memory_order_acquire);
        if (tail + padding + bytes - head > queue->capacity) return -EAGAIN;
        if (!atomic_compare_exchange_weak_explicit(&queue->tail, &tail, tail + padding + bytes,
                                                   memory_order_relaxed, memory_order_relaxed))
            continue;
        if (padding) {
            lo_command *filler = record_at(queue, tail);
            filler->kind = PADDING;
            atomic_store_explicit(&filler->committed, (uint32_t)padding, memory_order_release);
        }
        *position = tail + padding;
        return 0;
    }
}

lo_command *lo_command_queue_reserve(lo_command_queue *queue, uint32_t length) {
    uint64_t position;
    assert(length <= lo_command_queue_limit(queue));
    if (reserve(queue, record_bytes(length), &position)) return NULL;
    lo_command *record = record_at(queue, position);
    record->length = length;
    return record;
}

void lo_command_queue_commit(lo_command *record, uint32_t kind, uint32_t target) {
    assert(kind != PADDING);
    record->kind = kind;
    record->target = target;
    atomic_store_explicit(&record->committed, (uint32_t)record_bytes(record->length), memory_order_release);
}

int lo_command_queue_put(lo_command_queue *queue, uint32_t kind, uint32_t target, const void *data, uint32_t length) {
    if (length > lo_command_queue_limit(queue)) return -EMSGSIZE;
    lo_command *record = lo_command_queue_reserve(queue, length);
    if (!record) return -EAGAIN;
    if (length) memcpy(record->data, data, length);
    lo_command_queue_commit(record, kind, target);
    return 0;
}

static void pop(lo_command_queue *queue, lo_command *record) {
    uint32_t bytes = atomic_load_explicit(&record->committed, memory_order_relaxed);
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);
    /* Zeroes every position where a later header may be, so that none is read before it is written. */
    for (uint32_t at = 0; at < bytes; at += ALIGNMENT)
        atomic_store_explicit((_Atomic uint32_t *)(void *)((unsigned char *)record + at), 0, memory_order_relaxed);
    atomic_store_explicit(&queue->head, head + bytes, memory_order_release);
}

lo_command *lo_command_queue_first(lo_command_queue *queue) {
    for (;;) {
        uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);
        lo_command *record = record_at(queue, head);
        if (atomic_load_explicit(&record->committed, memory_order_acquire) == 0) return NULL;
        if (record->kind != PADDING) return record;
        pop(queue, record);
    }
}

void lo_command_queue_pop(lo_command_queue *queue, lo_command *command) {
    assert(command == record_at(queue, atomic_load_explicit(&queue->head, memory_order_relaxed)));
    pop(queue, command);
}

uint64_t lo_command_queue_used(const lo_command_queue *queue) {
    uint64_t head = atomic_load_explicit(&queue->head, memory_order_relaxed);
    uint64_t tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);
    return tail > head ? tail - head : 0;
}

#define _GNU_SOURCE
#include "lo_commands.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, PADDING = 0 };

static uint64_t record_bytes(uint32_t length) {
    return (sizeof(lo_command) + (uint64_t)length + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
}

static lo_command *record_at(lo_commands *ring, uint64_t position) {
    return (lo_command *)(void *)(ring->memory + (position & (ring->capacity - 1)));
}

int lo_commands_open(lo_commands *ring, uint64_t capacity) {
    assert(capacity >= 1024 && (capacity & (capacity - 1)) == 0);
    ring->memory = aligned_alloc(64, capacity);
    if (!ring->memory) return -ENOMEM;
    /* A record that was never written must read as not committed. */
    memset(ring->memory, 0, capacity);
    ring->capacity = capacity;
    atomic_init(&ring->tail, 0);
    atomic_init(&ring->head, 0);
    return 0;
}

void lo_commands_close(lo_commands *ring) {
    free(ring->memory);
    ring->memory = NULL;
}

uint32_t lo_commands_limit(const lo_commands *ring) { return (uint32_t)(ring->capacity / 8); }

/* Reserve `bytes` that do not cross the end of the ring, padding up to it if they would. */
static int reserve(lo_commands *ring, uint64_t bytes, uint64_t *position) {
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    for (;;) {
        uint64_t to_end = ring->capacity - (tail & (ring->capacity - 1));
        uint64_t padding = bytes > to_end ? to_end : 0;
        uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
        if (tail + padding + bytes - head > ring->capacity) return -EAGAIN;
        if (!atomic_compare_exchange_weak_explicit(&ring->tail, &tail, tail + padding + bytes,
                                                   memory_order_relaxed, memory_order_relaxed))
            continue;
        if (padding) {
            lo_command *filler = record_at(ring, tail);
            filler->kind = PADDING;
            atomic_store_explicit(&filler->committed, (uint32_t)padding, memory_order_release);
        }
        *position = tail + padding;
        return 0;
    }
}

lo_command *lo_commands_reserve(lo_commands *ring, uint32_t length) {
    uint64_t position;
    assert(length <= lo_commands_limit(ring));
    if (reserve(ring, record_bytes(length), &position)) return NULL;
    lo_command *record = record_at(ring, position);
    record->length = length;
    return record;
}

void lo_commands_commit(lo_command *record, uint32_t kind, uint32_t target) {
    assert(kind != PADDING);
    record->kind = kind;
    record->target = target;
    atomic_store_explicit(&record->committed, (uint32_t)record_bytes(record->length), memory_order_release);
}

int lo_commands_put(lo_commands *ring, uint32_t kind, uint32_t target, const void *data, uint32_t length) {
    if (length > lo_commands_limit(ring)) return -EMSGSIZE;
    lo_command *record = lo_commands_reserve(ring, length);
    if (!record) return -EAGAIN;
    if (length) memcpy(record->data, data, length);
    lo_commands_commit(record, kind, target);
    return 0;
}

static void pop(lo_commands *ring, lo_command *record) {
    uint32_t bytes = atomic_load_explicit(&record->committed, memory_order_relaxed);
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    /* Zero every place where a later record's header may lie, so that none is read before it is written. */
    for (uint32_t at = 0; at < bytes; at += ALIGNMENT)
        atomic_store_explicit((_Atomic uint32_t *)(void *)((unsigned char *)record + at), 0, memory_order_relaxed);
    atomic_store_explicit(&ring->head, head + bytes, memory_order_release);
}

lo_command *lo_commands_first(lo_commands *ring) {
    for (;;) {
        uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
        lo_command *record = record_at(ring, head);
        if (atomic_load_explicit(&record->committed, memory_order_acquire) == 0) return NULL;
        if (record->kind != PADDING) return record;
        pop(ring, record);
    }
}

void lo_commands_pop(lo_commands *ring, lo_command *command) {
    assert(command == record_at(ring, atomic_load_explicit(&ring->head, memory_order_relaxed)));
    pop(ring, command);
}

uint64_t lo_commands_used(const lo_commands *ring) {
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    return tail > head ? tail - head : 0;
}

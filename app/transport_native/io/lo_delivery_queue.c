// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_delivery_queue.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16 };

int lo_delivery_queue_open(lo_delivery_queue *queue, void *block, uint64_t block_bytes, uint32_t slots) {
    assert(block_bytes >= 4096 && slots >= 16 && (slots & (slots - 1)) == 0);
    memset(queue, 0, sizeof *queue);
    queue->block = block;
    queue->block_bytes = block_bytes;
    queue->slots = slots;
    queue->runs = calloc(slots, sizeof *queue->runs);
    queue->groups = calloc((size_t)slots * LO_RUN_GROUPS, sizeof *queue->groups);  /* Untouched pages cost nothing. */
    queue->taken.offsets = calloc(LO_TAKE_MOST, sizeof(uint64_t));
    queue->taken.sizes = calloc(LO_TAKE_MOST * 3, sizeof(uint32_t));
    if (!queue->runs || !queue->groups || !queue->taken.offsets || !queue->taken.sizes) {
        lo_delivery_queue_close(queue);
        return -ENOMEM;
    }
    queue->taken.groups = queue->taken.sizes + LO_TAKE_MOST;
    queue->taken.senders = queue->taken.groups + LO_TAKE_MOST;
    return 0;
}

void lo_delivery_queue_close(lo_delivery_queue *queue) {
    for (uint64_t slot = queue->read_slot; queue->runs && slot < queue->write_slot; slot++) {
        lo_run *run = &queue->runs[slot & (queue->slots - 1)];
        if (run->kind != LO_DELIVERED_MESSAGE) free((void *)(uintptr_t)run->offset);
    }
    free(queue->runs);
    free(queue->groups);
    free(queue->taken.offsets);
    free(queue->taken.sizes);
    queue->runs = NULL;
    queue->groups = NULL;
    queue->taken = (lo_taken){0};
}

uint32_t lo_delivery_queue_limit(const lo_delivery_queue *queue) {
    uint64_t limit = queue->block_bytes / 4;
    return limit > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)limit;
}

static bool fits(const lo_delivery_queue *queue, uint64_t end, uint32_t spare) {
    return end - queue->seen_free_bytes <= queue->block_bytes &&
           queue->write_slot - queue->seen_free_slot + spare < queue->slots;
}

static bool has_room(lo_delivery_queue *queue, uint64_t end, uint32_t spare) {
    if (fits(queue, end, spare)) return true;
    queue->seen_free_slot = atomic_load_explicit(&queue->released, memory_order_acquire);
    queue->seen_free_bytes = atomic_load_explicit(&queue->released_bytes, memory_order_acquire);
    return fits(queue, end, spare);
}

/* Position of `bytes` that do not wrap around, as a total byte count. */
static uint64_t place_bytes(const lo_delivery_queue *queue, uint64_t bytes) {
    uint64_t at = queue->write_bytes % queue->block_bytes;
    return at + bytes > queue->block_bytes ? queue->write_bytes - at + queue->block_bytes : queue->write_bytes;
}

static void add(lo_delivery_queue *queue, const lo_run *run) {
    uint64_t slot = queue->write_slot++ & (queue->slots - 1);
    queue->runs[slot] = *run;
    if (!run->groups) return;
    assert(run->count <= LO_RUN_GROUPS);
    queue->runs[slot].groups = memcpy(queue->groups + slot * LO_RUN_GROUPS, run->groups, run->count * sizeof *run->groups);
}

bool lo_delivery_queue_copy(lo_delivery_queue *queue, lo_run *run, const void *data) {
    uint64_t length = (uint64_t)(run->count - 1) * run->stride + run->size;
    assert(run->count > 0 && length <= lo_delivery_queue_limit(queue));
    uint64_t bytes = (length + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
    uint64_t start = place_bytes(queue, bytes);
    if (!has_room(queue, start + bytes, queue->slots / 8)) return false;
    run->offset = start % queue->block_bytes;
    run->end = queue->write_bytes = start + bytes;
    if (length) memcpy(queue->block + run->offset, data, length);
    add(queue, run);
    return true;
}

bool lo_delivery_queue_lend(lo_delivery_queue *queue, const lo_run *run) {
    uint32_t spare = run->kind == LO_DELIVERED_EVENT ? 0 : queue->slots / 8;
    if (!has_room(queue, queue->write_bytes, spare)) return false;
    lo_run lent = *run;
    lent.end = queue->write_bytes;
    add(queue, &lent);
    return true;
}

bool lo_delivery_queue_publish(lo_delivery_queue *queue) {
    if (atomic_load_explicit(&queue->published, memory_order_relaxed) == queue->write_slot) return false;
    atomic_store_explicit(&queue->published, queue->write_slot, memory_order_release);
    return true;
}

int64_t lo_delivery_queue_reclaim(lo_delivery_queue *queue) {
    if (queue->reclaimed == queue->seen_free_slot)
        queue->seen_free_slot = atomic_load_explicit(&queue->released, memory_order_acquire);
    if (queue->reclaimed == queue->seen_free_slot) return -1;
    return (int64_t)(queue->reclaimed++ & (queue->slots - 1));
}

bool lo_delivery_queue_waiting(lo_delivery_queue *queue) {
    queue->seen_published = atomic_load_explicit(&queue->published, memory_order_acquire);
    return queue->seen_published != queue->read_slot;
}

/* Copies the rest of a run, up to `most` messages, into the columns. */
static void expand(const lo_delivery_queue *queue, lo_taken *taken, const lo_run *run, uint32_t from, uint32_t count) {
    uint64_t offset = run->offset + (uint64_t)from * run->stride;
    if (taken->count == 0) taken->uniform = LO_UNIFORM_SIZE | LO_UNIFORM_GROUP | LO_UNIFORM_SENDER;
    else {
        if (taken->sizes[0] != run->size) taken->uniform &= ~(uint64_t)LO_UNIFORM_SIZE;
        if (taken->groups[0] != run->group) taken->uniform &= ~(uint64_t)LO_UNIFORM_GROUP;
        if (taken->senders[0] != run->sender) taken->uniform &= ~(uint64_t)LO_UNIFORM_SENDER;
    }
    if (run->groups) taken->uniform &= ~(uint64_t)LO_UNIFORM_GROUP;
    for (uint64_t i = taken->count, end = taken->count + count; i < end; i++, offset += run->stride) {
        /* The bytes were written by another core: prefetch the beginnings. */
        if (run->kind == LO_DELIVERED_MESSAGE) __builtin_prefetch(queue->block + offset);
        taken->offsets[i] = offset;
        taken->sizes[i] = run->size;
        taken->groups[i] = run->group;
        taken->senders[i] = run->sender;
    }
    if (run->groups) memcpy(taken->groups + taken->count, run->groups + from, count * sizeof *run->groups);
    taken->count += count;
}

const lo_taken *lo_delivery_queue_take(lo_delivery_queue *queue, uint32_t most) {
    lo_taken *taken = &queue->taken;
    taken->count = 0;
    if (queue->seen_published == queue->read_slot && !lo_delivery_queue_waiting(queue)) return NULL;
    if (most == 0 || most > LO_TAKE_MOST) most = LO_TAKE_MOST;
    taken->kind = queue->runs[queue->read_slot & (queue->slots - 1)].kind;
    while (queue->read_slot != queue->seen_published && taken->count < most) {
        const lo_run *run = &queue->runs[queue->read_slot & (queue->slots - 1)];
        if (run->kind != taken->kind) break;
        uint32_t left = run->count - queue->read_message, room = most - (uint32_t)taken->count;
        uint32_t count = left < room ? left : room;
        expand(queue, taken, run, queue->read_message, count);
        queue->read_message += count;
        if (queue->read_message < run->count) break;
        queue->read_message = 0;
        queue->read_slot++;
        if (taken->kind != LO_DELIVERED_MESSAGE) break;
    }
    taken->until = queue->read_slot;
    taken->offset = taken->offsets[0];
    taken->size = taken->sizes[0];
    taken->group = taken->groups[0];
    taken->sender = taken->senders[0];
    return taken;
}

void lo_delivery_queue_release(lo_delivery_queue *queue, uint64_t until) {
    assert(until <= queue->read_slot);
    if (until <= atomic_load_explicit(&queue->released, memory_order_relaxed)) return;
    uint64_t end = queue->runs[(until - 1) & (queue->slots - 1)].end;
    /* The bytes first: whoever sees a slot as free must also see its bytes as free. */
    atomic_store_explicit(&queue->released_bytes, end, memory_order_release);
    atomic_store_explicit(&queue->released, until, memory_order_release);
}

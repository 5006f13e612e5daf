#define _GNU_SOURCE
#include "lo_deliveries.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16 };

int lo_deliveries_open(lo_deliveries *ring, void *block, uint64_t block_bytes, uint32_t places) {
    assert(block_bytes >= 4096 && places >= 16 && (places & (places - 1)) == 0);
    memset(ring, 0, sizeof *ring);
    ring->block = block;
    ring->block_bytes = block_bytes;
    ring->places = places;
    ring->runs = calloc(places, sizeof *ring->runs);
    ring->groups = calloc((size_t)places * LO_RUN_GROUPS, sizeof *ring->groups);  /* Untouched pages cost nothing. */
    ring->taken.offsets = calloc(LO_TAKE_MOST, sizeof(uint64_t));
    ring->taken.sizes = calloc(LO_TAKE_MOST * 3, sizeof(uint32_t));
    if (!ring->runs || !ring->groups || !ring->taken.offsets || !ring->taken.sizes) {
        lo_deliveries_close(ring);
        return -ENOMEM;
    }
    ring->taken.groups = ring->taken.sizes + LO_TAKE_MOST;
    ring->taken.senders = ring->taken.groups + LO_TAKE_MOST;
    return 0;
}

void lo_deliveries_close(lo_deliveries *ring) {
    for (uint64_t place = ring->read_place; ring->runs && place < ring->write_place; place++) {
        lo_run *run = &ring->runs[place & (ring->places - 1)];
        if (run->kind != LO_DELIVERED_MESSAGE) free((void *)(uintptr_t)run->offset);
    }
    free(ring->runs);
    free(ring->groups);
    free(ring->taken.offsets);
    free(ring->taken.sizes);
    ring->runs = NULL;
    ring->groups = NULL;
    ring->taken = (lo_taken){0};
}

uint32_t lo_deliveries_limit(const lo_deliveries *ring) {
    uint64_t limit = ring->block_bytes / 4;
    return limit > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)limit;
}

static bool fits(const lo_deliveries *ring, uint64_t end, uint32_t spare) {
    return end - ring->seen_free_bytes <= ring->block_bytes &&
           ring->write_place - ring->seen_free_place + spare < ring->places;
}

static bool has_room(lo_deliveries *ring, uint64_t end, uint32_t spare) {
    if (fits(ring, end, spare)) return true;
    ring->seen_free_place = atomic_load_explicit(&ring->released, memory_order_acquire);
    ring->seen_free_bytes = atomic_load_explicit(&ring->released_bytes, memory_order_acquire);
    return fits(ring, end, spare);
}

/* Where `bytes` that do not cross the end of the block begin, counted from the beginning of time. */
static uint64_t place_bytes(const lo_deliveries *ring, uint64_t bytes) {
    uint64_t at = ring->write_bytes % ring->block_bytes;
    return at + bytes > ring->block_bytes ? ring->write_bytes - at + ring->block_bytes : ring->write_bytes;
}

static void add(lo_deliveries *ring, const lo_run *run) {
    uint64_t place = ring->write_place++ & (ring->places - 1);
    ring->runs[place] = *run;
    if (!run->groups) return;
    assert(run->count <= LO_RUN_GROUPS);
    ring->runs[place].groups = memcpy(ring->groups + place * LO_RUN_GROUPS, run->groups, run->count * sizeof *run->groups);
}

bool lo_deliveries_copy(lo_deliveries *ring, lo_run *run, const void *data) {
    uint64_t length = (uint64_t)(run->count - 1) * run->stride + run->size;
    assert(run->count > 0 && length <= lo_deliveries_limit(ring));
    uint64_t bytes = (length + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
    uint64_t start = place_bytes(ring, bytes);
    if (!has_room(ring, start + bytes, ring->places / 8)) return false;
    run->offset = start % ring->block_bytes;
    run->end = ring->write_bytes = start + bytes;
    if (length) memcpy(ring->block + run->offset, data, length);
    add(ring, run);
    return true;
}

bool lo_deliveries_lend(lo_deliveries *ring, const lo_run *run) {
    uint32_t spare = run->kind == LO_DELIVERED_EVENT ? 0 : ring->places / 8;
    if (!has_room(ring, ring->write_bytes, spare)) return false;
    lo_run lent = *run;
    lent.end = ring->write_bytes;
    add(ring, &lent);
    return true;
}

bool lo_deliveries_publish(lo_deliveries *ring) {
    if (atomic_load_explicit(&ring->published, memory_order_relaxed) == ring->write_place) return false;
    atomic_store_explicit(&ring->published, ring->write_place, memory_order_release);
    return true;
}

int64_t lo_deliveries_reclaim(lo_deliveries *ring) {
    if (ring->reclaimed == ring->seen_free_place)
        ring->seen_free_place = atomic_load_explicit(&ring->released, memory_order_acquire);
    if (ring->reclaimed == ring->seen_free_place) return -1;
    return (int64_t)(ring->reclaimed++ & (ring->places - 1));
}

bool lo_deliveries_waiting(lo_deliveries *ring) {
    ring->seen_published = atomic_load_explicit(&ring->published, memory_order_acquire);
    return ring->seen_published != ring->read_place;
}

/* Copies what is left of a run, up to `most` messages, into the columns. */
static void expand(const lo_deliveries *ring, lo_taken *taken, const lo_run *run, uint32_t from, uint32_t count) {
    uint64_t offset = run->offset + (uint64_t)from * run->stride;
    if (taken->count == 0) taken->uniform = LO_UNIFORM_SIZE | LO_UNIFORM_GROUP | LO_UNIFORM_SENDER;
    else {
        if (taken->sizes[0] != run->size) taken->uniform &= ~(uint64_t)LO_UNIFORM_SIZE;
        if (taken->groups[0] != run->group) taken->uniform &= ~(uint64_t)LO_UNIFORM_GROUP;
        if (taken->senders[0] != run->sender) taken->uniform &= ~(uint64_t)LO_UNIFORM_SENDER;
    }
    if (run->groups) taken->uniform &= ~(uint64_t)LO_UNIFORM_GROUP;
    for (uint64_t i = taken->count, end = taken->count + count; i < end; i++, offset += run->stride) {
        /* The bytes were written by another core; fetch the beginnings while the application gets ready. */
        if (run->kind == LO_DELIVERED_MESSAGE) __builtin_prefetch(ring->block + offset);
        taken->offsets[i] = offset;
        taken->sizes[i] = run->size;
        taken->groups[i] = run->group;
        taken->senders[i] = run->sender;
    }
    if (run->groups) memcpy(taken->groups + taken->count, run->groups + from, count * sizeof *run->groups);
    taken->count += count;
}

const lo_taken *lo_deliveries_take(lo_deliveries *ring, uint32_t most) {
    lo_taken *taken = &ring->taken;
    taken->count = 0;
    if (ring->seen_published == ring->read_place && !lo_deliveries_waiting(ring)) return NULL;
    if (most == 0 || most > LO_TAKE_MOST) most = LO_TAKE_MOST;
    taken->kind = ring->runs[ring->read_place & (ring->places - 1)].kind;
    while (ring->read_place != ring->seen_published && taken->count < most) {
        const lo_run *run = &ring->runs[ring->read_place & (ring->places - 1)];
        if (run->kind != taken->kind) break;
        uint32_t left = run->count - ring->read_message, room = most - (uint32_t)taken->count;
        uint32_t count = left < room ? left : room;
        expand(ring, taken, run, ring->read_message, count);
        ring->read_message += count;
        if (ring->read_message < run->count) break;
        ring->read_message = 0;
        ring->read_place++;
        if (taken->kind != LO_DELIVERED_MESSAGE) break;
    }
    taken->until = ring->read_place;
    taken->offset = taken->offsets[0];
    taken->size = taken->sizes[0];
    taken->group = taken->groups[0];
    taken->sender = taken->senders[0];
    return taken;
}

void lo_deliveries_release(lo_deliveries *ring, uint64_t until) {
    assert(until <= ring->read_place);
    if (until <= atomic_load_explicit(&ring->released, memory_order_relaxed)) return;
    uint64_t end = ring->runs[(until - 1) & (ring->places - 1)].end;
    /* The bytes first: whoever sees a place as free also sees its bytes as free. */
    atomic_store_explicit(&ring->released_bytes, end, memory_order_release);
    atomic_store_explicit(&ring->released, until, memory_order_release);
}

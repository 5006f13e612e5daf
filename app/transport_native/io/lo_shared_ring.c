// SPDX-License-Identifier: BSD-3-Clause
/* Reading and writing of shared-memory ring buffers. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/mman.h>

#include "lo_shared_memory.h"

enum { ALIGNMENT = 16, RECORD_BYTES = 8, RECEIVE_ROOM = 65536 };
#define PADDING UINT32_MAX

#if defined(__SANITIZE_THREAD__)
#define LO_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LO_THREAD_SANITIZER 1
#endif
#endif

/* A record may be overwritten while it is read: the reader checks afterwards and discards it. The sanitizer cannot
 * know, so this copy is hidden from it. */
#ifdef LO_THREAD_SANITIZER
__attribute__((no_sanitize("thread"), noinline)) static void racy_copy(void *to, const void *from, size_t length) {
    for (size_t i = 0; i < length; i++) ((volatile uint8_t *)to)[i] = ((const volatile uint8_t *)from)[i];
}
#define AFTER_RACY_COPY() ((void)0)
#else
static void racy_copy(void *to, const void *from, size_t length) { memcpy(to, from, length); }
#define AFTER_RACY_COPY() atomic_thread_fence(memory_order_acquire)
#endif

static uint64_t record_bytes(uint64_t length) {
    return (RECORD_BYTES + length + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
}

/* ---- Writing. */

/* Records that are about to be overwritten no longer count as complete. */
static void forget_oldest(lo_shared_ring *own, uint64_t end) {
    uint64_t oldest = atomic_load_explicit(&own->header->oldest, memory_order_relaxed);
    uint64_t mask = own->capacity - 1;
    if (end <= oldest + own->capacity) return;
    while (end > oldest + own->capacity) {
        uint32_t length;
        memcpy(&length, own->data + (oldest & mask), sizeof length);
        oldest += length == PADDING ? own->capacity - (oldest & mask) : record_bytes(length);
    }
    atomic_store_explicit(&own->header->oldest, oldest, memory_order_release);
}

/* The first pass over the memory populates it in pieces: page by page it would cost as much as sending. */
#ifndef MADV_POPULATE_READ
enum { MADV_POPULATE_READ = 22, MADV_POPULATE_WRITE = 23 };
#endif
static void touch(lo_shared_ring *map, uint64_t end, int advice) {
    if (map->touched >= map->capacity || end <= map->touched) return;
    uint64_t start = map->touched, more = (end - start + LO_SHARED_PIECE - 1) / LO_SHARED_PIECE * LO_SHARED_PIECE;
    if (more > map->capacity - start) more = map->capacity - start;
    map->touched += more;
    (void)madvise(map->data + start, more, advice);  /* If unsupported, pages are populated one by one. */
}

void lo_shared_prepare(lo_shared_memory *shared) {
    if (shared->own.position) touch(&shared->own, shared->own.position + LO_SHARED_AHEAD, MADV_POPULATE_WRITE);
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        lo_shared_ring *peer = &shared->peers[i];
        if (peer->position) touch(peer, peer->position + LO_SHARED_AHEAD, MADV_POPULATE_READ);
    }
}

void lo_shared_write(lo_shared_memory *shared, const lo_batch *batch) {
    lo_shared_ring *own = &shared->own;
    uint64_t mask = own->capacity - 1, bytes = record_bytes(batch->total_bytes);
    assert(own->header && batch->total_bytes <= LO_SHARED_RECORD_MOST);
    uint64_t at = own->position, to_end = own->capacity - (at & mask);
    uint64_t start = bytes > to_end ? at + to_end : at;
    touch(own, start + bytes, MADV_POPULATE_WRITE);
    forget_oldest(own, start + bytes);
    /* An exchange, so that none of the bytes below can become visible before it. */
    atomic_exchange_explicit(&own->header->reserved, start + bytes, memory_order_acq_rel);
    uint32_t padding = PADDING;
    if (start != at) racy_copy(own->data + (at & mask), &padding, sizeof padding);
    uint32_t head[2] = {batch->total_bytes, batch->segment_bytes};
    unsigned char *to = own->data + (start & mask);
    racy_copy(to, head, sizeof head);
    to += RECORD_BYTES;
    for (uint32_t i = 0; i < batch->slice_count; i++) {
        racy_copy(to, batch->slices[i].data, batch->slices[i].length);
        to += batch->slices[i].length;
    }
    own->position = start + bytes;
    /* An exchange again: sleepers are checked after it. */
    atomic_exchange_explicit(&own->header->published, own->position, memory_order_acq_rel);
    shared->packets_out += batch->segment_count;
    shared->bytes_out += batch->total_bytes;
    shared->dirty |= !batch->quiet;
}

/* ---- Reading. */

static void skip_lapped(lo_shared_memory *shared, lo_shared_ring *peer) {
    shared->lapped++;
    peer->position = atomic_load_explicit(&peer->header->published, memory_order_acquire);
}

/* Copies the record at the peer's position to `to`. Returns its length, 0 for none, negative if lapped. */
static int64_t copy_record(lo_shared_ring *peer, unsigned char *to, uint32_t *segment_bytes) {
    uint64_t mask = peer->capacity - 1, position = peer->position;
    uint64_t published = atomic_load_explicit(&peer->header->published, memory_order_acquire);
    if (published == position) return 0;
    if (published < position || published - position > peer->capacity) return -1;
    uint32_t head[2];
    racy_copy(head, peer->data + (position & mask), sizeof head[0]);
    if (head[0] == PADDING) {
        position += peer->capacity - (position & mask);
        if (position == published) return -1;
    }
    racy_copy(head, peer->data + (position & mask), sizeof head);
    /* The writer may be broken or hostile: never read outside the ring. */
    uint64_t to_end = peer->capacity - (position & mask);
    if (head[0] > LO_SHARED_RECORD_MOST || record_bytes(head[0]) > to_end || head[1] == 0) return -1;
    touch(peer, position + record_bytes(head[0]), MADV_POPULATE_READ);
    racy_copy(to, peer->data + (position & mask) + RECORD_BYTES, head[0]);
    AFTER_RACY_COPY();
    uint64_t reserved = atomic_load_explicit(&peer->header->reserved, memory_order_relaxed);
    if (reserved - peer->position > peer->capacity) return -1;
    peer->position = position + record_bytes(head[0]);
    *segment_bytes = head[1];
    return head[0];
}

static bool prepare_buffer(lo_shared_memory *shared, lo_node *node) {
    if (shared->buffer && shared->buffer->capacity - shared->buffer->used < RECEIVE_ROOM) {
        lo_buffer_release(shared->buffer);
        shared->buffer = NULL;
    }
    if (!shared->buffer) shared->buffer = lo_node_receive_buffer(node);
    return shared->buffer != NULL;
}

int lo_shared_receive(lo_shared_memory *shared, lo_node *node, lo_arrival *arrival) {
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        /* Round-robin, so that one busy writer does not hide the others. */
        lo_shared_ring *peer = &shared->peers[shared->turn++ % shared->peer_count];
        if (atomic_load_explicit(&peer->header->published, memory_order_relaxed) == peer->position) continue;
        if (!prepare_buffer(shared, node)) return -ENOBUFS;
        uint32_t segment_bytes = 0;
        int64_t length = copy_record(peer, shared->buffer->data + shared->buffer->used, &segment_bytes);
        if (length < 0) skip_lapped(shared, peer);
        if (length <= 0) continue;
        *arrival = (lo_arrival){shared->buffer, shared->buffer->used, (uint32_t)length, segment_bytes,
                                lo_network_address(&peer->address)};
        shared->buffer->used += (uint32_t)length;
        shared->packets_in += ((uint64_t)length + segment_bytes - 1) / segment_bytes;
        shared->bytes_in += (uint64_t)length;
        return 1;
    }
    return 0;
}

bool lo_shared_has_unread(const lo_shared_memory *shared) {
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        const lo_shared_ring *peer = &shared->peers[i];
        if (atomic_load_explicit(&peer->header->published, memory_order_acquire) != peer->position) return true;
    }
    return false;
}

bool lo_shared_sleep(lo_shared_memory *shared) {
    if (!shared->own.header) return true;
    atomic_exchange_explicit(&shared->own.header->waiting, shared->subscribed ? LO_SLEEPS_BROADCAST : LO_SLEEPS_WAKEUP,
                             memory_order_acq_rel);
    if (!lo_shared_has_unread(shared)) return true;
    lo_shared_wake(shared);
    return false;
}

void lo_shared_wake(lo_shared_memory *shared) {
    if (shared->own.header) atomic_store_explicit(&shared->own.header->waiting, LO_AWAKE, memory_order_relaxed);
}

// SPDX-License-Identifier: BSD-3-Clause
/* Memory of a node: a budget, slabs of small objects, and reference-counted buffers.
 *
 * Nothing in the engine calls malloc directly; everything is charged to one lo_memory,
 * which returns NULL when the budget is used up. Not thread-safe by design: one node,
 * one thread. */
#ifndef LO_MEMORY_H
#define LO_MEMORY_H

#include "lo_base.h"

typedef struct lo_memory {
    size_t budget;     /* Bytes that may be in use at once. */
    size_t used;       /* Bytes in use, including free buffers of the pool. */
    size_t peak;
    uint64_t refused;  /* Number of refused allocations. */
} lo_memory;

void lo_memory_init(lo_memory *memory, size_t budget);
void *lo_memory_alloc(lo_memory *memory, size_t bytes);                    /* Zeroed, or NULL. */
void *lo_memory_realloc(lo_memory *memory, void *old, size_t old_bytes, size_t bytes);
void lo_memory_free(lo_memory *memory, void *pointer, size_t bytes);      /* Accepts NULL. */

/* Objects of one size, in pages of about 4 KiB, recycled through a free list. */
typedef struct lo_slab {
    lo_memory *memory;
    size_t object_bytes;
    void *free_list;
    void *pages;
    uint32_t live;
} lo_slab;

void lo_slab_init(lo_slab *slab, lo_memory *memory, size_t object_bytes);
void *lo_slab_alloc(lo_slab *slab);  /* Zeroed, or NULL. */
void lo_slab_free(lo_slab *slab, void *object);
void lo_slab_destroy(lo_slab *slab);

/* A reference-counted block of bytes. Packets are received into buffers, packed into buffers, and delivered as
 * slices of buffers; every pointer into a buffer holds a reference. */
typedef struct lo_pool lo_pool;
typedef struct lo_buffer {
    lo_pool *pool;
    struct lo_buffer *next;  /* In the pool's free list only. */
    uint32_t references;
    uint32_t capacity;
    uint32_t used;           /* Append position. */
    uint32_t outside;        /* References held by the application. */
    bool in_arena;           /* `data` points into the pool's arena. */
    uint8_t *data;
} lo_buffer;

struct lo_pool {
    lo_memory *memory;
    lo_buffer *free_list;
    uint32_t buffer_bytes;  /* Capacity of a standard buffer. */
    uint32_t live;          /* Buffers with references, of any size. */
    uint32_t idle;          /* Buffers in the free list. */
    size_t live_bytes;
    size_t limit_bytes;     /* live_bytes never exceeds it; part of the node's budget. */
    uint8_t *arena;         /* Optional memory of the caller, used first for standard buffers, */
    size_t arena_left;      /* so that it can read messages in place. Set after lo_pool_init. */
};

void lo_pool_init(lo_pool *pool, lo_memory *memory, uint32_t buffer_bytes, size_t limit_bytes);
void lo_pool_destroy(lo_pool *pool);
lo_buffer *lo_pool_take(lo_pool *pool);                        /* One reference; NULL at the limit. */
lo_buffer *lo_pool_take_sized(lo_pool *pool, uint32_t bytes);  /* For reassembled messages. */

static inline void lo_buffer_hold(lo_buffer *buffer) { buffer->references++; }
void lo_buffer_recycle(lo_buffer *buffer);
static inline void lo_buffer_release(lo_buffer *buffer) {
    assert(buffer->references > 0);
    if (--buffer->references == 0) lo_buffer_recycle(buffer);
}

#endif

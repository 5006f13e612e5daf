// SPDX-License-Identifier: BSD-3-Clause
#include "lo_memory.h"

#include <stdlib.h>

void lo_memory_init(lo_memory *memory, size_t budget) {
    memset(memory, 0, sizeof *memory);
    memory->budget = budget;
}

void *lo_memory_alloc(lo_memory *memory, size_t bytes) {
    if (bytes > memory->budget - memory->used) {
        memory->refused++;
        return NULL;
    }
    void *pointer = calloc(1, bytes ? bytes : 1);
    if (!pointer) {
        memory->refused++;
        return NULL;
    }
    memory->used += bytes;
    if (memory->used > memory->peak) memory->peak = memory->used;
    return pointer;
}

void *lo_memory_realloc(lo_memory *memory, void *old, size_t old_bytes, size_t bytes) {
    assert(bytes >= old_bytes);
    void *pointer = lo_memory_alloc(memory, bytes);
    if (!pointer) return NULL;
    if (old_bytes) memcpy(pointer, old, old_bytes);
    lo_memory_free(memory, old, old_bytes);
    return pointer;
}

void lo_memory_free(lo_memory *memory, void *pointer, size_t bytes) {
    if (!pointer) return;
    assert(memory->used >= bytes);
    memory->used -= bytes;
    free(pointer);
}

/* A page starts with the pointer to the next page; objects follow. */
#define PAGE_BYTES 4096u

static size_t page_bytes(const lo_slab *slab) {
    size_t one = sizeof(void *) * 2 + slab->object_bytes;
    return one > PAGE_BYTES ? one : PAGE_BYTES;
}

void lo_slab_init(lo_slab *slab, lo_memory *memory, size_t object_bytes) {
    memset(slab, 0, sizeof *slab);
    slab->memory = memory;
    slab->object_bytes = (object_bytes + 15u) & ~(size_t)15u;
}

static bool add_page(lo_slab *slab) {
    size_t bytes = page_bytes(slab);
    uint8_t *page = lo_memory_alloc(slab->memory, bytes);
    if (!page) return false;
    *(void **)(void *)page = slab->pages;
    slab->pages = page;
    for (size_t at = sizeof(void *) * 2; at + slab->object_bytes <= bytes; at += slab->object_bytes) {
        *(void **)(void *)(page + at) = slab->free_list;
        slab->free_list = page + at;
    }
    return true;
}

void *lo_slab_alloc(lo_slab *slab) {
    if (!slab->free_list && !add_page(slab)) return NULL;
    void *object = slab->free_list;
    slab->free_list = *(void **)object;
    memset(object, 0, slab->object_bytes);
    slab->live++;
    return object;
}

void lo_slab_free(lo_slab *slab, void *object) {
    if (!object) return;
    assert(slab->live > 0);
    slab->live--;
    *(void **)object = slab->free_list;
    slab->free_list = object;
}

void lo_slab_destroy(lo_slab *slab) {
    size_t bytes = page_bytes(slab);
    while (slab->pages) {
        void *page = slab->pages;
        slab->pages = *(void **)page;
        lo_memory_free(slab->memory, page, bytes);
    }
    slab->free_list = NULL;
}

void lo_pool_init(lo_pool *pool, lo_memory *memory, uint32_t buffer_bytes, size_t limit_bytes) {
    memset(pool, 0, sizeof *pool);
    pool->memory = memory;
    pool->buffer_bytes = buffer_bytes;
    pool->limit_bytes = limit_bytes;
}

/* Bytes of the arena are charged like all others. */
static lo_buffer *alloc_from_arena(lo_pool *pool) {
    lo_memory *memory = pool->memory;
    if (pool->arena_left < pool->buffer_bytes || memory->used + pool->buffer_bytes > memory->budget) return NULL;
    lo_buffer *buffer = lo_memory_alloc(memory, sizeof *buffer);
    if (!buffer) return NULL;
    buffer->pool = pool;
    buffer->capacity = pool->buffer_bytes;
    buffer->in_arena = true;
    buffer->data = pool->arena;
    pool->arena += pool->buffer_bytes;
    pool->arena_left -= pool->buffer_bytes;
    memory->used += pool->buffer_bytes;
    if (memory->used > memory->peak) memory->peak = memory->used;
    return buffer;
}

static void give_back(lo_pool *pool, lo_buffer *buffer) {
    if (buffer->in_arena) {
        pool->memory->used -= buffer->capacity;
        lo_memory_free(pool->memory, buffer, sizeof *buffer);
        return;
    }
    lo_memory_free(pool->memory, buffer, sizeof *buffer + buffer->capacity);
}

void lo_pool_destroy(lo_pool *pool) {
    while (pool->free_list) {
        lo_buffer *buffer = pool->free_list;
        pool->free_list = buffer->next;
        pool->idle--;
        give_back(pool, buffer);
    }
}

/* Recycled buffers are not zeroed: readers only read what they wrote. */
lo_buffer *lo_pool_take_sized(lo_pool *pool, uint32_t bytes) {
    if (pool->live_bytes + bytes > pool->limit_bytes) return NULL;
    bool standard = bytes == pool->buffer_bytes;
    lo_buffer *buffer = standard ? pool->free_list : NULL;
    if (buffer) {
        pool->free_list = buffer->next;
        pool->idle--;
    } else if (standard && (buffer = alloc_from_arena(pool))) {
        assert(buffer->capacity == bytes);
    } else {
        buffer = lo_memory_alloc(pool->memory, sizeof *buffer + bytes);
        if (!buffer) return NULL;
        buffer->pool = pool;
        buffer->capacity = bytes;
        buffer->data = (uint8_t *)(buffer + 1);
    }
    buffer->next = NULL;
    buffer->references = 1;
    buffer->used = 0;
    buffer->outside = 0;
    pool->live++;
    pool->live_bytes += bytes;
    return buffer;
}

lo_buffer *lo_pool_take(lo_pool *pool) { return lo_pool_take_sized(pool, pool->buffer_bytes); }

/* A few standard buffers are kept; the rest is freed. */
#define IDLE_BUFFERS 64u

void lo_buffer_recycle(lo_buffer *buffer) {
    lo_pool *pool = buffer->pool;
    assert(pool->live > 0 && pool->live_bytes >= buffer->capacity);
    pool->live--;
    pool->live_bytes -= buffer->capacity;
    if (buffer->capacity == pool->buffer_bytes && (pool->idle < IDLE_BUFFERS || buffer->in_arena)) {
        buffer->next = pool->free_list;
        pool->free_list = buffer;
        pool->idle++;
    } else {
        give_back(pool, buffer);
    }
}

// SPDX-License-Identifier: BSD-3-Clause
/* Memory, buffers and windows. */
#include "check.h"
#include "lo_window.h"

static void budget_returns(void) {
    lo_memory memory;
    lo_memory_init(&memory, 1000);
    void *a = lo_memory_alloc(&memory, 400);
    CHECK(a && !lo_memory_alloc(&memory, 700));
    CHECK_EQUAL(memory.refused, 1);
    a = lo_memory_realloc(&memory, a, 400, 500);
    CHECK(a);
    CHECK_EQUAL(memory.used, 500);
    CHECK_EQUAL(memory.peak, 900);
    lo_memory_free(&memory, a, 500);
    CHECK_EQUAL(memory.used, 0);
}

static void slabs(void) {
    lo_memory memory;
    lo_slab slab;
    lo_memory_init(&memory, 1 << 20);
    lo_slab_init(&slab, &memory, 100);
    uint8_t *objects[300];
    for (int i = 0; i < 300; i++) {
        objects[i] = lo_slab_alloc(&slab);
        CHECK(objects[i] && objects[i][99] == 0);
        memset(objects[i], i, 100);
    }
    for (int i = 0; i < 300; i++) CHECK_EQUAL(objects[i][50], (uint8_t)i);
    size_t used = memory.used;
    for (int i = 0; i < 300; i++) lo_slab_free(&slab, objects[i]);
    for (int i = 0; i < 300; i++) CHECK(lo_slab_alloc(&slab) != NULL);
    CHECK_EQUAL(memory.used, used);
    lo_slab_destroy(&slab);
    CHECK_EQUAL(memory.used, 0);
}

static void pools(void) {
    lo_memory memory;
    lo_pool pool;
    lo_memory_init(&memory, 1 << 20);
    lo_pool_init(&pool, &memory, 1 << 16, 3 << 16);
    lo_buffer *buffers[3];
    for (int i = 0; i < 3; i++) CHECK((buffers[i] = lo_pool_take(&pool)) != NULL);
    CHECK(!lo_pool_take(&pool));
    lo_buffer_hold(buffers[1]);
    lo_buffer_release(buffers[1]);
    CHECK(!lo_pool_take(&pool));
    lo_buffer_release(buffers[1]);
    lo_buffer *large = lo_pool_take_sized(&pool, 1000);
    CHECK(large && large->capacity == 1000);
    lo_buffer_release(large);
    lo_buffer_release(buffers[0]);
    lo_buffer_release(buffers[2]);
    CHECK_EQUAL(pool.live, 0);
    lo_pool_destroy(&pool);
    CHECK_EQUAL(memory.used, 0);
}

static void windows(void) {
    lo_memory memory;
    lo_pool pool;
    lo_window window;
    lo_link list;
    lo_list_init(&list);
    lo_memory_init(&memory, 64 << 20);
    lo_pool_init(&pool, &memory, 1 << 16, 32 << 20);
    lo_window_init(&window, &memory, NULL, true);
    lo_buffer *buffer = lo_pool_take(&pool);
    CHECK(!lo_window_slot(&window, 1));
    for (uint64_t s = 1; s <= 5000; s++) {
        CHECK_EQUAL(lo_window_extend(&window, s), LO_OK);
        if (s % 3) lo_window_put(&window, s, buffer, (uint32_t)s, 10);
        if (s > 100) lo_window_trim(&window, s - 100);
    }
    CHECK_EQUAL(window.end - window.base, 101);
    CHECK_EQUAL(window.bytes, 10 * 68);
    CHECK_EQUAL(lo_window_slot(&window, 4999)->offset, 4999);
    CHECK(lo_window_slot(&window, 4998)->buffer == NULL);
    CHECK_EQUAL(lo_window_extend(&window, 5000 + LO_WINDOW_MAX), LO_ERROR_TOO_LARGE);

    CHECK(lo_window_queue_retransmit(&window, 4999, 3, &list));
    CHECK(!lo_window_queue_retransmit(&window, 4998, 3, &list));
    CHECK(!lo_window_queue_retransmit(&window, 1, 3, &list));
    CHECK(lo_window_queue_retransmit(&window, 5000, 3, &list));
    CHECK(lo_window_queue_retransmit(&window, 5000, 4, &list));
    CHECK(!lo_list_empty(&list));
    CHECK_EQUAL(lo_window_next_retransmit(&window), 4999);
    CHECK_EQUAL(lo_window_slot(&window, 4999)->wanted, 4);
    CHECK_EQUAL(lo_window_slot(&window, 5000)->wanted, LO_WANTED_BY_MANY);
    lo_window_trim(&window, 5001);
    CHECK_EQUAL(lo_window_next_retransmit(&window), 0);
    CHECK(lo_list_empty(&list));
    CHECK_EQUAL(window.bytes, 0);
    lo_window_destroy(&window);
    CHECK_EQUAL(buffer->references, 1);
    lo_buffer_release(buffer);
    lo_pool_destroy(&pool);
    CHECK_EQUAL(memory.used, 0);
}

int main(void) {
    RUN(budget_returns);
    RUN(slabs);
    RUN(pools);
    RUN(windows);
    return 0;
}

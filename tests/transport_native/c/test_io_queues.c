// SPDX-License-Identifier: BSD-3-Clause
/* The queues between the application and the engine thread, and the wake-up. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lo_wakeup.h"
#include "lo_command_queue.h"
#include "lo_delivery_queue.h"

#undef NDEBUG
#include <assert.h>

/* ---- Commands. */

static void test_commands_keep_order_and_bytes(void) {
    lo_command_queue queue;
    assert(lo_command_queue_open(&queue, 1024) == 0);
    assert(lo_command_queue_first(&queue) == NULL);
    uint8_t data[128];
    uint32_t next = 0, expected = 0;
    for (int round = 0; round < 10000; round++) {
        uint32_t length = (uint32_t)(round * 7) % lo_command_queue_limit(&queue);
        memset(data, (int)next, sizeof data);
        if (lo_command_queue_put(&queue, 1 + next % 5, next, data, length) == 0) next++;
        lo_command *command = round % 3 ? lo_command_queue_first(&queue) : NULL;
        if (!command) continue;
        assert(command->target == expected && command->kind == 1 + expected % 5);
        for (uint32_t i = 0; i < command->length; i++) assert(command->data[i] == (uint8_t)expected);
        expected++;
        lo_command_queue_pop(&queue, command);
    }
    assert(expected > 1000);
    lo_command_queue_close(&queue);
}

static void test_full_commands_are_refused(void) {
    lo_command_queue queue;
    uint8_t data[100] = {0};
    assert(lo_command_queue_open(&queue, 1024) == 0);
    assert(lo_command_queue_put(&queue, 1, 0, data, lo_command_queue_limit(&queue) + 1) == -EMSGSIZE);
    int taken = 0;
    while (lo_command_queue_put(&queue, 1, 0, data, sizeof data) == 0) taken++;
    assert(taken == 8);
    lo_command *first = lo_command_queue_first(&queue);
    lo_command_queue_pop(&queue, first);
    assert(lo_command_queue_put(&queue, 1, 0, data, sizeof data) == 0);
    assert(lo_command_queue_put(&queue, 1, 0, data, sizeof data) == -EAGAIN);
    lo_command_queue_close(&queue);
}

enum { WRITERS = 3, EACH = 20000 };
typedef struct shared {
    lo_command_queue queue;
    lo_wakeup wakeup;
} shared;
typedef struct writer {
    shared *shared;
    uint32_t number;
} writer;

static void *write_commands(void *argument) {
    writer *self = argument;
    uint32_t data[16];
    for (uint32_t i = 0; i < EACH;) {
        for (int j = 0; j < 16; j++) data[j] = i;
        uint32_t length = 4 + (i % 16) * 4;
        if (lo_command_queue_put(&self->shared->queue, 1, self->number, data, length) == 0) {
            lo_wakeup_signal(&self->shared->wakeup);
            i++;
        }
    }
    return NULL;
}

static void test_many_writers_one_reader(void) {
    static shared s;
    assert(lo_command_queue_open(&s.queue, 4096) == 0 && lo_wakeup_open(&s.wakeup) == 0);
    pthread_t threads[WRITERS];
    writer writers[WRITERS];
    for (uint32_t i = 0; i < WRITERS; i++) {
        writers[i] = (writer){&s, i};
        assert(pthread_create(&threads[i], NULL, write_commands, &writers[i]) == 0);
    }
    uint32_t expected[WRITERS] = {0};
    for (uint32_t total = 0; total < WRITERS * EACH;) {
        lo_command *command = lo_command_queue_first(&s.queue);
        if (!command) {
            /* The wake-up must be signalled: a lost one shows as a timeout. */
            lo_wakeup_disarm(&s.wakeup);
            lo_wakeup_arm(&s.wakeup);
            if (lo_command_queue_first(&s.queue)) continue;
            struct pollfd ready = {.fd = s.wakeup.read_fd, .events = POLLIN};
            assert(poll(&ready, 1, 20000) == 1);
            continue;
        }
        uint32_t *mine = &expected[command->target], data[16];
        memcpy(data, command->data, command->length);
        assert(command->length == 4 + (*mine % 16) * 4);
        for (uint32_t i = 0; i < command->length / 4; i++) assert(data[i] == *mine);
        ++*mine;
        total++;
        lo_command_queue_pop(&s.queue, command);
    }
    for (int i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
    lo_command_queue_close(&s.queue);
    lo_wakeup_close(&s.wakeup);
}

/* ---- Deliveries. */

static uint8_t block[65536];

static void test_deliveries_are_taken_in_runs(void) {
    lo_delivery_queue queue;
    uint8_t packet[1000];
    assert(lo_delivery_queue_open(&queue, block, sizeof block, 64) == 0);
    for (int i = 0; i < 1000; i++) packet[i] = (uint8_t)(i / 100);
    lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = 10, .size = 90, .stride = 100, .group = 7, .sender = 9};
    assert(lo_delivery_queue_copy(&queue, &run, packet));
    assert(!lo_delivery_queue_waiting(&queue));
    assert(lo_delivery_queue_publish(&queue) && !lo_delivery_queue_publish(&queue));
    const lo_taken *taken = lo_delivery_queue_take(&queue, 4);
    assert(taken && taken->count == 4 && taken->until == 0);
    taken = lo_delivery_queue_take(&queue, 64);
    assert(taken && taken->count == 6 && taken->until == 1);
    assert(taken->uniform == (LO_UNIFORM_SIZE | LO_UNIFORM_GROUP | LO_UNIFORM_SENDER));
    for (uint32_t i = 0; i < 6; i++) {
        assert(block[taken->offsets[i]] == 4 + i && taken->sizes[i] == 90 && taken->groups[i] == 7 && taken->senders[i] == 9);
    }
    assert(lo_delivery_queue_take(&queue, 64) == NULL);
    lo_delivery_queue_release(&queue, 1);
    lo_delivery_queue_close(&queue);
}

static void test_events_break_runs_and_find_room_in_a_full_ring(void) {
    lo_delivery_queue queue;
    assert(lo_delivery_queue_open(&queue, block, sizeof block, 64) == 0);
    lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = 1, .size = 8, .stride = 8, .group = 1};
    int messages = 0;
    for (; lo_delivery_queue_copy(&queue, &run, "message"); messages++) run.group = 1 + (uint32_t)messages % 2;
    assert(messages == 56);
    lo_run event = {.kind = LO_DELIVERED_EVENT, .count = 1, .size = 1, .group = 3, .offset = (uintptr_t)malloc(1)};
    assert(lo_delivery_queue_lend(&queue, &event));
    event.offset = (uintptr_t)malloc(1);  /* Never taken: closing the queue must free it. */
    assert(lo_delivery_queue_lend(&queue, &event));
    lo_delivery_queue_publish(&queue);
    const lo_taken *taken = lo_delivery_queue_take(&queue, 1024);
    assert(taken->kind == LO_DELIVERED_MESSAGE && taken->count == 56 && !(taken->uniform & LO_UNIFORM_GROUP));
    taken = lo_delivery_queue_take(&queue, 1024);
    assert(taken->kind == LO_DELIVERED_EVENT && taken->count == 1 && taken->groups[0] == 3);
    free((void *)(uintptr_t)taken->offsets[0]);
    lo_delivery_queue_release(&queue, taken->until);
    assert(lo_delivery_queue_copy(&queue, &run, "message"));
    for (int64_t place = 0; place < 57; place++) assert(lo_delivery_queue_reclaim(&queue) == place);
    assert(lo_delivery_queue_reclaim(&queue) == -1);
    lo_delivery_queue_close(&queue);
}

enum { MESSAGES = 200000 };
static lo_delivery_queue stream;

static void *produce(void *unused) {
    (void)unused;
    uint64_t numbers[64];
    for (uint64_t sent = 0; sent < MESSAGES;) {
        uint32_t count = 1 + (uint32_t)(sent * 31 % 20);
        if (sent + count > MESSAGES) count = (uint32_t)(MESSAGES - sent);
        for (uint32_t i = 0; i < count; i++) numbers[3 * i] = numbers[3 * i + 1] = sent + i;
        lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = count, .size = 16, .stride = 24, .sender = count};
        if (lo_delivery_queue_copy(&stream, &run, numbers)) sent += count;
        lo_delivery_queue_publish(&stream);
    }
    return NULL;
}

static void test_a_producer_and_a_consumer(void) {
    pthread_t thread;
    assert(lo_delivery_queue_open(&stream, block, 8192, 64) == 0);
    assert(pthread_create(&thread, NULL, produce, NULL) == 0);
    uint64_t held = 0;
    for (uint64_t expected = 0; expected < MESSAGES;) {
        const lo_taken *taken = lo_delivery_queue_take(&stream, 50);
        if (!taken) {
            lo_delivery_queue_release(&stream, held);
            continue;
        }
        for (uint32_t i = 0; i < taken->count; i++) {
            uint64_t pair[2];
            memcpy(pair, block + taken->offsets[i], 16);
            assert(pair[0] == expected && pair[1] == expected);
            expected++;
        }
        /* Keeps the last batch while the next one is taken. */
        lo_delivery_queue_release(&stream, held);
        held = taken->until;
    }
    pthread_join(thread, NULL);
    lo_delivery_queue_close(&stream);
}

int main(void) {
    test_commands_keep_order_and_bytes();
    test_full_commands_are_refused();
    test_many_writers_one_reader();
    test_deliveries_are_taken_in_runs();
    test_events_break_runs_and_find_room_in_a_full_ring();
    test_a_producer_and_a_consumer();
    puts("ok");
    return 0;
}

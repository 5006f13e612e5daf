/* The rings between the application and the engine thread, and the bell. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lo_bell.h"
#include "lo_commands.h"
#include "lo_deliveries.h"

#undef NDEBUG
#include <assert.h>

/* ---- Commands. */

static void test_commands_keep_order_and_bytes(void) {
    lo_commands ring;
    assert(lo_commands_open(&ring, 1024) == 0);
    assert(lo_commands_first(&ring) == NULL);
    uint8_t data[128];
    uint32_t next = 0, expected = 0;
    for (int round = 0; round < 10000; round++) {
        uint32_t length = (uint32_t)(round * 7) % lo_commands_limit(&ring);
        memset(data, (int)next, sizeof data);
        if (lo_commands_put(&ring, 1 + next % 5, next, data, length) == 0) next++;
        lo_command *command = round % 3 ? lo_commands_first(&ring) : NULL;
        if (!command) continue;
        assert(command->target == expected && command->kind == 1 + expected % 5);
        for (uint32_t i = 0; i < command->length; i++) assert(command->data[i] == (uint8_t)expected);
        expected++;
        lo_commands_pop(&ring, command);
    }
    assert(expected > 1000);
    lo_commands_close(&ring);
}

static void test_full_commands_are_refused(void) {
    lo_commands ring;
    uint8_t data[100] = {0};
    assert(lo_commands_open(&ring, 1024) == 0);
    assert(lo_commands_put(&ring, 1, 0, data, lo_commands_limit(&ring) + 1) == -EMSGSIZE);
    int taken = 0;
    while (lo_commands_put(&ring, 1, 0, data, sizeof data) == 0) taken++;
    assert(taken == 8);
    lo_command *first = lo_commands_first(&ring);
    lo_commands_pop(&ring, first);
    assert(lo_commands_put(&ring, 1, 0, data, sizeof data) == 0);
    assert(lo_commands_put(&ring, 1, 0, data, sizeof data) == -EAGAIN);
    lo_commands_close(&ring);
}

enum { WRITERS = 3, EACH = 20000 };
typedef struct shared {
    lo_commands ring;
    lo_bell bell;
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
        if (lo_commands_put(&self->shared->ring, 1, self->number, data, length) == 0) {
            lo_bell_ring(&self->shared->bell);
            i++;
        }
    }
    return NULL;
}

static void test_many_writers_one_reader(void) {
    static shared s;
    assert(lo_commands_open(&s.ring, 4096) == 0 && lo_bell_open(&s.bell) == 0);
    pthread_t threads[WRITERS];
    writer writers[WRITERS];
    for (uint32_t i = 0; i < WRITERS; i++) {
        writers[i] = (writer){&s, i};
        assert(pthread_create(&threads[i], NULL, write_commands, &writers[i]) == 0);
    }
    uint32_t expected[WRITERS] = {0};
    for (uint32_t total = 0; total < WRITERS * EACH;) {
        lo_command *command = lo_commands_first(&s.ring);
        if (!command) {
            /* The bell must wake us: a lost wake-up shows as a timeout. */
            lo_bell_disarm(&s.bell);
            lo_bell_arm(&s.bell);
            if (lo_commands_first(&s.ring)) continue;
            struct pollfd ready = {.fd = s.bell.read_fd, .events = POLLIN};
            assert(poll(&ready, 1, 20000) == 1);
            continue;
        }
        uint32_t *mine = &expected[command->target], data[16];
        memcpy(data, command->data, command->length);
        assert(command->length == 4 + (*mine % 16) * 4);
        for (uint32_t i = 0; i < command->length / 4; i++) assert(data[i] == *mine);
        ++*mine;
        total++;
        lo_commands_pop(&s.ring, command);
    }
    for (int i = 0; i < WRITERS; i++) pthread_join(threads[i], NULL);
    lo_commands_close(&s.ring);
    lo_bell_close(&s.bell);
}

/* ---- Deliveries. */

static uint8_t block[65536];

static void test_deliveries_are_taken_in_runs(void) {
    lo_deliveries ring;
    uint8_t packet[1000];
    assert(lo_deliveries_open(&ring, block, sizeof block, 64) == 0);
    for (int i = 0; i < 1000; i++) packet[i] = (uint8_t)(i / 100);
    lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = 10, .size = 90, .stride = 100, .group = 7, .sender = 9};
    assert(lo_deliveries_copy(&ring, &run, packet));
    assert(!lo_deliveries_waiting(&ring));
    assert(lo_deliveries_publish(&ring) && !lo_deliveries_publish(&ring));
    const lo_taken *taken = lo_deliveries_take(&ring, 4);
    assert(taken && taken->count == 4 && taken->until == 0);
    taken = lo_deliveries_take(&ring, 64);
    assert(taken && taken->count == 6 && taken->until == 1);
    assert(taken->uniform == (LO_UNIFORM_SIZE | LO_UNIFORM_GROUP | LO_UNIFORM_SENDER));
    for (uint32_t i = 0; i < 6; i++) {
        assert(block[taken->offsets[i]] == 4 + i && taken->sizes[i] == 90 && taken->groups[i] == 7 && taken->senders[i] == 9);
    }
    assert(lo_deliveries_take(&ring, 64) == NULL);
    lo_deliveries_release(&ring, 1);
    lo_deliveries_close(&ring);
}

static void test_events_break_runs_and_find_room_in_a_full_ring(void) {
    lo_deliveries ring;
    assert(lo_deliveries_open(&ring, block, sizeof block, 64) == 0);
    lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = 1, .size = 8, .stride = 8, .group = 1};
    int messages = 0;
    for (; lo_deliveries_copy(&ring, &run, "message"); messages++) run.group = 1 + (uint32_t)messages % 2;
    assert(messages == 56);
    lo_run event = {.kind = LO_DELIVERED_EVENT, .count = 1, .size = 1, .group = 3, .offset = (uintptr_t)malloc(1)};
    assert(lo_deliveries_lend(&ring, &event));
    event.offset = (uintptr_t)malloc(1);  /* Never taken: closing the ring must free it. */
    assert(lo_deliveries_lend(&ring, &event));
    lo_deliveries_publish(&ring);
    const lo_taken *taken = lo_deliveries_take(&ring, 1024);
    assert(taken->kind == LO_DELIVERED_MESSAGE && taken->count == 56 && !(taken->uniform & LO_UNIFORM_GROUP));
    taken = lo_deliveries_take(&ring, 1024);
    assert(taken->kind == LO_DELIVERED_EVENT && taken->count == 1 && taken->groups[0] == 3);
    free((void *)(uintptr_t)taken->offsets[0]);
    lo_deliveries_release(&ring, taken->until);
    assert(lo_deliveries_copy(&ring, &run, "message"));
    for (int64_t place = 0; place < 57; place++) assert(lo_deliveries_reclaim(&ring) == place);
    assert(lo_deliveries_reclaim(&ring) == -1);
    lo_deliveries_close(&ring);
}

enum { MESSAGES = 200000 };
static lo_deliveries stream;

static void *produce(void *unused) {
    (void)unused;
    uint64_t numbers[64];
    for (uint64_t sent = 0; sent < MESSAGES;) {
        uint32_t count = 1 + (uint32_t)(sent * 31 % 20);
        if (sent + count > MESSAGES) count = (uint32_t)(MESSAGES - sent);
        for (uint32_t i = 0; i < count; i++) numbers[3 * i] = numbers[3 * i + 1] = sent + i;
        lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = count, .size = 16, .stride = 24, .sender = count};
        if (lo_deliveries_copy(&stream, &run, numbers)) sent += count;
        lo_deliveries_publish(&stream);
    }
    return NULL;
}

static void test_a_producer_and_a_consumer(void) {
    pthread_t thread;
    assert(lo_deliveries_open(&stream, block, 8192, 64) == 0);
    assert(pthread_create(&thread, NULL, produce, NULL) == 0);
    uint64_t held = 0;
    for (uint64_t expected = 0; expected < MESSAGES;) {
        const lo_taken *taken = lo_deliveries_take(&stream, 50);
        if (!taken) {
            lo_deliveries_release(&stream, held);
            continue;
        }
        for (uint32_t i = 0; i < taken->count; i++) {
            uint64_t pair[2];
            memcpy(pair, block + taken->offsets[i], 16);
            assert(pair[0] == expected && pair[1] == expected);
            expected++;
        }
        /* Keep the last batch in hand while the next one is taken. */
        lo_deliveries_release(&stream, held);
        held = taken->until;
    }
    pthread_join(thread, NULL);
    lo_deliveries_close(&stream);
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

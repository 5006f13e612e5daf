// SPDX-License-Identifier: BSD-3-Clause
/* Complete engines with their threads, in one process, over sockets and shared memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "lo_engine.h"

#undef NDEBUG
#include <assert.h>

enum { NODES = 3, MESSAGES = 4000, COPY_BYTES = 1 << 20 };
static char directory[] = "/tmp/lo-engine-XXXXXX";

typedef struct party {
    lo_engine *engine;
    unsigned char *block;
    uint64_t block_bytes;
    uint32_t next[NODES];   /* Expected number per sender, by the index in the message. */
    uint32_t received, members;
    bool left;
} party;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void open_party(party *p, uint32_t index, uint32_t scope, bool shared, bool lend) {
    memset(p, 0, sizeof *p);
    p->block_bytes = COPY_BYTES + (lend ? LO_ARENA_PIECE : 0);
    p->block = mmap(NULL, p->block_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(p->block != MAP_FAILED);
    assert(lo_engine_create(p->block, p->block_bytes, COPY_BYTES, 1 << 18, &p->engine) == 0);
    lo_scope_options options = {.scope = scope, .number = index + 1, .seed = index + 77, .port = 24321};
    options.id[0] = (uint8_t)(index + 1);
    if (shared) strcpy(options.directory, directory);
    assert(lo_engine_open_scope(p->engine, 0, &options) == 0);
    lo_join join = {.scope = 0, .id = {9}};
    assert(lo_engine_join(p->engine, 0, &join) == 0);
}

/* Takes everything and checks that each sender's messages are complete and in order. */
static void pump(party *p) {
    const lo_taken *taken = lo_engine_taken(p->engine);
    while (lo_engine_take(p->engine, 100)) {
        for (uint32_t i = 0; i < taken->count && taken->kind == LO_DELIVERED_MESSAGE; i++) {
            uint32_t words[2];
            memcpy(words, p->block + taken->offsets[i], sizeof words);
            assert(words[0] < NODES && words[1] == p->next[words[0]] && taken->groups[i] == 0);
            assert(taken->sizes[i] == 8 + words[1] % 2000);
            assert(taken->sizes[i] == 8 || p->block[taken->offsets[i] + taken->sizes[i] - 1] == (uint8_t)words[1]);
            p->next[words[0]]++;
            p->received++;
        }
        if (taken->kind != LO_DELIVERED_MESSAGE) {
            const uint8_t *data = (const uint8_t *)(uintptr_t)taken->offsets[0];
            if (taken->groups[0] == LO_EVENT_VIEW) memcpy(&p->members, data + 20, 4);
            if (taken->groups[0] == LO_EVENT_LEFT) p->left = true;
            assert(taken->groups[0] != LO_EVENT_FAILED);
            free((void *)(uintptr_t)taken->offsets[0]);
        }
        lo_engine_release(p->engine, taken->until);
    }
}

static void wait_a_moment(party *p) {
    struct pollfd ready = {.fd = lo_engine_descriptor(p->engine), .events = POLLIN};
    if (lo_engine_arm(p->engine)) poll(&ready, 1, 5);
}

typedef struct sender {
    party *party;
    uint32_t index;
    bool slowly;
} sender;

/* From its own thread: with pauses, a message is sent on this thread; without, by the engine thread. */
static void *send_all(void *argument) {
    sender *s = argument;
    uint8_t data[2008];
    uint32_t count = s->slowly ? 200 : MESSAGES;
    for (uint32_t i = 0; i < count;) {
        uint32_t words[2] = {s->index, i}, size = 8 + i % 2000;
        memset(data, (int)i, sizeof data);
        memcpy(data, words, sizeof words);
        int error = lo_engine_send(s->party->engine, 0, data, size);
        assert(error == 0 || error == -EAGAIN);
        if (error == 0) i++;
        else if (!lo_engine_has_room(s->party->engine)) usleep(500);
        if (s->slowly) usleep(300);
    }
    return NULL;
}

static void exchange(uint32_t scope, bool shared, bool lend) {
    static party parties[NODES];
    pthread_t threads[NODES];
    sender senders[NODES];
    double end = seconds() + 60;
    for (uint32_t i = 0; i < NODES; i++) open_party(&parties[i], i, scope, shared, lend);
    for (uint32_t i = 0; i < NODES;) {
        pump(&parties[i]);
        if (parties[i].members == NODES) i++;
        else wait_a_moment(&parties[i]);
        assert(seconds() < end);
    }
    for (uint32_t i = 0; i < NODES; i++) {
        senders[i] = (sender){&parties[i], i, i == NODES - 1};
        assert(pthread_create(&threads[i], NULL, send_all, &senders[i]) == 0);
    }
    uint32_t expected[NODES] = {MESSAGES + 200, MESSAGES + 200, 2 * MESSAGES};
    for (uint32_t done = 0; done < NODES;) {
        done = 0;
        for (uint32_t i = 0; i < NODES; i++) {
            pump(&parties[i]);
            if (parties[i].received == expected[i]) done++;
            else wait_a_moment(&parties[i]);
        }
        assert(seconds() < end);
    }
    for (uint32_t i = 0; i < NODES; i++) pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < NODES; i++) assert(lo_engine_close_scope(parties[i].engine, 0) == 0);
    for (uint32_t i = 0; i < NODES; i++) {
        while (!parties[i].left) {
            pump(&parties[i]);
            wait_a_moment(&parties[i]);
            assert(seconds() < end);
        }
        lo_engine_destroy(parties[i].engine);
        munmap(parties[i].block, parties[i].block_bytes);
    }
}

static void test_an_engine_ends_at_any_time(void) {
    for (int i = 0; i < 5; i++) {
        static party p;
        open_party(&p, 0, 500 + (uint32_t)i, i % 2, true);
        if (i > 2) usleep(10000);
        lo_engine_destroy(p.engine);
        munmap(p.block, p.block_bytes);
    }
}

int main(void) {
    assert(mkdtemp(directory));
    exchange(400, false, true);
    exchange(401, false, false);
    exchange(402, true, true);
    test_an_engine_ends_at_any_time();
    assert(rmdir(directory) == 0);
    puts("ok");
    return 0;
}

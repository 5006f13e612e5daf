// SPDX-License-Identifier: BSD-3-Clause
/* This project's engine without Python: its C interface, with the same sender and receivers as for the others. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include "control.h"
#include "lo_engine.h"
#include "lo_event_encoding.h"
#include "lo_wire.h"

enum { SCOPE = 0, TAKE = 512, COPY_BYTES = 4 << 20, SEND_BYTES = 4 << 20, PIECES = 4 };

typedef struct member {
    const run *of;
    volatile uint64_t *words;
    lo_engine *engine;
    const char *block;
    uint32_t members;   /* Of the last group, in the newest view. */
    uint32_t sizes[BATCH];
    sink *sink;         /* NULL: messages are discarded. */
} member;

static void need(int result, const char *what) {
    if (result >= 0) return;
    fprintf(stderr, "%s: %s\n", what, strerror(-result));
    exit(2);
}

static void open_engine(member *m) {
    const run *r = m->of;
    size_t bytes = COPY_BYTES + PIECES * LO_ARENA_PIECE;
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    need(block == MAP_FAILED ? -errno : 0, "mmap");
    need(lo_engine_create(block, bytes, COPY_BYTES, SEND_BYTES, &m->engine), "lo_engine_create");
    m->block = block;
    lo_scope_options options = {.scope = 0x62656e63u + r->port, .port = r->port, .hops = 1};
    snprintf(options.interface, sizeof options.interface, "%s", r->address);
    snprintf(options.directory, sizeof options.directory, "%s", r->shared);
    need(getrandom(options.id, sizeof options.id, 0) < 0 ? -errno : 0, "getrandom");
    memcpy(options.salt, options.id, sizeof options.salt);
    memcpy(&options.seed, options.id, sizeof options.seed);
    memcpy(&options.number, options.id + 8, sizeof options.number);
    options.number |= 1u;
    need(lo_engine_open_scope(m->engine, SCOPE, &options), "lo_engine_open_scope");
    for (uint32_t group = 0; group < r->groups; group++) {
        lo_join join = {.scope = SCOPE};
        memcpy(join.id, "bench", 5);
        memcpy(join.id + 8, &group, sizeof group);
        while (lo_engine_join(m->engine, group, &join) == -EAGAIN) usleep(1000);
    }
    for (uint32_t i = 0; i < BATCH; i++) m->sizes[i] = r->size;
}

/* Number of members of the last group; layout in `lo_event_encoding.h`. */
static uint32_t read_members(const uint8_t *view, size_t bytes, uint32_t wanted) {
    lo_cursor c = lo_cursor_over(view, bytes);
    lo_cursor_skip(&c, 20);
    uint32_t members = lo_get32(&c), regions = lo_get32(&c), groups = lo_get32(&c);
    lo_cursor_skip(&c, 12 + 48 * (size_t)members);
    for (uint32_t i = 0; i < regions && !c.failed; i++) {
        lo_cursor_skip(&c, 8);
        lo_cursor_skip(&c, 2 * (size_t)lo_get32(&c));
    }
    for (uint32_t i = 0; i < groups && !c.failed; i++) {
        uint32_t number = lo_get32(&c), count = lo_get32(&c);
        lo_cursor_skip(&c, 6);
        lo_cursor_skip(&c, 2 * (size_t)lo_get16(&c));
        if (number == wanted) return count;
    }
    return 0;
}

/* Takes everything; true if there was something. */
static bool take(member *m) {
    const lo_taken *taken = lo_engine_taken(m->engine);
    bool any = false;
    while (lo_engine_take(m->engine, TAKE)) {
        any = true;
        if (taken->kind == LO_DELIVERED_MESSAGE) {
            if (m->sink) {
                sink_begin(m->sink);
                for (uint32_t i = 0; i < taken->count; i++) sink_take(m->sink, m->block + taken->offsets[i]);
                sink_publish(m->sink);
            }
            lo_engine_release(m->engine, taken->until);
            continue;
        }
        uint8_t *own = (uint8_t *)(uintptr_t)taken->offsets[0];
        if (taken->kind == LO_DELIVERED_EVENT && taken->groups[0] == LO_EVENT_VIEW)
            m->members = read_members(own, taken->sizes[0], m->of->groups - 1);
        free(own);
        lo_engine_release(m->engine, taken->until);
    }
    return any;
}

static void wait_a_moment(member *m) {
    struct pollfd descriptor = {.fd = lo_engine_descriptor(m->engine), .events = POLLIN};
    poll(&descriptor, 1, 100);
}

static void engine_poll(void *of) {
    member *m = of;
    while (take(m) || !lo_engine_arm(m->engine)) {
    }
}

static void engine_send(void *of, const uint32_t *groups, const char *messages, uint32_t count) {
    member *m = of;
    while (lo_engine_send_many(m->engine, groups, messages, m->sizes, count) == -EAGAIN) {
        engine_poll(m);
        if (!lo_engine_has_room(m->engine)) wait_a_moment(m);
    }
}

static void send_everything(member *m) {
    while (m->members <= m->of->receivers && !stopped(m->words)) {
        engine_poll(m);
        if (m->members <= m->of->receivers) wait_a_moment(m);
    }
    transmit(m->of, m->words, &(transmitter){.of = m, .send = engine_send, .poll = engine_poll});
}

static void receive_everything(member *m) {
    sink s;
    sink_open(&s, m->of, m->words);
    m->sink = &s;
    bool ready = false;
    for (;;) {
        if (take(m)) continue;
        if (!ready && m->members) {
            ready = true;
            sink_ready(&s);
        }
        if (!lo_engine_arm(m->engine)) continue;
        wait_a_moment(m);
        if (stopped(m->words)) break;
    }
    sink_report(&s);
}

int main(int count, char **arguments) {
    run r = run_read(count, arguments);
    member m = {.of = &r, .words = control_open(&r)};
    open_engine(&m);
    if (r.sends) send_everything(&m);
    else receive_everything(&m);
    lo_engine_destroy(m.engine);
    return 0;
}

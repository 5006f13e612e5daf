// SPDX-License-Identifier: BSD-3-Clause
/* Wake-ups and broadcasts of the shared-memory rings: every sleeper is woken once, at bounded cost per writer.
 * Ended processes are detected. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lo_shared_memory.h"

#undef NDEBUG
#include <assert.h>

#define MOST 64u
static char directory[] = "/tmp/lo-wakeups-XXXXXX";

typedef struct cluster {
    uint32_t count, woken[MOST];
    lo_shared_memory nodes[MOST];
    lo_member members[MOST];
    lo_view views[MOST];
    int sockets[MOST];
} cluster;
static cluster c;

static lo_address listen_somewhere(int *fd) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof at;
    *fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert(*fd >= 0 && bind(*fd, (struct sockaddr *)&at, sizeof at) == 0);
    assert(getsockname(*fd, (struct sockaddr *)&at, &length) == 0);
    return lo_network_address(&at);
}

/* `mute`: nodes without a pipe. */
static void open_nodes(uint32_t count, uint32_t mute) {
    memset(&c, 0, sizeof c);
    c.count = count;
    for (uint32_t i = 0; i < count; i++) {
        lo_address self = listen_somewhere(&c.sockets[i]);
        assert(lo_shared_open(&c.nodes[i], directory, 9, 500 - i, &self, 4 * LO_SHARED_RECORD_MOST) == 0);
        assert(c.nodes[i].own.wakeup_pipe >= 0);
        if (i < mute) lo_shared_drop_wakeup_pipe(&c.nodes[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        c.members[i] = (lo_member){.number = 500 - i, .host = c.nodes[i].host};
        c.views[i] = (lo_view){.number = 77, .member_count = count, .members = c.members, .self = i, .references = 1};
    }
    for (uint32_t i = 0; i < count; i++) {
        lo_shared_follow(&c.nodes[i], &c.views[i]);
        assert(c.nodes[i].peer_count == count - 1);
        for (uint32_t p = 0; p < count - 1; p++)
            assert((c.nodes[i].peers[p].wakeup_pipe < 0) == (500 - c.nodes[i].peers[p].number < mute));
    }
}

static void close_nodes(void) {
    for (uint32_t i = 0; i < c.count; i++) {
        lo_shared_close(&c.nodes[i]);
        close(c.sockets[i]);
    }
}

static void sleep_all_but(uint32_t awake) {
    for (uint32_t i = 0; i < c.count; i++) {
        c.woken[i] = 0;
        atomic_store(&c.nodes[i].own.header->waiting, i != awake);
    }
}

static void wake_from(lo_shared_memory *shared, int socket) {
    uint8_t data[100] = {0};
    lo_batch batch = {.segment_bytes = 100, .segment_count = 1, .total_bytes = 100, .slice_count = 1};
    batch.slices[0] = (lo_slice){data, 100};
    lo_shared_write(shared, &batch);
    lo_shared_wake_readers(shared, socket);
}

static void write_and_wake(uint32_t writer) { wake_from(&c.nodes[writer], c.sockets[writer]); }

/* Runs until no wake-up is in flight. `deaf`: receives its wake-ups and does nothing. */
static void let_wakeups_pass(uint32_t deaf) {
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < c.count; i++) {
            uint8_t data[64];
            for (ssize_t got; (got = recv(c.sockets[i], data, sizeof data, 0)) > 0;) {
                assert(c.nodes[i].own.wakeup_pipe < 0);
                any = true;
                c.woken[i]++;
                if (i != deaf) lo_shared_wakeup_in(&c.nodes[i], data, (uint32_t)got);
            }
            uint32_t received = i == deaf ? (uint32_t)(read(c.nodes[i].own.wakeup_pipe, data, sizeof data) > 0) : lo_shared_drain_wakeups(&c.nodes[i]);
            any |= received > 0;
            c.woken[i] += received;
            lo_shared_wake_readers(&c.nodes[i], c.sockets[i]);
        }
    }
}

static void test_everyone_is_woken_once(uint32_t count, uint32_t mute) {
    open_nodes(count, mute);
    for (uint32_t writer = 0; writer < count; writer++) {
        uint64_t before = c.nodes[writer].wakeups;
        sleep_all_but(writer);
        write_and_wake(writer);
        assert(c.nodes[writer].wakeups - before <= (count <= 9 ? count - 1 : 4));
        let_wakeups_pass(UINT32_MAX);
        for (uint32_t i = 0; i < count; i++) assert(c.woken[i] == (i != writer));
    }
    close_nodes();
}

/* A stopped node leaves its share asleep, and the next wake-up takes another route. */
static void test_a_node_that_does_not_wake_its_share(void) {
    enum { COUNT = 40 };
    open_nodes(COUNT, 0);
    sleep_all_but(0);
    write_and_wake(0);
    let_wakeups_pass(1);
    uint32_t asleep = 0;
    for (uint32_t i = 1; i < COUNT; i++) asleep += c.woken[i] == 0;
    assert(asleep > 0 && asleep < COUNT / 2);
    write_and_wake(0);
    let_wakeups_pass(1);
    for (uint32_t i = 1; i < COUNT; i++) assert(c.woken[i] == 1);
    close_nodes();
}

static void test_hostile_wakeups(void) {
    open_nodes(20, 0);
    struct {
        uint64_t view;
        uint32_t first, count;
    } wakeups[] = {{78, 0, 5}, {77, 20, 1}, {77, 0, 20}, {77, UINT32_MAX, UINT32_MAX}};
    sleep_all_but(3);
    for (uint32_t i = 0; i < 4; i++) lo_shared_wakeup_in(&c.nodes[3], (const uint8_t *)&wakeups[i], sizeof wakeups[i]);
    lo_shared_wakeup_in(&c.nodes[3], (const uint8_t *)wakeups, 1);
    lo_shared_wake_readers(&c.nodes[3], c.sockets[3]);
    let_wakeups_pass(UINT32_MAX);
    for (uint32_t i = 0; i < 20; i++) assert(c.woken[i] == 0);
    close_nodes();
}

#ifndef LO_PORTABLE
/* ---- Broadcasts. */

enum { WAKEUP = 1, BROADCAST = 2 };
static lo_wait waits[MOST];

static void open_listeners(uint32_t count, uint32_t deaf) {
    open_nodes(count, 0);
    for (uint32_t i = deaf; i < count; i++) {
        assert(lo_wait_open(&waits[i]) == 0);
        lo_shared_wait_at(&c.nodes[i], &waits[i], WAKEUP, BROADCAST);
        lo_shared_follow(&c.nodes[i], &c.views[i]);
    }
}

static void close_listeners(uint32_t deaf) {
    close_nodes();
    for (uint32_t i = deaf; i < c.count; i++) {
        assert(waits[i].count == 0);  /* No closed descriptor is waited for. */
        lo_wait_close(&waits[i]);
    }
}

static void fall_asleep(uint32_t awake) {
    for (uint32_t i = 0; i < c.count; i++) {
        for (uint32_t p = 0; p < c.nodes[i].peer_count; p++)
            c.nodes[i].peers[p].position = atomic_load(&c.nodes[i].peers[p].header->published);
        if (i == awake) lo_shared_wake(&c.nodes[i]);
        else assert(lo_shared_sleep(&c.nodes[i]));
    }
}

/* Number of signals; they are edge-triggered. */
static uint32_t signals(uint32_t node, uint32_t tag) {
    lo_waited ready[8];
    int count = lo_wait_now(&waits[node], 0, ready, 8);
    for (int i = 0; i < count; i++) assert(ready[i].tag == tag);
    return (uint32_t)count;
}

static void test_one_broadcast_wakes_all(uint32_t count, uint32_t deaf) {
    open_listeners(count, deaf);
    for (uint32_t i = deaf; i < count; i++) assert(c.nodes[i].subscribed);
    for (uint32_t round = 0; round < 3 * count; round++) {
        uint32_t writer = round % count, silent = deaf - (writer < deaf);
        uint64_t before = c.nodes[writer].wakeups;
        fall_asleep(writer);
        write_and_wake(writer);
        assert(c.nodes[writer].wakeups - before == silent + (count - silent > 1));
        for (uint32_t i = 0; i < count; i++) {
            uint32_t waiting = atomic_load(&c.nodes[i].own.header->waiting);
            if (i < deaf) assert(lo_shared_drain_wakeups(&c.nodes[i]) == (i != writer) && waiting == LO_AWAKE);
            else
                assert(signals(i, BROADCAST) == (i != writer) &&
                       waiting == (i == writer ? LO_AWAKE : LO_SLEEPS_BROADCAST));
        }
        for (uint32_t i = deaf; i < count; i++) assert(signals(i, BROADCAST) == 0);
    }
    for (uint32_t i = 0; i < count; i++) lo_shared_wake(&c.nodes[i]);
    uint64_t before = c.nodes[0].wakeups;
    write_and_wake(0);
    assert(c.nodes[0].wakeups == before);  /* Nobody sleeps, nobody is woken. */
    close_listeners(deaf);
}

static void test_many_are_woken_singly_and_few_by_broadcast(void) {
    open_listeners(12, 0);
    for (uint32_t i = 0; i < 12; i++) assert(!c.nodes[i].subscribed && waits[i].count == 1);
    fall_asleep(4);
    write_and_wake(4);
    let_wakeups_pass(UINT32_MAX);
    for (uint32_t i = 0; i < 12; i++) assert(c.woken[i] == (i != 4) && signals(i, WAKEUP) == 0);
    for (uint32_t i = 0; i < 12; i++) {
        c.views[i].member_count = i < 5 ? 5 : 0;
        lo_shared_follow(&c.nodes[i], &c.views[i]);
        assert(waits[i].count == (i < 5 ? 5 : 1));
    }
    fall_asleep(4);
    write_and_wake(4);
    for (uint32_t i = 0; i < 5; i++)
        assert(signals(i, BROADCAST) == (i != 4) && lo_shared_drain_wakeups(&c.nodes[i]) == 0);
    for (uint32_t i = 0; i < 5; i++) {
        c.views[i].member_count = 12;
        lo_shared_follow(&c.nodes[i], &c.views[i]);
        assert(!c.nodes[i].subscribed && waits[i].count == 1);
    }
    close_listeners(0);
}
#endif

static void test_ended_processes(void) {
    int ready[2];
    char byte;
    assert(pipe(ready) == 0);
    pid_t child = fork();
    if (child == 0) {
        lo_shared_memory shared;
        lo_address self = {.kind = LO_ADDRESS_PEER};
        if (lo_shared_open(&shared, directory, 9, 2, &self, 4 * LO_SHARED_RECORD_MOST) != 0) _exit(1);
        lo_shared_consent(&shared, 4242);
        if (write(ready[1], "x", 1) != 1) _exit(1);
        pause();
    }
    assert(read(ready[0], &byte, 1) == 1);
    lo_shared_memory one;
    lo_shared_end ends[4];
    lo_address self = {.kind = LO_ADDRESS_PEER};
    assert(lo_shared_open(&one, directory, 9, 1, &self, 4 * LO_SHARED_RECORD_MOST) == 0);
    lo_member members[2] = {{.number = 1, .host = one.host}, {.number = 2, .host = one.host}};
    lo_view view = {.number = 5, .member_count = 2, .members = members, .self = 0, .references = 1};
    lo_shared_follow(&one, &view);
    assert(one.peer_count == 1 && lo_shared_ended(&one, ends, 4) == 0);
    kill(child, SIGSTOP);
    assert(lo_shared_ended(&one, ends, 4) == 0); /* Stopped is not dead. */
    kill(child, SIGKILL);
    assert(waitpid(child, NULL, 0) == child);
    assert(lo_shared_ended(&one, ends, 4) == 1 && ends[0].number == 2 && ends[0].consent == 4242);
    atomic_store(&one.peers[0].header->waiting, 1);
    wake_from(&one, -1); /* Nobody reads at the other end, and nothing happens. */
    assert(one.wakeups == 1);
    lo_shared_close(&one);
    close(ready[0]);
    close(ready[1]);
}

int main(void) {
    assert(mkdtemp(directory));
    const uint32_t counts[] = {2, 3, 9, 10, 11, 22, 40, 64};
    for (uint32_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        test_everyone_is_woken_once(counts[i], 0);
        test_everyone_is_woken_once(counts[i], counts[i] / 2);
    }
#ifndef LO_PORTABLE
    test_one_broadcast_wakes_all(2, 0);
    test_one_broadcast_wakes_all(5, 0);
    test_one_broadcast_wakes_all(5, 2);
    test_one_broadcast_wakes_all(9, 1);
    test_many_are_woken_singly_and_few_by_broadcast();
#endif
    test_a_node_that_does_not_wake_its_share();
    test_hostile_wakeups();
    test_ended_processes();
    open_nodes(1, 0); /* A starting node removes files of dead ones. */
    close_nodes();
    assert(rmdir(directory) == 0);
    return 0;
}

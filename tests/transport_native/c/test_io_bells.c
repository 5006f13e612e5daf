/* Bells of the shared-memory rings: everyone who sleeps is woken once, and nobody pays for all. Who has ended is known. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lo_shared.h"

#undef NDEBUG
#include <assert.h>

#define MOST 64u
static char directory[] = "/tmp/lo-bells-XXXXXX";

typedef struct crowd {
    uint32_t count, rung[MOST];
    lo_shared nodes[MOST];
    lo_member members[MOST];
    lo_view views[MOST];
    int sockets[MOST];
} crowd;
static crowd c;

static lo_address listen_somewhere(int *fd) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof at;
    *fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    assert(*fd >= 0 && bind(*fd, (struct sockaddr *)&at, sizeof at) == 0);
    assert(getsockname(*fd, (struct sockaddr *)&at, &length) == 0);
    return lo_network_address(&at);
}

/* `mute`: those that have no pipe. */
static void open_crowd(uint32_t count, uint32_t mute) {
    memset(&c, 0, sizeof c);
    c.count = count;
    for (uint32_t i = 0; i < count; i++) {
        lo_address self = listen_somewhere(&c.sockets[i]);
        assert(lo_shared_open(&c.nodes[i], directory, 9, 500 - i, &self, 4 * LO_SHARED_RECORD_MOST) == 0);
        assert(c.nodes[i].own.bell >= 0);
        if (i < mute) lo_shared_mute(&c.nodes[i]);
    }
    for (uint32_t i = 0; i < count; i++) {
        c.members[i] = (lo_member){.number = 500 - i, .host = c.nodes[i].host};
        c.views[i] = (lo_view){.number = 77, .member_count = count, .members = c.members, .self = i, .references = 1};
    }
    for (uint32_t i = 0; i < count; i++) {
        lo_shared_follow(&c.nodes[i], &c.views[i]);
        assert(c.nodes[i].peer_count == count - 1);
        for (uint32_t p = 0; p < count - 1; p++)
            assert((c.nodes[i].peers[p].bell < 0) == (500 - c.nodes[i].peers[p].number < mute));
    }
}

static void close_crowd(void) {
    for (uint32_t i = 0; i < c.count; i++) {
        lo_shared_close(&c.nodes[i]);
        close(c.sockets[i]);
    }
}

static void sleep_all_but(uint32_t awake) {
    for (uint32_t i = 0; i < c.count; i++) {
        c.rung[i] = 0;
        atomic_store(&c.nodes[i].own.header->waiting, i != awake);
    }
}

static void ring_from(lo_shared *shared, int socket) {
    uint8_t data[100] = {0};
    lo_batch batch = {.segment_bytes = 100, .segment_count = 1, .total_bytes = 100, .slice_count = 1};
    batch.slices[0] = (lo_slice){data, 100};
    lo_shared_write(shared, &batch);
    lo_shared_ring(shared, socket);
}

static void write_and_ring(uint32_t writer) { ring_from(&c.nodes[writer], c.sockets[writer]); }

/* Until no bell is on its way. `deaf`: hears its bells and does nothing. */
static void let_bells_pass(uint32_t deaf) {
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < c.count; i++) {
            uint8_t data[64];
            for (ssize_t got; (got = recv(c.sockets[i], data, sizeof data, 0)) > 0;) {
                assert(c.nodes[i].own.bell < 0);
                any = true;
                c.rung[i]++;
                if (i != deaf) lo_shared_rung(&c.nodes[i], data, (uint32_t)got);
            }
            uint32_t heard = i == deaf ? (uint32_t)(read(c.nodes[i].own.bell, data, sizeof data) > 0) : lo_shared_hear(&c.nodes[i]);
            any |= heard > 0;
            c.rung[i] += heard;
            lo_shared_ring(&c.nodes[i], c.sockets[i]);
        }
    }
}

static void test_everyone_is_woken_once(uint32_t count, uint32_t mute) {
    open_crowd(count, mute);
    for (uint32_t writer = 0; writer < count; writer++) {
        uint64_t before = c.nodes[writer].bells;
        sleep_all_but(writer);
        write_and_ring(writer);
        assert(c.nodes[writer].bells - before <= (count <= 9 ? count - 1 : 4));
        let_bells_pass(UINT32_MAX);
        for (uint32_t i = 0; i < count; i++) assert(c.rung[i] == (i != writer));
    }
    close_crowd();
}

/* One that is stopped keeps its share asleep, and the next bell goes another way. */
static void test_one_that_does_not_pass_it_on(void) {
    enum { COUNT = 40 };
    open_crowd(COUNT, 0);
    sleep_all_but(0);
    write_and_ring(0);
    let_bells_pass(1);
    uint32_t asleep = 0;
    for (uint32_t i = 1; i < COUNT; i++) asleep += c.rung[i] == 0;
    assert(asleep > 0 && asleep < COUNT / 2);
    write_and_ring(0);
    let_bells_pass(1);
    for (uint32_t i = 1; i < COUNT; i++) assert(c.rung[i] == 1);
    close_crowd();
}

static void test_hostile_bells(void) {
    open_crowd(20, 0);
    struct {
        uint64_t view;
        uint32_t first, count;
    } bells[] = {{78, 0, 5}, {77, 20, 1}, {77, 0, 20}, {77, UINT32_MAX, UINT32_MAX}};
    sleep_all_but(3);
    for (uint32_t i = 0; i < 4; i++) lo_shared_rung(&c.nodes[3], (const uint8_t *)&bells[i], sizeof bells[i]);
    lo_shared_rung(&c.nodes[3], (const uint8_t *)bells, 1);
    lo_shared_ring(&c.nodes[3], c.sockets[3]);
    let_bells_pass(UINT32_MAX);
    for (uint32_t i = 0; i < 20; i++) assert(c.rung[i] == 0);
    close_crowd();
}

static void test_who_has_ended(void) {
    int ready[2];
    char byte;
    assert(pipe(ready) == 0);
    pid_t child = fork();
    if (child == 0) {
        lo_shared shared;
        lo_address self = {.kind = LO_ADDRESS_PEER};
        if (lo_shared_open(&shared, directory, 9, 2, &self, 4 * LO_SHARED_RECORD_MOST) != 0) _exit(1);
        lo_shared_consent(&shared, 4242);
        if (write(ready[1], "x", 1) != 1) _exit(1);
        pause();
    }
    assert(read(ready[0], &byte, 1) == 1);
    lo_shared one;
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
    ring_from(&one, -1); /* Nobody listens at the other end, and nothing happens. */
    assert(one.bells == 1);
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
    test_one_that_does_not_pass_it_on();
    test_hostile_bells();
    test_who_has_ended();
    open_crowd(1, 0); /* Whoever starts removes what the dead have left. */
    close_crowd();
    assert(rmdir(directory) == 0);
    return 0;
}

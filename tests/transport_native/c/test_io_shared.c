// SPDX-License-Identifier: BSD-3-Clause
/* Shared-memory rings, fault injection and sockets, with real files, threads and datagrams. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lo_faults.h"
#include "lo_network.h"
#include "lo_shared_memory.h"

#undef NDEBUG
#include <assert.h>

static char directory[] = "/tmp/lo-shared-XXXXXX";
static const uint64_t HOST_ANY = 1;

static lo_address address_of_port(uint16_t port) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    return lo_network_address(&at);
}

/* A view with members 1 … count on this host, as seen by member `self`. */
static lo_view make_view(lo_member *members, uint32_t count, uint32_t self, uint64_t host) {
    memset(members, 0, count * sizeof *members);
    for (uint32_t i = 0; i < count; i++) members[i] = (lo_member){.number = i + 1, .host = host};
    lo_view view = {.member_count = count, .members = members, .self = self, .references = 1};
    return view;
}

static lo_node *make_node(uint32_t number) {
    lo_node_config config = {.number = number, .static_view = true, .memory_budget = 16 << 20};
    for (int i = 0; i < LO_PATHS; i++) config.paths[i] = (lo_path){1472, 65000};
    lo_node *node;
    assert(lo_node_create(&config, 1, &node) == LO_OK);
    return node;
}

static void write_text(lo_shared_memory *shared, const uint8_t *data, uint32_t length, uint32_t segment) {
    lo_batch batch = {.segment_bytes = segment, .segment_count = (length + segment - 1) / segment,
                      .total_bytes = length, .slice_count = 2};
    batch.slices[0] = (lo_slice){data, length / 2};
    batch.slices[1] = (lo_slice){data + length / 2, length - length / 2};
    lo_shared_write(shared, &batch);
}

static void open_shared(lo_shared_memory *shared, uint32_t number) {
    lo_address self = address_of_port((uint16_t)(40000 + number));
    assert(lo_shared_open(shared, directory, 7, number, &self, 4 * LO_SHARED_RECORD_MOST) == 0);
    assert(shared->host >= HOST_ANY);
}

/* Nodes that start simultaneously look for files of dead nodes; none takes a file under creation for one. */
static void test_nodes_that_start_together_keep_their_files(void) {
    enum { CHILDREN = 4, TIMES = 300 };
    pid_t children[CHILDREN];
    for (uint32_t child = 0; child < CHILDREN; child++) {
        children[child] = fork();
        if (children[child]) continue;
        for (uint32_t i = 0; i < TIMES; i++) {
            lo_shared_memory shared;
            char path[300];
            open_shared(&shared, 1000 + child);
            snprintf(path, sizeof path, "%s/node-%08x-%08x", directory, 7, 1000 + child);
            if (access(path, F_OK) != 0) _exit(1);
            lo_shared_close(&shared);
        }
        _exit(0);
    }
    for (uint32_t child = 0; child < CHILDREN; child++) {
        int status;
        assert(waitpid(children[child], &status, 0) == children[child]);
        assert(status == 0);
    }
}

/* A ring that cannot be opened is retried, and counted until it is there. */
static void test_a_ring_that_comes_late_is_read(void) {
    lo_shared_memory early, late;
    lo_member members[2];
    open_shared(&early, 1);
    lo_view view = make_view(members, 2, 0, early.host);
    lo_shared_follow(&early, &view);
    assert(early.unread == 1 && early.peer_count == 0);
    open_shared(&late, 2);
    lo_shared_follow(&early, &view);
    assert(early.unread == 0 && early.peer_count == 1);
    lo_shared_close(&late);
    lo_shared_close(&early);
}

static void test_records_pass_and_keep_their_segments(void) {
    lo_shared_memory writer, reader;
    lo_member members[2];
    lo_arrival arrival;
    open_shared(&writer, 1);
    open_shared(&reader, 2);
    lo_node *node = make_node(2);
    uint8_t data[3000];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 7);
    /* Written before the reader knows the writer: it is still read. */
    write_text(&writer, data, 3000, 1000);
    lo_view view = make_view(members, 2, 1, reader.host);
    lo_shared_follow(&reader, &view);
    assert(reader.peer_count == 1);
    for (int round = 0; round < 1000; round++) {
        assert(lo_shared_receive(&reader, node, &arrival) == 1);
        assert(arrival.length == 3000 && arrival.segment_bytes == 1000);
        assert(memcmp(arrival.buffer->data + arrival.offset, data, 3000) == 0);
        assert(lo_shared_receive(&reader, node, &arrival) == 0);
        write_text(&writer, data, 3000, 1000);
    }
    assert(!lo_shared_sleep(&reader));  /* There is one more. */
    assert(lo_shared_receive(&reader, node, &arrival) == 1 && lo_shared_sleep(&reader));
    assert(reader.lapped == 0);
    lo_shared_close(&reader);
    lo_shared_close(&writer);
    lo_node_destroy(node);
}

static void test_a_lapped_reader_notices_and_goes_on(void) {
    lo_shared_memory writer, reader;
    lo_member members[2];
    lo_arrival arrival;
    uint8_t data[1000] = {0};
    open_shared(&writer, 1);
    open_shared(&reader, 2);
    lo_node *node = make_node(2);
    lo_view view = make_view(members, 2, 1, reader.host);
    lo_shared_follow(&reader, &view);
    for (int i = 0; i < 1000; i++) write_text(&writer, data, sizeof data, 1000);
    assert(lo_shared_receive(&reader, node, &arrival) == 0 && reader.lapped == 1);
    data[0] = 42;
    write_text(&writer, data, sizeof data, 1000);
    assert(lo_shared_receive(&reader, node, &arrival) == 1 && arrival.buffer->data[arrival.offset] == 42);
    lo_shared_close(&reader);
    lo_shared_close(&writer);
    lo_node_destroy(node);
}

enum { RECORDS = 6000 };
static lo_shared_memory fast_writer;
static _Atomic bool writer_done;

static void *write_numbers(void *unused) {
    (void)unused;
    uint64_t numbers[64];
    for (uint64_t i = 1; i <= RECORDS; i++) {
        for (int j = 0; j < 64; j++) numbers[j] = i;
        write_text(&fast_writer, (uint8_t *)numbers, sizeof numbers - (i % 8) * 8, 512);
        if (i % 100 == 0 || i % 1700 > 1500) usleep(100);  /* Occasionally more than a ring at once: the reader is
                                                            * lapped. */
    }
    atomic_store(&writer_done, true);
    return NULL;
}

/* The writer never waits, so records may be lost, but none may be torn or out of order. */
static void test_a_racing_reader_never_sees_a_torn_record(void) {
    lo_shared_memory reader;
    lo_member members[2];
    lo_arrival arrival;
    pthread_t thread;
    open_shared(&fast_writer, 1);
    open_shared(&reader, 2);
    lo_node *node = make_node(2);
    lo_view view = make_view(members, 2, 1, reader.host);
    lo_shared_follow(&reader, &view);
    assert(pthread_create(&thread, NULL, write_numbers, NULL) == 0);
    uint64_t last = 0, seen = 0;
    for (;;) {
        bool done = atomic_load(&writer_done);  /* Before reading: then an empty ring is really the end. */
        int got = lo_shared_receive(&reader, node, &arrival);
        assert(got >= 0);
        if (got == 0 && done) break;
        if (got == 0) continue;
        uint64_t numbers[64];
        memcpy(numbers, arrival.buffer->data + arrival.offset, arrival.length);
        for (uint32_t j = 0; j < arrival.length / 8; j++) assert(numbers[j] == numbers[0]);
        assert(numbers[0] > last);
        last = numbers[0];
        seen++;
    }
    pthread_join(thread, NULL);
    assert(seen > 100);
    lo_shared_close(&reader);
    lo_shared_close(&fast_writer);
    lo_node_destroy(node);
}

static int count_files(void) {
    DIR *opened = opendir(directory);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(opened));) count += entry->d_name[0] != '.';
    closedir(opened);
    return count;
}

static void test_a_killed_node_leaves_nothing_behind(void) {
    pid_t child = fork();
    if (child == 0) {
        lo_shared_memory shared;
        open_shared(&shared, 9);
        _exit(0);  /* As if killed: no close. */
    }
    assert(waitpid(child, NULL, 0) == child);
    assert(count_files() == 3);  /* A ring and its two pipes. */
    lo_shared_memory shared, other;
    struct sockaddr_in found[8];
    open_shared(&other, 3);
    open_shared(&shared, 1);
    assert(count_files() == 6);
    assert(lo_shared_neighbours(&shared, found, 8) == 1 && ntohs(found[0].sin_port) == 40003);
    lo_shared_close(&shared);
    lo_shared_close(&other);
    assert(count_files() == 0);
}

/* The path of the pipe is occupied: datagrams are used for wake-ups. */
static void test_no_place_for_a_wakeup_pipe(void) {
    lo_shared_memory one, two;
    lo_member members[2];
    char path[100];
    snprintf(path, sizeof path, "%s/bell-00000007-00000002", directory);
    int fd = open(path, O_CREAT | O_RDWR, 0600);
    assert(fd >= 0);
    open_shared(&one, 1);
    open_shared(&two, 2);
    assert(one.own.wakeup_pipe >= 0 && two.own.wakeup_pipe < 0 && lo_shared_drain_wakeups(&two) == 0);
    lo_view view = make_view(members, 2, 0, one.host);
    lo_shared_follow(&one, &view);
    assert(one.peer_count == 1 && one.peers[0].wakeup_pipe < 0);
    lo_shared_close(&one);
    lo_shared_close(&two);
    close(fd);
    unlink(path);
}

static void test_wrong_files_and_directories_are_refused(void) {
    lo_shared_memory shared;
    lo_member members[2];
    lo_address self = address_of_port(1);
    char path[100];
    open_shared(&shared, 1);
    snprintf(path, sizeof path, "%s/node-00000007-00000002", directory);
    int fd = open(path, O_CREAT | O_RDWR, 0600);
    assert(fd >= 0 && write(fd, "not a ring", 10) == 10);
    lo_view view = make_view(members, 2, 0, shared.host);
    lo_shared_follow(&shared, &view);
    assert(shared.peer_count == 0);
    close(fd);
    unlink(path);
    lo_shared_close(&shared);
    assert(chmod(directory, 0755) == 0);  /* Others could read it. */
    assert(lo_shared_open(&shared, directory, 7, 1, &self, 4 * LO_SHARED_RECORD_MOST) < 0 && shared.host == 0);
    lo_shared_close(&shared);
    assert(chmod(directory, 0700) == 0);
}

/* ---- Faults. */

static void test_faults(void) {
    lo_faults faults = {0};
    lo_address source = address_of_port(1);
    lo_faults_set(&faults, &(lo_faults_config){.loss = 100000, .duplicate = 50000, .seed = 5});
    int copies = 0;
    for (int i = 0; i < 100000; i++) copies += lo_faults_apply(&faults, (const uint8_t *)"x", 1, &source, 1);
    assert(faults.dropped > 9500 && faults.dropped < 10500 && faults.duplicated > 4200 && faults.duplicated < 4800);
    assert((uint64_t)copies == 100000 - faults.dropped + faults.duplicated);
    lo_faults_clear(&faults);
    lo_faults_set(&faults, &(lo_faults_config){.burst_every = 100, .burst_length = 10});
    assert(lo_faults_apply(&faults, (const uint8_t *)"x", 1, &source, 205) == 0);
    assert(lo_faults_apply(&faults, (const uint8_t *)"x", 1, &source, 215) == 1);
    lo_faults_clear(&faults);
    lo_faults_set(&faults, &(lo_faults_config){.delay = 100, .jitter = 50});
    for (uint8_t i = 0; i < 200; i++) assert(lo_faults_apply(&faults, &i, 1, &source, i) == 0);
    assert(lo_faults_due(&faults, 99) == NULL && lo_faults_next(&faults) >= 100);
    lo_time before = 0;
    for (int i = 0; i < 150; i++) {
        lo_late *late = lo_faults_due(&faults, 1000);
        assert(late && late->due >= before && late->due >= 100u + late->packet[0] && late->due < 150u + late->packet[0]);
        before = late->due;
        free(late);
    }
    lo_faults_clear(&faults);  /* The other 50 are not leaked. */
}

/* ---- Sockets. */

static void exchange(bool offload, uint32_t segment, uint32_t count) {
    lo_network a, b;
    lo_network_config config = {.port = 23456, .scope = 77, .no_offload = !offload};
    lo_address channel = lo_channel_address(5, LO_PATH_MULTICAST);
    assert(lo_network_open(&a, &config) == 0 && lo_network_open(&b, &config) == 0);
    assert(lo_network_listen(&a, &channel, 1) == 0 && lo_network_listen(&b, &channel, 1) == 0);
    lo_node *node = make_node(1);
    lo_arrival own[LO_RECEIVE_BATCH];
    for (int s = 0; s < a.socket_count; s++)  /* The other one's first DISCOVER. */
        while (lo_network_receive(&a, node, s, own) > 0) {
        }
    static uint8_t data[65536];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i / segment);
    static lo_send_queue departures;
    memset(&departures, 0, sizeof departures);
    lo_address to = a.multicast_works ? channel : b.self;
    departures.count = 1;
    departures.batches[0] = (lo_batch){.destinations = &to, .destination_count = 1, .segment_bytes = segment,
                                       .segment_count = count, .total_bytes = segment * count - 3, .slice_count = 3};
    departures.batches[0].slices[0] = (lo_slice){data, segment / 2};
    departures.batches[0].slices[1] = (lo_slice){data + segment / 2, segment};
    departures.batches[0].slices[2] = (lo_slice){data + segment / 2 + segment, segment * count - 3 - segment / 2 - segment};
    assert(lo_network_send(&a, &departures) == 0);
    uint32_t packets = 0;
    for (int tries = 0; packets < count && tries < 2000; tries++) {
        lo_arrival arrivals[LO_RECEIVE_BATCH];
        for (int s = 0; s < b.socket_count; s++) {
            int got = lo_network_receive(&b, node, s, arrivals);
            for (int i = 0; i < got; i++)
                for (uint32_t at = 0; at < arrivals[i].length; at += arrivals[i].segment_bytes, packets++) {
                    uint32_t length = lo_min32(arrivals[i].segment_bytes, arrivals[i].length - at);
                    assert(length == (packets + 1 == count ? segment - 3 : segment));
                    assert(arrivals[i].buffer->data[arrivals[i].offset + at] == (uint8_t)packets);
                    assert(lo_address_equal(&arrivals[i].source, &a.self));
                }
        }
        if (packets < count) usleep(1000);
    }
    assert(packets == count);
    /* The sender does not receive its own packets (if the system can filter). */
#ifndef LO_PORTABLE
    for (int s = 0; s < a.socket_count; s++) assert(lo_network_receive(&a, node, s, own) == 0);
#endif
    lo_network_close(&a);
    lo_network_close(&b);
    lo_node_destroy(node);
}

static void test_interfaces(void) {
    lo_network network;
    lo_network_config config = {.port = 23457, .interface = "no-such-interface"};
    assert(lo_network_open(&network, &config) < 0);
    strcpy(config.interface, "127.0.0.1");
    assert(lo_network_open(&network, &config) == 0 && network.loopback);
    lo_network_close(&network);
    config.no_multicast = true;
    assert(lo_network_open(&network, &config) == 0 && !network.multicast_works);
    lo_network_close(&network);
}

int main(void) {
    assert(mkdtemp(directory));
    test_nodes_that_start_together_keep_their_files();
    test_a_ring_that_comes_late_is_read();
    test_records_pass_and_keep_their_segments();
    test_a_lapped_reader_notices_and_goes_on();
    test_a_racing_reader_never_sees_a_torn_record();
    test_a_killed_node_leaves_nothing_behind();
    test_no_place_for_a_wakeup_pipe();
    test_wrong_files_and_directories_are_refused();
    rmdir(directory);
    test_faults();
    exchange(true, 1000, 60);
    exchange(false, 1000, 20);
    exchange(true, 65000, 1);
    test_interfaces();
    puts("ok");
    return 0;
}

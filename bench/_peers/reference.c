// SPDX-License-Identifier: BSD-3-Clause
/* Limit of the machine without a protocol: GSO multicast, and a shared-memory ring. No recovery, order or
 * membership. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "reference.h"

/* ---- Multicast. */

struct multicast_sender {
    int fd;
    uint32_t used;
    char bytes[65536];
};

multicast_sender *multicast_sender_open(const char *interface, const char *group, int port, int size) {
    multicast_sender *sender = calloc(1, sizeof *sender);
    struct in_addr address;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int buffer = 8 << 20;
    inet_pton(AF_INET, interface, &address);
    inet_pton(AF_INET, group, &to.sin_addr);
    sender->fd = socket(AF_INET, SOCK_DGRAM, 0);
    setsockopt(sender->fd, IPPROTO_IP, IP_MULTICAST_IF, &address, sizeof address);
    setsockopt(sender->fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof buffer);
    setsockopt(sender->fd, SOL_UDP, UDP_SEGMENT, &size, sizeof size);
    connect(sender->fd, (struct sockaddr *)&to, sizeof to);
    return sender;
}

void multicast_sender_flush(multicast_sender *sender) {
    if (sender->used && send(sender->fd, sender->bytes, sender->used, 0) < 0) sender->used = 0;
    sender->used = 0;
}

void multicast_sender_put(multicast_sender *sender, const char *data, int size) {
    if (sender->used + (uint32_t)size > 60000) multicast_sender_flush(sender);
    memcpy(sender->bytes + sender->used, data, (size_t)size);
    sender->used += (uint32_t)size;
}

int multicast_receiver_open(const char *interface, const char *group, int port) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0), on = 1, buffer = 32 << 20;
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct ip_mreq membership;
    struct timeval patience = {0, 100000};
    inet_pton(AF_INET, group, &own.sin_addr);
    membership.imr_multiaddr = own.sin_addr;
    inet_pton(AF_INET, interface, &membership.imr_interface);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer);
    setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (bind(fd, (struct sockaddr *)&own, sizeof own) != 0) return -1;
    return setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership) == 0 ? fd : -1;
}

int multicast_receive(int fd, char *buffer, int room) {
    int used = 0;
    while (used + 65536 <= room) {
        ssize_t got = recv(fd, buffer + used, (size_t)(room - used), used ? MSG_DONTWAIT : 0);
        if (got <= 0) break;
        used += (int)got;
    }
    return used;
}

/* ---- A ring buffer of slots of one size; the writer waits for the slowest reader. */

enum { READERS = 64 };
struct slot_ring {
    _Alignas(128) _Atomic uint64_t head;
    _Alignas(128) _Atomic uint32_t bell;
    _Atomic uint32_t sleepers;
    struct {
        _Alignas(128) _Atomic uint64_t position;
    } readers[READERS];
    _Alignas(128) _Atomic uint32_t reader_count;
    uint32_t size, slots;
    uint64_t filled; /* The writer's, ahead of head until it flushes. */
    _Alignas(128) char data[];
};

static long futex(_Atomic uint32_t *word, int operation, uint32_t value, const struct timespec *limit) {
    return syscall(SYS_futex, word, operation, value, limit, NULL, 0);
}

slot_ring *slot_ring_open(const char *path, int size, int slots, int create) {
    size_t bytes = sizeof(slot_ring) + (size_t)size * (size_t)slots;
    int fd = open(path, O_RDWR | (create ? O_CREAT : 0), 0600);
    if (fd < 0 || (create && ftruncate(fd, (off_t)bytes) != 0)) return NULL;
    slot_ring *ring = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (ring == MAP_FAILED) return NULL;
    if (create) {
        ring->size = (uint32_t)size;
        ring->slots = (uint32_t)slots;
    }
    return ring;
}

int slot_ring_join(slot_ring *ring) {
    uint32_t reader = atomic_fetch_add(&ring->reader_count, 1);
    atomic_store(&ring->readers[reader].position, atomic_load(&ring->head));
    return (int)reader;
}

void slot_ring_flush(slot_ring *ring) {
    atomic_store(&ring->head, ring->filled);
    if (!atomic_load(&ring->sleepers)) return;
    atomic_fetch_add(&ring->bell, 1);
    futex(&ring->bell, FUTEX_WAKE, INT_MAX, NULL);
}

static uint64_t slowest(slot_ring *ring) {
    uint64_t least = UINT64_MAX;
    uint32_t count = atomic_load(&ring->reader_count);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t position = atomic_load_explicit(&ring->readers[i].position, memory_order_acquire);
        if (position < least) least = position;
    }
    return least;
}

void slot_ring_put(slot_ring *ring, const char *data, int size) {
    for (int tries = 0; tries < 100000; tries++) {
        uint64_t least = slowest(ring);
        if (least == UINT64_MAX || ring->filled - least < ring->slots) break;
        if (atomic_load(&ring->head) != ring->filled) slot_ring_flush(ring);
        if (tries < 4) sched_yield();
        else usleep(50);
    }
    memcpy(ring->data + (ring->filled % ring->slots) * ring->size, data, (size_t)size);
    if ((++ring->filled & 63) == 0) slot_ring_flush(ring);
}

int slot_ring_take(slot_ring *ring, int reader, char *buffer, int most) {
    _Atomic uint64_t *own = &ring->readers[reader].position;
    uint64_t position = atomic_load(own), head = atomic_load_explicit(&ring->head, memory_order_acquire);
    if (head == position) {
        uint32_t bell = atomic_load(&ring->bell);
        struct timespec limit = {0, 100000000};
        atomic_fetch_add(&ring->sleepers, 1);
        if (atomic_load(&ring->head) == position) futex(&ring->bell, FUTEX_WAIT, bell, &limit);
        atomic_fetch_sub(&ring->sleepers, 1);
        head = atomic_load_explicit(&ring->head, memory_order_acquire);
    }
    int taken = 0;
    for (; taken < most && position < head; taken++, position++)
        memcpy(buffer + (size_t)taken * ring->size, ring->data + (position % ring->slots) * ring->size, ring->size);
    atomic_store_explicit(own, position, memory_order_release);
    return taken;
}

#define _GNU_SOURCE
#include "lo_bell.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>
#if !defined(LO_PORTABLE) && defined(__linux__)
#include <sys/eventfd.h>
#define LO_HAVE_EVENTFD 1
#endif

int lo_bell_open(lo_bell *bell) {
    atomic_init(&bell->armed, false);
#ifdef LO_HAVE_EVENTFD
    bell->read_fd = bell->write_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return bell->read_fd < 0 ? -errno : 0;
#else
    int ends[2];
    if (pipe(ends) != 0) return -errno;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    bell->read_fd = ends[0];
    bell->write_fd = ends[1];
    return 0;
#endif
}

void lo_bell_close(lo_bell *bell) {
    if (bell->write_fd >= 0 && bell->write_fd != bell->read_fd) close(bell->write_fd);
    if (bell->read_fd >= 0) close(bell->read_fd);
    bell->read_fd = bell->write_fd = -1;
}

void lo_bell_arm(lo_bell *bell) {
    /* A read-modify-write on both sides: whichever of the two comes second has seen what the first one
     * published before it, so either the ringer finds the bell armed or the waiter finds the news. */
    atomic_exchange_explicit(&bell->armed, true, memory_order_acq_rel);
}

void lo_bell_disarm(lo_bell *bell) {
    atomic_store_explicit(&bell->armed, false, memory_order_relaxed);
    uint64_t swallowed[16];
    while (read(bell->read_fd, swallowed, sizeof swallowed) == (ssize_t)sizeof swallowed) {
    }
}

void lo_bell_ring_always(lo_bell *bell) {
    uint64_t one = 1;
    atomic_store_explicit(&bell->armed, false, memory_order_relaxed); /* The waiter knows that it was rung. */
    /* A full pipe or counter is as good as a rung bell. */
    ssize_t written = write(bell->write_fd, &one, sizeof one);
    (void)written;
}

bool lo_bell_ring(lo_bell *bell) {
    if (!atomic_exchange_explicit(&bell->armed, false, memory_order_acq_rel)) return false;
    lo_bell_ring_always(bell);
    return true;
}

// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_wakeup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <unistd.h>
#if !defined(LO_PORTABLE) && defined(__linux__)
#include <sys/eventfd.h>
#define LO_HAVE_EVENTFD 1
#endif

int lo_wakeup_open(lo_wakeup *wakeup) {
    atomic_init(&wakeup->armed, false);
#ifdef LO_HAVE_EVENTFD
    wakeup->read_fd = wakeup->write_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return wakeup->read_fd < 0 ? -errno : 0;
#else
    int ends[2];
    if (pipe(ends) != 0) return -errno;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    wakeup->read_fd = ends[0];
    wakeup->write_fd = ends[1];
    return 0;
#endif
}

void lo_wakeup_close(lo_wakeup *wakeup) {
    if (wakeup->write_fd >= 0 && wakeup->write_fd != wakeup->read_fd) close(wakeup->write_fd);
    if (wakeup->read_fd >= 0) close(wakeup->read_fd);
    wakeup->read_fd = wakeup->write_fd = -1;
}

void lo_wakeup_arm(lo_wakeup *wakeup) {
    /* A read-modify-write on both sides: whichever comes second sees what the first one published, so either the
     * signaller finds the wake-up armed or the waiter finds the new data. */
    atomic_exchange_explicit(&wakeup->armed, true, memory_order_acq_rel);
}

void lo_wakeup_disarm(lo_wakeup *wakeup) {
    atomic_store_explicit(&wakeup->armed, false, memory_order_relaxed);
    uint64_t swallowed[16];
    while (read(wakeup->read_fd, swallowed, sizeof swallowed) == (ssize_t)sizeof swallowed) {
    }
}

void lo_wakeup_signal_always(lo_wakeup *wakeup) {
    uint64_t one = 1;
    atomic_store_explicit(&wakeup->armed, false, memory_order_relaxed); /* The waiter knows that it was signalled. */
    /* A full pipe or counter is signalled already. */
    ssize_t written = write(wakeup->write_fd, &one, sizeof one);
    (void)written;
}

bool lo_wakeup_signal(lo_wakeup *wakeup) {
    if (!atomic_exchange_explicit(&wakeup->armed, false, memory_order_acq_rel)) return false;
    lo_wakeup_signal_always(wakeup);
    return true;
}

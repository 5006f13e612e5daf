// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_poller.h"

#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "lo_platform.h"
#ifdef LO_LINUX
#include <sys/epoll.h>
#endif

enum {
    CALM = 8,     /* Consecutive sleeps after messages before the application polls, */
    TIRED = 16,   /* and polls without result before it stops. */
};
#define RARE (50 * LO_MILLISECOND)          /* Interval between messages from which polling is not worthwhile. */
#define AT_IT (2 * LO_MILLISECOND)          /* Since it last took something. */
#define NEGLECTED (20 * LO_MILLISECOND)
#define NOTHING_COMES (100 * LO_MILLISECOND)

int lo_poller_open(lo_poller *poller, const lo_wakeup *wakeup, const lo_wait *wait) {
    *poller = (lo_poller){.descriptor = -1, .sockets = wait->epoll};
#ifdef LO_LINUX
    poller->descriptor = epoll_create1(EPOLL_CLOEXEC);
    if (poller->descriptor < 0) return -errno;
    struct epoll_event readable = {.events = EPOLLIN}, later = {.events = 0};
    if (epoll_ctl(poller->descriptor, EPOLL_CTL_ADD, wakeup->read_fd, &readable) != 0 ||
        epoll_ctl(poller->descriptor, EPOLL_CTL_ADD, wait->epoll, &later) != 0) {
        int error = -errno;
        lo_poller_close(poller);
        return error;
    }
#else
    (void)wakeup;
#endif
    return 0;
}

void lo_poller_close(lo_poller *poller) {
    if (poller->descriptor >= 0) close(poller->descriptor);
    poller->descriptor = -1;
}

int lo_poller_descriptor(const lo_poller *poller, const lo_wakeup *wakeup) {
    return poller->descriptor >= 0 ? poller->descriptor : wakeup->read_fd;
}

int lo_poller_decide(lo_poller *poller, lo_time now) {
    uint32_t taken = poller->taken;
    poller->taken = 0;
    poller->asleep = true;
    poller->empty = false;
    if (poller->descriptor < 0) return 0;
    if (atomic_load_explicit(&poller->by_application, memory_order_relaxed)) {
        poller->calm = 0;
        return poller->useless > TIRED ? -1 : 0;
    }
    poller->useless = 0;
    if (taken == 0) return 0;
    bool rare = now > poller->last_sleep + RARE;
    poller->last_sleep = now;
    poller->calm = rare ? 0 : poller->calm + 1;
    return poller->calm >= CALM ? 1 : 0;
}

void lo_poller_took(lo_poller *poller, uint32_t count) {
    poller->taken += count;
    poller->empty = count == 0;
    if (count) atomic_fetch_add_explicit(&poller->takes, 1, memory_order_relaxed);
}

/* An application that never sleeps but polls repeatedly counts as awake. */
bool lo_poller_polls_again(const lo_poller *poller) {
    return poller->more || (poller->empty && atomic_load_explicit(&poller->by_application, memory_order_relaxed));
}

void lo_poller_polled(lo_poller *poller, bool found) {
    poller->useless = found ? poller->useless / 2 : poller->useless + 1;
}

void lo_poller_assign(lo_poller *poller, lo_time period, lo_time now) {
#ifdef LO_LINUX
    struct epoll_event event = {.events = period ? EPOLLIN : 0};
    if (epoll_ctl(poller->descriptor, EPOLL_CTL_MOD, poller->sockets, &event) != 0) return;
    poller->seen_turns = atomic_load_explicit(&poller->turns, memory_order_relaxed);
    poller->last_turn = now;
    poller->period = period;
    atomic_store_explicit(&poller->by_application, period != 0, memory_order_relaxed);
#else
    (void)poller, (void)period, (void)now;
#endif
}

bool lo_poller_is_active(lo_poller *poller, lo_time now) {
    uint64_t takes = atomic_load_explicit(&poller->takes, memory_order_relaxed);
    if (takes != poller->seen_takes) poller->last_take = now;
    poller->seen_takes = takes;
    return poller->descriptor >= 0 && now - poller->last_take < AT_IT;
}

bool lo_poller_is_neglected(lo_poller *poller, bool ready, lo_time now) {
    uint64_t turns = atomic_load_explicit(&poller->turns, memory_order_relaxed);
    if (turns == poller->seen_turns) return now - poller->last_turn > (ready ? NEGLECTED : NOTHING_COMES);
    poller->seen_turns = turns;
    poller->last_turn = now;
    return false;
}

void lo_poller_sleep(const lo_wakeup *wakeup, lo_time timeout) {
    struct pollfd one = {.fd = wakeup->read_fd, .events = POLLIN};
#ifdef LO_LINUX
    struct timespec span = {(time_t)(timeout / LO_SECOND), (long)(timeout % LO_SECOND)};
    (void)ppoll(&one, 1, &span, NULL);
#else
    (void)poll(&one, 1, (int)(timeout / LO_MILLISECOND) + 1);
#endif
}

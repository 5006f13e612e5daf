#define _GNU_SOURCE
#include "lo_watch.h"

#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>
#if !defined(LO_PORTABLE) && defined(__linux__)
#include <sys/epoll.h>
#define LO_LINUX 1
#endif

enum {
    CALM = 8,     /* Sleeps in a row, each after messages, before the application watches, */
    TIRED = 16,   /* and looks in vain before it does no longer. */
};
#define RARE (50 * LO_MILLISECOND)          /* Between messages: it is not worth watching for them. */
#define AT_IT (2 * LO_MILLISECOND)          /* Since it last took something. */
#define NEGLECTED (20 * LO_MILLISECOND)
#define NOTHING_COMES (100 * LO_MILLISECOND)

int lo_watch_open(lo_watch *watch, const lo_bell *bell, const lo_wait *wait) {
    *watch = (lo_watch){.face = -1, .sockets = wait->epoll};
#ifdef LO_LINUX
    watch->face = epoll_create1(EPOLL_CLOEXEC);
    if (watch->face < 0) return -errno;
    struct epoll_event rung = {.events = EPOLLIN}, later = {.events = 0};
    if (epoll_ctl(watch->face, EPOLL_CTL_ADD, bell->read_fd, &rung) != 0 ||
        epoll_ctl(watch->face, EPOLL_CTL_ADD, wait->epoll, &later) != 0) {
        int error = -errno;
        lo_watch_close(watch);
        return error;
    }
#else
    (void)bell;
#endif
    return 0;
}

void lo_watch_close(lo_watch *watch) {
    if (watch->face >= 0) close(watch->face);
    watch->face = -1;
}

int lo_watch_descriptor(const lo_watch *watch, const lo_bell *bell) {
    return watch->face >= 0 ? watch->face : bell->read_fd;
}

int lo_watch_wish(lo_watch *watch, lo_time now) {
    uint32_t taken = watch->taken;
    watch->taken = 0;
    watch->asleep = true;
    watch->empty = false;
    if (watch->face < 0) return 0;
    if (atomic_load_explicit(&watch->by_application, memory_order_relaxed)) {
        watch->calm = 0;
        return watch->useless > TIRED ? -1 : 0;
    }
    watch->useless = 0;
    if (taken == 0) return 0;
    bool rare = now > watch->last_sleep + RARE;
    watch->last_sleep = now;
    watch->calm = rare ? 0 : watch->calm + 1;
    return watch->calm >= CALM ? 1 : 0;
}

void lo_watch_took(lo_watch *watch, uint32_t count) {
    watch->taken += count;
    watch->empty = count == 0;
    if (count) atomic_fetch_add_explicit(&watch->takes, 1, memory_order_relaxed);
}

/* One that never sleeps but comes again and again is as good as one that was woken. */
bool lo_watch_looks_again(const lo_watch *watch) {
    return watch->more || (watch->empty && atomic_load_explicit(&watch->by_application, memory_order_relaxed));
}

void lo_watch_looked(lo_watch *watch, bool found) { watch->useless = found ? watch->useless / 2 : watch->useless + 1; }

void lo_watch_give(lo_watch *watch, lo_time period, lo_time now) {
#ifdef LO_LINUX
    struct epoll_event event = {.events = period ? EPOLLIN : 0};
    if (epoll_ctl(watch->face, EPOLL_CTL_MOD, watch->sockets, &event) != 0) return;
    watch->seen_turns = atomic_load_explicit(&watch->turns, memory_order_relaxed);
    watch->last_turn = now;
    watch->period = period;
    atomic_store_explicit(&watch->by_application, period != 0, memory_order_relaxed);
#else
    (void)watch, (void)period, (void)now;
#endif
}

bool lo_watch_is_at_it(lo_watch *watch, lo_time now) {
    uint64_t takes = atomic_load_explicit(&watch->takes, memory_order_relaxed);
    if (takes != watch->seen_takes) watch->last_take = now;
    watch->seen_takes = takes;
    return watch->face >= 0 && now - watch->last_take < AT_IT;
}

bool lo_watch_neglected(lo_watch *watch, bool ready, lo_time now) {
    uint64_t turns = atomic_load_explicit(&watch->turns, memory_order_relaxed);
    if (turns == watch->seen_turns) return now - watch->last_turn > (ready ? NEGLECTED : NOTHING_COMES);
    watch->seen_turns = turns;
    watch->last_turn = now;
    return false;
}

void lo_watch_sleep(const lo_bell *bell, lo_time timeout) {
    struct pollfd one = {.fd = bell->read_fd, .events = POLLIN};
#ifdef LO_LINUX
    struct timespec span = {(time_t)(timeout / LO_SECOND), (long)(timeout % LO_SECOND)};
    (void)ppoll(&one, 1, &span, NULL);
#else
    (void)poll(&one, 1, (int)(timeout / LO_MILLISECOND) + 1);
#endif
}

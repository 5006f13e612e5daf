// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_wait.h"

#include <errno.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "lo_platform.h"
#ifdef LO_LINUX
#include <sys/epoll.h>
#endif

static int find(const lo_wait *wait, int fd) {
    for (uint32_t i = 0; i < wait->count; i++)
        if (wait->entries[i].fd == fd) return (int)i;
    return -1;
}

int lo_wait_open(lo_wait *wait) {
    wait->count = 0;
    wait->epoll = -1;
#ifdef LO_LINUX
    wait->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (wait->epoll < 0) return -errno;
#endif
    return 0;
}

void lo_wait_close(lo_wait *wait) {
    if (wait->epoll >= 0) close(wait->epoll);
    wait->epoll = -1;
    wait->count = 0;
}

int lo_wait_for(lo_wait *wait, int fd, uint32_t events, uint32_t tag) {
    int index = find(wait, fd);
    if (index >= 0 && wait->entries[index].events == events && wait->entries[index].tag == tag) return 0;
    if (index < 0 && wait->count == LO_WAIT_MOST) return -ENOSPC;
#ifdef LO_LINUX
    struct epoll_event event = {.data.u32 = tag};
    event.events = (events & LO_WAIT_READ ? EPOLLIN : 0) | (events & LO_WAIT_WRITE ? EPOLLOUT : 0) |
                   (events & LO_WAIT_EDGE ? EPOLLET : 0);
    if (epoll_ctl(wait->epoll, index < 0 ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &event) != 0) return -errno;
#else
    if (events & LO_WAIT_EDGE) return -ENOTSUP;
#endif
    if (index < 0) index = (int)wait->count++;
    wait->entries[index].fd = fd;
    wait->entries[index].events = events;
    wait->entries[index].tag = tag;
    return 0;
}

void lo_wait_forget(lo_wait *wait, int fd) {
    int index = find(wait, fd);
    if (index < 0) return;
    wait->entries[index] = wait->entries[--wait->count];
#ifdef LO_LINUX
    epoll_ctl(wait->epoll, EPOLL_CTL_DEL, fd, NULL);
#endif
}

#ifdef LO_LINUX
static int wait_epoll(const lo_wait *wait, lo_time timeout, struct epoll_event *events, int room) {
    struct timespec span = {(time_t)(timeout / LO_SECOND), (long)(timeout % LO_SECOND)};
    int count = epoll_pwait2(wait->epoll, events, room, timeout == LO_NEVER ? NULL : &span, NULL);
    if (count >= 0 || errno != ENOSYS) return count;
    /* Older kernels support milliseconds only; rounding up avoids spinning. */
    int milliseconds = timeout == LO_NEVER ? -1 : (int)lo_min64((timeout + 999999) / 1000000, 60000);
    return epoll_wait(wait->epoll, events, room, milliseconds);
}

int lo_wait_now(lo_wait *wait, lo_time timeout, lo_waited *ready, int room) {
    struct epoll_event events[64];
    int count = wait_epoll(wait, timeout, events, room < 64 ? room : 64);
    for (int i = 0; i < count; i++) {
        bool broken = events[i].events & (EPOLLERR | EPOLLHUP);
        ready[i].tag = events[i].data.u32;
        ready[i].events = (events[i].events & EPOLLIN || broken ? LO_WAIT_READ : 0) |
                          (events[i].events & EPOLLOUT ? LO_WAIT_WRITE : 0);
    }
    return count < 0 ? 0 : count;
}
#else
int lo_wait_now(lo_wait *wait, lo_time timeout, lo_waited *ready, int room) {
    struct pollfd fds[LO_WAIT_MOST];
    for (uint32_t i = 0; i < wait->count; i++) {
        uint32_t events = wait->entries[i].events;
        fds[i] = (struct pollfd){.fd = events ? wait->entries[i].fd : -1,
                                 .events = (short)((events & LO_WAIT_READ ? POLLIN : 0) |
                                                   (events & LO_WAIT_WRITE ? POLLOUT : 0))};
    }
    int milliseconds = timeout == LO_NEVER ? -1 : (int)lo_min64((timeout + 999999) / 1000000, 60000);
    int count = 0;
    if (poll(fds, wait->count, milliseconds) <= 0) return 0;
    for (uint32_t i = 0; i < wait->count && count < room; i++) {
        if (!fds[i].revents) continue;
        ready[count].tag = wait->entries[i].tag;
        ready[count].events = (fds[i].revents & (POLLIN | POLLERR | POLLHUP) ? LO_WAIT_READ : 0) |
                              (fds[i].revents & POLLOUT ? LO_WAIT_WRITE : 0);
        count++;
    }
    return count;
}
#endif

bool lo_wait_is_ready(const lo_wait *wait) {
    struct pollfd all = {.fd = wait->epoll, .events = POLLIN};
    return poll(&all, 1, 0) > 0;
}

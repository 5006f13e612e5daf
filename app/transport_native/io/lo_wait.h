// SPDX-License-Identifier: BSD-3-Clause
/* Waits for descriptors: epoll with nanoseconds if available, else poll. */
#ifndef LO_WAIT_H
#define LO_WAIT_H

#include "lo_base.h"

enum { LO_WAIT_READ = 1, LO_WAIT_WRITE = 2, LO_WAIT_EDGE = 4 /* Edge-triggered; needs epoll. */ };
#define LO_WAIT_MOST 256

typedef struct lo_waited {
    uint32_t tag;
    uint32_t events;  /* LO_WAIT_… */
} lo_waited;

typedef struct lo_wait {
    int epoll;  /* -1 if unavailable. */
    struct {
        int fd;
        uint32_t events, tag;
    } entries[LO_WAIT_MOST];
    uint32_t count;
} lo_wait;

int lo_wait_open(lo_wait *wait);  /* Zero, or a negative errno. */
void lo_wait_close(lo_wait *wait);
/* Sets the events to wait for on a descriptor; none: keep it without waiting. */
int lo_wait_for(lo_wait *wait, int fd, uint32_t events, uint32_t tag);
void lo_wait_forget(lo_wait *wait, int fd);
/* Waits at most `timeout` nanoseconds (LO_NEVER: no limit); returns how many are ready. */
int lo_wait_now(lo_wait *wait, lo_time timeout, lo_waited *ready, int room);
bool lo_wait_is_ready(const lo_wait *wait);  /* The same as a check without results; needs epoll. */

#endif

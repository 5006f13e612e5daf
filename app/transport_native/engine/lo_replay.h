// SPDX-License-Identifier: BSD-3-Clause
/* Replay protection: a sliding window over the packet numbers of one sender. */
#ifndef LO_REPLAY_H
#define LO_REPLAY_H

#include "lo_base.h"

#define LO_REPLAY_BITS 4096u

typedef struct lo_replay {
    uint64_t highest;                      /* Greatest number seen; numbers start at 1. */
    uint64_t seen[LO_REPLAY_BITS / 64];    /* Bit of number n: n mod LO_REPLAY_BITS. */
} lo_replay;

/* True if `number` was not seen yet. */
static inline bool lo_replay_fresh(const lo_replay *window, uint64_t number) {
    if (number > window->highest) return true;
    if (number == 0 || window->highest - number >= LO_REPLAY_BITS) return false;
    return !(window->seen[number % LO_REPLAY_BITS / 64] >> (number % 64) & 1);
}

/* Marks a number as seen. Only after the packet was authenticated. */
void lo_replay_take(lo_replay *window, uint64_t number);

#endif

/* Has this packet number been seen? A sliding window over the numbers of one sender. */
#ifndef LO_REPLAY_H
#define LO_REPLAY_H

#include "lo_base.h"

#define LO_REPLAY_BITS 4096u

typedef struct lo_replay {
    uint64_t highest;                      /* Greatest number taken; numbers start at 1. */
    uint64_t seen[LO_REPLAY_BITS / 64];    /* Bit of number n: n mod LO_REPLAY_BITS. */
} lo_replay;

/* Whether `number` may still be new. */
static inline bool lo_replay_fresh(const lo_replay *window, uint64_t number) {
    if (number > window->highest) return true;
    if (number == 0 || window->highest - number >= LO_REPLAY_BITS) return false;
    return !(window->seen[number % LO_REPLAY_BITS / 64] >> (number % 64) & 1);
}

/* Takes a fresh number: from now on it has been seen. Only after the packet proved authentic. */
void lo_replay_take(lo_replay *window, uint64_t number);

#endif

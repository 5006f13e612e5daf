// SPDX-License-Identifier: BSD-3-Clause
#include "lo_replay.h"

void lo_replay_take(lo_replay *window, uint64_t number) {
    if (number > window->highest) {
        if (number - window->highest >= LO_REPLAY_BITS) {
            memset(window->seen, 0, sizeof window->seen);
        } else {
            for (uint64_t n = window->highest + 1; n < number; n++)
                window->seen[n % LO_REPLAY_BITS / 64] &= ~((uint64_t)1 << (n % 64));
        }
        window->highest = number;
    }
    window->seen[number % LO_REPLAY_BITS / 64] |= (uint64_t)1 << (number % 64);
}

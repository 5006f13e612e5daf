// SPDX-License-Identifier: BSD-3-Clause
/* Pseudo-random numbers: the same seed gives the same run. */
#ifndef SIM_RANDOM_H
#define SIM_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sim_random {
    uint64_t state;
} sim_random;

static inline uint64_t sim_next(sim_random *random) {
    uint64_t z = (random->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
/* Uniform in 0 … limit-1; limit is not 0. */
static inline uint64_t sim_below(sim_random *random, uint64_t limit) { return sim_next(random) % limit; }
/* Uniform in 0 … 1. */
static inline double sim_unit(sim_random *random) { return (double)(sim_next(random) >> 11) * 0x1.0p-53; }
static inline bool sim_chance(sim_random *random, double probability) { return sim_unit(random) < probability; }

#endif

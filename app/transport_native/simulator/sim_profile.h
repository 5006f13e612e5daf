// SPDX-License-Identifier: BSD-3-Clause
/* Named fault profiles of a run. */
#ifndef SIM_PROFILE_H
#define SIM_PROFILE_H

#include "../engine/lo_base.h"

typedef struct sim_profile {
    const char *name;
    double loss;              /* Probability that a receiver misses a packet. */
    double burst_every;       /* Mean seconds between loss bursts at a receiver, 0: none, */
    double burst_length;      /* and their length. */
    double duplicate;         /* Probability that a packet is duplicated. */
    double reorder;           /* Probability that a packet is delayed by up to 20 delays. */
    double delay;             /* Seconds from sender to receiver … */
    double jitter;            /* … plus this random part. */
    double crash_every;       /* Mean seconds between crashes anywhere, 0 for none. */
    double restart_after;     /* Mean seconds until a crashed node comes back. */
    double leave_every;       /* Mean seconds between orderly departures, 0 for none. */
    double freeze_every;      /* Mean seconds between freezes anywhere, 0 for none. */
    double freeze_length;     /* Up to this many seconds. */
    double partition_every;   /* Mean seconds between network partitions, 0 for none. */
    double partition_length;  /* Up to this many seconds. */
    double clock_jump_every;  /* Mean seconds between jumps of some node's clock, 0 for none. */
    double regroup_every;     /* Mean seconds between a node joining or leaving some group, 0 for none. */
} sim_profile;

const sim_profile *sim_profile_find(const char *name);
/* The n-th profile, or NULL. */
const sim_profile *sim_profile_at(uint32_t n);

#endif

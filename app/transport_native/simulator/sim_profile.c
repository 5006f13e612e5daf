// SPDX-License-Identifier: BSD-3-Clause
#include "sim_profile.h"

static const sim_profile profiles[] = {
    {.name = "clean", .delay = 100e-6, .jitter = 20e-6},
    {.name = "lossy", .delay = 100e-6, .jitter = 50e-6, .loss = 0.03, .duplicate = 0.005, .reorder = 0.01},
    {.name = "bursty", .delay = 100e-6, .jitter = 50e-6, .loss = 0.001, .burst_every = 0.5, .burst_length = 0.010},
    {.name = "churn", .delay = 100e-6, .jitter = 50e-6, .loss = 0.002, .crash_every = 1.0, .restart_after = 0.7,
     .leave_every = 1.5, .regroup_every = 0.5},
    {.name = "freeze", .delay = 100e-6, .jitter = 50e-6, .loss = 0.002, .freeze_every = 0.7, .freeze_length = 1.5},
    {.name = "thaw", .delay = 100e-6, .jitter = 50e-6, .loss = 0.002, .crash_every = 2.0, .restart_after = 0.7,
     .freeze_every = 1.0, .freeze_length = 6.0, .regroup_every = 0.5},
    {.name = "partition", .delay = 100e-6, .jitter = 50e-6, .loss = 0.002, .partition_every = 2.0,
     .partition_length = 5.0},
    {.name = "chaos", .delay = 200e-6, .jitter = 200e-6, .loss = 0.02, .burst_every = 1.0, .burst_length = 0.020,
     .duplicate = 0.01, .reorder = 0.02, .crash_every = 1.5, .restart_after = 1.0, .leave_every = 3.0,
     .freeze_every = 1.5, .freeze_length = 2.0, .partition_every = 4.0, .partition_length = 4.0,
     .clock_jump_every = 1.0, .regroup_every = 1.0},
};

const sim_profile *sim_profile_at(uint32_t n) {
    return n < sizeof profiles / sizeof profiles[0] ? &profiles[n] : NULL;
}

const sim_profile *sim_profile_find(const char *name) {
    for (uint32_t n = 0; sim_profile_at(n); n++)
        if (strcmp(profiles[n].name, name) == 0) return &profiles[n];
    return NULL;
}

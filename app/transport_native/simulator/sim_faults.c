// SPDX-License-Identifier: BSD-3-Clause
#include <math.h>

#include "sim_world.h"

double sim_exponential(sim_random *random, double mean) { return -mean * log(1.0 - sim_unit(random)); }

static double mean_between(const sim_profile *profile, enum sim_fault_kind kind) {
    switch (kind) {
        case SIM_CRASH: return profile->crash_every;
        case SIM_LEAVE: return profile->leave_every;
        case SIM_FREEZE: return profile->freeze_every;
        case SIM_PARTITION: return profile->partition_every;
        case SIM_JUMP: return profile->clock_jump_every;
        case SIM_REGROUP: return profile->regroup_every;
        case SIM_FAULT_KINDS: break;
    }
    return 0;
}

static void schedule(sim_world *world, enum sim_fault_kind kind) {
    double mean = mean_between(world->settings.profile, kind);
    if (mean <= 0) return;
    lo_time at = world->now + sim_seconds(sim_exponential(&world->random, mean));
    sim_queue_push(&world->queue, at, SIM_FAULT, kind, NULL);
}

void sim_faults_schedule(sim_world *world) {
    for (int kind = 0; kind < SIM_FAULT_KINDS; kind++) schedule(world, (enum sim_fault_kind)kind);
}

static sim_host *any_host(sim_world *world) {
    return &world->hosts[sim_below(&world->random, world->settings.nodes)];
}

static uint32_t running(const sim_world *world) {
    uint32_t count = 0;
    for (uint32_t n = 0; n < world->settings.nodes; n++) count += world->hosts[n].node != NULL;
    return count;
}

/* Some of the others are on the same host and see that its process has ended. */
static void report_ended(sim_world *world, uint32_t number, uint64_t consent) {
    for (uint32_t n = 0; n < world->settings.nodes; n++) {
        sim_host *host = &world->hosts[n];
        if (!host->node || host->frozen_until > world->now || sim_below(&world->random, 2)) continue;
        lo_node_member_ended(host->node, number, consent, sim_host_clock(world, host));
        sim_host_pump(world, host);
    }
}

static void go_down(sim_world *world, bool politely) {
    sim_host *host = any_host(world);
    if (!host->node || running(world) < 2) return;
    world->totals.crashes++;
    uint32_t number = host->number;
    uint64_t consent = lo_node_consent(host->node);
    sim_host_stop(world, host, politely);
    if (!politely) report_ended(world, number, consent);
    lo_time back = world->now + sim_seconds(sim_exponential(&world->random, world->settings.profile->restart_after));
    sim_queue_push(&world->queue, back, SIM_RESTART, host->index, NULL);
}

static void partition_network(sim_world *world) {
    if (world->partitioned) return;
    world->partitioned = true;
    world->totals.partitions++;
    for (uint32_t n = 0; n < world->settings.nodes; n++) world->hosts[n].side = sim_below(&world->random, 3) == 0;
    double length = world->settings.profile->partition_length * sim_unit(&world->random);
    sim_queue_push(&world->queue, world->now + sim_seconds(length), SIM_HEAL, 0, NULL);
}

/* View changes define what a node is owed that rejoins a group; without them it stays out. */
static void join_again(sim_world *world, sim_host *host, uint32_t group) {
    if (world->settings.order == LO_ORDER_SENDER) return;
    lo_id id = sim_group_id(group);
    lo_time now = sim_host_clock(world, host);
    sim_checker_joined_again(world->checker, host->number, group);
    int error = lo_node_join(host->node, &id, sim_policy(world), true, now, &host->handles[group]);
    if (error != LO_OK) sim_checker_fault(world->checker, host->number, lo_error_text(error));
    sim_host_pump(world, host);
}

static void regroup(sim_world *world) {
    sim_host *host = any_host(world);
    uint32_t group = (uint32_t)sim_below(&world->random, world->settings.groups);
    if (!host->node || group == 0 || host->frozen_until > world->now) return;
    lo_time now = sim_host_clock(world, host);
    if (host->handles[group] == SIM_NOT_JOINED) {
        join_again(world, host, group);
        return;
    }
    lo_node_leave(host->node, host->handles[group], now);
    host->handles[group] = SIM_NOT_JOINED;
    sim_checker_left_group(world->checker, host->number, group);
    sim_host_pump(world, host);
}

void sim_faults_inject(sim_world *world, enum sim_fault_kind kind) {
    if (!world->faulty) return;
    const sim_profile *profile = world->settings.profile;
    if (kind == SIM_CRASH || kind == SIM_LEAVE) {
        go_down(world, kind == SIM_LEAVE);
    } else if (kind == SIM_FREEZE) {
        sim_host *host = any_host(world);
        lo_time until = world->now + sim_seconds(profile->freeze_length * sim_unit(&world->random));
        if (host->node && until > host->frozen_until) host->frozen_until = until;
        world->totals.freezes++;
    } else if (kind == SIM_PARTITION) {
        partition_network(world);
    } else if (kind == SIM_JUMP) {
        any_host(world)->clock_offset += sim_seconds(2 * sim_unit(&world->random));
    } else if (kind == SIM_REGROUP) {
        regroup(world);
    }
    schedule(world, kind);
}

void sim_faults_heal(sim_world *world) { world->partitioned = false; }

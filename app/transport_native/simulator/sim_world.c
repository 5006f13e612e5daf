// SPDX-License-Identifier: BSD-3-Clause
#include "sim_world.h"

#include <stdio.h>
#include <stdlib.h>

#define LARGEST_MESSAGE (1u << 20)

static void world_open(sim_world *world, const sim_settings *settings) {
    *world = (sim_world){.settings = *settings, .random = {settings->seed}};
    world->checker = sim_checker_create(settings->groups, settings->order);
    world->hosts = calloc(settings->nodes, sizeof *world->hosts);
    world->scratch = malloc(1u << 17);
    world->message = malloc(LARGEST_MESSAGE);
    assert(world->hosts && world->scratch && world->message);
    for (uint32_t n = 0; n < settings->nodes; n++) {
        world->hosts[n].index = n;
        world->hosts[n].handles = calloc(settings->groups, sizeof(uint32_t));
        assert(world->hosts[n].handles);
    }
}

static void world_close(sim_world *world) {
    sim_event event;
    while (sim_queue_pop(&world->queue, &event))
        if (event.kind == SIM_ARRIVE) sim_packet_drop(event.payload);
    sim_queue_free(&world->queue);
    for (uint32_t n = 0; n < world->settings.nodes; n++) {
        sim_host *host = &world->hosts[n];
        if (host->node) lo_node_destroy(host->node);
        for (uint32_t p = 0; p < host->backlog_count; p++) sim_packet_drop(host->backlog[p]);
        free(host->backlog);
        free(host->handles);
    }
    free(world->hosts);
    free(world->scratch);
    free(world->message);
    sim_checker_free(world->checker);
}

static double pause_between_messages(const sim_world *world) {
    uint32_t senders = world->settings.senders ? world->settings.senders : world->settings.nodes;
    return world->settings.rate > 0 ? senders / world->settings.rate : 100e-6;
}

static void someone_sends(sim_world *world, sim_host *host) {
    if (!world->loading) return;
    if (world->settings.rate > 0) {
        sim_host_send(world, host);
    } else {
        for (uint64_t before = UINT64_MAX; host->node && before != world->totals.messages_sent;) {
            before = world->totals.messages_sent;
            sim_host_send(world, host);
        }
    }
    double pause = pause_between_messages(world);
    lo_time next = world->now + sim_seconds(pause * (0.5 + sim_unit(&world->random)));
    sim_queue_push(&world->queue, next, SIM_SEND, host->index, NULL);
}

static void handle(sim_world *world, const sim_event *event) {
    sim_host *host = &world->hosts[event->node];
    switch ((enum sim_event_kind)event->kind) {
        case SIM_ARRIVE: sim_network_arrive(world, host, event->payload); break;
        case SIM_READ: sim_host_read(world, host); break;
        case SIM_WAKE:
            if (host->wake_at == event->time) {
                host->wake_at = LO_NEVER;
                world->totals.wakes++;
                sim_host_pump(world, host);
            }
            break;
        case SIM_SEND: someone_sends(world, host); break;
        case SIM_RESTART: if (!host->node) sim_host_start(world, host); break;
        case SIM_HEAL: sim_faults_heal(world); break;
        case SIM_FAULT: sim_faults_inject(world, (enum sim_fault_kind)event->node); break;
    }
}

/* Runs until the time, a violation, or (optionally) until all agree on a view with everyone in it. */
static bool run_until(sim_world *world, lo_time until, bool stop_when_agreed);

static bool everyone_agrees(const sim_world *world) {
    uint64_t view = world->hosts[0].view;
    for (uint32_t n = 0; n < world->settings.nodes; n++) {
        const sim_host *host = &world->hosts[n];
        if (!host->node || host->view != view || !view) return false;
    }
    const lo_view *agreed = lo_node_view(world->hosts[0].node);
    if (!agreed || agreed->number != view || agreed->member_count != world->settings.nodes) return false;
    for (uint32_t group = 0; group < world->settings.groups; group++) {
        lo_id id = sim_group_id(group);
        uint32_t expected = 0;
        for (uint32_t n = 0; n < world->settings.nodes; n++) expected += world->hosts[n].handles[group] != SIM_NOT_JOINED;
        int index = lo_view_find_group(agreed, &id);
        uint32_t members = index < 0 ? 0 : agreed->groups[index].member_count;
        if (members != expected) return false;
    }
    return true;
}

static bool run_until(sim_world *world, lo_time until, bool stop_when_agreed) {
    sim_event event;
    uint64_t steps = 0;
    while (!sim_checker_violation(world->checker)) {
        if (stop_when_agreed && steps++ % 64 == 0 && everyone_agrees(world)) return true;
        if (world->queue.count == 0 || world->queue.events[0].time > until) {
            world->now = until;
            return stop_when_agreed && everyone_agrees(world);
        }
        sim_queue_pop(&world->queue, &event);
        assert(event.time >= world->now);
        world->now = event.time;
        handle(world, &event);
    }
    return false;
}

static void start_everyone(sim_world *world) {
    for (uint32_t n = 0; n < world->settings.nodes; n++) {
        lo_time at = world->now + sim_seconds(0.05 * sim_unit(&world->random));
        sim_queue_push(&world->queue, at, SIM_RESTART, n, NULL);
    }
}

static void load_everyone(sim_world *world) {
    world->loading = world->faulty = true;
    sim_faults_schedule(world);
    uint32_t senders = world->settings.senders ? world->settings.senders : world->settings.nodes;
    for (uint32_t n = 0; n < senders && n < world->settings.nodes; n++) {
        lo_time at = world->now + sim_seconds(pause_between_messages(world) * sim_unit(&world->random));
        sim_queue_push(&world->queue, at, SIM_SEND, n, NULL);
    }
}

/* After the last fault: restarts all crashed nodes and ends all faults. */
static void heal_everything(sim_world *world) {
    world->loading = world->faulty = world->partitioned = false;
    for (uint32_t n = 0; n < world->settings.nodes; n++) {
        if (!world->hosts[n].node) sim_queue_push(&world->queue, world->now, SIM_RESTART, n, NULL);
        if (world->hosts[n].frozen_until <= world->now) continue;
        world->hosts[n].frozen_until = world->now;
        sim_queue_push(&world->queue, world->now, SIM_READ, n, NULL);
    }
}

static int compare_counts(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return one < other ? -1 : one > other;
}

typedef struct snapshot {
    uint64_t control, repairs, lost;
    double acknowledge_ms, token_ms;
    uint64_t memory_peak;
    uint64_t delivered[4096];
} snapshot;

static void take_snapshot(const sim_world *world, snapshot *out) {
    *out = (snapshot){0};
    uint32_t running = 0, acknowledged = 0;
    for (uint32_t n = 0; n < world->settings.nodes; n++) {
        if (!world->hosts[n].node) continue;
        lo_node_statistics s;
        lo_node_read_statistics(world->hosts[n].node, &s);
        out->control += s.control_packets_sent;
        out->repairs += s.repairs_sent;
        out->lost += s.lost_segments;
        out->token_ms += (double)s.token_round_trip_ns / 1e6;
        if (s.acknowledge_ns) {
            out->acknowledge_ms += (double)s.acknowledge_ns / 1e6;
            acknowledged++;
        }
        out->memory_peak = lo_max64(out->memory_peak, s.memory_peak);
        out->delivered[n] = s.messages_delivered;
        running++;
    }
    if (running) out->token_ms /= running;
    if (acknowledged) out->acknowledge_ms /= acknowledged;
}

static void measure_load(const sim_world *world, const snapshot *before, const snapshot *after, double seconds,
                         sim_result *result) {
    uint64_t counts[4096];
    for (uint32_t n = 0; n < world->settings.nodes; n++)
        counts[n] = after->delivered[n] > before->delivered[n] ? after->delivered[n] - before->delivered[n] : 0;
    qsort(counts, world->settings.nodes, sizeof counts[0], compare_counts);
    result->deliveries_per_second = (double)counts[world->settings.nodes / 2] / seconds;
    result->control_per_node = (double)(after->control - before->control) / world->settings.nodes / seconds;
    result->acknowledge_ms = after->acknowledge_ms;
    result->token_ms = after->token_ms;
    result->loaded_seconds = seconds;
}

/* An idle node sends few packets and does not wake up without a reason. */
static void measure_rest(sim_world *world, sim_result *result) {
    sim_totals before = world->totals;
    run_until(world, world->now + 4 * LO_SECOND, false);
    double node_seconds = 4.0 * world->settings.nodes;
    result->quiet_per_node = (double)(world->totals.packets - before.packets) / node_seconds;
    result->wakes_per_node = (double)(world->totals.wakes - before.wakes) / node_seconds;
    if (sim_checker_violation(world->checker)) return;
    if (result->quiet_per_node > 20) sim_checker_fault(world->checker, 0, "the nodes do not stop talking when nothing is sent");
    if (result->wakes_per_node > 200) sim_checker_fault(world->checker, 0, "the nodes wake up for nothing when nothing is sent");
}

static void run_phases(sim_world *world, sim_result *result) {
    start_everyone(world);
    lo_time begun = world->now;
    result->joined_after = run_until(world, world->now + 30 * LO_SECOND, true) ? (double)(world->now - begun) / 1e9 : -1;
    if (result->joined_after < 0) {
        if (!sim_checker_violation(world->checker)) sim_checker_fault(world->checker, 0, "not everyone joined in 30 s");
        return;
    }
    snapshot *before = malloc(sizeof *before), *after = malloc(sizeof *after);
    assert(before && after);
    take_snapshot(world, before);
    load_everyone(world);
    run_until(world, world->now + sim_seconds(world->settings.seconds), false);
    take_snapshot(world, after);
    measure_load(world, before, after, world->settings.seconds, result);
    heal_everything(world);
    bool agreed = run_until(world, world->now + 30 * LO_SECOND, true);
    if (!agreed && !sim_checker_violation(world->checker))
        sim_checker_fault(world->checker, 0, "after the last fault the nodes did not agree on a view within 30 s");
    run_until(world, world->now + 5 * LO_SECOND, false);
    measure_rest(world, result);
    take_snapshot(world, after);
    result->repairs_per_loss = after->lost ? (double)after->repairs / (double)after->lost : 0;
    result->memory_peak = after->memory_peak;
    free(before);
    free(after);
    if (!sim_checker_violation(world->checker)) sim_checker_finish(world->checker, agreed);
}

void sim_run(const sim_settings *settings, sim_result *result) {
    sim_world world;
    *result = (sim_result){0};
    world_open(&world, settings);
    run_phases(&world, result);
    result->totals = world.totals;
    result->deliveries = sim_checker_deliveries(world.checker);
    result->gaps = sim_checker_gaps(world.checker);
    const char *violation = sim_checker_violation(world.checker);
    if (violation) snprintf(result->violation, sizeof result->violation, "%s", violation);
    world_close(&world);
}

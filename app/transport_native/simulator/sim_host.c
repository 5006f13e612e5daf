// SPDX-License-Identifier: BSD-3-Clause
#include <sodium.h>
#include <stdlib.h>

#include "../engine/lo_identity.h"
#include "sim_world.h"

#define BATCH_BYTES 65536u

lo_time sim_host_clock(const sim_world *world, const sim_host *host) {
    return world->now + host->clock_offset + LO_SECOND;
}

/* An irregular overlap that depends only on the two, so that a returning node joins the same groups. */
bool sim_host_joins(const sim_world *world, uint32_t host, uint32_t group) {
    if (world->settings.everyone_everywhere || group == 0) return true;
    sim_random random = {world->settings.seed ^ ((uint64_t)host << 32) ^ group};
    sim_next(&random);
    return sim_chance(&random, group % 3 == 1 ? 0.8 : 0.4);
}

static lo_node_config config_of(const sim_world *world, const sim_host *host, const uint8_t *key) {
    lo_node_config config = {
        .scope = 0x53494d31,
        .number = host->number,
        .seed = world->settings.seed * 1000003u + host->number,
        .address = sim_peer_address(host->index),
        .scope_key = world->settings.sealed ? key : NULL,
        .identity = world->settings.sealed ? &host->identity : NULL,
        .memory_budget = (size_t)64 << 20,
        .flight_bytes = SIM_SOCKET_BYTES,
        .heartbeat = sim_seconds(world->settings.heartbeat),
    };
    memcpy(config.id.bytes, &host->index, sizeof host->index);
    config.id.bytes[15] = (uint8_t)(host->index * 73u);
    if (world->settings.sealed) config.id = lo_identity_node_id(host->identity.public_key);
    for (uint32_t n = 0; n < LO_PATHS; n++) config.paths[n] = (lo_path){.segment_bytes = 1472, .batch_bytes = 64 * 1024};
    return config;
}

lo_policy sim_policy(const sim_world *world) { return (lo_policy){.order = world->settings.order & 3}; }

void sim_host_start(sim_world *world, sim_host *host) {
    static const uint8_t key[32] = "a key that all of the scope know";
    assert(!host->node);
    host->number = sim_checker_begin(world->checker, host->index);
    if (world->settings.sealed) {
        uint8_t seed[crypto_sign_SEEDBYTES] = {0};
        memcpy(seed, &host->index, sizeof host->index);
        crypto_sign_seed_keypair(host->identity.public_key, host->identity.secret_key, seed);
    }
    lo_node_config config = config_of(world, host, key);
    lo_time now = sim_host_clock(world, host);
    int error = lo_node_create(&config, now, &host->node);
    if (error != LO_OK) {
        sim_checker_fault(world->checker, host->number, lo_error_text(error));
        return;
    }
    host->view = 0;
    host->channel_count = 0;
    for (uint32_t group = 0; group < world->settings.groups; group++) {
        host->handles[group] = SIM_NOT_JOINED;
        if (!sim_host_joins(world, host->index, group)) continue;
        lo_id id = sim_group_id(group);
        error = lo_node_join(host->node, &id, sim_policy(world), true, now, &host->handles[group]);
        if (error != LO_OK) sim_checker_fault(world->checker, host->number, lo_error_text(error));
    }
    host->wake_at = LO_NEVER;
    sim_host_pump(world, host);
}

static void forget_backlog(sim_host *host) {
    for (uint32_t n = 0; n < host->backlog_count; n++) sim_packet_drop(host->backlog[n]);
    host->backlog_count = 0;
    host->backlog_bytes = 0;
}

static bool deliver(sim_world *world, sim_host *host);

void sim_host_stop(sim_world *world, sim_host *host, bool politely) {
    if (!host->node) return;
    if (politely) {
        lo_node_leave_all(host->node, sim_host_clock(world, host));
        sim_host_pump(world, host);
        if (!host->node) return;
    }
    /* Final deliveries of the node count. */
    sim_checker_end(world->checker, host->number);
    lo_node_destroy(host->node);
    host->node = NULL;
    forget_backlog(host);
}

void sim_host_read(sim_world *world, sim_host *host) {
    host->reading = false;
    if (!host->node) return;
    if (host->frozen_until > world->now) {
        host->reading = true;
        sim_queue_push(&world->queue, host->frozen_until, SIM_READ, host->index, NULL);
        return;
    }
    uint32_t count = host->backlog_count;
    lo_time now = sim_host_clock(world, host);
    for (uint32_t n = 0; n < count; n++) {
        sim_packet *packet = host->backlog[n];
        lo_node_packet_in(host->node, packet->bytes, packet->length, &packet->source, now);
        sim_packet_drop(packet);
    }
    host->backlog_count = 0;
    host->backlog_bytes = 0;
    host->busy_until = world->now + sim_seconds(count * world->settings.packet_cost);
    sim_host_pump(world, host);
}

static uint32_t group_of(const sim_world *world, const sim_host *host, uint32_t handle) {
    for (uint32_t group = 0; group < world->settings.groups; group++)
        if (host->handles[group] == handle) return group;
    return SIM_NOT_JOINED;
}

static void deliver_message(sim_world *world, const sim_host *host, const lo_delivery *delivery, uint32_t message) {
    lo_delivery one = *delivery;
    uint32_t group = group_of(world, host, lo_delivery_group(delivery, message));
    one.data += (size_t)message * delivery->stride;
    one.count = 1;
    if (group != SIM_NOT_JOINED) sim_checker_delivered(world->checker, host->number, group, &one);
}

/* Passes deliveries to the checkers. False if the node is closed and must restart. */
static bool deliver(sim_world *world, sim_host *host) {
    lo_delivery deliveries[64];
    bool open = true;
    uint32_t count;
    while ((count = lo_node_deliveries(host->node, deliveries, 64)) > 0) {
        for (uint32_t n = 0; n < count; n++) {
            const lo_delivery *delivery = &deliveries[n];
            if (delivery->kind == LO_DELIVERY_MESSAGES) {
                for (uint32_t m = 0; m < delivery->count; m++) deliver_message(world, host, delivery, m);
            } else if (delivery->kind == LO_DELIVERY_VIEW_CHANGE) {
                uint32_t group = group_of(world, host, delivery->group);
                const lo_view_change *view_change = (const lo_view_change *)(const void *)delivery->data;
                if (group != SIM_NOT_JOINED) sim_checker_view_change(world->checker, host->number, group, view_change);
            } else if (delivery->kind == LO_DELIVERY_GAP) {
                sim_checker_gap(world->checker, host->number, delivery);
            } else if (delivery->kind == LO_DELIVERY_VIEW) {
                sim_checker_view(world->checker, host->number, delivery->view);
                host->view = delivery->view->number;
            } else if (delivery->kind == LO_DELIVERY_CLOSED) {
                open = false;
            } else if (delivery->kind == LO_DELIVERY_CHANNELS) {
                host->channel_count = lo_node_channels(host->node, host->channels, 256);
                assert(host->channel_count <= 256);
            }
        }
        lo_node_release(host->node, deliveries, count);
    }
    return open;
}

static void send_batch(sim_world *world, sim_host *host, const lo_batch *batch) {
    uint8_t packet[LO_MAX_PACKET];
    uint32_t filled = 0;
    for (uint32_t s = 0; s < batch->slice_count; s++) {
        size_t at = 0;
        while (at < batch->slices[s].length) {
            size_t part = batch->segment_bytes - filled;
            if (part > batch->slices[s].length - at) part = batch->slices[s].length - at;
            memcpy(packet + filled, batch->slices[s].data + at, part);
            filled += (uint32_t)part;
            at += part;
            bool last = s + 1 == batch->slice_count && at == batch->slices[s].length;
            if (filled < batch->segment_bytes && !last) continue;
            for (uint32_t d = 0; d < batch->destination_count; d++)
                sim_network_send(world, host, packet, filled, &batch->destinations[d]);
            filled = 0;
        }
    }
}

static void pull(sim_world *world, sim_host *host) {
    lo_time now = sim_host_clock(world, host);
    /* The network card holds a millisecond of packets; the rest waits in the node. */
    for (uint32_t sent = 0; host->link_free <= world->now + LO_MILLISECOND; sent++) {
        lo_batch batch;
        int got = lo_node_next_batch(host->node, now, world->scratch, BATCH_BYTES, &batch);
        if (got < 0) sim_checker_fault(world->checker, host->number, lo_error_text(got));
        if (got <= 0) break;
        send_batch(world, host, &batch);
        lo_node_batches_done(host->node);
        if (sent > 10000) {
            sim_checker_fault(world->checker, host->number, "it never stops sending");
            break;
        }
    }
}

void sim_host_wake_at(sim_world *world, sim_host *host, lo_time at) {
    if (at <= world->now) at = world->now + LO_MICROSECOND;
    if (at >= host->wake_at && host->wake_at > world->now) return;
    host->wake_at = at;
    sim_queue_push(&world->queue, at, SIM_WAKE, host->index, NULL);
}

static void check_memory(sim_world *world, sim_host *host) {
    lo_node_statistics statistics;
    lo_node_read_statistics(host->node, &statistics);
    if (statistics.memory_used > statistics.memory_budget)
        sim_checker_fault(world->checker, host->number, "it uses more memory than its budget");
}

void sim_host_pump(sim_world *world, sim_host *host) {
    if (!host->node) return;
    if (host->frozen_until > world->now) {
        sim_host_wake_at(world, host, host->frozen_until);
        return;
    }
    lo_time now = sim_host_clock(world, host);
    lo_node_tick(host->node, now);
    bool open = deliver(world, host);
    if (open) pull(world, host);
    if (open) open = deliver(world, host);
    if (!open) {
        world->totals.evictions++;
        sim_host_stop(world, host, false);
        sim_queue_push(&world->queue, world->now + 100 * LO_MILLISECOND, SIM_RESTART, host->index, NULL);
        return;
    }
    check_memory(world, host);
    lo_time wake = lo_node_next_wakeup(host->node, now);
    if (wake == LO_NEVER) return;
    lo_time at = wake > now ? world->now + (wake - now) : world->now;
    if (host->link_free > world->now + LO_MILLISECOND && at < host->link_free) at = host->link_free;
    sim_host_wake_at(world, host, at);
}

static uint32_t message_size(sim_world *world) {
    if (world->settings.message_bytes) return world->settings.message_bytes;
    uint64_t draw = sim_below(&world->random, 100);
    if (draw < 60) return SIM_SMALLEST + (uint32_t)sim_below(&world->random, 200);
    if (draw < 95) return SIM_SMALLEST + (uint32_t)sim_below(&world->random, 3000);
    return SIM_SMALLEST + (uint32_t)sim_below(&world->random, draw < 99 ? 20000 : 200000);
}

void sim_host_send(sim_world *world, sim_host *host) {
    if (!host->node || host->frozen_until > world->now) return;
    uint32_t group = (uint32_t)sim_below(&world->random, world->settings.groups);
    uint32_t size = message_size(world);
    if (host->handles[group] == SIM_NOT_JOINED) return;
    sim_checker_fill(world->checker, host->number, group, world->message, size);
    lo_time now = sim_host_clock(world, host);
    int error = lo_node_send(host->node, host->handles[group], world->message, size, now);
    if (error == LO_OK) {
        const lo_view *view = lo_node_view(host->node);
        sim_checker_sent(world->checker, host->number, group, view ? view->number : 0);
        world->totals.messages_sent++;
    } else if (error != LO_ERROR_AGAIN && error != LO_ERROR_NOT_MEMBER && error != LO_ERROR_READ_ONLY &&
               error != LO_ERROR_CLOSED) {
        sim_checker_fault(world->checker, host->number, lo_error_text(error));
    }
    sim_host_pump(world, host);
}

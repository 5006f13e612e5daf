// SPDX-License-Identifier: BSD-3-Clause
#include <stdlib.h>

#include "sim_world.h"

lo_address sim_peer_address(uint32_t host) {
    lo_address address = {.kind = LO_ADDRESS_PEER, .length = 4, .path = LO_PATH_UNICAST};
    memcpy(address.bytes, &host, 4);
    return address;
}

void sim_packet_drop(sim_packet *packet) {
    assert(packet->references > 0);
    if (--packet->references == 0) free(packet);
}

/* Is this receiver in a loss burst? Bursts are drawn at random as time passes. */
static bool in_burst(sim_world *world, sim_host *to, lo_time at) {
    const sim_profile *profile = world->settings.profile;
    if (profile->burst_every <= 0 || !world->faulty) return false;
    if (at >= to->next_burst) {
        if (to->next_burst) to->deaf_until = at + sim_seconds(profile->burst_length);
        to->next_burst = at + sim_seconds(profile->burst_length + sim_exponential(&world->random, profile->burst_every));
    }
    return at < to->deaf_until;
}

static void deliver_copy(sim_world *world, sim_host *to, sim_packet *packet, lo_time at) {
    packet->references++;
    sim_queue_push(&world->queue, at, SIM_ARRIVE, to->index, packet);
}

static void transmit(sim_world *world, const sim_host *from, sim_host *to, sim_packet *packet, lo_time leaves) {
    const sim_profile *profile = world->settings.profile;
    sim_random *random = &world->random;
    if (!to->node) return;
    if (world->partitioned && from->side != to->side) return;
    lo_time at = leaves + sim_seconds(profile->delay + profile->jitter * sim_unit(random));
    if (world->faulty && sim_chance(random, profile->reorder)) at += sim_seconds(20 * profile->delay * sim_unit(random));
    if ((world->faulty && sim_chance(random, profile->loss)) || in_burst(world, to, at)) {
        world->totals.lost++;
        return;
    }
    deliver_copy(world, to, packet, at);
    if (world->faulty && sim_chance(random, profile->duplicate))
        deliver_copy(world, to, packet, at + sim_seconds(10 * profile->delay * sim_unit(random)));
}

static bool listens(const sim_host *host, uint32_t channel) {
    if (channel == 0) return true;
    for (uint32_t n = 0; n < host->channel_count; n++)
        if (host->channels[n].channel == channel) return true;
    return false;
}

void sim_network_send(sim_world *world, sim_host *from, const uint8_t *bytes, uint32_t length,
                      const lo_address *destination) {
    sim_packet *packet = malloc(sizeof *packet + length);
    assert(packet);
    packet->references = 1;
    packet->length = length;
    packet->source = sim_peer_address(from->index);
    memcpy(packet->bytes, bytes, length);
    world->totals.packets++;
    world->totals.bytes += length;
    lo_time start = from->link_free > world->now ? from->link_free : world->now;
    from->link_free = start + sim_seconds(length / world->settings.link_rate);
    if (destination->kind == LO_ADDRESS_PEER) {
        uint32_t to;
        memcpy(&to, destination->bytes, 4);
        assert(destination->length == 4 && to < world->settings.nodes);
        transmit(world, from, &world->hosts[to], packet, from->link_free);
    } else {
        for (uint32_t n = 0; n < world->settings.nodes; n++)
            if (n != from->index && listens(&world->hosts[n], destination->channel))
                transmit(world, from, &world->hosts[n], packet, from->link_free);
    }
    sim_packet_drop(packet);
}

void sim_network_arrive(sim_world *world, sim_host *host, sim_packet *packet) {
    if (!host->node || host->backlog_bytes + packet->length > SIM_SOCKET_BYTES) {
        if (host->node) world->totals.lost++;
        sim_packet_drop(packet);
        return;
    }
    if (host->backlog_count == host->backlog_room) {
        host->backlog_room = host->backlog_room ? host->backlog_room * 2 : 64;
        host->backlog = realloc(host->backlog, host->backlog_room * sizeof(sim_packet *));
        assert(host->backlog);
    }
    host->backlog[host->backlog_count++] = packet;
    host->backlog_bytes += packet->length;
    if (host->reading) return;
    host->reading = true;
    lo_time at = world->now;
    if (host->busy_until > at) at = host->busy_until;
    if (host->frozen_until > at) at = host->frozen_until;
    sim_queue_push(&world->queue, at, SIM_READ, host->index, NULL);
}

// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_scope.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>

enum {
    LOOPBACK_SEGMENT = 65000,
    ETHERNET_SEGMENT = 1472,
    QUICK_REGION = 20,           /* Up to this many members, ACKs go directly to the sender. */
    ROUNDS = 4096,               /* Receive calls in a row before other sockets get their turn. */
    DATA_ROUNDS = 2,             /* The same for data: what fits into a cache. */
    SHARED_RECORDS = 8,
    SEND_ROUNDS = 8,
    BATCHES_PER_ROUND = 8
};
#define RINGS_AGAIN (100 * LO_MILLISECOND)
#define LOOK_AGAIN (50 * LO_MILLISECOND)
#define RINGS_PATIENCE (5 * LO_SECOND)  /* Longer than failure detection takes. */

/* ---- Opening and closing. */

static uint32_t fill_seeds(const lo_scope_options *options, lo_address *seeds) {
    uint32_t count = lo_min32(lo_min32(options->seed_count, LO_SCOPE_SEEDS), LO_MAX_SEEDS);
    for (uint32_t i = 0; i < count; i++) {
        struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = options->seed_ports[i],
                                 .sin_addr = {options->seed_addresses[i]}};
        seeds[i] = lo_network_address(&at);
    }
    return count;
}

static void fill_config(lo_scope *scope, lo_node_config *config, lo_address *seeds) {
    lo_identity *identity = &scope->identity;
    const lo_scope_options *options = &scope->options;
    const lo_network *network = &scope->network;
    uint32_t segment = options->segment_bytes ? options->segment_bytes
                       : network->loopback    ? LOOPBACK_SEGMENT
                                              : ETHERNET_SEGMENT;
    memcpy(identity->public_key, options->public_key, sizeof identity->public_key);
    memcpy(identity->secret_key, options->secret_key, sizeof identity->secret_key);
    *config = (lo_node_config){
        .scope = options->scope, .number = options->number, .seed = options->seed, .host = scope->shared.host,
        .member_flags = network->multicast_works ? 0 : LO_MEMBER_NO_MULTICAST, .address = network->self,
        .scope_key = options->encrypted ? options->scope_key : NULL, .identity = options->encrypted ? identity : NULL,
        .arena = scope->arena, .arena_bytes = scope->arena_bytes, .forbid_aes = options->no_aes, .memory_budget = options->memory_budget, .repair_rate = options->repair_rate,
        .partition_size = options->partition_size, .quick_region = options->quick_region ? options->quick_region : QUICK_REGION,
        .heartbeat = options->heartbeat, .suspect_after = options->suspect_after, .keep_away = options->keep_away,
        .batch_joins = options->batch_joins, .seeds = seeds,
    };
    config->seed_count = fill_seeds(options, seeds);
    memcpy(config->salt, options->salt, sizeof config->salt);
    memcpy(config->id.bytes, options->id, sizeof config->id.bytes);
    if (options->encrypted) config->id = lo_identity_node_id(identity->public_key);
    uint32_t batch = network->gso ? LOOPBACK_SEGMENT : segment;
    config->paths[LO_PATH_MULTICAST] = config->paths[LO_PATH_UNICAST] = (lo_path){segment, batch};
    config->paths[LO_PATH_SHARED] = (lo_path){LOOPBACK_SEGMENT, LOOPBACK_SEGMENT};
    /* The kernel counts the memory of a packet, which is more than its payload. */
    config->flight_bytes = network->granted_bytes / 4;
    if (scope->shared.host) config->flight_bytes = lo_min32(config->flight_bytes, (uint32_t)(scope->shared.own.capacity / 2));
}

static void poll_sockets(lo_scope *scope) {
    for (int i = 0; i < scope->network.socket_count; i++) {
        uint32_t events = LO_WAIT_READ;
        if ((scope->starved || scope->paused) && i > LO_SOCKET_SCOPE) events = 0;
        if (i == LO_SOCKET_UNICAST && scope->send_queue.count) events |= LO_WAIT_WRITE;
        lo_wait_for(scope->wait, scope->network.sockets[i], events, LO_SCOPE_TAG(scope->index, i));
    }
}

static void open_shared(lo_scope *scope) {
    const lo_scope_options *options = &scope->options;
    uint64_t wanted = options->ring_bytes ? options->ring_bytes : 16u << 20, capacity = 4 * LO_SHARED_RECORD_MOST;
    while (capacity < wanted && capacity < UINT32_MAX / 4) capacity *= 2;
    /* Optional: without it everything goes over the network. */
    if (options->directory[0] == 0 ||
        lo_shared_open(&scope->shared, options->directory, options->scope, options->number, &scope->network.self, capacity))
        scope->shared.host = 0;
}

int lo_scope_open(lo_scope *scope, uint32_t index, const lo_scope_options *options, lo_wait *wait, lo_time now) {
    lo_scope fresh = {.arena = scope->arena, .arena_bytes = scope->arena_bytes, .arena_piece = scope->arena_piece};
    *scope = fresh;
    scope->shared.own.fd = scope->shared.own.wakeup_pipe = scope->shared.own.broadcast_pipe = -1;
    scope->index = index;
    scope->options = *options;
    scope->wait = wait;
    lo_network_config network = {.port = options->port, .scope = options->scope, .hops = options->hops,
                                 .no_multicast = options->no_multicast, .no_offload = options->no_offload,
                                 .receive_bytes = options->receive_bytes};
    memcpy(network.interface, options->interface, sizeof network.interface - 1);
    int error = lo_network_open(&scope->network, &network);
    if (error) return error;
    open_shared(scope);
    lo_node_config config;
    lo_address seeds[LO_MAX_SEEDS];
    fill_config(scope, &config, seeds);
    scope->scratch = malloc((size_t)LO_MAX_BATCHES * LO_SCRATCH_BYTES);
    error = scope->scratch ? lo_node_create(&config, now, &scope->node) : LO_ERROR_MEMORY;
    /* Protocol errors are distinguished from errno by an offset. */
    if (error < 0) error = error - 10000;
    scope->open = true;
    if (error) {
        lo_scope_close(scope);
        return error;
    }
    poll_sockets(scope);
    if (scope->shared.host)
        lo_shared_wait_at(&scope->shared, wait, LO_SCOPE_TAG(index, LO_SOCKET_WAKEUP), LO_SCOPE_TAG(index, LO_SOCKET_BROADCAST));
    return 0;
}

void lo_scope_close(lo_scope *scope) {
    if (!scope->open) return;
    for (int i = 0; i < scope->network.socket_count; i++) lo_wait_forget(scope->wait, scope->network.sockets[i]);
    lo_network_close(&scope->network);
    lo_shared_close(&scope->shared);
    lo_faults_clear(&scope->faults);
    if (scope->node) lo_node_destroy(scope->node);
    free(scope->scratch);
    free(scope->group_of_handle);
    sodium_memzero(&scope->options, sizeof scope->options);
    sodium_memzero(&scope->identity, sizeof scope->identity);
    scope->node = NULL;
    scope->scratch = NULL;
    scope->group_of_handle = NULL;
    scope->open = false;
}

/* ---- Receiving. */

static void judge_arrival(lo_scope *scope, const lo_arrival *arrival, lo_time now) {
    for (uint32_t at = 0; at < arrival->length; at += arrival->segment_bytes) {
        uint32_t length = lo_min32(arrival->segment_bytes, arrival->length - at);
        const uint8_t *packet = arrival->buffer->data + arrival->offset + at;
        int copies = lo_faults_apply(&scope->faults, packet, length, &arrival->source, now);
        /* The node opens packets in place, so a duplicate needs its own bytes. */
        if (copies == 2) lo_node_packet_in(scope->node, packet, length, &arrival->source, now);
        if (copies >= 1)
            lo_node_packets_in(scope->node, arrival->buffer, arrival->offset + at, length, length, &arrival->source, now);
    }
}

static void take_arrival(lo_scope *scope, const lo_arrival *arrival, lo_time now) {
    if (arrival->length < LO_HEADER_BYTES) { /* A wake-up of the shared-memory path, or noise. */
        lo_shared_wakeup_in(&scope->shared, arrival->buffer->data + arrival->offset, arrival->length);
        return;
    }
    if (scope->faults.active) judge_arrival(scope, arrival, now);
    else
        lo_node_packets_in(scope->node, arrival->buffer, arrival->offset, arrival->length, arrival->segment_bytes,
                           &arrival->source, now);
}

/* Without memory for data, control packets are still processed, as copies. */
static void receive_starved(lo_scope *scope, int socket_index, lo_time now) {
    if (socket_index > LO_SOCKET_SCOPE) return;
    struct sockaddr_in from;
    socklen_t length = sizeof from;
    for (int i = 0; i < 64; i++) {
        ssize_t got = recvfrom(scope->network.sockets[socket_index], scope->scratch, LO_SCRATCH_BYTES, MSG_DONTWAIT,
                               (struct sockaddr *)&from, &length);
        if (got < 0) return;
        lo_address source = lo_network_address(&from);
        /* With GRO several packets may be here as one; then only the first is processed. */
        if (got >= (ssize_t)LO_HEADER_BYTES) lo_node_packet_in(scope->node, scope->scratch, (size_t)got, &source, now);
    }
}

static void set_starved(lo_scope *scope, bool starved) {
    if (scope->starved == starved) return;
    scope->starved = starved;
    poll_sockets(scope);
}

void lo_scope_pause(lo_scope *scope, bool paused) {
    if (scope->paused == paused) return;
    scope->paused = paused;
    poll_sockets(scope);
}

void lo_scope_receive(lo_scope *scope, int socket_index, lo_time now) {
    lo_arrival arrivals[LO_RECEIVE_BATCH];
    if (socket_index == LO_SOCKET_WAKEUP) lo_shared_drain_wakeups(&scope->shared);
    if (socket_index >= LO_SOCKET_BROADCAST) return;  /* The rings are read anyway. */
    if ((scope->starved || scope->paused) && socket_index > LO_SOCKET_SCOPE) return;
    int rounds = socket_index > LO_SOCKET_SCOPE ? DATA_ROUNDS : ROUNDS;
    for (int round = 0; round < rounds && socket_index < scope->network.socket_count; round++) {
        int count = lo_network_receive(&scope->network, scope->node, socket_index, arrivals);
        if (count == -ENOBUFS) {
            set_starved(scope, true);
            /* The scratch buffer may hold batches that wait for the socket. */
            if (!scope->send_queue.count) receive_starved(scope, socket_index, now);
            return;
        }
        for (int i = 0; i < count; i++) take_arrival(scope, &arrivals[i], now);
        if (count <= 0) return;
        set_starved(scope, false);
        if (scope->network.emptied) return; /* Another system call would only find that out. */
    }
}

bool lo_scope_receive_others(lo_scope *scope, lo_time now) {
    lo_late *late;
    while ((late = lo_faults_due(&scope->faults, now))) {
        lo_node_packet_in(scope->node, late->packet, late->length, &late->source, now);
        free(late);
    }
    lo_arrival arrival;
    for (int i = 0; !scope->paused && i < SHARED_RECORDS; i++) {
        int count = lo_shared_receive(&scope->shared, scope->node, &arrival);
        if (count <= 0) return false;
        take_arrival(scope, &arrival, now);
    }
    return !scope->paused;
}

/* ---- Sending. */

static void write_rings(lo_scope *scope, const lo_batch *batch) {
    for (uint32_t i = 0; i < batch->destination_count; i++)
        if (batch->destinations[i].kind == LO_ADDRESS_SHARED && scope->shared.own.header)
            lo_shared_write(&scope->shared, batch);
}

bool lo_scope_has_to_send(const lo_scope *scope, lo_time now) {
    return scope->send_queue.count || scope->shared.share_count || lo_node_next_wakeup(scope->node, now) <= now;
}

bool lo_scope_send(lo_scope *scope, lo_time now) {
    lo_send_queue *send_queue = &scope->send_queue;
    bool more = true;
    lo_shared_consent(&scope->shared, lo_node_consent(scope->node));
    for (int round = 0; more && round < SEND_ROUNDS; round++) {
        while (!send_queue->at.batch && send_queue->count < BATCHES_PER_ROUND) {
            lo_batch *batch = &send_queue->batches[send_queue->count];
            uint8_t *scratch = scope->scratch + (size_t)send_queue->count * LO_SCRATCH_BYTES;
            if (lo_node_next_batch(scope->node, now, scratch, LO_SCRATCH_BYTES, batch) <= 0) break;
            write_rings(scope, batch);
            send_queue->count++;
        }
        /* At once: sleeping readers wake up while the rest is done. */
        lo_shared_wake_readers(&scope->shared, scope->network.sockets[LO_SOCKET_UNICAST]);
        more = send_queue->count == BATCHES_PER_ROUND;
        if (send_queue->count == 0) break;
        if (lo_network_send(&scope->network, send_queue) == -EAGAIN) {
            more = false;
            break;
        }
        send_queue->count = 0;
        send_queue->at = (lo_progress){0};
        lo_node_batches_done(scope->node);
    }
    poll_sockets(scope);
    return more;
}

/* ---- Following the view. */

static void add_neighbour(lo_network *network, const struct sockaddr_in *address) {
    struct sockaddr_in own;
    if (lo_network_resolve(&network->self, &own) && own.sin_addr.s_addr == address->sin_addr.s_addr &&
        own.sin_port == address->sin_port)
        return;
    for (uint32_t i = 0; i < network->neighbour_count; i++)
        if (network->neighbours[i].sin_addr.s_addr == address->sin_addr.s_addr &&
            network->neighbours[i].sin_port == address->sin_port)
            return;
    if (network->neighbour_count < LO_MAX_NEIGHBOURS) network->neighbours[network->neighbour_count++] = *address;
}

/* Nodes without multicast: all if it does not work here, else those with the flag and the seeds. */
static void find_neighbours(lo_scope *scope, const lo_view *view) {
    lo_network *network = &scope->network;
    struct sockaddr_in address;
    network->neighbour_count = 0;
    for (uint32_t i = 0; i < scope->options.seed_count && i < LO_SCOPE_SEEDS; i++) {
        address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = scope->options.seed_ports[i],
                                       .sin_addr = {scope->options.seed_addresses[i]}};
        add_neighbour(network, &address);
    }
    for (uint32_t i = 0; view && i < view->member_count; i++)
        if ((!network->multicast_works || (view->members[i].flags & LO_MEMBER_NO_MULTICAST)) &&
            lo_network_resolve(&view->members[i].address, &address))
            add_neighbour(network, &address);
    if (network->multicast_works) return;
    struct sockaddr_in found[256];
    uint32_t count = lo_shared_neighbours(&scope->shared, found, 256);
    for (uint32_t i = 0; i < count; i++) add_neighbour(network, &found[i]);
}

void lo_scope_follow_view(lo_scope *scope, const lo_view *view, lo_time now) {
    lo_shared_follow(&scope->shared, view);
    scope->unread_since = now;
    scope->next_rings = now + RINGS_AGAIN;
    find_neighbours(scope, view);
    scope->next_neighbours = now + LO_SECOND;
}

void lo_scope_follow_channels(lo_scope *scope) {
    uint32_t room = lo_node_channels(scope->node, NULL, 0);
    lo_address *channels = calloc(room + 1, sizeof *channels);
    if (!channels) return;
    uint32_t count = lo_node_channels(scope->node, channels, room);
    lo_network_listen(&scope->network, channels, lo_min32(count, room));
    free(channels);
    poll_sockets(scope);
}

/* ---- Time. */

/* A member whose ring cannot be opened is not received. It may be dead, and will be removed soon; if it stays, this
 * node leaves and rejoins, over the network alone. */
static void retry_rings(lo_scope *scope, lo_time now) {
    if (!scope->shared.unread || now < scope->next_rings) return;
    scope->next_rings = now + RINGS_AGAIN;
    lo_shared_follow(&scope->shared, lo_node_view(scope->node));
    if (!scope->shared.unread || now < scope->unread_since + RINGS_PATIENCE || !scope->options.directory[0]) return;
    scope->options.directory[0] = 0;
    lo_node_leave_all(scope->node, now);
    scope->evicted = true;
    scope->ends = now + 300 * LO_MILLISECOND;
}

/* A member does not answer: the operating system knows which processes on this host have ended. */
static void detect_ended_processes(lo_scope *scope, lo_time now) {
    if (now < scope->next_process_check || !scope->shared.host || !lo_node_has_suspects(scope->node)) return;
    scope->next_process_check = now + LOOK_AGAIN;
    lo_shared_end ends[LO_SHARED_PEERS];
    uint32_t count = lo_shared_ended(&scope->shared, ends, LO_SHARED_PEERS);
    for (uint32_t i = 0; i < count; i++) lo_node_member_ended(scope->node, ends[i].number, ends[i].consent, now);
}

static bool needs_neighbours(const lo_scope *scope) {
    return !scope->network.multicast_works && !scope->send_queue.count;
}

void lo_scope_tick(lo_scope *scope, bool in_passing, lo_time now) {
    if (needs_neighbours(scope) && now >= scope->next_neighbours) {
        find_neighbours(scope, lo_node_view(scope->node));
        scope->next_neighbours = now + LO_SECOND;
    }
    retry_rings(scope, now);
    detect_ended_processes(scope, now);
    if (!in_passing) lo_shared_prepare(&scope->shared);
    lo_node_defer_acks(scope->node, in_passing);
    lo_node_tick(scope->node, now);
}

/* ---- Ending. */

static bool is_stable(const lo_scope *scope) {
    enum { ROOM = 64 };
    lo_region_statistics regions[ROOM];
    uint32_t count = lo_node_read_regions(scope->node, regions, ROOM);
    for (uint32_t i = 0; i < count && i < ROOM; i++)
        if (regions[i].sequence_stable < regions[i].sequence_sent) return false;
    return !scope->send_queue.count;
}

void lo_scope_end(lo_scope *scope, lo_time now) {
    if (scope->ending != LO_SCOPE_RUNS) return;
    scope->ending = LO_SCOPE_DRAINS;
    lo_node_request_acks(scope->node, now);
    scope->ends = now + 2 * LO_SECOND;
}

bool lo_scope_has_ended(lo_scope *scope, lo_time now) {
    if (scope->ending == LO_SCOPE_DRAINS && (now >= scope->ends || is_stable(scope))) {
        lo_node_leave_all(scope->node, now);
        scope->ending = LO_SCOPE_LEAVES;
        scope->ends = now + 300 * LO_MILLISECOND;
    }
    return scope->ending == LO_SCOPE_ENDED || (scope->ending == LO_SCOPE_LEAVES && now >= scope->ends);
}

lo_time lo_scope_next_wakeup(const lo_scope *scope, lo_time now) {
    lo_time wakeup = lo_min64(lo_node_next_wakeup(scope->node, now), lo_faults_next(&scope->faults));
    if (scope->send_queue.count) wakeup = lo_max64(wakeup, now + LO_MILLISECOND);  /* The socket becomes writable. */
    if (needs_neighbours(scope)) wakeup = lo_min64(wakeup, scope->next_neighbours);
    if (scope->shared.unread) wakeup = lo_min64(wakeup, scope->next_rings);
    if (scope->ending == LO_SCOPE_DRAINS) wakeup = lo_min64(wakeup, now + 5 * LO_MILLISECOND);
    if (scope->ending || scope->evicted) wakeup = lo_min64(wakeup, scope->ends);
    return wakeup;
}

bool lo_scope_sleep(lo_scope *scope) { return lo_shared_sleep(&scope->shared) || scope->starved || scope->paused; }
bool lo_scope_has_unread(const lo_scope *scope) { return !scope->paused && lo_shared_has_unread(&scope->shared); }
void lo_scope_wake(lo_scope *scope) { lo_shared_wake(&scope->shared); }

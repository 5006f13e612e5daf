// SPDX-License-Identifier: BSD-3-Clause
#include "lo_node_internal.h"

#include <stdlib.h>

#define SMALLEST_BUDGET ((size_t)4 << 20)
#define SMALLEST_BUFFER (64u << 10)

/* splitmix64: fast, and sufficient for timers and the choice of peers. */
uint64_t lo_node_random(lo_node *node) {
    uint64_t z = node->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int complete_config(lo_node_config *config) {
    if (!config->number) return LO_ERROR_ARGUMENT;
    if (!config->memory_budget) config->memory_budget = (size_t)256 << 20;
    if (config->memory_budget < SMALLEST_BUDGET) return LO_ERROR_ARGUMENT;
    if (!config->send_buffer) config->send_buffer = config->memory_budget / 4;
    if (!config->receive_buffer) config->receive_buffer = config->memory_budget / 2;
    if (!config->buffer_bytes) config->buffer_bytes = 256u << 10;
    if (config->memory_budget < (size_t)config->buffer_bytes * 32) config->buffer_bytes = 2 * SMALLEST_BUFFER;
    if (config->buffer_bytes < 2 * SMALLEST_BUFFER) config->buffer_bytes = 2 * SMALLEST_BUFFER;
    if (!config->flight_bytes) config->flight_bytes = 4u << 20;
    if (!config->partition_size) config->partition_size = 5;
    if (!config->quick_region) config->quick_region = 8;
    if (!config->repair_rate) config->repair_rate = (uint64_t)128 << 20;
    if (config->scope_key && !config->identity) return LO_ERROR_ARGUMENT;
    for (int i = 0; i < LO_PATHS; i++) {
        lo_path *path = &config->paths[i];
        if (!path->segment_bytes) path->segment_bytes = 1444;
        if (path->segment_bytes < LO_MIN_SEGMENT || path->segment_bytes > LO_MAX_PACKET) return LO_ERROR_ARGUMENT;
        if (path->batch_bytes < path->segment_bytes) path->batch_bytes = path->segment_bytes;
    }
    return LO_OK;
}

static int create_crypto(lo_node *node) {
    const lo_node_config *config = &node->config;
    if (!config->scope_key) return LO_OK;
    lo_crypto_config crypto = {.scope = config->scope, .identity = *config->identity, .number = config->number,
                               .forbid_aes = config->forbid_aes};
    memcpy(crypto.scope_key, config->scope_key, sizeof crypto.scope_key);
    memcpy(crypto.salt, config->salt, sizeof crypto.salt);
    node->crypto = lo_crypto_create(&crypto, &node->memory);
    return node->crypto ? LO_OK : LO_ERROR_MEMORY;
}

static int create_membership(lo_node *node, lo_time now) {
    const lo_node_config *config = &node->config;
    if (config->static_view) return LO_OK;
    lo_membership_config membership = {
        .scope = config->scope, .id = config->id, .number = config->number, .host = config->host,
        .address = config->address, .flags = config->member_flags, .identity = config->identity,
        .seeds = config->seeds, .seed_count = config->seed_count, .seed = lo_node_random(node),
        .heartbeat = config->heartbeat, .suspect_after = config->suspect_after, .keep_away = config->keep_away,
        .batch = config->batch_joins, .path = LO_PATH_MULTICAST,
        .max_packet = lo_min32(config->paths[LO_PATH_MULTICAST].segment_bytes, config->paths[LO_PATH_UNICAST].segment_bytes) -
                      LO_HEADER_BYTES - (node->crypto ? LO_CRYPTO_MAX_TRAILER : 0)};
    memcpy(membership.salt, config->salt, sizeof membership.salt);
    return lo_membership_create(&membership, &node->memory, now, &node->membership);
}

int lo_node_create(const lo_node_config *given, lo_time now, lo_node **out) {
    const uint16_t one = 1;
    assert(*(const uint8_t *)&one == 1);  /* The wire format is little-endian, and so must be the machine. */
    lo_node *node = calloc(1, sizeof *node);
    if (!node) return LO_ERROR_MEMORY;
    node->config = *given;
    int error = complete_config(&node->config);
    if (error) {
        free(node);
        return error;
    }
    node->random = node->config.seed ^ ((uint64_t)node->config.number << 32);
    node->now = node->retransmit_filled = now;
    node->group_free = UINT32_MAX;
    lo_memory_init(&node->memory, node->config.memory_budget);
    lo_pool_init(&node->send_pool, &node->memory, node->config.buffer_bytes, node->config.send_buffer * 2);
    lo_pool_init(&node->receive_pool, &node->memory, node->config.buffer_bytes, node->config.receive_buffer);
    node->receive_pool.arena = node->config.arena;
    node->receive_pool.arena_left = node->config.arena ? node->config.arena_bytes : 0;
    lo_slab_init(&node->outstreams, &node->memory, sizeof(lo_outstream));
    lo_slab_init(&node->instreams, &node->memory, sizeof(lo_instream));
    lo_list_init(&node->busy_in);
    lo_list_init(&node->busy_out);
    lo_list_init(&node->retransmits);
    lo_list_init(&node->busy_layers);
    error = create_crypto(node);
    if (!error) error = create_membership(node, now);
    if (error) {
        lo_node_destroy(node);
        return error;
    }
    *out = node;
    return LO_OK;
}

void lo_node_destroy(lo_node *node) {
    if (!node) return;
    lo_node_batches_done(node);
    lo_packets_forget(node);
    while (node->epoch) {
        lo_epoch *older = node->epoch->older;
        lo_epoch_destroy(node->epoch);
        node->epoch = older;
    }
    for (uint32_t i = 0; i < node->queue.count; i++)
        lo_node_release(node, &node->queue.items[(node->queue.head + i) & (node->queue.capacity - 1)], 1);
    lo_memory_free(&node->memory, node->queue.items, node->queue.capacity * sizeof(lo_delivery));
    if (node->pack) lo_buffer_release(node->pack);
    if (node->spare) lo_buffer_release(node->spare);
    if (node->inbox) lo_buffer_release(node->inbox);
    if (node->assembly) lo_buffer_release(node->assembly);
    lo_groups_destroy(node);
    if (node->membership) lo_membership_destroy(node->membership);
    if (node->crypto) lo_crypto_destroy(node->crypto);
    lo_slab_destroy(&node->outstreams);
    lo_slab_destroy(&node->instreams);
    assert(node->send_pool.live == 0 && node->receive_pool.live == 0);
    lo_pool_destroy(&node->send_pool);
    lo_pool_destroy(&node->receive_pool);
    assert(node->memory.used == 0);
    free(node);
}

static void move_clock(lo_node *node, lo_time now) {
    if (now > node->now) node->now = now;
}

static void take_views(lo_node *node, lo_time now) {
    lo_view *view;
    while (node->membership && (view = lo_membership_take_view(node->membership)) != NULL) {
        view->leap |= node->missed_view;
        node->missed_view = lo_epoch_begin(node, view, now) < 0;
        if (node->missed_view) node->statistics.no_memory++;
        lo_view_release(view);
        lo_packets_replay(node, now);
    }
    if (!node->membership || node->closed) return;
    enum lo_membership_state state = lo_membership_state(node->membership);
    if (state != LO_MEMBERSHIP_EVICTED && state != LO_MEMBERSHIP_REFUSED && state != LO_MEMBERSHIP_LEFT) return;
    node->closed = true;
    lo_deliver_event(node, LO_DELIVERY_CLOSED, LO_ALL_GROUPS);
}

int lo_node_install_view(lo_node *node, lo_view *view, lo_time now) {
    if (node->membership) return LO_ERROR_ARGUMENT;
    move_clock(node, now);
    int error = lo_epoch_begin(node, view, node->now);
    if (!error) lo_packets_replay(node, node->now);
    return error;
}

/* Drops cached segments, oldest streams first, when there is no room to receive. */
static void shed_caches(lo_node *node) {
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        for (uint32_t r = 0; r < epoch->view->region_count; r++) {
            lo_region_state *state = &epoch->region_states[r];
            for (uint32_t m = 0; state->in && m < epoch->view->member_count; m++)
                if (state->in[m]) lo_instream_drop_cache(state->in[m]);
        }
    }
}

lo_buffer *lo_node_receive_buffer(lo_node *node) {
    lo_buffer *buffer = lo_pool_take(&node->receive_pool);
    if (buffer) return buffer;
    shed_caches(node);
    return lo_pool_take(&node->receive_pool);
}

int lo_node_packets_in(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length, uint32_t segment_bytes,
                       const lo_address *source, lo_time now) {
    if (offset > buffer->capacity || length > buffer->capacity - offset) return 0;
    move_clock(node, now);
    now = node->now;
    if (!segment_bytes) segment_bytes = length;
    int accepted = 0;
    for (uint32_t at = 0; at < length; at += segment_bytes) {
        uint32_t size = lo_min32(segment_bytes, length - at);
        accepted += lo_packet_process(node, buffer, offset + at, size, source, now) == LO_OK;
    }
    take_views(node, now);
    return accepted;
}

int lo_node_packet_in(lo_node *node, const uint8_t *packet, size_t length, const lo_address *source, lo_time now) {
    if (length > LO_MAX_PACKET) return 0;
    if (!node->inbox || node->inbox->capacity - node->inbox->used < length) {
        lo_buffer *fresh = lo_node_receive_buffer(node);
        if (!fresh) {
            node->statistics.no_memory++;
            return 0;
        }
        if (node->inbox) lo_buffer_release(node->inbox);
        node->inbox = fresh;
    }
    uint32_t offset = node->inbox->used;
    memcpy(node->inbox->data + offset, packet, length);
    node->inbox->used += (uint32_t)length;
    return lo_node_packets_in(node, node->inbox, offset, (uint32_t)length, 0, source, now);
}

int lo_node_next_batch(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch) {
    if (node->batch_count == LO_MAX_BATCHES || room < SMALLEST_BUFFER) return 0;
    move_clock(node, now);
    now = node->now;
    memset(batch, 0, offsetof(lo_batch, slices));
    lo_layers_work(node, now);
    int found = lo_pull_control(node, now, scratch, room, batch);
    if (!found) found = lo_retransmit_next_batch(node, now, scratch, room, batch);
    if (!found) found = lo_hybrid_next_batch(node, now, scratch, room, batch);
    if (!found) found = lo_pull_data(node, now, scratch, room, batch);
    if (!found) return 0;
    if (node->crypto && lo_crypto_sign(node->crypto) < 0) return 0;
    node->batch_count++;
    return 1;
}

void lo_node_batches_done(lo_node *node) {
    for (uint32_t i = 0; i < node->held_count; i++) lo_buffer_release(node->held[i]);
    node->held_count = 0;
    node->batch_count = 0;
}

static void count_active(lo_node *node) {
    uint32_t active = 0;
    LO_LIST_EACH(link, &node->busy_in) {
        const lo_instream *in = LO_CONTAINER(link, lo_instream, busy);
        active += node->now - in->last_data < 100 * LO_MILLISECOND;
    }
    node->active_senders = active;
}

void lo_node_request_acks(lo_node *node, lo_time now) {
    LO_LIST_EACH(link, &node->busy_out) lo_outstream_request_acks(LO_CONTAINER(link, lo_outstream, busy), now);
}

void lo_node_defer_acks(lo_node *node, bool put_off) { node->defers_acks = put_off; }

void lo_node_tick(lo_node *node, lo_time now) {
    move_clock(node, now);
    now = node->now;
    if (node->membership) {
        if (lo_membership_next_wakeup(node->membership) <= now) lo_membership_timer(node->membership, now);
        take_views(node, now);
    }
    count_active(node);
    LO_LIST_EACH(link, &node->busy_in) lo_instream_tick(LO_CONTAINER(link, lo_instream, busy), now);
    LO_LIST_EACH(link, &node->busy_out) lo_outstream_tick(LO_CONTAINER(link, lo_outstream, busy), now);
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older)
        for (uint32_t r = 0; r < epoch->view->region_count; r++)
            if (epoch->region_states[r].rings) lo_region_rings_tick(epoch->region_states[r].rings, now);
    lo_layers_work(node, now);
    lo_epoch_collect(node, now);
}

lo_time lo_node_next_wakeup(const lo_node *node, lo_time now) {
    lo_time at = lo_retransmit_wakeup(node, now);
    if (lo_hybrid_ready((lo_node *)(uintptr_t)node)) return now;
    if (node->membership) {
        at = lo_min64(at, lo_membership_next_wakeup(node->membership));
        if (lo_membership_has_packet(node->membership, now)) return now;
    }
    LO_LIST_EACH(link, &node->busy_in) at = lo_min64(at, lo_instream_wakeup(LO_CONTAINER(link, lo_instream, busy)));
    LO_LIST_EACH(link, &node->busy_out) {
        lo_outstream *out = LO_CONTAINER(link, lo_outstream, busy);
        const lo_slot *next = lo_window_slot(&out->window, out->sent + 1);
        bool hybrid = next && (next->flags & LO_SLOT_HYBRID);
        if (!hybrid && lo_pack_can_leave(out) && lo_flow_may_send(out)) return now;
        at = lo_min64(at, lo_outstream_wakeup(out, now));
    }
    for (const lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older)
        for (uint32_t r = 0; r < epoch->view->region_count; r++)
            if (epoch->region_states[r].rings) at = lo_min64(at, lo_region_rings_wakeup(epoch->region_states[r].rings));
    if (node->epoch && node->epoch->older) at = lo_min64(at, now + 50 * LO_MILLISECOND);
    at = lo_min64(at, lo_layers_wakeup(node));
    return at;
}

int lo_node_ban(lo_node *node, const lo_id *id, lo_time now) {
    return node->membership ? lo_membership_ban(node->membership, id, now) : LO_ERROR_UNKNOWN;
}

void lo_node_member_ended(lo_node *node, uint32_t number, uint64_t consent, lo_time now) {
    if (node->membership) lo_membership_ended(node->membership, number, consent, now);
}

uint64_t lo_node_consent(const lo_node *node) { return node->membership ? lo_membership_consent(node->membership) : 0; }

bool lo_node_has_suspects(const lo_node *node) {
    return node->membership && lo_membership_has_suspects(node->membership);
}

int lo_node_leave_all(lo_node *node, lo_time now) {
    return node->membership ? lo_membership_leave(node->membership, now) : LO_OK;
}

uint32_t lo_node_deliveries(lo_node *node, lo_delivery *out, uint32_t max) {
    lo_queue *queue = &node->queue;
    uint32_t count = lo_min32(max, queue->count);
    for (uint32_t i = 0; i < count; i++) out[i] = queue->items[(queue->head + i) & (queue->capacity - 1)];
    if (count) queue->head = (queue->head + count) & (queue->capacity - 1);
    queue->count -= count;
    return count;
}

bool lo_node_has_deliveries(const lo_node *node) { return node->queue.count > 0; }

void lo_node_release(lo_node *node, const lo_delivery *deliveries, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const lo_delivery *delivery = &deliveries[i];
        if (delivery->kind == LO_DELIVERY_MESSAGES) {
            node->undelivered_bytes -= (uint64_t)delivery->size * delivery->count;
            if (delivery->routes) lo_routes_release(delivery->routes, &node->memory);
            delivery->buffer->outside--;
            lo_buffer_release(delivery->buffer);
        } else if (delivery->kind == LO_DELIVERY_VIEW) {
            lo_view_release(delivery->view);
        } else if (delivery->kind == LO_DELIVERY_VIEW_CHANGE) {
            lo_view_release(delivery->view);
            lo_memory_free(&node->memory, (void *)(uintptr_t)delivery->data, delivery->size);
        }
    }
}

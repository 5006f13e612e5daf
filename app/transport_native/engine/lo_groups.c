// SPDX-License-Identifier: BSD-3-Clause
/* Groups that this node has joined: handles, lookup by id, sending. */
#include "lo_node_internal.h"
#include "lo_sequencer.h"
#include "lo_synchrony.h"

#define NONE UINT32_MAX

static uint32_t hash_id(const lo_node *node, const lo_id *id) {
    uint64_t mixed = (lo_load64(id->bytes) ^ node->config.seed) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ lo_load64(id->bytes + 8) ^ mixed >> 32) * 0xd6e8feb86659fd93u;
    return (uint32_t)(mixed >> 32) & (node->group_hash_size - 1);
}

static uint32_t find_group(const lo_node *node, const lo_id *id) {
    if (!node->group_hash_size) return NONE;
    uint32_t h = node->group_hash[hash_id(node, id)];
    while (h != NONE && !lo_id_equal(&node->groups[h].id, id)) h = node->groups[h].next;
    return h;
}

static bool grow_groups(lo_node *node) {
    uint32_t old = node->group_capacity, capacity = old ? old * 2 : 64;
    if (capacity > LO_MAX_GROUPS) return false;
    lo_local_group *groups = lo_memory_alloc(&node->memory, capacity * sizeof *groups);
    uint32_t *hash = lo_memory_alloc(&node->memory, capacity * sizeof *hash);
    if (!groups || !hash) {
        lo_memory_free(&node->memory, groups, capacity * sizeof *groups);
        lo_memory_free(&node->memory, hash, capacity * sizeof *hash);
        return false;
    }
    if (old) memcpy(groups, node->groups, old * sizeof *groups);
    lo_memory_free(&node->memory, node->groups, old * sizeof *groups);
    lo_memory_free(&node->memory, node->group_hash, old * sizeof *hash);
    node->groups = groups;
    node->group_hash = hash;
    node->group_capacity = node->group_hash_size = capacity;
    for (uint32_t i = 0; i < capacity; i++) hash[i] = NONE;
    for (uint32_t h = 0; h < node->group_count; h++) {
        if (!groups[h].joins) continue;
        uint32_t bucket = hash_id(node, &groups[h].id);
        groups[h].next = hash[bucket];
        hash[bucket] = h;
    }
    return true;
}

static void destroy_layers(lo_node *node, lo_local_group *group) {
    for (lo_layer *layer = group->bottom; layer;) {
        lo_layer *above = layer->above;
        lo_list_remove(&layer->busy);
        node->layer_count--;
        if (layer->operations->destroy) layer->operations->destroy(layer);
        layer = above;
    }
}

void lo_groups_destroy(lo_node *node) {
    for (uint32_t h = 0; h < node->group_count; h++) destroy_layers(node, &node->groups[h]);
    lo_memory_free(&node->memory, node->groups, node->group_capacity * sizeof(lo_local_group));
    lo_memory_free(&node->memory, node->group_hash, node->group_hash_size * sizeof(uint32_t));
}

static uint32_t take_handle(lo_node *node) {
    if (node->group_free != NONE) {
        uint32_t handle = node->group_free;
        node->group_free = node->groups[handle].next;
        return handle;
    }
    if (node->group_count == node->group_capacity && !grow_groups(node)) return NONE;
    return node->group_count++;
}

static lo_local_group *group_of(const lo_node *node, uint32_t handle) {
    if (handle >= node->group_count || !node->groups[handle].joins) return NULL;
    return &node->groups[handle];
}

/* Adds the layers that the group's policy requires. */
static int add_layers(lo_node *node, uint32_t handle, uint8_t order, lo_time now) {
    lo_layer *layer = NULL;
    if (order == LO_ORDER_SENDER) return LO_OK;
    int error = lo_synchrony_create(&node->memory, &layer);
    if (!error) error = lo_node_push_layer(node, handle, layer);
    lo_layer *bottom = layer;
    if (!error && order == LO_ORDER_TOTAL) {
        error = lo_sequencer_create(&node->memory, &layer);
        if (!error) error = lo_node_push_layer(node, handle, layer);
    }
    if (!error) lo_synchrony_begin(bottom, now);
    return error;
}

int lo_node_join(lo_node *node, const lo_id *id, lo_policy policy, bool deliver_own, lo_time now, uint32_t *handle) {
    if (!lo_policy_sane(policy)) return LO_ERROR_ARGUMENT;
    if (node->closed) return LO_ERROR_CLOSED;
    uint32_t found = find_group(node, id);
    if (found != NONE) {
        node->groups[found].joins++;
        node->groups[found].deliver_own |= deliver_own;
        node->delivers_own |= deliver_own;
        *handle = found;
        return LO_OK;
    }
    found = take_handle(node);
    if (found == NONE) return LO_ERROR_MEMORY;
    int error = node->membership ? lo_membership_join_group(node->membership, id, policy, now) : LO_OK;
    lo_local_group *group = &node->groups[found];
    memset(group, 0, sizeof *group);
    group->index = LO_ALL_GROUPS;
    if (error) {
        group->next = node->group_free;
        node->group_free = found;
        return error;
    }
    group->id = *id;
    group->policy = policy;
    group->joins = 1;
    group->deliver_own = deliver_own;
    node->delivers_own |= deliver_own;
    uint32_t bucket = hash_id(node, id);
    group->next = node->group_hash[bucket];
    node->group_hash[bucket] = found;
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        int index = lo_view_find_group(epoch->view, id);
        if (index < 0) continue;
        epoch->routes->to[index] = found;
        if (epoch == node->epoch) group->index = (uint32_t)index;
    }
    node->statistics.groups_joined++;
    *handle = found;
    error = add_layers(node, found, policy.order, now);
    if (error) (void)lo_node_leave(node, found, now);
    return error;
}

int lo_node_leave(lo_node *node, uint32_t handle, lo_time now) {
    lo_local_group *group = group_of(node, handle);
    if (!group) return LO_ERROR_UNKNOWN;
    if (group->joins > 1) {
        group->joins--;
        return LO_OK;
    }
    int error = node->membership ? lo_membership_leave_group(node->membership, &group->id, now) : LO_OK;
    if (error) return error;
    uint32_t *link = &node->group_hash[hash_id(node, &group->id)];
    while (*link != handle) link = &node->groups[*link].next;
    *link = group->next;
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        int index = lo_view_find_group(epoch->view, &group->id);
        if (index >= 0) epoch->routes->to[index] = LO_ALL_GROUPS;
    }
    destroy_layers(node, group);
    memset(group, 0, sizeof *group);
    group->next = node->group_free;
    node->group_free = handle;
    node->statistics.groups_joined--;
    return LO_OK;
}

int lo_node_push_layer(lo_node *node, uint32_t handle, lo_layer *layer) {
    lo_local_group *group = group_of(node, handle);
    if (!group || !layer || !layer->operations || !layer->operations->up || !layer->operations->down)
        return LO_ERROR_ARGUMENT;
    layer->node = node;
    layer->group = handle;
    layer->above = NULL;
    layer->below = group->top;
    if (group->top) group->top->above = layer;
    else group->bottom = layer;
    group->top = layer;
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        int index = lo_view_find_group(epoch->view, &group->id);
        if (index >= 0) epoch->routes->to[index] = handle | LO_ROUTE_LAYERED;
    }
    node->layer_count++;
    node->delivers_own = true;
    return LO_OK;
}

/* ---- Sending --------------------------------------------------------------------------- */

static int refuse(lo_node *node, lo_local_group *group) {
    group->blocked = true;
    node->blocked = true;
    return LO_ERROR_AGAIN;
}

static uint32_t record_group(const lo_local_group *group, uint8_t kind) {
    return group->index | (uint32_t)kind << LO_RECORD_KIND_SHIFT;
}

static void wake(lo_node *node, lo_outstream *out) { lo_list_append(&node->busy_out, &out->busy); }

static void wake_regions(lo_node *node, const lo_group *view_group) {
    for (uint32_t i = 0; i < view_group->region_count; i++)
        wake(node, node->epoch->region_states[view_group->regions[i]].out);
}

/* Sends to a group of several regions: all of their streams accept the message, or none does. */
static int send_to_regions(lo_node *node, lo_local_group *group, const lo_group *view_group, uint8_t kind,
                           const uint8_t *data, uint32_t size) {
    if (!group->hybrid && view_group->channel) group->hybrid = lo_hybrid_obtain(node, group->index);
    if (group->hybrid) {
        int error = lo_hybrid_send(group->hybrid, kind, data, size);
        if (error == LO_OK) wake_regions(node, view_group);
        if (error != LO_ERROR_TOO_LARGE) return error;
    }
    for (uint32_t i = 0; i < view_group->region_count; i++) {
        lo_outstream *out = lo_outstream_obtain(&node->epoch->region_states[view_group->regions[i]]);
        if (!out) return LO_ERROR_MEMORY;
        if (lo_pack_room(out) < (size_t)size + 64 || !lo_pack_reserve(out, size)) return refuse(node, group);
    }
    for (uint32_t i = 0; i < view_group->region_count; i++) {
        lo_outstream *out = node->epoch->region_states[view_group->regions[i]].out;
        int error = lo_pack_message(out, record_group(group, kind), data, size);
        if (error) node->statistics.no_memory++;
        wake(node, out);
    }
    return LO_OK;
}

/* Control messages of layers may be sent even if the application may not send. */
static int find_stream(lo_node *node, lo_local_group *group, bool layers, const lo_group **spans) {
    if (!node->epoch || group->index == LO_ALL_GROUPS) return LO_ERROR_NOT_MEMBER;
    const lo_group *view_group = &node->epoch->view->groups[group->index];
    if (view_group->read_only && !layers) return LO_ERROR_READ_ONLY;
    if (view_group->region_count == 0) return LO_ERROR_NOT_MEMBER;
    *spans = view_group;
    if (view_group->region_count > 1) return LO_OK;
    group->only = lo_outstream_obtain(&node->epoch->region_states[view_group->regions[0]]);
    return group->only ? LO_OK : LO_ERROR_MEMORY;
}

int lo_core_send(lo_node *node, uint32_t handle, uint8_t kind, const void *data, size_t size, lo_time now) {
    (void)now;
    lo_local_group *group = &node->groups[handle];
    int error = LO_OK;
    if (group->only) {
        error = lo_pack_message(group->only, record_group(group, kind), data, (uint32_t)size);
    } else {
        const lo_group *spans = NULL;
        error = find_stream(node, group, group->bottom != NULL, &spans);
        if (error) return error;
        error = group->only ? lo_pack_message(group->only, record_group(group, kind), data, (uint32_t)size)
                            : send_to_regions(node, group, spans, kind, data, (uint32_t)size);
    }
    if (error == LO_ERROR_AGAIN) return refuse(node, group);
    if (error) return error;
    if (group->only) wake(node, group->only);
    node->statistics.messages_sent++;
    node->statistics.bytes_sent += size;
    return LO_OK;
}

bool lo_group_wants_own(const lo_local_group *group) { return group->deliver_own || group->bottom; }

/* Backpressure for layered groups: a sender may have this many bytes of own messages outstanding until they come
 * back up. */
static size_t most_under_way(const lo_node *node) {
    return lo_min64((size_t)2 << 20, lo_min64(node->config.send_buffer, node->config.receive_buffer) / 8);
}

static int send_through_layers(lo_node *node, lo_local_group *group, uint32_t handle, const void *data, uint32_t size,
                               lo_time now) {
    if (group->under_way && group->under_way + size > most_under_way(node)) return refuse(node, group);
    lo_message message = {.data = data, .size = size, .count = 1, .stride = size, .group = handle,
                          .sender = node->config.number, .view = node->epoch ? node->epoch->view->number : 0};
    int error = group->top->operations->down(group->top, &message, now);
    if (error == LO_OK) group->under_way += size;
    return error;
}

int lo_node_send(lo_node *node, uint32_t handle, const void *data, size_t size, lo_time now) {
    lo_local_group *group = group_of(node, handle);
    if (!group) return LO_ERROR_UNKNOWN;
    if (size > LO_MAX_MESSAGE) return LO_ERROR_TOO_LARGE;
    if (node->closed) return LO_ERROR_CLOSED;
    if (!group->top) return lo_core_send(node, handle, LO_KIND_DATA, data, size, now);
    return send_through_layers(node, group, handle, data, (uint32_t)size, now);
}

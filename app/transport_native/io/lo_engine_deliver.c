// SPDX-License-Identifier: BSD-3-Clause
/* Deliveries from the nodes to the application. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "lo_engine_internal.h"
#include "lo_event_encoding.h"

enum { LEND_FROM = 512 };  /* Bytes; below this a copy costs less than the bookkeeping. */

bool lo_engine_event_owned(lo_engine *engine, uint32_t event, uint32_t scope, void *data, size_t size) {
    lo_run run = {.offset = (uint64_t)(uintptr_t)data, .kind = LO_DELIVERED_EVENT, .count = 1,
                  .size = (uint32_t)size, .group = event, .sender = scope};
    return data && lo_delivery_queue_lend(&engine->deliveries, &run);
}

bool lo_engine_event(lo_engine *engine, uint32_t event, uint32_t scope, const void *data, size_t size) {
    void *copy = malloc(size ? size : 1);
    if (copy && size) memcpy(copy, data, size);
    if (lo_engine_event_owned(engine, event, scope, copy, size)) return true;
    free(copy);
    return false;
}

/* A message larger than the block gets its own memory. */
static bool deliver_large(lo_engine *engine, const lo_delivery *delivery, uint32_t group) {
    void *copy = malloc(delivery->size);
    if (!copy) return false;
    memcpy(copy, delivery->data, delivery->size);
    lo_run run = {.offset = (uint64_t)(uintptr_t)copy, .kind = LO_DELIVERED_LARGE, .count = 1,
                  .size = delivery->size, .group = group, .sender = delivery->sender};
    if (lo_delivery_queue_lend(&engine->deliveries, &run)) return true;
    free(copy);
    return false;
}

/* Lends the messages in place if the application can read them there and they are large enough. The node keeps them
 * until the application releases them. */
static bool can_lend(const lo_engine *engine, const lo_delivery *delivery) {
    return engine->arena && delivery->buffer->in_arena &&
           (size_t)delivery->stride * delivery->count >= LEND_FROM && engine->held_done == 0;
}

static bool lend_messages(lo_engine *engine, lo_scope *scope, const lo_delivery *delivery, uint32_t group,
                          const uint32_t *groups) {
    lo_delivery_queue *ring = &engine->deliveries;
    lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = delivery->count, .size = delivery->size,
                  .stride = delivery->stride, .group = group, .sender = delivery->sender, .groups = groups,
                  .offset = (uint64_t)(delivery->data - ring->block)};
    uint32_t slot = (uint32_t)ring->write_slot & (ring->slots - 1);
    /* The application may have just released what was lent in this slot: reclaim it first. */
    if (engine->lent[slot].kind) lo_engine_reclaim(engine);
    if (engine->lent[slot].kind || !lo_delivery_queue_lend(ring, &run)) return false;
    engine->lent[slot] = *delivery;
    engine->lent_scope[slot] = (uint8_t)scope->index;
    engine->lent_bytes += (uint64_t)delivery->size * delivery->count;
    return true;
}

static void give_back_lent(lo_engine *engine, uint32_t slot) {
    lo_delivery *delivery = &engine->lent[slot];
    engine->lent_bytes -= (uint64_t)delivery->size * delivery->count;
    lo_node_release(engine->scopes[engine->lent_scope[slot]]->node, delivery, 1);
    delivery->kind = 0;
}

void lo_engine_reclaim(lo_engine *engine) {
    int64_t slot;
    while ((slot = lo_delivery_queue_reclaim(&engine->deliveries)) >= 0)
        if (engine->lent[slot].kind) give_back_lent(engine, (uint32_t)slot);
}

void lo_engine_reclaim_scope(lo_engine *engine, lo_scope *scope) {
    if (!scope->node) return;
    if (engine->held_count && engine->held_scope == scope->index) {
        lo_node_release(scope->node, &engine->held[engine->held_first], engine->held_count);
        engine->held_count = engine->held_done = 0;
    }
    lo_engine_reclaim(engine);
    bool looked_at = false;
    for (uint32_t slot = 0; slot < engine->deliveries.slots; slot++) {
        if (!engine->lent[slot].kind || engine->lent_scope[slot] != scope->index) continue;
        give_back_lent(engine, slot);
        looked_at = true;
    }
    /* The piece is not reused while the application may still read messages in it. */
    if (!looked_at && scope->arena_piece != LO_NO_PIECE) engine->arena_pieces &= ~(UINT64_C(1) << scope->arena_piece);
    scope->arena_piece = LO_NO_PIECE;
}

static uint32_t group_of(const lo_scope *scope, uint32_t handle) {
    return handle < scope->handle_room ? scope->group_of_handle[handle] : LO_NO_GROUP;
}

/* Finds the application's groups of messages of several groups; true if none was left in the meantime. */
static bool find_groups(const lo_scope *scope, const lo_delivery *delivery, uint32_t *groups) {
    bool all = true;
    for (uint32_t i = 0; i < delivery->count; i++) {
        groups[i] = group_of(scope, lo_delivery_group(delivery, i));
        all &= groups[i] != LO_NO_GROUP;
    }
    return all;
}

/* Number of messages, from the first remaining one on, that can be delivered together. */
static uint32_t count_known(const uint32_t *groups, uint32_t count) {
    uint32_t known = 0;
    while (known < count && groups[known] != LO_NO_GROUP) known++;
    return known;
}

/* Delivers as much as there is room for. True if nothing is left. */
static bool copy_messages(lo_engine *engine, const lo_delivery *delivery, uint32_t group, const uint32_t *groups) {
    uint32_t limit = lo_delivery_queue_limit(&engine->deliveries);
    uint32_t most = (limit - delivery->size) / (delivery->stride ? delivery->stride : 1) + 1;
    while (engine->held_done < delivery->count) {
        uint32_t done = engine->held_done, count = lo_min32(delivery->count - done, most);
        if (groups && !(count = count_known(groups + done, count))) {
            engine->held_done++;
            continue;
        }
        lo_run run = {.kind = LO_DELIVERED_MESSAGE, .count = count, .size = delivery->size, .stride = delivery->stride,
                      .group = group, .sender = delivery->sender, .groups = groups ? groups + done : NULL};
        if (!lo_delivery_queue_copy(&engine->deliveries, &run, delivery->data + (size_t)done * delivery->stride)) return false;
        engine->held_done += count;
    }
    return true;
}

static bool deliver_messages(lo_engine *engine, lo_scope *scope, const lo_delivery *delivery) {
    uint32_t several[LO_MIXED_MOST], *groups = delivery->routes ? several : NULL;
    bool all = !groups || find_groups(scope, delivery, groups);
    uint32_t group = groups ? LO_NO_GROUP : group_of(scope, delivery->group);
    if (!groups && group == LO_NO_GROUP) return true;  /* Left in the meantime. */
    if (all && can_lend(engine, delivery)) {
        if (!lend_messages(engine, scope, delivery, group, groups)) return false;
        engine->held_lent = true;
        return true;
    }
    if (delivery->size > lo_delivery_queue_limit(&engine->deliveries)) return deliver_large(engine, delivery, group);
    return copy_messages(engine, delivery, group, groups);
}

static bool deliver_view(lo_engine *engine, lo_scope *scope, const lo_delivery *delivery, lo_time now) {
    size_t size;
    void *report = lo_encode_view(engine, scope, delivery->view, &size);
    if (!lo_engine_event_owned(engine, LO_EVENT_VIEW, scope->index, report, size)) {
        free(report);
        return false;
    }
    lo_scope_follow_view(scope, delivery->view, now);
    return true;
}

static bool deliver_view_change(lo_engine *engine, lo_scope *scope, const lo_delivery *delivery) {
    uint32_t group = group_of(scope, delivery->group);
    if (group == LO_NO_GROUP) return true;
    size_t size;
    void *report = lo_encode_view_change(group, (const lo_view_change *)(const void *)delivery->data, &size);
    if (lo_engine_event_owned(engine, LO_EVENT_VIEW_CHANGE, scope->index, report, size)) return true;
    free(report);
    return false;
}

static bool deliver_stable(lo_engine *engine, lo_scope *scope, const lo_delivery *delivery) {
    uint64_t stable[2] = {group_of(scope, delivery->group), delivery->sequence};
    if (stable[0] == LO_NO_GROUP) return true;
    return lo_engine_event(engine, LO_EVENT_STABLE, scope->index, stable, sizeof stable);
}

static bool deliver_one(lo_engine *engine, lo_scope *scope, const lo_delivery *delivery, lo_time now) {
    uint32_t gap[2] = {delivery->sender, delivery->count};
    switch (delivery->kind) {
    case LO_DELIVERY_MESSAGES:
        return deliver_messages(engine, scope, delivery);
    case LO_DELIVERY_VIEW:
        return deliver_view(engine, scope, delivery, now);
    case LO_DELIVERY_GAP:
        return lo_engine_event(engine, LO_EVENT_GAP, scope->index, gap, sizeof gap);
    case LO_DELIVERY_VIEW_CHANGE:
        return deliver_view_change(engine, scope, delivery);
    case LO_DELIVERY_STABLE:
        return deliver_stable(engine, scope, delivery);
    case LO_DELIVERY_CHANNELS:
        lo_scope_follow_channels(scope);
        return true;
    case LO_DELIVERY_CLOSED:
        if (!lo_engine_event(engine, LO_EVENT_CLOSED, scope->index, NULL, 0)) return false;
        if (scope->ending) scope->ending = LO_SCOPE_ENDED;
        else if (!scope->evicted) {
            scope->evicted = true;
            scope->ends = now + 50 * LO_MILLISECOND;
        }
        return true;
    default:
        return true;  /* Writable: waiting messages are retried anyway. */
    }
}

bool lo_engine_deliver(lo_engine *engine, lo_scope *scope, lo_time now) {
    enum { ROOM = sizeof engine->held / sizeof *engine->held };
    if (engine->held_count && engine->held_scope != scope->index) return true;  /* Another scope first. */
    for (;;) {
        while (engine->held_count) {
            const lo_delivery *delivery = &engine->held[engine->held_first];
            if (!deliver_one(engine, scope, delivery, now)) return false;
            if (!engine->held_lent) lo_node_release(scope->node, delivery, 1);
            engine->held_lent = false;
            engine->held_done = 0;
            engine->held_first++;
            engine->held_count--;
        }
        engine->held_first = 0;
        engine->held_scope = scope->index;
        engine->held_count = lo_node_deliveries(scope->node, engine->held, ROOM);
        if (!engine->held_count) return true;
    }
}

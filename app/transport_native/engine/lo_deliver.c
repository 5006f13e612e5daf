// SPDX-License-Identifier: BSD-3-Clause
/* Delivery: converts records of segments into runs of messages in the node's queue. */
#include "lo_node_internal.h"

#define FIRST_QUEUE 256u
#define SMALL_MESSAGE (16u << 10)

/* Offset of the first record. The headers were checked on arrival. */
static uint32_t records_at(const uint8_t *segment) {
    if (segment[1] != LO_PACKET_HYBRID) return LO_HEADER_BYTES + LO_DATA_HEADER_BYTES;
    return LO_HEADER_BYTES + 4 + lo_load32(segment + LO_HEADER_BYTES) * LO_HYBRID_ENTRY_BYTES;
}

static bool queue_room(lo_node *node, uint32_t items) {
    lo_queue *queue = &node->queue;
    if (queue->capacity - queue->count >= items) return true;
    uint32_t capacity = queue->capacity ? queue->capacity : FIRST_QUEUE;
    while (capacity - queue->count < items) capacity *= 2;
    lo_delivery *grown = lo_memory_alloc(&node->memory, capacity * sizeof(lo_delivery));
    if (!grown) return false;
    for (uint32_t i = 0; i < queue->count; i++)
        grown[i] = queue->items[(queue->head + i) & (queue->capacity - 1)];
    lo_memory_free(&node->memory, queue->items, queue->capacity * sizeof(lo_delivery));
    queue->items = grown;
    queue->capacity = capacity;
    queue->head = 0;
    return true;
}

bool lo_queue_push(lo_node *node, const lo_delivery *delivery) {
    if (!queue_room(node, 1)) return false;
    lo_queue *queue = &node->queue;
    queue->items[(queue->head + queue->count++) & (queue->capacity - 1)] = *delivery;
    return true;
}

void lo_deliver_event(lo_node *node, uint16_t kind, uint32_t group) {
    lo_delivery event = {.kind = kind, .group = group};
    if (!lo_queue_push(node, &event)) node->statistics.no_memory++;
}

/* Appends to the queue. The caller has reserved room unless a layer calls. */
int lo_deliver_messages(lo_node *node, const lo_message *message) {
    lo_queue *queue = &node->queue;
    uint64_t bytes = (uint64_t)message->size * message->count;
    node->statistics.messages_delivered += message->count;
    node->statistics.bytes_delivered += bytes;
    node->undelivered_bytes += bytes;
    if (queue->count) {
        lo_delivery *last = &queue->items[(queue->head + queue->count - 1) & (queue->capacity - 1)];
        if (last->kind == LO_DELIVERY_MESSAGES && last->buffer == message->buffer &&
            last->group == message->group && last->size == message->size && last->sender == message->sender &&
            last->stride == message->stride && last->data + (size_t)last->stride * last->count == message->data) {
            last->count += message->count;
            return LO_OK;
        }
    }
    lo_delivery delivery = {.kind = LO_DELIVERY_MESSAGES, .group = message->group, .sender = message->sender,
                            .count = message->count, .size = message->size, .stride = message->stride,
                            .data = message->data, .buffer = message->buffer, .view_number = message->view,
                            .sequence = message->sequence};
    if (!lo_queue_push(node, &delivery)) return LO_ERROR_MEMORY;
    lo_buffer_hold(message->buffer);
    message->buffer->outside++;
    return LO_OK;
}

int lo_deliver_from_layers(lo_node *node, const lo_message *message) {
    lo_local_group *group = &node->groups[message->group];
    if (message->kind != LO_KIND_DATA) return LO_OK;  /* Control message of a layer that this group does not have. */
    if (message->sender == node->config.number) {
        size_t bytes = (size_t)message->size * message->count;
        group->under_way -= bytes < group->under_way ? bytes : group->under_way;
        if (!group->deliver_own) return LO_OK;
    }
    return lo_deliver_messages(node, message);
}

int lo_deliver_view_change(lo_node *node, uint32_t handle, const lo_view_change *view_change) {
    size_t bytes = sizeof *view_change + view_change->member_count * sizeof *view_change->members;
    lo_view_change *copy = lo_memory_alloc(&node->memory, bytes);
    lo_delivery delivery = {.kind = LO_DELIVERY_VIEW_CHANGE, .group = handle, .view = view_change->view, .view_number = view_change->view->number,
                            .size = (uint32_t)bytes, .data = (const uint8_t *)copy};
    if (!copy || !lo_queue_push(node, &delivery)) {
        lo_memory_free(&node->memory, copy, bytes);
        node->statistics.no_memory++;
        return LO_ERROR_MEMORY;
    }
    memcpy(copy, view_change, bytes);
    lo_view_hold(view_change->view);
    if (!view_change->continues) node->groups[handle].under_way = 0;
    return LO_OK;
}

static void hand_up(lo_node *node, const lo_message *message) {
    lo_local_group *group = &node->groups[message->group];
    int error = LO_OK;
    if (group->bottom) error = group->bottom->operations->up(group->bottom, message, node->now);
    else if (message->kind == LO_KIND_DATA) error = lo_deliver_messages(node, message);
    if (error) node->statistics.no_memory++;
}

void lo_partial_drop(lo_partial *partial) {
    if (partial->buffer) lo_buffer_release(partial->buffer);
    memset(partial, 0, sizeof *partial);
}

/* Number of records, so that memory for all of them is reserved before the first is delivered. */
static uint32_t count_records(const uint8_t *at, const uint8_t *end) {
    uint32_t count = 0;
    while ((size_t)(end - at) >= LO_RECORD_BYTES) {
        uint32_t flags = lo_load32(at + 4), size = flags & LO_RECORD_SIZE_MASK;
        uint32_t head = (flags & LO_RECORD_FIRST) && !(flags & LO_RECORD_LAST) ? LO_RECORD_BYTES + 4 : LO_RECORD_BYTES;
        if ((size_t)(end - at) < (size_t)head + size) break;
        at += head + size;
        count++;
    }
    return count;
}

typedef struct lo_source {
    lo_node *node;
    lo_epoch *epoch;
    lo_pool *pool;         /* For reassembled messages. */
    lo_partial *partial;
    lo_buffer *buffer;
    uint32_t sender;
    uint64_t sequence, stable;
    lo_outstream *own;     /* For an own stream: the message may be there as a whole. */
} lo_source;

static uint32_t wanted_handle(const lo_source *source, uint32_t group) {
    group &= LO_RECORD_GROUP_MASK;
    uint32_t handle = lo_routes_handle(source->epoch->routes, group);
    if (handle == LO_ALL_GROUPS || (source->own && !lo_group_wants_own(&source->node->groups[handle])))
        return LO_ALL_GROUPS;
    return handle;
}

static void deliver_whole(const lo_source *source, uint32_t group, const uint8_t *data, uint32_t size,
                          uint32_t count, lo_buffer *buffer) {
    uint32_t handle = wanted_handle(source, group);
    if (handle == LO_ALL_GROUPS) return;
    bool one_region = source->epoch->view->groups[group & LO_RECORD_GROUP_MASK].region_count == 1;
    lo_message message = {.data = data, .size = size, .count = count, .stride = size + LO_RECORD_BYTES,
                          .group = handle, .sender = source->sender, .kind = (uint8_t)(group >> LO_RECORD_KIND_SHIFT),
                          .view = source->epoch->view->number, .sequence = source->sequence,
                          .stable = one_region ? source->stable : 0, .buffer = buffer};
    hand_up(source->node, &message);
}

/* Number of complete records from `at` on, of `step` bytes each, with the same group and size. */
static uint32_t count_equal(const uint8_t *at, const uint8_t *end, size_t step) {
    uint64_t first = lo_load64(at);
    uint32_t count = 1;
    for (at += step; (size_t)(end - at) >= step && lo_load64(at) == first; at += step) count++;
    return count;
}

/* True if the record is plain data for a group of this node without layers. */
static bool is_plain(const lo_routes *routes, uint32_t group) {
    return group < routes->count && !(routes->to[group] & LO_ROUTE_LAYERED);
}

/* Number of complete records of one size from `at` on, for any groups without layers. */
static uint32_t count_plain(const lo_routes *routes, const uint8_t *at, const uint8_t *end, size_t step) {
    uint32_t flags = lo_load32(at + 4), count = 1;
    for (at += step; count < LO_MIXED_MOST && (size_t)(end - at) >= step; at += step, count++)
        if (lo_load32(at + 4) != flags || !is_plain(routes, lo_load32(at))) break;
    return count;
}

uint32_t lo_delivery_group(const lo_delivery *delivery, uint32_t message) {
    if (!delivery->routes) return delivery->group;
    const uint8_t *record = delivery->data + (size_t)message * delivery->stride - LO_RECORD_BYTES;
    return lo_routes_handle(delivery->routes, lo_load32(record));
}

/* Delivers messages of several groups as one delivery; each is preceded by its record header. */
static void deliver_mixed(const lo_source *source, const uint8_t *data, uint32_t size, uint32_t count) {
    lo_node *node = source->node;
    lo_delivery delivery = {.kind = LO_DELIVERY_MESSAGES, .group = LO_ALL_GROUPS, .sender = source->sender,
                            .count = count, .size = size, .stride = size + LO_RECORD_BYTES, .data = data,
                            .buffer = source->buffer, .routes = source->epoch->routes,
                            .view_number = source->epoch->view->number, .sequence = source->sequence};
    if (!lo_queue_push(node, &delivery)) {
        node->statistics.no_memory++;
        return;
    }
    uint64_t bytes = (uint64_t)size * count;
    node->statistics.messages_delivered += count;
    node->statistics.bytes_delivered += bytes;
    node->undelivered_bytes += bytes;
    lo_routes_hold(delivery.routes);
    lo_buffer_hold(delivery.buffer);
    delivery.buffer->outside++;
}

/* Delivers complete records of one size, from `at` on; returns their number. */
static uint32_t deliver_equal(const lo_source *source, uint32_t group, const uint8_t *at, const uint8_t *end, uint32_t size) {
    size_t step = LO_RECORD_BYTES + size;
    uint32_t count = count_equal(at, end, step);
    if (count < LO_MIXED_MOST / 2 && !source->own && is_plain(source->epoch->routes, group)) {
        uint32_t plain = count_plain(source->epoch->routes, at, end, step);
        if (plain > count) {
            deliver_mixed(source, at + LO_RECORD_BYTES, size, plain);
            return plain;
        }
    }
    deliver_whole(source, group, at + LO_RECORD_BYTES, size, count, source->buffer);
    return count;
}

/* Finds the buffer for reassembly: the message may already be contiguous; small ones share a buffer. */
static bool find_room(const lo_source *source, uint32_t total) {
    lo_node *node = source->node;
    lo_partial *partial = source->partial;
    lo_buffer *whole = source->own ? source->own->own_big : NULL;
    if (whole && whole->used == total) {
        lo_buffer_hold(whole);
    } else if (total <= SMALL_MESSAGE) {
        lo_buffer *shared = node->assembly;
        if (!shared || shared->capacity - shared->used < total) {
            lo_buffer *fresh = lo_pool_take(&node->receive_pool);
            if (!fresh) return false;
            if (shared) lo_buffer_release(shared);
            node->assembly = shared = fresh;
        }
        lo_buffer_hold(shared);
        partial->buffer = shared;
        partial->data = shared->data + shared->used;
        shared->used += total;
        return true;
    } else {
        whole = lo_pool_take_sized(source->pool, total);
    }
    partial->buffer = whole;
    partial->data = whole ? whole->data : NULL;
    return whole != NULL;
}

/* Handles one fragment of a message. False if there is no memory for the whole: retry later. */
static bool deliver_piece(const lo_source *source, uint32_t group, uint32_t flags, uint32_t total,
                          const uint8_t *data, uint32_t size) {
    lo_partial *partial = source->partial;
    if (flags & LO_RECORD_FIRST) {
        lo_partial_drop(partial);
        if (wanted_handle(source, group) == LO_ALL_GROUPS) return true;
        uint32_t most = group >> LO_RECORD_KIND_SHIFT ? LO_MAX_MESSAGE + LO_RELAY_BYTES : LO_MAX_MESSAGE;
        if (total > most || total <= size || total > source->pool->limit_bytes) {
            source->node->statistics.malformed++;
            return true;
        }
        if (!find_room(source, total)) return false;
        partial->group = group;
        partial->total = total;
    }
    if (!partial->buffer) return true;  /* Its first fragment is lost, or not for this node. */
    if (partial->group != group || size > partial->total - partial->filled) {
        source->node->statistics.malformed++;
        lo_partial_drop(partial);
        return true;
    }
    bool there = source->own && source->own->own_big == partial->buffer;
    if (!there) memcpy(partial->data + partial->filled, data, size);
    partial->filled += size;
    if (!(flags & LO_RECORD_LAST)) return true;
    if (partial->filled == partial->total)
        deliver_whole(source, group, partial->data, partial->total, 1, partial->buffer);
    else
        source->node->statistics.malformed++;
    lo_partial_drop(partial);
    if (there) {
        lo_buffer_release(source->own->own_big);
        source->own->own_big = NULL;
    }
    return true;
}

/* Delivers the records from `at` on. Returns where it stopped: the end, or a fragment without memory for it. */
static const uint8_t *deliver_records(const lo_source *source, const uint8_t *at, const uint8_t *end) {
    uint32_t records = (uint32_t)((size_t)(end - at) / LO_RECORD_BYTES) + 1;
    const lo_queue *queue = &source->node->queue;
    if (queue->capacity - queue->count < records && !queue_room(source->node, count_records(at, end) + 1))
        return at;
    while ((size_t)(end - at) >= LO_RECORD_BYTES) {
        uint32_t group = lo_load32(at), flags = lo_load32(at + 4), size = flags & LO_RECORD_SIZE_MASK;
        bool whole = (flags & (LO_RECORD_FIRST | LO_RECORD_LAST)) == (LO_RECORD_FIRST | LO_RECORD_LAST);
        uint32_t head = !whole && (flags & LO_RECORD_FIRST) ? LO_RECORD_BYTES + 4 : LO_RECORD_BYTES;
        if ((size_t)(end - at) < (size_t)head + size) {
            source->node->statistics.malformed++;
            return end;
        }
        if (whole) {
            at += (size_t)(deliver_equal(source, group, at, end, size) - 1) * (head + size);
        } else if (!deliver_piece(source, group, flags, head > LO_RECORD_BYTES ? lo_load32(at + 8) : 0, at + head, size))
            return at;
        at += head + size;
    }
    return end;
}

/* False if memory ran out: the caller retries and delivery resumes at the same position. */
bool lo_deliver_segment(lo_instream *in, lo_buffer *buffer, uint32_t offset, uint32_t length, uint64_t sequence) {
    lo_node *node = in->epoch->node;
    lo_source source = {node, in->epoch, &node->receive_pool, &in->partial, buffer, in->sender, sequence, in->stable, NULL};
    const uint8_t *segment = buffer->data + offset, *end = segment + length;
    const uint8_t *stopped = deliver_records(&source, segment + (in->resume ? in->resume : records_at(segment)), end);
    in->resume = stopped == end ? 0 : (uint32_t)(stopped - segment);
    return stopped == end;
}

void lo_deliver_own(lo_outstream *out, const lo_slot *slot, uint64_t sequence) {
    lo_node *node = out->epoch->node;
    if (out->region_state->position == LO_NO_POSITION || !node->delivers_own) return;
    lo_source source = {node, out->epoch, &node->send_pool, &out->partial, slot->buffer, node->config.number, sequence, 0, out};
    const uint8_t *segment = slot->buffer->data + slot->offset, *end = segment + slot->length;
    if (deliver_records(&source, segment + records_at(segment), end) != end) node->statistics.no_memory++;
}

void lo_deliver_gap_event(const lo_instream *in, uint64_t count) {
    lo_node *node = in->epoch->node;
    lo_delivery gap = {.kind = LO_DELIVERY_GAP, .group = LO_ALL_GROUPS, .sender = in->sender,
                       .count = (uint32_t)lo_min64(count, UINT32_MAX), .view_number = in->epoch->view->number};
    node->statistics.gaps_delivered++;
    if (!lo_queue_push(node, &gap)) node->statistics.no_memory++;
}

void lo_deliver_gap(lo_instream *in, uint64_t count) {
    lo_partial_drop(&in->partial);
    lo_deliver_gap_event(in, count);
    lo_layers_gap(in->region_state, in->sender);
}

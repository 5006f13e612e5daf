// SPDX-License-Identifier: BSD-3-Clause
/* The layer itself: records are received, counted and delivered; views start view changes. */
#include "lo_synchrony_internal.h"

#include <stdlib.h>

#define POLL (100 * LO_MILLISECOND)
#define STUCK (6 * LO_SECOND)  /* Longer than failure detection takes. */

static lo_synchrony *of(lo_layer *layer) { return (lo_synchrony *)(void *)layer; }
static bool counts(uint8_t kind) { return kind == LO_KIND_DATA || kind == LO_KIND_FLUSH || kind >= LO_KIND_ORDER; }

lo_message lo_sync_record(const lo_synchrony *s, uint8_t kind, const void *data, size_t size) {
    const lo_node *node = s->layer.node;
    return (lo_message){.data = data, .size = (uint32_t)size, .count = 1, .stride = (uint32_t)size, .kind = kind,
                        .group = s->layer.group, .sender = node->config.number, .view = node->epoch->view->number};
}

lo_change *lo_sync_pending(lo_synchrony *s, uint64_t view) {
    for (lo_change *change = s->pending; change; change = change->newer)
        if (change->view->number == view) return change;
    return NULL;
}

static lo_change *newest_of(lo_synchrony *s) {
    lo_change *newest = s->present;
    for (lo_change *change = s->pending; change; change = change->newer) newest = change;
    return newest;
}

/* ---- Peers ------------------------------------------------------------------------------ */

lo_peer *lo_sync_add_peer(lo_synchrony *s, uint32_t number, uint64_t joined, uint64_t received) {
    if (s->peer_count == s->peer_room) {
        uint32_t room = s->peer_room ? s->peer_room * 2 : 4;
        lo_peer *grown = lo_memory_realloc(s->memory, s->peers, s->peer_room * sizeof *grown, room * sizeof *grown);
        if (!grown) return NULL;
        s->peers = grown;
        s->peer_room = room;
    }
    lo_peer *peer = &s->peers[s->peer_count++];
    *peer = (lo_peer){.number = number, .joined = joined, .received = received};
    return peer;
}

void lo_sync_drop_peer(lo_synchrony *s, uint32_t index) {
    lo_run_queue_clear(&s->peers[index].kept, s->memory);
    memmove(&s->peers[index], &s->peers[index + 1], (s->peer_count - index - 1) * sizeof *s->peers);
    s->peer_count--;
    s->last_peer = 0;
}

static lo_peer *living_peer(lo_synchrony *s, uint32_t number) {
    if (s->last_peer < s->peer_count) {
        lo_peer *last = &s->peers[s->last_peer];
        if (last->number == number && !last->gone) return last;
    }
    for (uint32_t i = 0; i < s->peer_count; i++) {
        if (s->peers[i].number != number || s->peers[i].gone) continue;
        s->last_peer = i;
        return &s->peers[i];
    }
    return NULL;
}

static void drop_everything(lo_synchrony *s) {
    while (s->peer_count) lo_sync_drop_peer(s, s->peer_count - 1);
    while (s->pending) {
        lo_change *change = s->pending;
        s->pending = change->newer;
        lo_change_free(s, change);
    }
    if (s->present) lo_change_free(s, s->present);
    s->present = NULL;
}

/* Without the messages that it has missed this node cannot continue with the others. It leaves the group and
 * rejoins, which everyone sees in the view changes. */
void lo_sync_lost(lo_synchrony *s, lo_time now) {
    lo_node *node = s->layer.node;
    drop_everything(s);
    if (s->leaving || !node->membership) return;
    const lo_id *id = &node->groups[s->layer.group].id;
    s->leaving = lo_membership_leave_group(node->membership, id, now) == LO_OK;
}

void lo_sync_stay(lo_synchrony *s, lo_time now) {
    lo_node *node = s->layer.node;
    const lo_local_group *group = &node->groups[s->layer.group];
    if (s->leaving && lo_membership_join_group(node->membership, &group->id, group->policy, now) == LO_OK)
        s->leaving = false;
}

void lo_sync_count_anew(lo_synchrony *s, uint64_t before) {
    lo_node *node = s->layer.node;
    s->messages -= before;
    s->counted_stable = 0;
    lo_mark_free(node, s->majority);
    lo_mark_free(node, s->everyone);
    s->majority = s->everyone = NULL;
}

/* ---- Up ---------------------------------------------------------------------------------- */

void lo_sync_deliver_up(lo_synchrony *s, const lo_message *run, lo_time now) {
    s->failed |= lo_layer_up(&s->layer, run, now) != LO_OK;
}

/* Delivers what may be delivered: everything before the flush of an incomplete change. */
void lo_sync_pass(lo_synchrony *s, uint32_t index, lo_time now) {
    if (!s->present) return;
    for (lo_peer *peer = &s->peers[index]; peer->passed < peer->kept.count; peer->passed++) {
        const lo_message *run = &lo_run_queue_at(&peer->kept, peer->passed)->run;
        if (run->kind == LO_KIND_FLUSH) {
            if (lo_sync_pending(s, lo_load64(run->data))) return;
        } else if (peer->present) {
            lo_sync_deliver_up(s, run, now);
        }
    }
}

bool lo_sync_take(lo_synchrony *s, lo_peer *peer, const lo_message *run) {
    if (!lo_run_queue_push(&peer->kept, s->memory, run, peer->received + 1)) return false;
    peer->received += run->count;
    return true;
}

/* Adds a sender whose flush is its first, or its first after it was gone. */
static lo_peer *obtain_peer(lo_synchrony *s, const lo_message *message, uint64_t number) {
    const lo_change *change = lo_sync_pending(s, lo_load64(message->data));
    int at = change ? lo_change_find(change, message->sender) : LO_ERROR_UNKNOWN;
    if (at < 0 || !lo_change_stays(change, NULL, &change->members[at])) return NULL;
    return lo_sync_add_peer(s, message->sender, change->members[at].joined, number - 1);
}

static int flush_in(lo_synchrony *s, lo_peer *peer, const lo_message *message, lo_time now) {
    lo_flush_read flush;
    if (!lo_flush_parse(&flush, message->data, message->size)) return LO_OK;
    if (!peer) peer = obtain_peer(s, message, flush.number);
    if (!peer) return LO_OK;  /* Of a change that does not include this node. */
    if (flush.number != peer->received + 1 || !lo_sync_take(s, peer, message)) {
        lo_sync_lost(s, now);
        return LO_OK;
    }
    lo_change *change = lo_sync_pending(s, flush.view);
    lo_sync_pass(s, (uint32_t)(peer - s->peers), now);
    if (change && lo_change_take_flush(change, message, message->sender)) lo_sync_advance(s, now);
    return LO_OK;
}

static void done_in(lo_synchrony *s, const lo_message *message, lo_time now) {
    if (message->size != 8) return;
    uint64_t view = lo_load64(message->data);
    lo_change *change = s->present && s->present->view->number == view ? s->present : lo_sync_pending(s, view);
    int at = change ? lo_change_find(change, message->sender) : LO_ERROR_UNKNOWN;
    if (at < 0) return;
    change->members[at].done = true;
    if (change == s->present) lo_sync_settle(s);
    else lo_sync_advance(s, now);
}

/* Control records of members that are gone are ignored. */
static int control_in(lo_synchrony *s, lo_peer *peer, const lo_message *message, lo_time now) {
    switch (message->kind) {
    case LO_KIND_FLUSH: return flush_in(s, peer, message, now);
    case LO_KIND_RELAY:
    case LO_KIND_LOST:
        if (peer) lo_sync_relayed(s, message, now);
        return LO_OK;
    case LO_KIND_DONE:
        if (peer) done_in(s, message, now);
        return LO_OK;
    case LO_KIND_STABLE:
        if (peer && message->size == 8) {
            peer->stable = lo_max64(peer->stable, lo_load64(message->data));
            lo_sync_release(s, peer, 0, 0);
        }
        return LO_OK;
    default: return LO_OK;
    }
}

static int check_failed(lo_synchrony *s, lo_time now) {
    if (!s->failed) return LO_OK;
    s->failed = false;
    lo_sync_lost(s, now);
    return LO_ERROR_MEMORY;
}

static int sync_up(lo_layer *layer, const lo_message *message, lo_time now) {
    lo_synchrony *s = of(layer);
    lo_peer *peer = living_peer(s, message->sender);
    if (peer && message->view < peer->joined) return LO_OK;  /* Of an earlier incarnation. */
    if (message->kind != LO_KIND_DATA && message->kind < LO_KIND_ORDER) {
        for (uint32_t i = 0; i < message->count; i++) {
            lo_message one = *message;
            one.count = 1;
            one.data += (size_t)i * message->stride;
            (void)control_in(s, living_peer(s, message->sender), &one, now);
        }
        return check_failed(s, now);
    }
    if (!peer) return LO_OK;  /* Gone, or from before this node joined. */
    if (!lo_sync_take(s, peer, message)) {
        lo_sync_lost(s, now);
        return LO_ERROR_MEMORY;
    }
    uint32_t index = (uint32_t)(peer - s->peers);
    lo_sync_pass(s, index, now);
    lo_sync_release(s, &s->peers[index], message->view, message->stable);
    lo_layer_schedule(layer, now + POLL);
    return check_failed(s, now);
}

static void sync_gap(lo_layer *layer, uint32_t sender, uint64_t view, lo_time now) {
    lo_synchrony *s = of(layer);
    const lo_peer *peer = living_peer(s, sender);
    bool awaited = false;
    for (const lo_change *change = s->pending; change; change = change->newer) {
        int at = lo_change_find(change, sender);
        awaited |= at >= 0 && !change->flushes[at].data && view >= change->members[at].joined;
    }
    if ((peer && view >= peer->joined) || awaited) lo_sync_lost(s, now);
}

/* ---- Down --------------------------------------------------------------------------------- */

static int sync_down(lo_layer *layer, const lo_message *message, lo_time now) {
    lo_synchrony *s = of(layer);
    if (!s->present) return LO_ERROR_NOT_MEMBER;  /* Before the first view change a message would belong to no view. */
    if (s->read_only && message->kind == LO_KIND_DATA) return LO_ERROR_READ_ONLY;
    if (!lo_sync_send_flushes(s, now)) return LO_ERROR_AGAIN;
    /* Control messages of the layers above are for the current members; after the flush they would be for the next. */
    if (s->pending && message->kind != LO_KIND_DATA) return LO_ERROR_AGAIN;
    int error = lo_layer_down(layer, message, now);
    if (error) return error;
    s->sent += counts(message->kind);
    s->messages += message->kind == LO_KIND_DATA;
    if (message->kind == LO_KIND_DATA) {
        layer->on_acks = true;
        lo_layer_schedule(layer, now + POLL);
    }
    return LO_OK;
}

/* ---- Views -------------------------------------------------------------------------------- */

/* False if a member left, joined and left again faster than the changes could be completed. */
static bool mark_gone(lo_synchrony *s, const lo_change *newest) {
    bool clear = true;
    for (uint32_t i = 0; i < s->peer_count; i++) {
        lo_peer *peer = &s->peers[i];
        if (peer->gone || lo_change_has(newest, peer->number, peer->joined)) continue;
        peer->gone = true;
        for (uint32_t k = 0; k < i; k++) clear &= s->peers[k].number != peer->number || s->peers[k].departed;
    }
    return clear;
}

static uint32_t append(lo_synchrony *s, lo_change *change) {
    uint32_t length = 1;
    lo_change **at = &s->pending;
    for (; *at; at = &(*at)->newer) length++;
    *at = change;
    return length;
}

/* This node is not in the group, or is in it again. */
static void stay_out(lo_synchrony *s, lo_time now) {
    drop_everything(s);
    lo_sync_stay(s, now);
}

static void sync_view(lo_layer *layer, lo_view *view, lo_time now) {
    lo_synchrony *s = of(layer);
    const lo_member *self = &view->members[view->self];
    int index = lo_view_find_group(view, &layer->node->groups[layer->group].id);
    s->read_only = index >= 0 && view->groups[index].read_only;
    if (!s->sent) s->sent = view->number >> 24 << 32;  /* Above any number of an earlier membership in this group. */
    lo_change *change = index < 0 ? NULL : lo_change_make(s, view);
    if (index < 0 || (change && lo_change_find(change, self->number) < 0)) {
        if (change) lo_change_free(s, change);
        stay_out(s, now);
        return;
    }
    if (view->leap) drop_everything(s);
    const lo_change *newest = newest_of(s);
    /* After a missed view, the others may count on this node for things it does not know. */
    bool awaited = view->leap && self->joined != view->number;
    if (change && !awaited && newest && lo_change_same(newest, change)) {
        lo_change_free(s, change);
        return;
    }
    s->changed = now;
    bool taken = change && append(s, change) <= LO_MAX_CHAIN && !awaited && mark_gone(s, change);
    if (taken) lo_layer_schedule(layer, now);
    else lo_sync_lost(s, now);
}

void lo_synchrony_begin(lo_layer *layer, lo_time now) {
    lo_synchrony *s = of(layer);
    const lo_node *node = layer->node;
    if (!node->epoch) return;
    int index = lo_view_find_group(node->epoch->view, &node->groups[layer->group].id);
    bool inside = false;
    for (uint32_t r = 0; index >= 0 && r < node->epoch->view->groups[index].region_count; r++)
        inside |= node->epoch->region_states[node->epoch->view->groups[index].regions[r]].position != LO_NO_POSITION;
    if (!node->membership) sync_view(layer, node->epoch->view, now);
    else if (inside) lo_sync_lost(s, now);  /* From an earlier membership that the view has not ended yet. */
}

static bool send_done(lo_synchrony *s, lo_change *change, lo_time now) {
    if (!change || !change->send_done) return true;
    uint8_t body[8];
    lo_store64(body, change->view->number);
    lo_message done = lo_sync_record(s, LO_KIND_DONE, body, sizeof body);
    if (lo_layer_down(&s->layer, &done, now)) return false;
    change->send_done = false;
    return true;
}

static void sync_work(lo_layer *layer, lo_time now) {
    lo_synchrony *s = of(layer);
    (void)check_failed(s, now);
    bool later = !lo_sync_send_flushes(s, now);
    later |= !send_done(s, s->present, now);
    for (lo_change *change = s->pending; change; change = change->newer) later |= !send_done(s, change, now);
    later |= !lo_sync_relay(s, now);
    if (later) lo_layer_schedule(layer, now + LO_MILLISECOND);
    layer->on_acks = lo_sync_track_own(s, now);
    bool keeps = true;
    if (now >= s->polled + POLL) {
        s->polled = now;
        keeps = lo_sync_poll_kept(s);
        lo_time patience = lo_max64(STUCK, 3 * layer->node->config.suspect_after);
        if (s->pending && now > s->changed + patience) lo_sync_lost(s, now);
    }
    if (layer->on_acks || keeps || s->pending) lo_layer_schedule(layer, s->polled + POLL);
}

static void sync_destroy(lo_layer *layer) {
    lo_synchrony *s = of(layer);
    drop_everything(s);
    lo_memory_free(s->memory, s->peers, s->peer_room * sizeof *s->peers);
    lo_mark_free(s->layer.node, s->majority);
    lo_mark_free(s->layer.node, s->everyone);
    lo_memory_free(s->memory, s, sizeof *s);
}

static const lo_layer_operations synchrony = {.name = "virtual synchrony", .down = sync_down, .up = sync_up,
                                              .view = sync_view, .gap = sync_gap, .work = sync_work,
                                              .destroy = sync_destroy};

int lo_synchrony_create(lo_memory *memory, lo_layer **out) {
    lo_synchrony *s = lo_memory_alloc(memory, sizeof *s);
    if (!s) return LO_ERROR_MEMORY;
    s->layer.operations = &synchrony;
    s->memory = memory;
    *out = &s->layer;
    return LO_OK;
}

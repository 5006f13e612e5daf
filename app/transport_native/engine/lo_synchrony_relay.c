// SPDX-License-Identifier: BSD-3-Clause
/* Relaying among members: keep what others may lack, relay what a departed member left incomplete,
 * and release what everyone has.
 *
 * RELAY: number 4 (whose it was), kind 1, reserved 3, record 8, then the record itself.
 * LOST: the same without a record: those before this one are no longer here. */
#include "lo_synchrony_internal.h"

_Static_assert(LO_RELAY_FIXED_BYTES <= LO_RELAY_BYTES, "a relayed message of the largest size is taken");

/* ---- Relaying ------------------------------------------------------------------------------ */

static lo_peer *newest_gone(lo_synchrony *s, uint32_t number) {
    for (uint32_t i = s->peer_count; i-- > 0;)
        if (s->peers[i].number == number && s->peers[i].gone) return &s->peers[i];
    return NULL;
}

/* Of the members with most of a departed member's records, the first relays what others lack. */
void lo_sync_begin_relay(lo_synchrony *s, lo_change *change) {
    uint32_t self = s->layer.node->config.number;
    int at = lo_change_find(change, self);
    lo_flush_read own;
    if (at < 0 || !change->members[at].continues) return;
    if (!lo_flush_parse(&own, change->flushes[at].data, change->flushes[at].size)) return;
    for (uint32_t i = 0; i < own.dead_count; i++) {
        uint32_t number = lo_load32(own.dead + LO_DEAD_BYTES * i), holder = 0;
        uint64_t low, high = lo_change_reach(change, number, &low, &holder);
        lo_peer *peer = newest_gone(s, number);
        if (holder != self || low >= high || !peer) continue;
        peer->relay_from = peer->relay_from ? lo_min64(peer->relay_from, low + 1) : low + 1;
        lo_layer_schedule(&s->layer, s->layer.node->now);
    }
}

static int send_relay(lo_synchrony *s, const lo_peer *peer, uint8_t kind, uint64_t record, const lo_message *run, lo_time now) {
    size_t size = run ? run->size : 0, bytes = LO_RELAY_FIXED_BYTES + size;
    uint8_t *body = lo_memory_alloc(s->memory, bytes);
    if (!body) return LO_ERROR_MEMORY;
    lo_store32(body, peer->number);
    body[4] = run ? run->kind : 0;
    lo_store64(body + 8, record);
    if (size) memcpy(body + LO_RELAY_FIXED_BYTES, run->data, size);
    lo_message message = lo_sync_record(s, kind, body, bytes);
    int error = lo_layer_down(&s->layer, &message, now);
    lo_memory_free(s->memory, body, bytes);
    return error;
}

static bool relay_peer(lo_synchrony *s, lo_peer *peer, lo_time now) {
    uint64_t have = peer->kept.count ? lo_run_queue_at(&peer->kept, 0)->first : peer->received + 1;
    if (peer->relay_from < have) {
        if (send_relay(s, peer, LO_KIND_LOST, have, NULL, now)) return false;
        peer->relay_from = have;
    }
    for (uint32_t i = 0; i < peer->kept.count; i++) {
        const lo_queued_run *kept = lo_run_queue_at(&peer->kept, i);
        while (peer->relay_from < kept->first + kept->run.count) {
            lo_message one = kept->run;
            one.data += (size_t)(peer->relay_from - kept->first) * one.stride;
            if (send_relay(s, peer, LO_KIND_RELAY, peer->relay_from, &one, now)) return false;
            peer->relay_from++;
        }
    }
    peer->relay_from = 0;
    return true;
}

bool lo_sync_relay(lo_synchrony *s, lo_time now) {
    for (uint32_t i = 0; i < s->peer_count; i++)
        if (s->peers[i].relay_from && !relay_peer(s, &s->peers[i], now)) return false;
    return true;
}

/* A flush of a departed member that a change still waits for: it joins, or continues after a pause. */
static lo_change *awaits_flush(lo_synchrony *s, uint32_t number, const lo_message *record) {
    lo_flush_read flush;
    if (record->kind != LO_KIND_FLUSH || !lo_flush_parse(&flush, record->data, record->size)) return NULL;
    lo_change *change = lo_sync_pending(s, flush.view);
    int at = change ? lo_change_find(change, number) : LO_ERROR_UNKNOWN;
    return at >= 0 && !change->flushes[at].buffer ? change : NULL;
}

void lo_sync_relayed(lo_synchrony *s, const lo_message *message, lo_time now) {
    if (message->size < LO_RELAY_FIXED_BYTES) return;
    uint32_t number = lo_load32(message->data);
    uint64_t record = lo_load64(message->data + 8);
    lo_peer *peer = newest_gone(s, number);
    if (peer && peer->departed) peer = NULL;
    if (message->kind == LO_KIND_LOST) {
        if (peer && peer->received + 1 < record) lo_sync_lost(s, now);
        return;
    }
    lo_message one = *message;
    one.data += LO_RELAY_FIXED_BYTES;
    one.size -= LO_RELAY_FIXED_BYTES;
    one.stride = one.size;
    one.kind = message->data[4];
    one.sender = number;
    lo_change *change = awaits_flush(s, number, &one);
    if (change && (!peer || record > peer->received + 1))
        peer = lo_sync_add_peer(s, number, change->members[lo_change_find(change, number)].joined, record - 1);
    if (!peer || record != peer->received + 1) return;
    peer->gone = true;
    if (!lo_sync_take(s, peer, &one)) {
        lo_sync_lost(s, now);
        return;
    }
    if (change) (void)lo_change_take_flush(change, &one, number);
    lo_sync_pass(s, (uint32_t)(peer - s->peers), now);
    lo_sync_advance(s, now);
}

/* ---- Releasing ----------------------------------------------------------------------------- */

/* Releases delivered runs that every member has: as announced by the sender, or (in a group of one region) as its
 * stream of `view` says. If memory is short, releases them anyway. */
void lo_sync_release(lo_synchrony *s, lo_peer *peer, uint64_t view, uint64_t stable) {
    const lo_node *node = s->layer.node;
    const lo_pool *pool = &node->receive_pool;
    bool all = peer->number == node->config.number || pool->live_bytes > pool->limit_bytes / 4 * 3;
    while (peer->passed && !peer->gone) {
        const lo_queued_run *kept = lo_run_queue_at(&peer->kept, 0);
        bool everywhere = kept->first + kept->run.count - 1 <= peer->stable ||
                          (kept->run.view == view && kept->run.sequence <= stable);
        if (!all && !everywhere) return;
        lo_run_queue_pop(&peer->kept, s->memory);
        peer->passed--;
    }
}

bool lo_sync_poll_kept(lo_synchrony *s) {
    bool keeps = false;
    for (uint32_t i = 0; i < s->peer_count; i++) {
        lo_peer *peer = &s->peers[i];
        uint32_t before = 0;
        while (peer->passed && !peer->gone && peer->kept.count != before) {
            uint64_t view = lo_run_queue_at(&peer->kept, 0)->run.view;
            before = peer->kept.count;
            lo_sync_release(s, peer, view, lo_core_stable(s->layer.node, s->layer.group, view, peer->number));
        }
        if (!peer->kept.count) lo_run_queue_clear(&peer->kept, s->memory);
        keeps |= peer->kept.count > 0 && !peer->gone;
    }
    return keeps;
}

/* ---- Own messages ----------------------------------------------------------------------------- */

static bool one_region(const lo_synchrony *s) {
    const lo_node *node = s->layer.node;
    uint32_t index = node->groups[s->layer.group].index;
    return index != LO_ALL_GROUPS && node->epoch->view->groups[index].region_count == 1;
}

/* Checks again at once after marking more: an ACK about all of it may be here already. */
static void track_majority(lo_synchrony *s) {
    lo_node *node = s->layer.node;
    while (s->counted_stable < s->messages) {
        if (!s->majority) s->majority = lo_mark_take(node, s->layer.group, s->messages, s->sent);
        if (!s->majority || !lo_mark_reached(node, s->layer.group, s->majority, false)) return;
        lo_delivery stable = {.kind = LO_DELIVERY_STABLE, .group = s->layer.group, .sequence = s->majority->messages};
        if (!lo_queue_push(node, &stable)) return;
        s->counted_stable = s->majority->messages;
        lo_mark_free(node, s->majority);
        s->majority = NULL;
    }
}

/* Receivers of a group that spans regions cannot derive stability from their streams: it is announced. */
static void track_everyone(lo_synchrony *s, lo_time now) {
    lo_node *node = s->layer.node;
    if (s->everyone && lo_mark_reached(node, s->layer.group, s->everyone, true)) {
        uint8_t body[8];
        lo_store64(body, s->everyone->records);
        lo_message stable = lo_sync_record(s, LO_KIND_STABLE, body, sizeof body);
        if (lo_layer_down(&s->layer, &stable, now)) return;
        s->announced_stable = s->everyone->records;
        lo_mark_free(node, s->everyone);
        s->everyone = NULL;
    }
    if (!s->everyone && s->announced_stable < s->sent)
        s->everyone = lo_mark_take(node, s->layer.group, s->messages, s->sent);
}

bool lo_sync_track_own(lo_synchrony *s, lo_time now) {
    if (!s->present) return false;
    track_majority(s);
    bool several = !one_region(s);
    if (several) track_everyone(s, now);
    return s->counted_stable < s->messages || (several && s->announced_stable < s->sent);
}

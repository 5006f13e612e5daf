// SPDX-License-Identifier: BSD-3-Clause
/* FLUSH: state of a member at a view change of the group.
 *
 *     0  8  view       the change it is about
 *     8  8  number     of this record in its sender's stream
 *    16  8  base       the view of the sender's last view change, 0 if it is new
 *    24  1  writable   the group could be written in all views since then
 *    25  1  chain      changes its sender waits for between that one and this
 *    26  2  dead       members that it considers gone
 *    28  4  reserved
 *    32     chain views of 8, then for each of the dead: number 4, received 8 */
#include "lo_synchrony_internal.h"

bool lo_flush_parse(lo_flush_read *flush, const uint8_t *data, size_t size) {
    lo_cursor c = lo_cursor_over(data, size);
    flush->view = lo_get64(&c);
    flush->number = lo_get64(&c);
    flush->base = lo_get64(&c);
    flush->writable = lo_get8(&c) != 0;
    flush->chain_count = lo_get8(&c);
    flush->dead_count = lo_get16(&c);
    (void)lo_get32(&c);
    flush->chain = lo_cursor_skip(&c, 8 * (size_t)flush->chain_count);
    flush->dead = lo_cursor_skip(&c, LO_DEAD_BYTES * (size_t)flush->dead_count);
    return !c.failed && lo_cursor_left(&c) == 0 && flush->number > 0;
}

uint64_t lo_flush_dead(const lo_flush_read *flush, uint32_t number, bool *listed) {
    for (uint32_t i = 0; i < flush->dead_count; i++) {
        if (lo_load32(flush->dead + LO_DEAD_BYTES * i) != number) continue;
        *listed = true;
        return lo_load64(flush->dead + LO_DEAD_BYTES * i + 4);
    }
    return 0;
}

typedef struct dead_list {
    uint8_t *bytes;
    uint32_t count, room;
} dead_list;

static void name_dead(dead_list *list, uint32_t number, uint64_t received) {
    for (uint32_t i = 0; i < list->count; i++) {
        uint8_t *entry = list->bytes + LO_DEAD_BYTES * i;
        if (lo_load32(entry) != number) continue;
        lo_store64(entry + 4, lo_max64(lo_load64(entry + 4), received));
        return;
    }
    if (list->count == list->room) return;
    lo_store32(list->bytes + LO_DEAD_BYTES * list->count, number);
    lo_store64(list->bytes + LO_DEAD_BYTES * list->count++ + 4, received);
}

/* Known members that are gone, and those of earlier changes from whom nothing has arrived. */
static void list_dead(const lo_synchrony *s, const lo_change *change, dead_list *list) {
    for (uint32_t i = 0; i < s->peer_count; i++) {
        const lo_peer *peer = &s->peers[i];
        if (peer->gone) name_dead(list, peer->number, peer->received);
    }
    for (const lo_change *earlier = s->pending; earlier != change; earlier = earlier->newer)
        for (uint32_t i = 0; i < earlier->member_count; i++) {
            const lo_changed_member *member = &earlier->members[i];
            if (!earlier->flushes[i].buffer && !lo_change_stays(earlier, change, member))
                name_dead(list, member->number, 0);
        }
}

static uint32_t most_dead(const lo_synchrony *s, const lo_change *change, uint32_t *chain, bool *writable) {
    uint32_t most = s->peer_count;
    *chain = 0;
    *writable = s->present && s->present->writable;
    for (const lo_change *earlier = s->pending; earlier != change; earlier = earlier->newer) {
        most += earlier->member_count;
        *writable &= earlier->writable;
        ++*chain;
    }
    return most;
}

static bool send_flush(lo_synchrony *s, lo_change *change, lo_time now) {
    bool writable;
    uint32_t chain, most = most_dead(s, change, &chain, &writable);
    size_t room = LO_FLUSH_FIXED_BYTES + 8 * (size_t)chain + LO_DEAD_BYTES * (size_t)most;
    uint8_t *body = lo_memory_alloc(s->memory, room);
    if (!body) return false;
    dead_list list = {body + LO_FLUSH_FIXED_BYTES + 8 * chain, 0, lo_min32(most, UINT16_MAX)};
    list_dead(s, change, &list);
    lo_cursor c = lo_cursor_over(body, room);
    lo_put64(&c, change->view->number);
    lo_put64(&c, s->sent + 1);
    lo_put64(&c, s->present ? s->present->view->number : 0);
    lo_put8(&c, writable);
    lo_put8(&c, (uint8_t)chain);
    lo_put16(&c, (uint16_t)list.count);
    lo_put32(&c, 0);
    for (const lo_change *earlier = s->pending; earlier != change; earlier = earlier->newer)
        lo_put64(&c, earlier->view->number);
    size_t length = LO_FLUSH_FIXED_BYTES + 8 * chain + LO_DEAD_BYTES * list.count;
    lo_message flush = lo_sync_record(s, LO_KIND_FLUSH, body, length);
    int error = lo_layer_down(&s->layer, &flush, now);
    lo_memory_free(s->memory, body, room);
    if (error) return false;
    s->sent++;
    change->messages = s->messages;
    change->flush_sent = true;
    return true;
}

bool lo_sync_send_flushes(lo_synchrony *s, lo_time now) {
    for (lo_change *change = s->pending; change; change = change->newer)
        if (!change->flush_sent && !send_flush(s, change, now)) return false;
    return true;
}

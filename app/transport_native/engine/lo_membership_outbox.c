// SPDX-License-Identifier: BSD-3-Clause
/* Queue of packets to send. */
#include "lo_membership_internal.h"

#define PART_BYTES 34u  /* Header of a part. */

/* ---- Blobs ----------------------------------------------------------------------------- */

void lo_m_blob_drop(lo_membership *m, blob *b) {
    if (!b || --b->references) return;
    lo_memory_free(m->memory, b->bytes, b->room);
    lo_memory_free(m->memory, b, sizeof *b);
}

static void forget_blob(lo_membership *m, blob **at) {
    if (!*at) return;
    m->blob_bytes -= (*at)->length;
    lo_m_blob_drop(m, *at);
    *at = NULL;
}

blob *lo_m_blob_make(lo_membership *m, const blob *about, uint8_t *bytes, int length, size_t room) {
    blob *b = lo_memory_alloc(m->memory, sizeof *b);
    if (!b) {
        lo_memory_free(m->memory, bytes, room);
        return NULL;
    }
    *b = *about;
    b->references = 2;
    b->bytes = bytes;
    b->length = (size_t)length;
    b->room = room;
    forget_blob(m, &m->blobs[m->blob_next]);
    m->blobs[m->blob_next] = b;
    m->blob_bytes += b->length;
    m->blob_next = (m->blob_next + 1) % BLOBS;
    for (uint32_t i = 0; i < BLOBS - BLOBS_AT_LEAST && m->blob_bytes > BLOB_BYTES; i++)
        forget_blob(m, &m->blobs[(m->blob_next + i) % BLOBS]);
    return b;
}

blob *lo_m_blob_find(lo_membership *m, uint64_t number, bool snapshot) {
    for (uint32_t i = 0; i < BLOBS; i++)
        if (m->blobs[i] && m->blobs[i]->number == number && m->blobs[i]->snapshot == snapshot) return m->blobs[i];
    return NULL;
}

static uint32_t piece_bytes(const lo_membership *m) { return (uint32_t)m->config.max_packet - PART_BYTES; }

uint32_t lo_m_blob_pieces(const lo_membership *m, const blob *b) {
    return (uint32_t)((b->length + piece_bytes(m) - 1) / piece_bytes(m));
}

/* ---- The queue ------------------------------------------------------------------------- */

static void item_done(lo_membership *m) {
    lo_m_blob_drop(m, m->items[m->item_first].blob);
    m->item_first = (m->item_first + 1) % ITEMS;
    m->item_count--;
}

void lo_m_items_clear(lo_membership *m) {
    while (m->item_count) item_done(m);
}

item *lo_m_queue(lo_membership *m, uint8_t kind) {
    if (m->item_count == ITEMS) item_done(m); /* Anything important is repeated. */
    item *next = &m->items[(m->item_first + m->item_count++) % ITEMS];
    *next = (item){.kind = kind};
    return next;
}

void lo_m_queue_to(lo_membership *m, uint8_t kind, const lo_address *to, uint8_t what, uint32_t about, uint64_t number) {
    item *next = lo_m_queue(m, kind);
    next->to = *to;
    next->what = what;
    next->about = about;
    next->number = number;
}

void lo_m_queue_all(lo_membership *m, uint8_t kind, uint8_t what, uint32_t about, uint64_t number) {
    item *next = lo_m_queue(m, kind);
    next->everyone = true;
    next->what = what;
    next->about = about;
    next->number = number;
}

void lo_m_queue_to_leader(lo_membership *m, uint8_t kind, uint8_t what, uint32_t about, uint64_t number) {
    int index = lo_member_list_find(&m->member_list, m->leader);
    if (m->has_target) lo_m_queue_to(m, kind, &m->target.address, what, about, number);
    else if (index >= 0) lo_m_queue_to(m, kind, &m->member_list.members[index].address, what, about, number);
}

void lo_m_queue_blob(lo_membership *m, blob *b, const lo_address *to) {
    item *next = lo_m_queue(m, PART);
    next->everyone = to == NULL;
    if (to) next->to = *to;
    next->blob = b;
    next->last_piece = lo_m_blob_pieces(m, b) - 1;
    b->references++;
}

/* ---- Fan-out --------------------------------------------------------------------------- */

/* Position 0 is the channel; then the members, then the joiners. */
static const lo_member *audience_at(const lo_membership *m, uint32_t position) {
    if (position <= m->member_list.member_count) return &m->member_list.members[position - 1];
    position -= m->member_list.member_count + 1;
    return position < m->joiner_count ? &m->joiners[position].member : NULL;
}

/* The destination at or after the item's position; false at the end. */
static bool audience_next(const lo_membership *m, item *it, lo_address *to) {
    bool deaf = m->self.flags & LO_MEMBER_NO_MULTICAST;
    if (it->audience == 0) {
        *to = lo_channel_address(0, m->config.path);
        return true;
    }
    for (const lo_member *member; (member = audience_at(m, it->audience)); it->audience++) {
        if (member->number == m->config.number) continue;
        if (!deaf && !(member->flags & LO_MEMBER_NO_MULTICAST)) continue;
        *to = member->address;
        return true;
    }
    return false;
}

/* ---- Writing --------------------------------------------------------------------------- */

static void write_part(const lo_membership *m, const item *it, lo_cursor *c) {
    const blob *b = it->blob;
    uint32_t offset = it->piece * piece_bytes(m);
    uint32_t length = lo_min32((uint32_t)b->length - offset, piece_bytes(m));
    lo_put64(c, b->number);
    lo_put64(c, b->base);
    lo_put32(c, b->maker);
    lo_put8(c, b->snapshot);
    lo_put8(c, b->settled);
    lo_put32(c, (uint32_t)b->length);
    lo_put32(c, piece_bytes(m));
    lo_put32(c, it->piece);
    lo_put_bytes(c, b->bytes + offset, length);
}

static void write_announce(const lo_membership *m, lo_cursor *c, lo_time now) {
    lo_put64(c, m->member_list.number);
    lo_put64(c, m->cookie);
    lo_put64(c, lo_member_list_digest(&m->member_list));
    lo_put64(c, (now - m->born) / LO_MILLISECOND);
    lo_put32(c, m->member_list.member_count);
    lo_member_write(c, &m->self);
}

static void write_merge(const lo_membership *m, const item *it, lo_cursor *c) {
    const lo_member *about = &m->self;
    uint64_t cookie = m->cookie;
    if (it->what == MERGE_DISSOLVE) {
        about = &m->target;
        cookie = m->target_cookie;
    } else if (it->what == MERGE_REDIRECT) {
        int leader = lo_member_list_find(&m->member_list, m->leader);
        if (m->has_target) about = &m->target;
        else if (leader >= 0) about = &m->member_list.members[leader];
    }
    lo_put8(c, it->what);
    lo_put64(c, cookie);
    lo_member_write(c, about);
}

static void write_request(lo_membership *m, const item *it, lo_cursor *c) {
    lo_put8(c, it->what);
    if (it->what == REQUEST_FLAGS) lo_put32(c, m->self.flags & LO_MEMBER_OWN_FLAGS);
    if (it->what == REQUEST_EVICT || it->what == REQUEST_ENDED) lo_put32(c, it->about);
    if (it->what == REQUEST_ENDED) lo_put64(c, it->number);
    if (it->what == REQUEST_BAN) lo_m_bans_write(m, c);
}

static void write_body(lo_membership *m, const item *it, lo_cursor *c, lo_time now) {
    switch (it->kind) {
    case DISCOVER:
        lo_put8(c, it->what);
        lo_member_write(c, &m->self);
        break;
    case ANNOUNCE:
        lo_put8(c, it->what);
        write_announce(m, c, now);
        break;
    case JOIN:
        lo_put64(c, m->target_cookie);
        lo_put64(c, m->member_list.number);
        lo_put32(c, m->request_open);
        lo_member_write(c, &m->self);
        break;
    case REQUEST: write_request(m, it, c); break;
    case PART: write_part(m, it, c); break;
    case ACK:
        lo_put64(c, it->number);
        lo_put8(c, it->what);
        lo_put8(c, (uint8_t)it->about);
        if (!it->about) lo_m_write_missing(m, c);
        break;
    case COMMIT:
        lo_put64(c, m->member_list.number);
        lo_put64(c, lo_member_list_digest(&m->member_list));
        break;
    case SYNC:
        lo_put64(c, m->member_list.number);
        lo_put64(c, m->leader_cookie);
        break;
    case DISMISS:
        lo_put64(c, m->member_list.number);
        lo_put8(c, it->what);
        break;
    case PONG: case SUSPECT:
        lo_put32(c, it->about);
        lo_put32(c, (uint32_t)it->number);
        break;
    case PING: lo_put8(c, 0); break; /* A packet needs a body. */
    case PING_REQUEST: lo_put32(c, it->about); break;
    case TAKEOVER:
        lo_put64(c, m->member_list.number);
        lo_put64(c, m->round);
        break;
    case FOLLOW:
        lo_put64(c, m->member_list.number);
        lo_put64(c, it->number);
        lo_put8(c, it->what);
        lo_put64(c, lo_m_doubt_mark(m));
        break;
    case MERGE: write_merge(m, it, c); break;
    default: break;
    }
}

/* After a packet to `to`: the next destination, the next part, or done. */
static void step(lo_membership *m, item *it) {
    lo_address to;
    if (it->everyone) {
        it->audience++;
        if (audience_next(m, it, &to)) return;
        it->audience = 0;
    }
    if (it->blob && it->piece < it->last_piece) it->piece++;
    else item_done(m);
}

bool lo_membership_has_packet(const lo_membership *m, lo_time now) {
    (void)now;
    return m->item_count > 0;
}

int lo_membership_next_packet(lo_membership *m, lo_time now, uint8_t *body, size_t room, uint8_t *kind,
                              lo_address *destination) {
    while (m->item_count) {
        item *it = &m->items[m->item_first];
        *kind = it->kind;
        *destination = it->to;
        if (it->everyone && !audience_next(m, it, destination)) {
            item_done(m);
            continue;
        }
        lo_cursor c = lo_cursor_over(body, lo_min64(room, m->config.max_packet));
        write_body(m, it, &c, now);
        bool more = false;
        if (it->kind == REQUEST && it->what == REQUEST_GROUPS) {
            int written = lo_m_requests_write(m, &c, now);
            if (written < 0) {
                item_done(m);
                continue;
            }
            more = written > 0;
        }
        if (c.failed) { /* A leader's address is too long for the path. */
            item_done(m);
            continue;
        }
        m->counts.packets_out++;
        if (!more) step(m, it);
        return (int)(c.at - body);
    }
    return 0;
}

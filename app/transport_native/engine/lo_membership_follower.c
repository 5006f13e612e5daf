// SPDX-License-Identifier: BSD-3-Clause
/* Follower side of a view change: parts are assembled into a prepared member list, and the leader's COMMIT (or its
 * next announcement) installs it. */
#include "lo_membership_internal.h"

#include <sodium.h>

#define NAK_AFTER (20 * LO_MILLISECOND)
#define SYNC_PAUSE (100 * LO_MILLISECOND)
#define MISSING_RANGES 64u

static void assembly_clear(lo_membership *m) {
    assembly *a = &m->assembly;
    lo_memory_free(m->memory, a->bytes, a->bytes ? a->length : 0);
    lo_memory_free(m->memory, a->got, a->pieces);
    *a = (assembly){0};
    m->next_nak = LO_NEVER;
}

static bool in_doubt(const lo_membership *m) {
    const prepared *p = &m->prepared;
    return p->ready && p->accepted && p->base == m->member_list.number;
}

uint64_t lo_m_doubt_mark(const lo_membership *m) { return m->doubts.mark ^ (in_doubt(m) ? m->prepared.number : 0); }

void lo_m_doubts_clear(lo_membership *m) {
    for (uint32_t i = 0; i < m->doubts.count; i++) lo_member_list_clear(&m->doubts.views[i]);
    m->doubts = (doubts){0};
    m->member_list.doubts = NULL;
    m->member_list.doubt_count = 0;
}

/* Keeps an accepted view as in doubt when this node follows another leader. If there is no room, keeps an empty
 * one: unknown. */
static void keep_doubt(lo_membership *m) {
    doubts *d = &m->doubts;
    d->mark ^= m->prepared.number;
    if (d->count < ABANDONED) d->views[d->count++] = m->prepared.next;
    else {
        lo_member_list_clear(&d->views[ABANDONED - 1]);
        lo_member_list_clear(&m->prepared.next);
    }
    m->prepared.ready = false;
    m->member_list.doubts = d->views;
    m->member_list.doubt_count = d->count;
}

/* `maker`: who has made a replacement. */
static void prepared_clear(lo_membership *m, uint32_t maker) {
    if (in_doubt(m) && m->prepared.maker != maker) keep_doubt(m);
    if (m->prepared.ready) lo_member_list_clear(&m->prepared.next);
    lo_memory_free(m->memory, m->prepared.bytes, m->prepared.length);
    sodium_memzero(&m->prepared, sizeof m->prepared);
}

void lo_m_follow_clear(lo_membership *m) {
    assembly_clear(m);
    prepared_clear(m, 0);
}

void lo_m_ask_sync(lo_membership *m, uint32_t number, const lo_address *to, lo_time now) {
    if (now < m->next_sync) return;
    m->next_sync = now + SYNC_PAUSE;
    m->sync_from = number;
    lo_m_queue_to(m, SYNC, to, 0, 0, 0);
}

/* ---- Installing ------------------------------------------------------------------------ */

static bool in_minority(const lo_membership *m) {
    int self = lo_member_list_find(&m->member_list, m->config.number);
    for (uint32_t g = 0; g < m->member_list.group_count; g++)
        if (m->member_list.groups[g].quorum && lo_set_has(m->member_list.groups[g].members, (uint16_t)self))
            return true;
    return false;
}

static void give_out_view(lo_membership *m) {
    lo_view *view;
    if (lo_member_list_make_view(&m->member_list, m->config.number, &view) != LO_OK) { /* No memory: use the next one. */
        m->leap = true;
        return;
    }
    memcpy(view->key, m->key, sizeof view->key);
    view->leap = m->leap;
    m->leap = false;
    if (m->view_count == VIEWS_WAITING) { /* Nobody takes them: drop the oldest. */
        lo_view_release(m->views[m->view_first]);
        m->view_first = (m->view_first + 1) % VIEWS_WAITING;
        m->view_count--;
        m->views[m->view_first]->leap = true;
    }
    m->views[(m->view_first + m->view_count++) % VIEWS_WAITING] = view;
    m->counts.views++;
}

void lo_m_install(lo_membership *m, lo_member_list *next, const uint8_t key[32], lo_time now) {
    bool led = leads(m), taking_over = m->taking_over;
    if (m->proposal.active) lo_m_proposal_clear(m); /* Others have moved on meanwhile. */
    lo_m_takeover_stop(m);
    lo_m_doubts_clear(m);
    lo_member_list_clear(&m->member_list);
    m->member_list = *next;
    lo_member_list_init(next, m->memory, &m->sets);
    memmove(m->key, key, sizeof m->key);
    if (m->leap) memset(m->chain, 0, sizeof m->chain);
    memmove(m->chain + 1, m->chain, sizeof m->chain - sizeof m->chain[0]);
    m->chain[0] = m->consented = m->member_list.number;
    m->highest = lo_max64(m->highest, m->member_list.number);
    m->has_target = m->misdirected = false;
    m->next_join = m->next_discover = LO_NEVER;
    if (!taking_over)
        m->leader_last_heard = now; /* Otherwise others know more views, but the leader is still silent. */
    m->promise = (promise){0};
    lo_m_follow_clear(m);
    int self = lo_member_list_find(&m->member_list, m->config.number);
    if (self < 0) { /* A leader that has agreed on its own departure. */
        m->state = LO_MEMBERSHIP_LEFT;
        return;
    }
    m->someone_away = false;
    for (uint32_t i = 0; i < m->member_list.member_count; i++) m->someone_away |= m->member_list.members[i].flags & LO_MEMBER_AWAY;
    m->leader = m->member_list.members[lo_member_list_leader(&m->member_list)].number;
    m->self.flags = (m->self.flags & LO_MEMBER_OWN_FLAGS) | (m->member_list.members[self].flags & LO_MEMBER_AWAY);
    m->self.joined = m->member_list.members[self].joined;
    m->flags_request = (m->member_list.members[self].flags ^ m->self.flags) & LO_MEMBER_OWN_FLAGS;
    if (m->evict_request && lo_member_list_find(&m->member_list, m->evict_request) < 0) m->evict_request = 0;
    lo_failure_detector_set_members(m->detector, m->member_list.members, m->member_list.member_count, now);
    if (leads(m) && !led) lo_m_lead_start(m, now);
    if (!leads(m) && led) lo_m_lead_stop(m);
    if (m->state != LO_MEMBERSHIP_LEAVING) m->state = in_minority(m) ? LO_MEMBERSHIP_MINORITY : LO_MEMBERSHIP_MEMBER;
    lo_m_bans_learn(m);
    give_out_view(m);
    lo_m_requests_check(m, now);
    if (leads(m) && lo_m_bans_open(m)) lo_m_lead_changed(m, now);
    if (leads(m) && m->flags_request) lo_m_lead_flags(m, m->config.number, m->self.flags, now);
    else if (m->flags_request || m->evict_request || lo_m_bans_open(m) || m->state == LO_MEMBERSHIP_LEAVING) m->request_resend = now;
}

/* Keeps the delta for members that lag behind. */
static void remember_delta(lo_membership *m) {
    prepared *p = &m->prepared;
    if (p->snapshot || !p->bytes) return;
    blob about = {.settled = true, .maker = p->maker, .number = p->number, .base = p->base};
    lo_m_blob_drop(m, lo_m_blob_make(m, &about, p->bytes, (int)p->length, p->length));
    p->bytes = NULL;
    p->length = 0;
}

bool lo_m_install_prepared(lo_membership *m, uint64_t number, lo_time now) {
    if (!m->prepared.ready || m->prepared.number != number) return false;
    remember_delta(m);
    uint8_t key[32];
    lo_member_list next = m->prepared.next;
    memcpy(key, m->prepared.key, sizeof key);
    m->prepared.ready = false; /* The member list has changed. */
    m->leap |= m->prepared.snapshot;
    if (lo_member_list_find(&next, m->config.number) < 0) {
        lo_member_list_clear(&next);
        if (m->state == LO_MEMBERSHIP_LEAVING) m->state = LO_MEMBERSHIP_LEFT;
        int from = lo_member_list_find(&m->member_list, m->prepared.from); /* It was removed for silence and rejoins. */
        bool rejoin = m->state != LO_MEMBERSHIP_LEFT && from >= 0 && !m->has_target;
        if (rejoin) lo_m_join_target(m, &m->member_list.members[from], 0, now);
        return true;
    }
    lo_m_install(m, &next, key, now);
    sodium_memzero(key, sizeof key);
    return true;
}

/* Address of the sender of the parts; NULL if it is neither a member nor the join target. */
static const lo_address *answer_address(const lo_membership *m, uint32_t number) {
    int index = lo_member_list_find(&m->member_list, number);
    if (index >= 0) return &m->member_list.members[index].address;
    return m->has_target && m->target.number == number ? &m->target.address : NULL;
}

static void acknowledge(lo_membership *m) {
    const lo_address *to = answer_address(m, m->prepared.from);
    if (to) lo_m_queue_to(m, ACK, to, m->prepared.snapshot, 1, m->prepared.number);
    m->consented = m->prepared.number;
    if (m->prepared.snapshot) return;
    m->prepared.accepted = true;
    lo_m_takeover_stop(m); /* The leader is alive and counts on this node. */
}

/* ---- Pieces ---------------------------------------------------------------------------- */

/* Converts the assembled bytes into the next member list, and finds the key. */
static int read_assembly(lo_membership *m, const assembly *a) {
    prepared *p = &m->prepared;
    const uint8_t *box = NULL;
    uint8_t *plain = a->bytes;
    size_t length = a->length;
    int error = secure(m) ? lo_m_unseal(m, a, p->key, &plain, &length) : LO_OK;
    if (error) return error;
    error = lo_member_list_apply(a->snapshot ? NULL : &m->member_list, plain, length, a->number, m->config.number, &p->next, &box);
    bool stays = !error && lo_member_list_find(&p->next, m->config.number) >= 0;
    bool rekeyed = stays && secure(m) && !a->snapshot && p->next.generation != m->member_list.generation;
    if (rekeyed && (!box || !lo_m_open_box(m, a->maker, a->number, box, p->key))) error = LO_ERROR_FORGED;
    if (plain != a->bytes) lo_memory_free(m->memory, plain, length);
    return error;
}

static int prepare(lo_membership *m, lo_time now) {
    assembly *a = &m->assembly;
    prepared *p = &m->prepared;
    prepared_clear(m, a->snapshot ? 0 : a->maker);
    *p = (prepared){.snapshot = a->snapshot, .from = a->from, .maker = a->maker, .number = a->number, .base = a->base};
    lo_member_list_init(&p->next, m->memory, &m->sets);
    int error = read_assembly(m, a);
    int self = error ? -1 : lo_member_list_find(&p->next, m->config.number);
    if (!error && a->snapshot && (self < 0 || p->next.members[self].joined != a->number)) error = LO_ERROR_NOT_MEMBER;
    if (!error && self >= 0 && leads(m) && !a->snapshot) error = LO_ERROR_NOT_MEMBER; /* This leader has proposed another view. */
    if (error) {
        lo_member_list_clear(&p->next);
        assembly_clear(m);
        if (error != LO_ERROR_NOT_MEMBER) m->counts.rejected++;
        return error;
    }
    p->bytes = a->bytes;
    p->length = a->length;
    a->bytes = NULL;
    p->ready = true;
    bool settled = a->settled;
    uint64_t before = m->member_list.number;
    uint32_t from = a->from;
    assembly_clear(m);
    if (settled) lo_m_install_prepared(m, p->number, now);
    else if (self >= 0) acknowledge(m);
    if (settled && m->member_list.number > before &&
        m->known > m->member_list.number) { /* One of several missed views. */
        m->next_sync = now;
        const lo_address *to = answer_address(m, from);
        if (to) lo_m_ask_sync(m, from, to, now);
    }
    return LO_OK;
}

typedef struct part {
    uint64_t number, base;
    uint32_t maker;
    uint8_t snapshot, settled;
    uint32_t length, piece_bytes, piece, size;
    const uint8_t *bytes;
} part;

static bool read_part(lo_cursor *c, part *p) {
    p->number = lo_get64(c);
    p->base = lo_get64(c);
    p->maker = lo_get32(c);
    p->snapshot = lo_get8(c);
    p->settled = lo_get8(c);
    p->length = lo_get32(c);
    p->piece_bytes = lo_get32(c);
    p->piece = lo_get32(c);
    if (c->failed || p->snapshot > 1 || p->settled > 1 || p->length == 0 || p->length > LO_MAX_DELTA ||
        p->piece_bytes < 64 || p->piece_bytes > LO_MAX_PACKET || p->piece >= (p->length + p->piece_bytes - 1) / p->piece_bytes)
        return false;
    p->size = lo_min32(p->length - p->piece * p->piece_bytes, p->piece_bytes);
    p->bytes = c->at;
    return lo_cursor_left(c) == p->size;
}

/* May and should this node accept the part from this sender? */
static bool wanted(const lo_membership *m, uint32_t sender, const part *p) {
    bool target = m->has_target && sender == m->target.number;
    bool leader = m->member_list.member_count && sender == m->leader && !leads(m);
    bool asked = m->sync_from && sender == m->sync_from && p->settled && !lo_m_abandoned(m, p->maker);
    if (p->number <= m->member_list.number) return false;
    if (p->snapshot) return target && p->maker == sender;
    return p->base == m->member_list.number && (leader || asked);
}

static int start_assembly(lo_membership *m, uint32_t sender, const part *p) {
    assembly_clear(m);
    assembly *a = &m->assembly;
    uint32_t pieces = (p->length + p->piece_bytes - 1) / p->piece_bytes;
    uint8_t *bytes = lo_memory_alloc(m->memory, p->length), *got = lo_memory_alloc(m->memory, pieces);
    if (!bytes || !got) {
        lo_memory_free(m->memory, bytes, p->length);
        lo_memory_free(m->memory, got, pieces);
        return LO_ERROR_MEMORY;
    }
    *a = (assembly){.active = true, .snapshot = p->snapshot, .settled = p->settled, .from = sender, .maker = p->maker,
                    .number = p->number, .base = p->base, .bytes = bytes, .got = got, .length = p->length, .piece_bytes = p->piece_bytes,
                    .pieces = pieces, .missing = pieces};
    return LO_OK;
}

int lo_m_part_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    part p;
    if (!read_part(c, &p)) return lo_m_reject(m);
    if (m->prepared.ready && m->prepared.number == p.number && m->prepared.from == sender) {
        bool first = p.piece == 0 && p.snapshot == m->prepared.snapshot; /* The acknowledgement was lost. */
        if (first && p.settled) lo_m_install_prepared(m, p.number, now);
        else if (first && lo_member_list_find(&m->prepared.next, m->config.number) >= 0)
            acknowledge(m);
        return LO_OK;
    }
    if (!wanted(m, sender, &p)) {
        bool behind = sender == m->leader && !leads(m) && !p.snapshot && p.base > m->member_list.number;
        if (behind && !m->has_target) {
            m->known = lo_max64(m->known, p.base);
            lo_m_ask_sync(m, sender, answer_address(m, sender), now);
        }
        return LO_OK;
    }
    assembly *a = &m->assembly;
    bool same = a->active && a->from == sender && a->number == p.number && a->snapshot == p.snapshot &&
                a->length == p.length && a->piece_bytes == p.piece_bytes;
    if (a->active && !same && p.number < a->number && now < a->progress + m->config.heartbeat) return LO_OK;
    if (!same && start_assembly(m, sender, &p) != LO_OK) return LO_ERROR_MEMORY;
    a->settled |= p.settled;
    a->progress = now;
    m->next_nak = now + NAK_AFTER;
    if (a->got[p.piece]) return LO_OK;
    a->got[p.piece] = 1;
    memcpy(a->bytes + (size_t)p.piece * p.piece_bytes, p.bytes, p.size);
    return --a->missing ? LO_OK : prepare(m, now);
}

void lo_m_write_missing(lo_membership *m, lo_cursor *c) {
    const assembly *a = &m->assembly;
    uint8_t *count_at = c->at;
    uint16_t ranges = 0;
    lo_put16(c, 0);
    for (uint32_t i = 0; i < a->pieces && ranges < MISSING_RANGES && lo_cursor_left(c) >= 8; i++) {
        if (a->got[i]) continue;
        uint32_t first = i;
        while (i + 1 < a->pieces && !a->got[i + 1]) i++;
        lo_put32(c, first);
        lo_put32(c, i);
        ranges++;
    }
    if (!c->failed) lo_store16(count_at, ranges);
}

int lo_m_commit_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c), digest = lo_get64(c);
    if (c->failed) return lo_m_reject(m);
    bool its_word = sender == m->leader || (m->prepared.snapshot && m->prepared.from == sender);
    int index = lo_member_list_find(&m->member_list, sender);
    if (sender == m->leader) m->leader_last_heard = now;
    if (m->member_list.member_count && number <= m->member_list.number) return LO_OK;
    if (its_word && m->prepared.ready && m->prepared.number == number && lo_member_list_digest(&m->prepared.next) == digest) {
        lo_m_install_prepared(m, number, now);
    } else if (index >= 0 && sender == m->leader && !leads(m)) {
        m->known = lo_max64(m->known, number);
        lo_m_ask_sync(m, sender, &m->member_list.members[index].address, now);
    }
    return LO_OK;
}

void lo_m_follow_timer(lo_membership *m, lo_time now) {
    if (!m->assembly.active || now < m->next_nak) return;
    m->next_nak = now + NAK_AFTER * 3;
    if (now > m->assembly.progress + m->config.suspect_after) {
        assembly_clear(m);
        return;
    }
    const lo_address *to = answer_address(m, m->assembly.from);
    if (to) lo_m_queue_to(m, ACK, to, m->assembly.snapshot, 0, m->assembly.number);
}

lo_time lo_m_follow_wakeup(const lo_membership *m) { return m->assembly.active ? m->next_nak : LO_NEVER; }

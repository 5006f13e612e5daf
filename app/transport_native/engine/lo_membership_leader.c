// SPDX-License-Identifier: BSD-3-Clause
/* The leader: collects changes, proposes the next view, and commits it when the members have acknowledged. A
 * proposal that waits for a failed member is replaced by the next. */
#include "lo_membership_internal.h"

#include <sodium.h>

#define RESEND (100 * LO_MILLISECOND)
#define COOKIE_LIFE (30 * LO_SECOND)
#define MOST_CHANGES 16384u       /* Group changes in one view; the rest waits for the next. */
#define MOST_WAITING_CHANGES (1u << 20)

/* ---- Changes ------------------------------------------------------------------------------- */

void lo_m_proposal_clear(lo_membership *m) {
    proposal *p = &m->proposal;
    if (p->active) lo_member_list_clear(&p->next);
    lo_memory_free(m->memory, p->acked, p->active ? LO_MAX_MEMBERS : 0);
    lo_m_blob_drop(m, p->delta);
    lo_m_blob_drop(m, p->snapshot);
    sodium_memzero(p, sizeof *p);
}

/* Replaces a proposal that waits for a failed member. */
static void proposal_without(lo_membership *m, uint32_t number, lo_time now) {
    int index = m->proposal.active ? lo_member_list_find(&m->proposal.next, number) : -1;
    if (index < 0 || m->proposal.acked[index]) return;
    lo_m_proposal_clear(m);
    m->batch_at = now;
}

void lo_m_lead_changed(lo_membership *m, lo_time now) {
    if (m->batch_at == LO_NEVER) m->batch_at = now + m->config.batch;
}

/* The member was taken for failed, but has ended. Replaces a proposal that says otherwise. */
static void known_to_have_ended(lo_membership *m, uint32_t removal, lo_time now) {
    m->removals[removal].departure = LO_DEPARTURE_ENDED;
    if (!m->proposal.active) return;
    lo_m_proposal_clear(m);
    m->batch_at = now;
}

void lo_m_lead_remove(lo_membership *m, uint32_t number, uint8_t departure, lo_time now) {
    if (lo_member_list_find(&m->member_list, number) < 0) return;
    lo_m_lead_changed(m, now);
    for (uint32_t i = 0; i < m->removal_count; i++)
        if (m->removals[i].number == number) {
            if (departure == LO_DEPARTURE_ENDED && m->removals[i].departure == LO_DEPARTURE_FAILED) known_to_have_ended(m, i, now);
            return;
        }
    if (departure == LO_DEPARTURE_FAILED || departure == LO_DEPARTURE_ENDED) proposal_without(m, number, now);
    lo_removal *grown = lo_m_grow(m, m->removals, m->removal_count, &m->removal_room, sizeof *grown);
    if (!grown) return;
    m->removals = grown;
    m->removals[m->removal_count++] = (lo_removal){.number = number, .departure = departure};
}

void lo_m_lead_exclude(lo_membership *m, uint32_t number, lo_time now) {
    lo_m_lead_remove(m, number, lo_m_departure(m, number), now);
    for (uint32_t i = 0; i < m->removal_count; i++)
        if (m->removals[i].number == number) m->removals[i].firm = true;
}

void lo_m_lead_flags(lo_membership *m, uint32_t number, uint32_t flags, lo_time now) {
    int index = lo_member_list_find(&m->member_list, number);
    if (index < 0) return;
    for (uint32_t i = 0; i < m->flag_count; i++) {
        if (m->flag_changes[i].number != number) continue;
        m->flag_changes[i].flags = flags;
        return;
    }
    if (m->member_list.members[index].flags == flags) return;
    lo_flag_change *grown = lo_m_grow(m, m->flag_changes, m->flag_count, &m->flag_room, sizeof *grown);
    if (!grown) return;
    m->flag_changes = grown;
    m->flag_changes[m->flag_count++] = (lo_flag_change){number, flags};
    lo_m_lead_changed(m, now);
}

void lo_m_lead_group(lo_membership *m, uint32_t number, const lo_id *group, lo_policy policy, bool leave, lo_time now) {
    if (m->change_count >= MOST_WAITING_CHANGES) return; /* The request is repeated. */
    lo_group_change *grown = lo_m_grow(m, m->changes, m->change_count, &m->change_room, sizeof *grown);
    if (!grown) return;
    m->changes = grown;
    m->changes[m->change_count++] = (lo_group_change){number, leave, m->change_order++, policy, *group};
    lo_m_lead_changed(m, now);
}

joiner *lo_m_lead_joiner(lo_membership *m, uint32_t number) {
    for (uint32_t i = 0; i < m->joiner_count; i++)
        if (m->joiners[i].member.number == number) return &m->joiners[i];
    return NULL;
}

/* ---- Proposing ------------------------------------------------------------------------- */

static bool joiner_ready(const lo_membership *m, const joiner *j, lo_time now) {
    return j->groups_seen >= j->groups || now >= j->since + m->config.batch * 3;
}

/* Collects joiners that can be admitted now, and the greatest view number that any of them has seen. */
static uint32_t gather_joiners(lo_membership *m, lo_member *added, lo_time now) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->joiner_count; i++) {
        joiner *j = &m->joiners[i];
        bool replaces = lo_member_list_find_id(&m->member_list, &j->member.id) >= 0;
        for (uint32_t r = 0; replaces && r < m->removal_count; r++) {
            int old = lo_member_list_find(&m->member_list, m->removals[r].number);
            if (old >= 0 && lo_id_equal(&m->member_list.members[old].id, &j->member.id)) replaces = false;
        }
        if (replaces || !joiner_ready(m, j, now)) continue;
        added[count++] = j->member;
        m->highest = lo_max64(m->highest, j->view);
    }
    return count;
}

/* Collects changes for members of the view and joiners, up to a limit; the rest stays. */
static uint32_t gather_changes(lo_membership *m, lo_group_change *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->change_count && count < MOST_CHANGES; i++) out[count++] = m->changes[i];
    return count;
}

static void forget_changes(lo_membership *m, uint32_t taken) {
    m->change_count -= taken;
    if (m->change_count) memmove(m->changes, m->changes + taken, m->change_count * sizeof *m->changes);
}

static uint32_t seal_keys(lo_membership *m, const lo_member_list *next, uint64_t number, const uint8_t key[32],
                          uint64_t joined_since, lo_sealed_key *keys) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < next->member_count && secure(m); i++) {
        const lo_member *member = &next->members[i];
        if (member->joined < joined_since || member->number == m->config.number) continue;
        keys[count].number = member->number;
        if (lo_m_make_box(m, member, number, key, keys[count].box)) count++;
    }
    return count;
}

/* The upper bits count; the lower bits distinguish leaders and their incarnations. */
uint64_t lo_m_next_number(lo_membership *m) {
    uint64_t count = (lo_max64(m->highest, m->member_list.number) >> 24) + 1;
    m->highest = count << 24 | (m->config.number * 2654435761u) >> 8;
    return m->highest;
}

bool lo_m_is_own_number(const lo_membership *m, uint64_t number) {
    return (number & 0xffffff) == (m->config.number * 2654435761u) >> 8;
}

/* All parts of a proposal except its transmission. `room` holds the joiners, changes and keys. */
typedef struct workspace {
    lo_member added[LO_MAX_MEMBERS];
    lo_id bans[LO_MAX_BANS];
    lo_group_change changes[MOST_CHANGES];
    lo_sealed_key keys[LO_MAX_MEMBERS];
} workspace;

static int build_delta(lo_membership *m, workspace *w, lo_changes *changes, uint64_t number, blob **out) {
    proposal *p = &m->proposal;
    bool rekey = secure(m) && changes->removed_count;
    changes->generation = m->member_list.generation + rekey;
    if (rekey) lo_m_fresh_key(m, p->key);
    else memcpy(p->key, m->key, sizeof p->key);
    if (rekey) { /* For members that stay; newcomers find it in their snapshot. */
        for (uint32_t i = 0; i < m->member_list.member_count; i++) {
            const lo_member *member = &m->member_list.members[i];
            bool leaves = member->number == m->config.number;
            for (uint32_t r = 0; r < changes->removed_count; r++) leaves |= changes->removed[r].number == member->number;
            w->keys[changes->key_count].number = member->number;
            if (!leaves && lo_m_make_box(m, member, number, p->key, w->keys[changes->key_count].box)) changes->key_count++;
        }
    }
    uint8_t *bytes;
    size_t room;
    int length = lo_member_list_write_delta(&m->member_list, changes, &bytes, &room);
    if (length < 0) return length;
    int error = lo_member_list_apply(&m->member_list, bytes, (size_t)length, number, 0, &p->next, NULL);
    if (error) {
        lo_memory_free(m->memory, bytes, room);
        return error;
    }
    blob about = {.maker = m->config.number, .number = number, .base = m->member_list.number};
    length = lo_m_seal(m, &about, m->key, NULL, 0, &bytes, length, &room);
    *out = length > 0 ? lo_m_blob_make(m, &about, bytes, length, room) : NULL;
    return *out ? LO_OK : LO_ERROR_MEMORY;
}

static blob *make_snapshot(lo_membership *m, const lo_member_list *member_list, const uint8_t key[32],
                           const lo_sealed_key *keys, uint32_t count, bool settled) {
    uint8_t *bytes;
    size_t room;
    blob about = {.snapshot = true, .settled = settled, .maker = m->config.number, .number = member_list->number};
    int length = lo_member_list_write_snapshot(member_list, NULL, 0, &bytes, &room);
    length = lo_m_seal(m, &about, key, keys, count, &bytes, length, &room);
    return length > 0 ? lo_m_blob_make(m, &about, bytes, length, room) : NULL;
}

static int build_snapshot(lo_membership *m, workspace *w, uint64_t number, blob **out) {
    uint32_t count = seal_keys(m, &m->proposal.next, number, m->proposal.key, number, w->keys);
    *out = make_snapshot(m, &m->proposal.next, m->proposal.key, w->keys, count, false);
    return *out ? LO_OK : LO_ERROR_MEMORY;
}

static void commit(lo_membership *m, lo_time now);

static void send_proposal(lo_membership *m, lo_time now) {
    proposal *p = &m->proposal;
    bool newcomers = false, others = false;
    for (uint32_t i = 0; i < p->next.member_count; i++) {
        const lo_member *member = &p->next.members[i];
        p->acked[i] = member->number == m->config.number || (member->flags & LO_MEMBER_AWAY);
        if (p->acked[i]) continue;
        p->waiting++;
        if (member->joined == p->number) newcomers = true;
        else others = true;
    }
    p->started = now;
    p->resend = now + RESEND;
    if (p->waiting == 0) {
        commit(m, now);
        return;
    }
    if (others) lo_m_queue_blob(m, p->delta, NULL);
    if (newcomers) lo_m_queue_blob(m, p->snapshot, NULL);
}

/* Drops pending changes of members that have gone meanwhile. */
static void forget_non_members(lo_membership *m) {
    for (uint32_t i = 0; i < m->removal_count; i++)
        if (lo_member_list_find(&m->member_list, m->removals[i].number) < 0)
            m->removals[i--] = m->removals[--m->removal_count];
    for (uint32_t i = 0; i < m->flag_count; i++)
        if (lo_member_list_find(&m->member_list, m->flag_changes[i].number) < 0) m->flag_changes[i--] = m->flag_changes[--m->flag_count];
    for (uint32_t i = 0; i < m->joiner_count; i++)
        if (lo_member_list_find(&m->member_list, m->joiners[i].member.number) >= 0) m->joiners[i--] = m->joiners[--m->joiner_count];
}

static int propose_with(lo_membership *m, workspace *w, lo_time now) {
    forget_non_members(m);
    uint32_t bans = lo_m_bans_gather(m, w->bans, now);
    lo_changes changes = {.bans = w->bans, .ban_count = bans, .removed = m->removals, .removed_count = m->removal_count, .added = w->added,
                          .flags = m->flag_changes, .flag_count = m->flag_count, .groups = w->changes, .keys = w->keys};
    changes.added_count = gather_joiners(m, w->added, now);
    uint32_t taken = changes.group_count = gather_changes(m, w->changes);
    uint64_t number = lo_m_next_number(m);
    proposal *p = &m->proposal;
    lo_member_list_init(&p->next, m->memory, &m->sets);
    int error = build_delta(m, w, &changes, number, &p->delta);
    forget_changes(m, taken);
    bool nothing = !changes.added_count && !changes.removed_count && !changes.flag_count && !changes.group_count && !bans;
    if (error || nothing) {
        lo_member_list_clear(&p->next);
        lo_m_blob_drop(m, p->delta);
        p->delta = NULL;
        return error;
    }
    p->active = true;
    p->number = number;
    p->acked = lo_memory_alloc(m->memory, LO_MAX_MEMBERS);
    if (changes.added_count) error = build_snapshot(m, w, number, &p->snapshot);
    if (error || !p->acked) {
        lo_m_proposal_clear(m);
        return error ? error : LO_ERROR_MEMORY;
    }
    send_proposal(m, now);
    return LO_OK;
}

static void propose(lo_membership *m, lo_time now) {
    m->batch_at = LO_NEVER;
    workspace *w = lo_memory_alloc(m->memory, sizeof *w);
    if (!w || propose_with(m, w, now) != LO_OK) m->batch_at = now + m->config.batch;
    lo_memory_free(m->memory, w, sizeof *w);
    /* Joiners whose groups are not all known yet, or more changes than fit into a view. */
    if ((m->joiner_count && !m->proposal.active) || m->change_count) lo_m_lead_changed(m, now);
}

/* ---- Committing ------------------------------------------------------------------------ */

/* Drops changes that the view has made. */
static void forget_done(lo_membership *m, const lo_member_list *next) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->removal_count; i++) {
        int index = lo_member_list_find(&m->member_list, m->removals[i].number);
        if (lo_member_list_find(next, m->removals[i].number) >= 0) {
            m->removals[kept++] = m->removals[i];
        } else if (index >= 0 && m->removals[i].number != m->config.number) {
            lo_m_queue_to(m, DISMISS, &m->member_list.members[index].address, m->removals[i].departure, 0, 0);
            if (m->removals[i].departure == LO_DEPARTURE_EVICTED) m->evicted[m->evicted_next++ % EVICTED] = m->removals[i].number;
        }
    }
    m->removal_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < m->flag_count; i++) {
        int index = lo_member_list_find(next, m->flag_changes[i].number);
        if (index >= 0 && next->members[index].flags != m->flag_changes[i].flags) m->flag_changes[kept++] = m->flag_changes[i];
    }
    m->flag_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < m->joiner_count; i++)
        if (lo_member_list_find(next, m->joiners[i].member.number) < 0) m->joiners[kept++] = m->joiners[i];
    m->joiner_count = kept;
}

static void commit(lo_membership *m, lo_time now) {
    proposal *p = &m->proposal;
    uint8_t key[32];
    lo_member_list next = p->next;
    p->delta->settled = true;
    if (p->snapshot) p->snapshot->settled = true;
    memcpy(key, p->key, sizeof key);
    forget_done(m, &next);
    lo_member_list_init(&p->next, m->memory, &m->sets);
    bool stays = lo_member_list_find(&next, m->config.number) >= 0;
    lo_m_proposal_clear(m);
    lo_m_install(m, &next, key, now);
    sodium_memzero(key, sizeof key);
    lo_m_queue_all(m, COMMIT, 0, 0, 0);
    if (!stays || !leads(m)) /* The next announcement comes from another leader, which must know. */
        for (int i = 0; i < 2; i++) lo_m_queue_all(m, COMMIT, 0, 0, 0);
    m->next_announce = lo_min64(m->next_announce, now + 30 * LO_MILLISECOND);
    if (m->removal_count || m->flag_count || m->joiner_count || m->change_count || lo_m_bans_open(m)) lo_m_lead_changed(m, now);
}

int lo_m_ack_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c);
    uint8_t snapshot = lo_get8(c), ready = lo_get8(c);
    if (c->failed || snapshot > 1 || ready > 1) return lo_m_reject(m);
    proposal *p = &m->proposal;
    if (!ready) {
        int index = lo_member_list_find(&m->member_list, sender);
        joiner *j = lo_m_lead_joiner(m, sender);
        blob *b = lo_m_blob_find(m, number, snapshot);
        uint32_t count = lo_get16(c);
        if (c->failed) return lo_m_reject(m);
        for (uint32_t i = 0; b && (index >= 0 || j) && i < lo_min32(count, 64); i++) {
            uint32_t first = lo_get32(c), last = lo_get32(c);
            if (c->failed || first > last || last >= lo_m_blob_pieces(m, b)) return lo_m_reject(m);
            lo_m_queue_blob(m, b, index >= 0 ? &m->member_list.members[index].address : &j->member.address);
            item *it = &m->items[(m->item_first + m->item_count - 1) % ITEMS];
            it->piece = first;
            it->last_piece = last;
        }
        return LO_OK;
    }
    if (!p->active || p->number != number) return LO_OK;
    int index = lo_member_list_find(&p->next, sender);
    if (index < 0 || p->acked[index]) return LO_OK;
    p->acked[index] = 1;
    if (--p->waiting == 0) commit(m, now);
    return LO_OK;
}

/* Some members are slow or gone. After a while the view is committed without their acknowledgement, if a majority
 * has given theirs, in the scope and in each group with the majority policy; silent members are removed. */
static void commit_without_slow(lo_membership *m, lo_time now) {
    proposal *p = &m->proposal;
    lo_time age = now - p->started;
    if (age > m->config.suspect_after / 2 && p->waiting * 2 < p->next.member_count &&
        lo_member_list_agreed(&m->member_list, m->removals, m->removal_count, &p->next, p->acked)) {
        commit(m, now);
        return;
    }
    bool silent = false;
    for (uint32_t i = 0; i < p->next.member_count && age > m->config.suspect_after; i++) {
        const lo_member *member = &p->next.members[i];
        if (p->acked[i]) continue;
        silent = true;
        joiner *j = lo_m_lead_joiner(m, member->number);
        if (j) *j = m->joiners[--m->joiner_count];
        else lo_m_lead_remove(m, member->number, lo_m_departure(m, member->number), now);
    }
    if (silent) { /* The next proposal replaces this one. */
        lo_m_proposal_clear(m);
        m->batch_at = now;
        return;
    }
    p->resend = now + RESEND;
    for (uint32_t i = 0; i < p->next.member_count; i++) {
        if (p->acked[i]) continue; /* The first part is enough: the receiver requests the others. */
        bool newcomer = p->next.members[i].joined == p->number;
        lo_m_queue_blob(m, newcomer ? p->snapshot : p->delta, &p->next.members[i].address);
        m->items[(m->item_first + m->item_count - 1) % ITEMS].last_piece = 0;
    }
}

/* ---- Lagging members ------------------------------------------------------------------- */

/* The view that admitted a member, for one that has not received it. */
static bool queue_welcome(lo_membership *m, const lo_member *to) {
    blob *b = lo_m_blob_find(m, to->joined, true);
    if (b && b->settled) {
        lo_m_queue_blob(m, b, &to->address);
        return true;
    }
    if (to->joined != m->member_list.number) return false;
    lo_sealed_key key = {.number = to->number};
    bool sealed = secure(m) && lo_m_make_box(m, to, m->member_list.number, m->key, key.box);
    b = make_snapshot(m, &m->member_list, m->key, &key, sealed, true);
    if (!b) return true;
    lo_m_queue_blob(m, b, &to->address);
    lo_m_blob_drop(m, b);
    return true;
}

/* The delta that follows its view keeps a member in the same sequence of views as all others. */
static bool queue_next(lo_membership *m, const lo_member *to, uint64_t have) {
    for (uint32_t i = 0; i < BLOBS; i++) {
        blob *b = m->blobs[i];
        if (!b || b->snapshot || b->base != have || b->number > m->member_list.number || !b->settled) continue;
        lo_m_queue_blob(m, b, &to->address);
        return true;
    }
    return false;
}

bool lo_m_catch_up(lo_membership *m, uint32_t index, uint64_t have) {
    const lo_member *member = &m->member_list.members[index];
    return have < member->joined ? leads(m) && queue_welcome(m, member) : queue_next(m, member, have);
}

int lo_m_sync_in(lo_membership *m, uint32_t sender, lo_cursor *c, const lo_address *source, lo_time now) {
    uint64_t have = lo_get64(c), cookie = lo_get64(c);
    if (c->failed) return lo_m_reject(m);
    int index = lo_member_list_find(&m->member_list, sender);
    if (index < 0) {
        if (leads(m) && source->kind == LO_ADDRESS_PEER) lo_m_queue_to(m, DISMISS, source, LO_DEPARTURE_FAILED, 0, 0);
        return LO_OK;
    }
    if (have >= m->member_list.number || lo_m_catch_up(m, (uint32_t)index, have) || !leads(m)) return LO_OK;
    /* It cannot catch up: removes it, so that it rejoins as a newcomer, unless its request is old. */
    if (cookie == m->cookie || cookie == m->old_cookie) lo_m_lead_exclude(m, sender, now);
    else lo_m_queue_to(m, ANNOUNCE, &m->member_list.members[index].address, 0, 0, 0);
    return LO_OK;
}

/* ---- Leading --------------------------------------------------------------------------- */

void lo_m_lead_start(lo_membership *m, lo_time now) {
    m->cookie = lo_m_random(m);
    m->old_cookie = m->cookie;
    m->cookie_until = now + COOKIE_LIFE;
    m->next_announce = now;
    m->batch_at = LO_NEVER;
    m->merge_with = 0;
    m->merge_asked = 0;
}

void lo_m_lead_stop(lo_membership *m) {
    lo_m_proposal_clear(m);
    m->joiner_count = m->removal_count = m->flag_count = m->change_count = 0;
    m->batch_at = m->next_announce = LO_NEVER;
}

void lo_m_lead_timer(lo_membership *m, lo_time now) {
    if (!leads(m)) return;
    if (now >= m->cookie_until) {
        m->old_cookie = m->cookie;
        m->cookie = lo_m_random(m);
        m->cookie_until = now + COOKIE_LIFE;
    }
    if (now >= m->next_announce) {
        m->next_announce = now + m->config.heartbeat;
        if (!m->has_target) {
            lo_m_queue_all(m, ANNOUNCE, 0, 0, 0);
            for (uint32_t i = 0; i < m->config.seed_count; i++) lo_m_queue_to(m, ANNOUNCE, &m->seeds[i], 1, 0, 0);
        }
    }
    if (m->has_target) return; /* Moving to another leader. */
    if (m->proposal.active) {
        if (now >= m->proposal.resend) commit_without_slow(m, now);
    } else if (now >= m->batch_at) {
        propose(m, now);
    }
}

lo_time lo_m_lead_wakeup(const lo_membership *m) {
    if (!leads(m)) return LO_NEVER;
    lo_time wakeup = m->next_announce;
    if (m->has_target) return wakeup;
    return lo_min64(wakeup, m->proposal.active ? m->proposal.resend : m->batch_at);
}

// SPDX-License-Identifier: BSD-3-Clause
/* Discovery, join and merge.
 *
 * A node sends DISCOVER on the scope's channel and to its seeds. If a leader answers, it joins; if nobody does, it
 * starts a view of its own, announces itself, and others join it. A leader that has just failed does not answer,
 * but its possible successors answer a repeated DISCOVER, and the node joins the next leader. Two leaders that
 * learn of each other agree which one continues; the other redirects its members. So a start, a late join and a
 * healed partition take the same path. */
#include "lo_membership_internal.h"

#include "lo_identity.h"

#define JOIN_RETRY (200 * LO_MILLISECOND)
#define AGE_SLACK 2000u /* Milliseconds of tolerance when two leaders compare their ages. */

/* In a scope with keys a member record is accepted only from the node it describes. */
static bool record_authentic(lo_membership *m, const lo_member *member, uint32_t sender, const uint8_t *signer) {
    if (!lo_member_sane(member) || member->number != sender) return false;
    if (lo_member_list_has_banned(&m->member_list, &member->id)) {
        m->counts.banned++;
        return false;
    }
    if (!secure(m)) return true;
    lo_id id = lo_identity_node_id(member->public_key);
    return signer && memcmp(signer, member->public_key, 32) == 0 && lo_id_equal(&id, &member->id);
}

void lo_m_join_start(lo_membership *m, lo_time now) {
    lo_time patience = m->config.batch * 3;
    m->has_target = false;
    m->discoveries = 0;
    m->next_discover = now + lo_m_random(m) % (10 * LO_MILLISECOND);
    m->alone_at = now + patience + lo_m_random(m) % patience;
    m->next_join = LO_NEVER;
}

void lo_m_join_target(lo_membership *m, const lo_member *target, uint64_t cookie, lo_time now) {
    m->has_target = true;
    m->target = *target;
    m->target_cookie = cookie;
    m->target_since = now;
    m->next_join = now;
    m->next_discover = LO_NEVER;
    if (m->state == LO_MEMBERSHIP_ALONE) m->state = LO_MEMBERSHIP_JOINING;
    lo_m_requests_reopen(m, now);
}

static void start_alone(lo_membership *m, lo_time now) {
    lo_member_list next;
    uint8_t *bytes, key[32] = {0};
    size_t room;
    lo_member self = m->self;
    lo_changes changes = {.added = &self, .added_count = 1, .generation = 1};
    lo_member_list_init(&next, m->memory, &m->sets);
    int length = lo_member_list_write_delta(&next, &changes, &bytes, &room);
    m->alone_at = now + LO_SECOND; /* If memory is short: later. */
    if (length < 0) return;
    uint64_t number = lo_m_next_number(m);
    int error = lo_member_list_apply(&m->member_list, bytes, (size_t)length, number, 0, &next, NULL);
    lo_memory_free(m->memory, bytes, room);
    if (error) return;
    m->alone_at = LO_NEVER;
    m->next_discover = LO_NEVER;
    m->leader = m->config.number;
    lo_m_fresh_key(m, key);
    lo_m_install(m, &next, key, now);
}

static void send_discover(lo_membership *m, lo_time now) {
    uint8_t kind = m->discoveries && !m->misdirected ? DISCOVER_AGAIN : DISCOVER_ALL;
    lo_m_queue_to(m, DISCOVER, &(lo_address){.kind = LO_ADDRESS_CHANNEL, .path = m->config.path}, kind, 0, 0);
    for (uint32_t i = 0; i < m->config.seed_count; i++) lo_m_queue_to(m, DISCOVER, &m->seeds[i], DISCOVER_SEED, 0, 0);
    lo_time pause = m->config.batch / 2 << lo_min32(m->discoveries++, 4);
    m->next_discover = now + pause + lo_m_random(m) % pause;
}

static void drop_target(lo_membership *m, lo_time now) {
    m->has_target = false;
    m->next_join = LO_NEVER;
    if (m->member_list.member_count == 0) {
        m->misdirected = true;
        lo_m_join_start(m, now);
    } else lo_m_requests_check(m, now);
}

void lo_m_join_timer(lo_membership *m, lo_time now) {
    if (now >= m->next_discover) send_discover(m, now);
    if (m->has_target && now >= m->next_join) {
        lo_m_queue_to(m, JOIN, &m->target.address, 0, 0, 0);
        m->next_join = now + JOIN_RETRY + lo_m_random(m) % (JOIN_RETRY / 4);
        if (now > m->target_since + m->config.suspect_after * 2) { /* It does not admit this node, or is gone. */
            drop_target(m, now);
        }
    }
    if (!m->has_target && m->member_list.member_count == 0 && now >= m->alone_at) start_alone(m, now);
}

lo_time lo_m_join_wakeup(const lo_membership *m) {
    lo_time wakeup = lo_min64(m->next_discover, m->has_target ? m->next_join : LO_NEVER);
    if (!m->has_target && m->member_list.member_count == 0) wakeup = lo_min64(wakeup, m->alone_at);
    return wakeup;
}

int lo_m_discover_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint8_t kind = lo_get8(c);
    lo_member member;
    lo_member_read(c, &member);
    if (c->failed || kind > DISCOVER_AGAIN || !record_authentic(m, &member, sender, signer)) return lo_m_reject(m);
    int earlier = lo_member_list_find_id(&m->member_list, &member.id);
    if (earlier >= 0 && m->member_list.members[earlier].number == m->leader && sender != m->leader) {
        m->leader_last_heard = now - m->config.suspect_after; /* The leader itself has restarted: no need to wait. */
        return LO_OK;
    }
    if (leads(m) && m->state != LO_MEMBERSHIP_LEAVING) {
        if (!m->has_target) lo_m_queue_to(m, ANNOUNCE, &member.address, 0, 0, 0);
    } else if (m->member_list.member_count &&
               (kind == DISCOVER_SEED || (kind == DISCOVER_AGAIN && lo_m_stands_in(m)))) {
        lo_m_queue_to(m, MERGE, &member.address, MERGE_REDIRECT, 0, 0);
    } /* Otherwise it was multicast, and the leader has received it. */
    return LO_OK;
}

/* Does a leader with these properties continue, rather than this node? */
static bool goes_on(const lo_membership *m, uint32_t members, uint64_t age, const lo_id *id, lo_time now) {
    uint64_t own_age = (now - m->born) / LO_MILLISECOND;
    if (members != m->member_list.member_count) return members > m->member_list.member_count;
    if (age > own_age + AGE_SLACK) return true;
    if (own_age > age + AGE_SLACK) return false;
    return lo_id_compare(id, &m->config.id) < 0;
}

static void merge_with_leader(lo_membership *m, const lo_member *other, uint32_t members, uint64_t age, uint64_t cookie,
                              lo_time now) {
    if (m->has_target || m->state == LO_MEMBERSHIP_LEAVING) return;
    if (leads(m)) {
        if (!goes_on(m, members, age, &other->id, now) || now < m->merge_asked + m->config.heartbeat) return;
        m->merge_asked = now;
        m->merge_with = other->number;
        lo_m_queue_to(m, MERGE, &other->address, MERGE_ASK, 0, 0);
    } else if (now > m->leader_last_heard + 3 * m->config.heartbeat) {
        lo_m_join_target(m, other, cookie, now); /* The own leader is silent or has moved there already. */
    }
}

/* A member that keeps leading another view is removed from this one: perhaps it receives nothing. */
static void remove_diverged(lo_membership *m, uint32_t sender, lo_time now) {
    if (m->diverged != sender || now > m->diverged_last_heard + 3 * m->config.heartbeat) {
        m->diverged = sender;
        m->diverged_since = now;
    }
    m->diverged_last_heard = now;
    if (now > m->diverged_since + m->config.suspect_after) lo_m_lead_remove(m, sender, LO_DEPARTURE_FAILED, now);
}

/* A leader that has been in another view for long, and does not help this node to catch up, counts as silent. */
static bool left_behind(lo_membership *m, uint64_t number, lo_time now) {
    if (number <= m->member_list.number) m->behind_since = 0;
    else if (!m->behind_since) m->behind_since = now;
    return m->behind_since && now > m->behind_since + m->config.suspect_after;
}

int lo_m_announce_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint8_t as_seed = lo_get8(c);
    uint64_t number = lo_get64(c), cookie = lo_get64(c), digest = lo_get64(c), age = lo_get64(c);
    uint32_t members = lo_get32(c);
    lo_member leader;
    lo_member_read(c, &leader);
    if (c->failed || !record_authentic(m, &leader, sender, signer)) return lo_m_reject(m);
    bool second_hand = m->has_target && !m->target_cookie; /* The target itself has not answered yet. */
    if (m->has_target && m->target.number == sender) {
        m->target_cookie = cookie;
        if (second_hand) m->next_join = now;
    }
    if (m->member_list.member_count == 0) {
        if (!m->has_target || (second_hand && m->target.number != sender)) lo_m_join_target(m, &leader, cookie, now);
        return LO_OK;
    }
    bool known = lo_member_list_find(&m->member_list, sender) >= 0;
    if (known && lo_m_abandoned(m, sender)) {
        lo_m_promise_keep(m, sender, now);
        return LO_OK;
    }
    if (sender == m->leader) {
        m->leader_cookie = cookie;
        if (!left_behind(m, number, now)) {
            m->leader_last_heard = now;
            lo_m_takeover_stop(m);
        }
    }
    if (known && leads(m) && sender != m->leader) remove_diverged(m, sender, now);
    if (!known) {
        merge_with_leader(m, &leader, members, age, cookie, now);
        if (as_seed && !leads(m)) lo_m_queue_to(m, MERGE, &leader.address, MERGE_REDIRECT, 0, 0);
    } else if (number > m->member_list.number) {
        if (leads(m)) merge_with_leader(m, &leader, members, age, cookie, now);
        if (sender != m->leader) m->leader_cookie = cookie;
        m->known = number;
        bool joining_it = m->has_target && m->target.number == sender;
        bool right =
            m->prepared.ready && m->prepared.number == number && lo_member_list_digest(&m->prepared.next) == digest;
        if (!(right && lo_m_install_prepared(m, number, now)) && !joining_it) lo_m_ask_sync(m, sender, &leader.address, now);
    } else if (number < m->member_list.number && leads(m) && sender != m->leader) {
        merge_with_leader(m, &leader, members, age, cookie, now); /* It still leads a view that is over here. */
    }
    return LO_OK;
}

int lo_m_join_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint64_t cookie = lo_get64(c), view = lo_get64(c);
    uint32_t groups = lo_get32(c);
    lo_member member;
    lo_member_read(c, &member);
    if (c->failed || !record_authentic(m, &member, sender, signer)) return lo_m_reject(m);
    if (m->state == LO_MEMBERSHIP_LEAVING) return LO_OK;
    bool each_other = leads(m) && m->has_target && m->target.number == sender;
    if (each_other && lo_id_compare(&m->config.id, &member.id) < 0) drop_target(m, now); /* One of the two must stay. */
    if (!leads(m) || m->has_target) { /* It does not lead, or not for long. */
        if (m->member_list.member_count && lo_member_list_find(&m->member_list, sender) < 0)
            lo_m_queue_to(m, MERGE, &member.address, MERGE_REDIRECT, 0, 0);
        return LO_OK;
    }
    if (cookie != m->cookie && cookie != m->old_cookie) { /* Old or replayed: it must ask again. */
        lo_m_queue_to(m, ANNOUNCE, &member.address, 0, 0, 0);
        return LO_OK;
    }
    for (uint32_t i = 0; i < EVICTED; i++) {
        if (m->evicted[i] != sender) continue;
        lo_m_queue_to(m, DISMISS, &member.address, LO_DEPARTURE_EVICTED, 0, 0);
        return LO_OK;
    }
    member.flags &= LO_MEMBER_OWN_FLAGS;
    int index = lo_member_list_find(&m->member_list, sender);
    if (index >= 0) {
        bool same = lo_id_equal(&m->member_list.members[index].id, &member.id) &&
                    memcmp(m->member_list.members[index].salt, member.salt, 16) == 0;
        if (!same) lo_m_queue_to(m, DISMISS, &member.address, REFUSED, 0, 0);
        else if (view >= m->member_list.members[index].joined || !lo_m_catch_up(m, (uint32_t)index, view))
            lo_m_lead_exclude(m, sender, now); /* It diverged, perhaps with a majority: remove it, and let it rejoin. */
        return LO_OK;
    }
    int earlier = lo_member_list_find_id(&m->member_list, &member.id);
    if (earlier >= 0 && m->member_list.members[earlier].number == m->config.number) {
        lo_m_queue_to(m, DISMISS, &member.address, REFUSED, 0, 0); /* A node can be a member only once. */
        return LO_OK;
    }
    if (earlier >= 0) lo_m_lead_remove(m, m->member_list.members[earlier].number, LO_DEPARTURE_REPLACED, now);
    joiner *j = NULL; /* The latest incarnation of a node wins. */
    for (uint32_t i = 0; i < m->joiner_count && !j; i++)
        if (lo_id_equal(&m->joiners[i].member.id, &member.id)) j = &m->joiners[i];
    if (j && j->member.number != sender) *j = (joiner){.since = now};
    if (!j) {
        joiner *grown = lo_m_grow(m, m->joiners, m->joiner_count, &m->joiner_room, sizeof *grown);
        if (!grown) return LO_ERROR_MEMORY;
        m->joiners = grown;
        if (m->member_list.member_count + m->joiner_count >= LO_MAX_MEMBERS) return LO_ERROR_MEMORY;
        j = &m->joiners[m->joiner_count++];
        *j = (joiner){.since = now};
    }
    j->member = member;
    j->view = view;
    j->groups = groups;
    lo_m_lead_changed(m, now);
    return LO_OK;
}

int lo_m_merge_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint8_t what = lo_get8(c);
    uint64_t cookie = lo_get64(c);
    lo_member member;
    lo_member_read(c, &member);
    if (c->failed || !lo_member_sane(&member)) return lo_m_reject(m);
    if (what == MERGE_ASK || what == MERGE_YES) {
        if (!record_authentic(m, &member, sender, signer)) return lo_m_reject(m);
        if (!leads(m) || m->has_target || m->state == LO_MEMBERSHIP_LEAVING) return LO_OK;
        if (what == MERGE_ASK && lo_member_list_find(&m->member_list, sender) >= 0) {
            lo_m_join_target(m, &member, cookie, now); /* A member leads elsewhere: this node missed a takeover. */
        } else if (what == MERGE_ASK) {
            /* A leader that has asked does not accept at the same time, unless the other has the lower id. */
            bool asked = m->merge_with && now < m->merge_asked + m->config.heartbeat;
            if (asked && lo_id_compare(&m->config.id, &member.id) > 0) return LO_OK;
            m->merge_with = 0;
            lo_m_queue_to(m, MERGE, &member.address, MERGE_YES, 0, 0);
        } else if (m->merge_with == sender && now < m->merge_asked + m->config.suspect_after) {
            m->merge_with = 0;
            m->counts.merges++;
            lo_m_join_target(m, &member, cookie, now);
            for (int i = 0; i < 2; i++) lo_m_queue_all(m, MERGE, MERGE_DISSOLVE, 0, 0);
        }
        return LO_OK;
    }
    if (what == MERGE_DISSOLVE) {
        if (sender != m->leader || leads(m) || member.number == m->config.number) return lo_m_reject(m);
        if (!m->has_target) lo_m_join_target(m, &member, cookie, now);
        return LO_OK;
    }
    if (what == MERGE_REDIRECT) {
        bool from_target = m->has_target && m->target.number == sender;
        if (leads(m) && !m->has_target && member.number != m->config.number) { /* Introduces the two leaders to each
                                                                                * other. */
            lo_m_queue_to(m, DISCOVER, &member.address, 0, 0, 0);
            lo_m_queue_to(m, ANNOUNCE, &member.address, 0, 0, 0);
        }
        if (member.number == m->config.number || (!from_target && (m->has_target || m->member_list.member_count)))
            return LO_OK;
        lo_time since = from_target ? m->target_since : now; /* Bounds the time of being redirected. */
        lo_m_join_target(m, &member, 0, now);
        m->target_since = since;
        return LO_OK;
    }
    return lo_m_reject(m);
}

int lo_m_dismiss_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c);
    uint8_t departure = lo_get8(c);
    int index = lo_member_list_find(&m->member_list, sender);
    bool from_target = m->has_target && m->target.number == sender;
    if (c->failed || (index < 0 && !from_target)) return lo_m_reject(m);
    if (departure == REFUSED) {
        if (from_target && m->member_list.member_count == 0) m->state = LO_MEMBERSHIP_REFUSED;
        return LO_OK;
    }
    if (number <= m->member_list.number || index < 0) return LO_OK;
    m->highest = lo_max64(m->highest, number);
    if (m->state == LO_MEMBERSHIP_LEAVING) m->state = LO_MEMBERSHIP_LEFT;
    else if (departure == LO_DEPARTURE_EVICTED) m->state = LO_MEMBERSHIP_EVICTED;
    else if (!m->has_target) lo_m_join_target(m, &m->member_list.members[index], 0, now);
    return LO_OK;
}

/* Finding a leader, joining it, and merging.
 *
 * A node knocks on the scope's channel and at its seeds. If a leader answers, it joins; if
 * nobody does, it starts a view of its own, announces itself, and others join it. Two
 * leaders that hear of each other agree which one goes on; the other tells its members to
 * join there. So a start, a late join and a healed partition are all the same thing. */
#include "lo_membership_internal.h"

#include "lo_identity.h"

#define JOIN_RETRY (200 * LO_MILLISECOND)
#define AGE_SLACK 2000u /* Milliseconds that do not count when two leaders compare their ages. */

/* In a scope with keys a record is only believed from the node it describes. */
static bool record_authentic(const lo_membership *m, const lo_member *member, uint32_t sender, const uint8_t *signer) {
    if (!lo_member_sane(member) || member->number != sender) return false;
    if (!secure(m)) return true;
    lo_id id = lo_identity_node_id(member->public_key);
    return signer && memcmp(signer, member->public_key, 32) == 0 && lo_id_equal(&id, &member->id);
}

void join_start(lo_membership *m, lo_time now) {
    lo_time patience = m->config.batch * 3;
    m->has_target = false;
    m->seeks = 0;
    m->next_seek = now + membership_random(m) % (10 * LO_MILLISECOND);
    m->alone_at = now + patience + membership_random(m) % patience;
    m->next_join = LO_NEVER;
}

void join_target(lo_membership *m, const lo_member *target, uint64_t cookie, lo_time now) {
    m->has_target = true;
    m->target = *target;
    m->target_cookie = cookie;
    m->target_since = now;
    m->next_join = now;
    m->next_seek = LO_NEVER;
    if (m->state == LO_MEMBERSHIP_ALONE) m->state = LO_MEMBERSHIP_JOINING;
    wishes_reopen(m, now);
}

static void start_alone(lo_membership *m, lo_time now) {
    lo_roster next;
    uint8_t *bytes, key[32] = {0};
    size_t room;
    lo_member self = m->self;
    lo_changes changes = {.added = &self, .added_count = 1, .generation = 1};
    lo_roster_init(&next, m->memory, &m->sets);
    int length = lo_roster_write_delta(&next, &changes, &bytes, &room);
    m->alone_at = now + LO_SECOND; /* If memory is short: later. */
    if (length < 0) return;
    uint64_t number = (((m->highest >> 24) + 1) << 24) | lo_load32(m->config.id.bytes) >> 8;
    int error = lo_roster_apply(&m->roster, bytes, (size_t)length, number, 0, &next, NULL);
    lo_memory_give(m->memory, bytes, room);
    if (error) return;
    m->alone_at = LO_NEVER;
    m->next_seek = LO_NEVER;
    m->leader = m->config.number;
    membership_fresh_key(m, key);
    install(m, &next, key, now);
}

static void knock(lo_membership *m, lo_time now) {
    queue_to(m, SEEK, &(lo_address){.kind = LO_ADDRESS_CHANNEL, .path = m->config.path}, 0, 0, 0);
    for (uint32_t i = 0; i < m->config.seed_count; i++) queue_to(m, SEEK, &m->seeds[i], 0, 0, 0);
    lo_time pause = m->config.batch / 2 << lo_min32(m->seeks++, 4);
    m->next_seek = now + pause + membership_random(m) % pause;
}

void join_timer(lo_membership *m, lo_time now) {
    if (now >= m->next_seek) knock(m, now);
    if (m->has_target && now >= m->next_join) {
        queue_to(m, JOIN, &m->target.address, 0, 0, 0);
        m->next_join = now + JOIN_RETRY + membership_random(m) % (JOIN_RETRY / 4);
        if (now > m->target_since + m->config.suspect_after * 2) { /* It does not want this node, or is gone. */
            m->has_target = false;
            m->next_join = LO_NEVER;
            if (m->roster.member_count == 0) join_start(m, now);
            else wishes_check(m, now);
        }
    }
    if (!m->has_target && m->roster.member_count == 0 && now >= m->alone_at) start_alone(m, now);
}

lo_time join_wakeup(const lo_membership *m) {
    lo_time wakeup = lo_min64(m->next_seek, m->has_target ? m->next_join : LO_NEVER);
    if (!m->has_target && m->roster.member_count == 0) wakeup = lo_min64(wakeup, m->alone_at);
    return wakeup;
}

int seek_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, const lo_address *source) {
    lo_member member;
    lo_member_read(c, &member);
    if (c->failed || !record_authentic(m, &member, sender, signer)) return membership_reject(m);
    if (leads(m) && m->state != LO_MEMBERSHIP_LEAVING) {
        if (!m->has_target) queue_to(m, ANNOUNCE, &member.address, 0, 0, 0);
    } else if (m->roster.member_count && source->kind == LO_ADDRESS_PEER && !m->has_target) {
        queue_to(m, MERGE, &member.address, MERGE_REDIRECT, 0, 0); /* This node is its seed, perhaps. */
    }
    return LO_OK;
}

/* Does a leader with these properties go on, rather than this node? */
static bool goes_on(const lo_membership *m, uint32_t members, uint64_t age, const lo_id *id, lo_time now) {
    uint64_t own_age = (now - m->born) / LO_MILLISECOND;
    if (members != m->roster.member_count) return members > m->roster.member_count;
    if (age > own_age + AGE_SLACK) return true;
    if (own_age > age + AGE_SLACK) return false;
    return lo_id_compare(id, &m->config.id) < 0;
}

static void meet_leader(lo_membership *m, const lo_member *other, uint32_t members, uint64_t age, uint64_t cookie,
                        lo_time now) {
    if (m->has_target || m->state == LO_MEMBERSHIP_LEAVING) return;
    if (leads(m)) {
        if (!goes_on(m, members, age, &other->id, now) || now < m->merge_asked + m->config.heartbeat) return;
        m->merge_asked = now;
        m->merge_with = other->number;
        queue_to(m, MERGE, &other->address, MERGE_ASK, 0, 0);
    } else if (now > m->leader_heard + 3 * m->config.heartbeat) {
        join_target(m, other, cookie, now); /* The own leader is silent or has moved there already. */
    }
}

int announce_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c), cookie = lo_get64(c), digest = lo_get64(c), age = lo_get64(c);
    uint32_t members = lo_get32(c);
    lo_member leader;
    lo_member_read(c, &leader);
    if (c->failed || !record_authentic(m, &leader, sender, signer)) return membership_reject(m);
    if (m->has_target && m->target.number == sender) m->target_cookie = cookie;
    if (m->roster.member_count == 0) {
        if (!m->has_target) join_target(m, &leader, cookie, now);
        return LO_OK;
    }
    bool known = lo_roster_find(&m->roster, sender) >= 0;
    if (sender == m->leader) {
        m->leader_heard = now;
        takeover_stop(m);
    }
    if (!known) {
        meet_leader(m, &leader, members, age, cookie, now);
    } else if (number > m->roster.number) {
        bool joining_it = m->has_target && m->target.number == sender;
        if (!install_prepared(m, number, now) && !joining_it) ask_sync(m, sender, &leader.address, now);
    } else if (number == m->roster.number && sender == m->leader && digest != lo_roster_digest(&m->roster)) {
        ask_sync(m, sender, &leader.address, now);
    } else if (number < m->roster.number && leads(m) && sender != m->leader) {
        meet_leader(m, &leader, members, age, cookie, now); /* It still leads what is over here. */
    }
    return LO_OK;
}

int join_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint64_t cookie = lo_get64(c), view = lo_get64(c);
    uint32_t groups = lo_get32(c);
    lo_member member;
    lo_member_read(c, &member);
    if (c->failed || !record_authentic(m, &member, sender, signer)) return membership_reject(m);
    if (!leads(m) || m->has_target || m->state == LO_MEMBERSHIP_LEAVING) return LO_OK;
    if (cookie != m->cookie && cookie != m->old_cookie) { /* Old, perhaps replayed: it must ask again. */
        queue_to(m, ANNOUNCE, &member.address, 0, 0, 0);
        return LO_OK;
    }
    member.flags &= LO_MEMBER_NO_MULTICAST;
    int index = lo_roster_find(&m->roster, sender);
    if (index >= 0) {
        bool same = lo_id_equal(&m->roster.members[index].id, &member.id) &&
                    memcmp(m->roster.members[index].salt, member.salt, 16) == 0;
        if (!same) queue_to(m, DISMISS, &member.address, REFUSED, 0, 0);
        else if (view != m->roster.number) queue_snapshot(m, &m->roster.members[index], now);
        return LO_OK;
    }
    int earlier = lo_roster_find_id(&m->roster, &member.id);
    if (earlier >= 0) lead_remove(m, m->roster.members[earlier].number, LO_DEPARTURE_REPLACED, now);
    joiner *j = lead_joiner(m, sender);
    if (!j) {
        joiner *grown = membership_grow(m, m->joiners, m->joiner_count, &m->joiner_room, sizeof *grown);
        if (!grown || m->roster.member_count + m->joiner_count >= LO_MAX_MEMBERS) return LO_ERROR_MEMORY;
        m->joiners = grown;
        j = &m->joiners[m->joiner_count++];
        *j = (joiner){.since = now};
    }
    j->member = member;
    j->view = view;
    j->groups = groups;
    lead_changed(m, now);
    return LO_OK;
}

int merge_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    uint8_t what = lo_get8(c);
    uint64_t cookie = lo_get64(c);
    lo_member member;
    lo_member_read(c, &member);
    if (c->failed || !lo_member_sane(&member)) return membership_reject(m);
    if (what == MERGE_ASK || what == MERGE_YES) {
        if (!record_authentic(m, &member, sender, signer)) return membership_reject(m);
        if (!leads(m) || m->has_target || m->state == LO_MEMBERSHIP_LEAVING) return LO_OK;
        if (what == MERGE_ASK) {
            /* Whoever has asked does not accept at the same time, unless it is told by the lower id. */
            bool asked = m->merge_with && now < m->merge_asked + m->config.heartbeat;
            if (asked && lo_id_compare(&m->config.id, &member.id) > 0) return LO_OK;
            m->merge_with = 0;
            queue_to(m, MERGE, &member.address, MERGE_YES, 0, 0);
        } else if (m->merge_with == sender && now < m->merge_asked + m->config.suspect_after) {
            m->merge_with = 0;
            m->counts.merges++;
            join_target(m, &member, cookie, now);
            for (int i = 0; i < 2; i++) queue_all(m, MERGE, MERGE_DISSOLVE, 0, 0);
        }
        return LO_OK;
    }
    if (what == MERGE_DISSOLVE) {
        if (sender != m->leader || leads(m) || member.number == m->config.number) return membership_reject(m);
        if (!m->has_target) join_target(m, &member, cookie, now);
        return LO_OK;
    }
    if (what == MERGE_REDIRECT) {
        if (m->roster.member_count == 0 && !m->has_target) queue_to(m, SEEK, &member.address, 0, 0, 0);
        return LO_OK;
    }
    return membership_reject(m);
}

int dismiss_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now) {
    (void)signer;
    uint64_t number = lo_get64(c);
    uint8_t departure = lo_get8(c);
    int index = lo_roster_find(&m->roster, sender);
    bool from_target = m->has_target && m->target.number == sender;
    if (c->failed || (index < 0 && !from_target)) return membership_reject(m);
    if (departure == REFUSED) {
        if (from_target && m->roster.member_count == 0) m->state = LO_MEMBERSHIP_REFUSED;
        return LO_OK;
    }
    if (number <= m->roster.number || index < 0) return LO_OK;
    m->highest = lo_max64(m->highest, number);
    if (m->state == LO_MEMBERSHIP_LEAVING) m->state = LO_MEMBERSHIP_LEFT;
    else if (departure == LO_DEPARTURE_EVICTED) m->state = LO_MEMBERSHIP_EVICTED;
    else if (!m->has_target) join_target(m, &m->roster.members[index], 0, now);
    return LO_OK;
}

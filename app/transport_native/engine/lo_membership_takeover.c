/* When the leader falls silent, the most senior of the others asks the rest to follow it.
 * Whoever has heard from the leader says so, and it was a false alarm. */
#include "lo_membership_internal.h"

#define RESEND (100 * LO_MILLISECOND)

/* How many members would take over before this node. */
static uint32_t rank(const lo_membership *m) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->roster.member_count && m->roster.members[i].number != m->config.number; i++) {
        const lo_member *member = &m->roster.members[i];
        if (member->number != m->leader && !(member->flags & LO_MEMBER_AWAY) &&
            !lo_detector_suspects(m->detector, member->number))
            count++;
    }
    return count;
}

static lo_time takeover_at(const lo_membership *m) {
    lo_time silent = m->leader_heard + m->config.suspect_after;
    return silent + lo_min32(rank(m), 10) * (m->config.heartbeat / 2);
}

void lo_m_takeover_stop(lo_membership *m) {
    if (!m->taking_over) return;
    m->taking_over = false;
    lo_memory_give(m->memory, m->followed, LO_MAX_MEMBERS);
    m->followed = NULL;
}

static void start(lo_membership *m, lo_time now) {
    m->followed = lo_memory_take(m->memory, LO_MAX_MEMBERS);
    if (!m->followed) return;
    m->taking_over = true;
    m->takeover_started = now;
    m->takeover_resend = now;
    m->followers_missing = 0;
    for (uint32_t i = 0; i < m->roster.member_count; i++) {
        const lo_member *member = &m->roster.members[i];
        m->followed[i] = member->number == m->config.number || member->number == m->leader ||
                         (member->flags & LO_MEMBER_AWAY);
        m->followers_missing += !m->followed[i];
    }
}

/* Everyone who is there follows. What the old leader had prepared with all of them may have
 * become the view at some, so it becomes the view; then the old leader is taken out. */
static void finish(lo_membership *m, lo_time now) {
    uint32_t old_leader = m->leader, missing[LO_MAX_MEMBERS], missing_count = 0;
    for (uint32_t i = 0; i < m->roster.member_count; i++)
        if (!m->followed[i]) missing[missing_count++] = m->roster.members[i].number;
    lo_m_takeover_stop(m);
    m->counts.takeovers++;
    m->leader = m->config.number;
    lo_m_lead_start(m, now);
    if (m->prepared.ready && !m->prepared.snapshot && lo_roster_find(&m->prepared.next, m->config.number) >= 0) {
        uint64_t number = m->prepared.number;
        lo_m_install_prepared(m, number, now);
        if (m->leader != m->config.number) { /* The old leader is in it, of course. */
            m->leader = m->config.number;
            lo_m_lead_start(m, now);
        }
        m->proposal.flush_length = 0;
        lo_m_queue_all(m, COMMIT, 0, 0, 0);
    }
    lo_m_follow_clear(m);
    if (old_leader != m->config.number) lo_m_lead_remove(m, old_leader, LO_DEPARTURE_FAILED, now);
    for (uint32_t i = 0; i < missing_count; i++) lo_m_lead_remove(m, missing[i], LO_DEPARTURE_FAILED, now);
    m->batch_at = now;
    lo_m_wishes_check(m, now);
}

void lo_m_takeover_timer(lo_membership *m, lo_time now) {
    if (m->roster.member_count == 0 || leads(m) || m->has_target) return;
    if (!m->taking_over) {
        if (now >= m->leader_heard + m->config.suspect_after && now >= takeover_at(m)) start(m, now);
        if (!m->taking_over) return;
    }
    bool late = now > m->takeover_started + 2 * m->config.heartbeat;
    if (m->followers_missing == 0 || late) {
        finish(m, now);
    } else if (now >= m->takeover_resend) {
        m->takeover_resend = now + RESEND;
        lo_m_queue_all(m, TAKEOVER, 0, 0, 0);
    }
}

lo_time lo_m_takeover_wakeup(const lo_membership *m) {
    if (m->roster.member_count == 0 || leads(m) || m->has_target) return LO_NEVER;
    if (m->taking_over) return m->takeover_resend;
    lo_time silent = m->leader_heard + m->config.suspect_after; /* Asked for all the time, so: the cheap part first. */
    return m->last_timer < silent ? silent : takeover_at(m);
}

int lo_m_takeover_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c);
    if (c->failed) return lo_m_reject(m);
    int index = lo_roster_find(&m->roster, sender), self = lo_roster_find(&m->roster, m->config.number);
    if (index < 0 || self < 0) return LO_OK;
    const lo_address *to = &m->roster.members[index].address;
    if (number < m->roster.number) { /* It has missed a view. */
        lo_m_queue_to(m, FOLLOW, to, 0, 0, 0);
        return LO_OK;
    }
    if (number > m->roster.number) {
        if (!lo_m_install_prepared(m, number, now)) lo_m_ask_sync(m, sender, to, now);
        return LO_OK;
    }
    bool alive = leads(m) || now < m->leader_heard + 2 * m->config.heartbeat;
    if (sender == m->leader) alive = false; /* Followed already; it asks again because the answer was lost. */
    if (!alive && sender != m->leader && self < index) return LO_OK; /* It is this node's turn before that. */
    if (!alive) {
        lo_m_takeover_stop(m);
        m->leader = sender;
        m->leader_heard = now;
    }
    lo_m_queue_to(m, FOLLOW, to, alive, 0, 0);
    return LO_OK;
}

int lo_m_follow_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c);
    uint8_t alive = lo_get8(c);
    if (c->failed || alive > 1) return lo_m_reject(m);
    int index = lo_roster_find(&m->roster, sender);
    if (index < 0 || !m->taking_over) return LO_OK;
    if (number > m->roster.number) {
        if (!lo_m_install_prepared(m, number, now)) lo_m_ask_sync(m, sender, &m->roster.members[index].address, now);
    } else if (alive) {
        m->leader_heard = now;
        lo_m_takeover_stop(m);
    } else if (!m->followed[index]) {
        m->followed[index] = 1;
        m->followers_missing--;
    }
    return LO_OK;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Leader failover. When the leader is silent, the most senior of the other members asks the rest to follow it. A
 * member that has heard the leader answers so, and the takeover ends.
 *
 * A follower promises to accept a successor of the current view only from the new leader, and the next view
 * contains only members that promised. So no two members of two views that both follow the current one can diverge,
 * whatever the old leader does. Views that some had accepted before may have been committed elsewhere (in doubt):
 * they count for the majorities (lo_member_list_quorum.c), so all who continue together must have the same in-doubt
 * views. A promise ends with the next view, when the new leader releases it, or by joining as a newcomer. */
#include "lo_membership_internal.h"

#define RESEND (100 * LO_MILLISECOND)
enum { STAND_INS = 3 };
enum { FOLLOWS = 1, CANNOT_FOLLOW };  /* State of a member in a round. */

/* Number of members that would take over before this node. */
static uint32_t rank(const lo_membership *m) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->member_list.member_count && m->member_list.members[i].number != m->config.number; i++) {
        const lo_member *member = &m->member_list.members[i];
        if (member->number != m->leader && !(member->flags & LO_MEMBER_AWAY) &&
            !lo_failure_detector_suspects(m->detector, member->number))
            count++;
    }
    return count;
}

bool lo_m_stands_in(const lo_membership *m) { return rank(m) < STAND_INS; }

static lo_time takeover_at(const lo_membership *m) {
    lo_time silent = m->leader_last_heard + m->config.suspect_after;
    return silent + lo_min32(rank(m), 10) * (m->config.heartbeat / 2);
}

bool lo_m_abandoned(const lo_membership *m, uint32_t number) {
    for (uint32_t i = 0; i < m->promise.abandoned_count; i++)
        if (m->promise.abandoned[i] == number) return true;
    return false;
}

static void end_round(lo_membership *m) {
    m->taking_over = false;
    lo_memory_free(m->memory, m->followed, LO_MAX_MEMBERS);
    m->followed = NULL;
}

void lo_m_takeover_stop(lo_membership *m) {
    if (!m->taking_over) return;
    end_round(m);
    lo_m_queue_all(m, FOLLOW, FOLLOW_RELEASED, 0, m->round);
}

/* An abandoned leader is alive. Notifies the new leader; if that one is silent, this node can only rejoin as a
 * newcomer. */
void lo_m_promise_keep(lo_membership *m, uint32_t abandoned, lo_time now) {
    int index = lo_member_list_find(&m->member_list, m->promise.leader),
        back = lo_member_list_find(&m->member_list, abandoned);
    if (m->has_target || m->taking_over || leads(m)) return;
    if (index < 0 || now > m->leader_last_heard + 3 * m->config.heartbeat)
        lo_m_join_target(m, &m->member_list.members[back], 0, now);
    else lo_m_queue_to(m, FOLLOW, &m->member_list.members[index].address, FOLLOW_ALIVE, 0, m->promise.round);
}

static bool is_awaited(const lo_membership *m, const lo_member *member) {
    return member->number != m->config.number && member->number != m->leader && !(member->flags & LO_MEMBER_AWAY);
}

static void start(lo_membership *m, lo_time now) {
    m->followed = lo_memory_alloc(m->memory, LO_MAX_MEMBERS);
    if (!m->followed) return;
    m->taking_over = true;
    m->round = lo_m_random(m);
    m->round_won = false;
    m->takeover_started = now;
    m->takeover_resend = now;
    m->followers_missing = 0;
    for (uint32_t i = 0; i < m->member_list.member_count; i++) {
        const lo_member *member = &m->member_list.members[i];
        m->followed[i] = member->number == m->config.number ? FOLLOWS : 0;
        m->followers_missing += is_awaited(m, member);
    }
}

/* Followers continue; the others, first of all the old leader, may have diverged, and so may those with other
 * in-doubt views. */
static void finish(lo_membership *m, lo_time now) {
    uint32_t missing[LO_MAX_MEMBERS], missing_count = 0;
    for (uint32_t i = 0; i < m->member_list.member_count; i++)
        if (m->followed[i] != FOLLOWS) missing[missing_count++] = m->member_list.members[i].number;
    end_round(m);
    m->round_won = true;
    m->counts.takeovers++;
    m->leader = m->config.number;
    m->promise = (promise){0};
    lo_m_lead_start(m, now);
    lo_m_follow_clear(m);
    for (uint32_t i = 0; i < missing_count; i++) lo_m_lead_exclude(m, missing[i], now);
    m->batch_at = now;
    lo_m_requests_check(m, now);
}

/* Nobody hears from the members that have not answered: do not wait long for them. */
static bool all_missing_are_suspected(const lo_membership *m) {
    for (uint32_t i = 0; i < m->member_list.member_count; i++) {
        const lo_member *member = &m->member_list.members[i];
        if (!m->followed[i] && is_awaited(m, member) && !lo_failure_detector_suspects(m->detector, member->number)) return false;
    }
    return true;
}

void lo_m_takeover_timer(lo_membership *m, lo_time now) {
    if (m->member_list.member_count == 0 || leads(m) || m->has_target) return;
    if (!m->taking_over) {
        if (now >= m->leader_last_heard + m->config.suspect_after && now >= takeover_at(m)) start(m, now);
        if (!m->taking_over) return;
    }
    lo_time patience = all_missing_are_suspected(m) ? m->config.heartbeat / 2 : 2 * m->config.heartbeat;
    if (m->followers_missing == 0 || now > m->takeover_started + patience) {
        finish(m, now);
    } else if (now >= m->takeover_resend) {
        m->takeover_resend = now + RESEND;
        lo_m_queue_all(m, TAKEOVER, 0, 0, 0);
    }
}

lo_time lo_m_takeover_wakeup(const lo_membership *m) {
    if (m->member_list.member_count == 0 || leads(m) || m->has_target) return LO_NEVER;
    if (m->taking_over) return m->takeover_resend;
    lo_time silent = m->leader_last_heard + m->config.suspect_after; /* Called often: the cheap part first. */
    return m->last_timer < silent ? silent : takeover_at(m);
}

/* From now on only `leader` may propose the successor of this view. */
static bool promise_to(lo_membership *m, uint32_t leader, uint64_t round, lo_time now) {
    promise *p = &m->promise;
    if (lo_m_abandoned(m, leader)) return false;
    if (leader != m->leader) {
        if (p->abandoned_count == ABANDONED) return false;
        p->abandoned[p->abandoned_count++] = m->leader;
        lo_m_follow_clear(m);
    }
    lo_m_takeover_stop(m);
    p->leader = m->leader = leader;
    p->round = round;
    m->leader_last_heard = now;
    lo_failure_detector_repeat_ended(m->detector, now);
    return true;
}

int lo_m_takeover_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c), round = lo_get64(c);
    if (c->failed) return lo_m_reject(m);
    int index = lo_member_list_find(&m->member_list, sender),
        self = lo_member_list_find(&m->member_list, m->config.number);
    if (index < 0 || self < 0 || m->has_target) return LO_OK;
    const lo_address *to = &m->member_list.members[index].address;
    if (number < m->member_list.number) { /* It has missed a view. */
        lo_m_queue_to(m, FOLLOW, to, FOLLOW_YES, 0, round);
        return LO_OK;
    }
    if (number > m->member_list.number) {
        if (!leads(m)) lo_m_ask_sync(m, sender, to, now);
        return LO_OK;
    }
    bool again = sender == m->leader && m->promise.leader == sender; /* The answer was lost. */
    bool alive = !again && (leads(m) || now < m->leader_last_heard + 2 * m->config.heartbeat);
    if (alive) {
        lo_m_queue_to(m, FOLLOW, to, FOLLOW_ALIVE, 0, round);
    } else if (again || self > index) { /* Otherwise this node is the earlier candidate. */
        if (promise_to(m, sender, round, now)) lo_m_queue_to(m, FOLLOW, to, FOLLOW_YES, 0, round);
    }
    return LO_OK;
}

/* Returns to the leader of the view, unless another promise holds. */
static void released(lo_membership *m, lo_time now) {
    uint32_t rightful = m->member_list.members[lo_member_list_leader(&m->member_list)].number;
    m->leader_last_heard = now;
    m->promise.leader = 0;
    if (m->promise.abandoned_count != 1 || m->promise.abandoned[0] != rightful) return;
    m->promise = (promise){0};
    m->leader = rightful;
    lo_m_follow_clear(m);
    lo_m_doubts_clear(m); /* They were about its proposals, which it knows. */
}

int lo_m_follow_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint64_t number = lo_get64(c), round = lo_get64(c);
    uint8_t answer = lo_get8(c);
    uint64_t mark = lo_get64(c);
    if (c->failed || answer > FOLLOW_RELEASED) return lo_m_reject(m);
    int index = lo_member_list_find(&m->member_list, sender);
    if (index < 0) return LO_OK;
    const lo_address *to = &m->member_list.members[index].address;
    if (answer == FOLLOW_RELEASED) {
        if (m->promise.leader == sender && m->promise.round == round) released(m, now);
    } else if (!m->taking_over || round != m->round) {
        bool over = answer == FOLLOW_ALIVE && round == m->round && !m->round_won; /* It does not know yet. */
        if (over) lo_m_queue_to(m, FOLLOW, to, FOLLOW_RELEASED, 0, round);
    } else if (number > m->member_list.number) {
        lo_m_ask_sync(m, sender, to, now);
    } else if (answer == FOLLOW_ALIVE) {
        m->leader_last_heard = now;
        lo_m_takeover_stop(m);
    } else if (number == m->member_list.number && !m->followed[index]) {
        m->followed[index] = mark == lo_m_doubt_mark(m) ? FOLLOWS : CANNOT_FOLLOW;
        m->followers_missing -= is_awaited(m, &m->member_list.members[index]);
    }
    return LO_OK;
}

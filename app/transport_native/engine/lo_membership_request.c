// SPDX-License-Identifier: BSD-3-Clause
/* Membership requests of this node. They are repeated to the leader until a view fulfils them, so a lost packet, a
 * lost leader or a merge needs no special handling. */
#include "lo_membership_internal.h"

#define ENTRY_BYTES 21u
#define FIRST_ROOM 64u

static uint32_t slot_of(const lo_membership *m, const lo_id *group) {
    uint64_t hash;
    memcpy(&hash, group->bytes, 8);
    hash = (hash ^ lo_load64(group->bytes + 8)) * 0x9e3779b97f4a7c15u;
    uint32_t slot = (uint32_t)(hash >> 32) & (m->request_room - 1);
    while (m->requests[slot].used && !lo_id_equal(&m->requests[slot].group, group))
        slot = (slot + 1) & (m->request_room - 1);
    return slot;
}

/* Makes room, and drops groups that were left and are out of the view. */
static int rebuild(lo_membership *m) {
    uint32_t keep = 0, room = FIRST_ROOM, old_room = m->request_room;
    for (uint32_t i = 0; i < old_room; i++)
        keep += m->requests[i].used && (m->requests[i].wanted || !m->requests[i].met);
    while (room < keep * 2 + 2) room *= 2;
    request *old = m->requests, *fresh = lo_memory_alloc(m->memory, room * sizeof *fresh);
    if (!fresh) return LO_ERROR_MEMORY;
    m->requests = fresh;
    m->request_room = room;
    m->request_count = keep;
    m->request_cursor = 0;
    for (uint32_t i = 0; i < old_room; i++)
        if (old[i].used && (old[i].wanted || !old[i].met)) fresh[slot_of(m, &old[i].group)] = old[i];
    lo_memory_free(m->memory, old, old_room * sizeof *old);
    return LO_OK;
}

static int want(lo_membership *m, const lo_id *group, lo_policy policy, bool wanted, lo_time now) {
    if (gone(m) || m->state == LO_MEMBERSHIP_LEAVING) return LO_ERROR_CLOSED;
    if (m->request_count * 2 >= m->request_room) {
        int error = rebuild(m);
        if (error) return error;
    }
    request *w = &m->requests[slot_of(m, group)];
    if (!w->used) {
        if (!wanted) return LO_ERROR_UNKNOWN;
        if (m->request_count >= LO_MAX_GROUPS) return LO_ERROR_TOO_LARGE;
        m->request_count++;
    } else if (w->wanted == wanted) {
        return LO_OK;
    }
    bool was_open = w->used && !w->met;
    bool holds = lo_member_list_in_group(&m->member_list, m->config.number, group) == wanted;
    *w = (request){.group = *group, .policy = policy, .used = true, .wanted = wanted, .met = holds};
    /* If it is fulfilled, an earlier request for the opposite may still be in flight; the view that grants it
     * reopens this one. */
    m->request_open += !w->met;
    m->request_open -= was_open;
    if (leads(m)) {
        lo_m_lead_group(m, m->config.number, group, policy, !wanted, now);
    } else if (m->request_resend > now + LO_MILLISECOND) {
        m->request_resend = now + LO_MILLISECOND; /* A short delay, so that many requests share a packet. */
    }
    return LO_OK;
}

int lo_membership_join_group(lo_membership *m, const lo_id *group, lo_policy policy, lo_time now) {
    if (!lo_policy_sane(policy)) return LO_ERROR_ARGUMENT;
    return want(m, group, policy, true, now);
}

int lo_membership_leave_group(lo_membership *m, const lo_id *group, lo_time now) {
    return want(m, group, (lo_policy){0}, false, now);
}

void lo_m_requests_check(lo_membership *m, lo_time now) {
    m->request_open = 0;
    for (uint32_t i = 0; i < m->request_room; i++) {
        request *w = &m->requests[i];
        if (!w->used) continue;
        w->met = lo_member_list_in_group(&m->member_list, m->config.number, &w->group) == w->wanted;
        if (w->met) continue;
        m->request_open++;
        if (leads(m)) lo_m_lead_group(m, m->config.number, &w->group, w->policy, !w->wanted, now);
    }
    if (m->request_open == 0) m->request_resend = LO_NEVER;
    else m->request_resend = lo_min64(m->request_resend, now + m->config.batch * 2);
}

/* The next leader knows nothing of this node: repeat all requests. */
void lo_m_requests_reopen(lo_membership *m, lo_time now) {
    m->request_open = 0;
    for (uint32_t i = 0; i < m->request_room; i++) {
        if (!m->requests[i].used) continue;
        m->requests[i].met = !m->requests[i].wanted;
        m->requests[i].sent = 0;
        m->request_open += m->requests[i].wanted;
    }
    m->request_resend = now;
}

/* Writes groups that were not sent lately. Returns -1 for none, 1 if more fit into another packet. */
int lo_m_requests_write(lo_membership *m, lo_cursor *c, lo_time now) {
    uint32_t written = 0, looked = 0;
    uint8_t *count_at = c->at;
    lo_put16(c, 0);
    for (; looked < m->request_room && lo_cursor_left(c) >= ENTRY_BYTES; looked++) {
        request *w = &m->requests[m->request_cursor];
        m->request_cursor = (m->request_cursor + 1) & (m->request_room - 1);
        if (!w->used || w->met || (w->sent && now < w->sent + m->config.batch * 2)) continue;
        w->sent = now;
        lo_put8(c, !w->wanted);
        lo_put_bytes(c, &w->policy, 4);
        lo_put_bytes(c, w->group.bytes, 16);
        written++;
    }
    if (written == 0 || c->failed) return -1;
    lo_store16(count_at, (uint16_t)written);
    return looked < m->request_room;
}

void lo_m_requests_timer(lo_membership *m, lo_time now) {
    if (now < m->request_resend || (m->member_list.member_count == 0 && !m->has_target)) return;
    m->request_resend = now + m->config.batch * 3;
    if (leads(m) && !m->has_target) return;
    if (m->request_open) lo_m_queue_to_leader(m, REQUEST, REQUEST_GROUPS, 0, 0);
    if (m->flags_request) lo_m_queue_to_leader(m, REQUEST, REQUEST_FLAGS, 0, 0);
    if (m->evict_request) lo_m_queue_to_leader(m, REQUEST, REQUEST_EVICT, m->evict_request, 0);
    if (lo_m_bans_open(m)) lo_m_queue_to_leader(m, REQUEST, REQUEST_BAN, 0, 0);
    if (m->state == LO_MEMBERSHIP_LEAVING) lo_m_queue_to_leader(m, REQUEST, REQUEST_LEAVE, 0, 0);
    if (!m->request_open && !m->flags_request && !m->evict_request && !lo_m_bans_open(m) &&
        m->state != LO_MEMBERSHIP_LEAVING)
        m->request_resend = LO_NEVER;
}

int lo_m_request_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    joiner *newcomer = lo_m_lead_joiner(m, sender);
    int member = lo_member_list_find(&m->member_list, sender);
    uint8_t what = lo_get8(c);
    if (what == REQUEST_ENDED && member >= 0) { /* Also useful for a member that may take over. */
        uint32_t number = lo_get32(c);
        uint64_t consent = lo_get64(c);
        if (!c->failed) lo_m_ended_in(m, &m->member_list.members[member], number, consent, now);
        return c->failed ? lo_m_reject(m) : LO_OK;
    }
    if (!leads(m) || (member < 0 && !newcomer)) return LO_OK; /* Not for this node: the request is repeated. */
    if (what == REQUEST_GROUPS) {
        uint32_t count = lo_get16(c);
        for (uint32_t i = 0; i < count && !c->failed; i++) {
            uint8_t leave = lo_get8(c);
            lo_policy policy;
            lo_id group;
            lo_get_bytes(c, &policy, 4);
            lo_get_bytes(c, group.bytes, 16);
            if (c->failed || leave > 1 || !lo_policy_sane(policy)) return lo_m_reject(m);
            lo_m_lead_group(m, sender, &group, policy, leave, now);
            if (newcomer) newcomer->groups_seen++;
        }
    } else if (what == REQUEST_LEAVE) {
        if (member >= 0) lo_m_lead_remove(m, sender, LO_DEPARTURE_LEFT, now);
    } else if (what == REQUEST_FLAGS) {
        uint32_t flags = lo_get32(c);
        if (flags & ~LO_MEMBER_OWN_FLAGS) return lo_m_reject(m);
        if (member >= 0) lo_m_lead_flags(m, sender, flags, now);
    } else if (what == REQUEST_EVICT) {
        uint32_t number = lo_get32(c);
        if (!c->failed) lo_m_lead_remove(m, number, LO_DEPARTURE_EVICTED, now);
    } else if (what == REQUEST_BAN) {
        if (member >= 0) return lo_m_ban_in(m, c, now);
    } else {
        return lo_m_reject(m);
    }
    return c->failed ? lo_m_reject(m) : LO_OK;
}

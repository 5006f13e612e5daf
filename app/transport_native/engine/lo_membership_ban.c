// SPDX-License-Identifier: BSD-3-Clause
/* Bans. They are part of the agreed state: the leader adds new ones to a view that also removes the banned node,
 * and from then on its packets are ignored. Every member remembers all bans it has seen and reports them to the
 * next leader, so that they survive partitions and merges. */
#include "lo_identity.h"
#include "lo_membership_internal.h"

#define MOST_IN_A_PACKET 32u

static bool knows(const lo_membership *m, const lo_id *id) {
    for (uint32_t i = 0; i < m->ban_count; i++)
        if (lo_id_equal(&m->bans[i], id)) return true;
    return false;
}

static int learn(lo_membership *m, const lo_id *id) {
    if (lo_id_equal(id, &m->config.id)) return LO_ERROR_ARGUMENT;
    if (knows(m, id)) return LO_OK;
    if (m->ban_count == LO_MAX_BANS) return LO_ERROR_TOO_LARGE;
    m->bans[m->ban_count++] = *id;
    return LO_OK;
}

bool lo_m_bans_open(const lo_membership *m) { return m->ban_count > m->member_list.ban_count; }

void lo_m_bans_learn(lo_membership *m) {
    for (uint32_t i = 0; i < m->member_list.ban_count; i++) (void)learn(m, &m->member_list.bans[i]);
}

int lo_membership_ban(lo_membership *m, const lo_id *id, lo_time now) {
    int leader = lo_member_list_find(&m->member_list, m->leader);
    if (leader >= 0 && lo_id_equal(&m->member_list.members[leader].id, id)) return LO_ERROR_ARGUMENT;
    int error = learn(m, id);
    if (error || lo_member_list_has_banned(&m->member_list, id)) return error;
    if (leads(m)) lo_m_lead_changed(m, now);
    else m->request_resend = now;
    return LO_OK;
}

uint32_t lo_m_bans_gather(lo_membership *m, lo_id *out, lo_time now) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->ban_count; i++) {
        if (lo_member_list_has_banned(&m->member_list, &m->bans[i])) continue;
        out[count++] = m->bans[i];
        for (uint32_t k = 0; k < m->member_list.member_count; k++)
            if (lo_id_equal(&m->member_list.members[k].id, &m->bans[i]))
                lo_m_lead_remove(m, m->member_list.members[k].number, LO_DEPARTURE_EVICTED, now);
        for (uint32_t k = 0; k < m->joiner_count; k++)
            if (lo_id_equal(&m->joiners[k].member.id, &m->bans[i])) m->joiners[k--] = m->joiners[--m->joiner_count];
    }
    return count;
}

void lo_m_bans_write(const lo_membership *m, lo_cursor *c) {
    uint8_t *count_at = c->at;
    uint16_t count = 0;
    lo_put16(c, 0);
    for (uint32_t i = 0; i < m->ban_count && count < MOST_IN_A_PACKET; i++) {
        if (lo_member_list_has_banned(&m->member_list, &m->bans[i])) continue;
        lo_put_bytes(c, m->bans[i].bytes, 16);
        count++;
    }
    if (!c->failed) lo_store16(count_at, count);
}

int lo_m_ban_in(lo_membership *m, lo_cursor *c, lo_time now) {
    uint32_t count = lo_get16(c);
    for (uint32_t i = 0; i < count && !c->failed; i++) {
        lo_id id;
        lo_get_bytes(c, id.bytes, 16);
        if (!c->failed && learn(m, &id) == LO_OK && lo_m_bans_open(m)) lo_m_lead_changed(m, now);
    }
    return c->failed ? lo_m_reject(m) : LO_OK;
}

bool lo_m_banned_signer(const lo_membership *m, const uint8_t *signer) {
    if (!m->member_list.ban_count || !signer) return false;
    lo_id id = lo_identity_node_id(signer);
    return lo_member_list_has_banned(&m->member_list, &id);
}

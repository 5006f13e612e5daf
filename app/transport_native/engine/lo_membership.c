// SPDX-License-Identifier: BSD-3-Clause
#include "lo_membership_internal.h"

#include <sodium.h>

#define DEFAULT_HEARTBEAT (500 * LO_MILLISECOND)
#define DEFAULT_BATCH (100 * LO_MILLISECOND)

uint64_t lo_m_random(lo_membership *m) {
    uint64_t z = (m->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void lo_m_fresh_key(lo_membership *m, uint8_t key[32]) {
    if (secure(m)) randombytes_buf(key, 32);
    else memset(key, 0, 32);
}

int lo_m_reject(lo_membership *m) {
    m->counts.rejected++;
    return LO_ERROR_MALFORMED;
}

void *lo_m_grow(lo_membership *m, void *array, uint32_t count, uint32_t *room, size_t each) {
    if (count < *room) return array;
    uint32_t wider = *room ? *room * 2 : 16;
    void *grown = lo_memory_realloc(m->memory, array, *room * each, wider * each);
    if (grown) *room = wider;
    return grown;
}

/* ---- Lifecycle ------------------------------------------------------------------------- */

static int check_config(const lo_membership_config *config) {
    if (config->number == 0 || config->max_packet < LO_MIN_SEGMENT / 2 || config->seed_count > LO_MAX_SEEDS)
        return LO_ERROR_ARGUMENT;
    if (config->address.kind != LO_ADDRESS_PEER || config->address.length > LO_ADDRESS_BYTES) return LO_ERROR_ARGUMENT;
    if (config->identity) {
        lo_id id = lo_identity_node_id(config->identity->public_key);
        if (!lo_id_equal(&id, &config->id)) return LO_ERROR_ARGUMENT;
    }
    return LO_OK;
}

static void set_config(lo_membership *m, const lo_membership_config *config, lo_time now) {
    m->config = *config;
    if (m->config.heartbeat == 0) m->config.heartbeat = DEFAULT_HEARTBEAT;
    if (m->config.suspect_after == 0) m->config.suspect_after = 5 * m->config.heartbeat;
    if (m->config.batch == 0) m->config.batch = DEFAULT_BATCH;
    for (uint32_t i = 0; i < config->seed_count; i++) m->seeds[i] = config->seeds[i];
    m->config.seeds = m->seeds;
    m->random = config->seed ^ ((uint64_t)config->number << 32);
    m->self = (lo_member){.id = config->id, .number = config->number, .flags = config->flags & LO_MEMBER_OWN_FLAGS,
                          .host = config->host, .address = config->address};
    memcpy(m->self.salt, config->salt, sizeof m->self.salt);
    if (config->identity) {
        memcpy(m->self.public_key, config->identity->public_key, 32);
        if (!crypto_aead_aes256gcm_is_available()) m->self.flags |= LO_MEMBER_NO_AES;
    }
    m->born = m->last_timer = now;
    m->state = LO_MEMBERSHIP_ALONE;
    m->next_announce = m->batch_at = m->next_nak = m->request_resend = LO_NEVER;
    m->leave_until = LO_NEVER;
}

int lo_membership_create(const lo_membership_config *config, lo_memory *memory, lo_time now, lo_membership **out) {
    int error = check_config(config);
    if (error || sodium_init() < 0) return LO_ERROR_ARGUMENT;
    lo_membership *m = lo_memory_alloc(memory, sizeof *m);
    if (!m) return LO_ERROR_MEMORY;
    m->memory = memory;
    set_config(m, config, now);
    error = lo_sets_init(&m->sets, memory);
    lo_member_list_init(&m->member_list, memory, &m->sets);
    m->items = lo_memory_alloc(memory, ITEMS * sizeof *m->items);
    m->detector = lo_failure_detector_create(memory, config->number, config->seed, m->config.heartbeat,
                                             m->config.suspect_after, now);
    if (error || !m->items || !m->detector) {
        lo_membership_destroy(m);
        return LO_ERROR_MEMORY;
    }
    lo_m_join_start(m, now);
    *out = m;
    return LO_OK;
}

void lo_membership_destroy(lo_membership *m) {
    if (!m) return;
    lo_m_lead_stop(m);
    lo_m_takeover_stop(m);
    lo_m_follow_clear(m);
    lo_m_doubts_clear(m);
    if (m->items) lo_m_items_clear(m);
    for (uint32_t i = 0; i < BLOBS; i++) lo_m_blob_drop(m, m->blobs[i]);
    for (; m->view_count; m->view_count--, m->view_first = (m->view_first + 1) % VIEWS_WAITING)
        lo_view_release(m->views[m->view_first]);
    lo_member_list_clear(&m->member_list);
    if (m->sets.buckets) lo_sets_destroy(&m->sets);
    lo_failure_detector_destroy(m->detector);
    lo_memory_free(m->memory, m->items, ITEMS * sizeof *m->items);
    lo_memory_free(m->memory, m->requests, m->request_room * sizeof *m->requests);
    lo_memory_free(m->memory, m->joiners, m->joiner_room * sizeof *m->joiners);
    lo_memory_free(m->memory, m->removals, m->removal_room * sizeof *m->removals);
    lo_memory_free(m->memory, m->flag_changes, m->flag_room * sizeof *m->flag_changes);
    lo_memory_free(m->memory, m->changes, m->change_room * sizeof *m->changes);
    lo_memory *memory = m->memory;
    sodium_memzero(m, sizeof *m);
    lo_memory_free(memory, m, sizeof *m);
}

/* ---- Requests ---------------------------------------------------------------------------- */

int lo_membership_leave(lo_membership *m, lo_time now) {
    if (gone(m)) return LO_ERROR_CLOSED;
    m->state = LO_MEMBERSHIP_LEAVING;
    m->leave_until = now + m->config.suspect_after;
    m->request_resend = now;
    if (m->member_list.member_count <= 1 && !m->has_target) m->state = LO_MEMBERSHIP_LEFT;
    else if (leads(m)) lo_m_lead_remove(m, m->config.number, LO_DEPARTURE_LEFT, now);
    return LO_OK;
}

int lo_membership_evict(lo_membership *m, uint32_t number, lo_time now) {
    if (lo_member_list_find(&m->member_list, number) < 0) return LO_ERROR_UNKNOWN;
    if (leads(m)) {
        lo_m_lead_remove(m, number, LO_DEPARTURE_EVICTED, now);
    } else {
        m->evict_request = number;
        m->request_resend = now;
    }
    return LO_OK;
}


/* ---- Liveness -------------------------------------------------------------------------- */

/* Cancels a removal that has not been proposed yet. Not for a leader that was replaced: it must rejoin as a member. */
static void cancel_removal(lo_membership *m, uint32_t number) {
    if (lo_member_list_find(&m->member_list, number) < lo_member_list_find(&m->member_list, m->config.number)) return;
    for (uint32_t i = 0; i < m->removal_count; i++)
        if (m->removals[i].number == number && m->removals[i].departure == LO_DEPARTURE_FAILED && !m->removals[i].firm)
            m->removals[i--] = m->removals[--m->removal_count];
}

void lo_membership_note_alive(lo_membership *m, uint32_t number, lo_time now) {
    lo_failure_detector_note_alive(m->detector, number, now);
    if (m->removal_count && !m->proposal.active) cancel_removal(m, number);
    if (!m->someone_away || !leads(m)) return;
    int index = lo_member_list_find(&m->member_list, number);
    if (index >= 0 && m->member_list.members[index].flags & LO_MEMBER_AWAY)
        lo_m_lead_flags(m, number, m->member_list.members[index].flags & ~LO_MEMBER_AWAY, now);
}

void lo_membership_suspect(lo_membership *m, uint32_t number, lo_time now) { lo_failure_detector_suspect(m->detector, number, now); }

static int relay_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint32_t target = lo_get32(c);
    int index = lo_member_list_find(&m->member_list, target);
    if (c->failed || target == m->config.number) return lo_m_reject(m);
    if (index < 0) return LO_OK;
    m->vouchers[m->voucher_next].target = target;
    m->vouchers[m->voucher_next].asker = sender;
    m->vouchers[m->voucher_next].until = now + m->config.heartbeat;
    m->voucher_next = (m->voucher_next + 1) % VOUCHERS;
    lo_m_queue_to(m, PING, &m->member_list.members[index].address, 0, 0, 0);
    return LO_OK;
}

static int pong_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now) {
    uint32_t about = lo_get32(c), incarnation = lo_get32(c);
    if (c->failed) return lo_m_reject(m);
    lo_failure_detector_objection(m->detector, about, incarnation, now);
    for (uint32_t i = 0; i < VOUCHERS && about == sender; i++) {
        if (m->vouchers[i].target != about || now > m->vouchers[i].until) continue;
        int asker = lo_member_list_find(&m->member_list, m->vouchers[i].asker);
        if (asker >= 0) lo_m_queue_to(m, PONG, &m->member_list.members[asker].address, 0, about, incarnation);
        m->vouchers[i].until = 0;
        m->vouchers[i].target = 0;
    }
    return LO_OK;
}

static int suspect_in(lo_membership *m, lo_cursor *c, lo_time now) {
    uint32_t about = lo_get32(c), incarnation = lo_get32(c);
    if (c->failed) return lo_m_reject(m);
    if (lo_failure_detector_accused(m->detector, about, incarnation, now))
        lo_m_queue_all(m, PONG, 0, m->config.number, lo_failure_detector_incarnation(m->detector));
    return LO_OK;
}

/* A member that has ended, and had accepted only views that led here or that this node alone has proposed, is in no
 * other successor view. Otherwise it counts as failed. */
uint8_t lo_m_departure(const lo_membership *m, uint32_t number) {
    uint64_t consent;
    if (!lo_failure_detector_has_ended(m->detector, number, &consent)) return LO_DEPARTURE_FAILED;
    bool here = leads(m) && consent > m->member_list.number && lo_m_is_own_number(m, consent);
    for (uint32_t i = 0; i < CHAIN; i++) here |= m->chain[i] && m->chain[i] == consent;
    return here ? LO_DEPARTURE_ENDED : LO_DEPARTURE_FAILED;
}

static void dead(lo_membership *m, uint32_t number, lo_time now) {
    int index = lo_member_list_find(&m->member_list, number);
    uint64_t consent;
    bool ended = lo_failure_detector_has_ended(m->detector, number, &consent);
    if (index < 0 || number == m->leader) return; /* A silent leader is handled by lo_membership_takeover.c. */
    if (!leads(m)) {
        if (ended) lo_m_queue_to_leader(m, REQUEST, REQUEST_ENDED, number, consent);
        return;
    }
    if (ended) {
        lo_m_lead_remove(m, number, lo_m_departure(m, number), now);
        return;
    }
    uint32_t flags = m->member_list.members[index].flags;
    lo_time last_heard = lo_failure_detector_last_heard(m->detector, number);
    if (m->config.keep_away && now < last_heard + m->config.suspect_after + m->config.keep_away) {
        if (!(flags & LO_MEMBER_AWAY)) lo_m_lead_flags(m, number, flags | LO_MEMBER_AWAY, now);
    } else {
        lo_m_lead_remove(m, number, LO_DEPARTURE_FAILED, now);
    }
}

bool lo_membership_has_suspects(const lo_membership *m) { return lo_failure_detector_has_suspects(m->detector); }

void lo_membership_ended(lo_membership *m, uint32_t number, uint64_t consent, lo_time now) {
    if (!gone(m)) lo_failure_detector_ended(m->detector, number, consent, now);
}

uint64_t lo_membership_consent(const lo_membership *m) {
    if (m->taking_over || m->has_target || m->promise.leader || m->promise.abandoned_count) return UINT64_MAX;
    return leads(m) && m->proposal.active ? m->proposal.number : m->consented;
}

/* Only a member on the same host can know. */
void lo_m_ended_in(lo_membership *m, const lo_member *witness, uint32_t number, uint64_t consent, lo_time now) {
    int index = lo_member_list_find(&m->member_list, number);
    if (index >= 0 && witness->host && witness->host == m->member_list.members[index].host)
        lo_membership_ended(m, number, consent, now);
}

static void act(lo_membership *m, lo_time now) {
    lo_failure_detector_action action;
    while (lo_failure_detector_take(m->detector, &action)) {
        int index = lo_member_list_find(&m->member_list, action.verb == LO_DETECTOR_RELAY ? action.via : action.number);
        if (index < 0) continue;
        const lo_address *to = &m->member_list.members[index].address;
        if (action.verb == LO_DETECTOR_PING) lo_m_queue_to(m, PING, to, 0, 0, 0);
        else if (action.verb == LO_DETECTOR_RELAY) lo_m_queue_to(m, PING_REQUEST, to, 0, action.number, 0);
        else if (action.verb == LO_DETECTOR_SUSPECT) lo_m_queue_all(m, SUSPECT, 0, action.number, action.incarnation);
        else dead(m, action.number, now);
    }
}

/* ---- Packets and timers ---------------------------------------------------------------- */

/* The public key that a sender must have signed with: that of the member, or of the leader that this node is
 * joining. Non-members have none. */
static const uint8_t *expected_key(const lo_membership *m, uint32_t sender) {
    int index = lo_member_list_find(&m->member_list, sender);
    if (index >= 0) return m->member_list.members[index].public_key;
    return m->has_target && m->target.number == sender ? m->target.public_key : NULL;
}

static bool from_non_member(uint8_t kind) {
    return kind == DISCOVER || kind == ANNOUNCE || kind == JOIN || kind == MERGE || kind == SYNC || kind == REQUEST || kind == ACK;
}

int lo_membership_packet_in(lo_membership *m, const lo_header *header, const uint8_t *body, size_t length,
                            const lo_address *source, const uint8_t *signer, lo_time now) {
    uint32_t sender = header->sender;
    m->counts.packets_in++;
    if (header->kind < DISCOVER || header->kind > MERGE || sender == 0) return lo_m_reject(m);
    if (sender == m->config.number || gone(m)) return LO_OK; /* Own multicast, looped back. */
    const uint8_t *key = expected_key(m, sender);
    if (secure(m) && lo_m_banned_signer(m, signer)) {
        m->counts.banned++;
        return LO_ERROR_NOT_MEMBER;
    }
    if (secure(m) && (!signer || (key && memcmp(key, signer, 32) != 0))) {
        m->counts.rejected++;
        return LO_ERROR_FORGED;
    }
    if (!key && !from_non_member(header->kind)) return LO_ERROR_UNKNOWN;
    joiner *newcomer = lo_m_lead_joiner(m, sender);
    if (secure(m) && newcomer && memcmp(newcomer->member.public_key, signer, 32) != 0) return LO_ERROR_FORGED;
    lo_membership_note_alive(m, sender, now);
    lo_cursor c = lo_cursor_over(body, length);
    switch (header->kind) {
    case DISCOVER: return lo_m_discover_in(m, sender, signer, &c, now);
    case ANNOUNCE: return lo_m_announce_in(m, sender, signer, &c, now);
    case JOIN: return lo_m_join_in(m, sender, signer, &c, now);
    case REQUEST: return lo_m_request_in(m, sender, &c, now);
    case PART: return lo_m_part_in(m, sender, &c, now);
    case ACK: return lo_m_ack_in(m, sender, &c, now);
    case COMMIT: return lo_m_commit_in(m, sender, &c, now);
    case SYNC: return lo_m_sync_in(m, sender, &c, source, now);
    case DISMISS: return lo_m_dismiss_in(m, sender, &c, now);
    case PING:
        if (source->kind == LO_ADDRESS_PEER)
            lo_m_queue_to(m, PONG, source, 0, m->config.number, lo_failure_detector_incarnation(m->detector));
        return LO_OK;
    case PONG: return pong_in(m, sender, &c, now);
    case PING_REQUEST: return relay_in(m, sender, &c, now);
    case SUSPECT: return suspect_in(m, &c, now);
    case TAKEOVER: return lo_m_takeover_in(m, sender, &c, now);
    case FOLLOW: return lo_m_follow_in(m, sender, &c, now);
    default: return lo_m_merge_in(m, sender, signer, &c, now);
    }
}

/* This node was suspended for a while: clears all suspicions. */
static void clear_suspicions(lo_membership *m, lo_time now) {
    m->leader_last_heard = now;
    m->target_since = now;
    if (m->proposal.active) m->proposal.started = now;
    if (m->taking_over) lo_m_takeover_stop(m);
}

void lo_membership_timer(lo_membership *m, lo_time now) {
    if (gone(m)) return;
    if (now > m->last_timer + 2 * m->config.heartbeat) clear_suspicions(m, now);
    m->last_timer = lo_max64(now, m->last_timer);
    if (now >= m->leave_until) {
        m->state = LO_MEMBERSHIP_LEFT;
        return;
    }
    lo_m_join_timer(m, now);
    lo_m_follow_timer(m, now);
    lo_m_lead_timer(m, now);
    lo_m_takeover_timer(m, now);
    lo_m_requests_timer(m, now);
    lo_failure_detector_timer(m->detector, now);
    act(m, now);
}

lo_time lo_membership_next_wakeup(const lo_membership *m) {
    if (gone(m)) return LO_NEVER;
    lo_time wakeup = lo_min64(lo_m_join_wakeup(m), lo_m_follow_wakeup(m));
    wakeup = lo_min64(wakeup, lo_min64(lo_m_lead_wakeup(m), lo_m_takeover_wakeup(m)));
    if (m->member_list.member_count || m->has_target) wakeup = lo_min64(wakeup, m->request_resend);
    wakeup = lo_min64(wakeup, m->leave_until);
    return lo_min64(wakeup, lo_failure_detector_next_wakeup(m->detector));
}

lo_view *lo_membership_take_view(lo_membership *m) {
    if (m->view_count == 0) return NULL;
    lo_view *view = m->views[m->view_first];
    m->view_first = (m->view_first + 1) % VIEWS_WAITING;
    m->view_count--;
    return view;
}

enum lo_membership_state lo_membership_state(const lo_membership *m) { return m->state; }

void lo_membership_read_counts(const lo_membership *m, lo_membership_counts *counts) {
    lo_failure_detector_counts detector;
    lo_failure_detector_read_counts(m->detector, &detector);
    *counts = m->counts;
    counts->suspicions = detector.suspicions;
    counts->false_suspicions = detector.false_suspicions;
}

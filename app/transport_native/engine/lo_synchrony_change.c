// SPDX-License-Identifier: BSD-3-Clause
/* View changes of a group: when one is complete, who continues, and its delivery. */
#include "lo_synchrony_internal.h"

static size_t change_bytes(uint32_t members) { return sizeof(lo_change) + members * sizeof(lo_changed_member); }
static size_t flushes_bytes(uint32_t members) { return (members ? members : 1) * sizeof(lo_flush_kept); }

/* The group's members in a view, without those that are away: they rejoin later. */
static uint32_t collect(const lo_view *view, const lo_group *group, lo_changed_member *out) {
    uint32_t count = 0;
    for (uint32_t r = 0; r < group->region_count; r++) {
        const lo_region *region = &view->regions[group->regions[r]];
        for (uint32_t p = 0; p < region->member_count; p++) {
            const lo_member *member = &view->members[region->members[p]];
            if (member->flags & LO_MEMBER_AWAY) continue;
            if (out)
                out[count] = (lo_changed_member){.number = member->number, .index = region->members[p],
                                                 .joined = member->joined};
            count++;
        }
    }
    return count;
}

static void sort_by_seniority(lo_changed_member *members, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        lo_changed_member member = members[i];
        uint32_t at = i;
        for (; at > 0 && members[at - 1].index > member.index; at--) members[at] = members[at - 1];
        members[at] = member;
    }
}

lo_change *lo_change_make(lo_synchrony *s, lo_view *view) {
    int found = lo_view_find_group(view, &s->layer.node->groups[s->layer.group].id);
    if (found < 0) return NULL;
    const lo_group *group = &view->groups[found];
    uint32_t count = collect(view, group, NULL);
    lo_change *change = lo_memory_alloc(s->memory, change_bytes(count));
    lo_flush_kept *flushes = lo_memory_alloc(s->memory, flushes_bytes(count));
    if (!change || !flushes) {
        lo_memory_free(s->memory, change, change_bytes(count));
        lo_memory_free(s->memory, flushes, flushes_bytes(count));
        return NULL;
    }
    lo_view_hold(view);
    change->view = view;
    change->flushes = flushes;
    change->member_count = change->missing = count;
    change->writable = !group->read_only;
    (void)collect(view, group, change->members);
    sort_by_seniority(change->members, count);
    return change;
}

static void free_flushes(lo_synchrony *s, lo_change *change) {
    if (!change->flushes) return;
    for (uint32_t i = 0; i < change->member_count; i++)
        if (change->flushes[i].buffer) lo_buffer_release(change->flushes[i].buffer);
    lo_memory_free(s->memory, change->flushes, flushes_bytes(change->member_count));
    change->flushes = NULL;
}

void lo_change_free(lo_synchrony *s, lo_change *change) {
    free_flushes(s, change);
    lo_view_release(change->view);
    lo_memory_free(s->memory, change, change_bytes(change->member_count));
}

int lo_change_find(const lo_change *change, uint32_t number) {
    for (uint32_t i = 0; i < change->member_count; i++)
        if (change->members[i].number == number) return (int)i;
    return LO_ERROR_UNKNOWN;
}

bool lo_change_has(const lo_change *change, uint32_t number, uint64_t joined) {
    int at = lo_change_find(change, number);
    return at >= 0 && change->members[at].joined == joined;
}

bool lo_change_stays(const lo_change *from, const lo_change *last, const lo_changed_member *member) {
    for (const lo_change *change = from; change; change = change->newer) {
        if (!lo_change_has(change, member->number, member->joined)) return false;
        if (change == last) break;
    }
    return true;
}

bool lo_change_same(const lo_change *a, const lo_change *b) {
    if (a->member_count != b->member_count || a->writable != b->writable) return false;
    for (uint32_t i = 0; i < a->member_count; i++)
        if (!lo_change_has(b, a->members[i].number, a->members[i].joined)) return false;
    return true;
}

bool lo_change_take_flush(lo_change *change, const lo_message *message, uint32_t sender) {
    int at = lo_change_find(change, sender);
    if (at < 0 || change->flushes[at].buffer) return false;
    lo_buffer_hold(message->buffer);
    change->flushes[at] = (lo_flush_kept){message->buffer, message->data, message->size};
    change->missing--;
    return true;
}

/* ---- Who continues ------------------------------------------------------------------------ */

static void read_flush(const lo_change *change, uint32_t member, lo_flush_read *flush) {
    const lo_flush_kept *kept = &change->flushes[member];
    bool sound = lo_flush_parse(flush, kept->data, kept->size);
    assert(sound);  /* It was checked on arrival. */
}

/* True if the member comes from that view change, or will have passed it when the change is complete. */
static bool comes_from(const lo_flush_read *flush, uint64_t base) {
    if (flush->base == base) return true;
    for (uint32_t i = 0; i < flush->chain_count; i++)
        if (lo_load64(flush->chain + 8 * i) == base) return true;
    return false;
}

static uint32_t count_support(const lo_change *change, uint64_t base, bool *writable) {
    uint32_t support = 0;
    lo_flush_read flush;
    *writable = false;
    for (uint32_t i = 0; i < change->member_count; i++) {
        read_flush(change, i, &flush);
        support += comes_from(&flush, base);
        *writable |= flush.base == base && flush.writable;
    }
    return support;
}

/* Chooses the view change from which the group continues. After a partition there may be several: the writable side
 * first, then the larger one. Everyone has the same flushes, so everyone chooses the same. 0: all are new. */
static uint64_t choose_base(const lo_change *change) {
    uint64_t best = 0;
    uint32_t best_support = 0;
    bool best_writable = false;
    lo_flush_read flush;
    for (uint32_t i = 0; i < change->member_count; i++) {
        read_flush(change, i, &flush);
        if (!flush.base || flush.base == best) continue;
        bool writable;
        uint32_t support = count_support(change, flush.base, &writable);
        bool better = writable != best_writable      ? writable
                      : support != best_support ? support > best_support
                                                : flush.base > best;
        if (best && !better) continue;
        best = flush.base;
        best_support = support;
        best_writable = writable;
    }
    return best;
}

static void judge(lo_synchrony *s, lo_change *change) {
    if (change->judged) return;
    change->judged = true;
    uint64_t base = choose_base(change);
    lo_flush_read flush;
    for (uint32_t i = 0; base && i < change->member_count; i++) {
        read_flush(change, i, &flush);
        change->members[i].continues = comes_from(&flush, base);
    }
    lo_sync_begin_relay(s, change);
}

static bool continues(const lo_synchrony *s, const lo_change *change) {
    int at = lo_change_find(change, s->layer.node->config.number);
    return at >= 0 && change->members[at].continues;
}

/* How much the continuing members have of a member that is gone; `lowest` and `holder` are optional. */
uint64_t lo_change_reach(const lo_change *change, uint32_t number, uint64_t *lowest, uint32_t *holder) {
    uint64_t high = 0, low = UINT64_MAX;
    lo_flush_read flush;
    for (uint32_t i = 0; i < change->member_count; i++) {
        if (!change->members[i].continues) continue;
        read_flush(change, i, &flush);
        bool listed = false;
        uint64_t received = lo_flush_dead(&flush, number, &listed);
        if (!listed) continue;
        if (received > high && holder) *holder = change->members[i].number;
        high = lo_max64(high, received);
        low = lo_min64(low, received);
    }
    if (lowest) *lowest = low;
    return high;
}

/* Up to where this node has the records of a departed member; UINT64_MAX if it needs none of them. */
static uint64_t has_of(const lo_synchrony *s, const lo_change *change, uint32_t number) {
    bool needed = false;
    uint64_t received = 0;
    for (uint32_t i = 0; i < s->peer_count; i++) {
        const lo_peer *peer = &s->peers[i];
        if (peer->number != number || !peer->gone || peer->departed) continue;
        needed = true;
        received = lo_max64(received, peer->received);
    }
    for (const lo_change *earlier = s->pending; earlier != change; earlier = earlier->newer) {
        int at = lo_change_find(earlier, number);
        needed |= at >= 0 && !earlier->flushes[at].buffer;
    }
    return needed ? received : UINT64_MAX;
}

/* This node has everything that any continuing member has of the departed that it knows. */
static bool has_caught_up(const lo_synchrony *s, const lo_change *change, const lo_flush_read *own) {
    for (uint32_t i = 0; i < own->dead_count; i++) {
        uint32_t number = lo_load32(own->dead + LO_DEAD_BYTES * i);
        uint64_t high = lo_change_reach(change, number, NULL, NULL);
        if (lo_load64(own->dead + LO_DEAD_BYTES * i + 4) < high && has_of(s, change, number) < high) return false;
    }
    return true;
}

/* The same for another member and those departed of whom this node can relay nothing: it sent DONE, or lacked
 * nothing. Otherwise what it lacks could be lost with its holder, and the change with it. */
static bool needs_nothing(const lo_change *change, uint32_t member, const lo_flush_read *own) {
    if (!change->members[member].continues || change->members[member].done) return true;
    lo_flush_read flush;
    read_flush(change, member, &flush);
    for (uint32_t i = 0; i < flush.dead_count; i++) {
        const uint8_t *entry = flush.dead + LO_DEAD_BYTES * i;
        bool listed = false;
        if (own) (void)lo_flush_dead(own, lo_load32(entry), &listed);
        if (!listed && lo_load64(entry + 4) < lo_change_reach(change, lo_load32(entry), NULL, NULL)) return false;
    }
    return true;
}

/* All flushes are here, and everything that continuing members have of the departed. Sends DONE. */
static bool is_ready(lo_synchrony *s, lo_change *change) {
    if (change->missing) return false;
    judge(s, change);
    lo_flush_read own;
    read_flush(change, (uint32_t)lo_change_find(change, s->layer.node->config.number), &own);
    if (continues(s, change) && !has_caught_up(s, change, &own)) return false;
    if (!change->ready) {
        change->ready = change->send_done = true;
        lo_layer_schedule(&s->layer, s->layer.node->now);
    }
    return true;
}

/* … and no member can be left behind. */
static bool is_complete(lo_synchrony *s, lo_change *change) {
    if (!is_ready(s, change)) return false;
    lo_flush_read own;
    read_flush(change, (uint32_t)lo_change_find(change, s->layer.node->config.number), &own);
    for (uint32_t i = 0; i < change->member_count; i++)
        if (!needs_nothing(change, i, continues(s, change) ? &own : NULL)) return false;
    return true;
}

/* Everyone has sent DONE: all continuing members will pass the change, whatever happens to some of them. Otherwise
 * a suspended member could complete a change for which only its own flush was missing, long after the others have
 * removed it and abandoned the change. */
static bool is_agreed(const lo_synchrony *s, const lo_change *change) {
    for (uint32_t i = 0; i < change->member_count; i++)
        if (!change->members[i].done && change->members[i].number != s->layer.node->config.number) return false;
    return true;
}

void lo_sync_settle(lo_synchrony *s) {
    if (!is_agreed(s, s->present)) return;
    for (uint32_t i = s->peer_count; i-- > 0;)
        if (s->peers[i].departed) lo_sync_drop_peer(s, i);
}

/* What this node lacks is lost with its holders. */
static bool is_behind(const lo_synchrony *s, const lo_change *change) {
    if (change->missing) return true;
    lo_flush_read own;
    read_flush(change, (uint32_t)lo_change_find(change, s->layer.node->config.number), &own);
    return continues(s, change) && !has_caught_up(s, change, &own);
}

/* A flush of a later change says that its sender has passed this one. */
static bool is_base_of(const lo_change *later, uint64_t view) {
    lo_flush_read flush;
    for (uint32_t i = 0; i < later->member_count; i++) {
        if (!later->flushes[i].buffer) continue;
        read_flush(later, i, &flush);
        if (flush.base == view) return true;
    }
    return false;
}

static void find_bases(lo_synchrony *s, lo_change *ready) {
    for (lo_change *later = ready; later;) {
        lo_change *base = NULL;
        for (lo_change *change = s->pending; change != later; change = change->newer)
            if (is_base_of(later, change->view->number)) base = change;
        if (base) base->passed_by_others = true;
        later = base;
    }
}

/* ---- Delivery of the view change ---------------------------------------------------------- */

/* Delivers everything that was sent before the change; a node that does not continue drops it. Stops at the flush
 * of this change, or of a later one for a sender that joined with it. */
static void finish_peer(lo_synchrony *s, lo_peer *peer, uint64_t view, bool up, lo_time now) {
    bool was_present = peer->present;
    peer->present = false;
    for (; peer->passed < peer->kept.count; peer->passed++) {
        const lo_message *run = &lo_run_queue_at(&peer->kept, peer->passed)->run;
        if (run->kind == LO_KIND_FLUSH) {
            peer->present = lo_load64(run->data) == view;
            if (peer->present || lo_sync_pending(s, lo_load64(run->data))) return;
        } else if (up && was_present) {
            lo_sync_deliver_up(s, run, now);
        }
    }
    peer->departed = peer->gone = true;
}

static bool emit(lo_synchrony *s, const lo_change *change, bool up, lo_time now) {
    size_t bytes = sizeof(lo_view_change) + change->member_count * sizeof(lo_view_change_member);
    lo_view_change *view_change = lo_memory_alloc(s->memory, bytes);
    if (!view_change) return false;
    view_change->view = change->view;
    view_change->continues = up;
    view_change->rejoined = !up && s->been_in;
    view_change->writable = change->writable;
    view_change->member_count = change->member_count;
    for (uint32_t i = 0; i < change->member_count; i++) {
        const lo_changed_member *member = &change->members[i];
        view_change->members[i] = (lo_view_change_member){member->number, member->index, !member->continues};
    }
    int error = lo_layer_view_change(&s->layer, view_change, now);
    lo_memory_free(s->memory, view_change, bytes);
    return error == LO_OK;
}

/* Installs the oldest pending change. */
static void install(lo_synchrony *s, lo_time now) {
    lo_change *change = s->pending;
    bool up = continues(s, change);
    for (uint32_t i = 0; i < s->peer_count; i++) finish_peer(s, &s->peers[i], change->view->number, up, now);
    s->pending = change->newer;
    change->newer = NULL;
    if (s->present) lo_change_free(s, s->present);
    s->present = change;
    if (!up) lo_sync_count_anew(s, change->messages);
    free_flushes(s, change);
    for (uint32_t i = s->peer_count; !up && i-- > 0;)
        if (s->peers[i].departed) lo_sync_drop_peer(s, i);
    s->failed |= !emit(s, change, up, now);
    s->been_in = true;
    lo_sync_settle(s);
    lo_sync_stay(s, now);
    for (uint32_t i = 0; i < s->peer_count; i++) lo_sync_pass(s, i, now);
    lo_layer_schedule(&s->layer, now);
}

static void skip(lo_synchrony *s) {
    lo_change *change = s->pending;
    s->pending = change->newer;
    lo_change_free(s, change);
}

/* Finds the newest change that is complete everywhere. Earlier ones are installed if others have passed them or if
 * they are complete; otherwise they are skipped, because no continuing member has seen them. A minority cannot know
 * whether the majority passed a change, so it abandons it, is read-only, and rejoins as new. */
void lo_sync_advance(lo_synchrony *s, lo_time now) {
    for (;;) {
        lo_change *ready = NULL;
        for (lo_change *change = s->pending; change; change = change->newer)
            if (is_ready(s, change) && is_agreed(s, change)) ready = change;
        if (!ready) return;
        find_bases(s, ready);
        bool on = continues(s, ready);
        while (s->pending != ready) {
            lo_change *oldest = s->pending;
            bool passed = on && oldest->passed_by_others;
            if (passed && is_behind(s, oldest)) {
                lo_sync_lost(s, now);
                return;
            }
            if (passed || (ready->writable && is_complete(s, oldest))) install(s, now);
            else skip(s);
        }
        install(s, now);
    }
}

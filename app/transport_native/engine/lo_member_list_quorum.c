// SPDX-License-Identifier: BSD-3-Clause
/* Departures, and their effect on groups with the majority policy.
 *
 * A member that leaves is simply removed. One that fails may be alive on the other side of a partition, so a group
 * that loses half or more of its members in that way is read-only until a majority of them is together again. At
 * exactly half, the half with the most senior member continues.
 *
 * A member may have accepted a view of a leader that it has abandoned since: an *in-doubt* view (`doubts`). That
 * view may have been committed elsewhere, and its members count their majority in it. So here a group is writable
 * only with a majority in the old view and in each in-doubt view. */
#include "lo_member_list_internal.h"

int lo_quorum_without(lo_memory *memory, lo_quorum **quorum, const lo_id *id) {
    if (!*quorum) return LO_OK;
    uint32_t at = 0;
    while (at < (*quorum)->count && !lo_id_equal(&(*quorum)->ids[at], id)) at++;
    if (at == (*quorum)->count) return LO_OK;
    lo_quorum *smaller = NULL;
    if ((*quorum)->count > 1) {
        smaller = lo_quorum_make(memory, (*quorum)->count - 1);
        if (!smaller) return LO_ERROR_MEMORY;
        memcpy(smaller->ids, (*quorum)->ids, at * sizeof(lo_id));
        memcpy(smaller->ids + at, (*quorum)->ids + at + 1, (smaller->count - at) * sizeof(lo_id));
    }
    lo_quorum_drop(memory, *quorum);
    *quorum = smaller;
    return LO_OK;
}

static bool may_write(uint32_t present, uint32_t total, bool senior_present) {
    return 2 * present > total || (2 * present == total && senior_present);
}

/* A restarted node does not know what it accepted before, possibly with members that are silent now. If nobody else
 * is silent, this does not matter. */
static bool is_bound(uint8_t departure, bool others_silent) {
    return !departure || departure == LO_DEPARTURE_FAILED || (departure == LO_DEPARTURE_REPLACED && others_silent);
}

/* Its vote is lost: no node has this id. */
static lo_id vote_of(const lo_member *member, uint8_t departure) {
    lo_id nobody;
    memset(&nobody, 0xff, sizeof nobody);
    return departure == LO_DEPARTURE_REPLACED ? nobody : member->id;
}

/* Only previous members of a group count for its majority. Newcomers of the same view do not, or a minority could
 * fill up with newcomers. */
static bool votes(const lo_set *before, uint16_t member, uint8_t departure, bool others_silent) {
    return is_bound(departure, others_silent) && lo_set_has(before, member);
}

static bool somebody_silent(const lo_set *before, const lo_set *members, const uint8_t *departures) {
    for (uint32_t i = 0; i < members->count; i++)
        if (departures[members->members[i]] == LO_DEPARTURE_FAILED && lo_set_has(before, members->members[i])) return true;
    return false;
}

/* For a writable group: stores the quorum that it now needs, or leaves *out NULL. */
static int judge(const lo_member_list *member_list, const lo_set *before, const lo_set *members,
                 const uint8_t *departures, lo_quorum **out) {
    uint32_t total = 0, silent = 0;
    bool senior_present = false, partition = somebody_silent(before, members, departures);
    for (uint32_t i = 0; i < members->count; i++) {
        uint8_t departure = departures[members->members[i]];
        if (!votes(before, members->members[i], departure, partition)) continue;
        if (total++ == 0) senior_present = departure == 0;
        if (departure) silent++;
    }
    *out = NULL;
    if (silent == 0 || may_write(total - silent, total, senior_present)) return LO_OK;
    *out = lo_quorum_make(member_list->memory, total);
    if (!*out) return LO_ERROR_MEMORY;
    total = 0;
    for (uint32_t i = 0; i < members->count; i++) {
        uint16_t member = members->members[i];
        if (votes(before, member, departures[member], partition))
            (*out)->ids[total++] = vote_of(&member_list->members[member], departures[member]);
    }
    return LO_OK;
}

/* True if those who accepted the next view may decide for a group as it is in this one. */
static bool decides(const lo_member_list *base, const lo_set *members, const lo_removal *removed,
                    uint32_t removed_count, const lo_member_list *next, const uint8_t *agreed) {
    uint32_t total = 0, present = 0, agreeing = 0;
    bool senior_present = false, senior_agrees = false;
    for (uint32_t i = 0; i < members->count; i++) {
        uint32_t number = base->members[members->members[i]].number;
        int at = lo_member_list_find(next, number);
        uint8_t departure = 0;
        for (uint32_t r = 0; at < 0 && r < removed_count; r++)
            if (removed[r].number == number) departure = removed[r].departure;
        if (at < 0 && departure != LO_DEPARTURE_FAILED) continue;
        bool agrees = at >= 0 && agreed[at] && !(next->members[at].flags & LO_MEMBER_AWAY);
        if (total++ == 0) {
            senior_present = at >= 0;
            senior_agrees = agrees;
        }
        present += at >= 0;
        agreeing += agrees;
    }
    return !may_write(present, total, senior_present) || may_write(agreeing, total, senior_agrees);
}

bool lo_member_list_agreed(const lo_member_list *base, const lo_removal *removed, uint32_t removed_count,
                           const lo_member_list *next, const uint8_t *agreed) {
    const lo_set *asked = NULL; /* Groups with the same members share the result. */
    for (uint32_t g = 0; g < base->group_count; g++) {
        const lo_listed_group *group = &base->groups[g];
        if (!group->members || group->quorum || group->policy.partition != LO_PARTITION_MAJORITY) continue;
        if (group->members == asked) continue;
        asked = group->members;
        if (!decides(base, asked, removed, removed_count, next, agreed)) return false;
    }
    return true;
}

/* For a read-only group: is a majority of its quorum together again? */
static bool together(const lo_member_list *member_list, const lo_listed_group *group) {
    uint32_t present = 0;
    bool senior_present = false;
    for (uint32_t i = 0; i < group->members->count; i++) {
        const lo_id *id = &member_list->members[group->members->members[i]].id;
        for (uint32_t j = 0; j < group->quorum->count; j++) {
            if (!lo_id_equal(&group->quorum->ids[j], id)) continue;
            present++;
            if (j == 0) senior_present = true;
            break;
        }
    }
    return may_write(present, group->quorum->count, senior_present);
}

/* ---- In-doubt views. */

static uint8_t departure_of(const lo_member_list *member_list, const uint8_t *departures, uint32_t number) {
    int at = lo_member_list_find(member_list, number);
    return at < 0 ? LO_DEPARTURE_FAILED : departures[at];  /* A newcomer of that view is not here. */
}

/* The same decision for an in-doubt view. An empty one stands for an unknown view: then no member may be missing. */
static int judge_doubt(const lo_member_list *doubt, const lo_member_list *member_list, const uint8_t *departures, lo_listed_group *group) {
    int found = doubt->member_count ? lo_member_list_find_group(doubt, &group->id) : -1;
    if (doubt->member_count && found < 0) return LO_OK;
    const lo_member *all = found < 0 ? member_list->members : doubt->members;
    const lo_set *members = found < 0 ? group->members : doubt->groups[found].members;
    uint32_t total = 0, silent = 0;
    bool senior_present = false;
    for (uint32_t i = 0; i < members->count; i++) {
        uint8_t departure = departure_of(member_list, departures, all[members->members[i]].number);
        if (!is_bound(departure, true)) continue;
        if (total++ == 0) senior_present = departure == 0;
        silent += departure != 0;
    }
    if (silent == 0 || (found >= 0 && may_write(total - silent, total, senior_present))) return LO_OK;
    group->quorum = lo_quorum_make(member_list->memory, total);
    if (!group->quorum) return LO_ERROR_MEMORY;
    total = 0;
    for (uint32_t i = 0; i < members->count; i++) {
        const lo_member *member = &all[members->members[i]];
        uint8_t departure = departure_of(member_list, departures, member->number);
        if (is_bound(departure, true)) group->quorum->ids[total++] = vote_of(member, departure);
    }
    return LO_OK;
}

static int judge_groups(const lo_member_list *base, lo_member_list *member_list, const uint8_t *departures) {
    const lo_set *judged = NULL, *judged_before = NULL; /* Groups with the same members share the result. */
    lo_quorum *answer = NULL;
    int error = LO_OK;
    uint32_t old = 0;
    for (uint32_t g = 0; g < member_list->group_count && !error; g++) {
        lo_listed_group *group = &member_list->groups[g];
        while (old < base->group_count && lo_id_compare(&base->groups[old].id, &group->id) < 0) old++;
        if (old == base->group_count || !lo_id_equal(&base->groups[old].id, &group->id)) continue; /* A new group. */
        const lo_set *before = base->groups[old].members;
        if (!group->members || group->policy.partition != LO_PARTITION_MAJORITY) continue;
        if (group->quorum) {
            for (uint32_t i = 0; i < group->members->count && !error; i++) {
                uint16_t member = group->members->members[i];
                if (departures[member] && departures[member] != LO_DEPARTURE_FAILED)
                    error = lo_quorum_without(member_list->memory, &group->quorum, &member_list->members[member].id);
            }
            continue;
        }
        if (group->members != judged || before != judged_before) {
            lo_quorum_drop(member_list->memory, answer);
            answer = NULL;
            judged = group->members;
            judged_before = before;
            error = judge(member_list, before, judged, departures, &answer);
        }
        if (answer) {
            answer->references++;
            group->quorum = answer;
        }
        for (uint32_t d = 0; d < base->doubt_count && !group->quorum && !error; d++)
            error = judge_doubt(&base->doubts[d], member_list, departures, group);
    }
    lo_quorum_drop(member_list->memory, answer);
    return error;
}

/* Remaining members move up; renumbers their indexes in the sets. */
static lo_set *renumber_set(lo_member_list *member_list, lo_set *set, const uint16_t *new_index) {
    if (set->renumbered) return lo_set_hold(set->renumbered);
    uint16_t members[LO_MAX_MEMBERS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++)
        if (new_index[set->members[i]] != UINT16_MAX) members[count++] = new_index[set->members[i]];
    return set->renumbered = lo_sets_find(member_list->sets, members, count);
}

static int renumber(lo_member_list *member_list, const uint8_t *departures) {
    uint16_t new_index[LO_MAX_MEMBERS];
    uint32_t stay = 0, done = 0;
    for (uint32_t i = 0; i < member_list->member_count; i++)
        new_index[i] = departures[i] ? UINT16_MAX : (uint16_t)stay++;
    size_t bytes = (member_list->group_count + 1) * sizeof(lo_set *);
    lo_set **old = lo_memory_alloc(member_list->memory, bytes);
    if (!old) return LO_ERROR_MEMORY;
    for (; done < member_list->group_count; done++) {
        old[done] = member_list->groups[done].members;
        if (!old[done]) continue;
        lo_set *set = renumber_set(member_list, old[done], new_index);
        if (!set) break;
        member_list->groups[done].members = set;
    }
    bool complete = done == member_list->group_count;
    for (uint32_t g = 0; g < done; g++)
        if (old[g]) old[g]->renumbered = NULL;
    for (uint32_t g = 0; g < done; g++) lo_sets_drop(member_list->sets, old[g]);
    lo_memory_free(member_list->memory, old, bytes);
    if (!complete) return LO_ERROR_MEMORY;
    stay = 0;
    for (uint32_t i = 0; i < member_list->member_count; i++)
        if (!departures[i]) member_list->members[stay++] = member_list->members[i];
    member_list->member_count = stay;
    return LO_OK;
}

int lo_remove_members(const lo_member_list *base, lo_member_list *member_list, const uint8_t *departures) {
    bool anyone = false;
    for (uint32_t i = 0; i < member_list->member_count; i++) anyone |= departures[i] != 0;
    int error = LO_OK;
    if (anyone) error = judge_groups(base, member_list, departures);
    if (!error && anyone) error = renumber(member_list, departures);
    if (error) return error;
    uint32_t kept = 0;
    const lo_set *asked_members = NULL;  /* Groups with the same members and quorum share the result. */
    const lo_quorum *asked_quorum = NULL;
    bool answer = false;
    for (uint32_t g = 0; g < member_list->group_count; g++) {
        lo_listed_group *group = &member_list->groups[g];
        if (!group->members || group->members->count == 0) {
            lo_sets_drop(member_list->sets, group->members);
            lo_quorum_drop(member_list->memory, group->quorum);
            continue;
        }
        if (group->quorum) {
            if (group->members != asked_members || group->quorum != asked_quorum) answer = together(member_list, group);
            asked_members = group->members;
            asked_quorum = answer ? NULL : group->quorum;
            if (answer) {
                lo_quorum_drop(member_list->memory, group->quorum);
                group->quorum = NULL;
            }
        }
        member_list->groups[kept++] = *group;
    }
    member_list->group_count = kept;
    return member_list->member_count ? LO_OK : LO_ERROR_MALFORMED;
}

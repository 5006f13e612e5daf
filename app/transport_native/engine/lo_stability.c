// SPDX-License-Identifier: BSD-3-Clause
/* Stability: how many members have what was sent to a group. */
#include "lo_node_internal.h"

static size_t mark_bytes(uint32_t count) { return sizeof(lo_mark) + count * sizeof(((lo_mark *)0)->at[0]); }

static const lo_group *group_in(const lo_epoch *epoch, const lo_id *id, uint32_t *index) {
    int found = lo_view_find_group(epoch->view, id);
    if (found < 0) return NULL;
    *index = (uint32_t)found;
    return &epoch->view->groups[found];
}

/* The last segment that may contain a message sent so far. */
static uint64_t last_packed(const lo_outstream *out) { return out->window.end - (out->open ? 0 : 1); }

/* Called once without a mark to count, and once to fill it. False: a message has no sequence number yet. */
static bool find_places(lo_node *node, const lo_id *id, lo_mark *mark, uint32_t *count) {
    *count = 0;
    for (const lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        uint32_t index;
        const lo_group *group = group_in(epoch, id, &index);
        if (!group) continue;
        if (lo_hybrid_has_open(epoch, index)) return false;
        for (uint32_t i = 0; i < group->region_count; i++) {
            const lo_outstream *out = epoch->region_states[group->regions[i]].out;
            if (!out) continue;
            if (out->big) return false;
            if (last_packed(out) <= out->stable) continue;
            if (mark) {
                mark->at[*count].view = epoch->view->number;
                mark->at[*count].region = group->regions[i];
                mark->at[*count].sequence = last_packed(out);
            }
            ++*count;
        }
    }
    return true;
}

lo_mark *lo_mark_take(lo_node *node, uint32_t handle, uint64_t messages, uint64_t records) {
    const lo_id *id = &node->groups[handle].id;
    uint32_t count;
    if (!find_places(node, id, NULL, &count)) return NULL;
    lo_mark *mark = lo_memory_alloc(&node->memory, mark_bytes(count));
    if (!mark) return NULL;
    (void)find_places(node, id, mark, &mark->count);
    mark->messages = messages;
    mark->records = records;
    return mark;
}

void lo_mark_free(lo_node *node, lo_mark *mark) {
    if (mark) lo_memory_free(&node->memory, mark, mark_bytes(mark->count));
}

/* Members other than this node that are known to have the segment. */
static uint32_t count_holders(const lo_outstream *out, uint64_t sequence) {
    const lo_region_state *state = out->region_state;
    uint32_t holders = 0;
    for (uint32_t r = 0; r < out->acker_count; r++) {
        lo_partition covered = state->quick ? (lo_partition){r, r, 1} : lo_region_state_partition(state, r);
        bool self = state->position >= covered.first && state->position < covered.first + covered.count;
        if (out->ackers[r].received >= sequence && !out->ackers[r].gone) holders += covered.count - self;
    }
    return holders;
}

static const lo_outstream *stream_at(lo_node *node, const lo_mark *mark, uint32_t i) {
    lo_epoch *epoch = lo_epoch_find(node, mark->at[i].view);
    return epoch ? epoch->region_states[mark->at[i].region].out : NULL;
}

static bool at_everyone(lo_node *node, const lo_mark *mark, uint32_t i) {
    const lo_outstream *out = stream_at(node, mark, i);
    return !out || out->stable >= mark->at[i].sequence;
}

/* For the positions of one view: do more than half of the group's members have them? */
static bool at_majority(lo_node *node, const lo_id *id, const lo_mark *mark, uint32_t first, uint32_t end) {
    lo_epoch *epoch = lo_epoch_find(node, mark->at[first].view);
    uint32_t index, holders = 1;
    const lo_group *group = epoch ? group_in(epoch, id, &index) : NULL;
    if (!group) return true;
    for (uint32_t r = 0; r < group->region_count; r++) {
        const lo_region_state *state = &epoch->region_states[group->regions[r]];
        uint32_t i = first;
        while (i < end && mark->at[i].region != group->regions[r]) i++;
        bool whole = i == end || at_everyone(node, mark, i);
        holders += whole ? state->others : count_holders(state->out, mark->at[i].sequence);
    }
    return holders * 2 > group->member_count;
}

bool lo_mark_reached(lo_node *node, uint32_t handle, const lo_mark *mark, bool everyone) {
    for (uint32_t first = 0, end; first < mark->count; first = end) {
        bool whole = true;
        for (end = first; end < mark->count && mark->at[end].view == mark->at[first].view; end++)
            whole &= at_everyone(node, mark, end);
        if (!whole && (everyone || !at_majority(node, &node->groups[handle].id, mark, first, end))) return false;
    }
    return true;
}

uint64_t lo_core_stable(lo_node *node, uint32_t handle, uint64_t view, uint32_t sender) {
    lo_epoch *epoch = lo_epoch_find(node, view);
    uint32_t index;
    const lo_group *group = epoch ? group_in(epoch, &node->groups[handle].id, &index) : NULL;
    if (!group) return UINT64_MAX;
    if (group->region_count != 1) return 0;
    int member = lo_epoch_member(epoch, sender);
    const lo_region_state *state = &epoch->region_states[group->regions[0]];
    const lo_instream *in = member >= 0 && state->in ? state->in[member] : NULL;
    return !in || in->finished ? UINT64_MAX : in->stable;
}

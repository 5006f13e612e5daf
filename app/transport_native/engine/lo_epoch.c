// SPDX-License-Identifier: BSD-3-Clause
/* View epochs: a view, the streams that are committed to it, and how they end.
 *
 * When a view is installed, senders close the streams of the previous epoch. These drain: everything packed in them
 * still reaches all living members, under the old numbering, while new streams already flow. Regions and members of
 * an epoch never change. */
#include "lo_node_internal.h"

#include <stdlib.h>

#define LINGER (5 * LO_SECOND)           /* How long an old epoch is kept after its streams have ended. */
#define NO_PROGRESS (10 * LO_SECOND)     /* An incomplete stream of an old epoch is abandoned after this time. */
#define GIVE_UP (60 * LO_SECOND)         /* Members that have not answered by then ended the epoch long ago. */
#define ORPHAN_PATIENCE (4 * LO_SECOND)
#define NOTIFY_PEERS 3u

static size_t bytes_of(uint32_t count, size_t one) { return (count ? count : 1) * one; }

lo_partition lo_region_state_partition(const lo_region_state *state, uint32_t index) {
    return lo_partition_at(state->region->member_count, state->epoch->node->config.partition_size, index);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int lo_epoch_member(const lo_epoch *epoch, uint32_t number) {
    uint32_t low = 0, high = epoch->view->member_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (epoch->numbers[middle].number == number) return (int)epoch->numbers[middle].index;
        if (epoch->numbers[middle].number < number) low = middle + 1;
        else high = middle;
    }
    return LO_ERROR_UNKNOWN;
}

lo_epoch *lo_epoch_find(lo_node *node, uint64_t view) {
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older)
        if (epoch->view->number == view) return epoch;
    return NULL;
}

static void give_destinations(lo_region_state *state) {
    lo_memory_free(&state->epoch->node->memory, state->destinations,
                   bytes_of(state->destination_count, sizeof(lo_address)));
    state->destinations = NULL;
    state->destination_count = 0;
}

void lo_epoch_destroy(lo_epoch *epoch) {
    lo_node *node = epoch->node;
    const lo_view *view = epoch->view;
    LO_LIST_EACH(link, &epoch->hybrids) lo_hybrid_free(link);
    for (uint32_t r = 0; epoch->region_states && r < view->region_count; r++) {
        lo_region_state *state = &epoch->region_states[r];
        if (!state->epoch) continue;
        if (state->out) lo_outstream_destroy(state->out);
        for (uint32_t m = 0; state->in && m < view->member_count; m++)
            if (state->in[m]) lo_instream_destroy(state->in[m]);
        if (state->rings) lo_region_rings_destroy(state->rings);
        lo_memory_free(&node->memory, state->in, view->member_count * sizeof(lo_instream *));
        give_destinations(state);
    }
    lo_memory_free(&node->memory, epoch->region_states, bytes_of(view->region_count, sizeof(lo_region_state)));
    if (epoch->routes) lo_routes_release(epoch->routes, &node->memory);
    lo_memory_free(&node->memory, epoch->numbers, bytes_of(view->member_count, sizeof *epoch->numbers));
    lo_memory_free(&node->memory, epoch->gone, bytes_of(view->member_count, sizeof(bool)));
    lo_view_release(epoch->view);
    lo_memory_free(&node->memory, epoch, sizeof *epoch);
}

static int prepare_region_state(lo_epoch *epoch, uint32_t r, lo_time now) {
    lo_node *node = epoch->node;
    lo_region_state *state = &epoch->region_states[r];
    const lo_region *region = &epoch->view->regions[r];
    state->epoch = epoch;
    state->index = r;
    state->region = region;
    int position = lo_region_find_member(region, epoch->view->self);
    state->position = position < 0 ? LO_NO_POSITION : (uint32_t)position;
    state->others = region->member_count - (position >= 0);
    state->quick = region->member_count <= node->config.quick_region;
    state->partition_count = state->quick ? 1 : lo_partition_count(region->member_count, node->config.partition_size);
    if (position < 0 || state->quick) return LO_OK;
    state->partition = lo_partition_of(region->member_count, node->config.partition_size, state->position);
    state->rings = lo_region_rings_create(state, now);
    return state->rings ? LO_OK : LO_ERROR_MEMORY;
}

static int fill_epoch(lo_epoch *epoch, lo_time now) {
    lo_node *node = epoch->node;
    const lo_view *view = epoch->view;
    epoch->region_states = lo_memory_alloc(&node->memory, bytes_of(view->region_count, sizeof(lo_region_state)));
    epoch->routes = lo_routes_create(&node->memory, view->group_count);
    epoch->numbers = lo_memory_alloc(&node->memory, bytes_of(view->member_count, sizeof *epoch->numbers));
    epoch->gone = lo_memory_alloc(&node->memory, bytes_of(view->member_count, sizeof(bool)));
    if (!epoch->region_states || !epoch->routes || !epoch->numbers || !epoch->gone) return LO_ERROR_MEMORY;
    for (uint32_t m = 0; m < view->member_count; m++) {
        epoch->numbers[m].number = view->members[m].number;
        epoch->numbers[m].index = m;
    }
    qsort(epoch->numbers, view->member_count, sizeof *epoch->numbers, compare_numbers);
    for (uint32_t h = 0; h < node->group_count; h++) {
        if (!node->groups[h].joins) continue;
        int index = lo_view_find_group(view, &node->groups[h].id);
        if (index >= 0) epoch->routes->to[index] = h | (node->groups[h].bottom ? LO_ROUTE_LAYERED : 0);
    }
    for (uint32_t r = 0; r < view->region_count; r++)
        if (prepare_region_state(epoch, r, now) < 0) return LO_ERROR_MEMORY;
    return LO_OK;
}

/* Stops waiting for members of an old epoch that are not in the new view. */
static void settle_old_region_state(lo_region_state *state, lo_time now) {
    lo_epoch *epoch = state->epoch;
    const lo_region *region = state->region;
    lo_node *node = epoch->node;
    state->others = 0;
    for (uint32_t p = 0; p < region->member_count; p++)
        state->others += p != state->position && !epoch->gone[region->members[p]];
    if (state->out) lo_outstream_close(state->out, now);
    for (uint32_t m = 0; state->in && m < epoch->view->member_count; m++) {
        lo_instream *in = state->in[m];
        if (!in || in->finished || !epoch->gone[m] || in->orphan) continue;
        in->orphan = true;
        in->notify_peers = state->others ? NOTIFY_PEERS : 0;
        in->notify_at = now + lo_node_random(node) % (50 * LO_MILLISECOND);
        in->orphan_until = now + ORPHAN_PATIENCE;
        lo_list_append(&node->busy_in, &in->busy);
    }
    if (state->rings) lo_region_rings_wake(state->rings, 1, now);
}

static void settle_old(lo_epoch *epoch, const lo_view *newest, lo_time now) {
    for (uint32_t m = 0; m < epoch->view->member_count; m++)
        if (lo_view_find_member(newest, epoch->view->members[m].number) < 0) epoch->gone[m] = true;
    lo_hybrid_settle(epoch);
    for (uint32_t r = 0; r < epoch->view->region_count; r++) settle_old_region_state(&epoch->region_states[r], now);
}

static void locate_groups(lo_node *node) {
    for (uint32_t h = 0; h < node->group_count; h++) {
        lo_local_group *group = &node->groups[h];
        if (!group->joins) continue;
        int index = lo_view_find_group(node->epoch->view, &group->id);
        group->index = index < 0 ? LO_ALL_GROUPS : (uint32_t)index;
        group->only = NULL;
        group->hybrid = NULL;
        for (lo_layer *layer = group->bottom; layer; layer = layer->above)
            if (layer->operations->view) layer->operations->view(layer, node->epoch->view, node->now);
    }
}

/* Announces that missing messages of the member's streams are lost. */
static void announce_loss(const lo_epoch *epoch) {
    for (uint32_t r = 0; r < epoch->view->region_count; r++) {
        const lo_region_state *state = &epoch->region_states[r];
        for (uint32_t m = 0; state->in && m < epoch->view->member_count; m++) {
            const lo_instream *in = state->in[m];
            if (in && !in->finished && in->delivered < in->highest) lo_layers_gap(state, in->sender);
        }
    }
}

static void drop_oldest(lo_node *node) {
    lo_epoch **at = &node->epoch;
    while ((*at)->older) at = &(*at)->older;
    lo_epoch *oldest = *at;
    announce_loss(oldest);
    *at = NULL;
    node->epoch_count--;
    lo_epoch_destroy(oldest);
}

int lo_epoch_begin(lo_node *node, lo_view *view, lo_time now) {
    if (node->epoch && view->number <= node->epoch->view->number) return LO_ERROR_STALE;
    lo_epoch *epoch = lo_memory_alloc(&node->memory, sizeof *epoch);
    if (!epoch) return LO_ERROR_MEMORY;
    epoch->node = node;
    epoch->view = view;
    lo_list_init(&epoch->hybrids);
    lo_view_hold(view);
    int error = fill_epoch(epoch, now);
    if (error) {
        lo_epoch_destroy(epoch);
        return error;
    }
    if (node->crypto && lo_crypto_set_view(node->crypto, view, now) < 0) node->statistics.no_memory++;
    for (lo_epoch *old = node->epoch; old; old = old->older) {
        if (!old->replaced) old->replaced = now ? now : 1;
        settle_old(old, view, now);
    }
    epoch->older = node->epoch;
    node->epoch = epoch;
    node->epoch_count++;
    locate_groups(node);
    if (node->epoch_count > LO_MAX_EPOCHS && !node->batch_count) drop_oldest(node);
    lo_view_hold(view);
    lo_delivery delivery = {.kind = LO_DELIVERY_VIEW, .group = LO_ALL_GROUPS, .view = view, .view_number = view->number};
    if (!lo_queue_push(node, &delivery)) lo_view_release(view);
    lo_deliver_event(node, LO_DELIVERY_CHANNELS, LO_ALL_GROUPS);
    return LO_OK;
}

void lo_epoch_ungate_sender(lo_node *node, uint32_t sender, lo_time now) {
    for (lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        int index = lo_epoch_member(epoch, sender);
        if (index < 0) continue;
        for (uint32_t r = 0; r < epoch->view->region_count; r++) {
            lo_instream *in = epoch->region_states[r].in ? epoch->region_states[r].in[index] : NULL;
            if (in && in->gated) lo_instream_ungate(in, now);
        }
    }
}

static bool out_finished(const lo_outstream *out, lo_time now) {
    if (now > out->epoch->replaced && now - out->epoch->replaced > GIVE_UP) return true;
    if (lo_pack_has_unsent(out)) return false;
    return out->sent == 0 || (out->stable == out->sent && out->closing_notices == 0);
}

static bool in_finished(const lo_instream *in, lo_time now) {
    bool complete = in->received >= in->highest && in->delivered == in->received;
    if (!complete) return false;
    if (in->closed) return in->stable >= in->received || now - in->epoch->replaced > LINGER;
    lo_time quiet = now - lo_max64(in->last_data, in->epoch->replaced);
    return quiet > (in->orphan ? LINGER : 2 * LINGER);
}

static void collect_region_state(lo_region_state *state, lo_time now) {
    if (state->out && out_finished(state->out, now)) lo_outstream_destroy(state->out);
    for (uint32_t m = 0; state->in && m < state->epoch->view->member_count; m++) {
        lo_instream *in = state->in[m];
        if (!in || in->finished) continue;
        lo_time since = lo_max64(in->last_data, state->epoch->replaced);
        if (in->received < in->highest && now > since && now - since > NO_PROGRESS) {
            lo_status lost = {.last = in->highest, .floor = in->highest};
            lo_instream_status(in, &lost, now);
        }
        if (in_finished(in, now)) {
            lo_instream_finish(in);
            lo_epoch_ungate_sender(state->epoch->node, in->sender, now);
        }
    }
}

/* Frees epochs that have ended. Called occasionally, only while no batch refers to them. */
void lo_epoch_collect(lo_node *node, lo_time now) {
    if (!node->epoch || !node->epoch->older || node->batch_count) return;
    if (now < node->collected + 50 * LO_MILLISECOND && now >= node->collected) return;
    node->collected = now;
    lo_epoch **at = &node->epoch->older;
    while (*at) {
        lo_epoch *epoch = *at;
        for (uint32_t r = 0; r < epoch->view->region_count; r++) collect_region_state(&epoch->region_states[r], now);
        if (epoch->live_streams == 0 && now > epoch->replaced && now - epoch->replaced > LINGER) {
            *at = epoch->older;
            node->epoch_count--;
            lo_epoch_destroy(epoch);
            lo_deliver_event(node, LO_DELIVERY_CHANNELS, LO_ALL_GROUPS);
        } else {
            at = &epoch->older;
        }
    }
    while (node->epoch_count > LO_MAX_EPOCHS) drop_oldest(node);
}

/* Eras: a view, the streams that are committed to it, and how they end.
 *
 * When a view is agreed, the streams of the old one are closed by their senders and drain:
 * everything packed in it still reaches all of its members that are alive, under the old
 * numbering, while new streams already flow. Nothing inside an era ever changes its shape. */
#include "lo_internal.h"

#include <stdlib.h>

#define LINGER (5 * LO_SECOND)           /* An old era stays this long after its streams have ended. */
#define NO_PROGRESS (10 * LO_SECOND)     /* An incomplete stream of an old era is given up then. */
#define GIVE_UP (60 * LO_SECOND)         /* Those who have not answered by then have ended the era long ago. */
#define ORPHAN_PATIENCE (4 * LO_SECOND)
#define TELL_PEERS 3u

static size_t bytes_of(uint32_t count, size_t one) { return (count ? count : 1) * one; }

lo_partition lo_arena_partition(const lo_arena *arena, uint32_t index) {
    return lo_partition_at(arena->region->member_count, arena->era->node->config.partition_size, index);
}

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int lo_era_member(const lo_era *era, uint32_t number) {
    uint32_t low = 0, high = era->view->member_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (era->numbers[middle].number == number) return (int)era->numbers[middle].index;
        if (era->numbers[middle].number < number) low = middle + 1;
        else high = middle;
    }
    return LO_ERROR_UNKNOWN;
}

lo_era *lo_era_find(lo_node *node, uint64_t view) {
    for (lo_era *era = node->era; era; era = era->older)
        if (era->view->number == view) return era;
    return NULL;
}

static void give_destinations(lo_arena *arena) {
    lo_memory_give(&arena->era->node->memory, arena->destinations,
                   bytes_of(arena->destination_count, sizeof(lo_address)));
    arena->destinations = NULL;
    arena->destination_count = 0;
}

void lo_era_destroy(lo_era *era) {
    lo_node *node = era->node;
    const lo_view *view = era->view;
    LO_LIST_EACH(link, &era->hybrids) lo_hybrid_free(link);
    for (uint32_t r = 0; era->arenas && r < view->region_count; r++) {
        lo_arena *arena = &era->arenas[r];
        if (!arena->era) continue;
        if (arena->out) lo_outstream_destroy(arena->out);
        for (uint32_t m = 0; arena->in && m < view->member_count; m++)
            if (arena->in[m]) lo_instream_destroy(arena->in[m]);
        if (arena->ring) lo_ring_destroy(arena->ring);
        lo_memory_give(&node->memory, arena->in, view->member_count * sizeof(lo_instream *));
        give_destinations(arena);
    }
    lo_memory_give(&node->memory, era->arenas, bytes_of(view->region_count, sizeof(lo_arena)));
    if (era->routes) lo_routes_release(era->routes, &node->memory);
    lo_memory_give(&node->memory, era->numbers, bytes_of(view->member_count, sizeof *era->numbers));
    lo_memory_give(&node->memory, era->gone, bytes_of(view->member_count, sizeof(bool)));
    lo_view_release(era->view);
    lo_memory_give(&node->memory, era, sizeof *era);
}

static int prepare_arena(lo_era *era, uint32_t r, lo_time now) {
    lo_node *node = era->node;
    lo_arena *arena = &era->arenas[r];
    const lo_region *region = &era->view->regions[r];
    arena->era = era;
    arena->index = r;
    arena->region = region;
    int position = lo_region_find_member(region, era->view->self);
    arena->position = position < 0 ? LO_NO_POSITION : (uint32_t)position;
    arena->others = region->member_count - (position >= 0);
    arena->quick = region->member_count <= node->config.quick_region;
    arena->partition_count = arena->quick ? 1 : lo_partition_count(region->member_count, node->config.partition_size);
    if (position < 0 || arena->quick) return LO_OK;
    arena->partition = lo_partition_of(region->member_count, node->config.partition_size, arena->position);
    arena->ring = lo_ring_create(arena, now);
    return arena->ring ? LO_OK : LO_ERROR_MEMORY;
}

static int fill_era(lo_era *era, lo_time now) {
    lo_node *node = era->node;
    const lo_view *view = era->view;
    era->arenas = lo_memory_take(&node->memory, bytes_of(view->region_count, sizeof(lo_arena)));
    era->routes = lo_routes_create(&node->memory, view->group_count);
    era->numbers = lo_memory_take(&node->memory, bytes_of(view->member_count, sizeof *era->numbers));
    era->gone = lo_memory_take(&node->memory, bytes_of(view->member_count, sizeof(bool)));
    if (!era->arenas || !era->routes || !era->numbers || !era->gone) return LO_ERROR_MEMORY;
    for (uint32_t m = 0; m < view->member_count; m++) {
        era->numbers[m].number = view->members[m].number;
        era->numbers[m].index = m;
    }
    qsort(era->numbers, view->member_count, sizeof *era->numbers, compare_numbers);
    for (uint32_t h = 0; h < node->group_count; h++) {
        if (!node->groups[h].joins) continue;
        int index = lo_view_find_group(view, &node->groups[h].id);
        if (index >= 0) era->routes->to[index] = h | (node->groups[h].bottom ? LO_ROUTE_LAYERED : 0);
    }
    for (uint32_t r = 0; r < view->region_count; r++)
        if (prepare_arena(era, r, now) < 0) return LO_ERROR_MEMORY;
    return LO_OK;
}

/* A member of an old era is not in the new view: nobody waits for it any more. */
static void settle_old_arena(lo_arena *arena, lo_time now) {
    lo_era *era = arena->era;
    const lo_region *region = arena->region;
    lo_node *node = era->node;
    arena->others = 0;
    for (uint32_t p = 0; p < region->member_count; p++)
        arena->others += p != arena->position && !era->gone[region->members[p]];
    if (arena->out) lo_outstream_close(arena->out, now);
    for (uint32_t m = 0; arena->in && m < era->view->member_count; m++) {
        lo_instream *in = arena->in[m];
        if (!in || in->finished || !era->gone[m] || in->orphan) continue;
        in->orphan = true;
        in->tell_peers = arena->others ? TELL_PEERS : 0;
        in->tell_at = now + lo_node_random(node) % (50 * LO_MILLISECOND);
        in->orphan_until = now + ORPHAN_PATIENCE;
        lo_list_append(&node->busy_in, &in->busy);
    }
    if (arena->ring) lo_ring_wake(arena->ring, 1, now);
}

static void settle_old(lo_era *era, const lo_view *newest, lo_time now) {
    for (uint32_t m = 0; m < era->view->member_count; m++)
        if (lo_view_find_member(newest, era->view->members[m].number) < 0) era->gone[m] = true;
    lo_hybrid_settle(era);
    for (uint32_t r = 0; r < era->view->region_count; r++) settle_old_arena(&era->arenas[r], now);
}

static void locate_groups(lo_node *node) {
    for (uint32_t h = 0; h < node->group_count; h++) {
        lo_local_group *group = &node->groups[h];
        if (!group->joins) continue;
        int index = lo_view_find_group(node->era->view, &group->id);
        group->index = index < 0 ? LO_ALL_GROUPS : (uint32_t)index;
        group->only = NULL;
        group->hybrid = NULL;
        for (lo_layer *layer = group->bottom; layer; layer = layer->above)
            if (layer->operations->view) layer->operations->view(layer, node->era->view, node->now);
    }
}

/* What has not come of its streams will not come any more. */
static void tell_of_loss(const lo_era *era) {
    for (uint32_t r = 0; r < era->view->region_count; r++) {
        const lo_arena *arena = &era->arenas[r];
        for (uint32_t m = 0; arena->in && m < era->view->member_count; m++) {
            const lo_instream *in = arena->in[m];
            if (in && !in->finished && in->delivered < in->highest) lo_layers_gap(arena, in->sender);
        }
    }
}

static void drop_oldest(lo_node *node) {
    lo_era **at = &node->era;
    while ((*at)->older) at = &(*at)->older;
    lo_era *oldest = *at;
    tell_of_loss(oldest);
    *at = NULL;
    node->era_count--;
    lo_era_destroy(oldest);
}

int lo_era_begin(lo_node *node, lo_view *view, lo_time now) {
    if (node->era && view->number <= node->era->view->number) return LO_ERROR_STALE;
    lo_era *era = lo_memory_take(&node->memory, sizeof *era);
    if (!era) return LO_ERROR_MEMORY;
    era->node = node;
    era->view = view;
    lo_list_init(&era->hybrids);
    lo_view_hold(view);
    int error = fill_era(era, now);
    if (error) {
        lo_era_destroy(era);
        return error;
    }
    if (node->crypto && lo_crypto_set_view(node->crypto, view, now) < 0) node->statistics.no_memory++;
    for (lo_era *old = node->era; old; old = old->older) {
        if (!old->replaced) old->replaced = now ? now : 1;
        settle_old(old, view, now);
    }
    era->older = node->era;
    node->era = era;
    node->era_count++;
    locate_groups(node);
    if (node->era_count > LO_MAX_ERAS && !node->batch_count) drop_oldest(node);
    lo_view_hold(view);
    lo_delivery delivery = {.kind = LO_DELIVERY_VIEW, .group = LO_ALL_GROUPS, .view = view, .view_number = view->number};
    if (!lo_queue_push(node, &delivery)) lo_view_release(view);
    lo_deliver_event(node, LO_DELIVERY_CHANNELS, LO_ALL_GROUPS);
    return LO_OK;
}

void lo_era_ungate_sender(lo_node *node, uint32_t sender, lo_time now) {
    for (lo_era *era = node->era; era; era = era->older) {
        int index = lo_era_member(era, sender);
        if (index < 0) continue;
        for (uint32_t r = 0; r < era->view->region_count; r++) {
            lo_instream *in = era->arenas[r].in ? era->arenas[r].in[index] : NULL;
            if (in && in->gated) lo_instream_ungate(in, now);
        }
    }
}

static bool out_finished(const lo_outstream *out, lo_time now) {
    if (now > out->era->replaced && now - out->era->replaced > GIVE_UP) return true;
    if (lo_pack_has_unsent(out)) return false;
    return out->sent == 0 || (out->stable == out->sent && out->farewells == 0);
}

static bool in_finished(const lo_instream *in, lo_time now) {
    bool complete = in->received >= in->highest && in->delivered == in->received;
    if (!complete) return false;
    if (in->closed) return in->stable >= in->received || now - in->era->replaced > LINGER;
    lo_time quiet = now - lo_max64(in->last_data, in->era->replaced);
    return quiet > (in->orphan ? LINGER : 2 * LINGER);
}

static void collect_arena(lo_arena *arena, lo_time now) {
    if (arena->out && out_finished(arena->out, now)) lo_outstream_destroy(arena->out);
    for (uint32_t m = 0; arena->in && m < arena->era->view->member_count; m++) {
        lo_instream *in = arena->in[m];
        if (!in || in->finished) continue;
        lo_time since = lo_max64(in->last_data, arena->era->replaced);
        if (in->received < in->highest && now > since && now - since > NO_PROGRESS) {
            lo_status lost = {.last = in->highest, .floor = in->highest};
            lo_instream_status(in, &lost, now);
        }
        if (in_finished(in, now)) {
            lo_instream_finish(in);
            lo_era_ungate_sender(arena->era->node, in->sender, now);
        }
    }
}

/* Ends what has ended. Called now and then, and only while nothing that is out refers to it. */
void lo_era_collect(lo_node *node, lo_time now) {
    if (!node->era || !node->era->older || node->batch_count) return;
    if (now < node->collected + 50 * LO_MILLISECOND && now >= node->collected) return;
    node->collected = now;
    lo_era **at = &node->era->older;
    while (*at) {
        lo_era *era = *at;
        for (uint32_t r = 0; r < era->view->region_count; r++) collect_arena(&era->arenas[r], now);
        if (era->live_streams == 0 && now > era->replaced && now - era->replaced > LINGER) {
            *at = era->older;
            node->era_count--;
            lo_era_destroy(era);
            lo_deliver_event(node, LO_DELIVERY_CHANNELS, LO_ALL_GROUPS);
        } else {
            at = &era->older;
        }
    }
    while (node->era_count > LO_MAX_ERAS) drop_oldest(node);
}

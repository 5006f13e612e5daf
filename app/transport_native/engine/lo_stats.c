/* Looking in: statistics, regions, channels. */
#include "lo_internal.h"

const lo_view *lo_node_view(const lo_node *node) { return node->era ? node->era->view : NULL; }

static bool add_channel(lo_address *out, uint32_t room, uint32_t *count, lo_address address) {
    for (uint32_t i = 0; i < *count && i < room; i++)
        if (out[i].kind == address.kind && out[i].channel == address.channel) return false;
    if (*count < room) out[*count] = address;
    (*count)++;
    return true;
}

uint32_t lo_node_channels(const lo_node *node, lo_address *out, uint32_t room) {
    uint32_t count = 0;
    add_channel(out, room, &count, lo_channel_address(0, LO_PATH_MULTICAST));
    for (const lo_era *era = node->era; era; era = era->older) {
        for (uint32_t r = 0; r < era->view->region_count; r++) {
            const lo_arena *arena = &era->arenas[r];
            if (arena->position == LO_NO_POSITION) continue;
            lo_address address = lo_channel_address(arena->region->channel, LO_PATH_MULTICAST);
            if (arena->region->dissemination == LO_DISSEMINATE_RING) {
                address.kind = LO_ADDRESS_RING;
                address.path = LO_PATH_RING;
            }
            if (arena->region->dissemination != LO_DISSEMINATE_UNICAST) add_channel(out, room, &count, address);
        }
        for (uint32_t g = 0; g < era->view->group_count; g++)
            if (era->view->groups[g].channel && era->routes->to[g] != LO_ALL_GROUPS)
                add_channel(out, room, &count, lo_channel_address(era->view->groups[g].channel, LO_PATH_MULTICAST));
    }
    return count;
}

static void count_streams(const lo_node *node, lo_node_statistics *out) {
    for (const lo_era *era = node->era; era; era = era->older) {
        out->eras++;
        for (uint32_t r = 0; r < era->view->region_count; r++) {
            const lo_arena *arena = &era->arenas[r];
            out->streams_out += arena->out != NULL;
            for (uint32_t m = 0; arena->in && m < era->view->member_count; m++) out->streams_in += arena->in[m] != NULL;
        }
    }
}

void lo_node_read_statistics(const lo_node *node, lo_node_statistics *out) {
    *out = node->statistics;
    out->memory_used = node->memory.used + sizeof *node;
    out->memory_peak = node->memory.peak + sizeof *node;
    out->memory_budget = node->memory.budget;
    out->buffers_live = node->send_pool.live + node->receive_pool.live;
    out->bytes_cached = node->cached_bytes;
    out->bytes_undelivered = node->undelivered_bytes;
    out->streams_in = out->streams_out = out->eras = 0;
    count_streams(node, out);
    if (node->membership) lo_membership_read_counts(node->membership, &out->membership);
    if (node->crypto) lo_crypto_read_counts(node->crypto, &out->crypto);
}

static void describe(const lo_arena *arena, lo_region_statistics *out) {
    memset(out, 0, sizeof *out);
    out->region = arena->index;
    out->channel = arena->region->channel;
    out->member_count = arena->region->member_count;
    out->partition_count = arena->partition_count;
    out->partition = arena->partition.index;
    out->position = arena->position;
    out->quick = arena->quick;
    out->view = arena->era->view->number;
    if (arena->out) {
        out->sequence_sent = arena->out->sent;
        out->sequence_stable = arena->out->stable;
        out->window_bytes = arena->out->window.bytes;
        out->flight_bytes = arena->out->flight_limit;
    }
    for (uint32_t m = 0; arena->in && m < arena->era->view->member_count; m++)
        out->active_senders += arena->in[m] && arena->in[m]->received > arena->in[m]->stable;
    if (arena->ring) lo_ring_statistics(arena->ring, out);
}

uint32_t lo_node_read_regions(const lo_node *node, lo_region_statistics *out, uint32_t room) {
    uint32_t count = 0;
    for (const lo_era *era = node->era; era; era = era->older) {
        for (uint32_t r = 0; r < era->view->region_count; r++) {
            const lo_arena *arena = &era->arenas[r];
            if (arena->position == LO_NO_POSITION && !arena->out) continue;
            if (count < room) describe(arena, &out[count]);
            count++;
        }
    }
    return count;
}

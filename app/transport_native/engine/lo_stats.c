// SPDX-License-Identifier: BSD-3-Clause
/* Introspection: statistics, regions, channels. */
#include "lo_node_internal.h"

const lo_view *lo_node_view(const lo_node *node) { return node->epoch ? node->epoch->view : NULL; }

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
    for (const lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        for (uint32_t r = 0; r < epoch->view->region_count; r++) {
            const lo_region_state *state = &epoch->region_states[r];
            if (state->position == LO_NO_POSITION) continue;
            lo_address address = lo_channel_address(state->region->channel, LO_PATH_MULTICAST);
            if (state->region->dissemination == LO_DISSEMINATE_SHARED) {
                address.kind = LO_ADDRESS_SHARED;
                address.path = LO_PATH_SHARED;
            }
            if (state->region->dissemination != LO_DISSEMINATE_UNICAST) add_channel(out, room, &count, address);
        }
        for (uint32_t g = 0; g < epoch->view->group_count; g++)
            if (epoch->view->groups[g].channel && epoch->routes->to[g] != LO_ALL_GROUPS)
                add_channel(out, room, &count, lo_channel_address(epoch->view->groups[g].channel, LO_PATH_MULTICAST));
    }
    return count;
}

static void count_streams(const lo_node *node, lo_node_statistics *out) {
    for (const lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        out->epochs++;
        for (uint32_t r = 0; r < epoch->view->region_count; r++) {
            const lo_region_state *state = &epoch->region_states[r];
            out->streams_out += state->out != NULL;
            for (uint32_t m = 0; state->in && m < epoch->view->member_count; m++)
                out->streams_in += state->in[m] != NULL;
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
    out->streams_in = out->streams_out = out->epochs = 0;
    count_streams(node, out);
    if (node->membership) lo_membership_read_counts(node->membership, &out->membership);
    if (node->crypto) lo_crypto_read_counts(node->crypto, &out->crypto);
}

static void describe(const lo_region_state *state, lo_region_statistics *out) {
    memset(out, 0, sizeof *out);
    out->region = state->index;
    out->channel = state->region->channel;
    out->member_count = state->region->member_count;
    out->partition_count = state->partition_count;
    out->partition = state->partition.index;
    out->position = state->position;
    out->quick = state->quick;
    out->view = state->epoch->view->number;
    if (state->out) {
        out->sequence_sent = state->out->sent;
        out->sequence_stable = state->out->stable;
        out->window_bytes = state->out->window.bytes;
        out->flight_bytes = state->out->flight_limit;
    }
    for (uint32_t m = 0; state->in && m < state->epoch->view->member_count; m++)
        out->active_senders += state->in[m] && state->in[m]->received > state->in[m]->stable;
    if (state->rings) lo_region_rings_statistics(state->rings, out);
}

uint32_t lo_node_read_regions(const lo_node *node, lo_region_statistics *out, uint32_t room) {
    uint32_t count = 0;
    for (const lo_epoch *epoch = node->epoch; epoch; epoch = epoch->older) {
        for (uint32_t r = 0; r < epoch->view->region_count; r++) {
            const lo_region_state *state = &epoch->region_states[r];
            if (state->position == LO_NO_POSITION && !state->out) continue;
            if (count < room) describe(state, &out[count]);
            count++;
        }
    }
    return count;
}

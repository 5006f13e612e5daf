// SPDX-License-Identifier: BSD-3-Clause
#include "lo_node_internal.h"

static uint32_t to_channel(const lo_dissemination *policy, const lo_view *view, const lo_region *region,
                           lo_address *out, uint32_t room) {
    (void)view;
    if (room) *out = lo_channel_address(region->channel, policy->path);
    return 1;
}

static uint32_t to_each_member(const lo_dissemination *policy, const lo_view *view, const lo_region *region,
                               lo_address *out, uint32_t room) {
    (void)policy;
    uint32_t count = 0;
    for (uint32_t p = 0; p < region->member_count; p++) {
        if (region->members[p] == view->self) continue;
        if (count < room) out[count] = view->members[region->members[p]].address;
        count++;
    }
    return count;
}

static uint32_t to_shared(const lo_dissemination *policy, const lo_view *view, const lo_region *region, lo_address *out,
                          uint32_t room) {
    (void)view;
    if (room) {
        *out = lo_channel_address(region->channel, policy->path);
        out->kind = LO_ADDRESS_SHARED;
    }
    return 1;
}

const lo_dissemination lo_disseminate_multicast = {"multicast", to_channel, LO_PATH_MULTICAST};
const lo_dissemination lo_disseminate_unicast = {"unicast", to_each_member, LO_PATH_UNICAST};
const lo_dissemination lo_disseminate_shared = {"ring", to_shared, LO_PATH_SHARED};

int lo_layer_up(lo_layer *layer, const lo_message *message, lo_time now) {
    if (layer->above) return layer->above->operations->up(layer->above, message, now);
    return lo_deliver_from_layers(layer->node, message);
}

int lo_layer_down(lo_layer *layer, const lo_message *message, lo_time now) {
    if (layer->below) return layer->below->operations->down(layer->below, message, now);
    return lo_core_send(layer->node, layer->group, message->kind, message->data, message->size, now);
}

int lo_layer_view_change(lo_layer *layer, const lo_view_change *view_change, lo_time now) {
    lo_layer *above = layer->above;
    if (!above) return lo_deliver_view_change(layer->node, layer->group, view_change);
    return above->operations->view_change ? above->operations->view_change(above, view_change, now)
                                          : lo_layer_view_change(above, view_change, now);
}

void lo_layer_schedule(lo_layer *layer, lo_time at) {
    if (!lo_list_holds(&layer->busy) || at < layer->work_at) layer->work_at = at;
    lo_list_append(&layer->node->busy_layers, &layer->busy);
}

void lo_layers_work(lo_node *node, lo_time now) {
    LO_LIST_EACH(link, &node->busy_layers) {
        lo_layer *layer = LO_CONTAINER(link, lo_layer, busy);
        if (layer->work_at > now) continue;
        lo_list_remove(link);
        layer->operations->work(layer, now);
    }
}

void lo_layers_acked(lo_node *node) {
    for (lo_link *link = node->busy_layers.after; link != &node->busy_layers; link = link->after) {
        lo_layer *layer = LO_CONTAINER(link, lo_layer, busy);
        if (layer->on_acks) layer->work_at = node->now;
    }
}

lo_time lo_layers_wakeup(const lo_node *node) {
    lo_time at = LO_NEVER;
    for (const lo_link *link = node->busy_layers.after; link != &node->busy_layers; link = link->after)
        at = lo_min64(at, LO_CONTAINER(link, const lo_layer, busy)->work_at);
    return at;
}

static bool spans(const lo_group *group, uint32_t region) {
    for (uint32_t i = 0; i < group->region_count; i++)
        if (group->regions[i] == region) return true;
    return false;
}

void lo_layers_gap(const lo_region_state *state, uint32_t sender) {
    const lo_epoch *epoch = state->epoch;
    lo_node *node = epoch->node;
    if (state->region->policy.order == LO_ORDER_SENDER && !node->layer_count) return;
    for (uint32_t g = 0; g < epoch->view->group_count; g++) {
        uint32_t handle = lo_routes_handle(epoch->routes, g);
        if (handle == LO_ALL_GROUPS || !spans(&epoch->view->groups[g], state->index)) continue;
        for (lo_layer *layer = node->groups[handle].bottom; layer; layer = layer->above)
            if (layer->operations->gap) layer->operations->gap(layer, sender, epoch->view->number, node->now);
    }
}

#include "lo_internal.h"

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

static uint32_t to_ring(const lo_dissemination *policy, const lo_view *view, const lo_region *region, lo_address *out,
                        uint32_t room) {
    (void)view;
    if (room) {
        *out = lo_channel_address(region->channel, policy->path);
        out->kind = LO_ADDRESS_RING;
    }
    return 1;
}

const lo_dissemination lo_disseminate_multicast = {"multicast", to_channel, LO_PATH_MULTICAST};
const lo_dissemination lo_disseminate_unicast = {"unicast", to_each_member, LO_PATH_UNICAST};
const lo_dissemination lo_disseminate_ring = {"ring", to_ring, LO_PATH_RING};

int lo_layer_up(lo_layer *layer, const lo_message *message, lo_time now) {
    if (layer->above) return layer->above->operations->up(layer->above, message, now);
    return lo_deliver_message(layer->node, message);
}

int lo_layer_down(lo_layer *layer, const lo_message *message, lo_time now) {
    if (layer->below) return layer->below->operations->down(layer->below, message, now);
    return lo_core_send(layer->node, layer->group, message->data, message->size, now);
}

// SPDX-License-Identifier: BSD-3-Clause
/* Layers above the core, unicast fan-out below it, misuse of a node. */
#include "check.h"
#include "lo_node_internal.h"
#include "pump.h"

/* A layer that numbers messages going down and checks the numbers going up. */
typedef struct counting_layer {
    lo_layer layer;
    uint32_t next_down, next_up[PUMP_NODES * 3];
    uint32_t views;
    bool *destroyed;
} counting_layer;

static int count_down(lo_layer *layer, const lo_message *message, lo_time now) {
    counting_layer *self = (counting_layer *)(void *)layer;
    uint8_t data[1024];
    lo_store32(data, self->next_down + 1);
    memcpy(data + 4, message->data, message->size);
    lo_message longer = *message;
    longer.data = data;
    longer.size += 4;
    int error = lo_layer_down(layer, &longer, now);
    if (!error) self->next_down++;
    return error;
}

static int count_up(lo_layer *layer, const lo_message *message, lo_time now) {
    counting_layer *self = (counting_layer *)(void *)layer;
    for (uint32_t i = 0; i < message->count; i++)
        CHECK_EQUAL(lo_load32(message->data + (size_t)i * message->stride),
                    ++self->next_up[message->sender % (PUMP_NODES * 3)]);
    lo_message shorter = *message;
    shorter.data += 4;
    shorter.size -= 4;
    return lo_layer_up(layer, &shorter, now);
}

static void count_view(lo_layer *layer, lo_view *view, lo_time now) {
    (void)view;
    (void)now;
    ((counting_layer *)(void *)layer)->views++;
}

static void count_destroy(lo_layer *layer) {
    counting_layer *self = (counting_layer *)(void *)layer;
    *self->destroyed = true;
    free(self);
}

static const lo_layer_operations counting = {.name = "counting", .down = count_down, .up = count_up, .view = count_view,
                                             .destroy = count_destroy};

static void layers_compose(void) {
    pump_options options = {.nodes = 3, .seed = 1};
    pump *p = pump_create(&options);
    uint64_t groups[1] = {7};
    bool destroyed[6] = {false};
    counting_layer *layers[6];
    pump_view(p, groups, 1, (lo_policy){0});
    for (uint32_t i = 0; i < 6; i++) {
        layers[i] = calloc(1, sizeof(counting_layer));
        layers[i]->layer.operations = &counting;
        layers[i]->destroyed = &destroyed[i];
        CHECK_EQUAL(lo_node_push_layer(p->nodes[i / 2], p->handles[i / 2][0], &layers[i]->layer), LO_OK);
    }
    p->loss = 500;
    for (uint32_t i = 0; i < 300; i++) CHECK_EQUAL(pump_send(p, i % 3, 0, 100 + i), LO_OK);
    CHECK(pump_settle(p, groups, 1, 5 * LO_SECOND));
    for (uint32_t i = 0; i < 6; i++) CHECK_EQUAL(layers[i]->next_down, 100);
    pump_view(p, groups, 1, (lo_policy){0});
    CHECK_EQUAL(layers[0]->views, 1);
    CHECK_EQUAL(lo_node_leave(p->nodes[0], p->handles[0][0], p->now), LO_OK);
    CHECK(destroyed[0] && destroyed[1] && !destroyed[2]);
    pump_destroy(p);
    CHECK(destroyed[5]);
}

/* The same core without multicast: each member gets its own copy. */
static void unicast_fan_out(void) {
    pump_options options = {.nodes = 6, .seed = 3};
    pump *p = pump_create(&options);
    p->no_multicast = true;
    uint64_t groups[2] = {0x3f, 0x0f};
    pump_view(p, groups, 2, (lo_policy){0});
    const lo_view *view = lo_node_view(p->nodes[0]);
    for (uint32_t r = 0; r < view->region_count; r++)
        CHECK_EQUAL(view->regions[r].dissemination, LO_DISSEMINATE_UNICAST);
    p->loss = 200;
    for (uint32_t i = 0; i < 2000; i++) {
        (void)pump_send(p, i % 6, 0, 300);
        (void)pump_send(p, i % 4, 1, 300);
        if (i % 20 == 0) pump_run(p, LO_MILLISECOND);
    }
    CHECK(pump_settle(p, groups, 2, 5 * LO_SECOND));
    pump_destroy(p);
}

static void misuse(void) {
    lo_node *node = NULL;
    lo_node_config config = {.static_view = true};
    CHECK_EQUAL(lo_node_create(&config, 0, &node), LO_ERROR_ARGUMENT);  /* No number. */
    config.number = 1;
    config.memory_budget = 1000;
    CHECK_EQUAL(lo_node_create(&config, 0, &node), LO_ERROR_ARGUMENT);
    config.memory_budget = 0;
    config.paths[0].segment_bytes = 100;
    CHECK_EQUAL(lo_node_create(&config, 0, &node), LO_ERROR_ARGUMENT);
    config.paths[0].segment_bytes = 0;
    CHECK_EQUAL(lo_node_create(&config, 0, &node), LO_OK);
    lo_id id = {{1}};
    uint32_t handle = 0;
    CHECK_EQUAL(lo_node_join(node, &id, (lo_policy){.slow = 9}, false, 0, &handle), LO_ERROR_ARGUMENT);
    CHECK_EQUAL(lo_node_join(node, &id, (lo_policy){0}, false, 0, &handle), LO_OK);
    CHECK_EQUAL(lo_node_send(node, handle, "x", 1, 0), LO_ERROR_NOT_MEMBER);
    CHECK_EQUAL(lo_node_send(node, handle + 1, "x", 1, 0), LO_ERROR_UNKNOWN);
    CHECK_EQUAL(lo_node_leave(node, handle + 1, 0), LO_ERROR_UNKNOWN);
    CHECK_EQUAL(lo_node_leave(node, handle, 0), LO_OK);
    CHECK_EQUAL(lo_node_next_wakeup(node, 5), LO_NEVER);
    uint8_t junk[300] = {LO_WIRE_VERSION, LO_PACKET_DATA};
    for (size_t length = 0; length < sizeof junk; length++) CHECK_EQUAL(lo_node_packet_in(node, junk, length, &config.address, 1), 0);
    lo_node_destroy(node);
}

/* Every node accepts arbitrary bytes, in any state, without damage. */
static void hostile_packets(void) {
    pump_options options = {.nodes = 4, .seed = 5, .quick_region = 2};
    pump *p = pump_create(&options);
    uint64_t groups[2] = {15, 7};
    pump_view(p, groups, 2, (lo_policy){0});
    uint8_t packet[700];
    lo_address source = {.kind = LO_ADDRESS_PEER, .length = 4};
    for (uint32_t i = 0; i < 60000; i++) {
        uint32_t length = 32 + (uint32_t)(pump_random(p) % (sizeof packet - 32));
        for (uint32_t k = 0; k < length; k++) packet[k] = (uint8_t)(pump_random(p) % 3 ? pump_random(p) % 4 : pump_random(p));
        lo_header header = {.kind = (uint8_t)(pump_random(p) % 8), .scope = 0x10c0, .sender = 1000 - 3 * (uint32_t)(pump_random(p) % 4),
                            .region = (uint32_t)(pump_random(p) % 3), .view = 1 + pump_random(p) % 2, .number = pump_random(p) % 9};
        lo_header_write(&header, packet);
        uint32_t target = (uint32_t)(pump_random(p) % 4);
        (void)lo_node_packet_in(p->nodes[target], packet, length, &source, p->now);
        lo_delivery deliveries[64];
        uint32_t count;
        while ((count = lo_node_deliveries(p->nodes[target], deliveries, 64)) > 0) lo_node_release(p->nodes[target], deliveries, count);
        lo_batch batch;
        lo_node_tick(p->nodes[target], p->now);
        while (lo_node_next_batch(p->nodes[target], p->now, p->scratch, 1 << 17, &batch)) lo_node_batches_done(p->nodes[target]);
        p->now += 10 * LO_MICROSECOND;
    }
    pump_destroy(p);
}

int main(void) {
    RUN(layers_compose);
    RUN(unicast_fan_out);
    RUN(misuse);
    RUN(hostile_packets);
    return 0;
}

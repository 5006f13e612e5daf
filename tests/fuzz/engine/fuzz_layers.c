// SPDX-License-Identifier: BSD-3-Clause
/* A node in a totally ordered group whose other members are the input: flushes, relays, orders, messages and views,
 * in any order and with any content. The layers may not crash, read out of bounds, or exceed their memory. */
#include <string.h>

#include "fuzz.h"
#include "lo_node_internal.h"

#define MEMBERS 4

typedef struct meeting {
    fuzz_input *input;
    lo_node *node;
    lo_memory view_memory;
    uint32_t handle;
    uint64_t view, sequence;
    lo_time now;
} meeting;

static const lo_id group_id = {{9}};
static const lo_policy policy = {.order = LO_ORDER_TOTAL};

static lo_address address_of(uint32_t member) {
    lo_address address = {.kind = LO_ADDRESS_PEER, .length = 1, .path = LO_PATH_UNICAST};
    address.bytes[0] = (uint8_t)member;
    return address;
}

/* The members whose bits are set are in the next view; the node itself always is. */
static void change_view(meeting *m) {
    uint8_t who = fuzz_byte(m->input) | 1, comes_back = fuzz_byte(m->input);
    lo_member members[MEMBERS] = {0};
    uint16_t all[MEMBERS];
    uint32_t count = 0;
    m->view++;
    for (uint32_t i = 0; i < MEMBERS; i++) {
        if (!(who >> i & 1)) continue;
        members[count] = (lo_member){.number = i + 1, .address = address_of(i)};
        members[count].joined = comes_back >> i & 1 ? m->view : 1;
        members[count].id.bytes[0] = (uint8_t)(i + 1);
        all[count] = (uint16_t)count;
        count++;
    }
    const uint16_t *sets[] = {all};
    bool read_only = comes_back >> 7;
    lo_regions_input input = {.member_count = count, .members = members, .group_count = 1, .group_ids = &group_id,
                              .policies = &policy, .member_counts = &count, .group_members = sets,
                              .read_only = &read_only};
    lo_view *view = NULL;
    assert(lo_regions_build(&input, &m->view_memory, m->view, 0, 0, &view) == LO_OK);
    assert(lo_node_install_view(m->node, view, m->now) == LO_OK);
    lo_view_release(view);
}

static uint64_t small_number(meeting *m) { return fuzz_byte(m->input) % 8; }

/* A flush, or almost one: existing views, small numbers, a list of the dead. */
static uint32_t write_flush(meeting *m, uint8_t *body, uint32_t room) {
    lo_cursor c = lo_cursor_over(body, room);
    lo_put64(&c, m->view - small_number(m) % 3);
    lo_put64(&c, small_number(m));
    lo_put64(&c, small_number(m));
    uint8_t chain = fuzz_byte(m->input) % 3, dead = fuzz_byte(m->input) % 3;
    lo_put8(&c, fuzz_byte(m->input) & 1);
    lo_put8(&c, chain);
    lo_put16(&c, dead);
    lo_put32(&c, 0);
    for (uint8_t i = 0; i < chain; i++) lo_put64(&c, m->view - small_number(m) % 3);
    for (uint8_t i = 0; i < dead; i++) {
        lo_put32(&c, fuzz_byte(m->input) % (MEMBERS + 1));
        lo_put64(&c, small_number(m));
    }
    return room - (uint32_t)lo_cursor_left(&c);
}

static uint32_t write_body(meeting *m, uint8_t kind, uint8_t *body, uint32_t room) {
    uint32_t length = 0;
    if (kind == LO_KIND_RELAY || kind == LO_KIND_LOST) {
        lo_store32(body, fuzz_byte(m->input) % (MEMBERS + 1));
        lo_store32(body + 4, fuzz_byte(m->input) % 3);
        lo_store64(body + 8, small_number(m));
        length = 16;
    }
    if (kind == LO_KIND_FLUSH || (kind == LO_KIND_RELAY && body[4] == LO_KIND_FLUSH))
        length += write_flush(m, body + length, room - length);
    else if (kind == LO_KIND_STABLE || kind == LO_KIND_DONE) {
        lo_store64(body, small_number(m));
        length = 8;
    } else
        for (uint32_t more = fuzz_byte(m->input) % 48; more > 0; more--) body[length++] = fuzz_byte(m->input) % 8;
    uint32_t missing = fuzz_byte(m->input) % 32;  /* Sometimes a few bytes are missing. */
    return missing < 8 && missing < length ? length - missing : length;
}

/* The body is allocated with its exact size, so that sanitizers see reads past its end. */
static void deliver_control(meeting *m, uint32_t sender) {
    static const uint8_t kinds[] = {LO_KIND_DATA,   LO_KIND_FLUSH, LO_KIND_RELAY, LO_KIND_LOST,
                                    LO_KIND_STABLE, LO_KIND_DONE,  LO_KIND_ORDER, LO_KIND_HANDOVER};
    uint8_t body[512] = {0}, kind = kinds[fuzz_byte(m->input) % sizeof kinds];
    uint32_t size = write_body(m, kind, body, sizeof body);
    lo_layer *bottom = m->node->groups[m->handle].bottom;
    lo_buffer *buffer = lo_pool_take_sized(&m->node->receive_pool, size ? size : 1);
    if (!buffer) return;
    memcpy(buffer->data, body, size);
    buffer->used = size;
    lo_message message = {.data = buffer->data, .size = size, .count = 1, .stride = size, .group = m->handle,
                          .sender = sender, .kind = kind, .view = m->view, .sequence = ++m->sequence, .buffer = buffer};
    (void)bottom->operations->up(bottom, &message, m->now);
    lo_buffer_release(buffer);
}

static void step(meeting *m) {
    static uint8_t scratch[1 << 17];
    lo_delivery deliveries[16];
    lo_node_tick(m->node, m->now);
    for (uint32_t count; (count = lo_node_deliveries(m->node, deliveries, 16)) > 0;)
        lo_node_release(m->node, deliveries, count);
    for (int batches = 0; batches < 16; batches++) {
        lo_batch batch;
        if (lo_node_next_batch(m->node, m->now, scratch, sizeof scratch, &batch) <= 0) break;
        lo_node_batches_done(m->node);
    }
    lo_node_statistics statistics;
    lo_node_read_statistics(m->node, &statistics);
    assert(statistics.memory_used <= statistics.memory_budget);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = {data, size, 0};
    meeting m = {.input = &input, .now = LO_SECOND};
    lo_node_config config = {.scope = 7, .number = 1, .seed = 1, .address = address_of(0), .static_view = true,
                             .memory_budget = (size_t)8 << 20};
    for (uint32_t path = 0; path < LO_PATHS; path++) config.paths[path] = (lo_path){1472, 65000};
    lo_memory_init(&m.view_memory, SIZE_MAX);
    assert(lo_node_create(&config, m.now, &m.node) == LO_OK);
    assert(lo_node_join(m.node, &group_id, policy, true, m.now, &m.handle) == LO_OK);
    change_view(&m);
    for (int steps = 0; steps < 400 && !fuzz_done(&input); steps++) {
        uint8_t what = fuzz_byte(&input) % 16;
        uint8_t message[64] = {0};
        if (what == 0) change_view(&m);
        else if (what == 1) (void)lo_node_send(m.node, m.handle, message, sizeof message, m.now);
        else if (what == 2) m.now += fuzz_word(&input) * LO_MILLISECOND;
        else if (what == 3) step(&m);
        else deliver_control(&m, what % MEMBERS + 1);
    }
    step(&m);
    lo_node_destroy(m.node);
    assert(m.view_memory.used == 0);
    return 0;
}

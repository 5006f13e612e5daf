// SPDX-License-Identifier: BSD-3-Clause
#include "pump.h"

#include "check.h"
#include "lo_regions.h"

#define SCOPE 0x10c0u

uint64_t pump_random(pump *p) {
    uint64_t z = p->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static lo_address address_of(uint32_t node) {
    lo_address address = {.kind = LO_ADDRESS_PEER, .length = 4, .path = LO_PATH_UNICAST};
    memcpy(address.bytes, &node, 4);
    return address;
}

static lo_id group_id(uint32_t group) {
    lo_id id = {{0}};
    id.bytes[0] = (uint8_t)(group >> 8);
    id.bytes[1] = (uint8_t)group;
    return id;
}

static uint32_t number_of(uint32_t node) { return 1000 - node * 3; }

static const uint8_t scope_key[32] = {1, 2, 3};

static lo_identity identity_of(uint32_t node) {
    uint8_t seed[32] = {7};
    memcpy(seed + 4, &node, 4);
    lo_identity identity;
    CHECK_EQUAL(lo_identity_from_seed(&identity, seed), LO_OK);
    return identity;
}

pump *pump_create(const pump_options *options) {
    pump *p = calloc(1, sizeof *p);
    p->count = options->nodes;
    p->random = options->seed;
    p->now = 1 * LO_SECOND;
    p->delay = 50 * LO_MICROSECOND;
    p->encrypted = options->encrypted;
    p->socket_limit = 4096;
    p->scratch = malloc(1 << 17);
    lo_memory_init(&p->view_memory, (size_t)1 << 30);
    uint32_t segment = options->segment_bytes ? options->segment_bytes : 1472;
    uint32_t batch = options->batch_bytes ? options->batch_bytes : 65000;
    for (uint32_t i = 0; i < p->count; i++) {
        lo_node_config config = {.scope = SCOPE, .number = number_of(i), .seed = options->seed, .address = address_of(i),
                                 .static_view = true, .memory_budget = options->memory_budget,
                                 .quick_region = options->quick_region};
        lo_identity identity = {{0}, {0}};
        if (options->encrypted) {
            identity = identity_of(i);
            config.scope_key = scope_key;
            config.identity = &identity;
            config.forbid_aes = options->forbid_aes;
            config.salt[0] = (uint8_t)i;
        }
        for (int path = 0; path < LO_PATHS; path++) config.paths[path] = (lo_path){segment, batch};
        CHECK_EQUAL(lo_node_create(&config, p->now, &p->nodes[i]), LO_OK);
        for (uint32_t g = 0; g < PUMP_GROUPS; g++) p->handles[i][g] = LO_ALL_GROUPS;
    }
    return p;
}

void pump_destroy(pump *p) {
    for (uint32_t i = 0; i < p->count; i++) lo_node_destroy(p->nodes[i]);
    for (uint32_t i = 0; i < p->heap_count; i++) free(p->heap[i].bytes);
    CHECK_EQUAL(p->view_memory.used, 0);
    for (uint32_t i = 0; i < p->parked_count; i++) free(p->parked[i].bytes);
    free(p->heap);
    free(p->parked);
    free(p->scratch);
    free(p);
}

static lo_view *build_view(pump *p, const uint64_t *groups, uint32_t group_count, lo_policy policy, uint32_t self) {
    lo_member members[PUMP_NODES] = {0};
    uint32_t index_of[PUMP_NODES] = {0}, alive = 0, self_index = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->dead[i]) continue;
        members[alive].number = number_of(i);
        members[alive].id.bytes[0] = (uint8_t)i;
        members[alive].address = address_of(i);
        members[alive].flags = p->no_multicast ? LO_MEMBER_NO_MULTICAST : 0;
        if (p->encrypted) {
            lo_identity identity = identity_of(i);
            memcpy(members[alive].public_key, identity.public_key, 32);
            members[alive].salt[0] = (uint8_t)i;
        }
        index_of[i] = alive;
        if (i == self) self_index = alive;
        alive++;
    }
    lo_id ids[PUMP_GROUPS];
    lo_policy policies[PUMP_GROUPS];
    uint32_t counts[PUMP_GROUPS] = {0};
    uint16_t sets[PUMP_GROUPS][PUMP_NODES];
    const uint16_t *pointers[PUMP_GROUPS];
    bool read_only[PUMP_GROUPS] = {false};
    for (uint32_t g = 0; g < group_count; g++) {
        ids[g] = group_id(g);
        policies[g] = policy;
        pointers[g] = sets[g];
        for (uint32_t i = 0; i < p->count; i++)
            if (!p->dead[i] && groups[g] >> i & 1) sets[g][counts[g]++] = (uint16_t)index_of[i];
    }
    lo_regions_input input = {.member_count = alive, .members = members, .group_count = group_count, .group_ids = ids,
                              .policies = policies, .member_counts = counts, .group_members = pointers,
                              .read_only = read_only};
    lo_view *view = NULL;
    CHECK_EQUAL(lo_regions_build(&input, &p->view_memory, p->view_counter, self_index, 0, &view), LO_OK);
    if (p->encrypted) memset(view->key, 9, sizeof view->key);
    return view;
}

void pump_view(pump *p, const uint64_t *groups, uint32_t group_count, lo_policy policy) {
    p->view_counter++;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->dead[i]) continue;
        for (uint32_t g = 0; g < group_count; g++) {
            lo_id id = group_id(g);
            bool member = groups[g] >> i & 1;
            if (member && p->handles[i][g] == LO_ALL_GROUPS)
                CHECK_EQUAL(lo_node_join(p->nodes[i], &id, policy, true, p->now, &p->handles[i][g]), LO_OK);
        }
        lo_view *view = build_view(p, groups, group_count, policy, i);
        CHECK_EQUAL(lo_node_install_view(p->nodes[i], view, p->now), LO_OK);
        lo_view_release(view);
    }
}

void pump_kill(pump *p, uint32_t node) {
    p->dead[node] = true;
    lo_node_destroy(p->nodes[node]);
    p->nodes[node] = NULL;
}

static void fill(uint8_t *data, uint32_t size, uint32_t from, uint32_t group, uint64_t number) {
    lo_store32(data, from);
    lo_store32(data + 4, group);
    lo_store64(data + 8, number);
    for (uint32_t i = 16; i < size; i++) data[i] = (uint8_t)(number * 31 + i * 7 + from);
}

int pump_send(pump *p, uint32_t from, uint32_t group, uint32_t size) {
    CHECK(size >= 16);
    uint8_t *data = malloc(size);
    fill(data, size, from, group, p->sent[from][group] + 1);
    int error = lo_node_send(p->nodes[from], p->handles[from][group], data, size, p->now);
    if (!error) p->sent[from][group]++;
    free(data);
    return error;
}

static void check_message(pump *p, uint32_t receiver, const uint8_t *data, uint32_t size, uint32_t sender, uint32_t handle) {
    CHECK(size >= 16);
    uint32_t from = lo_load32(data), group = lo_load32(data + 4);
    uint64_t number = lo_load64(data + 8);
    CHECK_EQUAL(number_of(from), sender);
    CHECK(from < p->count && group < PUMP_GROUPS);
    CHECK_EQUAL(p->handles[receiver][group], handle);
    uint64_t *last = &p->delivered[receiver][from][group];
    if (p->gaps[receiver]) CHECK(number > *last);
    else CHECK_EQUAL(number, *last + 1);
    *last = number;
    for (uint32_t i = 16; i < size; i += 97) CHECK_EQUAL(data[i], (uint8_t)(number * 31 + i * 7 + from));
    p->bytes_delivered[receiver] += size;
    p->hunger[receiver] -= size;
}

/* Can its application take more? */
static bool hungry(pump *p, uint32_t i) {
    if (!p->appetite[i]) return true;
    double most = p->appetite[i];
    p->hunger[i] += most * (double)(p->now - p->fed[i]) / (double)LO_MILLISECOND;
    p->fed[i] = p->now;
    if (p->hunger[i] > most) p->hunger[i] = most;
    return p->hunger[i] > 0;
}

static void take_deliveries(pump *p, uint32_t i) {
    lo_delivery deliveries[64];
    uint32_t count, most = p->appetite[i] ? 1 : 64;
    while (!p->deaf[i] && hungry(p, i) && (count = lo_node_deliveries(p->nodes[i], deliveries, most)) > 0) {
        for (uint32_t d = 0; d < count; d++) {
            const lo_delivery *delivery = &deliveries[d];
            if (p->watch) p->watch(p, i, delivery);
            if (delivery->kind == LO_DELIVERY_GAP) p->gaps[i] += delivery->count;
            if (delivery->kind == LO_DELIVERY_VIEW) p->views[i]++;
            if (delivery->kind != LO_DELIVERY_MESSAGES) continue;
            for (uint32_t m = 0; m < delivery->count; m++)
                check_message(p, i, delivery->data + (size_t)m * delivery->stride, delivery->size, delivery->sender,
                              lo_delivery_group(delivery, m));
        }
        lo_node_release(p->nodes[i], deliveries, count);
    }
}

static bool before(const pump_packet *a, const pump_packet *b) {
    return a->at < b->at || (a->at == b->at && a->order < b->order);
}

static void push(pump *p, pump_packet packet) {
    if (p->heap_count == p->heap_capacity) {
        p->heap_capacity = p->heap_capacity ? p->heap_capacity * 2 : 1024;
        p->heap = realloc(p->heap, p->heap_capacity * sizeof *p->heap);
    }
    uint32_t at = p->heap_count++;
    while (at && before(&packet, &p->heap[(at - 1) / 2])) {
        p->heap[at] = p->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    p->heap[at] = packet;
}

static pump_packet pop(pump *p) {
    pump_packet first = p->heap[0], last = p->heap[--p->heap_count];
    uint32_t at = 0;
    while (at * 2 + 1 < p->heap_count) {
        uint32_t child = at * 2 + 1;
        if (child + 1 < p->heap_count && before(&p->heap[child + 1], &p->heap[child])) child++;
        if (!before(&p->heap[child], &last)) break;
        p->heap[at] = p->heap[child];
        at = child;
    }
    p->heap[at] = last;
    return first;
}

static void transmit(pump *p, uint32_t from, uint32_t to, const uint8_t *bytes, uint32_t length) {
    if (to == from || p->dead[to]) return;
    p->packets++;
    bool data = bytes[1] == LO_PACKET_DATA;
    p->kinds[bytes[1]]++;
    p->data_packets += data;
    bool lost = p->burst ? p->batch_lost[to] : pump_random(p) % 10000 < p->loss;
    if (p->drop_all || lost || p->unreached >> to & 1 || p->socket_packets[to] >= p->socket_limit) {
        p->lost++;
        p->data_lost += data;
        return;
    }
    pump_packet packet = {.at = p->now + p->delay + (p->jitter ? pump_random(p) % p->jitter : 0), .order = p->order++,
                          .to = to, .from = from, .length = length, .bytes = malloc(length)};
    memcpy(packet.bytes, bytes, length);
    p->socket_packets[to]++;
    push(p, packet);
}

static bool subscribed(pump *p, uint32_t node, uint32_t channel) {
    if (p->dead[node]) return false;
    lo_address channels[64];
    uint32_t count = lo_node_channels(p->nodes[node], channels, 64);
    for (uint32_t i = 0; i < count; i++)
        if (channels[i].channel == channel) return true;
    return false;
}

static void send_batch(pump *p, uint32_t from, const lo_batch *batch) {
    uint8_t *joined = malloc(batch->total_bytes);
    uint32_t filled = 0, segments = 0;
    for (uint32_t i = 0; i < batch->slice_count; i++) {
        memcpy(joined + filled, batch->slices[i].data, batch->slices[i].length);
        filled += (uint32_t)batch->slices[i].length;
    }
    CHECK_EQUAL(filled, batch->total_bytes);
    for (uint32_t n = 0; n < p->count; n++) p->batch_lost[n] = pump_random(p) % 10000 < p->loss;
    for (uint32_t d = 0; d < batch->destination_count; d++) {
        const lo_address *to = &batch->destinations[d];
        bool reached[PUMP_NODES] = {false};
        for (uint32_t n = 0; to->kind != LO_ADDRESS_PEER && n < p->count; n++) reached[n] = subscribed(p, n, to->channel);
        segments = 0;
        for (uint32_t at = 0; at < filled; at += batch->segment_bytes, segments++) {
            uint32_t length = lo_min32(batch->segment_bytes, filled - at);
            if (to->kind == LO_ADDRESS_PEER) {
                transmit(p, from, lo_load32(to->bytes), joined + at, length);
                continue;
            }
            for (uint32_t n = 0; n < p->count; n++)
                if (reached[n]) transmit(p, from, n, joined + at, length);
        }
        CHECK_EQUAL(segments, batch->segment_count);
    }
    free(joined);
}

static void run_node(pump *p, uint32_t i) {
    lo_batch batch;
    lo_node_tick(p->nodes[i], p->now);
    take_deliveries(p, i);
    for (int n = 0; n < 64 && lo_node_next_batch(p->nodes[i], p->now, p->scratch, 1 << 17, &batch); n++) {
        send_batch(p, i, &batch);
        lo_node_batches_done(p->nodes[i]);
    }
    take_deliveries(p, i);
}

/* Keeps a packet for a frozen node until that node runs again. */
static void park(pump *p, pump_packet packet) {
    if (p->parked_count == p->parked_capacity) {
        p->parked_capacity = p->parked_capacity ? p->parked_capacity * 2 : 1024;
        p->parked = realloc(p->parked, p->parked_capacity * sizeof *p->parked);
    }
    p->parked[p->parked_count++] = packet;
}

static void unpark(pump *p) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->parked_count; i++) {
        pump_packet packet = p->parked[i];
        if (!p->dead[packet.to] && p->frozen[packet.to]) {
            p->parked[kept++] = packet;
        } else {
            packet.at = p->now;
            push(p, packet);
        }
    }
    p->parked_count = kept;
}

void pump_run(pump *p, lo_time duration) {
    lo_time end = p->now + duration;
    unpark(p);
    while (p->now < end) {
        lo_time next = p->heap_count ? p->heap[0].at : LO_NEVER;
        for (uint32_t i = 0; i < p->count; i++) {
            if (p->dead[i] || p->frozen[i]) continue;
            run_node(p, i);
            lo_time wakeup = lo_node_next_wakeup(p->nodes[i], p->now);
            p->impatient += wakeup <= p->now;
            next = lo_min64(next, lo_max64(wakeup, p->now + 20 * LO_MICROSECOND));
        }
        if (p->heap_count) next = lo_min64(next, p->heap[0].at);
        p->now = lo_min64(lo_max64(next, p->now), end);
        while (p->heap_count && p->heap[0].at <= p->now) {
            pump_packet packet = pop(p);
            if (!p->dead[packet.to] && p->frozen[packet.to]) {
                park(p, packet);
                continue;
            }
            p->socket_packets[packet.to]--;
            lo_address source = address_of(packet.from);
            if (!p->dead[packet.to]) lo_node_packet_in(p->nodes[packet.to], packet.bytes, packet.length, &source, p->now);
            free(packet.bytes);
        }
    }
}

static bool settled(const pump *p, const uint64_t *groups, uint32_t group_count) {
    for (uint32_t g = 0; g < group_count; g++)
        for (uint32_t r = 0; r < p->count; r++)
            for (uint32_t s = 0; s < p->count; s++) {
                bool counts = !p->dead[r] && !p->dead[s] && groups[g] >> r & 1 && !p->deaf[r];
                if (counts && p->delivered[r][s][g] != p->sent[s][g]) return false;
            }
    return true;
}

bool pump_settle(pump *p, const uint64_t *groups, uint32_t group_count, lo_time timeout) {
    lo_time end = p->now + timeout;
    while (!settled(p, groups, group_count)) {
        if (p->now >= end) return false;
        pump_run(p, 2 * LO_MILLISECOND);
    }
    return true;
}

lo_node_statistics pump_statistics(pump *p, uint32_t node) {
    lo_node_statistics statistics;
    lo_node_read_statistics(p->nodes[node], &statistics);
    return statistics;
}

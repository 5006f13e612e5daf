// SPDX-License-Identifier: BSD-3-Clause
/* Three nodes, and the input is the network between them: it passes, drops, duplicates, truncates, alters, delays
 * and invents packets. No node may crash or exceed its memory. The first byte chooses an open or a sealed scope. */
#include <sodium.h>
#include <stdlib.h>

#include "fuzz.h"
#include "lo_identity.h"
#include "lo_node.h"

#define NODES 3
#define KEPT 64

typedef struct kept_packet {
    uint8_t bytes[LO_MAX_PACKET];
    uint32_t length;
} kept_packet;

typedef struct conversation {
    fuzz_input *input;
    lo_node *nodes[NODES];
    uint32_t handles[NODES];
    lo_time now;
    uint32_t kept_count;
} conversation;

static kept_packet kept[KEPT];
static uint8_t scratch[1 << 17];

static lo_address address_of(uint32_t node) {
    lo_address address = {.kind = LO_ADDRESS_PEER, .length = 1, .path = LO_PATH_UNICAST};
    address.bytes[0] = (uint8_t)node;
    return address;
}

static void hand_over(conversation *talk, uint32_t from, uint32_t to, const uint8_t *bytes, uint32_t length) {
    lo_address source = address_of(from);
    lo_node_packet_in(talk->nodes[to], bytes, length, &source, talk->now);
}

static void alter(conversation *talk, uint8_t *bytes, uint32_t length) {
    for (uint32_t changes = fuzz_byte(talk->input) % 4 + 1; changes > 0 && length > 0; changes--)
        bytes[fuzz_word(talk->input) % length] ^= (uint8_t)(fuzz_byte(talk->input) | 1);
}

/* The network's decision about one packet for one receiver. */
static void pass(conversation *talk, uint32_t from, uint32_t to, const uint8_t *bytes, uint32_t length) {
    static uint8_t copy[LO_MAX_PACKET];
    switch (fuzz_byte(talk->input) % 12) {
        case 1: return;
        case 2: hand_over(talk, from, to, bytes, length); break;
        case 3:
            memcpy(copy, bytes, length);
            alter(talk, copy, length);
            hand_over(talk, from, to, copy, length);
            return;
        case 4: hand_over(talk, from, to, bytes, fuzz_word(talk->input) % (length + 1)); return;
        case 5: hand_over(talk, (from + 1) % NODES, to, bytes, length); return;
        case 6: {
            const kept_packet *old = &kept[fuzz_byte(talk->input) % KEPT];
            if (old->length) hand_over(talk, from, to, old->bytes, old->length);
            break;
        }
        case 7: {
            uint32_t made = 0;
            for (uint32_t count = fuzz_word(talk->input) % 600; made < count; made++) copy[made] = fuzz_byte(talk->input);
            if (length >= LO_HEADER_BYTES && made < LO_HEADER_BYTES) made = LO_HEADER_BYTES;
            if (length >= LO_HEADER_BYTES) memcpy(copy, bytes, LO_HEADER_BYTES);
            hand_over(talk, from, to, copy, made);
            break;
        }
        default: break;
    }
    hand_over(talk, from, to, bytes, length);
}

static void keep(conversation *talk, const uint8_t *bytes, uint32_t length) {
    kept_packet *place = &kept[talk->kept_count++ % KEPT];
    memcpy(place->bytes, bytes, length);
    place->length = length;
}

static void send_batch(conversation *talk, uint32_t from, const lo_batch *batch) {
    static uint8_t whole[1 << 17];
    size_t total = 0;
    for (uint32_t n = 0; n < batch->slice_count; n++) {
        assert(total + batch->slices[n].length <= sizeof whole);
        memcpy(whole + total, batch->slices[n].data, batch->slices[n].length);
        total += batch->slices[n].length;
    }
    for (size_t at = 0; at < total; at += batch->segment_bytes) {
        uint32_t length = (uint32_t)(total - at < batch->segment_bytes ? total - at : batch->segment_bytes);
        keep(talk, whole + at, length);
        for (uint32_t d = 0; d < batch->destination_count; d++) {
            const lo_address *to = &batch->destinations[d];
            if (to->kind == LO_ADDRESS_PEER && to->bytes[0] < NODES && to->bytes[0] != from)
                pass(talk, from, to->bytes[0], whole + at, length);
            for (uint32_t n = 0; to->kind != LO_ADDRESS_PEER && n < NODES; n++)
                if (n != from) pass(talk, from, n, whole + at, length);
        }
    }
}

static void step(conversation *talk, uint32_t n) {
    lo_node *node = talk->nodes[n];
    lo_delivery deliveries[16];
    lo_node_tick(node, talk->now);
    for (uint32_t count; (count = lo_node_deliveries(node, deliveries, 16)) > 0;) lo_node_release(node, deliveries, count);
    for (int batches = 0; batches < 64; batches++) {
        lo_batch batch;
        if (lo_node_next_batch(node, talk->now, scratch, sizeof scratch, &batch) <= 0) break;
        send_batch(talk, n, &batch);
        lo_node_batches_done(node);
    }
    lo_node_statistics statistics;
    lo_node_read_statistics(node, &statistics);
    assert(statistics.memory_used <= statistics.memory_budget);
}

static void create(conversation *talk, uint32_t n, bool sealed) {
    static const uint8_t key[32] = "a key for the fuzzer's own scope";
    static lo_identity identities[NODES]; /* Referenced by the node. */
    lo_identity *identity = &identities[n];
    uint8_t seed[crypto_sign_SEEDBYTES] = {(uint8_t)(n + 1)};
    crypto_sign_seed_keypair(identity->public_key, identity->secret_key, seed);
    lo_node_config config = {.scope = 7, .number = n + 1, .seed = n + 1, .address = address_of(n),
                             .memory_budget = (size_t)8 << 20, .heartbeat = 50 * LO_MILLISECOND};
    config.id.bytes[0] = (uint8_t)(n + 1);
    if (sealed) {
        config.scope_key = key;
        config.identity = identity;
        config.id = lo_identity_node_id(identity->public_key);
    }
    for (uint32_t path = 0; path < LO_PATHS; path++) config.paths[path] = (lo_path){1472, 65000};
    assert(lo_node_create(&config, talk->now, &talk->nodes[n]) == LO_OK);
    lo_id group = {{9}};
    assert(lo_node_join(talk->nodes[n], &group, (lo_policy){0}, true, talk->now, &talk->handles[n]) == LO_OK);
}

static void send_arbitrary(conversation *talk, uint32_t n) {
    static uint8_t message[20000];
    uint32_t size = fuzz_word(talk->input) % sizeof message;
    lo_node_send(talk->nodes[n], talk->handles[n], message, size, talk->now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2 || sodium_init() < 0) return 0;
    fuzz_input input = {data, size, 0};
    conversation talk = {.input = &input, .now = LO_SECOND};
    for (uint32_t n = 0; n < KEPT; n++) kept[n].length = 0;
    bool sealed = fuzz_byte(&input) & 1;
    for (uint32_t n = 0; n < NODES; n++) create(&talk, n, sealed);
    for (uint32_t turn = 0; turn < 400 && !fuzz_done(&input); turn++) {
        uint8_t what = fuzz_byte(&input);
        talk.now += (lo_time)(what & 0x3f) * 2 * LO_MILLISECOND;
        if (what & 0x40) send_arbitrary(&talk, what % NODES);
        for (uint32_t n = 0; n < NODES; n++) step(&talk, n);
    }
    for (uint32_t n = 0; n < NODES; n++) lo_node_destroy(talk.nodes[n]);
    return 0;
}

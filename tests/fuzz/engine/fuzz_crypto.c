// SPDX-License-Identifier: BSD-3-Clause
/* Opens arbitrary bytes behind a valid header, and altered real packets. Only packets sealed by a member may open,
 * with the content of their sender. (A packet to many has a proof for each receiver; altering another's proof has
 * no effect here.) */
#include <sodium.h>
#include <string.h>

#include "fuzz.h"
#include "lo_crypto.h"
#include "lo_identity.h"

static void no_destroy(lo_view *view) { (void)view; }

static lo_crypto *open_crypto(uint32_t self, lo_view *view, lo_member *members, lo_memory *memory) {
    lo_crypto_config config = {.scope = 7, .number = self + 1};
    memset(config.scope_key, 5, sizeof config.scope_key);
    for (uint32_t i = 0; i < 3; i++) {
        uint8_t seed[32] = {(uint8_t)(i + 1)};
        lo_identity identity;
        assert(lo_identity_from_seed(&identity, seed) == LO_OK);
        members[i] = (lo_member){.number = i + 1, .joined = 1};
        memcpy(members[i].public_key, identity.public_key, 32);
        if (i == self) config.identity = identity;
    }
    static const uint16_t everyone[3] = {0, 1, 2};
    static lo_region region = {.channel = 1, .member_count = 3, .members = everyone};
    *view = (lo_view){.number = 1 << 24, .references = 1, .self = self, .member_count = 3, .members = members,
                      .region_count = 1, .regions = &region, .generation = 1, .destroy = no_destroy};
    memset(view->key, 9, sizeof view->key);
    lo_crypto *crypto = lo_crypto_create(&config, memory);
    assert(crypto && lo_crypto_set_view(crypto, view, 1) == LO_OK);
    return crypto;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4 || size > 4000 || sodium_init() < 0) return 0;
    static uint8_t packet[LO_MAX_PACKET], original[LO_MAX_PACKET];
    lo_memory memory;
    lo_view views[2];
    lo_member members[2][3];
    lo_memory_init(&memory, (size_t)16 << 20);
    lo_crypto *receiver = open_crypto(0, &views[0], members[0], &memory), *sender = open_crypto(1, &views[1], members[1], &memory);
    fuzz_input input = {data, size, 0};
    uint8_t how = fuzz_byte(&input), kind = fuzz_byte(&input);
    lo_header header = {.kind = how & 2 ? (uint8_t)(kind % 32) : LO_PACKET_DATA, .scope = 7, .sender = 2, .region = 0,
                        .view = 1 << 24, .number = 1 + kind};
    size_t length = LO_HEADER_BYTES + size - 2, total = 0;
    memcpy(packet + LO_HEADER_BYTES, data + 2, size - 2);
    const uint8_t *signer;
    if (how & 1) { /* A real packet, altered in one place. */
        header.trailer = (uint16_t)lo_crypto_trailer(sender, &header, 0);
        lo_header_write(&header, packet);
        memcpy(original, packet, length);
        int sealed = lo_crypto_seal(sender, packet, length, 0, packet, sizeof packet);
        if (sealed > 0 && lo_crypto_sign(sender) == LO_OK) {
            total = (size_t)sealed;
            packet[(how >> 2 | (size_t)kind << 6) % total] ^= 1;
            int opened = lo_crypto_open(receiver, packet, total, 2, &signer);
            assert(opened < 0 || ((size_t)opened == length && memcmp(original, packet, length) == 0));
        }
    } else { /* Arbitrary bytes behind a valid header. */
        header.trailer = (uint16_t)(how >> 2) * 4;
        if (header.trailer <= size - 2) {
            lo_header_write(&header, packet);
            assert(lo_crypto_open(receiver, packet, length, 2, &signer) < 0);
        }
    }
    lo_crypto_destroy(receiver);
    lo_crypto_destroy(sender);
    assert(memory.used == 0);
    return 0;
}

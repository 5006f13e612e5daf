// SPDX-License-Identifier: BSD-3-Clause
/* Pairwise MAC: the same from every implementation, and sensitive to every difference. */
#include <sodium.h>

#include "check.h"
#include "lo_pair_mac.h"

#define LONGEST 5000u

static lo_pair_mac_key make_key(uint8_t first) {
    uint8_t seed[32] = {first, 9};
    lo_pair_mac_key key;
    lo_pair_mac_set_key(&key, seed);
    return key;
}

static void test_all_implementations_agree(void) {
    static uint8_t body[LONGEST + 1];
    randombytes_buf(body, sizeof body);
    for (uint8_t k = 0; k < 2; k++) {
        lo_pair_mac_key key = make_key(k);
        for (size_t length = 0; length <= LONGEST; length += length < 2200 ? 1 : 97) {
            uint8_t plain[16], narrow[16], best[16];
            const uint8_t *start = body + length % 2; /* Aligned or not. */
            lo_pair_mac_hash(plain, &key, start, length, LO_PAIR_PLAIN);
            lo_pair_mac_hash(narrow, &key, start, length, LO_PAIR_NARROW);
            lo_pair_mac_hash(best, &key, start, length, LO_PAIR_BEST);
            CHECK(memcmp(plain, narrow, 16) == 0);
            CHECK(memcmp(plain, best, 16) == 0);
        }
    }
}

static void test_everything_counts(void) {
    static uint8_t body[2 * LO_PAIR_BLOCK + 40];
    uint8_t header[34] = {1, 2, 3}, tag[LO_PAIR_TAG], other[LO_PAIR_TAG];
    lo_pair_mac_key key = make_key(1), stranger = make_key(2);
    randombytes_buf(body, sizeof body);
    lo_pair_mac_tag(tag, &key, header, sizeof header, body, sizeof body);
    lo_pair_mac_tag(other, &key, header, sizeof header, body, sizeof body);
    CHECK(memcmp(tag, other, sizeof tag) == 0);
    for (size_t bit = 0; bit < 8 * sizeof body; bit += 3) {
        body[bit / 8] ^= (uint8_t)(1u << bit % 8);
        lo_pair_mac_tag(other, &key, header, sizeof header, body, sizeof body);
        CHECK(memcmp(tag, other, sizeof tag) != 0);
        body[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    for (size_t bit = 0; bit < 8 * sizeof header; bit++) {
        header[bit / 8] ^= (uint8_t)(1u << bit % 8);
        lo_pair_mac_tag(other, &key, header, sizeof header, body, sizeof body);
        CHECK(memcmp(tag, other, sizeof tag) != 0);
        header[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    lo_pair_mac_tag(other, &stranger, header, sizeof header, body, sizeof body);
    CHECK(memcmp(tag, other, sizeof tag) != 0);
}

/* The last block is zero-padded: a body with one more zero has another MAC. */
static void test_length_counts(void) {
    uint8_t body[64] = {5}, header[34] = {0}, tags[64][LO_PAIR_TAG];
    lo_pair_mac_key key = make_key(3);
    for (size_t length = 0; length < 64; length++) {
        lo_pair_mac_tag(tags[length], &key, header, sizeof header, body, length);
        for (size_t before = 0; before < length; before++) CHECK(memcmp(tags[before], tags[length], LO_PAIR_TAG) != 0);
    }
}

int main(void) {
    if (sodium_init() < 0 || !lo_pair_mac_available()) return 0;
    test_all_implementations_agree();
    test_everything_counts();
    test_length_counts();
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* The fast AES-256-GCM compared with libsodium: the same bytes, for every length, and no forgery passes. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "lo_gcm.h"

/* Test case 16 of the original GCM description (256-bit key, with additional data). */
static void test_known_answer(void) {
    uint8_t key[32], nonce[12], text[60], header[20], expected[60], expected_tag[16], out[60], tag[16];
    sodium_hex2bin(key, 32, "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", 64, NULL, NULL, NULL);
    sodium_hex2bin(nonce, 12, "cafebabefacedbaddecaf888", 24, NULL, NULL, NULL);
    sodium_hex2bin(text, 60, "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39", 120, NULL, NULL, NULL);
    sodium_hex2bin(header, 20, "feedfacedeadbeeffeedfacedeadbeefabaddad2", 40, NULL, NULL, NULL);
    sodium_hex2bin(expected, 60, "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662", 120, NULL, NULL, NULL);
    sodium_hex2bin(expected_tag, 16, "76fc6ece0f4e1768cddf8853bb2d551b", 32, NULL, NULL, NULL);
    lo_gcm gcm;
    lo_gcm_set_key(&gcm, key);
    lo_gcm_seal(&gcm, nonce, header, 20, text, 60, out, tag);
    assert(memcmp(out, expected, 60) == 0 && memcmp(tag, expected_tag, 16) == 0);
}

static void test_against_libsodium(size_t length, size_t header_length, bool widest) {
    uint8_t key[32], nonce[12], header[80], tag[16], right_tag[16];
    uint8_t *text = malloc(length + 1), *mine = malloc(length + 1), *right = malloc(length + 1), *back = malloc(length + 1);
    randombytes_buf(key, 32);
    randombytes_buf(nonce, 12);
    randombytes_buf(header, sizeof header);
    randombytes_buf(text, length + 1);
    lo_gcm gcm;
    lo_gcm_set_key(&gcm, key);
    gcm.widest &= widest;
    lo_gcm_seal(&gcm, nonce, header, header_length, text, length, mine, tag);
    crypto_aead_aes256gcm_encrypt_detached(right, right_tag, NULL, text, length, header, header_length, NULL, nonce, key);
    assert(memcmp(mine, right, length) == 0 && memcmp(tag, right_tag, 16) == 0);
    assert(lo_gcm_open(&gcm, nonce, header, header_length, right, length, right_tag, back));
    assert(memcmp(back, text, length) == 0);
    assert(lo_gcm_open(&gcm, nonce, header, header_length, mine, length, tag, mine)); /* In place. */
    assert(memcmp(mine, text, length) == 0);
    tag[randombytes_uniform(16)] ^= (uint8_t)(1 << randombytes_uniform(8));
    assert(!lo_gcm_open(&gcm, nonce, header, header_length, right, length, tag, back));
    for (size_t i = 0; i < length; i++) assert(back[i] == 0);
    if (length) {
        right[randombytes_uniform((uint32_t)length)] ^= (uint8_t)(1 << randombytes_uniform(8));
        assert(!lo_gcm_open(&gcm, nonce, header, header_length, right, length, right_tag, back));
    }
    free(text);
    free(mine);
    free(right);
    free(back);
}

int main(void) {
    assert(sodium_init() >= 0);
    if (!lo_gcm_available() || !crypto_aead_aes256gcm_is_available()) {
        printf("this processor has no wide AES; libsodium is used\n");
        return 0;
    }
    test_known_answer();
    for (size_t length = 0; length < 1100; length++) {
        test_against_libsodium(length, length % 70, false);
        test_against_libsodium(length, length % 70, true);
    }
    for (size_t length = 1100; length < 66000; length += 997) {
        test_against_libsodium(length, 34, false);
        test_against_libsodium(length, 34, true);
    }
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "lo_aead.h"

#include <stdatomic.h>

bool lo_aead_has_aes(void) { return crypto_aead_aes256gcm_is_available(); }

bool lo_aead_has_wide_aes(void) {
    static _Atomic int known; /* CPUID traps in virtual machines and its answer never changes, so it is cached. */
    int wide = atomic_load_explicit(&known, memory_order_relaxed);
    if (wide == 0) {
        wide = lo_gcm_available() ? 1 : -1;
        atomic_store_explicit(&known, wide, memory_order_relaxed);
    }
    return wide > 0;
}

/* Both ciphers get keys derived from one secret; a key is never shared between two ciphers. */
void lo_aead_set_key(lo_aead *aead, const uint8_t key[32]) {
    uint8_t aes_key[32];
    crypto_generichash(aead->key, 32, (const uint8_t *)"chacha", 6, key, 32);
    if (!lo_aead_has_aes()) return;
    crypto_generichash(aes_key, 32, (const uint8_t *)"aes", 3, key, 32);
    if (lo_aead_has_wide_aes()) lo_gcm_set_key(&aead->prepared.wide, aes_key);
    else crypto_aead_aes256gcm_beforenm(&aead->prepared.aes, aes_key);
    sodium_memzero(aes_key, sizeof aes_key);
}

static void long_nonce(uint8_t out[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES], const uint8_t nonce[LO_AEAD_NONCE]) {
    memset(out, 0, crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
    memcpy(out, nonce, LO_AEAD_NONCE);
}

int lo_aead_seal(const lo_aead *aead, uint8_t suite, const uint8_t nonce[LO_AEAD_NONCE], const uint8_t *header,
                 size_t header_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[LO_AEAD_TAG]) {
    if (suite == LO_SUITE_AES && lo_aead_has_wide_aes()) {
        lo_gcm_seal(&aead->prepared.wide, nonce, header, header_length, in, length, out, tag);
        return LO_OK;
    }
    if (suite == LO_SUITE_AES && lo_aead_has_aes()) {
        crypto_aead_aes256gcm_encrypt_detached_afternm(out, tag, NULL, in, length, header, header_length, NULL, nonce,
                                                       &aead->prepared.aes);
        return LO_OK;
    }
    if (suite != LO_SUITE_CHACHA) return LO_ERROR_ARGUMENT;
    uint8_t wide[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES];
    long_nonce(wide, nonce);
    crypto_aead_xchacha20poly1305_ietf_encrypt_detached(out, tag, NULL, in, length, header, header_length, NULL, wide,
                                                        aead->key);
    return LO_OK;
}

int lo_aead_open(const lo_aead *aead, uint8_t suite, const uint8_t nonce[LO_AEAD_NONCE], const uint8_t *header,
                 size_t header_length, const uint8_t *in, size_t length, const uint8_t tag[LO_AEAD_TAG], uint8_t *out) {
    int failed = -1;
    if (suite == LO_SUITE_AES && lo_aead_has_wide_aes()) {
        failed = !lo_gcm_open(&aead->prepared.wide, nonce, header, header_length, in, length, tag, out);
    } else if (suite == LO_SUITE_AES && lo_aead_has_aes()) {
        failed = crypto_aead_aes256gcm_decrypt_detached_afternm(out, NULL, in, length, tag, header, header_length, nonce,
                                                                &aead->prepared.aes);
    } else if (suite == LO_SUITE_CHACHA) {
        uint8_t wide[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES];
        long_nonce(wide, nonce);
        failed = crypto_aead_xchacha20poly1305_ietf_decrypt_detached(out, NULL, in, length, tag, header, header_length,
                                                                     wide, aead->key);
    }
    return failed ? LO_ERROR_FORGED : LO_OK;
}

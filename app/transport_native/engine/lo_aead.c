#include "lo_aead.h"

bool lo_aead_has_aes(void) { return crypto_aead_aes256gcm_is_available(); }

/* One secret, but never one key for two ciphers. */
void lo_aead_set_key(lo_aead *aead, const uint8_t key[32]) {
    uint8_t aes_key[32];
    crypto_generichash(aead->key, 32, (const uint8_t *)"chacha", 6, key, 32);
    aead->aes_ready = lo_aead_has_aes();
    if (!aead->aes_ready) return;
    crypto_generichash(aes_key, 32, (const uint8_t *)"aes", 3, key, 32);
    crypto_aead_aes256gcm_beforenm(&aead->aes, aes_key);
    sodium_memzero(aes_key, sizeof aes_key);
}

static void long_nonce(uint8_t out[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES], const uint8_t nonce[LO_AEAD_NONCE]) {
    memset(out, 0, crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
    memcpy(out, nonce, LO_AEAD_NONCE);
}

int lo_aead_seal(const lo_aead *aead, uint8_t suite, const uint8_t nonce[LO_AEAD_NONCE], const uint8_t *header,
                 size_t header_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[LO_AEAD_TAG]) {
    if (suite == LO_SUITE_AES && aead->aes_ready) {
        crypto_aead_aes256gcm_encrypt_detached_afternm(out, tag, NULL, in, length, header, header_length, NULL, nonce,
                                                       &aead->aes);
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
    if (suite == LO_SUITE_AES && aead->aes_ready) {
        failed = crypto_aead_aes256gcm_decrypt_detached_afternm(out, NULL, in, length, tag, header, header_length, nonce,
                                                                &aead->aes);
    } else if (suite == LO_SUITE_CHACHA) {
        uint8_t wide[crypto_aead_xchacha20poly1305_ietf_NPUBBYTES];
        long_nonce(wide, nonce);
        failed = crypto_aead_xchacha20poly1305_ietf_decrypt_detached(out, NULL, in, length, tag, header, header_length,
                                                                     wide, aead->key);
    }
    return failed ? LO_ERROR_FORGED : LO_OK;
}

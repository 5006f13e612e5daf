// SPDX-License-Identifier: BSD-3-Clause
/* Authenticated encryption with a prepared key: AES-256-GCM or XChaCha20-Poly1305. */
#ifndef LO_AEAD_H
#define LO_AEAD_H

#include <sodium.h>

#include "lo_base.h"
#include "lo_gcm.h"

enum lo_suite { LO_SUITE_AES = 1, LO_SUITE_CHACHA = 2 };
#define LO_AEAD_TAG 16u
#define LO_AEAD_NONCE 12u  /* Zero-padded for XChaCha20. A key is used with one suite only. */

typedef struct lo_aead {
    union {
        _Alignas(16) crypto_aead_aes256gcm_state aes;
        lo_gcm wide;                /* Where the processor has wide AES. */
    } prepared;
    uint8_t key[32];                /* For XChaCha20. */
} lo_aead;

bool lo_aead_has_aes(void);
bool lo_aead_has_wide_aes(void);  /* True if lo_gcm runs on this processor. */
void lo_aead_set_key(lo_aead *aead, const uint8_t key[32]);

/* `out` may equal `in`. LO_ERROR_ARGUMENT if the suite does not run on this processor. */
int lo_aead_seal(const lo_aead *aead, uint8_t suite, const uint8_t nonce[LO_AEAD_NONCE], const uint8_t *header,
                 size_t header_length, const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[LO_AEAD_TAG]);
/* LO_ERROR_FORGED if the tag does not match; `out` is then undefined. */
int lo_aead_open(const lo_aead *aead, uint8_t suite, const uint8_t nonce[LO_AEAD_NONCE], const uint8_t *header,
                 size_t header_length, const uint8_t *in, size_t length, const uint8_t tag[LO_AEAD_TAG], uint8_t *out);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* AES-256-GCM for processors with VAES and VPCLMULQDQ: standard output, several times as fast as libsodium. On
 * other processors lo_gcm_available returns false and no other function may be called. */
#ifndef LO_GCM_H
#define LO_GCM_H

#include "lo_base.h"

typedef struct lo_gcm {
    _Alignas(64) uint8_t powers[32][16];  /* The hash key to the powers 32 … 1. */
    uint8_t round_keys[15][16];
    bool widest;                          /* The processor has 512-bit VAES. */
} lo_gcm;

bool lo_gcm_available(void);
void lo_gcm_set_key(lo_gcm *gcm, const uint8_t key[32]);

/* `out` may equal `in`. */
void lo_gcm_seal(const lo_gcm *gcm, const uint8_t nonce[12], const uint8_t *header, size_t header_length,
                 const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[16]);
/* False if the tag does not match; `out` is then wiped. */
bool lo_gcm_open(const lo_gcm *gcm, const uint8_t nonce[12], const uint8_t *header, size_t header_length,
                 const uint8_t *in, size_t length, const uint8_t tag[16], uint8_t *out);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Identity of a node: an Ed25519 key pair, and the 128-bit id derived from it. */
#ifndef LO_IDENTITY_H
#define LO_IDENTITY_H

#include "lo_base.h"

typedef struct lo_identity {
    uint8_t public_key[32];
    uint8_t secret_key[64];  /* Ed25519 in libsodium's format. */
} lo_identity;

int lo_identity_from_seed(lo_identity *identity, const uint8_t seed[32]);

/* The node's id in a scope with a key. It cannot be taken over: its user must sign with the key behind it. */
lo_id lo_identity_node_id(const uint8_t public_key[32]);

/* Pairwise secret: BLAKE2b of the X25519 agreement, the same on both sides. `context` separates uses.
 * LO_ERROR_FORGED if the other key is unusable. */
int lo_identity_agree(uint8_t out[32], const lo_identity *own, const uint8_t other_key[32],
                      const char *context);

#endif

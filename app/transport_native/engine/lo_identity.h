/* Who a node is: an Ed25519 key pair, and the 128-bit name that follows from it. */
#ifndef LO_IDENTITY_H
#define LO_IDENTITY_H

#include "lo_base.h"

typedef struct lo_identity {
    uint8_t public_key[32];
    uint8_t secret_key[64];  /* Ed25519 as libsodium keeps it. */
} lo_identity;

int lo_identity_from_seed(lo_identity *identity, const uint8_t seed[32]);
int lo_identity_random(lo_identity *identity);

/* The node's name in a scope with a key. Nobody else can have it, because whoever uses the
 * name signs with the key behind it. */
lo_id lo_identity_node_id(const uint8_t public_key[32]);

/* What only two identities know: BLAKE2b of their X25519 agreement, the same on both sides.
 * `context` separates uses. LO_ERROR_FORGED if the other key is not a usable one. */
int lo_identity_agree(uint8_t out[32], const lo_identity *own, const uint8_t other_key[32],
                      const char *context);

#endif

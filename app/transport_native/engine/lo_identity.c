// SPDX-License-Identifier: BSD-3-Clause
#include "lo_identity.h"

#include <sodium.h>

int lo_identity_from_seed(lo_identity *identity, const uint8_t seed[32]) {
    if (sodium_init() < 0) return LO_ERROR_ARGUMENT;
    return crypto_sign_seed_keypair(identity->public_key, identity->secret_key, seed) == 0 ? LO_OK : LO_ERROR_ARGUMENT;
}

lo_id lo_identity_node_id(const uint8_t public_key[32]) {
    static const uint8_t personal[crypto_generichash_blake2b_PERSONALBYTES] = "lo node id";
    lo_id id;
    crypto_generichash_blake2b_salt_personal(id.bytes, sizeof id.bytes, public_key, 32, NULL, 0, NULL, personal);
    return id;
}

int lo_identity_agree(uint8_t out[32], const lo_identity *own, const uint8_t other_key[32], const char *context) {
    uint8_t secret[32], other[32], shared[32];
    int error = LO_ERROR_FORGED;
    crypto_sign_ed25519_sk_to_curve25519(secret, own->secret_key);
    if (crypto_sign_ed25519_pk_to_curve25519(other, other_key) == 0 && crypto_scalarmult(shared, secret, other) == 0) {
        /* Both public keys enter in a fixed order, so that the result is unique to this pair. */
        bool first = memcmp(own->public_key, other_key, 32) < 0;
        crypto_generichash_blake2b_state state;
        crypto_generichash_blake2b_init(&state, shared, sizeof shared, 32);
        crypto_generichash_blake2b_update(&state, first ? own->public_key : other_key, 32);
        crypto_generichash_blake2b_update(&state, first ? other_key : own->public_key, 32);
        crypto_generichash_blake2b_update(&state, (const uint8_t *)context, strlen(context));
        crypto_generichash_blake2b_final(&state, out, 32);
        error = LO_OK;
    }
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(shared, sizeof shared);
    return error;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "lo_merkle.h"

#include <sodium.h>

static void hash_leaf(uint8_t out[LO_MERKLE_NODE], const uint8_t *salt, uint8_t index, const uint8_t digest[32]) {
    uint8_t input[1 + LO_MERKLE_SALT + 1 + 32] = {0};
    memcpy(input + 1, salt, LO_MERKLE_SALT);
    input[1 + LO_MERKLE_SALT] = index;
    memcpy(input + 2 + LO_MERKLE_SALT, digest, 32);
    crypto_generichash(out, LO_MERKLE_NODE, input, sizeof input, NULL, 0);
}

static void hash_node(uint8_t out[LO_MERKLE_NODE], const uint8_t *left, const uint8_t *right) {
    uint8_t input[1 + 2 * LO_MERKLE_NODE] = {1};
    memcpy(input + 1, left, LO_MERKLE_NODE);
    memcpy(input + 1 + LO_MERKLE_NODE, right, LO_MERKLE_NODE);
    crypto_generichash(out, LO_MERKLE_NODE, input, sizeof input, NULL, 0);
}

static void hash_root(uint8_t out[32], const uint8_t root[LO_MERKLE_NODE], uint8_t count, const uint8_t *context,
                      size_t context_length) {
    static const uint8_t name[] = "lo batch";
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, 32);
    crypto_generichash_update(&state, name, sizeof name);
    crypto_generichash_update(&state, &count, 1);
    crypto_generichash_update(&state, root, LO_MERKLE_NODE);
    crypto_generichash_update(&state, context, context_length);
    crypto_generichash_final(&state, out, 32);
}

void lo_merkle_sign(const lo_merkle *tree, const lo_identity *identity, const uint8_t *context, size_t context_length,
                    uint8_t *const proofs[]) {
    uint8_t nodes[LO_MERKLE_LEAVES][LO_MERKLE_NODE], salt[LO_MERKLE_SALT], signature[64], signed_bytes[32];
    uint32_t place[LO_MERKLE_LEAVES], steps[LO_MERKLE_LEAVES] = {0};
    assert(tree->count > 0 && tree->count <= LO_MERKLE_LEAVES);
    randombytes_buf(salt, sizeof salt);
    for (uint32_t i = 0; i < tree->count; i++) {
        hash_leaf(nodes[i], salt, (uint8_t)i, tree->digests[i]);
        place[i] = i;
        memset(proofs[i], 0, LO_SIGNED_PROOF);
    }
    /* Level by level: every packet records its sibling, pairs are hashed, an odd last node moves up. */
    for (uint32_t size = tree->count; size > 1; size = (size + 1) / 2) {
        for (uint32_t i = 0; i < tree->count; i++) {
            uint32_t neighbour = place[i] ^ 1;
            if (neighbour < size)
                memcpy(proofs[i] + LO_MERKLE_SALT + 2 + 64 + LO_MERKLE_NODE * steps[i]++, nodes[neighbour],
                       LO_MERKLE_NODE);
            place[i] /= 2;
        }
        for (uint32_t i = 0; i < size; i += 2) {
            if (i + 1 < size) hash_node(nodes[i / 2], nodes[i], nodes[i + 1]);
            else memmove(nodes[i / 2], nodes[i], LO_MERKLE_NODE);
        }
    }
    hash_root(signed_bytes, nodes[0], (uint8_t)tree->count, context, context_length);
    crypto_sign_detached(signature, NULL, signed_bytes, sizeof signed_bytes, identity->secret_key);
    for (uint32_t i = 0; i < tree->count; i++) {
        memcpy(proofs[i], salt, LO_MERKLE_SALT);
        proofs[i][LO_MERKLE_SALT] = (uint8_t)i;
        proofs[i][LO_MERKLE_SALT + 1] = (uint8_t)tree->count;
        memcpy(proofs[i] + LO_MERKLE_SALT + 2, signature, sizeof signature);
    }
}

int lo_merkle_root(const uint8_t proof[LO_SIGNED_PROOF], const uint8_t digest[32], uint8_t root[LO_MERKLE_NODE]) {
    uint32_t place = proof[LO_MERKLE_SALT], size = proof[LO_MERKLE_SALT + 1];
    const uint8_t *path = proof + LO_MERKLE_SALT + 2 + 64;
    if (size == 0 || size > LO_MERKLE_LEAVES || place >= size) return LO_ERROR_MALFORMED;
    hash_leaf(root, proof, (uint8_t)place, digest);
    for (; size > 1; size = (size + 1) / 2, place /= 2) {
        if ((place ^ 1) >= size) continue;
        if (place & 1) hash_node(root, path, root);
        else hash_node(root, root, path);
        path += LO_MERKLE_NODE;
    }
    return LO_OK;
}

bool lo_merkle_verify(const uint8_t signature[64], const uint8_t root[LO_MERKLE_NODE], uint8_t count,
                      const uint8_t public_key[32], const uint8_t *context, size_t context_length) {
    uint8_t signed_bytes[32];
    hash_root(signed_bytes, root, count, context, context_length);
    return crypto_sign_verify_detached(signature, signed_bytes, sizeof signed_bytes, public_key) == 0;
}

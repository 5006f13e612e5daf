// SPDX-License-Identifier: BSD-3-Clause
/* Signatures of packets, amortised over a batch by a Merkle tree.
 *
 * A packet is represented by a digest of its header and body. The proof is a signature of the root of a hash tree
 * whose leaves are the digests of packets that leave together; each packet carries the path from its leaf to the
 * root. (For few receivers: lo_pair_mac.) A random salt, chosen at signing, enters the leaves, so that the author
 * of a message cannot prepare a collision. */
#ifndef LO_MERKLE_H
#define LO_MERKLE_H

#include "lo_base.h"
#include "lo_identity.h"

#define LO_MERKLE_LEAVES 64u
#define LO_MERKLE_DEPTH 6u
#define LO_MERKLE_NODE 16u
#define LO_MERKLE_SALT 8u
#define LO_SIGNED_PROOF (LO_MERKLE_SALT + 2u + 64u + LO_MERKLE_DEPTH * LO_MERKLE_NODE)

typedef struct lo_merkle {
    uint32_t count;
    uint8_t digests[LO_MERKLE_LEAVES][32];
} lo_merkle;

/* Signs the batch in `context` (part of the signature) and writes the proof of each packet. */
void lo_merkle_sign(const lo_merkle *tree, const lo_identity *identity, const uint8_t *context, size_t context_length,
                    uint8_t *const proofs[]);

/* Computes the root from a proof and the packet's digest. LO_ERROR_MALFORMED if the proof is invalid. */
int lo_merkle_root(const uint8_t proof[LO_SIGNED_PROOF], const uint8_t digest[32], uint8_t root[LO_MERKLE_NODE]);
static inline const uint8_t *lo_merkle_signature(const uint8_t *proof) { return proof + LO_MERKLE_SALT + 2; }
/* Verifies the signature of a root: the expensive part. */
bool lo_merkle_verify(const uint8_t signature[64], const uint8_t root[LO_MERKLE_NODE], uint8_t count,
                      const uint8_t public_key[32], const uint8_t *context, size_t context_length);
static inline uint8_t lo_merkle_count(const uint8_t *proof) { return proof[LO_MERKLE_SALT + 1]; }

#endif

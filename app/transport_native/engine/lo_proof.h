/* Proofs of who made a packet, which those who can merely read it cannot make.
 *
 * For many receivers, a packet is represented by a digest of its header and body. The proof is
 * a signature of the root of a hash tree whose leaves are the digests of packets that leave
 * together; each packet carries the path from its leaf to the root. (For few: lo_pair.)
 * A random salt that is chosen when the batch is signed goes into the leaves, so that nobody
 * who chose the content of a message could prepare a collision. */
#ifndef LO_PROOF_H
#define LO_PROOF_H

#include "lo_base.h"
#include "lo_identity.h"

#define LO_TREE_LEAVES 64u
#define LO_TREE_DEPTH 6u
#define LO_TREE_NODE 16u
#define LO_TREE_SALT 8u
#define LO_SIGNED_PROOF (LO_TREE_SALT + 2u + 64u + LO_TREE_DEPTH * LO_TREE_NODE)

typedef struct lo_tree {
    uint32_t count;
    uint8_t digests[LO_TREE_LEAVES][32];
} lo_tree;

/* Signs the batch in `context` (which goes into the signature) and writes the proof of each packet. */
void lo_tree_sign(const lo_tree *tree, const lo_identity *identity, const uint8_t *context, size_t context_length,
                  uint8_t *const proofs[]);

/* The root that a proof leads to, from the packet's digest. LO_ERROR_MALFORMED if it is none. */
int lo_tree_root(const uint8_t proof[LO_SIGNED_PROOF], const uint8_t digest[32], uint8_t root[LO_TREE_NODE]);
static inline const uint8_t *lo_tree_signature(const uint8_t *proof) { return proof + LO_TREE_SALT + 2; }
/* The costly part: does the signature belong to this root and key? */
bool lo_tree_verify(const uint8_t signature[64], const uint8_t root[LO_TREE_NODE], uint8_t count,
                    const uint8_t public_key[32], const uint8_t *context, size_t context_length);
static inline uint8_t lo_tree_count(const uint8_t *proof) { return proof[LO_TREE_SALT + 1]; }

#endif

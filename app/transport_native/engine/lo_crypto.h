// SPDX-License-Identifier: BSD-3-Clause
/* Seals and opens packets; called by lo_node for every packet. In an open scope there is no lo_crypto (NULL) and
 * trailers have 0 bytes. Rationale: docs/engine-security.md.
 *
 * Confidentiality. Bodies are encrypted and authenticated with AES-256-GCM or XChaCha20-Poly1305, under keys
 * derived from the key of the view (view->key), the sender's number, its salt and the view's number. DATA and
 * HYBRID packets are immutable and their nonce is (region, number), so a retransmission by any member is identical.
 * Control packets use the sender's packet number. Packets of lo_membership are sealed under the scope's key and
 * carry the public key of their sender, because non-members must be able to join.
 *
 * Authenticity. Every member holds the symmetric keys, so the trailer also carries a *proof* of the sender:
 * - to a region of at most LO_PROOF_MACS members: one 8-byte MAC per member, under a pairwise key;
 * - to one member: one such MAC;
 * - otherwise: an Ed25519 signature over the root of a Merkle tree of up to LO_MERKLE_LEAVES packets that leave
 *   together, with the packet's path in the tree. */
#ifndef LO_CRYPTO_H
#define LO_CRYPTO_H

#include "lo_base.h"
#include "lo_identity.h"
#include "lo_memory.h"
#include "lo_view.h"
#include "lo_wire.h"

#define LO_PROOF_MACS 16u
#define LO_CRYPTO_MAX_TRAILER 192u

typedef struct lo_crypto lo_crypto;

typedef struct lo_crypto_config {
    uint32_t scope;              /* Tag in every packet header. */
    uint8_t scope_key[32];
    lo_identity identity;
    uint32_t number;             /* This node's member number. */
    uint8_t salt[16];            /* Random with each incarnation; the same as in lo_membership_config. */
    bool forbid_aes;             /* Send with XChaCha20-Poly1305 even if AES is available (tests). */
} lo_crypto_config;

/* Every rejected packet is counted once, by reason. */
typedef struct lo_crypto_counts {
    uint64_t sealed, opened;
    uint64_t intruders;       /* Made or altered without the key. */
    uint64_t forged;          /* Made by a member under another member's name. */
    uint64_t replayed;
    uint64_t unknown_sender;  /* Not a member of the view it names. */
    uint64_t unknown_view;    /* A view that this node does not have, or no longer has. */
    uint64_t malformed;       /* The trailer is malformed. */
    uint64_t signatures_made, signatures_checked;
} lo_crypto_counts;

lo_crypto *lo_crypto_create(const lo_crypto_config *config, lo_memory *memory);
void lo_crypto_destroy(lo_crypto *crypto);

/* Packets of this view are sealed and opened from now on, with view->key and its members' public keys and salts.
 * The last LO_CRYPTO_VIEWS views stay readable while they drain (each is held by a reference); older ones are
 * released. */
#define LO_CRYPTO_VIEWS 16u
int lo_crypto_set_view(lo_crypto *crypto, lo_view *view, lo_time now);

/* Trailer bytes of a packet with this kind, view and region to this recipient (a member number; 0: several).
 * Constant for a stream. */
size_t lo_crypto_trailer(const lo_crypto *crypto, const lo_header *header, uint32_t recipient);

/* Seals a packet of this node: `packet` holds header and plain body, `length` bytes in all, with header.trailer set
 * to lo_crypto_trailer(). Writes length + trailer bytes to `out` (may equal `packet`) and returns their number, or
 * an error.
 *
 * Packets with a signature proof are incomplete until lo_crypto_sign signs all packets sealed since its last call,
 * so `out` must stay in place until then. Call it whenever a run of packets is about to leave. lo_crypto_seal calls
 * it when LO_MERKLE_LEAVES packets wait. */
int lo_crypto_seal(lo_crypto *crypto, const uint8_t *packet, size_t length, uint32_t recipient, uint8_t *out,
                   size_t room);
int lo_crypto_sign(lo_crypto *crypto);

/* Seals another member's segment for retransmission, reproducing the original bytes. `kept` is the trailer
 * (header.trailer bytes) that it arrived with. */
int lo_crypto_seal_again(lo_crypto *crypto, const uint8_t *packet, size_t length, const uint8_t *kept,
                         uint8_t *out, size_t room);

/* Opens in place: the body becomes plain, the trailer is unchanged. Returns the length without the trailer, or
 * LO_ERROR_FORGED, LO_ERROR_REPLAYED, LO_ERROR_UNKNOWN, LO_ERROR_MALFORMED; after an error the bytes are undefined.
 * DATA and HYBRID packets are not checked for replay: their sequence number does that. `signer`, if not NULL,
 * receives the sender's public key, valid until the next call. */
int lo_crypto_open(lo_crypto *crypto, uint8_t *packet, size_t length, lo_time now, const uint8_t **signer);

void lo_crypto_read_counts(const lo_crypto *crypto, lo_crypto_counts *counts);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Internals of lo_crypto: keys of views and members. */
#ifndef LO_CRYPTO_INTERNAL_H
#define LO_CRYPTO_INTERNAL_H

#include "lo_aead.h"
#include "lo_crypto.h"
#include "lo_pair_mac.h"
#include "lo_merkle.h"
#include "lo_replay.h"

/* Trailer: suite 1, proof 1, tag 16, then the proof. */
enum proof_kind {
    PROOF_SIGNED = 1,  /* LO_SIGNED_PROOF bytes. */
    PROOF_MACS = 2,    /* One MAC for each member of the region, by position. */
    PROOF_ONE = 3,     /* One MAC for the recipient. */
    PROOF_HELLO = 4    /* Public key 32, salt 16, signature 64: from any holder of the scope's key. */
};
#define TRAILER_FIXED (2u + LO_AEAD_TAG)
#define HELLO_PROOF (32u + 16u + 64u)

/* Another member, while a view contains it. */
typedef struct peer {
    struct peer *next;
    uint32_t number, references;
    uint8_t public_key[32], salt[16];
    bool agreed, unusable;
    lo_pair_mac_key send_key, receive_key;
    lo_replay replay;
    struct {
        uint8_t signature[64], root[LO_MERKLE_NODE];
    } verified[4];              /* Batches with a verified signature. */
    uint32_t verified_next;
} peer;

/* Keys that one member encrypts with in one view. */
typedef struct sender {
    lo_aead data, control;
    uint8_t digest_key[32];     /* Prevents outsiders from testing guesses of the content against a signature. */
} sender;

typedef struct known_view {
    lo_view *view;
    uint8_t key[32];
    uint8_t suite;              /* The suite this node sends with. */
    sender **senders;           /* Per member, created on demand. */
    peer **peers;
    uint32_t *table;            /* Member number -> index + 1. */
    uint32_t table_size;
} known_view;

#define STRANGERS 32u
typedef struct stranger {
    uint8_t name[16];           /* Hash of public key and salt. */
    lo_time last_heard;
    lo_replay replay;
} stranger;

struct lo_crypto {
    lo_crypto_config config;
    lo_memory *memory;
    known_view views[LO_CRYPTO_VIEWS];
    uint32_t newest, view_count;
    peer *peers;
    lo_aead hello;              /* Key of own membership packets. */
    uint8_t hello_digest_key[32];
    lo_merkle batch;              /* Sealed, not signed yet. */
    uint8_t *batch_proofs[LO_MERKLE_LEAVES];
    stranger *strangers;
    uint8_t signer[32];
    lo_crypto_counts counts;
};

static inline bool is_hello(uint8_t kind) {
    return kind >= LO_PACKET_MEMBERSHIP && kind <= LO_PACKET_MEMBERSHIP_LAST;
}
static inline bool is_data(uint8_t kind) { return kind == LO_PACKET_DATA || kind == LO_PACKET_HYBRID; }

known_view *lo_c_find_view(const lo_crypto *crypto, uint64_t number);
void lo_c_drop_view(lo_crypto *crypto, known_view *known);
int lo_c_find_member(const known_view *known, uint32_t number);
sender *lo_c_sender(lo_crypto *crypto, known_view *known, uint32_t member);      /* NULL: no memory. */
peer *lo_c_peer(lo_crypto *crypto, known_view *known, uint32_t member);
bool lo_c_agree(lo_crypto *crypto, peer *p);  /* True once the pairwise keys are ready. */
void lo_c_hello_keys(const lo_crypto *crypto, const uint8_t public_key[32], const uint8_t salt[16], lo_aead *aead,
                     uint8_t digest_key[32]);
lo_replay *lo_c_stranger(lo_crypto *crypto, const uint8_t public_key[32], const uint8_t salt[16], lo_time now);

#endif

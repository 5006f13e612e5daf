// SPDX-License-Identifier: BSD-3-Clause
/* A MAC under a key that two members share, fast enough for every receiver of a packet.
 *
 * The body is hashed with a secret universal hash: blocks of 1 KiB by a pseudo dot product with
 * carry-less multiplication, the blocks by a polynomial. SipHash-2-4, under a second secret,
 * then makes the tag from the hash, the header and the length. Without the keys an attacker finds
 * two bodies with one hash with probability 2^-64; the header never repeats under a key, so
 * tags reveal nothing about hashes. Unlike lo_digest it offers no security against those who know
 * the key, and is therefore used pairwise only. */
#ifndef LO_PAIR_MAC_H
#define LO_PAIR_MAC_H

#include "lo_base.h"

#define LO_PAIR_BLOCK 1024u
#define LO_PAIR_TAG 8u

typedef struct lo_pair_mac_key {
    uint8_t block[LO_PAIR_BLOCK];
    uint8_t point[16], last[16];
} lo_pair_mac_key;

/* True on every processor with AES instructions. Otherwise no other function may be called. */
bool lo_pair_mac_available(void);
void lo_pair_mac_set_key(lo_pair_mac_key *key, const uint8_t seed[32]);
void lo_pair_mac_tag(uint8_t out[LO_PAIR_TAG], const lo_pair_mac_key *key, const uint8_t *header, size_t header_length,
                     const uint8_t *body, size_t length);
/* For tests: the hash by narrow and by portable code. */
void lo_pair_mac_hash(uint8_t out[16], const lo_pair_mac_key *key, const uint8_t *body, size_t length, int how);
enum { LO_PAIR_BEST = 0, LO_PAIR_NARROW = 1, LO_PAIR_PLAIN = 2 };

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Tokens: aggregated state of each active sender, and how two such records merge. */
#ifndef LO_TOKEN_H
#define LO_TOKEN_H

#include "lo_wire.h"

#define LO_TOKEN_RECORDS 24u       /* Active senders in one token; more are rotated. */
#define LO_TOKEN_RANGES 8u
#define LO_TOKEN_SKIPPED 32u       /* Silent members that a token can name. */
#define LO_TOKEN_RECORD_BYTES 48u  /* Without its ranges. */

#define LO_TOKEN_PROBE 1u          /* Return it directly to the leader. */
#define LO_TOKEN_ANSWER 2u         /* The answer to a probe. */
#define LO_TOKEN_NUDGE 4u          /* A member asks the leader to start a round. */

/* One sender's stream, aggregated over all members that the token has visited. */
typedef struct lo_token_record {
    uint32_t origin;
    uint32_t range_count;
    uint64_t received;                 /* All have everything up to here. */
    uint64_t admitted;                 /* The same, without silent members. */
    uint64_t highest;                  /* Highest segment known to any of them. */
    uint64_t room;                     /* Flow-control credit of the slowest admitted member, in bytes. */
    uint64_t stable;                   /* The whole region has everything up to here: release it. */
    lo_range ranges[LO_TOKEN_RANGES];  /* Ranges that all of them lack. */
} lo_token_record;

typedef struct lo_token {
    uint8_t level;        /* 0: within a partition; 1: among the leaders of partitions. */
    uint8_t flags;
    uint16_t partition;   /* Level 0: which. */
    uint32_t round;
    uint32_t skipped_count;
    uint16_t skipped[LO_TOKEN_SKIPPED];  /* Places skipped because they are silent. */
    uint32_t count;
    lo_token_record records[LO_TOKEN_RECORDS];
} lo_token;

int lo_token_read(lo_token *token, const uint8_t *body, size_t length);
int lo_token_write(const lo_token *token, uint8_t *body, size_t room);
lo_token_record *lo_token_find(lo_token *token, uint32_t origin);
/* A new record, or NULL when the token is full. */
lo_token_record *lo_token_add(lo_token *token, uint32_t origin);
/* Merges the state of two disjoint sets of members. */
void lo_token_merge(lo_token_record *into, const lo_token_record *other);
uint32_t lo_ranges_intersect(const lo_range *a, uint32_t a_count, const lo_range *b, uint32_t b_count, lo_range *out,
                             uint32_t max);

#endif

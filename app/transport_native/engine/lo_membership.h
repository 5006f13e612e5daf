// SPDX-License-Identifier: BSD-3-Clause
/* Group membership as a pure state machine: packets, time and requests in; packets and views out.
 *
 * The most senior member leads (ties by id). It collects joins, leaves and suspicions, batches them, and installs
 * views that all members agree on; each member sees the same sequence. Its failure costs one detection timeout.
 * lo_node owns one lo_membership, passes it every opened packet of the kinds LO_PACKET_MEMBERSHIP…, pulls its
 * packets first (highest priority), and switches to each view that it installs. */
#ifndef LO_MEMBERSHIP_H
#define LO_MEMBERSHIP_H

#include "lo_base.h"
#include "lo_crypto.h"
#include "lo_memory.h"
#include "lo_view.h"
#include "lo_wire.h"

typedef struct lo_membership lo_membership;

#define LO_MAX_SEEDS 8u

typedef struct lo_membership_config {
    uint32_t scope;                /* Tag in every packet header. */
    lo_id id;
    uint32_t number;               /* Own member number, random, not 0; the leader refuses a collision, and
                                    * lo_membership_state then returns LO_MEMBERSHIP_REFUSED. */
    uint64_t host;                 /* Hash of host and user, 0 to hide it. */
    lo_address address;            /* Own unicast address, as others reach it. */
    uint32_t flags;                /* LO_MEMBER_… of this node. */
    const lo_identity *identity;   /* NULL in an open scope. With one, `id` must be lo_identity_node_id of it. */
    uint8_t salt[16];              /* Random with each incarnation; the same as in lo_crypto_config. */
    const lo_address *seeds;       /* Where to send discovery packets besides the scope's channel; copied. */
    uint32_t seed_count;           /* At most LO_MAX_SEEDS. */
    uint64_t seed;                 /* Seed of all randomness in timers. */
    lo_time heartbeat;             /* 0: default of 500 ms. */
    lo_time suspect_after;         /* 0: default of 5 heartbeats. */
    lo_time keep_away;             /* A silent member stays in the view this long with the flag LO_MEMBER_AWAY
                                    * before it is removed; 0: removed when it is detected. */
    lo_time batch;                 /* Joins and leaves are batched this long; 0: default of 100 ms. */
    uint16_t path;                 /* Path of the scope channel. */
    size_t max_packet;             /* Capacity of the smallest path. */
} lo_membership_config;

enum lo_membership_state {
    LO_MEMBERSHIP_ALONE,       /* No one has answered yet. */
    LO_MEMBERSHIP_JOINING,
    LO_MEMBERSHIP_MEMBER,
    LO_MEMBERSHIP_MINORITY,    /* In a partition without a majority. */
    LO_MEMBERSHIP_LEAVING,
    LO_MEMBERSHIP_LEFT,
    LO_MEMBERSHIP_EVICTED,     /* This node was evicted by lo_membership_evict: it must restart with a new number.
                                * (A node removed because it fell silent rejoins by itself.) */
    LO_MEMBERSHIP_REFUSED
};

typedef struct lo_membership_counts {
    uint64_t packets_in, packets_out, views, suspicions, false_suspicions, takeovers, merges;
    uint64_t rejected;             /* Malformed, or sent by someone without the right to. */
    uint64_t banned;               /* Packets of nodes that were banned. */
} lo_membership_counts;

int lo_membership_create(const lo_membership_config *config, lo_memory *memory, lo_time now,
                         lo_membership **out);
void lo_membership_destroy(lo_membership *membership);

/* Requests. They are batched; a later view fulfils them. */
int lo_membership_join_group(lo_membership *membership, const lo_id *group, lo_policy policy, lo_time now);
int lo_membership_leave_group(lo_membership *membership, const lo_id *group, lo_time now);
int lo_membership_leave(lo_membership *membership, lo_time now);

/* `body` is the plain body of an authentic packet and `signer` the public key of its sender, from lo_crypto_open
 * (NULL in an open scope). Unknown kinds are malformed. */
int lo_membership_packet_in(lo_membership *membership, const lo_header *header, const uint8_t *body,
                            size_t length, const lo_address *source, const uint8_t *signer, lo_time now);
/* Pulls one packet: writes the body and returns kind and destination; lo_node adds the header (sender, current
 * view) and seals. Returns the body's length, 0 for none. */
int lo_membership_next_packet(lo_membership *membership, lo_time now, uint8_t *body, size_t room,
                              uint8_t *kind, lo_address *destination);
bool lo_membership_has_packet(const lo_membership *membership, lo_time now);

/* The core received an authentic packet of this member (heartbeats can then be rare), suspects it (a token is
 * stuck), or evicts it (slow-receiver policy EVICT). */
void lo_membership_note_alive(lo_membership *membership, uint32_t number, lo_time now);
void lo_membership_suspect(lo_membership *membership, uint32_t number, lo_time now);
int lo_membership_evict(lo_membership *membership, uint32_t number, lo_time now);
/* The process of a member on this host has ended: it is removed without further probes. `consent` is the last value
 * of its lo_membership_consent. If it had accepted only the views that led here, no other side of a partition can
 * count on it, and it no longer counts for a majority. Worth checking while lo_membership_has_suspects. */
void lo_membership_ended(lo_membership *membership, uint32_t number, uint64_t consent, lo_time now);
/* The last view that this node accepted, committed or not; UINT64_MAX if it follows another leader than that of its
 * view. Must be published before any packet that is pulled later. */
uint64_t lo_membership_consent(const lo_membership *membership);
bool lo_membership_has_suspects(const lo_membership *membership);
/* Removes a node permanently by its id, which in a scope with a key is bound to its identity; all members remember
 * it for the lifetime of the scope. LO_ERROR_ARGUMENT for this node and the leader. */
int lo_membership_ban(lo_membership *membership, const lo_id *id, lo_time now);

lo_time lo_membership_next_wakeup(const lo_membership *membership);
void lo_membership_timer(lo_membership *membership, lo_time now);

/* The next view in order, with a reference for the caller, or NULL. The first one (this node alone) comes soon
 * after creation if nobody answers. */
lo_view *lo_membership_take_view(lo_membership *membership);
enum lo_membership_state lo_membership_state(const lo_membership *membership);
void lo_membership_read_counts(const lo_membership *membership, lo_membership_counts *counts);

#endif

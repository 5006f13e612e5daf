// SPDX-License-Identifier: BSD-3-Clause
/* Many membership state machines on a simulated network: one clock, one seed, no sockets.
 *
 * The cluster delays, duplicates, reorders and drops packets, partitions the network, stops and kills nodes, and
 * checks every view against all others with the same number. */
#ifndef CLUSTER_H
#define CLUSTER_H

#include "lo_membership.h"

#define CLUSTER_NODES 256u
#define CLUSTER_VIEWS 4096u

typedef struct cluster_node {
    lo_membership *membership;   /* NULL: not running. */
    lo_membership_config config;
    lo_identity identity;
    lo_memory memory;
    lo_view *view;               /* The last one. */
    uint64_t last_number;
    uint32_t views, side, incarnation;
    bool deaf;  /* Receives nothing, but its packets arrive. */
    bool frozen;
    uint64_t sent, received;
    uint64_t next_counter;
} cluster_node;

typedef struct cluster_packet {
    lo_time at;
    uint64_t order;
    uint32_t to, from;
    uint32_t number;             /* Member number of the sender. */
    uint8_t kind;
    bool lost;
    uint32_t length;
    uint8_t *body;
    struct cluster_packet *next;
} cluster_packet;

typedef struct cluster_view {
    uint64_t number, digest, before;
} cluster_view;

typedef struct cluster {
    uint64_t seed, random;
    lo_time now;
    uint32_t count;
    cluster_node nodes[CLUSTER_NODES];
    cluster_packet **heap;
    uint32_t heap_count, heap_room;
    uint64_t order;
    uint32_t loss_per_mille, duplicate_per_mille;
    lo_time latency, jitter;
    bool secure, no_multicast, careless, trace;  /* careless: views are not checked;
                                                  * trace: set by CLUSTER_TRACE=1. */
    uint64_t host;                               /* Of all nodes; 0: each its own. */
    uint32_t seed_nodes;                         /* The first nodes are the seeds of all. */
    lo_time heartbeat, keep_away;
    size_t max_packet;
    uint64_t packets;
    cluster_view views[CLUSTER_VIEWS];
    uint32_t view_count;
    void (*tap)(struct cluster *p, uint32_t from, uint8_t kind, uint8_t *body, uint32_t *length);
} cluster;

cluster *cluster_create(uint64_t seed, uint32_t nodes);
void cluster_destroy(cluster *p);
uint32_t cluster_roll(cluster *p, uint32_t sides);
void cluster_start(cluster *p, uint32_t node);     /* A new incarnation with a new number. */
void cluster_kill(cluster *p, uint32_t node);
void cluster_lose(cluster *p, uint32_t node);     /* Drops packets in flight to it. */
void cluster_run(cluster *p, lo_time duration);
/* Runs until the nodes of each side have one view of exactly themselves; returns the time it took, or LO_NEVER
 * after `limit`. */
lo_time cluster_until_agreed(cluster *p, lo_time limit);
bool cluster_agreed(const cluster *p);
lo_id cluster_group(uint32_t name);
int cluster_join_group(cluster *p, uint32_t node, uint32_t name, lo_policy policy);
/* The group in the node's view, or NULL; and whether the node is in it. */
const lo_group *cluster_find_group(const cluster *p, uint32_t node, uint32_t name);
bool cluster_in_group(const cluster *p, uint32_t node, uint32_t name);
/* Passes a packet to a node at once, as if it came from `from`. */
int cluster_inject(cluster *p, uint32_t to, uint32_t sender_number, const uint8_t *signer, uint8_t kind, const uint8_t *body,
                size_t length);

#endif

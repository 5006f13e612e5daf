/* Many membership machines on a network in memory: one clock, one seed, no sockets.
 *
 * The crowd delivers packets late, twice, out of order or not at all, cuts the network,
 * stops and kills nodes, and checks every view against all others with the same number. */
#ifndef CROWD_H
#define CROWD_H

#include "lo_membership.h"

#define CROWD_NODES 256u
#define CROWD_VIEWS 4096u

typedef struct crowd_node {
    lo_membership *membership;   /* NULL: not running. */
    lo_membership_config config;
    lo_identity identity;
    lo_memory memory;
    lo_view *view;               /* The last one. */
    uint64_t last_number;
    uint32_t views, side, incarnation;
    bool deaf;  /* Hears nothing, and is heard. */
    bool frozen;
    uint64_t sent, received;
    uint64_t next_counter;
} crowd_node;

typedef struct crowd_packet {
    lo_time at;
    uint64_t order;
    uint32_t to, from;
    uint32_t number;             /* Member number of the sender. */
    uint8_t kind;
    bool lost;
    uint32_t length;
    uint8_t *body;
    struct crowd_packet *next;
} crowd_packet;

typedef struct crowd_view {
    uint64_t number, digest, before;
} crowd_view;

typedef struct crowd {
    uint64_t seed, random;
    lo_time now;
    uint32_t count;
    crowd_node nodes[CROWD_NODES];
    crowd_packet **heap;
    uint32_t heap_count, heap_room;
    uint64_t order;
    uint32_t loss_per_mille, duplicate_per_mille;
    lo_time latency, jitter;
    bool secure, no_multicast, careless, trace; /* careless: views are not checked;
                                                                      * trace: set by CROWD_TRACE=1. */
    uint64_t host;               /* Everybody's; 0: each for itself. */
    uint32_t seed_nodes;         /* That many first nodes are everybody's seeds. */
    lo_time heartbeat, keep_away;
    size_t max_packet;
    uint64_t packets;
    crowd_view views[CROWD_VIEWS];
    uint32_t view_count;
    void (*tap)(struct crowd *p, uint32_t from, uint8_t kind, uint8_t *body, uint32_t *length);
} crowd;

crowd *crowd_create(uint64_t seed, uint32_t nodes);
void crowd_destroy(crowd *p);
uint32_t crowd_roll(crowd *p, uint32_t sides);
void crowd_start(crowd *p, uint32_t node);     /* A new incarnation with a new number. */
void crowd_kill(crowd *p, uint32_t node);
void crowd_lose(crowd *p, uint32_t node);     /* Whatever is on its way to it. */
void crowd_run(crowd *p, lo_time duration);
/* Runs until the nodes with the same side have one view of exactly themselves; the time it took, or
 * LO_NEVER after `limit`. */
lo_time crowd_until_agreed(crowd *p, lo_time limit);
bool crowd_agreed(const crowd *p);
lo_id crowd_group(uint32_t name);
int crowd_join_group(crowd *p, uint32_t node, uint32_t name, lo_policy policy);
/* The group in the node's view, or NULL; and whether the node is in it. */
const lo_group *crowd_find_group(const crowd *p, uint32_t node, uint32_t name);
bool crowd_in_group(const crowd *p, uint32_t node, uint32_t name);
/* Hands a packet to a node at once, as if it came from `from`. */
int crowd_inject(crowd *p, uint32_t to, uint32_t sender_number, const uint8_t *signer, uint8_t kind, const uint8_t *body,
                size_t length);

#endif

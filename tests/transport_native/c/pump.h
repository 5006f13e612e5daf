// SPDX-License-Identifier: BSD-3-Clause
/* Nodes in one process, connected by a simulated network with loss and delay; views are set by the test. */
#ifndef PUMP_H
#define PUMP_H

#include "lo_node.h"

#define PUMP_NODES 64
#define PUMP_GROUPS 16

typedef struct pump_packet {
    lo_time at;
    uint64_t order;
    uint32_t to, from;
    uint32_t length;
    uint8_t *bytes;
} pump_packet;

typedef struct pump {
    uint32_t count;
    lo_node *nodes[PUMP_NODES];
    bool dead[PUMP_NODES];
    bool frozen[PUMP_NODES];        /* Neither runs nor drains; packets beyond its socket buffer are lost. */
    bool deaf[PUMP_NODES];          /* Takes no deliveries. */
    uint32_t appetite[PUMP_NODES];  /* Bytes that its application takes per millisecond; 0: unlimited. */
    double hunger[PUMP_NODES];
    lo_time fed[PUMP_NODES];
    uint32_t handles[PUMP_NODES][PUMP_GROUPS];
    uint64_t sent[PUMP_NODES][PUMP_GROUPS];
    uint64_t delivered[PUMP_NODES][PUMP_NODES][PUMP_GROUPS];  /* Receiver, sender, group. */
    uint64_t gaps[PUMP_NODES];
    uint64_t views[PUMP_NODES];
    uint64_t bytes_delivered[PUMP_NODES];
    lo_time now;
    lo_time delay, jitter;
    uint32_t loss;               /* Per 10,000. */
    bool burst;                  /* Loss affects whole batches. */
    bool drop_all, encrypted;
    uint64_t unreached;          /* Nodes that receive no packets, as a bit set. */
    void (*watch)(struct pump *p, uint32_t node, const lo_delivery *delivery);  /* Called for every delivery. */
    void *watcher;
    bool no_multicast;           /* All members have the flag NO_MULTICAST. */
    uint64_t random, order, packets, lost;
    uint64_t data_packets, data_lost;
    uint64_t kinds[256];         /* Packets by kind. */
    uint64_t impatient;          /* Number of times a node wanted another turn immediately after its turn. */
    bool batch_lost[PUMP_NODES];
    pump_packet *heap;
    uint32_t heap_count, heap_capacity;
    pump_packet *parked; /* Of frozen nodes. */
    uint32_t parked_count, parked_capacity;
    uint32_t socket_packets[PUMP_NODES], socket_limit;
    uint32_t pending_limit;
    uint64_t view_counter;
    lo_memory view_memory;
    uint8_t *scratch;
} pump;

typedef struct pump_options {
    uint32_t nodes, segment_bytes, batch_bytes, quick_region;
    size_t memory_budget;
    bool encrypted, forbid_aes;
    uint64_t seed;
} pump_options;

pump *pump_create(const pump_options *options);
void pump_destroy(pump *p);
/* groups[g] is a bit set of the nodes in group g; all living nodes get the view. */
void pump_view(pump *p, const uint64_t *groups, uint32_t group_count, lo_policy policy);
/* Sends a verifiable message: sender, group, number, filler. Size is at least 16. */
int pump_send(pump *p, uint32_t from, uint32_t group, uint32_t size);
void pump_run(pump *p, lo_time duration);
/* Runs until every living member of each group has everything from every living sender; false on timeout. */
bool pump_settle(pump *p, const uint64_t *groups, uint32_t group_count, lo_time timeout);
void pump_kill(pump *p, uint32_t node);
uint64_t pump_random(pump *p);
lo_node_statistics pump_statistics(pump *p, uint32_t node);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* One scope of the engine: a protocol node with its sockets, shared-memory rings, groups and fault injection. Used
 * by the engine thread only. */
#ifndef LO_SCOPE_H
#define LO_SCOPE_H

#include "lo_faults.h"
#include "lo_network.h"
#include "lo_node.h"
#include "lo_shared_memory.h"
#include "lo_wait.h"

#define LO_SCOPE_SEEDS 16

/* Options of a scope; plain data, because it is sent through the command queue. */
typedef struct lo_scope_options {
    uint32_t scope, number;
    uint8_t id[16];
    uint8_t salt[16];           /* Random. */
    uint64_t seed;
    char interface[64];         /* See lo_network_config. */
    char directory[200];        /* For the shared-memory path; "": none. */
    uint16_t port;
    uint8_t hops;
    uint8_t encrypted;          /* The keys below are given. */
    uint8_t no_multicast, no_offload, no_aes;
    uint8_t scope_key[32], public_key[32], secret_key[64];
    uint32_t segment_bytes;     /* Largest datagram; 0: default of the interface. */
    uint32_t receive_bytes;     /* Of socket buffers; 0: 16 MiB. */
    uint32_t partition_size, quick_region;
    uint64_t ring_bytes;        /* Of the shared-memory ring; 0: 8 MiB. */
    uint64_t memory_budget, repair_rate;
    uint64_t heartbeat, suspect_after, keep_away, batch_joins;  /* Nanoseconds; 0: default. */
    uint32_t seed_count;
    uint32_t seed_addresses[LO_SCOPE_SEEDS];  /* IPv4 in network order: nodes to contact without multicast. */
    uint16_t seed_ports[LO_SCOPE_SEEDS];
} lo_scope_options;

typedef struct lo_scope {
    bool open;
    uint32_t index;
    lo_scope_options options;
    lo_node *node;
    lo_identity identity;             /* Referenced by the node. */
    lo_network network;
    lo_shared_memory shared;
    lo_faults faults;
    lo_send_queue send_queue;
    uint8_t *scratch;                 /* LO_MAX_BATCHES pieces of LO_SCRATCH_BYTES. */
    bool starved;                     /* No memory to receive data into. */
    bool paused;                      /* The application lags: data is left in the sockets. */
    uint8_t ending;                   /* enum below. */
    bool evicted;                     /* This node was evicted: it is restarted at `ends`. */
    lo_time ends;                     /* Deadline of the current step of closing. */
    lo_time next_neighbours;
    lo_time unread_since, next_rings;  /* Since when members' rings cannot be opened, and when to retry. */
    lo_time next_process_check;        /* When to check for ended processes on this host. */
    uint32_t *group_of_handle;         /* The application's number of each of the node's groups. */
    uint32_t handle_room;
    uint32_t arena_piece;             /* The engine's; see lo_engine_internal.h. */
    void *arena;                      /* Memory for received packets; NULL: allocated. */
    size_t arena_bytes;
    lo_wait *wait;
} lo_scope;
/* A closing scope first waits until its messages are stable, then leaves. */
enum { LO_SCOPE_RUNS = 0, LO_SCOPE_DRAINS, LO_SCOPE_LEAVES, LO_SCOPE_ENDED };
#define LO_SCRATCH_BYTES 65536u
/* Pseudo socket numbers: the pipes of the shared-memory path. */
#define LO_SOCKET_WAKEUP 255
#define LO_SOCKET_BROADCAST 254
#define LO_SCOPE_TAG(index, socket) ((uint32_t)(index) << 8 | (uint32_t)(socket))

/* `arena` and `arena_bytes` are kept; everything else is initialised. */
int lo_scope_open(lo_scope *scope, uint32_t index, const lo_scope_options *options, lo_wait *wait, lo_time now);
void lo_scope_close(lo_scope *scope);

/* Whether data may be received; control packets always are. */
void lo_scope_pause(lo_scope *scope, bool paused);
/* Reads a socket until it is empty. */
void lo_scope_receive(lo_scope *scope, int socket_index, lo_time now);
/* Reads the shared-memory rings and delayed packets; true if it stopped early. */
bool lo_scope_receive_others(lo_scope *scope, lo_time now);
bool lo_scope_has_to_send(const lo_scope *scope, lo_time now);  /* Cheaper than trying to send. */
/* Sends what the node provides; true if there may be more. */
bool lo_scope_send(lo_scope *scope, lo_time now);
/* The node's view or set of channels has changed. */
void lo_scope_follow_view(lo_scope *scope, const lo_view *view, lo_time now);
void lo_scope_follow_channels(lo_scope *scope);
/* `in_passing`: somebody waits for messages, so deferrable work is deferred. */
void lo_scope_tick(lo_scope *scope, bool in_passing, lo_time now);
lo_time lo_scope_next_wakeup(const lo_scope *scope, lo_time now);
/* Steps of closing; true once the scope may be closed. */
void lo_scope_end(lo_scope *scope, lo_time now);
bool lo_scope_has_ended(lo_scope *scope, lo_time now);
bool lo_scope_sleep(lo_scope *scope);  /* Before waiting; false: do not sleep. */
bool lo_scope_has_unread(const lo_scope *scope);  /* In the shared-memory rings of others. */
void lo_scope_wake(lo_scope *scope);

#endif

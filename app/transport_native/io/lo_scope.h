/* One scope of the engine: a node of the protocol with its sockets, its shared-memory rings, its
 * groups and its faults. Used by the engine thread only. */
#ifndef LO_SCOPE_H
#define LO_SCOPE_H

#include "lo_faults.h"
#include "lo_network.h"
#include "lo_node.h"
#include "lo_shared_memory.h"
#include "lo_wait.h"

#define LO_SCOPE_SEEDS 16

/* What the application chooses; plain bytes, so that it travels through the ring of commands. */
typedef struct lo_scope_options {
    uint32_t scope, number;
    uint8_t id[16];
    uint8_t salt[16];           /* Random. */
    uint64_t seed;
    char interface[64];         /* See lo_network_config. */
    char directory[200];        /* For the shared path; "": none. */
    uint16_t port;
    uint8_t hops;
    uint8_t encrypted;          /* The keys below are given. */
    uint8_t no_multicast, no_offload, no_aes;
    uint8_t scope_key[32], public_key[32], secret_key[64];
    uint32_t segment_bytes;     /* Largest datagram; 0: what the interface takes. */
    uint32_t receive_bytes;     /* Of socket buffers; 0: 16 MiB. */
    uint32_t partition_size, quick_region;
    uint64_t ring_bytes;        /* Of the shared ring; 0: 8 MiB. */
    uint64_t memory_budget, repair_rate;
    uint64_t heartbeat, suspect_after, keep_away, batch_joins;  /* Nanoseconds; 0: the protocol's own. */
    uint32_t seed_count;
    uint32_t seed_addresses[LO_SCOPE_SEEDS];  /* IPv4 as on the wire: nodes to ask when multicast does not reach them. */
    uint16_t seed_ports[LO_SCOPE_SEEDS];
} lo_scope_options;

typedef struct lo_scope {
    bool open;
    uint32_t index;
    lo_scope_options options;
    lo_node *node;
    lo_identity identity;             /* The node refers to it. */
    lo_network network;
    lo_shared_memory shared;
    lo_faults faults;
    lo_send_queue send_queue;
    uint8_t *scratch;                 /* LO_MAX_BATCHES pieces of LO_SCRATCH_BYTES. */
    bool starved;                     /* No memory to receive data into. */
    bool paused;                      /* The application is behind: data waits where it is, out of the caches. */
    uint8_t ending;                   /* enum below. */
    bool evicted;                     /* The others removed this node: it starts anew, at `ends`. */
    lo_time ends;                     /* When it goes on to the next step of ending at the latest. */
    lo_time next_neighbours;
    lo_time unread_since, next_rings;  /* When members' rings were opened, and are tried again. */
    lo_time next_look;                /* For members on this computer whose processes have ended. */
    uint32_t *group_of_handle;        /* The application's number of each of the node's groups. */
    uint32_t handle_room;
    uint32_t arena_piece;             /* The engine's; see lo_engine_internal.h. */
    void *arena;                      /* Where packets are received; NULL: anywhere. */
    size_t arena_bytes;
    lo_wait *wait;
} lo_scope;
/* A scope that is closed first waits until its messages are stable, then says good-bye. */
enum { LO_SCOPE_RUNS = 0, LO_SCOPE_DRAINS, LO_SCOPE_LEAVES, LO_SCOPE_ENDED };
#define LO_SCRATCH_BYTES 65536u
/* Where the sockets of a scope are numbered: the pipes of the shared-memory path. */
#define LO_SOCKET_WAKEUP 255
#define LO_SOCKET_BROADCAST 254
#define LO_SCOPE_TAG(index, socket) ((uint32_t)(index) << 8 | (uint32_t)(socket))

/* `arena` and `arena_bytes` are kept from before the call; everything else is made anew. */
int lo_scope_open(lo_scope *scope, uint32_t index, const lo_scope_options *options, lo_wait *wait, lo_time now);
void lo_scope_close(lo_scope *scope);

/* Whether data may be received; what nodes say to each other always is. */
void lo_scope_pause(lo_scope *scope, bool paused);
/* Reads a socket until it is empty. */
void lo_scope_receive(lo_scope *scope, int socket_index, lo_time now);
/* Reads the shared rings and what faults made late; true if it stopped before the end. */
bool lo_scope_receive_others(lo_scope *scope, lo_time now);
bool lo_scope_has_to_send(const lo_scope *scope, lo_time now);  /* Asking costs less than trying. */
/* Sends what the node has to send; true if there may be more. */
bool lo_scope_send(lo_scope *scope, lo_time now);
/* The node's view or set of channels has changed. */
void lo_scope_follow_view(lo_scope *scope, const lo_view *view, lo_time now);
void lo_scope_follow_channels(lo_scope *scope);
/* `in_passing`: somebody waits for messages, and what can be done later is. */
void lo_scope_tick(lo_scope *scope, bool in_passing, lo_time now);
lo_time lo_scope_next_wakeup(const lo_scope *scope, lo_time now);
/* The steps of ending; true once the scope may be closed. */
void lo_scope_end(lo_scope *scope, lo_time now);
bool lo_scope_has_ended(lo_scope *scope, lo_time now);
bool lo_scope_sleep(lo_scope *scope);  /* About to wait; false: better not. */
bool lo_scope_has_unread(const lo_scope *scope);  /* In the rings of others. */
void lo_scope_wake(lo_scope *scope);

#endif

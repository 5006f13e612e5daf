// SPDX-License-Identifier: BSD-3-Clause
/* Shared-memory path between nodes of one user on one host.
 *
 * Every node has one file: a ring buffer that only it writes and all others map and read. The writer never waits
 * for a reader, so a killed or stopped reader has no effect; a reader that is lapped detects it, loses those
 * packets and recovers them as on a network. Flow control prevents this for readers that keep up.
 *
 * A reader sets a flag in its own file before it sleeps; a writer then wakes it: all readers with one broadcast if
 * they are few (lo_shared_broadcast.c), or individually (lo_shared_wakeup.c), through a named pipe beside the file
 * or, without one, with a short datagram. The owner holds a lock on its file while it lives, so a file without a
 * lock belongs to a dead node and is removed. This also distinguishes silent nodes from dead ones. */
#ifndef LO_SHARED_MEMORY_H
#define LO_SHARED_MEMORY_H

#include <netinet/in.h>
#include <stdatomic.h>

#include "lo_network.h"
#include "lo_node.h"
#include "lo_wait.h"

#define LO_SHARED_RECORD_MOST 65536u
#define LO_SHARED_FEW 8u                       /* Up to this many readers are woken at once, or one by one. */
#define LO_SHARED_PIECE (UINT64_C(256) << 10)  /* Memory of a ring is populated in these pieces, */
#define LO_SHARED_AHEAD (UINT64_C(192) << 10)  /* this much ahead of its use. */

/* How to wake the owner of a file. */
enum { LO_AWAKE, LO_SLEEPS_WAKEUP, LO_SLEEPS_BROADCAST };

typedef struct lo_shared_header {
    char magic[8];
    uint32_t version, scope, number, process;
    uint64_t capacity;              /* Bytes of the ring, a power of two. */
    uint32_t address;               /* Where to send wake-up datagrams, as in struct sockaddr_in. */
    uint16_t port, reserved_word;
    _Alignas(64) _Atomic uint64_t reserved;  /* Everything below this minus the capacity may be overwritten. */
    _Atomic uint64_t published;     /* Everything below is complete. */
    _Atomic uint64_t oldest;        /* Start of the oldest complete record. */
    _Alignas(64) _Atomic uint32_t waiting;   /* LO_AWAKE, or the owner sleeps. */
    _Atomic uint64_t consent;       /* The last view that the owner has accepted; see lo_membership_consent. */
} lo_shared_header;

typedef struct lo_shared_ring {
    lo_shared_header *header;       /* NULL: not open. */
    unsigned char *data;
    uint64_t capacity;              /* Never read again from the header: others can write there. */
    uint64_t position;              /* The reader's, or the writer's. */
    uint32_t number;
    uint32_t place;                 /* Index in the view. */
    int fd;
    int wakeup_pipe;                /* Named pipe for wake-ups; -1: none, */
    struct sockaddr_in address;     /* then datagrams are sent here. */
    int broadcast_pipe;             /* Named pipe on which the owner broadcasts wake-ups. */
    uint64_t touched;               /* Memory up to here is populated. */
} lo_shared_ring;

#define LO_SHARED_PEERS 1024u
typedef struct lo_shared_memory {
    char directory[200];
    uint32_t scope;
    uint64_t host;                  /* Equal for nodes that can share; 0 when this one cannot. */
    lo_shared_ring own;
    lo_shared_ring *peers;
    uint32_t peer_count, peer_room, turn;  /* By their indexes in the view. */
    uint64_t view;
    uint32_t member_count;              /* Of the view. */
    uint32_t share_first, share_count;  /* Indexes in the view of the readers that this node must wake. */
    uint32_t unread;                    /* Members whose rings cannot be opened: nothing is received from them. */
    lo_buffer *buffer;                  /* Being filled. */
    uint64_t lapped, packets_in, bytes_in, packets_out, bytes_out, wakeups;
    lo_wait *wait;                  /* NULL: no broadcasts. */
    uint32_t broadcast_tag;
    bool subscribed;                /* Subscribed to the broadcasts of all peers. */
    bool dirty;                     /* Something was written since the last wake-up. */
} lo_shared_memory;

/* `directory` must be accessible to this user only. Zero, or a negative errno; then there is no shared-memory path. */
int lo_shared_open(lo_shared_memory *shared, const char *directory, uint32_t scope, uint32_t number,
                   const lo_address *self, uint64_t capacity);
/* Wake-ups and broadcasts are signalled here from now on. */
void lo_shared_wait_at(lo_shared_memory *shared, lo_wait *wait, uint32_t wakeup_tag, uint32_t broadcast_tag);
void lo_shared_drop_wakeup_pipe(
    lo_shared_memory *shared); /* Use datagrams only; before others know of this node. */
void lo_shared_close(lo_shared_memory *shared);

/* Reads exactly the rings of these members (those with this node's host). */
void lo_shared_follow(lo_shared_memory *shared, const lo_view *view);
/* Those among them whose processes have ended, and their last accepted views. */
typedef struct lo_shared_end {
    uint32_t number;
    uint64_t consent;
} lo_shared_end;
uint32_t lo_shared_ended(const lo_shared_memory *shared, lo_shared_end *ends, uint32_t room);
void lo_shared_consent(lo_shared_memory *shared, uint64_t consent); /* Must be published before a packet that
                                                                     * depends on it. */
/* Addresses of live nodes of the scope on this host, whether members or not. */
uint32_t lo_shared_neighbours(const lo_shared_memory *shared, struct sockaddr_in *out, uint32_t room);

/* Populates memory that is needed soon. */
void lo_shared_prepare(lo_shared_memory *shared);
void lo_shared_write(lo_shared_memory *shared, const lo_batch *batch);
/* Wakes sleeping readers, once for all that was written, and those delegated to this node. */
void lo_shared_wake_readers(lo_shared_memory *shared, int socket);
void lo_shared_wakeup_in(lo_shared_memory *shared, const uint8_t *data,
                         uint32_t length);                   /* A datagram too short for a packet. */
uint32_t lo_shared_drain_wakeups(lo_shared_memory *shared);  /* Reads wake-ups from the pipe; returns their number. */

/* One record from any ring; 0 if all are empty; -ENOBUFS without memory to receive into. */
int lo_shared_receive(lo_shared_memory *shared, lo_node *node, lo_arrival *arrival);
bool lo_shared_has_unread(const lo_shared_memory *shared);
bool lo_shared_sleep(lo_shared_memory *shared);  /* Marks this node as sleeping; false: do not sleep, there is
                                                  * something to read. */
void lo_shared_wake(lo_shared_memory *shared);

/* Internal. */
int lo_shared_open_pipe(const lo_shared_memory *shared, const char *kind, uint32_t number, bool make);
void lo_shared_subscribe(lo_shared_memory *shared);  /* To the broadcasts of its peers, if they are few. */
void lo_shared_unsubscribe(lo_shared_memory *shared, lo_shared_ring *peer);
void lo_shared_broadcast_wakeup(lo_shared_memory *shared);    /* Wakes all sleeping subscribers. */

#endif

/* The shared-memory path between nodes of one user on one host.
 *
 * Every node has one file: a ring that only it writes and everyone else maps and reads. The writer
 * never waits for a reader and never looks at one, so a reader that is killed or stopped changes
 * nothing; a reader that falls a whole ring behind notices it, loses those packets and gets
 * them by recovery, as on a network. The protocol's window keeps that from happening to readers
 * that keep up.
 *
 * A reader that is about to sleep says so in its own file; a writer then wakes it: with a broadcast_pipe to all its readers if
 * they are few (lo_shared_broadcast.c), or by ringing it (lo_shared_wakeup.c), through a named pipe beside the file or, where
 * there is none, with a short datagram. The owner holds a lock on its file while it lives, so a file whose
 * lock is free is a dead node's and is removed. Who has fallen silent and who is dead can be told apart therefore. */
#ifndef LO_SHARED_MEMORY_H
#define LO_SHARED_MEMORY_H

#include <netinet/in.h>
#include <stdatomic.h>

#include "lo_network.h"
#include "lo_node.h"
#include "lo_wait.h"

#define LO_SHARED_RECORD_MOST 65536u
#define LO_SHARED_FEW 8u  /* So many readers are woken all at once, or one by one. */
#define LO_SHARED_PIECE (UINT64_C(256) << 10)  /* What of a ring's memory is fetched at once, */
#define LO_SHARED_AHEAD (UINT64_C(192) << 10)  /* and how long before it is needed. */

/* What wakes the owner of a file. */
enum { LO_AWAKE, LO_SLEEPS_WAKEUP, LO_SLEEPS_BROADCAST };

typedef struct lo_shared_header {
    char magic[8];
    uint32_t version, scope, number, process;
    uint64_t capacity;              /* Bytes of the ring, a power of two. */
    uint32_t address;               /* Where to ring, as in struct sockaddr_in. */
    uint16_t port, reserved_word;
    _Alignas(64) _Atomic uint64_t reserved;  /* Everything below this minus the capacity is being overwritten. */
    _Atomic uint64_t published;     /* Everything below is complete. */
    _Atomic uint64_t oldest;        /* Where the oldest record that is still whole begins. */
    _Alignas(64) _Atomic uint32_t waiting;   /* LO_AWAKE, or the owner sleeps. */
    _Atomic uint64_t consent;       /* The last view that the owner has agreed to; see lo_membership_consent. */
} lo_shared_header;

typedef struct lo_shared_ring {
    lo_shared_header *header;       /* NULL: not open. */
    unsigned char *data;
    uint64_t capacity;              /* Never read again from the header: others can write there. */
    uint64_t position;              /* The reader's, or the writer's. */
    uint32_t number;
    uint32_t place;                 /* In the view. */
    int fd;
    int wakeup_pipe;                       /* The named pipe; -1: there is none, */
    struct sockaddr_in address;     /* and a datagram rings as well. */
    int broadcast_pipe;                       /* Another named pipe: here the owner wakes those who listen. */
    uint64_t touched;               /* Up to here its memory is there. */
} lo_shared_ring;

#define LO_SHARED_PEERS 1024u
typedef struct lo_shared_memory {
    char directory[200];
    uint32_t scope;
    uint64_t host;                  /* Equal for nodes that can share; 0 when this one cannot. */
    lo_shared_ring own;
    lo_shared_ring *peers;
    uint32_t peer_count, peer_room, turn;  /* By their places in the view. */
    uint64_t view;
    uint32_t member_count;          /* Of the view. */
    uint32_t share_first, share_count;  /* Of the places in the view: to be rung by this node. */
    uint32_t unread;                /* Members whose rings cannot be opened: nothing is heard from them. */
    lo_buffer *buffer;              /* Being filled. */
    uint64_t lapped, packets_in, bytes_in, packets_out, bytes_out, wakeups;
    lo_wait *wait;                  /* NULL: calls are not heard. */
    uint32_t broadcast_tag;
    bool listens;                   /* To the calls of everyone. */
    bool dirty;                     /* Something was written since the last wakeup_pipe. */
} lo_shared_memory;

/* `directory` must belong to this user alone. Zero, or a negative errno; then there is no shared path. */
int lo_shared_open(lo_shared_memory *shared, const char *directory, uint32_t scope, uint32_t number,
                   const lo_address *self, uint64_t capacity);
/* Bells and calls wake whoever waits here, from now on. */
void lo_shared_wait_at(lo_shared_memory *shared, lo_wait *wait, uint32_t wakeup_tag, uint32_t broadcast_tag);
void lo_shared_drop_wakeup_pipe(
    lo_shared_memory *shared); /* To be rung by datagrams alone, before anybody knows of this node. */
void lo_shared_close(lo_shared_memory *shared);

/* Reads exactly the rings of these members (those with this node's host). */
void lo_shared_follow(lo_shared_memory *shared, const lo_view *view);
/* Those among them whose processes have ended, for sure, and what they had consented to. */
typedef struct lo_shared_end {
    uint32_t number;
    uint64_t consent;
} lo_shared_end;
uint32_t lo_shared_ended(const lo_shared_memory *shared, lo_shared_end *ends, uint32_t room);
void lo_shared_consent(lo_shared_memory *shared, uint64_t consent); /* To be said before a packet that depends on it. */
/* Addresses of live nodes of the scope on this host, whether members or not. */
uint32_t lo_shared_neighbours(const lo_shared_memory *shared, struct sockaddr_in *out, uint32_t room);

/* Fetches the memory that is needed soon, so that nobody has to wait for it. */
void lo_shared_prepare(lo_shared_memory *shared);
void lo_shared_write(lo_shared_memory *shared, const lo_batch *batch);
/* Wakes those who wait, once for all that was written, and those that somebody has left to this node. */
void lo_shared_wake_readers(lo_shared_memory *shared, int socket);
void lo_shared_wakeup_in(lo_shared_memory *shared, const uint8_t *data,
                         uint32_t length);                   /* A datagram too short for a packet. */
uint32_t lo_shared_drain_wakeups(lo_shared_memory *shared);  /* Bells through the pipe; how many there were. */

/* One record from any ring; 0 when all are empty; -ENOBUFS without memory to receive into. */
int lo_shared_receive(lo_shared_memory *shared, lo_node *node, lo_arrival *arrival);
bool lo_shared_has_unread(const lo_shared_memory *shared);
bool lo_shared_sleep(lo_shared_memory *shared);  /* Says that this node sleeps; false: do not, there is something. */
void lo_shared_wake(lo_shared_memory *shared);

/* Among the files of the shared path. */
int lo_shared_open_pipe(const lo_shared_memory *shared, const char *kind, uint32_t number, bool make);
void lo_shared_subscribe(lo_shared_memory *shared);  /* To the calls of its peers, if they are few. */
void lo_shared_unsubscribe(lo_shared_memory *shared, lo_shared_ring *peer);
void lo_shared_broadcast_wakeup(lo_shared_memory *shared);    /* All who listen and sleep. */

#endif

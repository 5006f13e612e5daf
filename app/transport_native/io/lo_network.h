// SPDX-License-Identifier: BSD-3-Clause
/* Sockets of one node: maps addresses and channels of the protocol to IP.
 *
 * Everything is sent from one unicast socket, whose address is the node's own. Channel 0, used for discovery, has
 * its own socket, so that it can be read while data is held back. The other channels share further sockets, because
 * a socket may join few of them. A channel is a multicast address computed from the scope and the channel;
 * collisions cost only packets that the protocol ignores.
 *
 * Neighbours are nodes known by other means. If multicast does not work, a packet to a channel is sent to each of
 * them instead; if it works, they still get what is sent to channel 0. */
#ifndef LO_NETWORK_H
#define LO_NETWORK_H

#include <netinet/in.h>

#include "lo_node.h"

#define LO_NETWORK_SOCKETS 34
#define LO_CHANNELS_PER_SOCKET 16  /* The usual limit of the system is 20. */
#define LO_RECEIVE_BATCH 4
#define LO_MAX_NEIGHBOURS 1024u

typedef struct lo_network_config {
    char interface[64];        /* A name or an address; "" or "lo": loopback; "auto": the first with multicast, else loopback. */
    uint16_t port;             /* The scope's multicast port. */
    uint32_t scope;            /* The scope's tag. */
    uint8_t hops;              /* Multicast TTL; ignored on loopback. */
    bool no_multicast;         /* Behave as if multicast did not work. */
    bool no_offload;           /* Neither GSO nor GRO. */
    uint32_t receive_bytes;    /* Requested size of socket buffers. */
} lo_network_config;

typedef struct lo_network_counts {
    uint64_t packets_in, bytes_in, packets_out, bytes_out, calls_in, calls_out;
    uint64_t send_errors, truncated;
} lo_network_counts;

typedef struct lo_network {
    lo_network_config config;
    struct in_addr address;
    unsigned interface_index;
    char interface_name[32];
    bool loopback, multicast_works, gso, gro;
    uint32_t granted_bytes;                 /* Actual size of socket buffers. */
    int sockets[LO_NETWORK_SOCKETS];        /* 0: unicast; 1: channel 0; then the others. */
    int socket_count;
    uint32_t *channels;                     /* Subscribed channels, in the order of their sockets. */
    uint32_t channel_count, channel_room;
    struct sockaddr_in neighbours[LO_MAX_NEIGHBOURS];
    uint32_t neighbour_count;
    lo_address self;
    lo_buffer *buffers[LO_RECEIVE_BATCH];   /* Being filled. */
    bool emptied;                           /* The last receive emptied its socket. */
    lo_network_counts counts;
} lo_network;
#define LO_SOCKET_UNICAST 0
#define LO_SOCKET_SCOPE 1

/* Zero, or a negative errno. Also probes whether multicast works. */
int lo_network_open(lo_network *network, const lo_network_config *config);
void lo_network_close(lo_network *network);
/* Subscribes to exactly these channels (and to channel 0). Zero, or a negative errno. */
int lo_network_listen(lo_network *network, const lo_address *channels, uint32_t count);

lo_address lo_network_address(const struct sockaddr_in *socket_address);
bool lo_network_resolve(const lo_address *address, struct sockaddr_in *out);  /* Of one node. */
struct in_addr lo_network_channel(const lo_network *network, uint32_t channel);

/* ---- Receiving. */

typedef struct lo_arrival {
    lo_buffer *buffer;
    uint32_t offset, length, segment_bytes;
    lo_address source;
} lo_arrival;

/* Receives up to LO_RECEIVE_BATCH arrivals from one socket; 0 if it is empty; -ENOBUFS if the node has no memory to
 * receive into. The arrivals' bytes are already counted in their buffers. */
int lo_network_receive(lo_network *network, lo_node *node, int socket_index, lo_arrival *arrivals);
void lo_network_drop_buffers(lo_network *network);  /* Releases partly filled buffers. */

/* ---- Sending. */

/* Batches to send, and the position of the next packet. */
typedef struct lo_progress {
    uint32_t batch, destination, fan, segment;
} lo_progress;
typedef struct lo_send_queue {
    lo_batch batches[LO_MAX_BATCHES];
    uint32_t count;
    lo_progress at;
} lo_send_queue;

/* Sends until all are sent (0) or the socket is full (-EAGAIN). A packet that the system refuses is counted and
 * dropped: recovery handles it like any loss. Shared-memory destinations are skipped. */
int lo_network_send(lo_network *network, lo_send_queue *send_queue);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* A node of a scope: the protocol core, without I/O.
 *
 * Packets, time and requests go in; packets, deliveries and the next wake-up come out. One
 * node is used by one thread at a time; any number of nodes may live in a process. The
 * caller's loop is
 *
 *     drain the sockets          -> lo_node_packets_in    (all of them, before sending)
 *     handle requests            -> lo_node_send, lo_node_join …
 *     lo_node_tick(now)          -> timers
 *     pass on deliveries         -> lo_node_deliveries, later lo_node_release
 *     send                       -> lo_node_next_batch … lo_node_batches_done
 *     sleep                      until lo_node_next_wakeup, a packet or a request
 */
#ifndef LO_NODE_H
#define LO_NODE_H

#include "lo_base.h"
#include "lo_crypto.h"
#include "lo_layer.h"
#include "lo_memory.h"
#include "lo_membership.h"
#include "lo_routes.h"
#include "lo_view.h"
#include "lo_wire.h"

typedef struct lo_node lo_node;

/* A path by which packets leave. Segments of a region have the size of the path that its dissemination uses; all
 * nodes of a scope must use the same sizes. */
#define LO_PATHS 3
enum { LO_PATH_MULTICAST = 0, LO_PATH_UNICAST = 1, LO_PATH_SHARED = 2 };
typedef struct lo_path {
    uint32_t segment_bytes;   /* Largest packet: 1472 on Ethernet, 1444 to be safe with IPv6, 65000 on loopback or
                               * in shared memory. LO_MIN_SEGMENT … LO_MAX_PACKET. */
    uint32_t batch_bytes;     /* Largest batch of equal segments in one call: 65000 for GSO, or
                               * segment_bytes when the path takes one packet at a time. */
} lo_path;

typedef struct lo_node_config {
    uint32_t scope;            /* Tag of the scope: first 4 bytes of a hash of its name. */
    lo_id id;
    uint32_t number;              /* Member number; random, not 0. */
    uint64_t seed;                /* Seed of all randomness of the node. */
    uint64_t host;                /* Hash of host and user, for the shared-memory path; 0 to hide. */
    uint32_t member_flags;        /* LO_MEMBER_… */
    lo_address address;           /* Own unicast address as others reach it. */
    const uint8_t *scope_key;     /* 32 bytes, or NULL for an open scope. */
    const lo_identity *identity;  /* Required with a scope key; must outlive the node. */
    uint8_t salt[16];             /* Random with each incarnation of the node. */
    bool forbid_aes;
    const lo_address *seeds;   /* Where to send discovery packets besides the scope's channel, at most LO_MAX_SEEDS;
                                * copied. */
    uint32_t seed_count;
    lo_path paths[LO_PATHS];

    size_t memory_budget;      /* Bytes, everything included; 0: 256 MiB; at least 4 MiB. */
    size_t send_buffer;        /* Bytes of unstable segments of all streams; 0: a quarter of the budget. */
    size_t receive_buffer;     /* Bytes of undelivered and cached segments; 0: half of the budget. */
    void *arena;               /* Memory for received packets while it lasts, so that the caller can read */
    size_t arena_bytes;        /* them in place; it outlives the node. NULL: allocated. */
    uint32_t buffer_bytes;     /* Capacity of a buffer; 0: 256 KiB; at least 64 KiB. */
    uint32_t flight_bytes;     /* Bytes that may be in flight to this node unread: its socket buffers. Advertised to
                                * senders; 0: 4 MiB. */
    uint32_t partition_size;   /* Members of a partition of a region; 0: 5. */
    uint32_t quick_region;     /* Regions up to this size send ACKs and NAKs directly to the sender; larger ones use
                                * token rings. 0: 8. */
    uint64_t repair_rate;      /* Bytes per second of retransmissions that this node may send; 0: 128 MiB. */
    bool static_view;          /* No membership protocol: views come from lo_node_install_view. */
    lo_time heartbeat, suspect_after, keep_away, batch_joins;  /* See lo_membership_config. */
} lo_node_config;

int lo_node_create(const lo_node_config *config, lo_time now, lo_node **out);
/* All deliveries and receive buffers must have been released: this is asserted. */
void lo_node_destroy(lo_node *node);

/* ---- Packets in ------------------------------------------------------------------- */

/* A buffer to receive into, with room for at least 64 KiB at data + used. Append packets, add their length to
 * `used`, pass them to lo_node_packets_in, and reuse the buffer while 64 KiB are left; release it with
 * lo_buffer_release. NULL when the receive budget is used up: leave the packets in the socket until deliveries are
 * released. */
lo_buffer *lo_node_receive_buffer(lo_node *node);

/* Packets from one source at data[offset … offset+length) of a receive buffer: one packet, or several of
 * `segment_bytes` each (the last may be shorter) as GRO gives them. The node opens them in place and keeps
 * references as needed. Returns how many were accepted; the rest is counted by reason in the statistics. Never an
 * error: packets are untrusted. */
int lo_node_packets_in(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length,
                       uint32_t segment_bytes, const lo_address *source, lo_time now);

/* One packet from any memory; copied. For tests, simulators and slow paths. */
int lo_node_packet_in(lo_node *node, const uint8_t *packet, size_t length, const lo_address *source,
                      lo_time now);

/* ---- Packets out ------------------------------------------------------------------ */

/* A run of packets to send: the concatenated slices, split into packets of `segment_bytes` (the last may be
 * shorter); the same to every destination. */
#define LO_BATCH_SLICES 64
enum lo_priority { LO_PRIORITY_CONTROL = 0, LO_PRIORITY_RETRANSMIT = 1, LO_PRIORITY_DATA = 2 };
typedef struct lo_slice {
    const uint8_t *data;
    size_t length;     /* Same layout as struct iovec on Linux, apart from const. */
} lo_slice;
typedef struct lo_batch {
    const lo_address *destinations;
    uint32_t destination_count;
    uint32_t segment_bytes;
    uint32_t segment_count;
    uint32_t total_bytes;      /* Sum of the slices. */
    uint32_t slice_count;
    uint8_t priority;          /* enum lo_priority */
    bool quiet;                /* Need not wake anybody. */
    lo_slice slices[LO_BATCH_SLICES];
} lo_batch;

/* Pulls the next batch in order of priority: views, tokens, ACKs and NAKs; then retransmissions, within their rate;
 * then data, within the flow-control window. Control packets and sealed packets are written to `scratch` (at least
 * 64 KiB, kept by the caller until the batch is sent); plain data is referenced in place. Returns 1 with a batch, 0
 * if there is nothing to send now. The caller sends the batch or (if the socket is full) keeps it; everything it
 * points to stays valid until lo_node_batches_done. At most LO_MAX_BATCHES may be outstanding; then 0 is returned. */
#define LO_MAX_BATCHES 32
int lo_node_next_batch(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch);
void lo_node_batches_done(lo_node *node);

/* ---- Time --------------------------------------------------------------------------- */

void lo_node_tick(lo_node *node, lo_time now);
/* Solicits ACKs for everything that was sent. */
void lo_node_request_acks(lo_node *node, lo_time now);
/* Defers ACKs that are due only by time to a turn in which nobody waits for messages. */
void lo_node_defer_acks(lo_node *node, bool put_off);
/* When to call again at the latest; `now` or earlier: at once. */
lo_time lo_node_next_wakeup(const lo_node *node, lo_time now);

/* ---- Requests -------------------------------------------------------------------------- */

/* Joins a group and returns its handle, a small number valid until lo_node_leave. The group is usable once a view
 * contains it (LO_DELIVERY_VIEW). Joins are counted. */
int lo_node_join(lo_node *node, const lo_id *group, lo_policy policy, bool deliver_own, lo_time now,
                 uint32_t *handle);
int lo_node_leave(lo_node *node, uint32_t handle, lo_time now);
/* Removes a node permanently, see lo_membership_ban. */
int lo_node_ban(lo_node *node, const lo_id *id, lo_time now);
/* State of other processes as known by the operating system, see lo_membership_ended. */
void lo_node_member_ended(lo_node *node, uint32_t number, uint64_t consent, lo_time now);
uint64_t lo_node_consent(const lo_node *node);
bool lo_node_has_suspects(const lo_node *node);
int lo_node_leave_all(lo_node *node, lo_time now);  /* Leaves the scope. */
/* Adds a layer on top of the group's stack; the node owns it. Before messages flow. */
int lo_node_push_layer(lo_node *node, uint32_t handle, lo_layer *layer);

/* Sends a message (0 … LO_MAX_MESSAGE bytes, copied) to a group. LO_OK: it is committed to the current view.
 * LO_ERROR_AGAIN: the send buffer is full, LO_DELIVERY_WRITABLE follows; nothing was accepted. LO_ERROR_NOT_MEMBER:
 * the view does not contain the group yet. */
int lo_node_send(lo_node *node, uint32_t handle, const void *data, size_t size, lo_time now);


/* Installs a view in static_view mode; takes its own reference. */
int lo_node_install_view(lo_node *node, lo_view *view, lo_time now);

/* ---- Deliveries ---------------------------------------------------------------------- */

enum lo_delivery_kind {
    LO_DELIVERY_MESSAGES = 1,    /* `count` messages of `size` bytes at data, data + stride, … If `group` is
                                  * LO_ALL_GROUPS they are of several groups: lo_delivery_group. */
    LO_DELIVERY_GAP = 2,         /* `count` segments of `sender` are lost (policy DROP, or their sender died with
                                  * them); any group of the region may lack messages. `group` is LO_ALL_GROUPS. */
    LO_DELIVERY_VIEW = 3,        /* `view` is installed. Messages of earlier views may still follow; view_number is
                                  * the view a message is committed to. */
    LO_DELIVERY_WRITABLE = 4,    /* `group` accepts messages again. */
    LO_DELIVERY_CLOSED = 5,      /* This node was evicted or refused: create a new one. */
    LO_DELIVERY_CHANNELS = 6,    /* The set of channels to subscribe to changed: lo_node_channels. */
    LO_DELIVERY_VIEW_CHANGE = 7, /* Groups with virtual synchrony or total order: `data` is a lo_view_change. All
                                  * continuing members have the same messages before it, and the same until the next
                                  * one. */
    LO_DELIVERY_STABLE = 8       /* The same groups: a majority of the members has the first `sequence` own
                                  * messages, counted from the last view change at which this node did not continue. */
};
#define LO_ALL_GROUPS UINT32_MAX
typedef struct lo_delivery {
    uint16_t kind;          /* enum lo_delivery_kind */
    uint16_t flags;
    uint32_t group;         /* Handle given by lo_node_join. */
    uint32_t sender;        /* Member number. */
    uint32_t count;
    uint32_t size;
    uint32_t stride;
    const uint8_t *data;
    lo_buffer *buffer;      /* What `data` points into; released by lo_node_release. */
    lo_view *view;          /* View: the one announced (a reference). Messages: NULL. */
    lo_routes *routes;      /* Messages of several groups: which ones (a reference). */
    uint64_t view_number;   /* The view the messages are committed to. */
    uint64_t sequence;      /* Of the segment in its stream. */
} lo_delivery;

#define LO_MIXED_MOST 64u   /* Most messages of several groups in one delivery. */

/* Handle of one message's group; LO_ALL_GROUPS if it was left in the meantime. */
uint32_t lo_delivery_group(const lo_delivery *delivery, uint32_t message);

/* Takes up to `max` deliveries in order. Messages stay in place until they are released; unreleased memory reduces
 * the flow-control credit of senders: this is the backpressure. */
uint32_t lo_node_deliveries(lo_node *node, lo_delivery *out, uint32_t max);
bool lo_node_has_deliveries(const lo_node *node);
void lo_node_release(lo_node *node, const lo_delivery *deliveries, uint32_t count);

/* Channels that this node must subscribe to (region channels, hybrid channels, channel 0); returns their total
 * number. */
uint32_t lo_node_channels(const lo_node *node, lo_address *out, uint32_t room);

/* ---- Introspection -------------------------------------------------------------------- */

const lo_view *lo_node_view(const lo_node *node);  /* The current view, or NULL. */

typedef struct lo_node_statistics {
    uint64_t messages_sent, bytes_sent, messages_delivered, bytes_delivered;
    uint64_t segments_sent, segments_received, duplicates, out_of_order;
    uint64_t lost_segments;        /* Segments that were lost and requested. */
    uint64_t requests_sent, requests_received, suppressed_requests;
    uint64_t repairs_sent, repairs_received, repairs_from_peers;
    uint64_t reports_sent, reports_received, tokens_sent, tokens_received, status_sent;
    uint64_t control_packets_sent, control_bytes_sent, data_bytes_on_wire;
    uint64_t malformed, foreign, forged, replayed, unknown, stale, no_memory, no_window;
    uint64_t gaps_delivered, evictions, throttled;
    uint64_t memory_used, memory_peak, memory_budget, buffers_live, bytes_cached, bytes_undelivered;
    uint64_t streams_in, streams_out, epochs, groups_joined;
    uint64_t token_round_trip_ns, acknowledge_ns;  /* Smoothed. */
    lo_membership_counts membership;
    lo_crypto_counts crypto;
} lo_node_statistics;
void lo_node_read_statistics(const lo_node *node, lo_node_statistics *out);

/* State of one region that this node is in or sends to, for `nodes` and the benchmarks. */
typedef struct lo_region_statistics {
    uint32_t region, channel, member_count, partition_count, partition, position;
    bool partition_leader, region_leader, quick;
    uint64_t view, sequence_sent, sequence_stable, window_bytes, flight_bytes, active_senders, token_interval_ns;
} lo_region_statistics;
uint32_t lo_node_read_regions(const lo_node *node, lo_region_statistics *out, uint32_t room);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Internals of a node. Not for callers of the engine. */
#ifndef LO_NODE_INTERNAL_H
#define LO_NODE_INTERNAL_H

#include "lo_list.h"
#include "lo_node.h"
#include "lo_regions.h"
#include "lo_window.h"

typedef struct lo_epoch lo_epoch;
typedef struct lo_region_state lo_region_state;
typedef struct lo_outstream lo_outstream;
typedef struct lo_instream lo_instream;
typedef struct lo_region_rings lo_region_rings;
typedef struct lo_hybrid lo_hybrid;

/* A segment costs its bytes plus the kernel's overhead per packet in a socket buffer. */
#define LO_PACKET_COST 1024u
#define LO_FIRST_FLIGHT (256u << 10)
#define LO_SMALLEST_FLIGHT (192u << 10)
#define LO_STABLE_NOTICE_AFTER (40 * LO_MILLISECOND)
#define LO_NO_POSITION UINT32_MAX
#define LO_MAX_EPOCHS 16u
#define LO_SCAN_PACE LO_MILLISECOND           /* Interval of scanning an active stream for gaps. */
#define LO_SLOW_AFTER (80 * LO_MILLISECOND)   /* A receiver that is slow for this long no longer counts for flow
                                               * control, */
#define LO_EVICT_AFTER (3 * LO_SECOND)        /* and is evicted after this time, if the policy says so. */

/* A message under reassembly. */
typedef struct lo_partial {
    lo_buffer *buffer;            /* NULL: none. */
    uint8_t *data;                /* Its position in the buffer. */
    uint32_t group, total, filled;
} lo_partial;

/* State of one source of ACKs for a stream: each receiver in a quick region, else the leader of each partition. */
typedef struct lo_acker {
    uint64_t received;      /* All members that it acknowledges for have everything up to here. */
    uint64_t admitted;      /* A member: the highest segment it has seen. A partition: received, without its silent
                             * members. */
    uint64_t room;          /* Flow-control credit in bytes. */
    lo_time last_ack;       /* Time of the last ACK. */
    lo_time behind_since;   /* Since when an ACK is overdue; 0: it is not. */
    lo_time full_since;     /* Since when it has no credit; 0: it has. */
    lo_time slow_since;     /* Since when it alone limits the flow; 0: it does not. */
    bool silent;            /* Excluded from flow control, but its missing segments are kept. */
    bool gone;              /* Left the scope: ignored. */
    bool away;              /* Still a member, but nothing waits for it. */
    bool lost;              /* It never installed this view: nothing is kept for it, but it must learn of the gap. */
} lo_acker;

/* A stream from this node to a region: packing, retransmission window, flow control. */
struct lo_outstream {
    lo_link busy;                 /* In node->busy_out while it has work. */
    lo_epoch *epoch;
    lo_region_state *region_state;
    lo_window window;             /* [floor + 1, next); `sent` is the last segment that was sent. */
    uint64_t sent, stable, floor;
    uint32_t sent_cost;           /* Running cost of what was sent, modulo 2^32. */
    uint32_t closed_cost;         /* The same for what is packed. */
    uint32_t payload;             /* Room for records in a segment. */
    uint32_t segment_bytes, batch_bytes;

    lo_buffer *open;              /* The segment that is being packed. */
    uint32_t open_offset;
    uint32_t open_length;         /* Header included. */
    lo_buffer *big;               /* A large message that is fragmented when its turn comes. */
    lo_buffer *own_big;           /* The same, until its last fragment was sent: for the own application. */
    uint32_t big_group, big_done;
    lo_partial partial;           /* Reassembly of an own message for the own application. */
    uint32_t floor_cost;          /* Running cost up to `floor`. */

    lo_acker *ackers;
    uint32_t acker_count;
    uint64_t flight_limit;        /* Bytes; from the slowest admitted receiver. */
    uint64_t paced;               /* All admitted receivers have read everything up to here from their sockets. */
    uint64_t lagging;             /* All admitted receivers have everything up to here. */
    lo_time status_at;            /* Next tail probe, or LO_NEVER. */
    lo_time status_interval;
    uint32_t probes;              /* Partitions whose leaders are still to be probed. */
    lo_time probed_at;            /* When an ACK was last solicited. */
    lo_time last_data;            /* When a segment was last sent for the first time, */
    uint32_t streak;              /* and the number of closely spaced ones before it. */
    uint64_t timed;               /* Segment whose round trip is measured; 0: none. */
    lo_time timed_at;
    bool closing;                 /* The epoch is over: no more messages. */
    bool blocked;                 /* A sender waits for WRITABLE. */
    uint32_t closing_notices;     /* Closing notices still to be sent. */
};

/* A stream from another sender to a region of this node: reordering, gaps, cache, ACKs and NAKs. */
struct lo_instream {
    lo_link busy;                 /* In node->busy_in while it has work. */
    lo_epoch *epoch;
    lo_region_state *region_state;
    uint32_t sender;              /* Number. */
    uint32_t sender_index;        /* In the epoch's view. */
    lo_window window;             /* Out-of-order segments, and the cache for peers. */
    uint64_t received;            /* Everything up to here has arrived. */
    uint64_t delivered;           /* … and was delivered; less than received while gated. */
    uint64_t highest;             /* Highest segment known to exist. */
    uint64_t seen;                /* Highest segment that has arrived here. */
    uint64_t stable, floor;
    uint64_t cached_from;         /* Nothing below is cached. */
    uint64_t recent_from;         /* Segments cached by others are kept from here on, for a short while. */

    lo_partial partial;
    uint32_t resume;              /* Where delivery of the next segment resumes; 0: at its start. */
    bool stalled;                 /* No memory to deliver the next segment: retry later. */

    bool gated;                   /* Earlier streams of the sender must be finished first. */
    bool gap_first;               /* One of them is of a view that this node never installed. */
    uint32_t gate_count;
    struct { uint64_t view; uint32_t region; uint64_t last; } gates[LO_MAX_OPEN_ENTRIES];

    bool ack_due;              /* Send an ACK with the next packet. */
    lo_time ack_at;            /* … or at this time at the latest. */
    uint64_t acked;            /* `received` in the last ACK. */
    uint64_t unacked_bytes;
    uint64_t acked_room;
    lo_time nak_at;           /* When to send a NAK; LO_NEVER if nothing is missing. */
    lo_time last_data;
    lo_time settle_at;            /* Quick region: when to ask whether cached segments are stable. */
    lo_time settle_interval;
    lo_time retransmit_time;          /* Smoothed time from NAK to retransmission, and its deviation. */
    lo_time retransmit_deviation;
    bool closed;                  /* The sender announced the end of the stream. */
    bool finished;                /* Complete and over; kept to recognise late segments. */
    bool orphan;                  /* The sender is gone. */
    uint32_t notify_peers;        /* Orphan: remaining announcements of its state to the region. */
    lo_time notify_at;
    lo_time orphan_until;         /* Orphan: gaps are given up then. */
};

/* State of a region in an epoch: this node is in it, or sends to it. */
struct lo_region_state {
    lo_epoch *epoch;
    uint32_t index;
    const lo_region *region;
    uint32_t position;            /* Of this node, or LO_NO_POSITION. */
    bool quick;                   /* Small: ACKs and NAKs go directly to the sender. */
    uint32_t partition_count;
    lo_partition partition;       /* This node's, if it is in the region. */
    lo_outstream *out;
    lo_instream **in;             /* By member index; NULL until the first packet. */
    lo_region_rings *rings;       /* Token rings, if this node is in a region that is not quick. */
    lo_address *destinations;     /* Where segments are first sent to. */
    uint32_t destination_count;
    uint32_t others;              /* Living members other than this node. */
};

/* View epoch: a view and the streams committed to it. The newest is node->epoch; older ones drain. */
struct lo_epoch {
    lo_node *node;
    lo_epoch *older;
    lo_view *view;
    lo_time replaced;                                      /* When the next epoch began, or 0. */
    lo_region_state *region_states;                        /* By region index. */
    lo_routes *routes;                                     /* By group index: the local group. */
    struct { uint32_t number; uint32_t index; } *numbers;  /* Ascending by number. */
    bool *gone;                                            /* By member index: not in the newest view. */
    uint32_t live_streams;
    lo_link hybrids;              /* Groups with their own channel that this node has sent to. */
    uint64_t hybrid_number;
};

typedef struct lo_local_group {
    lo_id id;
    lo_policy policy;
    uint32_t joins;               /* 0: the handle is free. */
    uint32_t index;               /* In the current view, or LO_ALL_GROUPS. */
    uint32_t next;                /* In its hash chain, or in the free list. */
    bool deliver_own;
    bool blocked;                 /* LO_ERROR_AGAIN was returned: notify when writable. */
    lo_layer *top;                /* NULL: no layers. */
    lo_layer *bottom;
    lo_outstream *only;           /* The stream, if the group is one region. */
    lo_hybrid *hybrid;            /* Its own channel, if it has one in the current view. */
    size_t under_way;             /* Bytes of own messages that have not come back up through the layers. */
} lo_local_group;

typedef struct lo_queue {         /* Deliveries, in order. */
    lo_delivery *items;
    uint32_t capacity, head, count;
} lo_queue;

/* A data packet of a view that this node does not have yet. */
typedef struct lo_early {
    lo_buffer *buffer;
    uint32_t offset, length;
    uint64_t view;
    lo_time at;
} lo_early;
#define LO_MAX_EARLY 64u

struct lo_node {
    lo_node_config config;
    lo_memory memory;
    lo_pool send_pool, receive_pool;
    lo_slab outstreams, instreams;
    lo_membership *membership;
    lo_crypto *crypto;
    uint32_t last_evicted;        /* Member whose eviction was requested. */
    uint64_t random;
    uint64_t packet_number;       /* Of control packets. */
    lo_time now;

    lo_epoch *epoch;                  /* Newest first. */
    uint32_t epoch_count;
    lo_local_group *groups;
    uint32_t group_capacity, group_count, group_free;
    uint32_t *group_hash;
    uint32_t group_hash_size;

    lo_link busy_in, busy_out, retransmits, busy_layers;
    uint32_t layer_count;
    lo_buffer *pack;              /* The buffer that segments are packed into. */
    lo_buffer *inbox;             /* Buffer for single packets that are copied. */
    lo_buffer *assembly;          /* Buffer for reassembly of small messages. */
    lo_buffer *spare;             /* The next pack buffer, when a message must not run out of room. */
    size_t unstable_bytes;        /* Of all outgoing windows and unsent messages. */
    size_t cached_bytes;          /* Of all incoming windows. */
    lo_queue queue;
    size_t undelivered_bytes;     /* Payload in the queue and with the application. */
    uint32_t active_senders;      /* Incoming streams that were active lately. */

    double retransmit_tokens;         /* Token bucket: bytes of retransmissions that may leave now. */
    lo_time retransmit_filled;

    lo_buffer *held[LO_MAX_BATCHES * LO_BATCH_SLICES];
    uint32_t held_count, batch_count;
    lo_address single[LO_MAX_BATCHES];  /* Destinations of batches to one address. */

    lo_instream *last_in;         /* Of the previous data packet: the next is likely of the same stream. */
    uint32_t alive_sender;        /* Membership was notified lately that this one is alive. */
    lo_time alive_noted_at;
    lo_time collected;            /* When old epochs were last collected. */
    lo_early early[LO_MAX_EARLY];
    uint32_t early_count;
    bool closed;
    bool delivers_own;            /* Some group receives, or once received, what this node sends. */
    bool missed_view;             /* There was no memory for the last view. */
    bool blocked;                 /* Some group waits for WRITABLE. */
    bool defers_acks;             /* Somebody waits for messages in this turn. */
    lo_node_statistics statistics;
};

uint64_t lo_node_random(lo_node *node);
static inline uint32_t lo_micros(lo_time now) { return (uint32_t)(now / LO_MICROSECOND); }

/* lo_layer.c */
void lo_layers_work(lo_node *node, lo_time now);
void lo_layers_acked(lo_node *node);  /* An ACK has arrived. */
lo_time lo_layers_wakeup(const lo_node *node);
void lo_layers_gap(const lo_region_state *state, uint32_t sender);  /* To the layers of all groups of the region. */

/* lo_deliver.c */
bool lo_queue_push(lo_node *node, const lo_delivery *delivery);
bool lo_deliver_segment(lo_instream *in, lo_buffer *buffer, uint32_t offset, uint32_t length, uint64_t sequence);
void lo_deliver_own(lo_outstream *out, const lo_slot *slot, uint64_t sequence);
void lo_deliver_gap(lo_instream *in, uint64_t count);
void lo_deliver_gap_event(const lo_instream *in, uint64_t count);  /* To the application alone. */
void lo_deliver_event(lo_node *node, uint16_t kind, uint32_t group);
int lo_deliver_messages(lo_node *node, const lo_message *message);
int lo_deliver_from_layers(lo_node *node, const lo_message *message);  /* They come out of a group's layers. */
int lo_deliver_view_change(lo_node *node, uint32_t handle, const lo_view_change *view_change);
void lo_partial_drop(lo_partial *partial);

/* lo_pack.c */
int lo_pack_message(lo_outstream *out, uint32_t group, const uint8_t *data, uint32_t size);
bool lo_pack_ready(lo_outstream *out);          /* Completes a segment if there is anything to send. */
bool lo_pack_has_unsent(const lo_outstream *out);
bool lo_pack_can_leave(const lo_outstream *out);
size_t lo_pack_room(const lo_outstream *out);
bool lo_pack_reserve(lo_outstream *out, uint32_t size);  /* Guarantees that the next message of this size is
                                                          * accepted. */

void lo_pack_finish_open_record(lo_outstream *out, uint8_t *segment, uint32_t length);
lo_buffer *lo_pack_space(lo_node *node, uint32_t bytes, uint32_t *offset);  /* With a reference, or NULL. */
bool lo_pack_prepare_append(lo_outstream *out);
void lo_pack_append(lo_outstream *out, lo_buffer *buffer, uint32_t offset, uint32_t length, uint16_t tag);

/* lo_hybrid.c */
lo_hybrid *lo_hybrid_obtain(lo_node *node, uint32_t group_index);
void lo_hybrid_free(lo_link *link);
int lo_hybrid_send(lo_hybrid *hybrid, uint8_t kind, const uint8_t *data, uint32_t size);
bool lo_hybrid_has_open(const lo_epoch *epoch, uint32_t group_index);  /* Messages without a sequence number yet. */
bool lo_hybrid_ready(lo_node *node);               /* Something can be sent. */
void lo_hybrid_settle(lo_epoch *epoch);                /* The epoch is over: number the open segments. */
int lo_hybrid_next_batch(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch);
int lo_hybrid_packet(lo_node *node, const lo_header *header, lo_buffer *buffer, uint32_t offset, uint32_t length,
                     lo_time now);

/* lo_outstream.c */
lo_outstream *lo_outstream_obtain(lo_region_state *state);
void lo_outstream_destroy(lo_outstream *out);
void lo_outstream_request_acks(lo_outstream *out, lo_time now);
void lo_outstream_sent(lo_outstream *out, uint64_t last, lo_time now);
void lo_outstream_ack(lo_outstream *out, const lo_ack *ack, lo_time now);
void lo_outstream_tick(lo_outstream *out, lo_time now);
void lo_outstream_close(lo_outstream *out, lo_time now);
bool lo_outstream_status(lo_outstream *out, lo_time now, lo_status *status);
const lo_member *lo_outstream_probe(lo_outstream *out, lo_status *status);
lo_time lo_outstream_wakeup(const lo_outstream *out, lo_time now);

/* lo_flow_control.c */
bool lo_flow_may_send(const lo_outstream *out);
void lo_flow_refresh(lo_outstream *out, lo_time now);
void lo_flow_apply_ack(lo_outstream *out, lo_acker *acker, const lo_ack *ack, lo_time now);
void lo_flow_judge_receivers(lo_outstream *out, lo_time now);
void lo_flow_drop_for_slow(lo_outstream *out);
/* Requests the eviction of a slow member of the epoch's view. */
void lo_node_evict(lo_node *node, const lo_epoch *epoch, uint32_t member, lo_time now);

/* lo_instream.c */
lo_instream *lo_instream_obtain(lo_region_state *state, uint32_t sender_index);
void lo_instream_destroy(lo_instream *in);
void lo_instream_finish(lo_instream *in);
int lo_instream_segment(lo_instream *in, uint64_t sequence, uint64_t stable, uint64_t floor, lo_buffer *buffer,
                        uint32_t offset, uint32_t length, lo_time now);
void lo_instream_known(lo_instream *in, uint64_t highest, uint64_t stable, uint64_t floor, lo_time now);
void lo_instream_status(lo_instream *in, const lo_status *status, lo_time now);
void lo_instream_ungate(lo_instream *in, lo_time now);
void lo_instream_tick(lo_instream *in, lo_time now);
lo_time lo_instream_wakeup(const lo_instream *in);
uint64_t lo_instream_room(const lo_instream *in);
void lo_instream_drop_cache(lo_instream *in);  /* Releases its cache. */
void lo_instream_fill_ack(const lo_instream *in, lo_ack *ack);
bool lo_instream_repairs(const lo_instream *in);
bool lo_instream_caches(const lo_instream *in, uint64_t sequence);
lo_partition lo_region_state_partition(const lo_region_state *state, uint32_t index);

/* lo_nak.c: negative acknowledgements. */
uint32_t lo_missing_ranges(const lo_instream *in, uint64_t from, lo_range *ranges, uint32_t max);
bool lo_nak_next(lo_instream *in, lo_time now, lo_nak *request, lo_address *destination, uint32_t *recipient);
void lo_nak_answered(lo_instream *in, const lo_slot *slot, lo_time now);

/* lo_stability.c: who has what this node has sent to a group. A mark is a position in its streams. */
typedef struct lo_mark {
    uint64_t messages, records;   /* The layer's own counts up to the mark. */
    uint32_t count;
    struct { uint64_t view, sequence; uint32_t region; } at[];
} lo_mark;
lo_mark *lo_mark_take(lo_node *node, uint32_t handle, uint64_t messages, uint64_t records);  /* NULL: not now. */
void lo_mark_free(lo_node *node, lo_mark *mark);
bool lo_mark_reached(lo_node *node, uint32_t handle, const lo_mark *mark, bool everyone);
/* What every member has of a sender's stream to a group of one region; UINT64_MAX if it is over. */
uint64_t lo_core_stable(lo_node *node, uint32_t handle, uint64_t view, uint32_t sender);

/* lo_retransmit.c: retransmission on request. */
void lo_retransmit_requested(lo_node *node, lo_window *window, uint32_t position, const lo_range *ranges,
                             uint32_t count, lo_time now);
int lo_retransmit_next_batch(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch);
lo_time lo_retransmit_wakeup(const lo_node *node, lo_time now);

/* lo_epoch.c */
int lo_epoch_begin(lo_node *node, lo_view *view, lo_time now);
void lo_epoch_destroy(lo_epoch *epoch);
lo_epoch *lo_epoch_find(lo_node *node, uint64_t view);
int lo_epoch_member(const lo_epoch *epoch, uint32_t number);
void lo_epoch_collect(lo_node *node, lo_time now);
void lo_epoch_ungate_sender(lo_node *node, uint32_t sender, lo_time now);

/* lo_region_rings.c: token rings of regions that are not quick. */
uint32_t lo_partition_leader(const lo_region_state *state, uint32_t partition);  /* Position, or LO_NO_POSITION. */
lo_region_rings *lo_region_rings_create(lo_region_state *state, lo_time now);
void lo_region_rings_destroy(lo_region_rings *rings);
void lo_region_rings_request_acks(lo_region_rings *rings, lo_time now);
void lo_region_rings_answer(lo_region_rings *rings, lo_instream *in, lo_time now);
void lo_region_rings_wake(lo_region_rings *rings, uint32_t bytes,
                          lo_time now); /* Activity: tokens must circulate. */
int lo_region_rings_token(lo_region_rings *rings, uint32_t sender_position, const uint8_t *body, size_t length,
                          lo_time now);
int lo_region_rings_next_packet(lo_region_rings *rings, lo_time now, uint8_t *kind, uint8_t *body, size_t room,
                                lo_address *destination, uint32_t *recipient);
lo_time lo_region_rings_wakeup(const lo_region_rings *rings);
void lo_region_rings_tick(lo_region_rings *rings, lo_time now);
void lo_region_rings_statistics(const lo_region_rings *rings, lo_region_statistics *out);

/* lo_packets_out.c */
int lo_pull_control(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch);
int lo_pull_data(lo_node *node, lo_time now, uint8_t *scratch, size_t room, lo_batch *batch);
bool lo_batch_to_region(lo_node *node, lo_batch *batch, const lo_region_state *state);
bool lo_batch_to_address(lo_node *node, lo_batch *batch, const lo_address *address);
bool lo_batch_hold(lo_node *node, lo_buffer *buffer);
/* Trailer bytes of a data packet to a region. */
uint32_t lo_data_trailer(const lo_region_state *state);

/* lo_groups.c */
void lo_groups_destroy(lo_node *node);
int lo_core_send(lo_node *node, uint32_t handle, uint8_t kind, const void *data, size_t size, lo_time now);
bool lo_group_wants_own(const lo_local_group *group);

/* lo_packets_in.c */
int lo_packet_process(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length, const lo_address *source,
                      lo_time now);
void lo_packets_replay(lo_node *node, lo_time now);  /* Early packets whose view is now installed. */
void lo_packets_forget(lo_node *node);

#endif

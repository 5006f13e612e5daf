// SPDX-License-Identifier: BSD-3-Clause
/* Acknowledgement in a region that is not quick: two levels of token rings.
 *
 * A token circulates among the members of each partition and aggregates what they have received; another circulates
 * among the leaders of the partitions and aggregates the results. The leader of the region sends ACKs to the
 * senders. Members that do not forward the token are found by probing each one, and skipped until they are back;
 * they delay stability, not the flow. */
#ifndef LO_REGION_RINGS_H
#define LO_REGION_RINGS_H

#include "lo_node_internal.h"
#include "lo_token.h"

/* One token ring: the members of a partition, or the leaders of the partitions. */
typedef struct lo_token_ring {
    lo_region_rings *rings;
    uint8_t level;
    uint32_t count;          /* Places, including those of dead members. */
    uint32_t self;           /* This node's place. */
    uint32_t round;          /* Leader: the last one started. Others: the last one seen. */
    lo_time started;         /* Leader: when the token that is out was sent; 0: none is. */
    lo_time next_round;
    lo_time pace;            /* Between rounds: short under load. */
    lo_time round_trip;      /* Smoothed. */
    lo_time seen;            /* When a token last passed. */
    lo_time active_since;    /* Others: since when there is something to report; 0: nothing. */
    lo_time probe_until;     /* Leader: probing all members until then. */
    lo_time reprobe_at;      /* Leader: when to probe silent members again. */
    uint64_t fresh_bytes;    /* Received since the last round began. */
    bool nudged;
    bool nudge_due;
    bool forward;            /* `token` is to be sent to `forward_to`. */
    uint32_t forward_to;
    bool answer;             /* Answer a probe of the leader. */
    uint32_t answer_to;
    uint32_t answer_round;
    struct lo_ring_member {
        bool silent, answered, probe;
        lo_time left_out_since;  /* Silent or too slow; 0: included. */
    } *places;
    lo_token token;
} lo_token_ring;

/* ACKs of a sender's stream, aggregated by a leader. */
typedef struct lo_ack_aggregate {
    lo_token_record partition;   /* Result of this partition. */
    uint64_t region_received;    /* Region leader: what the whole region has. */
    uint64_t acked;              /* … as in the last ACK to the sender. */
    lo_token_record region;
    bool ack_region, ack_partition;
    bool asked;                  /* The sender waits for the result of the next round of the partition. */
    bool announce[2];            /* By level: announce in the next round, because a member does not know that all is
                                  * done. */
} lo_ack_aggregate;

struct lo_region_rings {
    lo_region_state *region_state;
    lo_token_ring partition, leaders;
    lo_ack_aggregate *aggregates;
    uint32_t aggregate_count, aggregate_capacity;
    bool hurry;
    lo_time slow_since;      /* Since when this node does not keep up; 0: it does. */
    lo_time excluded_until;  /* It excludes itself from flow control until then. */
};

/* lo_token_ring.c */
int lo_token_ring_init(lo_token_ring *ring, lo_region_rings *rings, uint8_t level, uint32_t count, uint32_t self);
void lo_token_ring_destroy(lo_token_ring *ring);
bool lo_token_ring_is_leader(const lo_token_ring *ring);
uint32_t lo_token_ring_leader(const lo_token_ring *ring);
void lo_token_ring_wake(lo_token_ring *ring, uint32_t bytes, lo_time now);
void lo_token_ring_tick(lo_token_ring *ring, lo_time now);
lo_time lo_token_ring_wakeup(const lo_token_ring *ring);
int lo_token_ring_token(lo_token_ring *ring, uint32_t from, const lo_token *token, lo_time now);
int lo_token_ring_next_packet(lo_token_ring *ring, lo_time now, uint8_t *body, size_t room, uint32_t *to);

/* Callbacks of a token ring (lo_region_rings.c). */
uint32_t lo_region_rings_position(const lo_token_ring *ring, uint32_t place);
bool lo_region_rings_alive(const lo_token_ring *ring, uint32_t place);
bool lo_region_rings_active(const lo_token_ring *ring);
void lo_region_rings_begin(lo_token_ring *ring, lo_token *token);
void lo_region_rings_contribute(lo_token_ring *ring, lo_token *token, lo_time now);
void lo_region_rings_complete(lo_token_ring *ring, const lo_token *token, lo_time now);
bool lo_region_rings_may_return(const lo_token_ring *ring, const lo_token *answer);

#endif

/* Two levels of token rings in a region that is not quick.
 *
 * A token circulates among the members of each partition and gathers what they have
 * received; another circulates among the leaders of the partitions and gathers what the
 * partitions have. The leader of the region reports to the senders. Members that do not pass
 * the token on are found out by asking each one, and left out until they are back; they
 * hold back what is stable, not the pace. */
#ifndef LO_REGION_RINGS_H
#define LO_REGION_RINGS_H

#include "lo_node_internal.h"
#include "lo_token.h"

/* One rings: the members of a partition, or the leaders of the partitions. */
typedef struct lo_token_ring {
    lo_region_rings *rings;
    uint8_t level;
    uint32_t count;          /* Places, whether their members live or not. */
    uint32_t self;           /* This node's place. */
    uint32_t round;          /* Leader: the last one started. Others: the last one seen. */
    lo_time started;         /* Leader: when the token that is out was sent; 0: none is. */
    lo_time next_round;
    lo_time pace;            /* Between rounds: short when there is much to say. */
    lo_time round_trip;      /* Smoothed. */
    lo_time seen;            /* When a token last passed. */
    lo_time active_since;    /* Others: when there was something to say; 0: there is nothing. */
    lo_time probe_until;     /* Leader: everyone is being asked who is there. */
    lo_time reprobe_at;      /* Leader: ask the silent ones again. */
    uint64_t fresh_bytes;    /* Received since the last round began. */
    bool nudged;
    bool nudge_due;
    bool forward;            /* `token` is to be sent to `forward_to`. */
    uint32_t forward_to;
    bool answer;             /* The leader asked: answer it. */
    uint32_t answer_to;
    uint32_t answer_round;
    struct lo_ring_member {
        bool silent, answered, probe;
        lo_time left_out_since;  /* Silent, or too slow to count; 0 when it counts. */
    } *places;
    lo_token token;
} lo_token_ring;

/* What a leader has gathered about a sender's stream. */
typedef struct lo_ack_aggregate {
    lo_token_record partition;   /* All of this partition. */
    uint64_t region_received;    /* Region leader: all of the region. */
    uint64_t acked;           /* … as last acked to the sender. */
    lo_token_record region;
    bool ack_region, ack_partition;
    bool asked;                  /* The sender waits for the result of the next round of the partition. */
    bool tell[2];                /* By level: someone still believes that there is something to do. */
} lo_ack_aggregate;

struct lo_region_rings {
    lo_region_state *region_state;
    lo_token_ring partition, leaders;
    lo_ack_aggregate *aggregates;
    uint32_t aggregate_count, aggregate_capacity;
    bool hurry;
    lo_time slow_since;      /* Since when this node does not keep up; 0 when it does. */
    lo_time aside_until;     /* Its pace does not count until then. */
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

/* What a ring asks of its rings (lo_region_rings.c). */
uint32_t lo_region_rings_position(const lo_token_ring *ring, uint32_t place);
bool lo_region_rings_alive(const lo_token_ring *ring, uint32_t place);
bool lo_region_rings_active(const lo_token_ring *ring);
void lo_region_rings_begin(lo_token_ring *ring, lo_token *token);
void lo_region_rings_contribute(lo_token_ring *ring, lo_token *token, lo_time now);
void lo_region_rings_complete(lo_token_ring *ring, const lo_token *token, lo_time now);
bool lo_region_rings_may_return(const lo_token_ring *ring, const lo_token *answer);

#endif

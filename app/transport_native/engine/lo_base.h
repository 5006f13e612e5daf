// SPDX-License-Identifier: BSD-3-Clause
/* Basic types shared by all parts of the engine: time, identities, addresses, errors.
 *
 * The engine never reads a clock, opens a socket or starts a thread. Time is an
 * argument, addresses are opaque to the protocol, and memory comes from a budget. */
#ifndef LO_BASE_H
#define LO_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Nanoseconds on the caller's monotonic clock. The origin is arbitrary; a backward jump counts as no time elapsed. */
typedef uint64_t lo_time;
#define LO_NEVER UINT64_MAX
#define LO_MICROSECOND ((lo_time)1000)
#define LO_MILLISECOND ((lo_time)1000000)
#define LO_SECOND ((lo_time)1000000000)

/* Error codes. Every call that can fail returns one of these (negative); zero or more is success. */
enum lo_error {
    LO_OK = 0,
    LO_ERROR_ARGUMENT = -1,      /* The caller broke the contract of the call. */
    LO_ERROR_MEMORY = -2,        /* The memory budget is used up. */
    LO_ERROR_AGAIN = -3,         /* Not now: wait for LO_DELIVERY_WRITABLE. */
    LO_ERROR_MALFORMED = -4,     /* A packet does not parse. */
    LO_ERROR_FORGED = -5,        /* A packet does not come from its claimed sender. */
    LO_ERROR_REPLAYED = -6,      /* A packet has been seen before. */
    LO_ERROR_FOREIGN = -7,       /* A packet belongs to another scope or version. */
    LO_ERROR_UNKNOWN = -8,       /* No such group, member, region or view. */
    LO_ERROR_TOO_LARGE = -9,     /* A message over LO_MAX_MESSAGE, or a buffer too small. */
    LO_ERROR_NOT_MEMBER = -10,   /* The group is not (or not yet) in the agreed view. */
    LO_ERROR_READ_ONLY = -11,    /* The minority side of a partition may not send. */
    LO_ERROR_CLOSED = -12,       /* The node is leaving or was evicted. */
    LO_ERROR_STALE = -13         /* A packet belongs to a view that is over. */
};
const char *lo_error_text(int error);

/* 128-bit names of nodes and of groups. */
typedef struct lo_id {
    uint8_t bytes[16];
} lo_id;

static inline bool lo_id_equal(const lo_id *a, const lo_id *b) { return memcmp(a, b, sizeof *a) == 0; }
static inline int lo_id_compare(const lo_id *a, const lo_id *b) { return memcmp(a, b, sizeof *a); }

/* Where a packet goes or came from. The protocol compares and copies addresses and
 * never looks inside `bytes`; only the I/O part knows IP.
 *
 * A multicast address is a *channel*: a number agreed through the view, which the I/O
 * part maps to an IP multicast address or to a shared-memory ring. Channel 0 is the
 * scope's own channel that every node listens to. */
enum lo_address_kind {
    LO_ADDRESS_NONE = 0,
    LO_ADDRESS_PEER = 1,     /* One node: `bytes`/`length` hold what the I/O part put there. */
    LO_ADDRESS_CHANNEL = 2,  /* Everyone who listens to multicast channel `channel`. */
    LO_ADDRESS_SHARED = 3    /* Everyone who reads this node's shared-memory ring `channel`. */
};
#define LO_ADDRESS_BYTES 20
typedef struct lo_address {
    uint8_t kind;
    uint8_t length;                   /* Bytes of `bytes` in use. */
    uint16_t path;                    /* Index into the paths of the configuration. */
    uint32_t channel;
    uint8_t bytes[LO_ADDRESS_BYTES];  /* For example IPv6-mapped address and port. */
} lo_address;

static inline lo_address lo_channel_address(uint32_t channel, uint16_t path) {
    lo_address address = {.kind = LO_ADDRESS_CHANNEL, .path = path, .channel = channel};
    return address;
}
static inline bool lo_address_equal(const lo_address *a, const lo_address *b) {
    return a->kind == b->kind && a->channel == b->channel && a->length == b->length &&
           memcmp(a->bytes, b->bytes, a->length) == 0;
}

#define LO_MAX_MESSAGE (64u << 20)   /* 64 MiB. */
#define LO_MAX_MEMBERS 4096u         /* Members of one scope view. */
#define LO_MAX_GROUPS 65536u         /* Groups of one scope view. */

/* Policies chosen by the author of a group; agreed by all members, part of the view. */
enum lo_slow_policy {
    LO_SLOW_THROTTLE = 0,  /* The sender waits for the slowest receiver. */
    LO_SLOW_DROP = 1,      /* The slow receiver gets a visible gap. */
    LO_SLOW_EVICT = 2      /* The slow receiver is evicted from the view. */
};
enum lo_partition_policy {
    LO_PARTITION_MAJORITY = 0,  /* The minority is read-only until the network heals. */
    LO_PARTITION_MERGE = 1      /* Both sides continue and merge later. */
};
enum lo_reliability {
    LO_RELIABLE = 0,    /* FIFO per sender, retransmitted until stable. */
    LO_UNRELIABLE = 1   /* Sent once; a lost segment is a silent gap. */
};
enum lo_order {
    LO_ORDER_SENDER = 0,  /* FIFO per sender. */
    LO_ORDER_VIEW = 1,    /* Virtual synchrony: the same messages between the same view changes. */
    LO_ORDER_TOTAL = 2    /* Virtual synchrony, and one order for all members. */
};
typedef struct lo_policy {  /* Four bytes, also on the wire. */
    uint8_t slow;           /* enum lo_slow_policy */
    uint8_t partition;      /* enum lo_partition_policy */
    uint8_t reliability;    /* enum lo_reliability */
    uint8_t hybrid : 1;     /* 1: may get a multicast channel of its own. */
    uint8_t order : 2;      /* enum lo_order */
    uint8_t reserved : 5;   /* 0. */
} lo_policy;
static inline bool lo_policy_equal(lo_policy a, lo_policy b) {
    return a.slow == b.slow && a.partition == b.partition && a.reliability == b.reliability &&
           a.hybrid == b.hybrid && a.order == b.order;
}
/* True if all fields are valid and compatible: an unreliable group cannot be ordered. */
static inline bool lo_policy_sane(lo_policy policy) {
    return policy.slow <= LO_SLOW_EVICT && policy.partition <= LO_PARTITION_MERGE &&
           policy.reliability <= LO_UNRELIABLE && policy.order <= LO_ORDER_TOTAL && policy.reserved == 0 &&
           (policy.order == LO_ORDER_SENDER || policy.reliability == LO_RELIABLE);
}

static inline uint64_t lo_min64(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline uint64_t lo_max64(uint64_t a, uint64_t b) { return a > b ? a : b; }
static inline uint32_t lo_min32(uint32_t a, uint32_t b) { return a < b ? a : b; }

#endif

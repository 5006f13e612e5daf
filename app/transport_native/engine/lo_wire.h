// SPDX-License-Identifier: BSD-3-Clause
/* Wire format, version 1: little-endian, every field checked.
 *
 * One packet is one datagram (or one record of a shared-memory ring buffer). Its size is a
 * parameter of the path: 1472 bytes on an Ethernet of MTU 1500, up to 65000 on loopback.
 *
 *   offset  size  field
 *        0     1  version      LO_WIRE_VERSION
 *        1     1  kind         enum lo_packet_kind
 *        2     2  trailer      bytes of authenticator after the body; 0 in an open scope
 *        4     4  scope        tag of the scope; anything else is foreign
 *        8     4  sender       number of the member who *made* the packet; 0: not a member yet
 *       12     4  region       index in the view, or LO_NO_REGION
 *       16     8  view         number of the view the packet belongs to; 0: none
 *       24     8  number       see below
 *       32     …  body, then the trailer
 *
 * The 32 bytes are sent in the clear and authenticated; the body is encrypted.
 *
 * DATA packets are immutable: number is the sequence number of the segment in the stream
 * (view, region, sender), starting at 1. A retransmission is identical, whoever sends
 * it, so a peer retransmits without being able to alter, and a duplicate is dropped by its
 * sequence number. All other packets are control packets: number is the packet number of
 * their sender, never repeats, and passes a replay window. */
#ifndef LO_WIRE_H
#define LO_WIRE_H

#include "lo_base.h"

#define LO_WIRE_VERSION 1u
#define LO_HEADER_BYTES 32u
#define LO_NO_REGION UINT32_MAX
#define LO_MAX_PACKET 65000u      /* The largest packet on any path. */
#define LO_MIN_SEGMENT 1024u      /* The smallest segment size a path may have. */

enum lo_packet_kind {
    LO_PACKET_DATA = 1,        /* Segment of a region stream. */
    LO_PACKET_HYBRID = 2,      /* Segment of several region streams at once. */
    LO_PACKET_STATUS = 3,      /* Sender: state of a stream (tail probe, closing). */
    LO_PACKET_ACK = 4,         /* Receiver or region leader to sender: received, flow-control credit, missing. */
    LO_PACKET_NAK = 5,         /* Negative acknowledgement: requests segments from a peer or the sender. */
    LO_PACKET_TOKEN = 6,       /* Token of a partition or of the partition leaders. */
    LO_PACKET_MEMBERSHIP = 16, /* 16..31 belong to lo_membership. */
    LO_PACKET_MEMBERSHIP_LAST = 31
};

typedef struct lo_header {
    uint8_t kind;
    uint16_t trailer;
    uint32_t scope;
    uint32_t sender;
    uint32_t region;
    uint64_t view;
    uint64_t number;
} lo_header;

/* Reads the header of a packet of `length` bytes. LO_OK, LO_ERROR_MALFORMED or
 * LO_ERROR_FOREIGN (other version). The caller compares the scope. */
int lo_header_read(lo_header *header, const uint8_t *packet, size_t length);
void lo_header_write(const lo_header *header, uint8_t *packet);

/* DATA body: the state of the stream as its sender saw it when the segment first left,
 * then records until the end.
 *
 *        0     4  stable_back  sequence - stable: everything up to `stable` is at the whole region
 *        4     4  floor_back   sequence - floor: the sender can retransmit only what is above `floor`
 *        8     …  records
 *
 * A record is a message or a fragment of one:
 *
 *        0     4  group        index in the view, with the kind of the message (enum lo_kind) in
 *                              the upper 8 bits; or LO_RECORD_OPEN
 *        4     4  size         bytes of this fragment; bit 31: first fragment; bit 30: last
 *      [ 8     4  total        only in a first fragment that is not the last: bytes of the message ]
 *              …  bytes
 *
 * Fragments of one message follow each other in the stream with nothing between them but
 * segment boundaries, so a segment is always filled to the end when there is data.
 *
 * LO_RECORD_OPEN stands first in segment 1 when the sender has earlier streams that are
 * not stable yet: `size` bytes of (view 8, region 4, last sequence 8) each. Receivers finish those
 * first; thus FIFO per sender holds across views. */
#define LO_DATA_HEADER_BYTES 8u
#define LO_RECORD_BYTES 8u
#define LO_RECORD_FIRST 0x80000000u
#define LO_RECORD_LAST 0x40000000u
#define LO_RECORD_SIZE_MASK 0x3fffffffu
#define LO_RECORD_KIND_SHIFT 24
#define LO_RECORD_GROUP_MASK 0x00ffffffu
#define LO_RECORD_OPEN UINT32_MAX
#define LO_RECORD_PAD (UINT32_MAX - 1)  /* The rest of the segment is padding; so are its last 7 bytes or fewer. */
#define LO_RELAY_BYTES 16u              /* Prefix of a message that a layer relays for another member. */
#define LO_OPEN_ENTRY_BYTES 20u
#define LO_MAX_OPEN_ENTRIES 32u

/* HYBRID body: count 4, then per region (region 4, reserved 4, sequence 8, stable_back 4, floor_back 4),
 * then records as in DATA. The header's region is LO_NO_REGION and its number counts the
 * hybrid segments of the sender in the view. */
#define LO_HYBRID_ENTRY_BYTES 24u
#define LO_MAX_HYBRID_REGIONS 32u

/* STATUS body: last 8 (highest sequence sent), stable 8, floor 8, flags 4 (LO_STATUS_…). */
#define LO_STATUS_BYTES 28u
#define LO_STATUS_CLOSED 1u       /* Nothing will follow `last` in this stream. */
#define LO_STATUS_ANSWER 2u       /* ACK requested. */

/* ACK body: origin 4 (sender of the stream), ack_for 4 (LO_ACK_FOR_… in the upper 8 bits, partition or position in
 * the lower 24), received 8 (all members it covers have everything up to here), admitted 8 (the same without silent
 * members; from a member: the highest it has seen), highest 8 (known to any of them), room 8 (flow-control credit
 * of the slowest admitted one, in bytes), then count 4 and count ranges (first 8, last 8) that all of them lack.
 * NAK body: origin 4, count 4, ranges. */
#define LO_RANGE_BYTES 16u
#define LO_MAX_RANGES 64u
#define LO_ACK_FOR_MEMBER 0u
#define LO_ACK_FOR_PARTITION 1u
#define LO_ACK_FOR_REGION 2u

typedef struct lo_range {
    uint64_t first, last;  /* Inclusive; first <= last. */
} lo_range;

/* TOKEN body, see lo_token.h: level 1 (0 partition, 1 region), flags 1, partition 2, round 4, count of skipped 4,
 * skipped places 2 each, count 4, then one record per active sender. */

/* Bounds-checked little-endian reading and writing. A cursor that ran past its end stays failed, reads zeros and
 * writes nothing, so a parser checks once at the end. */
typedef struct lo_cursor {
    uint8_t *at;
    uint8_t *end;
    bool failed;
} lo_cursor;

static inline lo_cursor lo_cursor_over(const void *data, size_t length) {
    lo_cursor cursor = {(uint8_t *)(uintptr_t)data, (uint8_t *)(uintptr_t)data + length, false};
    return cursor;
}
static inline size_t lo_cursor_left(const lo_cursor *c) { return (size_t)(c->end - c->at); }
static inline uint8_t *lo_cursor_skip(lo_cursor *c, size_t n) {
    if (c->failed || lo_cursor_left(c) < n) {
        c->failed = true;
        return NULL;
    }
    uint8_t *at = c->at;
    c->at += n;
    return at;
}

/* The engine runs on little-endian machines; this is asserted when a node is created. */
static inline uint16_t lo_load16(const void *p) { uint16_t v; memcpy(&v, p, 2); return v; }
static inline uint32_t lo_load32(const void *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static inline uint64_t lo_load64(const void *p) { uint64_t v; memcpy(&v, p, 8); return v; }
static inline void lo_store16(void *p, uint16_t v) { memcpy(p, &v, 2); }
static inline void lo_store32(void *p, uint32_t v) { memcpy(p, &v, 4); }
static inline void lo_store64(void *p, uint64_t v) { memcpy(p, &v, 8); }

#define LO_DEFINE_CURSOR(bits)                                                 \
    static inline uint##bits##_t lo_get##bits(lo_cursor *c) {                  \
        uint8_t *at = lo_cursor_skip(c, bits / 8);                             \
        return at ? lo_load##bits(at) : 0;                                     \
    }                                                                          \
    static inline void lo_put##bits(lo_cursor *c, uint##bits##_t value) {      \
        uint8_t *at = lo_cursor_skip(c, bits / 8);                             \
        if (at) lo_store##bits(at, value);                                     \
    }
LO_DEFINE_CURSOR(16)
LO_DEFINE_CURSOR(32)
LO_DEFINE_CURSOR(64)
static inline uint8_t lo_get8(lo_cursor *c) { uint8_t *at = lo_cursor_skip(c, 1); return at ? *at : 0; }
static inline void lo_put8(lo_cursor *c, uint8_t v) { uint8_t *at = lo_cursor_skip(c, 1); if (at) *at = v; }
static inline void lo_put_bytes(lo_cursor *c, const void *data, size_t n) {
    uint8_t *at = lo_cursor_skip(c, n);
    if (at && n) memcpy(at, data, n);
}
static inline void lo_get_bytes(lo_cursor *c, void *out, size_t n) {
    uint8_t *at = lo_cursor_skip(c, n);
    if (at && n) memcpy(out, at, n);
    else if (n) memset(out, 0, n);
}

/* Control bodies as structures. Reading returns LO_OK or LO_ERROR_MALFORMED; writing returns the bytes
 * used, or LO_ERROR_TOO_LARGE. */
typedef struct lo_status {
    uint64_t last, stable, floor;
    uint32_t flags;
} lo_status;
typedef struct lo_ack {
    uint32_t origin;   /* Number of the stream's sender. */
    uint32_t ack_for;  /* LO_ACK_FOR_… */
    uint32_t position; /* Position in the region, or partition number. */
    uint64_t received, admitted, highest, room;
    uint32_t range_count;
    lo_range ranges[LO_MAX_RANGES];
} lo_ack;
typedef struct lo_nak {
    uint32_t origin;
    uint32_t range_count;
    lo_range ranges[LO_MAX_RANGES];
} lo_nak;

int lo_ranges_read(lo_cursor *cursor, lo_range *ranges, uint32_t *count);
void lo_ranges_write(lo_cursor *cursor, const lo_range *ranges, uint32_t count);
int lo_status_read(lo_status *status, const uint8_t *body, size_t length);
int lo_status_write(const lo_status *status, uint8_t *body, size_t room);
int lo_ack_read(lo_ack *ack, const uint8_t *body, size_t length);
int lo_ack_write(const lo_ack *ack, uint8_t *body, size_t room);
int lo_nak_read(lo_nak *nak, const uint8_t *body, size_t length);
int lo_nak_write(const lo_nak *nak, uint8_t *body, size_t room);

#endif

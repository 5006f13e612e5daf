// SPDX-License-Identifier: BSD-3-Clause
/* Sliding window of consecutive segments of one stream, indexed by sequence number.
 *
 * Senders keep what is not stable yet; receivers keep what is out of order, and the cache for their peers.
 * Retransmissions are served from it: requested segments are queued here and sent when a packet is about to leave,
 * if the window still holds them. */
#ifndef LO_WINDOW_H
#define LO_WINDOW_H

#include "lo_base.h"
#include "lo_list.h"
#include "lo_memory.h"

#define LO_WINDOW_MAX 262144u        /* Slots; 8 MiB. */
#define LO_RETRANSMIT_QUEUE 4096u    /* Segments waiting to be retransmitted per window. */
#define LO_WANTED_BY_MANY UINT16_MAX
#define LO_SLOT_HYBRID 1u            /* The segment belongs to several streams and leaves by itself. */

typedef struct lo_slot {
    lo_buffer *buffer;   /* NULL: not held. */
    uint32_t offset;
    uint32_t length;          /* Header and body, without the trailer. */
    uint32_t cost;            /* Sender: running sum of the costs of the stream up to here, modulo 2^32. */
    uint32_t stamp;           /* Microseconds modulo 2^32: when last retransmitted (held) or requested (missing). */
    uint16_t wanted;          /* 1 + position of the only requester, LO_WANTED_BY_MANY, or 0. */
    uint16_t retransmitted;   /* 1 + position of the member it was last retransmitted for. */
    uint8_t tries;            /* Number of requests. */
    uint8_t flags;
    uint16_t tag;        /* Which hybrid group it belongs to. */
} lo_slot;

typedef struct lo_window {
    lo_memory *memory;
    lo_slot *slots;
    uint32_t capacity;   /* Power of two, or 0. */
    uint64_t base, end;  /* Slots exist for [base, end). */
    size_t bytes;        /* Sum of lengths held. */
    lo_link retransmits; /* In the node's list while something waits to be retransmitted. */
    uint64_t *queue;     /* Ring buffer of sequence numbers, allocated on demand. */
    uint32_t queue_head, queue_count;
    void *stream;        /* The lo_outstream or lo_instream that contains it. */
    bool outgoing;
} lo_window;

void lo_window_init(lo_window *window, lo_memory *memory, void *stream, bool outgoing);
void lo_window_destroy(lo_window *window);
/* Adds slots up to and including `sequence`. LO_OK, LO_ERROR_MEMORY or LO_ERROR_TOO_LARGE. */
int lo_window_extend(lo_window *window, uint64_t sequence);
/* Ensures that extending up to `sequence` will not fail. */
int lo_window_reserve(lo_window *window, uint64_t sequence);
/* Releases everything below `base`. */
void lo_window_trim(lo_window *window, uint64_t base);
/* Releases one segment but keeps its slot. */
void lo_window_forget(lo_window *window, uint64_t sequence);

static inline lo_slot *lo_window_slot(const lo_window *window, uint64_t sequence) {
    if (sequence < window->base || sequence >= window->end) return NULL;
    return &window->slots[sequence & (window->capacity - 1)];
}
static inline void lo_window_put(lo_window *window, uint64_t sequence, lo_buffer *buffer, uint32_t offset,
                                 uint32_t length) {
    lo_slot *slot = lo_window_slot(window, sequence);
    assert(slot && !slot->buffer);
    lo_buffer_hold(buffer);
    slot->buffer = buffer;
    slot->offset = offset;
    slot->length = length;
    slot->stamp = 0;
    slot->tries = 0;
    window->bytes += length;
}

/* Queues a segment for retransmission to a member (position in the region). False if it is not held or the queue is
 * full. `list` is the node's list of windows with queued segments. */
bool lo_window_queue_retransmit(lo_window *window, uint64_t sequence, uint16_t position, lo_link *list);
/* The next segment to retransmit, or 0. The slot says for whom. */
uint64_t lo_window_next_retransmit(lo_window *window);
uint64_t lo_window_peek_retransmit(lo_window *window);  /* Without removing it. */

#endif

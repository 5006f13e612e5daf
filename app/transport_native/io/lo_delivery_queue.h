// SPDX-License-Identifier: BSD-3-Clause
/* Queue of messages and events from the engine thread to one consumer: one producer, one consumer, lock-free.
 *
 * The bytes are in one block of memory that the consumer reads in place. The queue holds runs: messages of one size
 * and one sender at equal distances, mostly of one group. The consumer takes messages of any number of runs with
 * one call, as columns (offset, size, group, sender). If the queue is full the producer is told so and keeps the
 * message: this is the backpressure. Some slots are reserved for events.
 *
 * The bytes of a run are either copied into the block, which then is a ring buffer of bytes, or lent: they are
 * already in the block, and the producer gets the run back once the consumer has released it. One queue does one of
 * the two. */
#ifndef LO_DELIVERY_QUEUE_H
#define LO_DELIVERY_QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lo_delivered {
    LO_DELIVERED_MESSAGE = 0,  /* Messages inside the block. */
    LO_DELIVERED_LARGE = 1,    /* One message in its own memory, from malloc, owned by the consumer. */
    LO_DELIVERED_EVENT = 2     /* Anything else, also in its own memory; `group` is the kind of event. */
};

typedef struct lo_run {
    uint64_t offset;   /* Of the first message in the block; else the address of the bytes. */
    uint64_t end;      /* End of its bytes, as a total byte count (if copied). */
    uint32_t kind;     /* enum lo_delivered */
    uint32_t count;    /* Messages; 1 unless the kind is LO_DELIVERED_MESSAGE. */
    uint32_t size;     /* Bytes of each. */
    uint32_t stride;   /* From one to the next. */
    uint32_t group;
    uint32_t sender;
    const uint32_t *groups;  /* The group of each message when they differ, at most LO_RUN_GROUPS; else NULL. */
} lo_run;
#define LO_RUN_GROUPS 64u

/* Messages that the consumer took, valid until the next take. */
typedef struct lo_taken {
    /* Eight words, for callers to whom each access is expensive. */
    uint64_t kind;
    uint64_t count;
    uint64_t uniform;                      /* LO_UNIFORM_…: what is the same for all of them. */
    uint64_t until;                        /* Argument of lo_delivery_queue_release when all of them are done. */
    uint64_t offset, size, group, sender;  /* Of the first. */
    uint64_t *offsets;                     /* One entry for each message. For other kinds offsets[0] is an address. */
    uint32_t *sizes, *groups, *senders;
} lo_taken;
#define LO_TAKE_MOST 1024u
#define LO_UNIFORM_SIZE 1u
#define LO_UNIFORM_GROUP 2u
#define LO_UNIFORM_SENDER 4u

typedef struct lo_delivery_queue {
    unsigned char *block;
    uint64_t block_bytes;
    uint32_t slots;           /* A power of two. */
    lo_run *runs;
    uint32_t *groups;          /* LO_RUN_GROUPS for each slot. */
    /* Producer only. */
    _Alignas(64) uint64_t write_bytes, write_slot;
    uint64_t seen_free_bytes, seen_free_slot, reclaimed;
    /* Published by the producer. */
    _Alignas(64) _Atomic uint64_t published;
    /* Consumer only. */
    _Alignas(64) uint64_t read_slot;
    uint64_t seen_published;
    uint32_t read_message;     /* Messages of the run at read_slot that were already taken. */
    lo_taken taken;
    /* Published by the consumer. */
    _Alignas(64) _Atomic uint64_t released;
    _Atomic uint64_t released_bytes;
} lo_delivery_queue;

/* `block` belongs to the caller and must outlive the queue. Zero, or a negative errno. */
int lo_delivery_queue_open(lo_delivery_queue *queue, void *block, uint64_t block_bytes, uint32_t slots);
void lo_delivery_queue_close(lo_delivery_queue *queue);  /* Also frees what was never taken. */

/* ---- Producer. Nothing is visible before lo_delivery_queue_publish. */

/* Copies a run that starts at `data`; `run->offset` and `run->end` are filled in. False: full. */
bool lo_delivery_queue_copy(lo_delivery_queue *queue, lo_run *run, const void *data);
/* Both copy `run->groups`. */
/* Adds a run whose offset is set: lent bytes, or its own memory. False: full. */
bool lo_delivery_queue_lend(lo_delivery_queue *queue, const lo_run *run);
bool lo_delivery_queue_publish(lo_delivery_queue *queue);  /* True if there was something to publish. */
/* Next slot whose run the consumer has released, or -1. Each is returned once, in order. */
int64_t lo_delivery_queue_reclaim(lo_delivery_queue *queue);
uint32_t lo_delivery_queue_limit(const lo_delivery_queue *queue);  /* Maximum bytes of a run that is copied. */

/* ---- Consumer. */

/* Takes up to `most` messages, or one delivery of another kind; NULL if there is nothing. */
const lo_taken *lo_delivery_queue_take(lo_delivery_queue *queue, uint32_t most);
void lo_delivery_queue_release(lo_delivery_queue *queue, uint64_t until);
bool lo_delivery_queue_waiting(lo_delivery_queue *queue);  /* Is there anything to take? */

#endif

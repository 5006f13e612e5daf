// SPDX-License-Identifier: BSD-3-Clause
/* Command queue from any thread to the engine thread: multiple producers, one consumer, lock-free.
 *
 * A writer reserves its record with one compare-and-swap, fills it and commits it by storing its length. A writer
 * never waits; a full queue is an error code. The reader sees the records in the order of their reservations. */
#ifndef LO_COMMAND_QUEUE_H
#define LO_COMMAND_QUEUE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lo_command {
    _Atomic uint32_t committed;  /* Bytes of the whole record; zero while it is being written. */
    uint32_t kind;               /* Zero is padding up to the end of the queue. */
    uint32_t length;             /* Bytes of `data`. */
    uint32_t target;             /* Object of the command, interpreted by the reader. */
    unsigned char data[];
} lo_command;

typedef struct lo_command_queue {
    unsigned char *memory;
    uint64_t capacity;                  /* A power of two. */
    _Alignas(64) _Atomic uint64_t tail; /* Writers reserve here. */
    _Alignas(64) _Atomic uint64_t head; /* The reader has freed everything below. */
} lo_command_queue;

int lo_command_queue_open(lo_command_queue *queue, uint64_t capacity);  /* Zero, or a negative errno. */
void lo_command_queue_close(lo_command_queue *queue);

/* Maximum payload of one command. */
uint32_t lo_command_queue_limit(const lo_command_queue *queue);

/* Writer: 0, -EAGAIN if the queue is full, or -EMSGSIZE. */
int lo_command_queue_put(lo_command_queue *queue, uint32_t kind, uint32_t target, const void *data, uint32_t length);

/* The same in two steps: reserves `length` bytes, to be filled and committed at once; NULL: full. */
lo_command *lo_command_queue_reserve(lo_command_queue *queue, uint32_t length);
void lo_command_queue_commit(lo_command *record, uint32_t kind, uint32_t target);

/* Reader: the oldest complete command, or NULL; pop frees it. */
lo_command *lo_command_queue_first(lo_command_queue *queue);
void lo_command_queue_pop(lo_command_queue *queue, lo_command *record);

uint64_t lo_command_queue_used(const lo_command_queue *queue);  /* Bytes; any thread, approximately. */

#endif

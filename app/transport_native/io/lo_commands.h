/* The ring through which any thread hands commands to the engine thread.
 *
 * Many writers, one reader, no lock: a writer reserves its record with one compare-and-swap,
 * fills it and commits it by storing its length. A writer never waits; a full ring is an
 * answer. The reader sees the records in the order of their reservations. */
#ifndef LO_COMMANDS_H
#define LO_COMMANDS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lo_command {
    _Atomic uint32_t committed;  /* Bytes of the whole record; zero while it is being written. */
    uint32_t kind;               /* Zero is padding up to the end of the ring. */
    uint32_t length;             /* Bytes of `data`. */
    uint32_t target;             /* What the command is about; the reader knows. */
    unsigned char data[];
} lo_command;

typedef struct lo_commands {
    unsigned char *memory;
    uint64_t capacity;                  /* A power of two. */
    _Alignas(64) _Atomic uint64_t tail; /* Writers reserve here. */
    _Alignas(64) _Atomic uint64_t head; /* The reader has freed everything below. */
} lo_commands;

int lo_commands_open(lo_commands *ring, uint64_t capacity);  /* Zero, or a negative errno. */
void lo_commands_close(lo_commands *ring);

/* The most bytes that one command may carry. */
uint32_t lo_commands_limit(const lo_commands *ring);

/* A writer: 0, -EAGAIN when the ring is full, or -EMSGSIZE. */
int lo_commands_put(lo_commands *ring, uint32_t kind, uint32_t target, const void *data, uint32_t length);

/* The same in two steps: room for `length` bytes, to be filled and then committed at once; NULL: full. */
lo_command *lo_commands_reserve(lo_commands *ring, uint32_t length);
void lo_commands_commit(lo_command *record, uint32_t kind, uint32_t target);

/* The reader: the oldest command that is complete, or NULL; then done with it. */
lo_command *lo_commands_first(lo_commands *ring);
void lo_commands_pop(lo_commands *ring, lo_command *record);

uint64_t lo_commands_used(const lo_commands *ring);  /* Bytes; any thread, approximately. */

#endif

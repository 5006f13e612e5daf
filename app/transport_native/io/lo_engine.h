// SPDX-License-Identifier: BSD-3-Clause
/* The engine of a process: one thread that runs any number of scopes.
 *
 * Every function here may be called from the application's threads, and none waits for the engine thread except
 * lo_engine_destroy. Input goes through two command queues (commands, and messages to send), output through one
 * delivery queue, which only one thread may read. The application chooses the numbers of scopes and groups. */
#ifndef LO_ENGINE_H
#define LO_ENGINE_H

#include "lo_delivery_queue.h"
#include "lo_faults.h"
#include "lo_scope.h"

typedef struct lo_engine lo_engine;

#define LO_ENGINE_SCOPES 256
#define LO_ARENA_PIECE (UINT64_C(32) << 20)
#define LO_ENGINE_GROUPS 131072u

/* Kind of an event, in the `group` field; the scope is in the `sender` field. The payload: */
enum lo_event {
    LO_EVENT_VIEW = 1,        /* See lo_event_encoding.h. */
    LO_EVENT_GAP = 2,         /* sender 4, segments 4: messages of this sender are lost. */
    LO_EVENT_CLOSED = 3,      /* Empty: this node was evicted. */
    LO_EVENT_FAILED = 4,      /* error 4, then group 4 or UINT32_MAX: a command failed. */
    LO_EVENT_STATISTICS = 5,  /* See lo_event_encoding.h. */
    LO_EVENT_REFUSED = 6,     /* error 4, group 4, count 4: messages that could not be sent. */
    LO_EVENT_LEFT = 7,        /* Empty: the scope is closed, nothing more of it follows. */
    LO_EVENT_VIEW_CHANGE = 8, /* See lo_event_encoding.h. */
    LO_EVENT_STABLE = 9       /* group 4, reserved 4, count 8: own messages that a majority has. */
};

typedef struct lo_join {
    uint32_t scope;
    uint8_t id[16];
    uint8_t slow, partition, reliability, hybrid, order;  /* lo_policy */
    uint8_t deliver_own;
} lo_join;

/* `block` holds the messages; it belongs to the caller and must outlive the engine. Its first `copy_bytes` are a
 * ring buffer for copied messages; the rest, in pieces of LO_ARENA_PIECE, is where scopes receive packets, so that
 * messages can be read in place. `send_bytes` (a power of two) is the capacity of the message queue. Zero, or a
 * negative errno. */
int lo_engine_create(void *block, uint64_t block_bytes, uint64_t copy_bytes, uint64_t send_bytes, lo_engine **out);
void lo_engine_destroy(lo_engine *engine);  /* Ends the thread without leaving: close scopes before. */

/* ---- Commands: zero, -EAGAIN if too many are queued, or -EINVAL. */
int lo_engine_open_scope(lo_engine *engine, uint32_t scope, const lo_scope_options *options);
int lo_engine_close_scope(lo_engine *engine, uint32_t scope);  /* After what was sent before; leaves the scope. */
int lo_engine_join(lo_engine *engine, uint32_t group, const lo_join *join);
int lo_engine_leave(lo_engine *engine, uint32_t group);
int lo_engine_faults(lo_engine *engine, uint32_t scope, const lo_faults_config *config);
/* Removes the node with this id (16 bytes) permanently. */
int lo_engine_ban(lo_engine *engine, uint32_t scope, const uint8_t *id);
int lo_engine_ask_statistics(lo_engine *engine, uint32_t scope);

/* ---- Messages. Zero; -EAGAIN if the queue is full; -EMSGSIZE above 64 MiB. */
int lo_engine_send(lo_engine *engine, uint32_t group, const void *data, size_t size);
/* Sends contiguous messages, all or none; -EMSGSIZE also if they are too many for one call. */
int lo_engine_send_many(lo_engine *engine, const uint32_t *groups, const void *data, const uint32_t *sizes,
                        uint32_t count);
/* Is there room? If not, the descriptor becomes readable when there is. */
int lo_engine_has_room(lo_engine *engine);

/* ---- Deliveries: one thread only. */
int lo_engine_descriptor(lo_engine *engine);  /* Readable if there is something to take, after an arm. */
/* Takes at most so many messages, or one delivery of another kind: 1, valid until the next call; 0: none. */
int lo_engine_take(lo_engine *engine, uint32_t most);
const lo_taken *lo_engine_taken(lo_engine *engine);
void lo_engine_release(lo_engine *engine, uint64_t until);
/* Before waiting: 1 if the descriptor will signal, 0 if there is already something to take. */
int lo_engine_arm(lo_engine *engine);
/* Does the application poll the sockets while it waits (see lo_poller.h)? For tests. */
int lo_engine_application_polls(lo_engine *engine);

#endif

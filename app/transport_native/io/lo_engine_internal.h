// SPDX-License-Identifier: BSD-3-Clause
/* Internals of the engine. */
#ifndef LO_ENGINE_INTERNAL_H
#define LO_ENGINE_INTERNAL_H

#include <pthread.h>

#include "lo_wakeup.h"
#include "lo_command_queue.h"
#include "lo_engine.h"
#include "lo_poller.h"

/* A message that waits because its group cannot accept it yet. */
typedef struct lo_parked {
    struct lo_parked *next;
    uint32_t size;
    uint8_t data[];
} lo_parked;

typedef struct lo_io_group {
    uint8_t state;               /* enum below. */
    uint8_t waiting;             /* In the list of groups with parked messages. */
    uint16_t scope;
    uint32_t handle;             /* At the scope's node. */
    lo_id id;
    lo_join join;                /* To join again if the node is restarted. */
    lo_parked *first, *last;
    uint32_t next_waiting;
} lo_io_group;
enum { LO_GROUP_NONE = 0, LO_GROUP_JOINED = 1, LO_GROUP_LEFT = 2 };

struct lo_engine {
    lo_command_queue commands, messages;
    lo_wakeup thread_wakeup;         /* For the engine thread. */
    lo_wakeup wakeup;                /* For the application. */
    lo_poller poller;
    lo_delivery_queue deliveries;
    pthread_t thread;
    /* Its holder acts as the engine thread. The thread releases it while it sleeps, so that an isolated message
     * need not wait for it to wake up. */
    pthread_mutex_t core;
    _Atomic uint64_t last_sent;  /* When the application last sent something. */
    lo_time sleeps_until;
    _Atomic bool stopping, wants_room;
    _Atomic bool full;           /* The thread waits for deliveries to be released. */

    /* Used by the engine thread only. */
    lo_wait wait;
    lo_scope *scopes[LO_ENGINE_SCOPES];
    uint32_t scope_end;          /* One past the last scope that was ever open. */
    lo_io_group *groups;         /* Indexed by the application's numbers. */
    uint32_t group_room;
    uint32_t first_waiting;      /* Groups with parked messages; LO_NO_GROUP ends the list. */
    uint64_t parked_bytes;
    lo_time blocked_since;       /* Since when the first queued message cannot be sent; 0: it can. */
    /* Memory for received packets: the part of the application's block behind the ring buffer of copies. A scope
     * takes a piece; it is reused only when nobody can be reading it. */
    uint8_t *arena;
    uint64_t arena_pieces;       /* One bit each; set: taken. */
    lo_delivery *lent;           /* Per slot of the delivery queue: what to release at its node; kind 0: nothing. */
    uint8_t *lent_scope;
    uint64_t lent_bytes;
    lo_delivery held[64];        /* Taken from `held_scope` and not delivered yet. */
    uint32_t held_first, held_count, held_scope;
    bool held_lent;              /* The first one was lent: it is released later. */
    uint32_t held_done;          /* Messages of the first one that were delivered. */
    uint64_t loops;
    bool left_unread;            /* There was no room for it when the application went to sleep. */
    bool more_to_receive;        /* After the last turn, in the shared-memory rings of others. */
};
#define LO_NO_GROUP UINT32_MAX
#define LO_NO_PIECE UINT32_MAX

enum lo_command_kind { LO_COMMAND_OPEN = 1, LO_COMMAND_JOIN, LO_COMMAND_FAULTS, LO_COMMAND_STATISTICS, LO_COMMAND_BAN };
/* Leaving uses the message queue, because it must not overtake messages. */
enum lo_message_kind { LO_MESSAGE_INLINE = 1, LO_MESSAGE_LARGE, LO_MESSAGE_MANY, LO_MESSAGE_LEAVE, LO_MESSAGE_CLOSE };
typedef struct lo_large_message {
    void *data;
    uint64_t size;
} lo_large_message;
typedef struct lo_many_messages {
    uint32_t count, done;
    uint32_t at;                 /* Offset of the next one. */
    uint32_t words[];            /* Sizes of all, then groups of all. */
} lo_many_messages;

lo_time lo_engine_now(void);

/* lo_engine_thread.c */
#define LO_THREAD_WAKEUP_TAG UINT32_MAX
void *lo_engine_run(void *engine);
void lo_engine_poll(lo_engine *engine);       /* Receives on the application's thread, if the application polls. */
bool lo_engine_may_sleep(lo_engine *engine);  /* Called before the application sleeps; false: there is something for
                                               * it. */

/* lo_engine_commands.c */
void lo_engine_take_commands(lo_engine *engine, lo_time now);
lo_io_group *lo_engine_group(lo_engine *engine, uint32_t group);  /* NULL: not joined. */
void lo_engine_forget_scope(lo_engine *engine, uint32_t scope);
void lo_engine_restart_scope(lo_engine *engine, lo_scope *scope, lo_time now);

bool lo_engine_take_messages(lo_engine *engine, lo_time now);  /* True if there is more to do at once. */

void lo_engine_reclaim(lo_engine *engine);
void lo_engine_reclaim_scope(lo_engine *engine, lo_scope *scope);  /* Everything of a scope that ends. */

/* lo_engine_deliver.c: these return false if the delivery queue is full. */
bool lo_engine_deliver(lo_engine *engine, lo_scope *scope, lo_time now);
bool lo_engine_event(lo_engine *engine, uint32_t event, uint32_t scope, const void *data, size_t size);
bool lo_engine_event_owned(lo_engine *engine, uint32_t event, uint32_t scope, void *data, size_t size);

#endif

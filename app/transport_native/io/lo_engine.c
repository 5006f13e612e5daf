// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_engine.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "lo_engine_internal.h"

enum {
    SLOTS = 2048,        /* Few, so that they stay in the caches. */
    COMMAND_BYTES = 1 << 20,
    ALONE_AFTER = 100000, /* Nanoseconds of silence before a message counts as isolated. */
};

lo_time lo_engine_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (lo_time)now.tv_sec * LO_SECOND + (lo_time)now.tv_nsec;
}

/* ---- Interface of the application. */

int lo_engine_create(void *block, uint64_t block_bytes, uint64_t copy_bytes, uint64_t send_bytes, lo_engine **out) {
    lo_engine *engine = aligned_alloc(64, (sizeof *engine + 63) & ~(size_t)63);
    if (!engine) return -ENOMEM;
    memset(engine, 0, sizeof *engine);
    engine->first_waiting = LO_NO_GROUP;
    engine->wait.epoll = engine->wakeup.read_fd = engine->wakeup.write_fd = -1;
    engine->thread_wakeup.read_fd = engine->thread_wakeup.write_fd = engine->poller.descriptor = -1;
    uint64_t pieces = (block_bytes - copy_bytes) / LO_ARENA_PIECE;
    if (pieces > 64) pieces = 64;
    engine->arena = pieces ? (uint8_t *)block + copy_bytes : NULL;
    engine->arena_pieces = pieces < 64 ? ~UINT64_C(0) << pieces : 0;
    engine->lent = calloc(SLOTS, sizeof *engine->lent);
    engine->lent_scope = calloc(SLOTS, 1);
    pthread_mutex_init(&engine->core, NULL);
    int error = engine->lent && engine->lent_scope ? 0 : -ENOMEM;
    if (!error) error = lo_delivery_queue_open(&engine->deliveries, block, copy_bytes, SLOTS);
    if (!error) error = lo_command_queue_open(&engine->commands, COMMAND_BYTES);
    if (!error) error = lo_command_queue_open(&engine->messages, send_bytes);
    if (!error) error = lo_wakeup_open(&engine->wakeup);
    if (!error) error = lo_wakeup_open(&engine->thread_wakeup);
    if (!error) error = lo_wait_open(&engine->wait);
    if (!error) error = lo_poller_open(&engine->poller, &engine->wakeup, &engine->wait);
    if (!error) error = lo_wait_for(&engine->wait, engine->thread_wakeup.read_fd, LO_WAIT_READ, LO_THREAD_WAKEUP_TAG);
    if (!error) {
        /* Signals are handled by the application's threads. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        error = -pthread_create(&engine->thread, NULL, lo_engine_run, engine);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
#ifdef __linux__
        if (!error) pthread_setname_np(engine->thread, "liveobjects");
#endif
    }
    if (error) {
        atomic_store(&engine->stopping, true);
        engine->thread = 0;
        lo_engine_destroy(engine);
        return error;
    }
    *out = engine;
    return 0;
}

static void free_messages(lo_engine *engine) {
    lo_command *message;
    lo_large_message large;
    while (engine->messages.memory && (message = lo_command_queue_first(&engine->messages))) {
        memcpy(&large, message->data, sizeof large);
        if (message->kind == LO_MESSAGE_LARGE) free(large.data);
        lo_command_queue_pop(&engine->messages, message);
    }
}

void lo_engine_destroy(lo_engine *engine) {
    if (!atomic_exchange(&engine->stopping, true)) {
        lo_wakeup_signal_always(&engine->thread_wakeup);
        pthread_join(engine->thread, NULL);
    }
    for (uint32_t i = 0; i < engine->scope_end; i++) {
        lo_scope *scope = engine->scopes[i];
        if (scope) {
            if (engine->lent) lo_engine_reclaim_scope(engine, scope);
            lo_scope_close(scope);
        }
        free(scope);
    }
    for (uint32_t i = 0; i < engine->group_room; i++)
        for (lo_parked *parked = engine->groups[i].first, *next; parked; parked = next) {
            next = parked->next;
            free(parked);
        }
    free(engine->groups);
    free(engine->lent);
    free(engine->lent_scope);
    free_messages(engine);
    lo_poller_close(&engine->poller);
    lo_wait_close(&engine->wait);
    lo_wakeup_close(&engine->thread_wakeup);
    lo_wakeup_close(&engine->wakeup);
    lo_command_queue_close(&engine->messages);
    lo_command_queue_close(&engine->commands);
    lo_delivery_queue_close(&engine->deliveries);
    pthread_mutex_destroy(&engine->core);
    free(engine);
}

static int push_command(lo_engine *engine, uint32_t kind, uint32_t target, const void *data, size_t size) {
    int error = lo_command_queue_put(&engine->commands, kind, target, data, (uint32_t)size);
    if (!error) lo_wakeup_signal(&engine->thread_wakeup);
    return error;
}

int lo_engine_open_scope(lo_engine *engine, uint32_t scope, const lo_scope_options *options) {
    if (scope >= LO_ENGINE_SCOPES) return -EINVAL;
    return push_command(engine, LO_COMMAND_OPEN, scope, options, sizeof *options);
}

int lo_engine_join(lo_engine *engine, uint32_t group, const lo_join *join) {
    if (group >= LO_ENGINE_GROUPS || join->scope >= LO_ENGINE_SCOPES) return -EINVAL;
    return push_command(engine, LO_COMMAND_JOIN, group, join, sizeof *join);
}

int lo_engine_faults(lo_engine *engine, uint32_t scope, const lo_faults_config *config) {
    return push_command(engine, LO_COMMAND_FAULTS, scope, config, sizeof *config);
}

int lo_engine_ban(lo_engine *engine, uint32_t scope, const uint8_t *id) {
    return push_command(engine, LO_COMMAND_BAN, scope, id, sizeof(lo_id));
}

int lo_engine_ask_statistics(lo_engine *engine, uint32_t scope) {
    return push_command(engine, LO_COMMAND_STATISTICS, scope, NULL, 0);
}

static int message(lo_engine *engine, uint32_t kind, uint32_t target, const void *data, size_t size) {
    int error = lo_command_queue_put(&engine->messages, kind, target, data, (uint32_t)size);
    if (!error) lo_wakeup_signal(&engine->thread_wakeup);
    return error;
}

int lo_engine_leave(lo_engine *engine, uint32_t group) { return message(engine, LO_MESSAGE_LEAVE, group, NULL, 0); }
int lo_engine_close_scope(lo_engine *engine, uint32_t scope) {
    return message(engine, LO_MESSAGE_CLOSE, scope, NULL, 0);
}

static int send_large(lo_engine *engine, uint32_t group, const void *data, size_t size) {
    if (size > LO_MAX_MESSAGE) return -EMSGSIZE;
    lo_large_message large = {malloc(size), size};
    if (!large.data) return -ENOMEM;
    memcpy(large.data, data, size);
    int error = message(engine, LO_MESSAGE_LARGE, group, &large, sizeof large);
    if (error) free(large.data);
    return error;
}

/* Sends queued messages on the caller's thread, while the engine thread sleeps. */
static void send_here(lo_engine *engine, lo_time now) {
    lo_time wakeup = LO_NEVER;
    bool more = lo_engine_take_messages(engine, now) || engine->blocked_since;
    for (uint32_t i = 0; i < engine->scope_end; i++) {
        lo_scope *scope = engine->scopes[i];
        if (!scope || !scope->open) continue;
        if (lo_scope_send(scope, now) || lo_node_has_deliveries(scope->node)) more = true;
        wakeup = lo_min64(wakeup, lo_scope_next_wakeup(scope, now));
    }
    /* The thread has timers to set, or more to do: it is woken, but the message has been sent. */
    if (more || engine->first_waiting != LO_NO_GROUP || wakeup < engine->sleeps_until)
        lo_wakeup_signal_always(&engine->thread_wakeup);
    else lo_wakeup_arm(&engine->thread_wakeup);
}

/* An isolated message finds the thread asleep. Waking it takes longer than sending; under load it is the other way
 * round. */
static void wake_or_send(lo_engine *engine) {
    lo_time now = lo_engine_now();
    lo_time last = atomic_exchange_explicit(&engine->last_sent, now, memory_order_relaxed);
    if (!atomic_exchange_explicit(&engine->thread_wakeup.armed, false, memory_order_acq_rel)) return;
    if (now - last < ALONE_AFTER || pthread_mutex_trylock(&engine->core) != 0) {
        lo_wakeup_signal_always(&engine->thread_wakeup);
        return;
    }
    send_here(engine, now);
    pthread_mutex_unlock(&engine->core);
}

int lo_engine_send(lo_engine *engine, uint32_t group, const void *data, size_t size) {
    if (size > lo_command_queue_limit(&engine->messages)) return send_large(engine, group, data, size);
    int error = lo_command_queue_put(&engine->messages, LO_MESSAGE_INLINE, group, data, (uint32_t)size);
    if (!error) wake_or_send(engine);
    return error;
}

int lo_engine_send_many(lo_engine *engine, const uint32_t *groups, const void *data, const uint32_t *sizes,
                        uint32_t count) {
    uint64_t bytes = 0, limit = lo_command_queue_limit(&engine->messages);
    for (uint32_t i = 0; i < count; i++) bytes += sizes[i];
    uint64_t head = sizeof(lo_many_messages) + 2 * (uint64_t)count * sizeof *sizes;
    if (count == 0) return 0;
    if (head + bytes > limit) return -EMSGSIZE;
    lo_command *record = lo_command_queue_reserve(&engine->messages, (uint32_t)(head + bytes));
    if (!record) return -EAGAIN;
    lo_many_messages *many = (void *)record->data;
    *many = (lo_many_messages){.count = count, .at = (uint32_t)head};
    memcpy(many->words, sizes, count * sizeof *sizes);
    memcpy(many->words + count, groups, count * sizeof *groups);
    memcpy(record->data + head, data, bytes);
    lo_command_queue_commit(record, LO_MESSAGE_MANY, groups[0]);
    lo_wakeup_signal(&engine->thread_wakeup);
    return 0;
}

int lo_engine_has_room(lo_engine *engine) {
    uint64_t half = engine->messages.capacity / 2;
    if (lo_command_queue_used(&engine->messages) < half) return 1;
    atomic_store_explicit(&engine->wants_room, true, memory_order_relaxed);
    lo_wakeup_signal(&engine->thread_wakeup);  /* So that it handles the command, even if it was about to sleep. */
    return lo_command_queue_used(&engine->messages) < half;
}

int lo_engine_descriptor(lo_engine *engine) { return lo_poller_descriptor(&engine->poller, &engine->wakeup); }

int lo_engine_take(lo_engine *engine, uint32_t most) {
    if (engine->poller.asleep) lo_engine_poll(engine);
    const lo_taken *taken = lo_delivery_queue_take(&engine->deliveries, most);
    if (!taken && lo_poller_polls_again(&engine->poller)) {
        lo_engine_poll(engine);
        taken = lo_delivery_queue_take(&engine->deliveries, most);
    }
    lo_poller_took(&engine->poller, taken ? (uint32_t)taken->count : 0);
    return taken != NULL;
}

const lo_taken *lo_engine_taken(lo_engine *engine) { return &engine->deliveries.taken; }

void lo_engine_release(lo_engine *engine, uint64_t until) {
    lo_delivery_queue_release(&engine->deliveries, until);
    if (atomic_load_explicit(&engine->full, memory_order_relaxed)) lo_wakeup_signal(&engine->thread_wakeup);
}

int lo_engine_arm(lo_engine *engine) {
    /* A wake-up that is still armed was not signalled; draining it would cost a system call. */
    bool quiet = atomic_load_explicit(&engine->wakeup.armed, memory_order_relaxed) || engine->poller.quiet;
    engine->poller.quiet = false;
    if (!quiet) lo_wakeup_disarm(&engine->wakeup);
    lo_wakeup_arm(&engine->wakeup);
    if (lo_delivery_queue_waiting(&engine->deliveries)) return 0;
    return lo_engine_may_sleep(engine);
}

int lo_engine_application_polls(lo_engine *engine) {
    return atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed);
}

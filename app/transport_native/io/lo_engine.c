#define _GNU_SOURCE
#include "lo_engine.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "lo_engine_parts.h"

enum {
    PLACES = 2048,        /* Few, so that going round them stays in the caches. */
    WISH_BYTES = 1 << 20,
    TAG_BELL = -1,
    PAUSE = 50000,        /* Nanoseconds. */
    PATIENCE = 500000,    /* Nanoseconds that the application waits for the end of the thread's turn. */
    ALONE_AFTER = 100000, /* Nanoseconds after which a message counts as alone. */
    BEHIND = 512 << 10,   /* Bytes that the application has not released when no more data is received. */
};

lo_time lo_engine_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (lo_time)now.tv_sec * LO_SECOND + (lo_time)now.tv_nsec;
}

/* ---- The thread. */

static bool has_work(lo_engine *engine) {
    bool blocked = engine->blocked_since != 0;  /* Then the first message is known and cannot go. */
    if (lo_commands_first(&engine->wishes) || (!blocked && lo_commands_first(&engine->messages))) return true;
    for (int i = 0; i < LO_ENGINE_SCOPES; i++)
        if (engine->scopes[i] && engine->scopes[i]->open && !lo_scope_sleep(engine->scopes[i])) return true;
    return false;
}

static void stop_sleeping(lo_engine *engine) {
    atomic_store_explicit(&engine->thread_bell.armed, false, memory_order_relaxed);
    for (int i = 0; i < LO_ENGINE_SCOPES; i++)
        if (engine->scopes[i] && engine->scopes[i]->open) lo_scope_wake(engine->scopes[i]);
}

/* The application watches the sockets: only the bell and the time matter, and that it does so. */
static int sleep_unwatched(lo_engine *engine, lo_time timeout, lo_time now, lo_waited *ready, int room) {
    engine->sleeps_until = now + timeout;
    pthread_mutex_unlock(&engine->core);
    lo_watch_sleep(&engine->thread_bell, timeout);
    pthread_mutex_lock(&engine->core);
    lo_bell_disarm(&engine->thread_bell);
    int count = lo_wait_now(&engine->wait, 0, ready, room);
    if (!atomic_load_explicit(&engine->watch.by_application, memory_order_relaxed)) return count;
    if (!lo_watch_neglected(&engine->watch, count > 0, lo_engine_now())) return 0;
    lo_watch_give(&engine->watch, false, now);
    return count;
}

/* Sleeps until something happens, unless there is already something to do. */
static int sleep_until(lo_engine *engine, bool busy, lo_time wakeup, lo_waited *ready, int room) {
    lo_time now = lo_engine_now(), timeout = wakeup == LO_NEVER ? LO_NEVER : wakeup > now ? wakeup - now : 0;
    if (busy || !timeout) return lo_wait_now(&engine->wait, 0, ready, room);
    bool watches = !atomic_load_explicit(&engine->watch.by_application, memory_order_relaxed);
    lo_bell_arm(&engine->thread_bell);
    int count;
    if (has_work(engine)) count = lo_wait_now(&engine->wait, 0, ready, room);
    else if (!watches) count = sleep_unwatched(engine, lo_min64(timeout, LO_WATCH_PERIOD), now, ready, room);
    else {
        engine->sleeps_until = wakeup;
        pthread_mutex_unlock(&engine->core);
        count = lo_wait_now(&engine->wait, timeout, ready, room);
        pthread_mutex_lock(&engine->core);
    }
    stop_sleeping(engine);
    return count;
}

static void receive(lo_engine *engine, const lo_waited *ready, int count, lo_time now) {
    for (int i = 0; i < count; i++) {
        if (ready[i].tag == (uint32_t)TAG_BELL) {
            lo_bell_disarm(&engine->thread_bell);
            continue;
        }
        uint32_t index = ready[i].tag >> 8;
        lo_scope *scope = index < LO_ENGINE_SCOPES ? engine->scopes[index] : NULL;
        if (scope && scope->open && (ready[i].events & LO_WAIT_READ))
            lo_scope_receive(scope, (int)(ready[i].tag & 0xff), now);
    }
}

static void end_scope(lo_engine *engine, lo_scope *scope) {
    lo_engine_take_back(engine, scope);
    lo_engine_forget_scope(engine, scope->index);
    lo_scope_close(scope);
    lo_engine_event(engine, LO_EVENT_LEFT, scope->index, NULL, 0);
}

/* Messages that the application has not released yet. */
static uint64_t backlog(lo_engine *engine) {
    lo_deliveries *ring = &engine->deliveries;
    return engine->lent_bytes + ring->write_bytes - atomic_load_explicit(&ring->released_bytes, memory_order_relaxed);
}

/* One scope's turn after its packets are in; true if there is more to do at once. */
static bool turn(lo_engine *engine, lo_scope *scope, lo_time now, bool *full) {
    lo_scope_tick(scope, now);
    if (!lo_engine_deliver(engine, scope, now)) *full = true;
    bool more = lo_scope_send(scope, now);
    /* Own messages come back when they leave. */
    if (!*full && lo_node_has_deliveries(scope->node) && !lo_engine_deliver(engine, scope, now)) *full = true;
    if (scope->ending && lo_scope_has_ended(scope, now)) {
        lo_scope_send(scope, now);
        end_scope(engine, scope);
        return true;
    }
    if (scope->evicted && now >= scope->ends && !*full) {
        lo_engine_restart_scope(engine, scope, now);
        return true;
    }
    return more;
}

static void announce(lo_engine *engine) {
    bool news = lo_deliveries_publish(&engine->deliveries);
    if (atomic_load_explicit(&engine->wants_room, memory_order_relaxed) &&
        lo_commands_used(&engine->messages) < engine->messages.capacity / 2) {
        atomic_store_explicit(&engine->wants_room, false, memory_order_relaxed);
        lo_bell_ring_always(&engine->bell);
    }
    if (news) lo_bell_ring(&engine->bell);
}

/* Everything there is to do now; true if there is more at once. `wakeup`: when to come again at the latest. */
static bool work(lo_engine *engine, const lo_waited *ready, int count, lo_time *wakeup) {
    lo_time now = lo_engine_now();
    bool full = false, busy = false;
    engine->loops++;
    lo_engine_reclaim(engine);
    bool behind = backlog(engine) > BEHIND;
    for (int i = 0; i < LO_ENGINE_SCOPES; i++)
        if (engine->scopes[i] && engine->scopes[i]->open) lo_scope_pause(engine->scopes[i], behind);
    receive(engine, ready, count, now);
    for (int i = 0; i < LO_ENGINE_SCOPES; i++)
        if (engine->scopes[i] && engine->scopes[i]->open && lo_scope_receive_others(engine->scopes[i], now)) busy = true;
    lo_engine_take_wishes(engine, now);
    if (lo_engine_take_messages(engine, now)) busy = true;
    *wakeup = LO_NEVER;
    for (int i = 0; i < LO_ENGINE_SCOPES; i++) {
        lo_scope *scope = engine->scopes[i];
        if (!scope || !scope->open) continue;
        if (turn(engine, scope, now, &full)) busy = true;
        if (scope->open) *wakeup = lo_min64(*wakeup, lo_scope_next_wakeup(scope, now));
    }
    announce(engine);
    atomic_store_explicit(&engine->full, full || behind, memory_order_relaxed);
    /* A full ring of deliveries, a group that cannot take its messages and a node without memory are
     * looked at again soon; whoever frees room also rings. */
    if (full || engine->blocked_since || engine->first_waiting != LO_NO_GROUP)
        *wakeup = lo_min64(*wakeup, now + LO_MILLISECOND);
    /* Everything that could be done now was done: a node that asks for more gets it a little later. */
    if (!busy) *wakeup = lo_max64(*wakeup, now + PAUSE);
    return busy;
}

static void *run(void *argument) {
    lo_engine *engine = argument;
    lo_waited ready[64];
    lo_time wakeup = LO_NEVER;
    bool busy = true;
    pthread_mutex_lock(&engine->core);
    while (!atomic_load_explicit(&engine->stopping, memory_order_acquire)) {
        int count = sleep_until(engine, busy, wakeup, ready, 64);
        busy = work(engine, ready, count, &wakeup);
    }
    pthread_mutex_unlock(&engine->core);
    return NULL;
}

/* ---- The application in the thread's place. */

/* The thread may hold the lock and wait for a processor: an application that tried again and again would keep
 * it from one. */
static bool lock_soon(lo_engine *engine) {
    if (pthread_mutex_trylock(&engine->core) == 0) return true;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE;
    until.tv_sec += until.tv_nsec / LO_SECOND;
    until.tv_nsec %= LO_SECOND;
    return pthread_mutex_timedlock(&engine->core, &until) == 0;
}

/* The application was woken by packets, or by its bell: it does the thread's work while that one sleeps. */
static void look_here(lo_engine *engine) {
    lo_waited ready[64];
    lo_time wakeup;
    engine->watch.asleep = false;
    if (!atomic_load_explicit(&engine->watch.by_application, memory_order_relaxed)) return;
    atomic_fetch_add_explicit(&engine->watch.turns, 1, memory_order_relaxed);
    if (!lock_soon(engine)) return;  /* The thread is at it. */
    bool sleeps = atomic_exchange_explicit(&engine->thread_bell.armed, false, memory_order_acq_rel);
    /* It is awake: nobody need ring for what comes out of this. */
    engine->watch.quiet = atomic_exchange_explicit(&engine->bell.armed, false, memory_order_acq_rel);
    int count = lo_wait_now(&engine->wait, 0, ready, 64), kept = 0;
    for (int i = 0; i < count; i++)
        if (ready[i].tag != (uint32_t)TAG_BELL) ready[kept++] = ready[i];  /* That one is for the thread. */
    if (!kept) engine->watch.quiet = false;  /* Something else woke it, perhaps the bell. */
    uint64_t before = engine->deliveries.write_place;
    bool more = work(engine, ready, kept, &wakeup);
    lo_watch_looked(&engine->watch, engine->deliveries.write_place != before);
    if (!more && sleeps) {
        lo_bell_arm(&engine->thread_bell);
        more = has_work(engine);
    }
    /* The thread has timers to set, or more to do. */
    if (more || wakeup < engine->sleeps_until) lo_bell_ring_always(&engine->thread_bell);
    pthread_mutex_unlock(&engine->core);
}

/* The application is about to sleep; perhaps it is the one to watch the sockets then, or no longer. */
static void settle_watch(lo_engine *engine) {
    lo_time now = lo_engine_now();
    int wish = lo_watch_wish(&engine->watch, now);
    if (wish == 0 || pthread_mutex_trylock(&engine->core) != 0) return;
    lo_watch_give(&engine->watch, wish > 0, now);
    lo_bell_ring_always(&engine->thread_bell);
    pthread_mutex_unlock(&engine->core);
}

/* ---- The application's side. */

int lo_engine_create(void *block, uint64_t block_bytes, uint64_t copy_bytes, uint64_t send_bytes, lo_engine **out) {
    lo_engine *engine = aligned_alloc(64, (sizeof *engine + 63) & ~(size_t)63);
    if (!engine) return -ENOMEM;
    memset(engine, 0, sizeof *engine);
    engine->first_waiting = LO_NO_GROUP;
    engine->wait.epoll = engine->bell.read_fd = engine->bell.write_fd = -1;
    engine->thread_bell.read_fd = engine->thread_bell.write_fd = engine->watch.face = -1;
    uint64_t pieces = (block_bytes - copy_bytes) / LO_ARENA_PIECE;
    if (pieces > 64) pieces = 64;
    engine->arena = pieces ? (uint8_t *)block + copy_bytes : NULL;
    engine->arena_pieces = pieces < 64 ? ~UINT64_C(0) << pieces : 0;
    engine->lent = calloc(PLACES, sizeof *engine->lent);
    engine->lent_scope = calloc(PLACES, 1);
    pthread_mutex_init(&engine->core, NULL);
    int error = engine->lent && engine->lent_scope ? 0 : -ENOMEM;
    if (!error) error = lo_deliveries_open(&engine->deliveries, block, copy_bytes, PLACES);
    if (!error) error = lo_commands_open(&engine->wishes, WISH_BYTES);
    if (!error) error = lo_commands_open(&engine->messages, send_bytes);
    if (!error) error = lo_bell_open(&engine->bell);
    if (!error) error = lo_bell_open(&engine->thread_bell);
    if (!error) error = lo_wait_open(&engine->wait);
    if (!error) error = lo_watch_open(&engine->watch, &engine->bell, &engine->wait);
    if (!error) error = lo_wait_for(&engine->wait, engine->thread_bell.read_fd, LO_WAIT_READ, (uint32_t)TAG_BELL);
    if (!error) {
        /* The application's signals are the application's. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        error = -pthread_create(&engine->thread, NULL, run, engine);
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
    while (engine->messages.memory && (message = lo_commands_first(&engine->messages))) {
        memcpy(&large, message->data, sizeof large);
        if (message->kind == LO_MESSAGE_LARGE) free(large.data);
        lo_commands_pop(&engine->messages, message);
    }
}

void lo_engine_destroy(lo_engine *engine) {
    if (!atomic_exchange(&engine->stopping, true)) {
        lo_bell_ring_always(&engine->thread_bell);
        pthread_join(engine->thread, NULL);
    }
    for (int i = 0; i < LO_ENGINE_SCOPES; i++) {
        lo_scope *scope = engine->scopes[i];
        if (scope) {
            if (engine->lent) lo_engine_take_back(engine, scope);
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
    lo_watch_close(&engine->watch);
    lo_wait_close(&engine->wait);
    lo_bell_close(&engine->thread_bell);
    lo_bell_close(&engine->bell);
    lo_commands_close(&engine->messages);
    lo_commands_close(&engine->wishes);
    lo_deliveries_close(&engine->deliveries);
    pthread_mutex_destroy(&engine->core);
    free(engine);
}

static int wish(lo_engine *engine, uint32_t kind, uint32_t target, const void *data, size_t size) {
    int error = lo_commands_put(&engine->wishes, kind, target, data, (uint32_t)size);
    if (!error) lo_bell_ring(&engine->thread_bell);
    return error;
}

int lo_engine_open_scope(lo_engine *engine, uint32_t scope, const lo_scope_options *options) {
    if (scope >= LO_ENGINE_SCOPES) return -EINVAL;
    return wish(engine, LO_WISH_OPEN, scope, options, sizeof *options);
}

int lo_engine_join(lo_engine *engine, uint32_t group, const lo_join *join) {
    if (group >= LO_ENGINE_GROUPS || join->scope >= LO_ENGINE_SCOPES) return -EINVAL;
    return wish(engine, LO_WISH_JOIN, group, join, sizeof *join);
}

int lo_engine_faults(lo_engine *engine, uint32_t scope, const lo_faults_config *config) {
    return wish(engine, LO_WISH_FAULTS, scope, config, sizeof *config);
}

int lo_engine_ban(lo_engine *engine, uint32_t scope, const uint8_t *id) {
    return wish(engine, LO_WISH_BAN, scope, id, sizeof(lo_id));
}

int lo_engine_ask_statistics(lo_engine *engine, uint32_t scope) {
    return wish(engine, LO_WISH_STATISTICS, scope, NULL, 0);
}

static int message(lo_engine *engine, uint32_t kind, uint32_t target, const void *data, size_t size) {
    int error = lo_commands_put(&engine->messages, kind, target, data, (uint32_t)size);
    if (!error) lo_bell_ring(&engine->thread_bell);
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

/* Sends what is in the ring on the caller's thread, while the engine's sleeps. */
static void send_here(lo_engine *engine, lo_time now) {
    lo_time wakeup = LO_NEVER;
    bool more = lo_engine_take_messages(engine, now) || engine->blocked_since;
    for (int i = 0; i < LO_ENGINE_SCOPES; i++) {
        lo_scope *scope = engine->scopes[i];
        if (!scope || !scope->open) continue;
        if (lo_scope_send(scope, now) || lo_node_has_deliveries(scope->node)) more = true;
        wakeup = lo_min64(wakeup, lo_scope_next_wakeup(scope, now));
    }
    /* The thread has timers to set, or more to do: it is woken after all, but the message has left. */
    if (more || engine->first_waiting != LO_NO_GROUP || wakeup < engine->sleeps_until)
        lo_bell_ring_always(&engine->thread_bell);
    else lo_bell_arm(&engine->thread_bell);
}

/* A message after a pause finds the thread asleep. Waking it takes longer than sending; in a flood it is
 * the other way round. */
static void wake_or_send(lo_engine *engine) {
    lo_time now = lo_engine_now();
    lo_time last = atomic_exchange_explicit(&engine->last_sent, now, memory_order_relaxed);
    if (!atomic_exchange_explicit(&engine->thread_bell.armed, false, memory_order_acq_rel)) return;
    if (now - last < ALONE_AFTER || pthread_mutex_trylock(&engine->core) != 0) {
        lo_bell_ring_always(&engine->thread_bell);
        return;
    }
    send_here(engine, now);
    pthread_mutex_unlock(&engine->core);
}

int lo_engine_send(lo_engine *engine, uint32_t group, const void *data, size_t size) {
    if (size > lo_commands_limit(&engine->messages)) return send_large(engine, group, data, size);
    int error = lo_commands_put(&engine->messages, LO_MESSAGE_INLINE, group, data, (uint32_t)size);
    if (!error) wake_or_send(engine);
    return error;
}

int lo_engine_send_many(lo_engine *engine, const uint32_t *groups, const void *data, const uint32_t *sizes,
                        uint32_t count) {
    uint64_t bytes = 0, limit = lo_commands_limit(&engine->messages);
    for (uint32_t i = 0; i < count; i++) bytes += sizes[i];
    uint64_t head = sizeof(lo_many_messages) + 2 * (uint64_t)count * sizeof *sizes;
    if (count == 0) return 0;
    if (head + bytes > limit) return -EMSGSIZE;
    lo_command *record = lo_commands_reserve(&engine->messages, (uint32_t)(head + bytes));
    if (!record) return -EAGAIN;
    lo_many_messages *many = (void *)record->data;
    *many = (lo_many_messages){.count = count, .at = (uint32_t)head};
    memcpy(many->words, sizes, count * sizeof *sizes);
    memcpy(many->words + count, groups, count * sizeof *groups);
    memcpy(record->data + head, data, bytes);
    lo_commands_commit(record, LO_MESSAGE_MANY, groups[0]);
    lo_bell_ring(&engine->thread_bell);
    return 0;
}

int lo_engine_has_room(lo_engine *engine) {
    uint64_t half = engine->messages.capacity / 2;
    if (lo_commands_used(&engine->messages) < half) return 1;
    atomic_store_explicit(&engine->wants_room, true, memory_order_relaxed);
    lo_bell_ring(&engine->thread_bell);  /* So that it looks at the wish, even if it was about to sleep. */
    return lo_commands_used(&engine->messages) < half;
}

int lo_engine_descriptor(lo_engine *engine) { return lo_watch_descriptor(&engine->watch, &engine->bell); }

const lo_taken *lo_engine_take(lo_engine *engine, uint32_t most) {
    if (engine->watch.asleep) look_here(engine);
    const lo_taken *taken = lo_deliveries_take(&engine->deliveries, most);
    if (taken) engine->watch.taken += taken->count;
    return taken;
}

void lo_engine_release(lo_engine *engine, uint64_t until) {
    lo_deliveries_release(&engine->deliveries, until);
    if (atomic_load_explicit(&engine->full, memory_order_relaxed)) lo_bell_ring(&engine->thread_bell);
}

int lo_engine_arm(lo_engine *engine) {
    /* A bell that is still armed was not rung since; swallowing what is not there would cost a call. */
    bool quiet = atomic_load_explicit(&engine->bell.armed, memory_order_relaxed) || engine->watch.quiet;
    engine->watch.quiet = false;
    if (!quiet) lo_bell_disarm(&engine->bell);
    lo_bell_arm(&engine->bell);
    if (lo_deliveries_waiting(&engine->deliveries)) return 0;
    settle_watch(engine);
    return 1;
}

int lo_engine_watched_here(lo_engine *engine) {
    return atomic_load_explicit(&engine->watch.by_application, memory_order_relaxed);
}

// SPDX-License-Identifier: BSD-3-Clause
/* The engine thread, and the application acting in its place. */
#define _GNU_SOURCE
#include <time.h>

#include "lo_engine_internal.h"

enum {
    PAUSE = 50000,        /* Nanoseconds. */
    LATER = 8,            /* While the application polls it usually handles timers itself: the thread waits this
                           * much longer. */
    STREAM = 40000000,    /* Nanoseconds since the application's last send in which it is expected to send again. */
    PATIENCE = 500000,    /* Nanoseconds that the application waits for the end of the thread's turn. */
    BEHIND = 512 << 10,   /* Unreleased bytes above which no more data is received, */
    PLENTY = 128 << 10,   /* and above which the application had better receive for itself. */
};

/* ---- The thread. */

static bool has_commands(lo_engine *engine) {
    bool blocked = engine->blocked_since != 0;  /* Then the first message is known to be blocked. */
    return lo_command_queue_first(&engine->commands) || (!blocked && lo_command_queue_first(&engine->messages));
}

/* True if records are unread in the shared-memory rings of others; if not, their writers signal from now on. */
static bool has_records(lo_engine *engine) {
    for (uint32_t i = 0; i < engine->scope_end; i++)
        if (engine->scopes[i] && engine->scopes[i]->open && !lo_scope_sleep(engine->scopes[i])) return true;
    return false;
}

static void stop_waiting(lo_engine *engine) {
    for (uint32_t i = 0; i < engine->scope_end; i++)
        if (engine->scopes[i] && engine->scopes[i]->open) lo_scope_wake(engine->scopes[i]);
}

static bool has_unread(lo_engine *engine) {
    for (uint32_t i = 0; i < engine->scope_end; i++)
        if (engine->scopes[i] && engine->scopes[i]->open && lo_scope_has_unread(engine->scopes[i])) return true;
    return false;
}

/* The application polls the sockets: only the wake-up and timers matter, and whether it still polls. */
static int sleep_without_polling(lo_engine *engine, lo_time timeout, lo_time now, lo_waited *ready, int room) {
    engine->sleeps_until = now + timeout;
    pthread_mutex_unlock(&engine->core);
    lo_poller_sleep(&engine->thread_wakeup, timeout + timeout / LATER);
    pthread_mutex_lock(&engine->core);
    lo_wakeup_disarm(&engine->thread_wakeup);
    if (atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed)) {
        /* A check that consumed anything would let the application sleep on. */
        bool waits = lo_wait_is_ready(&engine->wait) || has_unread(engine);
        if (!lo_poller_is_neglected(&engine->poller, waits, lo_engine_now())) return 0;
        lo_poller_assign(&engine->poller, 0, now);
    }
    return lo_wait_now(&engine->wait, 0, ready, room);
}

/* Sleeps until an event, unless there is already something to do. */
static int sleep_until(lo_engine *engine, bool busy, lo_time wakeup, lo_waited *ready, int room) {
    lo_time now = lo_engine_now(), timeout = wakeup == LO_NEVER ? LO_NEVER : wakeup > now ? wakeup - now : 0;
    bool polls = !atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed);
    if (busy || !timeout) return polls ? lo_wait_now(&engine->wait, 0, ready, room) : 0;
    /* The application waits on the same epoll set: this wake-up is not for it. */
    lo_wait_for(&engine->wait, engine->thread_wakeup.read_fd, polls ? LO_WAIT_READ : 0, LO_THREAD_WAKEUP_TAG);
    lo_wakeup_arm(&engine->thread_wakeup);
    int count = 0;
    if (has_commands(engine) || (polls && has_records(engine))) {
        if (polls) count = lo_wait_now(&engine->wait, 0, ready, room);
    } else if (!polls)
        count = sleep_without_polling(engine, lo_min64(timeout, engine->poller.period), now, ready, room);
    else {
        /* The sender of a stream would wake the thread to set the timers of the next message: it wakes by itself. */
        lo_time last_sent = atomic_load_explicit(&engine->last_sent, memory_order_relaxed);
        if (now - lo_min64(last_sent, now) < STREAM) timeout = lo_min64(timeout, STREAM);
        engine->sleeps_until = now + lo_min64(timeout, LO_NEVER - now);
        pthread_mutex_unlock(&engine->core);
        count = lo_wait_now(&engine->wait, timeout, ready, room);
        pthread_mutex_lock(&engine->core);
    }
    atomic_store_explicit(&engine->thread_wakeup.armed, false, memory_order_relaxed);
    if (!atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed)) stop_waiting(engine);
    return count;
}

static void receive(lo_engine *engine, const lo_waited *ready, int count, lo_time now) {
    for (int i = 0; i < count; i++) {
        if (ready[i].tag == LO_THREAD_WAKEUP_TAG) {
            lo_wakeup_disarm(&engine->thread_wakeup);
            continue;
        }
        uint32_t index = ready[i].tag >> 8;
        lo_scope *scope = index < LO_ENGINE_SCOPES ? engine->scopes[index] : NULL;
        if (scope && scope->open && (ready[i].events & LO_WAIT_READ))
            lo_scope_receive(scope, (int)(ready[i].tag & 0xff), now);
    }
}

static void end_scope(lo_engine *engine, lo_scope *scope) {
    lo_engine_reclaim_scope(engine, scope);
    lo_engine_forget_scope(engine, scope->index);
    lo_scope_close(scope);
    lo_engine_event(engine, LO_EVENT_LEFT, scope->index, NULL, 0);
}

/* Bytes that the application has not released yet. */
static uint64_t backlog(lo_engine *engine) {
    lo_delivery_queue *ring = &engine->deliveries;
    return engine->lent_bytes + ring->write_bytes - atomic_load_explicit(&ring->released_bytes, memory_order_relaxed);
}

/* One scope's turn after its packets were received; true if there is more to do at once. */
static bool turn(lo_engine *engine, lo_scope *scope, bool in_passing, lo_time now, bool *full) {
    lo_scope_tick(scope, in_passing, now);
    if (!lo_engine_deliver(engine, scope, now)) *full = true;
    bool more = (!in_passing || lo_scope_has_to_send(scope, now)) && lo_scope_send(scope, now);
    /* Own messages are delivered when they are sent. */
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
    bool news = lo_delivery_queue_publish(&engine->deliveries);
    if (atomic_load_explicit(&engine->wants_room, memory_order_relaxed) &&
        lo_command_queue_used(&engine->messages) < engine->messages.capacity / 2) {
        atomic_store_explicit(&engine->wants_room, false, memory_order_relaxed);
        lo_wakeup_signal_always(&engine->wakeup);
    }
    if (news) lo_wakeup_signal(&engine->wakeup);
}

/* The application; the thread that polls the sockets; the thread while the application polls. */
typedef enum lo_worker { IN_PASSING, POLLING, KEEPING_TIME } lo_worker;

/* Does everything that is due; true if there is more at once. `wakeup`: when to run again at the latest. */
static bool work(lo_engine *engine, const lo_waited *ready, int count, lo_worker worker, lo_time *wakeup) {
    lo_time now = lo_engine_now();
    bool full = false, busy = false;
    engine->more_to_receive = false;
    engine->loops++;
    lo_engine_reclaim(engine);
    bool behind = backlog(engine) > BEHIND;
    for (uint32_t i = 0; i < engine->scope_end; i++)
        if (engine->scopes[i] && engine->scopes[i]->open) lo_scope_pause(engine->scopes[i], behind);
    receive(engine, ready, count, now);
    for (uint32_t i = 0; worker != KEEPING_TIME && i < engine->scope_end; i++)
        if (engine->scopes[i] && engine->scopes[i]->open && lo_scope_receive_others(engine->scopes[i], now))
            engine->more_to_receive = true;
    lo_engine_take_commands(engine, now);
    if (lo_engine_take_messages(engine, now)) busy = true;
    *wakeup = LO_NEVER;
    for (uint32_t i = 0; i < engine->scope_end; i++) {
        lo_scope *scope = engine->scopes[i];
        if (!scope || !scope->open) continue;
        if (turn(engine, scope, worker == IN_PASSING, now, &full)) busy = true;
        if (scope->open) *wakeup = lo_min64(*wakeup, lo_scope_next_wakeup(scope, now));
    }
    announce(engine);
    atomic_store_explicit(&engine->full, full || behind, memory_order_relaxed);
    /* A full delivery queue, a blocked group and a node without memory are retried soon; whoever frees room also
     * signals. */
    if (full || engine->blocked_since || engine->first_waiting != LO_NO_GROUP)
        *wakeup = lo_min64(*wakeup, now + LO_MILLISECOND);
    /* Everything possible was done: a node that asks for more gets its turn a little later. */
    if (!busy && !engine->more_to_receive) *wakeup = lo_max64(*wakeup, now + PAUSE);
    return busy;
}

/* The application is busy with messages: it receives the next ones itself. The bytes are then in the right cache,
 * and nobody has to be woken. */
static void yield_to_application(lo_engine *engine, lo_time now) {
    if (!lo_poller_is_active(&engine->poller, now) || backlog(engine) <= PLENTY) return;
    lo_poller_assign(&engine->poller, LO_POLLER_BUSY, now);
    if (has_records(engine)) lo_wakeup_signal(&engine->wakeup);
}

void *lo_engine_run(void *argument) {
    lo_engine *engine = argument;
    lo_waited ready[64];
    lo_time wakeup = LO_NEVER;
    bool busy = true;
    pthread_mutex_lock(&engine->core);
    while (!atomic_load_explicit(&engine->stopping, memory_order_acquire)) {
        int count = sleep_until(engine, busy, wakeup, ready, 64);
        bool polls = !atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed);
        busy = work(engine, ready, count, polls ? POLLING : KEEPING_TIME, &wakeup);
        busy |= polls && engine->more_to_receive;
        if (polls) yield_to_application(engine, lo_engine_now());
        /* It sleeps, and there was no room before; or the thread consumed its wake-up. */
        else if ((engine->left_unread || count) && has_unread(engine)) lo_wakeup_signal(&engine->wakeup);
    }
    pthread_mutex_unlock(&engine->core);
    return NULL;
}

/* ---- The application in place of the thread. */

/* The thread may hold the lock while it waits for a processor: an application that spins would keep it from one. */
static bool lock_soon(lo_engine *engine) {
    if (pthread_mutex_trylock(&engine->core) == 0) return true;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE;
    until.tv_sec += until.tv_nsec / LO_SECOND;
    until.tv_nsec %= LO_SECOND;
    return pthread_mutex_timedlock(&engine->core, &until) == 0;
}

static bool subscribed(const lo_engine *engine) {
    for (uint32_t i = 0; i < engine->scope_end; i++)
        if (engine->scopes[i] && engine->scopes[i]->open && engine->scopes[i]->shared.subscribed) return true;
    return false;
}

/* The sockets with packets. */
static int find_packets(lo_engine *engine, lo_waited *ready, int room) {
    int count = lo_wait_now(&engine->wait, 0, ready, room), kept = 0;
    for (int i = 0; i < count; i++)
        if (ready[i].tag != LO_THREAD_WAKEUP_TAG) ready[kept++] = ready[i];  /* That one is for the thread. */
    return kept;
}

/* The application was woken by packets or its wake-up: it does the thread's work while the thread sleeps. */
void lo_engine_poll(lo_engine *engine) {
    lo_waited ready[64];
    lo_time wakeup = LO_NEVER;
    engine->poller.asleep = engine->poller.more = false;
    if (!atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed)) return;
    atomic_fetch_add_explicit(&engine->poller.turns, 1, memory_order_relaxed);
    if (!lock_soon(engine)) return;  /* The thread is working. */
    bool sleeps = atomic_exchange_explicit(&engine->thread_wakeup.armed, false, memory_order_acq_rel);
    /* It is awake: nobody need signal it for what follows. */
    engine->poller.quiet = atomic_exchange_explicit(&engine->wakeup.armed, false, memory_order_acq_rel);
    stop_waiting(engine);
    uint64_t before = engine->deliveries.write_slot;
    /* Packets mostly arrive on the same socket as before: trying it costs less than polling. */
    bool more = engine->poller.likely.events && work(engine, &engine->poller.likely, 1, IN_PASSING, &wakeup);
    engine->poller.unasked = engine->deliveries.write_slot != before;
    if (!engine->poller.unasked) {
        int count = find_packets(engine, ready, 64);
        if (!count) engine->poller.quiet = false;  /* Something else woke it, perhaps the wake-up. */
        more |= work(engine, ready, count, IN_PASSING, &wakeup);
        engine->poller.likely = count == 1 ? *ready : (lo_waited){0};
    }
    lo_poller_polled(&engine->poller, engine->deliveries.write_slot != before);
    engine->poller.more = engine->more_to_receive;
    if (!more && sleeps) {
        lo_wakeup_arm(&engine->thread_wakeup);
        more = has_commands(engine);
    }
    if (more) lo_wakeup_signal_always(&engine->thread_wakeup);
    engine->poller.wakeup = wakeup;
    pthread_mutex_unlock(&engine->core);
}

/* Before the application sleeps: decides who polls the sockets. */
static void settle_poller(lo_engine *engine) {
    lo_time now = lo_engine_now();
    int change = lo_poller_decide(&engine->poller, now);
    if (change == 0 || pthread_mutex_trylock(&engine->core) != 0) return;
    lo_poller_assign(&engine->poller, change > 0 ? LO_POLLER_CALM : 0, now);
    lo_wakeup_signal_always(&engine->thread_wakeup);
    pthread_mutex_unlock(&engine->core);
}

/* A broadcast is seen only once: its records were received without polling, and it must not wake the application
 * again. */
static bool has_news(lo_engine *engine) {
    lo_waited ready[64];
    if (!engine->poller.unasked) return false;
    engine->poller.unasked = false;
    int count = subscribed(engine) ? find_packets(engine, ready, 64) : 0, calls = 0;
    for (int i = 0; i < count; i++) calls += (ready[i].tag & 0xff) == LO_SOCKET_BROADCAST;
    if (count == 1) engine->poller.likely = *ready;
    if (calls == count) return false;
    engine->poller.asleep = true;  /* It polls at once. */
    return true;
}

/* From here on writers to the rings signal, and the thread handles timers; false if there is already something to
 * receive. */
bool lo_engine_may_sleep(lo_engine *engine) {
    settle_poller(engine);
    if (!atomic_load_explicit(&engine->poller.by_application, memory_order_relaxed)) return true;
    if (engine->poller.more || !lock_soon(engine)) return false;
    bool empty = !has_news(engine) && !has_records(engine);
    engine->left_unread = empty && has_unread(engine);
    if (empty && engine->poller.wakeup < engine->sleeps_until) lo_wakeup_signal_always(&engine->thread_wakeup);
    engine->poller.wakeup = LO_NEVER;
    pthread_mutex_unlock(&engine->core);
    return empty;
}

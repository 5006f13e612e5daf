// SPDX-License-Identifier: BSD-3-Clause
/* Commands and messages of the application, as handled by the engine thread. */
#define _GNU_SOURCE
#include <errno.h>
#include <sodium.h>
#include <stdlib.h>

#include "lo_engine_internal.h"
#include "lo_event_encoding.h"

enum {
    PARKED_MOST = 4 << 20,       /* Bytes of messages parked outside the queue. */
    MESSAGES_PER_TURN = 2048,
};
#define PARK_AFTER (5 * LO_MILLISECOND)

static lo_scope *find_scope(lo_engine *engine, uint32_t scope) {
    return scope < LO_ENGINE_SCOPES && engine->scopes[scope] && engine->scopes[scope]->open ? engine->scopes[scope] : NULL;
}

lo_io_group *lo_engine_group(lo_engine *engine, uint32_t group) {
    if (group >= engine->group_room || engine->groups[group].state != LO_GROUP_JOINED) return NULL;
    return &engine->groups[group];
}

/* ---- Commands. */

static void report_failure(lo_engine *engine, uint32_t scope, int error, uint32_t group) {
    int32_t failure[2] = {error, (int32_t)group};
    lo_engine_event(engine, LO_EVENT_FAILED, scope, failure, sizeof failure);
}

/* Gives the scope a free piece of the arena, or none: then its messages are copied. */
static void give_arena(lo_engine *engine, lo_scope *scope) {
    scope->arena_piece = LO_NO_PIECE;
    scope->arena = NULL;
    scope->arena_bytes = 0;
    for (uint32_t piece = 0; engine->arena && piece < 64; piece++) {
        if (engine->arena_pieces & (UINT64_C(1) << piece)) continue;
        engine->arena_pieces |= UINT64_C(1) << piece;
        scope->arena_piece = piece;
        scope->arena = engine->arena + piece * LO_ARENA_PIECE;
        scope->arena_bytes = LO_ARENA_PIECE;
        return;
    }
}

static void open_scope(lo_engine *engine, uint32_t index, const lo_scope_options *options, lo_time now) {
    if (!engine->scopes[index]) engine->scopes[index] = calloc(1, sizeof(lo_scope));
    if (engine->scope_end <= index) engine->scope_end = index + 1;
    lo_scope *scope = engine->scopes[index];
    int error = !scope ? -ENOMEM : scope->open ? -EEXIST : 0;
    if (!error) {
        give_arena(engine, scope);
        error = lo_scope_open(scope, index, options, &engine->wait, now);
    }
    if (error) report_failure(engine, index, error, LO_NO_GROUP);
}

static bool make_room_for_group(lo_engine *engine, uint32_t group) {
    uint32_t room = engine->group_room ? engine->group_room : 64;
    if (group < engine->group_room) return true;
    while (room <= group) room *= 2;
    lo_io_group *grown = realloc(engine->groups, room * sizeof *grown);
    if (!grown) return false;
    memset(grown + engine->group_room, 0, (room - engine->group_room) * sizeof *grown);
    engine->groups = grown;
    engine->group_room = room;
    return true;
}

static bool remember_handle(lo_scope *scope, uint32_t handle, uint32_t group) {
    if (handle >= scope->handle_room) {
        uint32_t room = scope->handle_room ? scope->handle_room : 64;
        while (room <= handle) room *= 2;
        uint32_t *grown = realloc(scope->group_of_handle, room * sizeof *grown);
        if (!grown) return false;
        for (uint32_t i = scope->handle_room; i < room; i++) grown[i] = LO_NO_GROUP;
        scope->group_of_handle = grown;
        scope->handle_room = room;
    }
    scope->group_of_handle[handle] = group;
    return true;
}

/* Zero, or an error; protocol errors are distinguished from errno by an offset. */
static int join_node(lo_scope *scope, uint32_t number, const lo_join *join, lo_time now, uint32_t *handle) {
    lo_policy policy = {.slow = join->slow, .partition = join->partition, .reliability = join->reliability,
                        .hybrid = join->hybrid != 0, .order = join->order & 3};
    lo_id id;
    memcpy(id.bytes, join->id, sizeof id.bytes);
    int error = lo_node_join(scope->node, &id, policy, join->deliver_own, now, handle);
    if (error < 0) return error - 10000;
    return remember_handle(scope, *handle, number) ? 0 : -ENOMEM;
}

static void join(lo_engine *engine, uint32_t number, const lo_join *join, lo_time now) {
    lo_scope *scope = find_scope(engine, join->scope);
    uint32_t handle = 0;
    int error = !scope ? -ENOTCONN : make_room_for_group(engine, number) ? 0 : -ENOMEM;
    if (!error && engine->groups[number].state == LO_GROUP_JOINED) error = -EEXIST;
    if (!error) error = join_node(scope, number, join, now, &handle);
    if (error) {
        report_failure(engine, join->scope, error, number);
        return;
    }
    lo_io_group *group = &engine->groups[number];
    group->state = LO_GROUP_JOINED;
    group->scope = (uint16_t)join->scope;
    group->handle = handle;
    group->join = *join;
    memcpy(group->id.bytes, join->id, sizeof group->id.bytes);
}

/* Replaces an evicted node by a new one in the same groups. */
void lo_engine_restart_scope(lo_engine *engine, lo_scope *scope, lo_time now) {
    lo_scope_options options = scope->options;
    lo_faults_config faults = scope->faults.config;
    uint32_t index = scope->index;
    options.seed = options.seed * UINT64_C(6364136223846793005) + now;
    options.number = (uint32_t)(options.seed >> 32) | 1;
    randombytes_buf(options.salt, sizeof options.salt);
    lo_engine_reclaim_scope(engine, scope);
    lo_scope_close(scope);
    give_arena(engine, scope);
    int error = lo_scope_open(scope, index, &options, &engine->wait, now);
    memset(&options, 0, sizeof options);
    if (!error) lo_faults_set(&scope->faults, &faults);
    for (uint32_t i = 0; !error && i < engine->group_room; i++) {
        lo_io_group *group = &engine->groups[i];
        if (group->state != LO_GROUP_JOINED || group->scope != index) continue;
        int joined = join_node(scope, i, &group->join, now, &group->handle);
        if (joined) report_failure(engine, index, joined, i);
    }
    if (error) report_failure(engine, index, error, LO_NO_GROUP);
}

static void deliver_statistics(lo_engine *engine, uint32_t index) {
    lo_scope *scope = find_scope(engine, index);
    size_t size = 0;
    void *report = scope ? lo_encode_statistics(engine, scope, &size) : NULL;
    if (report && !lo_engine_event_owned(engine, LO_EVENT_STATISTICS, index, report, size)) free(report);
    if (!report) report_failure(engine, index, -ENOTCONN, LO_NO_GROUP);
}

void lo_engine_take_commands(lo_engine *engine, lo_time now) {
    lo_command *command;
    while ((command = lo_command_queue_first(&engine->commands))) {
        const void *data = command->data;
        switch (command->kind) {
        case LO_COMMAND_OPEN:
            open_scope(engine, command->target, data, now);
            break;
        case LO_COMMAND_JOIN:
            join(engine, command->target, data, now);
            break;
        case LO_COMMAND_FAULTS:
            if (find_scope(engine, command->target)) lo_faults_set(&engine->scopes[command->target]->faults, data);
            break;
        case LO_COMMAND_BAN:
            if (find_scope(engine, command->target))
                (void)lo_node_ban(engine->scopes[command->target]->node, data, now);
            break;
        case LO_COMMAND_STATISTICS:
            deliver_statistics(engine, command->target);
            break;
        default:
            assert(false);
        }
        memset(command->data, 0, command->length);  /* Wipes keys. */
        lo_command_queue_pop(&engine->commands, command);
    }
}

/* ---- Parked messages: a blocked group does not stop the others. */

static bool park(lo_engine *engine, uint32_t number, const void *data, uint32_t size) {
    lo_io_group *group = &engine->groups[number];
    if (engine->parked_bytes + size > PARKED_MOST && engine->parked_bytes) return false;
    lo_parked *parked = malloc(sizeof *parked + size);
    if (!parked) return false;
    parked->next = NULL;
    parked->size = size;
    if (size) memcpy(parked->data, data, size);
    if (group->last) group->last->next = parked;
    else group->first = parked;
    group->last = parked;
    engine->parked_bytes += size;
    if (!group->waiting) {
        group->waiting = 1;
        group->next_waiting = engine->first_waiting;
        engine->first_waiting = number;
    }
    return true;
}

static void drop_first(lo_engine *engine, lo_io_group *group) {
    lo_parked *parked = group->first;
    group->first = parked->next;
    if (!group->first) group->last = NULL;
    engine->parked_bytes -= parked->size;
    free(parked);
}

static void refuse(lo_engine *engine, uint32_t number, int error) {
    int32_t refused[3] = {error, (int32_t)number, 1};
    uint32_t scope = number < engine->group_room ? engine->groups[number].scope : 0;
    lo_engine_event(engine, LO_EVENT_REFUSED, scope, refused, sizeof refused);
}

/* True if the error is temporary. */
static bool may_come(int error) { return error == LO_ERROR_AGAIN || error == LO_ERROR_NOT_MEMBER; }

static void send_parked(lo_engine *engine, lo_time now) {
    uint32_t *link = &engine->first_waiting;
    while (*link != LO_NO_GROUP) {
        uint32_t number = *link;
        lo_io_group *group = &engine->groups[number];
        lo_scope *scope = group->state == LO_GROUP_JOINED ? find_scope(engine, group->scope) : NULL;
        while (group->first) {
            int error = scope ? lo_node_send(scope->node, group->handle, group->first->data, group->first->size, now)
                              : LO_ERROR_CLOSED;
            if (may_come(error)) break;
            if (error < 0) refuse(engine, number, error);
            drop_first(engine, group);
        }
        if (group->first) link = &group->next_waiting;
        else {
            group->waiting = 0;
            *link = group->next_waiting;
        }
    }
}

/* ---- Messages. */

/* True if the message is done: sent, parked or refused. */
static bool send_one(lo_engine *engine, uint32_t number, const void *data, uint32_t size, lo_time now) {
    lo_io_group *group = lo_engine_group(engine, number);
    lo_scope *scope = group ? find_scope(engine, group->scope) : NULL;
    if (!scope) {
        refuse(engine, number, LO_ERROR_CLOSED);
        return true;
    }
    int error = group->first ? LO_ERROR_AGAIN : lo_node_send(scope->node, group->handle, data, size, now);
    if (error >= 0) return true;
    if (!may_come(error)) {
        refuse(engine, number, error);
        return true;
    }
    /* A full window usually opens soon; only a group that stays blocked yields to the others. */
    if (!engine->blocked_since) engine->blocked_since = now;
    bool stuck = group->first || error == LO_ERROR_NOT_MEMBER || now - engine->blocked_since > PARK_AFTER;
    return stuck && park(engine, number, data, size);
}

static bool send_many(lo_engine *engine, lo_many_messages *many, lo_time now) {
    for (; many->done < many->count; many->done++) {
        uint32_t size = many->words[many->done], group = many->words[many->count + many->done];
        if (!send_one(engine, group, (const uint8_t *)many + many->at, size, now)) return false;
        engine->blocked_since = 0;
        many->at += size;
    }
    return true;
}

static void leave(lo_engine *engine, uint32_t number, lo_time now) {
    lo_io_group *group = lo_engine_group(engine, number);
    lo_scope *scope = group ? find_scope(engine, group->scope) : NULL;
    if (!group) return;
    group->state = LO_GROUP_LEFT;
    if (!scope) return;
    scope->group_of_handle[group->handle] = LO_NO_GROUP;
    lo_node_leave(scope->node, group->handle, now);
}

static bool take_message(lo_engine *engine, lo_command *message, lo_time now) {
    void *data = message->data;
    lo_large_message large;
    switch (message->kind) {
    case LO_MESSAGE_INLINE:
        return send_one(engine, message->target, data, message->length, now);
    case LO_MESSAGE_MANY:
        return send_many(engine, data, now);
    case LO_MESSAGE_LARGE:
        memcpy(&large, data, sizeof large);
        if (!send_one(engine, message->target, large.data, (uint32_t)large.size, now)) return false;
        free(large.data);
        return true;
    case LO_MESSAGE_LEAVE:
        leave(engine, message->target, now);
        return true;
    case LO_MESSAGE_CLOSE:
        if (find_scope(engine, message->target)) lo_scope_end(engine->scopes[message->target], now);
        else lo_engine_event(engine, LO_EVENT_LEFT, message->target, NULL, 0);
        return true;
    default:
        assert(false);
        return true;
    }
}

bool lo_engine_take_messages(lo_engine *engine, lo_time now) {
    if (engine->first_waiting != LO_NO_GROUP) send_parked(engine, now);
    lo_command *message = NULL;
    for (int i = 0; i < MESSAGES_PER_TURN && (message = lo_command_queue_first(&engine->messages)); i++) {
        if (!take_message(engine, message, now)) return false;
        engine->blocked_since = 0;
        lo_command_queue_pop(&engine->messages, message);
    }
    return message != NULL;
}

void lo_engine_forget_scope(lo_engine *engine, uint32_t scope) {
    for (uint32_t i = 0; i < engine->group_room; i++)
        if (engine->groups[i].state == LO_GROUP_JOINED && engine->groups[i].scope == scope)
            engine->groups[i].state = LO_GROUP_LEFT;
}

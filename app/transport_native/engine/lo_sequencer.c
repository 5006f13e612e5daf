// SPDX-License-Identifier: BSD-3-Clause
#include "lo_sequencer.h"

#include "lo_node_internal.h"
#include "lo_run_queue.h"

#define LONG_RUN 64u                           /* Messages, */
#define LONG_RUN_LASTS (5 * LO_MILLISECOND)    /* and time, without another sender: hand over. */
#define ENTRY_BYTES 8u                         /* ORDER: index among the members 4, messages 4, each. */

typedef struct lo_lane {      /* Messages of one member that wait to be ordered. */
    uint32_t number;
    uint64_t data;            /* Messages in `waiting`. */
    uint64_t assigned;        /* Of these, assigned by ORDER records that this node has sent. */
    lo_run_queue waiting;
} lo_lane;

typedef struct lo_sequencer {
    lo_layer layer;
    lo_memory *memory;
    lo_lane *lanes;           /* By index among the members. */
    uint32_t lane_count, self, last;
    uint32_t sequencer;         /* The member whose stream is read. */
    bool orders;              /* This node is the sequencer, according to what it has sent. */
    bool closing;             /* No more records will come: deliver what is here. */
    bool failed;
    uint32_t entry, taken;    /* Progress within the first ORDER record. */
    uint32_t runner;          /* The member that has been sending alone, */
    uint64_t run;             /* so many messages, */
    lo_time run_since;        /* since then. */
} lo_sequencer;

static lo_sequencer *of(lo_layer *layer) { return (lo_sequencer *)(void *)layer; }

static void free_lanes(lo_sequencer *o) {
    for (uint32_t i = 0; i < o->lane_count; i++) lo_run_queue_clear(&o->lanes[i].waiting, o->memory);
    lo_memory_free(o->memory, o->lanes, o->lane_count * sizeof *o->lanes);
    o->lanes = NULL;
    o->lane_count = 0;
}

/* ---- Delivery ---------------------------------------------------------------------------- */

/* Removes `count` messages or records from the first run. */
static void consume(lo_sequencer *o, lo_lane *lane, uint32_t count) {
    lo_message *run = &lo_run_queue_at(&lane->waiting, 0)->run;
    if (run->kind == LO_KIND_DATA) {
        lane->data -= count;
        lane->assigned -= lo_min64(lane->assigned, count);
    }
    run->data += (size_t)count * run->stride;
    run->count -= count;
    if (!run->count) lo_run_queue_pop(&lane->waiting, o->memory);
}

/* Delivers up to `most` messages of a lane; returns their number. */
static uint32_t deliver(lo_sequencer *o, uint32_t place, uint32_t most, lo_time now) {
    lo_lane *lane = &o->lanes[place];
    uint32_t done = 0;
    while (done < most && lane->waiting.count) {
        lo_message run = lo_run_queue_at(&lane->waiting, 0)->run;
        if (run.kind != LO_KIND_DATA) {  /* Not from a sequencer: ignored. */
            consume(o, lane, 1);
            continue;
        }
        run.count = lo_min32(run.count, most - done);
        o->failed |= lo_layer_up(&o->layer, &run, now) != LO_OK;
        done += run.count;
        consume(o, lane, run.count);
    }
    return done;
}

/* True if everything that the record orders has been delivered. */
static bool follow_record(lo_sequencer *o, const lo_message *record, lo_time now) {
    for (; o->entry < record->size / ENTRY_BYTES; o->entry++, o->taken = 0) {
        uint32_t place = lo_load32(record->data + ENTRY_BYTES * o->entry);
        uint32_t count = lo_load32(record->data + ENTRY_BYTES * o->entry + 4);
        if (place >= o->lane_count || place == o->sequencer || count <= o->taken) continue;
        o->taken += deliver(o, place, count - o->taken, now);
        if (o->taken < count && !o->closing) return false;
    }
    o->entry = 0;
    return true;
}

static void hand_to(lo_sequencer *o, uint32_t place) {
    if (place >= o->lane_count) return;
    o->sequencer = place;
    o->orders = place == o->self;
    o->run = 0;
    for (uint32_t i = 0; i < o->lane_count; i++) o->lanes[i].assigned = 0;
    if (o->orders) lo_layer_schedule(&o->layer, o->layer.node->now);
}

/* Reads the sequencer's stream as far as it has arrived. */
static void proceed(lo_sequencer *o, lo_time now) {
    while (o->lane_count && o->lanes[o->sequencer].waiting.count) {
        lo_lane *lane = &o->lanes[o->sequencer];
        lo_message front = lo_run_queue_at(&lane->waiting, 0)->run;
        if (front.kind == LO_KIND_DATA) {
            (void)deliver(o, o->sequencer, front.count, now);
            continue;
        }
        if (front.kind == LO_KIND_ORDER && !follow_record(o, &front, now)) return;
        uint32_t next = front.kind == LO_KIND_HANDOVER && front.size == 4 ? lo_load32(front.data) : o->sequencer;
        consume(o, lane, 1);
        if (next != o->sequencer) hand_to(o, next);
    }
}

static lo_lane *lane_of(lo_sequencer *o, uint32_t number) {
    if (o->last < o->lane_count && o->lanes[o->last].number == number) return &o->lanes[o->last];
    for (uint32_t i = 0; i < o->lane_count; i++) {
        if (o->lanes[i].number != number) continue;
        o->last = i;
        return &o->lanes[i];
    }
    return NULL;
}

static int result(lo_sequencer *o) {
    int error = o->failed ? LO_ERROR_MEMORY : LO_OK;
    o->failed = false;
    return error;
}

static int order_up(lo_layer *layer, const lo_message *message, lo_time now) {
    lo_sequencer *o = of(layer);
    lo_lane *lane = lane_of(o, message->sender);
    if (!lane) return LO_OK;
    /* The sequencer's own messages need not wait. */
    if (message->kind == LO_KIND_DATA && lane == &o->lanes[o->sequencer] && !lane->waiting.count)
        return lo_layer_up(layer, message, now);
    if (!lo_run_queue_push(&lane->waiting, o->memory, message, 0)) return LO_ERROR_MEMORY;
    if (message->kind == LO_KIND_DATA) lane->data += message->count;
    if (o->orders && lane != &o->lanes[o->self]) lo_layer_schedule(layer, now);
    proceed(o, now);
    return result(o);
}

/* ---- Sequencing -------------------------------------------------------------------------- */

static int order_down(lo_layer *layer, const lo_message *message, lo_time now) {
    int error = lo_layer_down(layer, message, now);
    if (!error) of(layer)->run = 0;
    return error;
}

/* True if the sender has been sending alone for long. */
static bool runs_long(lo_sequencer *o, uint32_t place, uint64_t count, bool alone, lo_time now) {
    if (!alone || place != o->runner || !o->run) {
        o->runner = place;
        o->run = alone ? count : 0;
        o->run_since = now;
        return false;
    }
    o->run += count;
    return o->run >= LONG_RUN && now - o->run_since >= LONG_RUN_LASTS;
}

static bool send_record(lo_sequencer *o, uint8_t kind, const uint8_t *body, uint32_t size, lo_time now) {
    const lo_node *node = o->layer.node;
    lo_message record = {.data = body, .size = size, .count = 1, .stride = size, .kind = kind, .group = o->layer.group,
                         .sender = node->config.number, .view = node->epoch->view->number};
    int error = lo_layer_down(&o->layer, &record, now);
    if (error == LO_ERROR_AGAIN) lo_layer_schedule(&o->layer, now + LO_MILLISECOND);
    return error == LO_OK;
}

static uint32_t write_entries(const lo_sequencer *o, uint8_t *body, uint32_t *place, uint64_t *count) {
    uint32_t entries = 0;
    for (uint32_t i = 0; i < o->lane_count; i++) {
        const lo_lane *lane = &o->lanes[i];
        if (i == o->self || lane->data <= lane->assigned) continue;
        *place = i;
        *count = lane->data - lane->assigned;
        lo_store32(body + ENTRY_BYTES * entries, i);
        lo_store32(body + ENTRY_BYTES * entries++ + 4, (uint32_t)*count);
    }
    return entries;
}

/* Orders everything that came since the last call with one record. */
static void order_work(lo_layer *layer, lo_time now) {
    lo_sequencer *o = of(layer);
    if (!o->orders) return;
    uint8_t small[ENTRY_BYTES * 16], *body = small;
    size_t room = ENTRY_BYTES * (size_t)o->lane_count;
    if (room > sizeof small) body = lo_memory_alloc(o->memory, room);
    if (!body) {
        lo_layer_schedule(layer, now + LO_MILLISECOND);
        return;
    }
    uint32_t place = 0;
    uint64_t count = 0;
    uint32_t entries = write_entries(o, body, &place, &count);
    bool sent = entries && send_record(o, LO_KIND_ORDER, body, ENTRY_BYTES * entries, now);
    if (body != small) lo_memory_free(o->memory, body, room);
    if (!sent) return;
    for (uint32_t i = 0; i < o->lane_count; i++)
        if (i != o->self) o->lanes[i].assigned = o->lanes[i].data;
    uint8_t next[4];
    lo_store32(next, place);
    if (runs_long(o, place, count, entries == 1, now) && send_record(o, LO_KIND_HANDOVER, next, sizeof next, now))
        o->orders = false;
}

/* ---- View changes ------------------------------------------------------------------------ */

static void finish(lo_sequencer *o, lo_time now) {
    o->closing = true;
    proceed(o, now);
    for (uint32_t i = 0; i < o->lane_count; i++) (void)deliver(o, i, UINT32_MAX, now);
    o->closing = false;
}

static int sequencer_view_change(lo_layer *layer, const lo_view_change *view_change, lo_time now) {
    lo_sequencer *o = of(layer);
    if (view_change->continues) finish(o, now);
    free_lanes(o);
    o->lanes = lo_memory_alloc(o->memory, view_change->member_count * sizeof *o->lanes);
    if (!o->lanes) return LO_ERROR_MEMORY;
    o->lane_count = view_change->member_count;
    o->self = UINT32_MAX;
    o->entry = o->taken = 0;
    for (uint32_t i = 0; i < view_change->member_count; i++) {
        o->lanes[i].number = view_change->members[i].number;
        if (view_change->members[i].number == layer->node->config.number) o->self = i;
    }
    int error = lo_layer_view_change(layer, view_change, now);
    hand_to(o, 0);
    return error ? error : result(o);
}

static void order_destroy(lo_layer *layer) {
    lo_sequencer *o = of(layer);
    free_lanes(o);
    lo_memory_free(o->memory, o, sizeof *o);
}

static const lo_layer_operations ordering = {.name = "total order",
                                             .down = order_down,
                                             .up = order_up,
                                             .view_change = sequencer_view_change,
                                             .work = order_work,
                                             .destroy = order_destroy};

int lo_sequencer_create(lo_memory *memory, lo_layer **out) {
    lo_sequencer *o = lo_memory_alloc(memory, sizeof *o);
    if (!o) return LO_ERROR_MEMORY;
    o->layer.operations = &ordering;
    o->memory = memory;
    *out = &o->layer;
    return LO_OK;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Layers: protocol modules with one up-down interface, stacked per group.
 *
 * A group's messages pass through a stack. At the bottom the core provides reliable FIFO per sender;
 * layers above add virtual synchrony (lo_synchrony), total order (lo_sequencer), and later a
 * durable log, conflation or forward error correction. A group without layers takes the fast
 * path, so unused layers cost nothing.
 *
 *        application
 *           |  ^
 *      down v  | up, view_change     lo_sequencer
 *           |  ^
 *      down v  | up, view_change     lo_synchrony
 *           |  ^
 *      down v  | up, view, gap
 *           |  ^
 *        the core            packing, streams, recovery
 *           |  ^
 *        dissemination       a policy object per region: multicast, unicast, shared memory
 *
 * Rules: a layer never blocks, keeps its memory within the node's lo_memory, takes time only
 * as an argument, and sends from `down` and `work` only. */
#ifndef LO_LAYER_H
#define LO_LAYER_H

#include "lo_base.h"
#include "lo_list.h"
#include "lo_memory.h"
#include "lo_view.h"

typedef struct lo_layer lo_layer;

/* Kind of a message: the application's, or a control message between layers. */
enum lo_kind {
    LO_KIND_DATA = 0,
    LO_KIND_FLUSH = 1,     /* 1 … 15: lo_synchrony. */
    LO_KIND_RELAY = 2,
    LO_KIND_LOST = 3,
    LO_KIND_STABLE = 4,
    LO_KIND_DONE = 5,
    LO_KIND_ORDER = 16,    /* 16 … 31: lo_sequencer. */
    LO_KIND_HANDOVER = 17,
    LO_KIND_KINDS = 128
};

/* Messages on their way up or down: `count` of them, each of `size` bytes, `stride` apart. Going up, `data` points
 * into `buffer`; a layer that keeps it holds the buffer. Going down `count` is 1 and `data` is valid during the
 * call only. */
typedef struct lo_message {
    const uint8_t *data;
    uint32_t size, count, stride;
    uint32_t group;       /* Handle of the group at this node. */
    uint32_t sender;      /* Member number of the sender. */
    uint8_t kind;         /* enum lo_kind */
    uint64_t view;        /* View the messages are committed to. */
    uint64_t sequence;    /* Of their segment in its stream; orders messages of one sender. */
    uint64_t stable;      /* Every member has everything of that stream up to this segment; 0: unknown. */
    lo_buffer *buffer;
} lo_message;

/* A view change as delivered to the application: a position in a group's sequence of messages that all continuing
 * members share. */
typedef struct lo_view_change_member {
    uint32_t number;
    uint16_t index;       /* In the view. */
    bool joined;          /* Not a member at the previous view change, as the continuing members saw it. */
} lo_view_change_member;
typedef struct lo_view_change {
    lo_view *view;        /* The view that defines the members. */
    bool continues;       /* This node shares the history of the continuing members; otherwise its state is void. */
    bool rejoined;        /* It does not continue, although it has seen a view change before. */
    bool writable;
    uint32_t member_count;
    lo_view_change_member members[];
} lo_view_change;

typedef struct lo_layer_operations {
    const char *name;
    /* Sends a message. Returns LO_OK, or LO_ERROR_AGAIN and keeps nothing. */
    int (*down)(lo_layer *layer, const lo_message *message, lo_time now);
    /* Receives messages from below. */
    int (*up)(lo_layer *layer, const lo_message *message, lo_time now);
    /* From the core, to every layer, optional: a new view is installed. Messages of the old one may follow. */
    void (*view)(lo_layer *layer, lo_view *view, lo_time now);
    /* From the core, to every layer, optional: some messages of `sender` from `view` are lost. */
    void (*gap)(lo_layer *layer, uint32_t sender, uint64_t view, lo_time now);
    /* From the layer below: everything before the view change has been delivered. NULL: passed on. */
    int (*view_change)(lo_layer *layer, const lo_view_change *view_change, lo_time now);
    /* Called at the time given to lo_layer_schedule, before packets leave, so that what it sends is fresh. */
    void (*work)(lo_layer *layer, lo_time now);
    void (*destroy)(lo_layer *layer);
} lo_layer_operations;

struct lo_layer {
    const lo_layer_operations *operations;
    lo_layer *above;  /* NULL: the application. */
    lo_layer *below;  /* NULL: the core. */
    struct lo_node *node;
    uint32_t group;
    lo_link busy;     /* In the node's list while it waits for `work`. */
    lo_time work_at;
    bool on_acks;     /* Also call `work` when ACKs arrive. */
};

/* Pass messages on. At the ends they enter packing or the delivery queue. */
int lo_layer_down(lo_layer *layer, const lo_message *message, lo_time now);
int lo_layer_up(lo_layer *layer, const lo_message *message, lo_time now);
int lo_layer_view_change(lo_layer *layer, const lo_view_change *view_change, lo_time now);
/* Requests a call of `work` at this time at the latest. */
void lo_layer_schedule(lo_layer *layer, lo_time at);

/* Dissemination: how a segment first reaches the members of a region. Recovery does not depend on it. A policy maps
 * a region to destinations. */
enum lo_dissemination_kind {
    LO_DISSEMINATE_MULTICAST = 0,  /* One packet to the region's channel. */
    LO_DISSEMINATE_UNICAST = 1,    /* One packet to each member: if multicast does not work. */
    LO_DISSEMINATE_SHARED = 2      /* One record in the sender's shared-memory ring. */
};
typedef struct lo_dissemination {
    const char *name;
    /* Writes up to `room` destinations; returns their total number. */
    uint32_t (*destinations)(const struct lo_dissemination *policy, const lo_view *view,
                             const lo_region *region, lo_address *out, uint32_t room);
    /* Index of the path whose segment size applies. */
    uint16_t path;
} lo_dissemination;

extern const lo_dissemination lo_disseminate_multicast;
extern const lo_dissemination lo_disseminate_unicast;
extern const lo_dissemination lo_disseminate_shared;

#endif

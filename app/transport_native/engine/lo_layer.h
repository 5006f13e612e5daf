/* Layers: units with one up-down interface, composed inside C.
 *
 * A group's messages pass a stack. At the bottom the core gives reliable FIFO per sender;
 * layers above add virtual synchrony (lo_synchrony), total order (lo_order), and later a
 * durable log, conflation or forward error correction. A group without layers takes the fast
 * path, so the seam costs nothing when it is not used.
 *
 *        application
 *           |  ^
 *      down v  | up, cut     a layer (total order, say)
 *           |  ^
 *      down v  | up, cut     another (virtual synchrony)
 *           |  ^
 *      down v  | up, view, gap
 *           |  ^
 *        the core            packing, streams, recovery
 *           |  ^
 *        dissemination       a policy object per region: multicast, unicast, ring, relay
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

/* What a message is: the application's, or what layers say to their like at other nodes. */
enum lo_kind {
    LO_KIND_DATA = 0,
    LO_KIND_FLUSH = 1,     /* 1 … 15: lo_synchrony. */
    LO_KIND_RELAY = 2,
    LO_KIND_LOST = 3,
    LO_KIND_STABLE = 4,
    LO_KIND_DONE = 5,
    LO_KIND_ORDER = 16,    /* 16 … 31: lo_order. */
    LO_KIND_HANDOVER = 17,
    LO_KIND_KINDS = 128
};

/* Messages on their way up or down: `count` of them, each of `size` bytes, `stride` apart. Going up,
 * `data` points into `buffer`; a layer that keeps it holds the buffer. Going down there is one, and
 * `data` is valid during the call only. */
typedef struct lo_message {
    const uint8_t *data;
    uint32_t size, count, stride;
    uint32_t group;       /* Handle of the group at this node. */
    uint32_t sender;      /* Member number of the sender. */
    uint8_t kind;         /* enum lo_kind */
    uint64_t view;        /* View the messages are committed to. */
    uint64_t sequence;    /* Of their segment in its stream: orders messages of one sender. */
    uint64_t stable;      /* Everything of that stream up to this segment is at every member; 0: not known. */
    lo_buffer *buffer;
} lo_message;

/* A place in a group's sequence of messages that all members who go on share. */
typedef struct lo_view_change_member {
    uint32_t number;
    uint16_t index;       /* In the view. */
    bool joined;          /* Not there at the cut before, as those who go on have seen it. */
} lo_view_change_member;
typedef struct lo_view_change {
    lo_view *view;        /* The one that the members come from. */
    bool continues;       /* This node has gone the same way as those who go on; else what it had is void. */
    bool rejoined;        /* It does not, though it has seen a cut before. */
    bool writable;
    uint32_t member_count;
    lo_view_change_member members[];
} lo_view_change;

typedef struct lo_layer_operations {
    const char *name;
    /* A message from above is to be sent. Returns LO_OK, or LO_ERROR_AGAIN and keeps nothing. */
    int (*down)(lo_layer *layer, const lo_message *message, lo_time now);
    /* Messages from below have arrived. */
    int (*up)(lo_layer *layer, const lo_message *message, lo_time now);
    /* From the core, to every layer, optional: a new view is agreed. Messages of the old one may follow. */
    void (*view)(lo_layer *layer, lo_view *view, lo_time now);
    /* From the core, to every layer, optional: some messages of `sender` from `view` are lost for good. */
    void (*gap)(lo_layer *layer, uint32_t sender, uint64_t view, lo_time now);
    /* From the layer below: everything before the cut has come up. NULL: it is passed on. */
    int (*cut)(lo_layer *layer, const lo_view_change *cut, lo_time now);
    /* The time of lo_layer_schedule has come: before packets leave, so that what it sends is fresh. */
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
    bool watches;     /* `work` also when others have said what they have. */
};

/* Pass messages on. At the ends these enter the core's packing and the delivery queue. */
int lo_layer_down(lo_layer *layer, const lo_message *message, lo_time now);
int lo_layer_up(lo_layer *layer, const lo_message *message, lo_time now);
int lo_layer_view_change(lo_layer *layer, const lo_view_change *cut, lo_time now);
/* Asks for `work` at this time at the latest. */
void lo_layer_schedule(lo_layer *layer, lo_time at);

/* Dissemination: how a segment reaches the members of a region the first time. Recovery
 * does not depend on it. A policy turns a region into destinations. */
enum lo_dissemination_kind {
    LO_DISSEMINATE_MULTICAST = 0,  /* One packet to the region's channel. */
    LO_DISSEMINATE_UNICAST = 1,    /* One packet to each member: when multicast does not work. */
    LO_DISSEMINATE_SHARED = 2        /* One record in the sender's shared-memory ring. */
};
typedef struct lo_dissemination {
    const char *name;
    /* Writes up to `room` destinations; returns how many there are in all. */
    uint32_t (*destinations)(const struct lo_dissemination *policy, const lo_view *view,
                             const lo_region *region, lo_address *out, uint32_t room);
    /* Index of the path whose segment size applies. */
    uint16_t path;
} lo_dissemination;

/* A relay between scopes (one node that joins two channels) will be one more policy here. */
extern const lo_dissemination lo_disseminate_multicast;
extern const lo_dissemination lo_disseminate_unicast;
extern const lo_dissemination lo_disseminate_shared;

#endif

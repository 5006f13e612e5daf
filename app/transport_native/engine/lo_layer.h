/* Layers: units with one up-down interface, composed inside C.
 *
 * A group's messages pass a stack. At the bottom the core gives reliable FIFO per sender;
 * layers above may add total order, virtual synchrony with state transfer, a durable log,
 * conflation or forward error correction. A group without layers takes the fast path, so
 * the seam costs nothing when it is not used.
 *
 *        application
 *           |  ^
 *      down v  | up          a layer (total order, say)
 *           |  ^
 *      down v  | up          the core: packing, streams, recovery
 *           |  ^
 *        dissemination       a policy object per region: multicast, unicast, ring, relay
 *
 * Rules: a layer never blocks, never calls back into the layer that called it except
 * through lo_layer_up and lo_layer_down, keeps its memory within the lo_memory it is
 * given, and takes time only as an argument. */
#ifndef LO_LAYER_H
#define LO_LAYER_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_view.h"

typedef struct lo_layer lo_layer;

/* A message on its way up or down. Going up, `data` points into `buffer`; a layer that
 * keeps it holds the buffer. Going down, `data` is valid during the call only. */
typedef struct lo_message {
    const uint8_t *data;
    uint32_t size;
    uint32_t group;       /* Handle of the group at this node. */
    uint32_t sender;      /* Member number of the sender. */
    uint64_t view;        /* View the message is committed to. */
    uint64_t sequence;    /* Of its segment in its stream: orders messages of one sender. */
    lo_buffer *buffer;
} lo_message;

typedef struct lo_layer_operations {
    const char *name;
    /* A message from above is to be sent. Returns LO_OK, or LO_ERROR_AGAIN and keeps nothing. */
    int (*down)(lo_layer *layer, const lo_message *message, lo_time now);
    /* A message from below has arrived. */
    int (*up)(lo_layer *layer, const lo_message *message, lo_time now);
    /* A new view is agreed. Messages of the old view that are still to come carry its number. */
    void (*view)(lo_layer *layer, const lo_view *view, lo_time now);
    /* A packet of kind LO_PACKET_LAYER + n that is addressed to this layer. */
    int (*packet)(lo_layer *layer, uint32_t sender, const uint8_t *body, size_t length, lo_time now);
    /* Pull: write one packet body when asked; 0 when there is none. */
    int (*next_packet)(lo_layer *layer, lo_time now, uint8_t *body, size_t room, lo_address *destination);
    /* When it wants `timer` to be called, or LO_NEVER. */
    lo_time (*next_wakeup)(const lo_layer *layer);
    void (*timer)(lo_layer *layer, lo_time now);
    void (*destroy)(lo_layer *layer);
} lo_layer_operations;

struct lo_layer {
    const lo_layer_operations *operations;
    lo_layer *above;  /* NULL: the application. */
    lo_layer *below;  /* NULL: the core. */
    struct lo_node *node;
    uint32_t group;
};

/* Pass a message on. At the ends these enter the core's packing and the delivery queue. */
int lo_layer_down(lo_layer *layer, const lo_message *message, lo_time now);
int lo_layer_up(lo_layer *layer, const lo_message *message, lo_time now);

/* Dissemination: how a segment reaches the members of a region the first time. Recovery
 * does not depend on it. A policy turns a region into destinations. */
enum lo_dissemination_kind {
    LO_DISSEMINATE_MULTICAST = 0,  /* One packet to the region's channel. */
    LO_DISSEMINATE_UNICAST = 1,    /* One packet to each member: when multicast does not work. */
    LO_DISSEMINATE_RING = 2        /* One record in the sender's shared-memory ring. */
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
extern const lo_dissemination lo_disseminate_ring;

#endif

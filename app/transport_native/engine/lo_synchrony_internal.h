// SPDX-License-Identifier: BSD-3-Clause
/* Internals of lo_synchrony. */
#ifndef LO_SYNCHRONY_INTERNAL_H
#define LO_SYNCHRONY_INTERNAL_H

#include "lo_node_internal.h"
#include "lo_run_queue.h"
#include "lo_synchrony.h"

#define LO_FLUSH_FIXED_BYTES 32u
#define LO_RELAY_FIXED_BYTES 16u
#define LO_MAX_CHAIN 64u   /* Changes that may wait for their flushes at once. */

/* Records of one sender: messages, and the control records that count. Their numbers continue across views and
 * never repeat during an incarnation. */
typedef struct lo_peer {
    uint32_t number;          /* Of the member. */
    uint32_t passed;          /* Number of runs at the front of `kept` that were delivered. */
    uint64_t joined;          /* As the view has it. */
    uint64_t received;        /* Its records up to here have arrived. */
    uint64_t stable;          /* All members have its records up to here, as it announced. */
    uint64_t relay_from;      /* Next record to relay to members that lack it; 0: none. */
    lo_run_queue kept;        /* Waiting runs, after delivered ones that others may still lack. */
    bool gone;                /* Not in the newest view: only relayed records count. */
    bool departed;            /* Not among the current members either: kept for lagging members. */
    bool present;             /* A current member: its messages are delivered. */
} lo_peer;

typedef struct lo_changed_member {
    uint32_t number;
    uint16_t index;           /* In the view. */
    bool continues;           /* Known once all flushes are here. */
    bool done;                /* It has sent DONE. */
    uint64_t joined;
} lo_changed_member;

typedef struct lo_flush_kept {
    lo_buffer *buffer;
    const uint8_t *data;
    uint32_t size;
} lo_flush_kept;

/* A view change of the group: current (installed) or pending. */
typedef struct lo_change {
    struct lo_change *newer;
    lo_view *view;
    lo_flush_kept *flushes;   /* By member; NULL once it is complete. */
    uint32_t missing;         /* Flushes that have not arrived. */
    uint32_t member_count;
    uint64_t messages;        /* Own messages before this node's flush. */
    bool writable;
    bool flush_sent;          /* This node has sent its own flush. */
    bool ready;               /* This node has everything that the change needs, */
    bool send_done;           /* and DONE is still to be sent. */
    bool passed_by_others;    /* A member of a later change has passed this one. */
    bool judged;              /* The continuing members are known, and relaying has begun. */
    lo_changed_member members[];
} lo_change;

/* A parsed flush. The pointers point into the message. */
typedef struct lo_flush_read {
    uint64_t view, number, base;
    bool writable;
    uint32_t chain_count, dead_count;
    const uint8_t *chain;     /* Views, 8 bytes each. */
    const uint8_t *dead;      /* Number 4, received 8 each. */
} lo_flush_read;
#define LO_DEAD_BYTES 12u

typedef struct lo_synchrony {
    lo_layer layer;
    lo_memory *memory;
    lo_change *present;       /* NULL: this node has not joined yet. */
    lo_change *pending;       /* Oldest first. */
    lo_peer *peers;
    uint32_t peer_count, peer_room;
    uint32_t last_peer;            /* Sender of the last run. */
    uint64_t sent;                 /* Own records. */
    uint64_t messages;             /* Own messages since this node joined. */
    uint64_t announced_stable;     /* Own records that all have, as announced to the others. */
    uint64_t counted_stable;       /* … that a majority has, as announced to the application. */
    bool read_only;                /* In the newest view. */
    bool been_in;                  /* There was a view change before. */
    bool failed;                   /* There was no memory to deliver something. */
    bool leaving;                  /* Leaving the group to rejoin. */
    lo_mark *majority, *everyone;
    lo_time polled;
    lo_time changed;          /* When the newest change began. */
} lo_synchrony;

/* lo_synchrony.c */
void lo_sync_deliver_up(lo_synchrony *s, const lo_message *run, lo_time now);
void lo_sync_count_anew(lo_synchrony *s, uint64_t before);  /* Own messages count from here. */
void lo_sync_stay(lo_synchrony *s, lo_time now);            /* Joined again: withdraws the request to leave. */
void lo_sync_pass(lo_synchrony *s, uint32_t peer, lo_time now);
lo_peer *lo_sync_add_peer(lo_synchrony *s, uint32_t number, uint64_t joined, uint64_t received);
void lo_sync_drop_peer(lo_synchrony *s, uint32_t peer);
void lo_sync_lost(lo_synchrony *s, lo_time now);   /* This node has missed something: leave and rejoin. */
bool lo_sync_take(lo_synchrony *s, lo_peer *peer, const lo_message *run);
lo_message lo_sync_record(const lo_synchrony *s, uint8_t kind, const void *data, size_t size);
lo_change *lo_sync_pending(lo_synchrony *s, uint64_t view);

/* lo_synchrony_change.c */
lo_change *lo_change_make(lo_synchrony *s, lo_view *view);
void lo_change_free(lo_synchrony *s, lo_change *change);
bool lo_change_same(const lo_change *a, const lo_change *b);
int lo_change_find(const lo_change *change, uint32_t number);
/* The member is in all pending changes from one to another, without interruption; `last` NULL: to the newest. */
bool lo_change_stays(const lo_change *from, const lo_change *last, const lo_changed_member *member);
bool lo_change_has(const lo_change *change, uint32_t number, uint64_t joined);
bool lo_change_take_flush(lo_change *change, const lo_message *message, uint32_t sender);  /* True if it was missing. */
uint64_t lo_change_reach(const lo_change *change, uint32_t number, uint64_t *lowest, uint32_t *holder);
void lo_sync_advance(lo_synchrony *s, lo_time now);
void lo_sync_settle(lo_synchrony *s);   /* Drops the departed once everyone has their records. */

/* lo_synchrony_flush.c */
bool lo_flush_parse(lo_flush_read *flush, const uint8_t *data, size_t size);
bool lo_sync_send_flushes(lo_synchrony *s, lo_time now);  /* False: there is no room to send them now. */
uint64_t lo_flush_dead(const lo_flush_read *flush, uint32_t number, bool *listed);

/* lo_synchrony_relay.c */
void lo_sync_begin_relay(lo_synchrony *s, lo_change *change);
bool lo_sync_relay(lo_synchrony *s, lo_time now);        /* True if nothing is left to relay. */
void lo_sync_relayed(lo_synchrony *s, const lo_message *message, lo_time now);
void lo_sync_release(lo_synchrony *s, lo_peer *peer, uint64_t view, uint64_t stable);
bool lo_sync_poll_kept(lo_synchrony *s);                 /* True while anything is kept. */
bool lo_sync_track_own(lo_synchrony *s, lo_time now);    /* True while members lack own messages. */

#endif

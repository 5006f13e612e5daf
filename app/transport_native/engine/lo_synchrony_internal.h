/* What the files of lo_synchrony share. */
#ifndef LO_SYNCHRONY_INTERNAL_H
#define LO_SYNCHRONY_INTERNAL_H

#include "lo_node_internal.h"
#include "lo_run_queue.h"
#include "lo_synchrony.h"

#define LO_FLUSH_FIXED_BYTES 32u
#define LO_RELAY_FIXED_BYTES 16u
#define LO_MAX_CHAIN 64u   /* Changes that may wait for their flushes at once. */

/* The records of one sender: messages, and those words of layers that count. Their numbers go on
 * across views, and never repeat while the sender lives. */
typedef struct lo_peer {
    uint32_t number;          /* Of the member. */
    uint32_t passed;          /* How many runs at the front of `kept` have gone up. */
    uint64_t joined;          /* As the view has it. */
    uint64_t received;        /* Its records up to here have come. */
    uint64_t stable;          /* Up to here everyone has them, as it said itself. */
    uint64_t relay_from;      /* The next to be passed on to those who lack it; 0: none. */
    lo_run_queue kept;             /* Runs that wait, after those that someone may still lack. */
    bool gone;                /* Not in the newest view: nothing more counts, except what others pass on. */
    bool departed;            /* Not in the present members either: kept for those who are behind. */
    bool present;             /* One of the present members: its messages go up. */
} lo_peer;

typedef struct lo_changed_member {
    uint32_t number;
    uint16_t index;           /* In the view. */
    bool continues;           /* Known once all flushes are here. */
    bool done;                /* It has all that the change needs, as it said. */
    uint64_t joined;
} lo_changed_member;

typedef struct lo_flush_kept {
    lo_buffer *buffer;
    const uint8_t *data;
    uint32_t size;
} lo_flush_kept;

/* The members of the group since some view: present, or still to become so. */
typedef struct lo_change {
    struct lo_change *newer;
    lo_view *view;
    lo_flush_kept *flushes;   /* By member; NULL once it is complete. */
    uint32_t missing;         /* Flushes that have not come. */
    uint32_t member_count;
    uint64_t messages;        /* Own messages before this node's flush. */
    bool writable;
    bool said;                /* This node has sent its own flush. */
    bool ready;               /* This node has all that the change needs, */
    bool send_done;            /* and the others are still to be told. */
    bool passed_by_others;    /* A member of a later change has come through this one. */
    bool judged;              /* Who continues is known, and relaying has begun. */
    lo_changed_member members[];
} lo_change;

/* A flush as it was read. The pointers lead into the message. */
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
    lo_change *present;       /* NULL: this node has not come in yet. */
    lo_change *pending;       /* Oldest first. */
    lo_peer *peers;
    uint32_t peer_count, peer_room;
    uint32_t last_peer;       /* Whose run came last. */
    uint64_t sent;            /* Own records. */
    uint64_t messages;        /* Own messages since this node came in. */
    uint64_t announced_stable;     /* Own records that everyone has, as the others were told. */
    uint64_t counted_stable;  /* … that a majority has, as the application was told. */
    bool read_only;           /* In the newest view. */
    bool been_in;             /* There was a cut before. */
    bool failed;              /* There was no memory to hand something up. */
    bool leaving;             /* On its way out of the group, to come in again. */
    lo_mark *majority, *everyone;
    lo_time polled;
    lo_time changed;          /* When the newest change began. */
} lo_synchrony;

/* lo_synchrony.c */
void lo_sync_deliver_up(lo_synchrony *s, const lo_message *run, lo_time now);
void lo_sync_count_anew(lo_synchrony *s, uint64_t before);  /* Own messages count from here. */
void lo_sync_stay(lo_synchrony *s, lo_time now);            /* In again: what was wished for no longer is. */
void lo_sync_pass(lo_synchrony *s, uint32_t peer, lo_time now);
lo_peer *lo_sync_add_peer(lo_synchrony *s, uint32_t number, uint64_t joined, uint64_t received);
void lo_sync_drop_peer(lo_synchrony *s, uint32_t peer);
void lo_sync_lost(lo_synchrony *s, lo_time now);   /* This node has missed something: out, and in again. */
bool lo_sync_take(lo_synchrony *s, lo_peer *peer, const lo_message *run);
lo_message lo_sync_record(const lo_synchrony *s, uint8_t kind, const void *data, size_t size);
lo_change *lo_sync_pending(lo_synchrony *s, uint64_t view);

/* lo_synchrony_change.c */
lo_change *lo_change_make(lo_synchrony *s, lo_view *view);
void lo_change_free(lo_synchrony *s, lo_change *change);
bool lo_change_same(const lo_change *a, const lo_change *b);
int lo_change_find(const lo_change *change, uint32_t number);
/* The member is in all pending changes from one to another, without a pause; `last` NULL: to the newest. */
bool lo_change_stays(const lo_change *from, const lo_change *last, const lo_changed_member *member);
bool lo_change_has(const lo_change *change, uint32_t number, uint64_t joined);
bool lo_change_take_flush(lo_change *change, const lo_message *message, uint32_t sender);  /* True if it was missing. */
uint64_t lo_change_reach(const lo_change *change, uint32_t number, uint64_t *lowest, uint32_t *holder);
void lo_sync_advance(lo_synchrony *s, lo_time now);
void lo_sync_settle(lo_synchrony *s);   /* Lets the departed go once everyone has what they left. */

/* lo_synchrony_flush.c */
bool lo_flush_parse(lo_flush_read *flush, const uint8_t *data, size_t size);
bool lo_sync_send_flushes(lo_synchrony *s, lo_time now);  /* False: there is no room to say them now. */
uint64_t lo_flush_dead(const lo_flush_read *flush, uint32_t number, bool *listed);

/* lo_synchrony_relay.c */
void lo_sync_begin_relay(lo_synchrony *s, lo_change *change);
bool lo_sync_relay(lo_synchrony *s, lo_time now);        /* True when nothing is left to pass on. */
void lo_sync_relayed(lo_synchrony *s, const lo_message *message, lo_time now);
void lo_sync_release(lo_synchrony *s, lo_peer *peer, uint64_t view, uint64_t stable);
bool lo_sync_poll_kept(lo_synchrony *s);                 /* True while anything is kept. */
bool lo_sync_watch_own(lo_synchrony *s, lo_time now);    /* True while own messages are not with everyone. */

#endif

/* The inside of lo_membership: one structure, and what its files do for each other.
 *
 *   lo_membership.c           calls from outside, timers, who may say what
 *   lo_membership_outbox.c       packets that wait to be pulled, and how they are written
 *   lo_membership_request.c      what this node wants: its groups, told to the leader until true
 *   lo_membership_join.c      finding a leader, joining it, merging two sides of a partition
 *   lo_membership_leader.c      the leader: changes -> proposal -> agreed view
 *   lo_membership_follower.c    the member: parts -> prepared -> installed view
 *   lo_membership_takeover.c  when the leader falls silent
 *   lo_membership_ban.c       who may not come back
 *   lo_membership_seal.c      deltas and snapshots are for members only */
#ifndef LO_MEMBERSHIP_INTERNAL_H
#define LO_MEMBERSHIP_INTERNAL_H

#include "lo_failure_detector.h"
#include "lo_membership.h"
#include "lo_member_list.h"

enum message {
    DISCOVER = LO_PACKET_MEMBERSHIP, /* kind 1, member: who leads? */
    ANNOUNCE,   /* as seed 1, view 8, cookie 8, digest 8, age 8, members 4, member: what holds */
    JOIN,       /* cookie 8, view 8, groups 4, member */
    REQUEST,       /* what 1, then by what */
    PART,       /* a piece of a delta or snapshot, see write_part */
    ACK,        /* view 8, snapshot 1, ready 1, else ranges of missing pieces */
    COMMIT,     /* view 8, digest 8: the view holds */
    SYNC,       /* view 8, cookie 8: this is what I have, what holds? */
    DISMISS,    /* view 8, departure 1: you are not in the view */
    PING,       /* zero 1: are you there? */
    PONG,       /* number 4, incarnation 4: this member is there */
    PING_REQUEST,      /* number 4: please ask it */
    SUSPECT,    /* number 4, incarnation 4: it does not answer */
    TAKEOVER,   /* view 8, round 8: the leader is silent, I take over */
    FOLLOW,     /* view 8, round 8, answer 1: see enum follow_answer, doubts 8: their numbers in one */
    MERGE       /* what 1, cookie 8, member: about another leader */
};
enum request_kind {
    REQUEST_GROUPS = 0,
    REQUEST_LEAVE = 1,
    REQUEST_FLAGS = 2,
    REQUEST_EVICT = 3,
    REQUEST_BAN = 4,
    REQUEST_ENDED = 5
};
enum merge_kind { MERGE_ASK = 0, MERGE_YES = 1, MERGE_DISSOLVE = 2, MERGE_REDIRECT = 3 };
/* FOLLOWS is a promise: nothing but that leader's word leads on from the view. ALIVE: there is no need.
 * RELEASED, from the one who wanted to take over: it does not, the promise is void. */
/* On the channel; to a seed; on the channel once more, as nobody has answered. */
enum discover_kind { DISCOVER_ALL = 0, DISCOVER_SEED = 1, DISCOVER_AGAIN = 2 };
enum follow_answer { FOLLOW_YES = 0, FOLLOW_ALIVE = 1, FOLLOW_RELEASED = 2 };
#define REFUSED 255u /* A departure in DISMISS: the number is taken. */

/* Bytes that travel in pieces: a delta or a snapshot. */
typedef struct blob {
    uint32_t references;
    bool snapshot;
    bool settled;         /* The view holds already: install without waiting for COMMIT. */
    uint32_t maker;       /* The leader whose boxes are in it. */
    uint64_t number, base;
    uint8_t *bytes;
    size_t length, room;
} blob;
#define BLOBS 64u                 /* The last ones are kept, so that whoever was away can follow step by step, */
#define BLOB_BYTES (4u << 20)     /* within this many bytes, */
#define BLOBS_AT_LEAST 4u         /* but some in any case. */

/* Packets that wait. The body is written when it is pulled. */
typedef struct item {
    uint8_t kind, what;
    bool everyone;        /* The scope's channel, and by unicast those who cannot hear it. */
    uint32_t about;       /* A member number. */
    uint64_t number;
    lo_address to;
    blob *blob;
    uint32_t piece, last_piece; /* Of the blob. */
    uint32_t audience;    /* Position in the fan-out. */
} item;
#define ITEMS 1024u

typedef struct request {
    lo_id group;
    lo_policy policy;
    bool used, wanted, met;
    lo_time sent;
} request;

typedef struct joiner {
    lo_member member;
    uint64_t view;        /* Where it comes from. */
    uint32_t groups;      /* That it wants, */
    uint32_t groups_seen; /* and those that the leader has been told. */
    lo_time since;
} joiner;

/* The leader's current proposal. */
typedef struct proposal {
    bool active;
    uint64_t number;
    lo_member_list next;
    uint8_t key[32];
    blob *delta, *snapshot;
    uint8_t *acked;       /* Per member of `next`. */
    uint32_t waiting;     /* Members that have not acknowledged. */
    uint32_t joiner_count;
    lo_time started, resend;
} proposal;

/* The member's side: a blob that is being put together, then the member_list made from it. */
typedef struct assembly {
    bool active, snapshot, settled;
    uint32_t from, maker; /* Whose pieces, and who wrote what they are of. */
    uint64_t number, base;
    uint8_t *bytes;
    uint8_t *got;         /* Per piece. */
    uint32_t length, piece_bytes, pieces, missing;
    lo_time progress;
} assembly;
typedef struct prepared {
    bool ready;
    bool snapshot;
    bool accepted;        /* Its maker may count on this node. */
    uint32_t from, maker;
    uint64_t number, base;
    lo_member_list next;
    uint8_t key[32];
    uint8_t *bytes;       /* What it was made from, to hand on once it holds. */
    uint32_t length;
} prepared;

/* Leaders that this node has turned away from in the present view. What they make of that view is
 * not for this node any more: another counts on it. It can come back to them only as a newcomer. */
#define ABANDONED 8u
typedef struct promise {
    uint32_t leader;      /* Whom this node promised to follow; 0: it follows the rightful leader. */
    uint64_t round;
    uint32_t abandoned[ABANDONED];
    uint32_t abandoned_count;
} promise;

/* Views that this node has agreed to before it turned away from their makers. They may have become those of others. */
typedef struct doubts {
    lo_member_list views[ABANDONED];
    uint32_t count;
    uint64_t mark;        /* Equal for nodes with the same. */
} doubts;

#define VIEWS_WAITING 16u
#define CHAIN 16u
#define VOUCHERS 8u
#define EVICTED 32u

struct lo_membership {
    lo_membership_config config;
    lo_memory *memory;
    lo_sets sets;
    lo_failure_detector *detector;
    lo_member self;
    lo_address seeds[LO_MAX_SEEDS];
    uint64_t random;
    lo_time born, last_timer;
    enum lo_membership_state state;
    lo_membership_counts counts;

    lo_member_list member_list;           /* What holds; no members before the first view. */
    uint8_t key[32];
    uint64_t consented;         /* The last view that this node has agreed to. */
    uint64_t chain[CHAIN];      /* The last views that led to this one, this one first. */
    uint32_t leader;            /* Number of whom this node follows. */
    lo_time leader_heard;       /* Last announcement of the leader. */
    lo_view *views[VIEWS_WAITING];
    bool leap;                         /* The view that is being installed does not follow from the one before. */
    uint32_t view_first, view_count;

    item *items;
    uint32_t item_first, item_count;
    blob *blobs[BLOBS];         /* The last ones, for whoever missed pieces. */
    uint32_t blob_next;
    size_t blob_bytes;

    request *requests;               /* Open addressing by group id. */
    uint32_t request_room, request_count, request_open, request_cursor;
    lo_time request_resend;
    uint32_t evict_request;        /* A number to evict, or 0. */
    lo_id bans[LO_MAX_BANS];    /* All that this node knows of, whatever view it heard of them in. */
    uint32_t ban_count;
    bool flags_request;

    /* Looking for a leader, or moving to another one. */
    bool has_target;
    lo_member target;
    uint64_t target_cookie;
    lo_time target_since, next_join, next_discover, alone_at;
    uint32_t discoveries;
    bool sent_astray;           /* The leader that others had named does not answer either. */
    lo_time leave_until;

    assembly assembly;
    prepared prepared;
    promise promise;
    doubts doubts;
    uint64_t known;             /* The leader is at least at this view. */
    uint32_t sync_from;         /* Whom this node asked for what holds; 0: nobody. */
    uint64_t leader_cookie;     /* From its last announcement: what is asked with it is asked now. */
    lo_time next_nak, next_sync;

    /* Leading. */
    uint64_t cookie, old_cookie;
    lo_time next_announce, cookie_until;
    uint64_t highest;           /* Greatest view number used or seen. */
    joiner *joiners;
    uint32_t joiner_count, joiner_room;
    lo_removal *removals;
    uint32_t removal_count, removal_room;
    lo_flag_change *flag_changes;
    uint32_t flag_count, flag_room;
    lo_group_change *changes;
    uint32_t change_count, change_room, change_order;
    lo_time batch_at;           /* When the batch is proposed; LO_NEVER: nothing to do. */
    proposal proposal;
    lo_time merge_asked;
    uint32_t astray;              /* A member that leads a view of its own, since when, and when it last said so. */
    lo_time astray_since, astray_heard;
    lo_time behind_since;         /* The leader is in a later view since then; 0: it is not. */
    uint32_t merge_with;
    uint32_t evicted[EVICTED]; /* The last ones, lest they come back because they were not told. */
    uint32_t evicted_next;
    bool someone_away;

    /* Taking over. */
    bool taking_over;
    uint64_t round;
    bool round_won;
    lo_time takeover_started, takeover_resend;
    uint8_t *followed;          /* Per member of the member_list. */
    uint32_t followers_missing;

    struct {
        uint32_t target, asker;
        lo_time until;
    } vouchers[VOUCHERS];
    uint32_t voucher_next;
};

static inline bool leads(const lo_membership *m) {
    return m->member_list.member_count && m->leader == m->config.number;
}
static inline bool secure(const lo_membership *m) { return m->config.identity != NULL; }
static inline bool gone(const lo_membership *m) {
    return m->state == LO_MEMBERSHIP_LEFT || m->state == LO_MEMBERSHIP_EVICTED || m->state == LO_MEMBERSHIP_REFUSED;
}
uint64_t lo_m_random(lo_membership *m);
int lo_m_reject(lo_membership *m);  /* Counts and returns LO_ERROR_MALFORMED. */
void lo_m_fresh_key(lo_membership *m, uint8_t key[32]);  /* All zero in an open scope. */
/* Grows an array to hold one more; NULL when memory is used up. */
void *lo_m_grow(lo_membership *m, void *array, uint32_t count, uint32_t *room, size_t each);

/* out */
/* Remembered among the last ones. Takes the bytes; `about` says everything but them. */
blob *lo_m_blob_make(lo_membership *m, const blob *about, uint8_t *bytes, int length, size_t room);
void lo_m_blob_drop(lo_membership *m, blob *b);
blob *lo_m_blob_find(lo_membership *m, uint64_t number, bool snapshot);
item *lo_m_queue(lo_membership *m, uint8_t kind);  /* A zeroed item at the end, never NULL. */
void lo_m_queue_to(lo_membership *m, uint8_t kind, const lo_address *to, uint8_t what, uint32_t about, uint64_t number);
void lo_m_queue_all(lo_membership *m, uint8_t kind, uint8_t what, uint32_t about, uint64_t number);
void lo_m_queue_to_leader(lo_membership *m, uint8_t kind, uint8_t what, uint32_t about, uint64_t number);
void lo_m_queue_blob(lo_membership *m, blob *b, const lo_address *to);  /* NULL: everyone. */
uint32_t lo_m_blob_pieces(const lo_membership *m, const blob *b);
void lo_m_items_clear(lo_membership *m);

/* request */
void lo_m_requests_check(lo_membership *m, lo_time now);  /* After a view: which are met? */
void lo_m_requests_reopen(lo_membership *m, lo_time now);    /* Before joining another leader. */
void lo_m_requests_timer(lo_membership *m, lo_time now);
int lo_m_requests_write(lo_membership *m, lo_cursor *c,
                        lo_time now); /* Groups into a REQUEST packet; 1: more to come. */
int lo_m_request_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);

/* join */
void lo_m_join_start(lo_membership *m, lo_time now);
void lo_m_join_timer(lo_membership *m, lo_time now);
lo_time lo_m_join_wakeup(const lo_membership *m);
void lo_m_join_target(lo_membership *m, const lo_member *target, uint64_t cookie, lo_time now);
int lo_m_discover_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_announce_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_join_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_merge_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_dismiss_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);

/* lead */
void lo_m_proposal_clear(lo_membership *m);
uint64_t lo_m_next_number(lo_membership *m);
bool lo_m_is_own_number(const lo_membership *m, uint64_t number);  /* Of a view that this node has proposed. */
void lo_m_lead_start(lo_membership *m, lo_time now);
void lo_m_lead_stop(lo_membership *m);
void lo_m_lead_timer(lo_membership *m, lo_time now);
lo_time lo_m_lead_wakeup(const lo_membership *m);
void lo_m_lead_changed(lo_membership *m, lo_time now);  /* Something waits: propose soon. */
uint8_t lo_m_departure(const lo_membership *m, uint32_t number);  /* Of one that is silent. */
void lo_m_ended_in(lo_membership *m, const lo_member *witness, uint32_t number, uint64_t consent, lo_time now);
void lo_m_lead_remove(lo_membership *m, uint32_t number, uint8_t departure, lo_time now);
void lo_m_lead_exclude(lo_membership *m, uint32_t number, lo_time now);  /* Even if it is heard again. */
void lo_m_lead_flags(lo_membership *m, uint32_t number, uint32_t flags, lo_time now);
void lo_m_lead_group(lo_membership *m, uint32_t number, const lo_id *group, lo_policy policy, bool leave, lo_time now);
/* Sends a member that is behind what leads on from the view it has; false if that is not known any more. */
bool lo_m_catch_up(lo_membership *m, uint32_t index, uint64_t have);
joiner *lo_m_lead_joiner(lo_membership *m, uint32_t number);
int lo_m_ack_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
int lo_m_sync_in(lo_membership *m, uint32_t sender, lo_cursor *c, const lo_address *source, lo_time now);

/* follow */
int lo_m_part_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
int lo_m_commit_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
void lo_m_follow_timer(lo_membership *m, lo_time now);
lo_time lo_m_follow_wakeup(const lo_membership *m);
void lo_m_follow_clear(lo_membership *m);
uint64_t lo_m_doubt_mark(const lo_membership *m);  /* As it is once this node turns away from its leader. */
void lo_m_doubts_clear(lo_membership *m);
bool lo_m_install_prepared(lo_membership *m, uint64_t number, lo_time now);
/* Makes `next` the member_list and a view of it; takes `next`. */
void lo_m_install(lo_membership *m, lo_member_list *next, const uint8_t key[32], lo_time now);
void lo_m_ask_sync(lo_membership *m, uint32_t number, const lo_address *to, lo_time now);
void lo_m_write_missing(lo_membership *m, lo_cursor *c);

/* seal */
void lo_m_box_nonce(uint8_t nonce[24], uint64_t number, const uint8_t from_salt[16], const uint8_t to_salt[16]);
bool lo_m_make_box(const lo_membership *m, const lo_member *to, uint64_t number, const uint8_t key[32],
              uint8_t box[48]);
/* Seals bytes that were just written, with these keys for newcomers before them; takes them, gives others. */
int lo_m_seal(lo_membership *m, const blob *about, const uint8_t view_key[32], const lo_sealed_key *keys, uint32_t count,
              uint8_t **bytes, int length, size_t *room);
/* What was put together, opened, in a block of its own; and the key it was sealed under. */
int lo_m_unseal(lo_membership *m, const assembly *a, uint8_t view_key[32], uint8_t **out, size_t *length);
bool lo_m_open_box(const lo_membership *m, uint32_t maker, uint64_t number, const uint8_t box[48], uint8_t key[32]);

/* ban */
bool lo_m_bans_open(const lo_membership *m);    /* The view does not have all that this node knows of. */
void lo_m_bans_learn(lo_membership *m);         /* From the member_list. */
uint32_t lo_m_bans_gather(lo_membership *m, lo_id *out, lo_time now);  /* The leader: for its next view. */
void lo_m_bans_write(const lo_membership *m, lo_cursor *c);
int lo_m_ban_in(lo_membership *m, lo_cursor *c, lo_time now);
bool lo_m_banned_signer(const lo_membership *m, const uint8_t *signer);

/* takeover */
bool lo_m_abandoned(const lo_membership *m, uint32_t number);
bool lo_m_stands_in(const lo_membership *m);  /* One of the few who would take over first. */
void lo_m_promise_keep(lo_membership *m, uint32_t abandoned, lo_time now);  /* One that it has left is heard. */
void lo_m_takeover_timer(lo_membership *m, lo_time now);
lo_time lo_m_takeover_wakeup(const lo_membership *m);
void lo_m_takeover_stop(lo_membership *m);
int lo_m_takeover_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
int lo_m_follow_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);

#endif

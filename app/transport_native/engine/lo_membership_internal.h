// SPDX-License-Identifier: BSD-3-Clause
/* Internals of lo_membership.
 *
 *   lo_membership.c           public calls, timers, authorisation of packets
 *   lo_membership_outbox.c    queue of packets to send, and their encoding
 *   lo_membership_request.c   own group requests, repeated to the leader until fulfilled
 *   lo_membership_join.c      discovery, join, merge of two sides of a partition
 *   lo_membership_leader.c    leader: changes -> proposal -> committed view
 *   lo_membership_follower.c  follower: parts -> prepared -> installed view
 *   lo_membership_takeover.c  failover when the leader is silent
 *   lo_membership_ban.c       bans
 *   lo_membership_seal.c      encryption of deltas and snapshots */
#ifndef LO_MEMBERSHIP_INTERNAL_H
#define LO_MEMBERSHIP_INTERNAL_H

#include "lo_failure_detector.h"
#include "lo_membership.h"
#include "lo_member_list.h"

enum message {
    DISCOVER = LO_PACKET_MEMBERSHIP, /* kind 1, member: who leads? */
    ANNOUNCE,   /* as seed 1, view 8, cookie 8, digest 8, age 8, members 4, member: the current view */
    JOIN,       /* cookie 8, view 8, groups 4, member */
    REQUEST,       /* what 1, then depending on it */
    PART,       /* a piece of a delta or snapshot, see write_part */
    ACK,        /* view 8, snapshot 1, ready 1, else ranges of missing pieces */
    COMMIT,     /* view 8, digest 8: install the view */
    SYNC,       /* view 8, cookie 8: my view; which one is current? */
    DISMISS,    /* view 8, departure 1: you are not in the view */
    PING,       /* zero 1: are you alive? */
    PONG,       /* number 4, incarnation 4: this member is alive */
    PING_REQUEST,      /* number 4: please ping it */
    SUSPECT,    /* number 4, incarnation 4: it does not answer */
    TAKEOVER,   /* view 8, round 8: the leader is silent, follow me */
    FOLLOW,     /* view 8, round 8, answer 1: see enum follow_answer, doubts 8: hash of the numbers of in-doubt views */
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
/* FOLLOW_YES is a promise: only that leader may propose the successor of the view. FOLLOW_ALIVE: the old leader is
 * alive. FOLLOW_RELEASED, from the candidate: it does not take over, the promise is void. */
/* On the channel; to a seed; on the channel again, because nobody has answered. */
enum discover_kind { DISCOVER_ALL = 0, DISCOVER_SEED = 1, DISCOVER_AGAIN = 2 };
enum follow_answer { FOLLOW_YES = 0, FOLLOW_ALIVE = 1, FOLLOW_RELEASED = 2 };
#define REFUSED 255u /* A departure in DISMISS: the number is in use. */

/* Bytes that are sent in parts: a delta or a snapshot. */
typedef struct blob {
    uint32_t references;
    bool snapshot;
    bool settled;         /* Already committed: install without waiting for COMMIT. */
    uint32_t maker;       /* The leader that made its key boxes. */
    uint64_t number, base;
    uint8_t *bytes;
    size_t length, room;
} blob;
#define BLOBS 64u                 /* The latest ones are kept, so that lagging members can catch up step by step, */
#define BLOB_BYTES (4u << 20)     /* up to this many bytes, */
#define BLOBS_AT_LEAST 4u         /* but at least these. */

/* A queued packet. Its body is written when it is pulled. */
typedef struct item {
    uint8_t kind, what;
    bool everyone;        /* To the scope's channel, and by unicast to those without multicast. */
    uint32_t about;       /* A member number. */
    uint64_t number;
    lo_address to;
    blob *blob;
    uint32_t piece, last_piece;  /* Of the blob. */
    uint32_t audience;           /* Position in the fan-out. */
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
    uint64_t view;        /* Its previous view. */
    uint32_t groups;      /* Number of groups that it joins, */
    uint32_t groups_seen; /* and of those that the leader knows already. */
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

/* Follower: a blob that is being assembled, then the member list made from it. */
typedef struct assembly {
    bool active, snapshot, settled;
    uint32_t from, maker; /* Sender of the parts, and author of the content. */
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
    uint8_t *bytes;       /* Its source, to pass on once it is committed. */
    uint32_t length;
} prepared;

/* Leaders that this node has abandoned in the current view. Their proposals for that view are ignored, because
 * another leader counts on this node. It can return to them only as a newcomer. */
#define ABANDONED 8u
typedef struct promise {
    uint32_t leader;      /* The leader that this node promised to follow; 0: the leader of the view. */
    uint64_t round;
    uint32_t abandoned[ABANDONED];
    uint32_t abandoned_count;
} promise;

/* In-doubt views: accepted before this node abandoned their leaders. They may have been committed elsewhere. */
typedef struct doubts {
    lo_member_list views[ABANDONED];
    uint32_t count;
    uint64_t mark;        /* Equal for nodes with the same in-doubt views. */
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

    lo_member_list member_list;           /* The installed view; no members before the first one. */
    uint8_t key[32];
    uint64_t consented;         /* The last view that this node has accepted. */
    uint64_t chain[CHAIN];      /* The latest views that led to this one, newest first. */
    uint32_t leader;            /* Number of the leader that this node follows. */
    lo_time leader_last_heard;  /* Last announcement of the leader. */
    lo_view *views[VIEWS_WAITING];
    bool leap;                         /* The view being installed does not follow from the previous one. */
    uint32_t view_first, view_count;

    item *items;
    uint32_t item_first, item_count;
    blob *blobs[BLOBS];         /* The latest ones, for members that missed parts. */
    uint32_t blob_next;
    size_t blob_bytes;

    request *requests;               /* Open addressing by group id. */
    uint32_t request_room, request_count, request_open, request_cursor;
    lo_time request_resend;
    uint32_t evict_request;     /* Member to evict, or 0. */
    lo_id bans[LO_MAX_BANS];    /* All known bans, from any view. */
    uint32_t ban_count;
    bool flags_request;

    /* Joining, or moving to another leader. */
    bool has_target;
    lo_member target;
    uint64_t target_cookie;
    lo_time target_since, next_join, next_discover, alone_at;
    uint32_t discoveries;
    bool misdirected;           /* The leader that others named does not answer either. */
    lo_time leave_until;

    assembly assembly;
    prepared prepared;
    promise promise;
    doubts doubts;
    uint64_t known;             /* The leader has at least this view. */
    uint32_t sync_from;         /* Member that was asked for the current view; 0: none. */
    uint64_t leader_cookie;     /* From its last announcement; proves that a request is fresh. */
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
    uint32_t diverged;              /* A member that leads a view of its own, since when, and when it was last heard. */
    lo_time diverged_since, diverged_last_heard;
    lo_time behind_since;         /* Since when the leader has a later view; 0: it has not. */
    uint32_t merge_with;
    uint32_t evicted[EVICTED]; /* The latest evictions, to reject members that do not know of theirs. */
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

/* lo_membership_outbox.c */
/* Keeps a blob among the latest. Takes ownership of the bytes; `about` has all other fields. */
blob *lo_m_blob_make(lo_membership *m, const blob *about, uint8_t *bytes, int length, size_t room);
void lo_m_blob_drop(lo_membership *m, blob *b);
blob *lo_m_blob_find(lo_membership *m, uint64_t number, bool snapshot);
item *lo_m_queue(lo_membership *m, uint8_t kind);  /* Appends a zeroed item, never NULL. */
void lo_m_queue_to(lo_membership *m, uint8_t kind, const lo_address *to, uint8_t what, uint32_t about, uint64_t number);
void lo_m_queue_all(lo_membership *m, uint8_t kind, uint8_t what, uint32_t about, uint64_t number);
void lo_m_queue_to_leader(lo_membership *m, uint8_t kind, uint8_t what, uint32_t about, uint64_t number);
void lo_m_queue_blob(lo_membership *m, blob *b, const lo_address *to);  /* NULL: everyone. */
uint32_t lo_m_blob_pieces(const lo_membership *m, const blob *b);
void lo_m_items_clear(lo_membership *m);

/* lo_membership_request.c */
void lo_m_requests_check(lo_membership *m, lo_time now);  /* After a view: which are fulfilled? */
void lo_m_requests_reopen(lo_membership *m, lo_time now);    /* Before joining another leader. */
void lo_m_requests_timer(lo_membership *m, lo_time now);
int lo_m_requests_write(lo_membership *m, lo_cursor *c,
                        lo_time now); /* Writes groups into a REQUEST packet; 1: more to come. */
int lo_m_request_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);

/* lo_membership_join.c */
void lo_m_join_start(lo_membership *m, lo_time now);
void lo_m_join_timer(lo_membership *m, lo_time now);
lo_time lo_m_join_wakeup(const lo_membership *m);
void lo_m_join_target(lo_membership *m, const lo_member *target, uint64_t cookie, lo_time now);
int lo_m_discover_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_announce_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_join_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_merge_in(lo_membership *m, uint32_t sender, const uint8_t *signer, lo_cursor *c, lo_time now);
int lo_m_dismiss_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);

/* lo_membership_leader.c */
void lo_m_proposal_clear(lo_membership *m);
uint64_t lo_m_next_number(lo_membership *m);
bool lo_m_is_own_number(const lo_membership *m, uint64_t number);  /* A view proposed by this node. */
void lo_m_lead_start(lo_membership *m, lo_time now);
void lo_m_lead_stop(lo_membership *m);
void lo_m_lead_timer(lo_membership *m, lo_time now);
lo_time lo_m_lead_wakeup(const lo_membership *m);
void lo_m_lead_changed(lo_membership *m, lo_time now);  /* Changes are pending: propose soon. */
uint8_t lo_m_departure(const lo_membership *m, uint32_t number);  /* Departure kind of a silent member. */
void lo_m_ended_in(lo_membership *m, const lo_member *witness, uint32_t number, uint64_t consent, lo_time now);
void lo_m_lead_remove(lo_membership *m, uint32_t number, uint8_t departure, lo_time now);
void lo_m_lead_exclude(lo_membership *m, uint32_t number, lo_time now);  /* Even if it is heard again. */
void lo_m_lead_flags(lo_membership *m, uint32_t number, uint32_t flags, lo_time now);
void lo_m_lead_group(lo_membership *m, uint32_t number, const lo_id *group, lo_policy policy, bool leave, lo_time now);
/* Sends a lagging member the successor of its view; false if that is no longer known. */
bool lo_m_catch_up(lo_membership *m, uint32_t index, uint64_t have);
joiner *lo_m_lead_joiner(lo_membership *m, uint32_t number);
int lo_m_ack_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
int lo_m_sync_in(lo_membership *m, uint32_t sender, lo_cursor *c, const lo_address *source, lo_time now);

/* lo_membership_follower.c */
int lo_m_part_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
int lo_m_commit_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
void lo_m_follow_timer(lo_membership *m, lo_time now);
lo_time lo_m_follow_wakeup(const lo_membership *m);
void lo_m_follow_clear(lo_membership *m);
uint64_t lo_m_doubt_mark(const lo_membership *m);  /* As it will be once this node abandons its leader. */
void lo_m_doubts_clear(lo_membership *m);
bool lo_m_install_prepared(lo_membership *m, uint64_t number, lo_time now);
/* Installs `next` as member list and view; takes ownership of `next`. */
void lo_m_install(lo_membership *m, lo_member_list *next, const uint8_t key[32], lo_time now);
void lo_m_ask_sync(lo_membership *m, uint32_t number, const lo_address *to, lo_time now);
void lo_m_write_missing(lo_membership *m, lo_cursor *c);

/* lo_membership_seal.c */
void lo_m_box_nonce(uint8_t nonce[24], uint64_t number, const uint8_t from_salt[16], const uint8_t to_salt[16]);
bool lo_m_make_box(const lo_membership *m, const lo_member *to, uint64_t number, const uint8_t key[32],
              uint8_t box[48]);
/* Seals bytes, with these keys for newcomers in front; replaces the block. */
int lo_m_seal(lo_membership *m, const blob *about, const uint8_t view_key[32], const lo_sealed_key *keys, uint32_t count,
              uint8_t **bytes, int length, size_t *room);
/* Opens an assembled blob into a new block; also returns the key that it was sealed under. */
int lo_m_unseal(lo_membership *m, const assembly *a, uint8_t view_key[32], uint8_t **out, size_t *length);
bool lo_m_open_box(const lo_membership *m, uint32_t maker, uint64_t number, const uint8_t box[48], uint8_t key[32]);

/* lo_membership_ban.c */
bool lo_m_bans_open(const lo_membership *m);    /* The view lacks bans that this node knows. */
void lo_m_bans_learn(lo_membership *m);         /* From the member list. */
uint32_t lo_m_bans_gather(lo_membership *m, lo_id *out, lo_time now);  /* For the leader's next view. */
void lo_m_bans_write(const lo_membership *m, lo_cursor *c);
int lo_m_ban_in(lo_membership *m, lo_cursor *c, lo_time now);
bool lo_m_banned_signer(const lo_membership *m, const uint8_t *signer);

/* lo_membership_takeover.c */
bool lo_m_abandoned(const lo_membership *m, uint32_t number);
bool lo_m_stands_in(const lo_membership *m);  /* One of the first in the line of succession. */
void lo_m_promise_keep(lo_membership *m, uint32_t abandoned, lo_time now);  /* An abandoned leader is heard again. */
void lo_m_takeover_timer(lo_membership *m, lo_time now);
lo_time lo_m_takeover_wakeup(const lo_membership *m);
void lo_m_takeover_stop(lo_membership *m);
int lo_m_takeover_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);
int lo_m_follow_in(lo_membership *m, uint32_t sender, lo_cursor *c, lo_time now);

#endif

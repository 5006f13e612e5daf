/* Who watches the sockets: the engine thread, or the application that waits for messages.
 *
 * A message that comes while the application sleeps would wake two threads, one after the other; and in a flood two
 * threads hand the bytes from one processor's cache to another's. So while messages come for it, not too rarely, and
 * it is quick to take them, the application watches the sockets itself: the descriptor it sleeps on also tells of
 * packets, and lo_engine_take receives them under the engine's lock. The thread keeps the time, and looks now and
 * then whether the application still does so. It takes over when that one does not, when nothing comes any more, or
 * when most of what comes is talk among nodes. */
#ifndef LO_POLLER_H
#define LO_POLLER_H

#include <stdatomic.h>

#include "lo_wakeup.h"
#include "lo_wait.h"

typedef struct lo_poller {
    int face;                     /* What the application sleeps on; -1: its wakeup alone. */
    int sockets;                  /* The descriptor that tells of packets. */
    _Atomic bool by_application;  /* Changed under the engine's lock. */
    _Atomic uint64_t turns;       /* How often the application looked, */
    _Atomic uint64_t takes;       /* and took something. */
    /* The thread's own. */
    uint64_t seen_turns, seen_takes;
    lo_time last_turn, last_take;
    /* Under the engine's lock. */
    lo_time period;               /* How long the thread sleeps at most while the application watches. */
    lo_time wakeup;               /* When there is something to do next, as the application found. */
    lo_waited likely;             /* Where it found packets the last time. */
    /* The application's own. */
    bool asleep;                  /* It was about to sleep, and has not looked since. */
    bool more;                    /* There was more than it received. */
    bool empty;                   /* It took nothing the last time, and did not go to sleep. */
    bool quiet;                   /* Its wakeup was not rung when it last looked. */
    bool unasked;                 /* It received something without asking where packets are. */
    uint32_t taken, calm;         /* Messages since the last sleep; how many sleeps in a row had some. */
    uint32_t useless;             /* How often it looked and there was nothing for it, but for other nodes. */
    lo_time last_sleep;           /* After a message. */
} lo_poller;

/* Zero, or a negative errno. Where there is no epoll the thread always watches. */
int lo_poller_open(lo_poller *poller, const lo_wakeup *wakeup, const lo_wait *wait);
void lo_poller_close(lo_poller *poller);
int lo_poller_descriptor(const lo_poller *poller, const lo_wakeup *wakeup);

/* The application is about to sleep: should it poller from now on, or no longer? 1, -1, or 0: as before. */
int lo_poller_decide(lo_poller *poller, lo_time now);
void lo_poller_took(lo_poller *poller, uint32_t count);
bool lo_poller_polls_again(const lo_poller *poller);   /* It found nothing: should it receive before it gives up? */
void lo_poller_polled(lo_poller *poller, bool found);  /* The application looked, and there was something for it. */
/* Under the engine's lock. */
#define LO_POLLER_BUSY (20 * LO_MILLISECOND)
#define LO_POLLER_CALM (60 * LO_MILLISECOND)
/* To the application, and so often the thread looks whether it does poller; 0: to the thread. */
void lo_poller_assign(lo_poller *poller, lo_time period, lo_time now);
bool lo_poller_is_active(lo_poller *poller,
                         lo_time now); /* The thread's question: does the application take messages? */
/* The thread's regular look, under the lock: true if it must poller again. `ready`: packets wait. */
bool lo_poller_is_neglected(lo_poller *poller, bool ready, lo_time now);
/* Sleeps until the wakeup rings, without looking at anything else. */
void lo_poller_sleep(const lo_wakeup *wakeup, lo_time timeout);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Who polls the sockets: the engine thread, or the application that waits for messages.
 *
 * A message that arrives while the application sleeps would wake two threads in turn; under load two threads move
 * the bytes between processor caches. So while messages arrive frequently enough and the application takes them
 * quickly, the application polls the sockets itself: the descriptor it sleeps on also signals packets, and
 * lo_engine_take receives them under the engine's lock. The thread handles timers and checks regularly that the
 * application still polls. It takes over if the application stops, if nothing arrives, or if most of the traffic is
 * protocol control. */
#ifndef LO_POLLER_H
#define LO_POLLER_H

#include <stdatomic.h>

#include "lo_wakeup.h"
#include "lo_wait.h"

typedef struct lo_poller {
    int descriptor;               /* What the application sleeps on; -1: its wake-up alone. */
    int sockets;                  /* The descriptor that signals packets. */
    _Atomic bool by_application;  /* Changed under the engine's lock. */
    _Atomic uint64_t turns;       /* Number of polls by the application, */
    _Atomic uint64_t takes;       /* and of takes. */
    /* Used by the thread only. */
    uint64_t seen_turns, seen_takes;
    lo_time last_turn, last_take;
    /* Under the engine's lock. */
    lo_time period;               /* Longest sleep of the thread while the application polls. */
    lo_time wakeup;               /* Next timer, as the application found. */
    lo_waited likely;             /* Where it found packets the last time. */
    /* Used by the application only. */
    bool asleep;                  /* It was about to sleep, and has not polled since. */
    bool more;                    /* There was more than it received. */
    bool empty;                   /* It took nothing the last time, and did not go to sleep. */
    bool quiet;                   /* Its wake-up was not signalled when it last polled. */
    bool unasked;                 /* It received something without polling for sockets. */
    uint32_t taken, calm;         /* Messages since the last sleep; consecutive sleeps with messages. */
    uint32_t useless;             /* Number of polls that found only packets for other nodes. */
    lo_time last_sleep;           /* After a message. */
} lo_poller;

/* Zero, or a negative errno. Without epoll the thread always polls. */
int lo_poller_open(lo_poller *poller, const lo_wakeup *wakeup, const lo_wait *wait);
void lo_poller_close(lo_poller *poller);
int lo_poller_descriptor(const lo_poller *poller, const lo_wakeup *wakeup);

/* Before the application sleeps: should it poll from now on (1), no longer (-1), or as before (0)? */
int lo_poller_decide(lo_poller *poller, lo_time now);
void lo_poller_took(lo_poller *poller, uint32_t count);
bool lo_poller_polls_again(const lo_poller *poller);   /* It found nothing: should it poll before it gives up? */
void lo_poller_polled(lo_poller *poller, bool found);  /* The application polled; `found`: there was something for
                                                        * it. */
/* Under the engine's lock. */
#define LO_POLLER_BUSY (20 * LO_MILLISECOND)
#define LO_POLLER_CALM (60 * LO_MILLISECOND)
/* Assigns polling to the application, checked by the thread every `period`; 0: to the thread. */
void lo_poller_assign(lo_poller *poller, lo_time period, lo_time now);
bool lo_poller_is_active(lo_poller *poller,
                         lo_time now); /* For the thread: does the application take messages? */
/* Regular check of the thread, under the lock: true if it must poll again. `ready`: packets wait. */
bool lo_poller_is_neglected(lo_poller *poller, bool ready, lo_time now);
/* Sleeps until the wake-up is signalled, ignoring everything else. */
void lo_poller_sleep(const lo_wakeup *wakeup, lo_time timeout);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Wake-up between two threads: a descriptor that becomes readable when the waiting thread should check again. A
 * signal costs one atomic exchange while nobody waits.
 *
 * The waiter arms the wake-up, checks its condition once more, and only then sleeps on the descriptor. The
 * signaller publishes first and signals afterwards. One of the two always sees the other, so no wake-up is lost and
 * a busy pair makes no system call. */
#ifndef LO_WAKEUP_H
#define LO_WAKEUP_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct lo_wakeup {
    _Alignas(64) atomic_bool armed;
    int read_fd;   /* Wait for this to become readable. */
    int write_fd;  /* The same descriptor with eventfd. */
} lo_wakeup;

int lo_wakeup_open(lo_wakeup *wakeup);  /* Zero, or a negative errno. */
void lo_wakeup_close(lo_wakeup *wakeup);

/* Waiter. */
void lo_wakeup_arm(lo_wakeup *wakeup);
void lo_wakeup_disarm(lo_wakeup *wakeup);  /* Also drains pending signals. */

/* Signaller: true if it had to wake somebody. */
bool lo_wakeup_signal(lo_wakeup *wakeup);
void lo_wakeup_signal_always(lo_wakeup *wakeup);

#endif

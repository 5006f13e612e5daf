/* A doorbell between two threads: a descriptor that becomes readable when somebody who
 * waits should look again. Ringing costs one atomic exchange while nobody waits.
 *
 * The waiter arms the bell, looks once more at what it waits for, and only then sleeps on
 * the descriptor. The ringer publishes first and rings afterwards. One of the two always
 * sees the other, so no wake-up is lost and a busy pair makes no system call. */
#ifndef LO_BELL_H
#define LO_BELL_H

#include <stdatomic.h>
#include <stdbool.h>

typedef struct lo_bell {
    _Alignas(64) atomic_bool armed;
    int read_fd;   /* Wait for this to become readable. */
    int write_fd;  /* The same descriptor where there is eventfd. */
} lo_bell;

int lo_bell_open(lo_bell *bell);  /* Zero, or a negative errno. */
void lo_bell_close(lo_bell *bell);

/* The waiter's side. */
void lo_bell_arm(lo_bell *bell);
void lo_bell_disarm(lo_bell *bell);  /* Also swallows what was rung. */

/* The ringer's side: true if it had to wake somebody. */
bool lo_bell_ring(lo_bell *bell);
void lo_bell_ring_always(lo_bell *bell);

#endif

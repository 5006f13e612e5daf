// SPDX-License-Identifier: BSD-3-Clause
/* Broadcast wake-up: wakes a few readers of a ring with one write.
 *
 * If readers are woken one by one, the first may take the processor from the writer before it has woken the others.
 * So every node has a second named pipe that only it writes and all others wait on (edge-triggered). Only the owner
 * reads from it, before it writes again. This is for a few readers: each broadcast costs the writer something per
 * reader. */
#define _GNU_SOURCE
#include <unistd.h>

#include "lo_shared_memory.h"

static bool listen_to(lo_shared_memory *shared, lo_shared_ring *peer) {
    if (peer->broadcast_pipe < 0)
        peer->broadcast_pipe = lo_shared_open_pipe(shared, "call", peer->number, false);
    if (peer->broadcast_pipe < 0) return false;
    if (lo_wait_for(shared->wait, peer->broadcast_pipe, LO_WAIT_READ | LO_WAIT_EDGE, shared->broadcast_tag) == 0)
        return true;
    close(peer->broadcast_pipe);
    peer->broadcast_pipe = -1;
    return false;
}

void lo_shared_unsubscribe(lo_shared_memory *shared, lo_shared_ring *peer) {
    if (peer->broadcast_pipe < 0) return;
    if (shared->wait) lo_wait_forget(shared->wait, peer->broadcast_pipe);
    close(peer->broadcast_pipe);
    peer->broadcast_pipe = -1;
}

void lo_shared_subscribe(lo_shared_memory *shared) {
    bool few = shared->wait && shared->peer_count <= LO_SHARED_FEW;
    shared->subscribed = few;
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        if (!few) lo_shared_unsubscribe(shared, &shared->peers[i]);
        else if (!listen_to(shared, &shared->peers[i])) shared->subscribed = false;
    }
}

static bool has_sleeping_subscriber(const lo_shared_memory *shared) {
    for (uint32_t i = 0; i < shared->peer_count; i++)
        if (atomic_load_explicit(&shared->peers[i].header->waiting, memory_order_acquire) == LO_SLEEPS_BROADCAST) return true;
    return false;
}

/* A woken reader is marked as sleeping until it runs: other writers must not rely on this broadcast. */
void lo_shared_broadcast_wakeup(lo_shared_memory *shared) {
    if (shared->own.broadcast_pipe < 0 || !has_sleeping_subscriber(shared)) return;
    shared->wakeups++;
    char news = 0;
    ssize_t done = read(shared->own.broadcast_pipe, &news, 1);  /* Some systems do not signal a write to a non-empty
                                                                 * pipe. */
    done = write(shared->own.broadcast_pipe, &news, 1);
    (void)done;
}

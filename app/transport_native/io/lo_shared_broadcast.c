/* Waking a few readers with one broadcast_pipe, when something was written to a ring.
 *
 * Rung one by one, the first who wakes may take the processor from the writer before it has rung the others. So every
 * node has a second pipe, on which it alone writes and everyone else waits: whoever sleeps is woken in one go. Nobody
 * takes anything out of it but its owner, before it calls again; the others wait for news only, not for there being
 * something. This is for a few: each broadcast_pipe costs the writer something for everyone. */
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
    shared->listens = few;
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        if (!few) lo_shared_unsubscribe(shared, &shared->peers[i]);
        else if (!listen_to(shared, &shared->peers[i])) shared->listens = false;
    }
}

static bool somebody_listens(const lo_shared_memory *shared) {
    for (uint32_t i = 0; i < shared->peer_count; i++)
        if (atomic_load_explicit(&shared->peers[i].header->waiting, memory_order_acquire) == LO_SLEEPS_BROADCAST) return true;
    return false;
}

/* Who is called still says that it sleeps until it wakes: another writer, whom it hears, must not rely on this broadcast_pipe. */
void lo_shared_broadcast_wakeup(lo_shared_memory *shared) {
    if (shared->own.broadcast_pipe < 0 || !somebody_listens(shared)) return;
    shared->wakeups++;
    char news = 0;
    ssize_t done = read(shared->own.broadcast_pipe, &news, 1);  /* What was there is no news to some systems. */
    done = write(shared->own.broadcast_pipe, &news, 1);
    (void)done;
}

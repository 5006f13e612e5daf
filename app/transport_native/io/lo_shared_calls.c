/* Waking a few readers with one call, when something was written to a ring.
 *
 * Rung one by one, the first who wakes may take the processor from the writer before it has rung the others. So every
 * node has a second pipe, on which it alone writes and everyone else waits: whoever sleeps is woken in one go. Nobody
 * takes anything out of it but its owner, before it calls again; the others wait for news only, not for there being
 * something. This is for a few: each call costs the writer something for everyone. */
#define _GNU_SOURCE
#include <unistd.h>

#include "lo_shared.h"

static bool listen_to(lo_shared *shared, lo_shared_map *peer) {
    if (peer->call < 0) peer->call = lo_shared_open_pipe(shared, "call", peer->number, false);
    if (peer->call < 0) return false;
    if (lo_wait_for(shared->wait, peer->call, LO_WAIT_READ | LO_WAIT_EDGE, shared->call_tag) == 0) return true;
    close(peer->call);
    peer->call = -1;
    return false;
}

void lo_shared_ignore(lo_shared *shared, lo_shared_map *peer) {
    if (peer->call < 0) return;
    if (shared->wait) lo_wait_forget(shared->wait, peer->call);
    close(peer->call);
    peer->call = -1;
}

void lo_shared_listen(lo_shared *shared) {
    bool few = shared->wait && shared->peer_count <= LO_SHARED_FEW;
    shared->listens = few;
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        if (!few) lo_shared_ignore(shared, &shared->peers[i]);
        else if (!listen_to(shared, &shared->peers[i])) shared->listens = false;
    }
}

static bool somebody_listens(const lo_shared *shared) {
    for (uint32_t i = 0; i < shared->peer_count; i++)
        if (atomic_load_explicit(&shared->peers[i].header->waiting, memory_order_acquire) == LO_SLEEPS_CALL) return true;
    return false;
}

/* Who is called still says that it sleeps until it wakes: another writer, whom it hears, must not rely on this call. */
void lo_shared_call(lo_shared *shared) {
    if (shared->own.call < 0 || !somebody_listens(shared)) return;
    shared->bells++;
    char news = 0;
    ssize_t done = read(shared->own.call, &news, 1);  /* What was there is no news to some systems. */
    done = write(shared->own.call, &news, 1);
    (void)done;
}

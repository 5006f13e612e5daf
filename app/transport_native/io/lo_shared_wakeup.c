// SPDX-License-Identifier: BSD-3-Clause
/* Individual wake-up of sleeping readers of a wake that are not subscribed to broadcasts.
 *
 * A few are woken one by one. If there are many, the writer wakes four, and each of these wakes its share of the
 * others, so a writer's cost is bounded. Shares are indexes in the view, so nobody is woken twice; a wake-up of
 * another view is for its receiver alone. If a node is stopped or killed before it wakes its share, these sleep
 * until the next wake-up or timer, as after a lost packet. */
#define _GNU_SOURCE
#include <sys/socket.h>
#include <unistd.h>

#include "lo_shared_memory.h"

enum { CHILDREN = 4 };

typedef struct wakeup_pipe {
    uint64_t view;
    uint32_t first, count;  /* Indexes in the view, from `first` on, wrapping around. */
} wakeup_pipe;
_Static_assert(sizeof(wakeup_pipe) < LO_HEADER_BYTES, "no packet is as short as a wake-up");

static uint32_t distance(const lo_shared_memory *shared, const lo_shared_ring *peer, uint32_t first) {
    return (peer->place + shared->member_count - first) % shared->member_count;
}

static bool sleeps(const lo_shared_ring *peer) {
    return atomic_load_explicit(&peer->header->waiting, memory_order_acquire) == LO_SLEEPS_WAKEUP;
}

/* True if it slept. If the pipe or socket is full, it wakes up anyway. */
static bool wake(lo_shared_memory *shared, int socket, lo_shared_ring *peer, wakeup_pipe share) {
    uint32_t asleep = LO_SLEEPS_WAKEUP;
    if (!atomic_compare_exchange_strong_explicit(&peer->header->waiting, &asleep, LO_AWAKE, memory_order_acq_rel,
                                                 memory_order_relaxed))
        return false;
    shared->wakeups++;
    ssize_t written = peer->wakeup_pipe >= 0 ? write(peer->wakeup_pipe, &share, sizeof share)
                                   : sendto(socket, &share, sizeof share, MSG_DONTWAIT, (struct sockaddr *)&peer->address,
                                            sizeof peer->address);
    (void)written;
    return true;
}

static uint32_t find_sleepers(lo_shared_memory *shared, uint32_t first, uint32_t count, lo_shared_ring **sleepers) {
    uint32_t found = 0, start = 0;
    while (start < shared->peer_count && shared->peers[start].place < first) start++;
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        lo_shared_ring *peer = &shared->peers[(start + i) % shared->peer_count];
        if (distance(shared, peer, first) < count && sleeps(peer)) sleepers[found++] = peer;
    }
    return found;
}

static void wake_share(lo_shared_memory *shared, int socket, uint32_t first, uint32_t count) {
    lo_shared_ring *sleepers[LO_SHARED_PEERS];
    uint32_t found = find_sleepers(shared, first, count, sleepers);
    uint32_t each = found > LO_SHARED_FEW ? (found + CHILDREN - 1) / CHILDREN : 1;
    for (uint32_t i = 0; i < found; i++) {
        uint32_t group_end = (i / each + 1) * each;
        uint32_t end = group_end < found ? distance(shared, sleepers[group_end], first) : count;
        uint32_t own = distance(shared, sleepers[i], first);
        wakeup_pipe share = {shared->view, (sleepers[i]->place + 1) % shared->member_count,
                             each > 1 ? end - own - 1 : 0};
        if (wake(shared, socket, sleepers[i], share)) i = group_end - 1; /* It wakes the rest of the group. */
    }
}

void lo_shared_wake_readers(lo_shared_memory *shared, int socket) {
    if (!shared->peer_count) shared->dirty = false;
    if (shared->dirty) lo_shared_broadcast_wakeup(shared);
    if (shared->dirty) wake_share(shared, socket, (shared->own.place + 1) % shared->member_count, shared->member_count - 1);
    else if (shared->share_count && shared->peer_count) wake_share(shared, socket, shared->share_first, shared->share_count);
    shared->dirty = false;
    shared->share_count = 0;
}

void lo_shared_wakeup_in(lo_shared_memory *shared, const uint8_t *data, uint32_t length) {
    wakeup_pipe share;
    if (length != sizeof share) return;
    memcpy(&share, data, sizeof share);
    if (!share.count || share.view != shared->view || share.first >= shared->member_count || share.count >= shared->member_count) return;
    if (shared->share_count) { /* Two at once: then everybody. */
        share.first = (shared->own.place + 1) % shared->member_count;
        share.count = shared->member_count - 1;
    }
    shared->share_first = share.first;
    shared->share_count = share.count;
}

/* What is left is signalled again. */
uint32_t lo_shared_drain_wakeups(lo_shared_memory *shared) {
    wakeup_pipe wakeups[8];
    ssize_t length = shared->own.wakeup_pipe >= 0 ? read(shared->own.wakeup_pipe, wakeups, sizeof wakeups) : 0;
    uint32_t count = length > 0 ? (uint32_t)((size_t)length / sizeof *wakeups) : 0;
    for (uint32_t i = 0; i < count; i++) lo_shared_wakeup_in(shared, (const uint8_t *)&wakeups[i], sizeof *wakeups);
    return count;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "cluster.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t cluster_roll(cluster *p, uint32_t sides) {
    uint64_t z = (p->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ (z >> 31)) >> 16) % sides;
}

cluster *cluster_create(uint64_t seed, uint32_t nodes) {
    assert(nodes <= CLUSTER_NODES);
    cluster *p = calloc(1, sizeof *p);
    *p = (cluster){.seed = seed, .random = seed, .now = 1000 * LO_SECOND, .count = nodes, .latency = 200 * LO_MICROSECOND,
                .jitter = 300 * LO_MICROSECOND, .max_packet = 1400,
                .trace = getenv("CLUSTER_TRACE") != NULL};
    return p;
}

static void stop(cluster *p, uint32_t i) {
    cluster_node *n = &p->nodes[i];
    if (n->view) lo_view_release(n->view);
    n->view = NULL;
    lo_membership_destroy(n->membership);
    n->membership = NULL;
    assert(n->memory.used == 0);
}

void cluster_destroy(cluster *p) {
    for (uint32_t i = 0; i < p->count; i++) stop(p, i);
    for (uint32_t i = 0; i < p->heap_count; i++) {
        free(p->heap[i]->body);
        free(p->heap[i]);
    }
    free(p->heap);
    free(p);
}

static lo_address address_of(uint32_t node) {
    lo_address address = {.kind = LO_ADDRESS_PEER, .length = 4};
    memcpy(address.bytes, &node, 4);
    return address;
}

void cluster_start(cluster *p, uint32_t i) {
    cluster_node *n = &p->nodes[i];
    assert(!n->membership);
    lo_memory_init(&n->memory, 64u << 20);
    n->config = (lo_membership_config){.scope = 7, .host = p->host, .number = 1 + i + 1000 * ++n->incarnation, .address = address_of(i),
                                       .seed = p->random ^ i, .max_packet = p->max_packet, .heartbeat = p->heartbeat,
                                       .keep_away = p->keep_away};
    uint32_t scrambled = (i + 1) * 2654435761u; /* The same id after a restart. */
    memcpy(n->config.id.bytes, &scrambled, 4);
    if (p->secure) {
        uint8_t seed[32] = {(uint8_t)i, 1};
        lo_identity_from_seed(&n->identity, seed);
        n->config.id = lo_identity_node_id(n->identity.public_key);
        n->config.identity = &n->identity;
    }
    for (uint32_t b = 0; b < 16; b++) n->config.salt[b] = (uint8_t)cluster_roll(p, 256);
    lo_address seeds[LO_MAX_SEEDS];
    for (uint32_t s = 0; s < p->seed_nodes; s++) seeds[s] = address_of(s);
    n->config.seeds = seeds;
    n->config.seed_count = p->seed_nodes;
    if (p->no_multicast) n->config.flags = LO_MEMBER_NO_MULTICAST;
    n->frozen = false;
    n->last_number = 0;
    int error = lo_membership_create(&n->config, &n->memory, p->now, &n->membership);
    assert(error == LO_OK);
}

void cluster_kill(cluster *p, uint32_t i) { stop(p, i); }

/* ---- The network ----------------------------------------------------------------------- */

static bool earlier(const cluster_packet *a, const cluster_packet *b) {
    return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void push(cluster *p, cluster_packet *packet) {
    if (p->heap_count == p->heap_room) {
        p->heap_room = p->heap_room ? p->heap_room * 2 : 256;
        p->heap = realloc(p->heap, p->heap_room * sizeof *p->heap);
    }
    uint32_t at = p->heap_count++;
    while (at && earlier(packet, p->heap[(at - 1) / 2])) {
        p->heap[at] = p->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    p->heap[at] = packet;
}

static cluster_packet *pop(cluster *p) {
    cluster_packet *first = p->heap[0], *last = p->heap[--p->heap_count];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < p->heap_count; at = child) {
        if (child + 1 < p->heap_count && earlier(p->heap[child + 1], p->heap[child])) child++;
        if (!earlier(p->heap[child], last)) break;
        p->heap[at] = p->heap[child];
    }
    if (p->heap_count) p->heap[at] = last;
    return first;
}

static void transmit(cluster *p, uint32_t from, uint32_t to, uint8_t kind, const uint8_t *body, uint32_t length) {
    if (!p->nodes[to].membership || p->nodes[from].side != p->nodes[to].side || p->nodes[to].deaf) return;
    for (uint32_t copies = 1 + (cluster_roll(p, 1000) < p->duplicate_per_mille); copies > 0; copies--) {
        if (cluster_roll(p, 1000) < p->loss_per_mille) continue;
        cluster_packet *packet = malloc(sizeof *packet);
        *packet = (cluster_packet){.at = p->now + p->latency + cluster_roll(p, (uint32_t)p->jitter + 1), .order = p->order++,
                                .to = to, .from = from, .number = p->nodes[from].config.number, .kind = kind,
                                .length = length, .body = malloc(length ? length : 1)};
        memcpy(packet->body, body, length);
        push(p, packet);
    }
}

static void check_view(cluster *p, uint32_t i, const lo_view *view) {
    cluster_node *n = &p->nodes[i];
    uint64_t digest = 14695981039346656037u;
    for (uint32_t m = 0; m < view->member_count; m++) digest = (digest ^ view->members[m].number) * 1099511628211u;
    for (uint32_t g = 0; g < view->group_count; g++) {
        digest = (digest ^ lo_load32(view->groups[g].id.bytes) ^ view->groups[g].read_only) * 1099511628211u;
        digest = (digest ^ view->groups[g].member_count) * 1099511628211u;
    }
    digest = (digest ^ lo_load64(view->key) ^ view->generation ^ view->region_count) * 1099511628211u;
    if (view->number <= n->last_number) {
        printf("seed %llu, node %u: view %llx after %llx\n", (unsigned long long)p->seed, i, (unsigned long long)view->number, (unsigned long long)n->last_number);
        abort();
    }
    assert(view->members[view->self].number == n->config.number);
    /* A newcomer of the view may come from anywhere; all others come from the same previous one. */
    uint64_t before = view->members[view->self].joined == view->number ? 0 : n->last_number;
    for (uint32_t v = 0; v < p->view_count; v++) {
        if (p->views[v].number != view->number) continue;
        if (p->views[v].digest != digest) {
            printf("seed %llu, node %u disagrees about view %llx\n", (unsigned long long)p->seed, i, (unsigned long long)view->number);
            abort();
        }
        if (before && p->views[v].before == 0) p->views[v].before = before;
        if (before && p->views[v].before != before) {
            printf("seed %llu, node %u came to view %llx from %llx, others from %llx\n", (unsigned long long)p->seed, i, (unsigned long long)view->number,
                   (unsigned long long)n->last_number, (unsigned long long)p->views[v].before);
            abort();
        }
        return;
    }
    if (p->view_count < CLUSTER_VIEWS) p->views[p->view_count++] = (cluster_view){view->number, digest, before};
}

static double seconds(const cluster *p) { return (double)(p->now - 1000 * LO_SECOND) / 1e9; }

/* Pulls all packets and views of a node. */
static void drain(cluster *p, uint32_t i) {
    cluster_node *n = &p->nodes[i];
    uint8_t body[65536];
    uint8_t kind;
    lo_address to;
    for (int length; (length = lo_membership_next_packet(n->membership, p->now, body, sizeof body, &kind, &to)) > 0;) {
        uint32_t bytes = (uint32_t)length;
        if (p->trace) printf("%9.3f %3u sends %2u, %u bytes\n", seconds(p), i, kind, bytes);
        if (p->tap) p->tap(p, i, kind, body, &bytes);
        n->sent++;
        p->packets++;
        if (to.kind == LO_ADDRESS_CHANNEL) {
            assert(to.channel == 0);
            for (uint32_t other = 0; other < p->count && !p->no_multicast; other++)
                if (other != i) transmit(p, i, other, kind, body, bytes);
        } else {
            uint32_t target;
            memcpy(&target, to.bytes, 4);
            assert(to.kind == LO_ADDRESS_PEER && (target < p->count || p->careless));
            if (target < p->count) transmit(p, i, target, kind, body, bytes);
        }
    }
    for (lo_view *view; (view = lo_membership_take_view(n->membership));) {
        if (p->trace)
            printf("%9.3f %3u has view %llx of %u members, leader %u\n", seconds(p), i, (unsigned long long)view->number,
                   view->member_count, view->members[view->leader].number);
        if (!p->careless) check_view(p, i, view);
        if (n->view) lo_view_release(n->view);
        n->view = view;
        n->last_number = view->number;
        n->views++;
    }
}

int cluster_inject(cluster *p, uint32_t to, uint32_t sender_number, const uint8_t *signer, uint8_t kind, const uint8_t *body,
                size_t length) {
    lo_header header = {.kind = kind, .scope = 7, .sender = sender_number};
    lo_address source = address_of(to);
    uint8_t *copy = malloc(length ? length : 1); /* On the heap, so that sanitizers see reads past the end. */
    if (length) memcpy(copy, body, length);
    int result = lo_membership_packet_in(p->nodes[to].membership, &header, copy, length, &source, signer, p->now);
    free(copy);
    drain(p, to);
    return result;
}

static void deliver(cluster *p, cluster_packet *packet) {
    cluster_node *n = &p->nodes[packet->to], *from = &p->nodes[packet->from];
    if (n->membership && n->frozen) { /* It waits in the socket. */
        packet->at = p->now + 100 * LO_MILLISECOND;
        push(p, packet);
        return;
    }
    if (n->membership && !packet->lost) {
        lo_header header = {.kind = packet->kind, .scope = 7, .sender = packet->number};
        lo_address source = address_of(packet->from);
        n->received++;
        lo_membership_packet_in(n->membership, &header, packet->body, packet->length, &source,
                                p->secure ? from->identity.public_key : NULL, p->now);
        drain(p, packet->to);
    }
    free(packet->body);
    free(packet);
}

void cluster_lose(cluster *p, uint32_t node) {
    for (uint32_t i = 0; i < p->heap_count; i++)
        if (p->heap[i]->to == node) p->heap[i]->lost = true;
}

void cluster_run(cluster *p, lo_time duration) {
    lo_time end = p->now + duration;
    for (;;) {
        lo_time next = end;
        if (p->heap_count && p->heap[0]->at < next) next = p->heap[0]->at;
        uint32_t due = UINT32_MAX;
        for (uint32_t i = 0; i < p->count; i++) {
            if (!p->nodes[i].membership || p->nodes[i].frozen) continue;
            lo_time wakeup = lo_max64(lo_membership_next_wakeup(p->nodes[i].membership), p->now);
            if (wakeup < next) {
                next = wakeup;
                due = i;
            }
        }
        if (next >= end) {
            p->now = end;
            return;
        }
        p->now = next;
        if (due != UINT32_MAX) {
            lo_membership_timer(p->nodes[due].membership, p->now);
            drain(p, due);
            if (lo_membership_next_wakeup(p->nodes[due].membership) <= p->now) p->now += 10 * LO_MICROSECOND;
        } else {
            deliver(p, pop(p));
        }
    }
}

bool cluster_agreed(const cluster *p) {
    for (uint32_t i = 0; i < p->count; i++) {
        const cluster_node *n = &p->nodes[i];
        if (!n->membership || n->frozen) continue;
        uint32_t together = 0;
        if (!n->view) return false;
        for (uint32_t j = 0; j < p->count; j++) {
            const cluster_node *other = &p->nodes[j];
            if (!other->membership || other->frozen || other->side != n->side) continue;
            together++;
            if (!other->view || other->view->number != n->view->number) return false;
            if (lo_view_find_member(n->view, other->config.number) < 0) return false;
        }
        if (n->view->member_count != together) return false;
    }
    return true;
}

lo_time cluster_until_agreed(cluster *p, lo_time limit) {
    lo_time start = p->now;
    while (p->now < start + limit) {
        if (cluster_agreed(p)) return p->now - start;
        cluster_run(p, 20 * LO_MILLISECOND);
    }
    return LO_NEVER;
}

lo_id cluster_group(uint32_t name) {
    lo_id id = {{0}};
    uint32_t scrambled = name * 2246822519u;
    memcpy(id.bytes, &scrambled, 4);
    memcpy(id.bytes + 4, &name, 4);
    return id;
}

int cluster_join_group(cluster *p, uint32_t node, uint32_t name, lo_policy policy) {
    lo_id id = cluster_group(name);
    int error = lo_membership_join_group(p->nodes[node].membership, &id, policy, p->now);
    return error;
}

const lo_group *cluster_find_group(const cluster *p, uint32_t node, uint32_t name) {
    lo_id id = cluster_group(name);
    const lo_view *view = p->nodes[node].view;
    int index = view ? lo_view_find_group(view, &id) : -1;
    return index < 0 ? NULL : &view->groups[index];
}

bool cluster_in_group(const cluster *p, uint32_t node, uint32_t name) {
    const lo_group *group = cluster_find_group(p, node, name);
    const lo_view *view = p->nodes[node].view;
    for (uint32_t r = 0; group && r < group->region_count; r++)
        if (lo_region_find_member(&view->regions[group->regions[r]], view->self) >= 0) return true;
    return false;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Key management: keys of views, members, pairs and non-members. */
#include "lo_crypto_internal.h"

static void derive(uint8_t out[32], const uint8_t key[32], const char *use, const void *a, size_t a_length, const void *b,
                   size_t b_length, const void *c, size_t c_length) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, 32, 32);
    crypto_generichash_update(&state, (const uint8_t *)use, strlen(use) + 1);
    crypto_generichash_update(&state, a, a_length);
    crypto_generichash_update(&state, b, b_length);
    crypto_generichash_update(&state, c, c_length);
    crypto_generichash_final(&state, out, 32);
}

known_view *lo_c_find_view(const lo_crypto *crypto, uint64_t number) {
    for (uint32_t i = 0; i < crypto->view_count; i++) {
        uint32_t slot = (crypto->newest + LO_CRYPTO_VIEWS - i) % LO_CRYPTO_VIEWS;
        if (crypto->views[slot].view && crypto->views[slot].view->number == number)
            return (known_view *)(uintptr_t)&crypto->views[slot];
    }
    return NULL;
}

int lo_c_find_member(const known_view *known, uint32_t number) {
    uint32_t slot = (number * 2654435761u) & (known->table_size - 1);
    for (; known->table[slot]; slot = (slot + 1) & (known->table_size - 1))
        if (known->view->members[known->table[slot] - 1].number == number) return (int)known->table[slot] - 1;
    return LO_ERROR_UNKNOWN;
}

static void drop_peer(lo_crypto *crypto, peer *p) {
    if (!p || --p->references) return;
    peer **link = &crypto->peers;
    while (*link != p) link = &(*link)->next;
    *link = p->next;
    sodium_memzero(p, sizeof *p);
    lo_memory_free(crypto->memory, p, sizeof *p);
}

void lo_c_drop_view(lo_crypto *crypto, known_view *known) {
    if (!known->view) return;
    uint32_t count = known->view->member_count;
    for (uint32_t i = 0; known->senders && i < count; i++) {
        if (!known->senders[i]) continue;
        sodium_memzero(known->senders[i], sizeof(sender));
        lo_memory_free(crypto->memory, known->senders[i], sizeof(sender));
    }
    for (uint32_t i = 0; known->peers && i < count; i++) drop_peer(crypto, known->peers[i]);
    lo_memory_free(crypto->memory, known->senders, count * sizeof *known->senders);
    lo_memory_free(crypto->memory, known->peers, count * sizeof *known->peers);
    lo_memory_free(crypto->memory, known->table, known->table_size * sizeof *known->table);
    lo_view_release(known->view);
    sodium_memzero(known, sizeof *known);
}

static uint8_t choose_suite(const lo_crypto *crypto, const lo_view *view) {
    if (crypto->config.forbid_aes || !lo_aead_has_aes()) return LO_SUITE_CHACHA;
    for (uint32_t i = 0; i < view->member_count; i++)
        if (view->members[i].flags & LO_MEMBER_NO_AES) return LO_SUITE_CHACHA;
    return LO_SUITE_AES;
}

/* A member that stays keeps its pairwise keys and its replay window. */
static void keep_peers(known_view *known, const known_view *before) {
    for (uint32_t i = 0; before && before->view && i < before->view->member_count; i++) {
        peer *p = before->peers[i];
        int member = p ? lo_c_find_member(known, p->number) : -1;
        if (member < 0 || memcmp(known->view->members[member].public_key, p->public_key, 32) != 0 ||
            memcmp(known->view->members[member].salt, p->salt, 16) != 0)
            continue;
        known->peers[member] = p;
        p->references++;
    }
}

int lo_crypto_set_view(lo_crypto *crypto, lo_view *view, lo_time now) {
    (void)now;
    if (lo_c_find_view(crypto, view->number)) return LO_OK;
    known_view fresh = {.view = view, .table_size = 16};
    lo_view_hold(view);
    while (fresh.table_size < view->member_count * 2) fresh.table_size *= 2;
    fresh.table = lo_memory_alloc(crypto->memory, fresh.table_size * sizeof *fresh.table);
    fresh.senders = lo_memory_alloc(crypto->memory, view->member_count * sizeof *fresh.senders);
    fresh.peers = lo_memory_alloc(crypto->memory, view->member_count * sizeof *fresh.peers);
    if (!fresh.table || !fresh.senders || !fresh.peers) {
        lo_c_drop_view(crypto, &fresh);
        return LO_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < view->member_count; i++) {
        uint32_t slot = (view->members[i].number * 2654435761u) & (fresh.table_size - 1);
        while (fresh.table[slot]) slot = (slot + 1) & (fresh.table_size - 1);
        fresh.table[slot] = i + 1;
    }
    derive(fresh.key, crypto->config.scope_key, "lo view", view->key, 32, &view->generation, 8, &view->number, 8);
    fresh.suite = choose_suite(crypto, view);
    keep_peers(&fresh, crypto->view_count ? &crypto->views[crypto->newest] : NULL);
    crypto->newest = crypto->view_count ? (crypto->newest + 1) % LO_CRYPTO_VIEWS : 0;
    if (crypto->view_count < LO_CRYPTO_VIEWS) crypto->view_count++;
    lo_c_drop_view(crypto, &crypto->views[crypto->newest]);
    crypto->views[crypto->newest] = fresh;
    return LO_OK;
}

sender *lo_c_sender(lo_crypto *crypto, known_view *known, uint32_t member) {
    if (known->senders[member]) return known->senders[member];
    sender *s = lo_memory_alloc(crypto->memory, sizeof *s);
    if (!s) return NULL;
    const lo_member *m = &known->view->members[member];
    uint8_t key[32];
    derive(key, known->key, "lo data", &m->number, 4, m->public_key, 32, m->salt, 16);
    lo_aead_set_key(&s->data, key);
    derive(key, known->key, "lo control", &m->number, 4, m->public_key, 32, m->salt, 16);
    lo_aead_set_key(&s->control, key);
    derive(s->digest_key, known->key, "lo digest", &m->number, 4, m->public_key, 32, m->salt, 16);
    sodium_memzero(key, sizeof key);
    return known->senders[member] = s;
}

peer *lo_c_peer(lo_crypto *crypto, known_view *known, uint32_t member) {
    if (known->peers[member]) return known->peers[member];
    const lo_member *m = &known->view->members[member];
    peer *p = crypto->peers;
    while (p && (p->number != m->number || memcmp(p->public_key, m->public_key, 32) != 0 || memcmp(p->salt, m->salt, 16) != 0))
        p = p->next;
    if (!p) {
        p = lo_memory_alloc(crypto->memory, sizeof *p);
        if (!p) return NULL;
        p->number = m->number;
        memcpy(p->public_key, m->public_key, 32);
        memcpy(p->salt, m->salt, 16);
        p->next = crypto->peers;
        crypto->peers = p;
    }
    p->references++;
    return known->peers[member] = p;
}

bool lo_c_agree(lo_crypto *crypto, peer *p) {
    if (p->agreed || p->unusable) return p->agreed;
    uint8_t shared[32], key[32];
    if (lo_identity_agree(shared, &crypto->config.identity, p->public_key, "lo pair") != LO_OK) {
        p->unusable = true; /* Not a point on the curve: no packet of this member can be verified. */
        return false;
    }
    const lo_crypto_config *c = &crypto->config;
    uint8_t to[24], from[24];
    memcpy(to, &c->number, 4), memcpy(to + 4, &p->number, 4), memcpy(to + 8, c->salt, 16);
    memcpy(from, &p->number, 4), memcpy(from + 4, &c->number, 4), memcpy(from + 8, p->salt, 16);
    derive(key, shared, "lo mac", to, sizeof to, p->salt, 16, &c->scope, 4);
    lo_pair_mac_set_key(&p->send_key, key);
    derive(key, shared, "lo mac", from, sizeof from, c->salt, 16, &c->scope, 4);
    lo_pair_mac_set_key(&p->receive_key, key);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    return p->agreed = true;
}

void lo_c_hello_keys(const lo_crypto *crypto, const uint8_t public_key[32], const uint8_t salt[16], lo_aead *aead,
                     uint8_t digest_key[32]) {
    uint8_t key[32];
    derive(key, crypto->config.scope_key, "lo hello", &crypto->config.scope, 4, public_key, 32, salt, 16);
    lo_aead_set_key(aead, key);
    derive(digest_key, crypto->config.scope_key, "lo hello digest", &crypto->config.scope, 4, public_key, 32, salt, 16);
    sodium_memzero(key, sizeof key);
}

lo_replay *lo_c_stranger(lo_crypto *crypto, const uint8_t public_key[32], const uint8_t salt[16], lo_time now) {
    uint8_t name[32];
    derive(name, crypto->config.scope_key, "lo stranger", public_key, 32, salt, 16, NULL, 0);
    stranger *oldest = &crypto->strangers[0];
    for (uint32_t i = 0; i < STRANGERS; i++) {
        stranger *s = &crypto->strangers[i];
        if (memcmp(s->name, name, 16) == 0) {
            s->last_heard = now;
            return &s->replay;
        }
        if (s->last_heard < oldest->last_heard) oldest = s;
    }
    memset(oldest, 0, sizeof *oldest);
    memcpy(oldest->name, name, 16);
    oldest->last_heard = now;
    return &oldest->replay;
}

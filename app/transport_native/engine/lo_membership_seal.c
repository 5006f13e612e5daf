// SPDX-License-Identifier: BSD-3-Clause
/* In a scope with a key, only members can read deltas and snapshots. A delta is sealed under the key of the view it
 * starts from; a snapshot under the key of the view it brings, which each newcomer finds in a box before it:
 *
 *   count 2, (number 4, box 48) each, then the bytes, sealed.
 *
 * So the scope's key alone does not reveal the members. */
#include <sodium.h>

#include "lo_identity.h"
#include "lo_membership_internal.h"

#define KEY_BYTES 52u

/* A leader uses a view number once, with one key; the salts distinguish incarnations. */
void lo_m_box_nonce(uint8_t nonce[24], uint64_t number, const uint8_t from_salt[16], const uint8_t to_salt[16]) {
    uint8_t parts[40];
    lo_store64(parts, number);
    memcpy(parts + 8, from_salt, 16);
    memcpy(parts + 24, to_salt, 16);
    crypto_generichash(nonce, 24, parts, sizeof parts, NULL, 0);
}

bool lo_m_make_box(const lo_membership *m, const lo_member *to, uint64_t number, const uint8_t key[32], uint8_t box[48]) {
    uint8_t shared[32], nonce[crypto_secretbox_NONCEBYTES];
    if (lo_identity_agree(shared, m->config.identity, to->public_key, "lo view key") != LO_OK) return false;
    lo_m_box_nonce(nonce, number, m->self.salt, to->salt);
    crypto_secretbox_easy(box, key, 32, nonce, shared);
    sodium_memzero(shared, sizeof shared);
    return true;
}

static void derive(const uint8_t view_key[32], uint64_t number, uint64_t base, const uint8_t maker_salt[16],
                   uint8_t key[32], uint8_t nonce[24]) {
    static const uint8_t purpose[] = "lo roster";
    uint8_t parts[32];
    crypto_generichash(key, 32, purpose, sizeof purpose, view_key, 32);
    lo_store64(parts, number);
    lo_store64(parts + 8, base);
    memcpy(parts + 16, maker_salt, 16);
    crypto_generichash(nonce, 24, parts, sizeof parts, NULL, 0);
}

int lo_m_seal(lo_membership *m, const blob *about, const uint8_t view_key[32], const lo_sealed_key *keys, uint32_t count,
              uint8_t **bytes, int length, size_t *room) {
    if (!secure(m) || length < 0) return length;
    size_t before = 2 + (size_t)count * KEY_BYTES, total = before + (size_t)length + crypto_secretbox_MACBYTES;
    uint8_t *out = total <= LO_MAX_DELTA ? lo_memory_alloc(m->memory, total) : NULL;
    if (out) {
        uint8_t key[32], nonce[crypto_secretbox_NONCEBYTES];
        lo_cursor c = lo_cursor_over(out, before);
        lo_put16(&c, (uint16_t)count);
        for (uint32_t i = 0; i < count; i++) {
            lo_put32(&c, keys[i].number);
            lo_put_bytes(&c, keys[i].box, sizeof keys[i].box);
        }
        derive(view_key, about->number, about->base, m->self.salt, key, nonce);
        crypto_secretbox_easy(out + before, *bytes, (size_t)length, nonce, key);
        sodium_memzero(key, sizeof key);
    }
    lo_memory_free(m->memory, *bytes, *room);
    *bytes = out;
    *room = total;
    return out ? (int)total : total <= LO_MAX_DELTA ? LO_ERROR_MEMORY : LO_ERROR_TOO_LARGE;
}

static const lo_member *record_of(const lo_membership *m, uint32_t number) {
    int index = lo_member_list_find(&m->member_list, number);
    if (index >= 0) return &m->member_list.members[index];
    return m->has_target && m->target.number == number ? &m->target : NULL;
}

bool lo_m_open_box(const lo_membership *m, uint32_t maker, uint64_t number, const uint8_t box[48], uint8_t key[32]) {
    uint8_t shared[32], nonce[crypto_secretbox_NONCEBYTES];
    const lo_member *from = record_of(m, maker);
    if (!from || lo_identity_agree(shared, m->config.identity, from->public_key, "lo view key") != LO_OK) return false;
    lo_m_box_nonce(nonce, number, from->salt, m->self.salt);
    bool ok = crypto_secretbox_open_easy(key, box, 48, nonce, shared) == 0;
    sodium_memzero(shared, sizeof shared);
    return ok;
}

int lo_m_unseal(lo_membership *m, const assembly *a, uint8_t view_key[32], uint8_t **out, size_t *length) {
    lo_cursor c = lo_cursor_over(a->bytes, a->length);
    const uint8_t *box = NULL;
    uint32_t count = lo_get16(&c);
    for (uint32_t i = 0; i < count && !c.failed; i++) {
        bool own = lo_get32(&c) == m->config.number;
        const uint8_t *bytes = lo_cursor_skip(&c, 48);
        if (own) box = bytes;
    }
    const lo_member *maker = record_of(m, a->maker);
    if (c.failed || lo_cursor_left(&c) <= crypto_secretbox_MACBYTES || !maker) return LO_ERROR_MALFORMED;
    if (!a->snapshot) memcpy(view_key, m->key, 32);
    else if (!box) return LO_ERROR_NOT_MEMBER; /* Not for this node. */
    else if (!lo_m_open_box(m, a->maker, a->number, box, view_key)) return LO_ERROR_FORGED;
    *length = lo_cursor_left(&c) - crypto_secretbox_MACBYTES;
    *out = lo_memory_alloc(m->memory, *length);
    if (!*out) return LO_ERROR_MEMORY;
    uint8_t key[32], nonce[crypto_secretbox_NONCEBYTES];
    derive(view_key, a->number, a->base, maker->salt, key, nonce);
    int opened = crypto_secretbox_open_easy(*out, c.at, lo_cursor_left(&c), nonce, key);
    sodium_memzero(key, sizeof key);
    if (opened == 0) return LO_OK;
    lo_memory_free(m->memory, *out, *length);
    *out = NULL;
    return LO_ERROR_FORGED;
}

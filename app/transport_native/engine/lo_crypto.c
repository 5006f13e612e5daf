// SPDX-License-Identifier: BSD-3-Clause
#include "lo_crypto_internal.h"

#include "lo_digest.h"

lo_crypto *lo_crypto_create(const lo_crypto_config *config, lo_memory *memory) {
    if (sodium_init() < 0 || config->number == 0) return NULL;
    lo_crypto *crypto = lo_memory_alloc(memory, sizeof *crypto);
    if (!crypto) return NULL;
    crypto->strangers = lo_memory_alloc(memory, STRANGERS * sizeof *crypto->strangers);
    if (!crypto->strangers) {
        lo_memory_free(memory, crypto, sizeof *crypto);
        return NULL;
    }
    crypto->config = *config;
    crypto->memory = memory;
    lo_c_hello_keys(crypto, config->identity.public_key, config->salt, &crypto->hello, crypto->hello_digest_key);
    return crypto;
}

void lo_crypto_destroy(lo_crypto *crypto) {
    if (!crypto) return;
    for (uint32_t i = 0; i < LO_CRYPTO_VIEWS; i++) lo_c_drop_view(crypto, &crypto->views[i]);
    assert(!crypto->peers);
    lo_memory *memory = crypto->memory;
    lo_memory_free(memory, crypto->strangers, STRANGERS * sizeof *crypto->strangers);
    sodium_memzero(crypto, sizeof *crypto);
    lo_memory_free(memory, crypto, sizeof *crypto);
}

static const lo_region *small_region(const known_view *known, uint32_t region) {
    if (region >= known->view->region_count || known->view->regions[region].member_count > LO_PROOF_MACS) return NULL;
    return &known->view->regions[region];
}

size_t lo_crypto_trailer(const lo_crypto *crypto, const lo_header *header, uint32_t recipient) {
    if (is_hello(header->kind)) return TRAILER_FIXED + HELLO_PROOF;
    const known_view *known = lo_c_find_view(crypto, header->view);
    if (known && recipient && lo_c_find_member(known, recipient) >= 0) return TRAILER_FIXED + LO_PAIR_TAG;
    const lo_region *region = known ? small_region(known, header->region) : NULL;
    if (region) return TRAILER_FIXED + region->member_count * LO_PAIR_TAG;
    return TRAILER_FIXED + LO_SIGNED_PROOF;
}

/* Digest that a proof covers: everything but the proof itself. */
static void digest_packet(uint8_t out[32], const uint8_t key[32], const uint8_t *bound, const uint8_t *body, size_t length) {
    uint8_t input[LO_HEADER_BYTES + 2 + LO_DIGEST_BYTES];
    memcpy(input, bound, LO_HEADER_BYTES + 2);
    lo_digest(input + LO_HEADER_BYTES + 2, body, length);
    crypto_generichash(out, 32, input, sizeof input, key, 32);
}

/* Associated data: header, suite and kind of proof. Sent in the clear, authenticated with the body. */
static void bind_header(uint8_t out[LO_HEADER_BYTES + 2], const uint8_t *packet, uint8_t suite, uint8_t proof) {
    memcpy(out, packet, LO_HEADER_BYTES);
    out[LO_HEADER_BYTES] = suite;
    out[LO_HEADER_BYTES + 1] = proof;
}

/* The nonce of an immutable segment is its position in the stream. All other packets use their sender's packet
 * number. */
static void make_nonce(uint8_t nonce[LO_AEAD_NONCE], const lo_header *header) {
    lo_store32(nonce, is_data(header->kind) ? header->region : 0);
    lo_store64(nonce + 4, header->number);
}

static size_t signed_context(const lo_crypto *crypto, uint32_t number, uint8_t out[8]) {
    lo_store32(out, crypto->config.scope);
    lo_store32(out + 4, number);
    return 8;
}

/* A packet as seen by its proof. Signatures, and MACs without carry-less multiplication, cover its digest, which is
 * computed once. */
typedef struct subject {
    const uint8_t *bound, *body;
    size_t length;
    uint8_t digest[32];
} subject;

static subject subject_of(uint8_t suite, uint8_t proof, const uint8_t key[32], const uint8_t *bound,
                          const uint8_t *body, size_t length) {
    subject s = {.bound = bound, .body = body, .length = length};
    if (suite != LO_SUITE_AES || proof == PROOF_SIGNED) digest_packet(s.digest, key, bound, body, length);
    return s;
}

static void make_mac(uint8_t out[LO_PAIR_TAG], const lo_pair_mac_key *key, const subject *s) {
    if (s->bound[LO_HEADER_BYTES] == LO_SUITE_AES)
        lo_pair_mac_tag(out, key, s->bound, LO_HEADER_BYTES + 2, s->body, s->length);
    else
        crypto_shorthash_siphash24(out, s->digest, sizeof s->digest, key->last);
}

/* ---- Sealing --------------------------------------------------------------------------- */

int lo_crypto_sign(lo_crypto *crypto) {
    if (crypto->batch.count == 0) return LO_OK;
    uint8_t context[8];
    size_t length = signed_context(crypto, crypto->config.number, context);
    lo_merkle_sign(&crypto->batch, &crypto->config.identity, context, length, crypto->batch_proofs);
    crypto->batch.count = 0;
    crypto->counts.signatures_made++;
    return LO_OK;
}

static void prove_to_region(lo_crypto *crypto, known_view *known, const lo_region *region, const subject *s,
                            uint8_t *proof) {
    for (uint32_t i = 0; i < region->member_count; i++, proof += LO_PAIR_TAG) {
        memset(proof, 0, LO_PAIR_TAG);
        if (region->members[i] == known->view->self) continue;
        peer *p = lo_c_peer(crypto, known, region->members[i]);
        if (p && lo_c_agree(crypto, p)) make_mac(proof, &p->send_key, s);
    }
}

static int prove(lo_crypto *crypto, known_view *known, const lo_header *header, uint32_t recipient, uint8_t kind,
                 const subject *s, uint8_t *proof) {
    if (kind == PROOF_MACS) {
        prove_to_region(crypto, known, &known->view->regions[header->region], s, proof);
    } else if (kind == PROOF_ONE) {
        peer *p = lo_c_peer(crypto, known, (uint32_t)lo_c_find_member(known, recipient));
        if (!p) return LO_ERROR_MEMORY;
        if (!lo_c_agree(crypto, p)) return LO_ERROR_FORGED;
        make_mac(proof, &p->send_key, s);
    } else {
        memcpy(crypto->batch.digests[crypto->batch.count], s->digest, 32);
        crypto->batch_proofs[crypto->batch.count++] = proof;
        if (crypto->batch.count == LO_MERKLE_LEAVES) return lo_crypto_sign(crypto);
    }
    return LO_OK;
}

static int seal_hello(lo_crypto *crypto, const lo_header *header, const uint8_t *packet, size_t length, uint8_t *out) {
    uint8_t bound[LO_HEADER_BYTES + 2], nonce[LO_AEAD_NONCE], digest[32], *trailer = out + length;
    bind_header(bound, packet, LO_SUITE_CHACHA, PROOF_HELLO); /* XChaCha20: every processor can open it. */
    digest_packet(digest, crypto->hello_digest_key, bound, packet + LO_HEADER_BYTES, length - LO_HEADER_BYTES);
    make_nonce(nonce, header);
    lo_aead_seal(&crypto->hello, LO_SUITE_CHACHA, nonce, bound, sizeof bound, packet + LO_HEADER_BYTES,
                 length - LO_HEADER_BYTES, out + LO_HEADER_BYTES, trailer + 2);
    trailer[0] = LO_SUITE_CHACHA;
    trailer[1] = PROOF_HELLO;
    uint8_t *proof = trailer + TRAILER_FIXED;
    memcpy(proof, crypto->config.identity.public_key, 32);
    memcpy(proof + 32, crypto->config.salt, 16);
    crypto_sign_detached(proof + 48, NULL, digest, sizeof digest, crypto->config.identity.secret_key);
    crypto->counts.signatures_made++;
    return LO_OK;
}

static int seal_member(lo_crypto *crypto, const lo_header *header, const uint8_t *packet, size_t length,
                       uint32_t recipient, uint8_t *out) {
    known_view *known = lo_c_find_view(crypto, header->view);
    if (!known) return LO_ERROR_UNKNOWN;
    sender *self = lo_c_sender(crypto, known, known->view->self);
    if (!self) return LO_ERROR_MEMORY;
    uint8_t kind = PROOF_SIGNED;
    if (recipient && lo_c_find_member(known, recipient) >= 0) kind = PROOF_ONE;
    else if (small_region(known, header->region)) kind = PROOF_MACS;
    uint8_t bound[LO_HEADER_BYTES + 2], nonce[LO_AEAD_NONCE], *trailer = out + length;
    bind_header(bound, packet, known->suite, kind);
    /* Before the body is sealed, because sealing may happen in place. */
    subject s = subject_of(known->suite, kind, self->digest_key, bound, packet + LO_HEADER_BYTES, length - LO_HEADER_BYTES);
    int error = prove(crypto, known, header, recipient, kind, &s, trailer + TRAILER_FIXED);
    if (error) return error;
    make_nonce(nonce, header);
    error = lo_aead_seal(is_data(header->kind) ? &self->data : &self->control, known->suite, nonce, bound, sizeof bound,
                         packet + LO_HEADER_BYTES, length - LO_HEADER_BYTES, out + LO_HEADER_BYTES, trailer + 2);
    trailer[0] = known->suite;
    trailer[1] = kind;
    return error;
}

int lo_crypto_seal(lo_crypto *crypto, const uint8_t *packet, size_t length, uint32_t recipient, uint8_t *out, size_t room) {
    lo_header header;
    if (length < LO_HEADER_BYTES) return LO_ERROR_ARGUMENT;
    size_t trailer = lo_load16(packet + 2);
    if (length + trailer > room) return LO_ERROR_TOO_LARGE;
    int error = lo_header_read(&header, packet, length + trailer);
    if (error) return error;
    if (header.sender != crypto->config.number || trailer != lo_crypto_trailer(crypto, &header, recipient))
        return LO_ERROR_ARGUMENT;
    error = is_hello(header.kind) ? seal_hello(crypto, &header, packet, length, out)
                                  : seal_member(crypto, &header, packet, length, recipient, out);
    if (error) return error;
    if (out != packet) memcpy(out, packet, LO_HEADER_BYTES);
    crypto->counts.sealed++;
    return (int)(length + trailer);
}

int lo_crypto_seal_again(lo_crypto *crypto, const uint8_t *packet, size_t length, const uint8_t *kept, uint8_t *out,
                         size_t room) {
    lo_header header;
    if (length < LO_HEADER_BYTES) return LO_ERROR_ARGUMENT;
    size_t trailer = lo_load16(packet + 2);
    if (length + trailer > room) return LO_ERROR_TOO_LARGE;
    if (lo_header_read(&header, packet, length + trailer) || trailer < TRAILER_FIXED || !is_data(header.kind))
        return LO_ERROR_ARGUMENT;
    known_view *known = lo_c_find_view(crypto, header.view);
    int member = known ? lo_c_find_member(known, header.sender) : -1;
    if (member < 0) return LO_ERROR_UNKNOWN;
    sender *maker = lo_c_sender(crypto, known, (uint32_t)member);
    if (!maker) return LO_ERROR_MEMORY;
    uint8_t bound[LO_HEADER_BYTES + 2], nonce[LO_AEAD_NONCE], tag[LO_AEAD_TAG], saved[LO_CRYPTO_MAX_TRAILER];
    memcpy(saved, kept, trailer); /* It may overlap the output. */
    bind_header(bound, packet, saved[0], saved[1]);
    make_nonce(nonce, &header);
    int error = lo_aead_seal(&maker->data, saved[0], nonce, bound, sizeof bound, packet + LO_HEADER_BYTES,
                             length - LO_HEADER_BYTES, out + LO_HEADER_BYTES, tag);
    if (error) return error;
    if (memcmp(tag, saved + 2, LO_AEAD_TAG) != 0) return LO_ERROR_FORGED; /* Not the bytes that were received. */
    if (out != packet) memcpy(out, packet, LO_HEADER_BYTES);
    memcpy(out + length, saved, trailer);
    crypto->counts.sealed++;
    return (int)(length + trailer);
}

/* ---- Opening --------------------------------------------------------------------------- */

static int refuse(uint64_t *count, int error) {
    (*count)++;
    return error;
}

static bool check_signature(lo_crypto *crypto, peer *p, const uint8_t *proof, const uint8_t digest[32]) {
    uint8_t root[LO_MERKLE_NODE], context[8];
    if (lo_merkle_root(proof, digest, root) != LO_OK) return false;
    const uint8_t *signature = lo_merkle_signature(proof);
    for (uint32_t i = 0; i < 4; i++)
        if (memcmp(p->verified[i].root, root, sizeof root) == 0 && memcmp(p->verified[i].signature, signature, 64) == 0)
            return true;
    crypto->counts.signatures_checked++;
    size_t length = signed_context(crypto, p->number, context);
    if (!lo_merkle_verify(signature, root, lo_merkle_count(proof), p->public_key, context, length)) return false;
    memcpy(p->verified[p->verified_next].root, root, sizeof root);
    memcpy(p->verified[p->verified_next].signature, signature, 64);
    p->verified_next = (p->verified_next + 1) % 4;
    return true;
}

static bool check_mac(lo_crypto *crypto, peer *p, const uint8_t *mac, const subject *s) {
    uint8_t right[LO_PAIR_TAG];
    if (!lo_c_agree(crypto, p)) return false;
    make_mac(right, &p->receive_key, s);
    return sodium_memcmp(right, mac, sizeof right) == 0;
}

/* The MAC for this node in a packet to a region; NULL if there is none. */
static const uint8_t *own_mac(const known_view *known, const lo_header *header, const uint8_t *proof, size_t length) {
    const lo_region *region = small_region(known, header->region);
    int position = region ? lo_region_find_member(region, known->view->self) : -1;
    if (position < 0 || length != region->member_count * LO_PAIR_TAG) return NULL;
    return proof + (uint32_t)position * LO_PAIR_TAG;
}

static bool check_proof(lo_crypto *crypto, known_view *known, const lo_header *header, peer *p, const uint8_t *trailer,
                        const subject *s) {
    const uint8_t *proof = trailer + TRAILER_FIXED;
    size_t length = header->trailer - TRAILER_FIXED;
    if (trailer[1] == PROOF_SIGNED) return length == LO_SIGNED_PROOF && check_signature(crypto, p, proof, s->digest);
    if (trailer[1] == PROOF_ONE) return length == LO_PAIR_TAG && check_mac(crypto, p, proof, s);
    const uint8_t *mac = trailer[1] == PROOF_MACS ? own_mac(known, header, proof, length) : NULL;
    return mac && check_mac(crypto, p, mac, s);
}

static int open_member(lo_crypto *crypto, const lo_header *header, uint8_t *packet, size_t body_length) {
    lo_crypto_counts *counts = &crypto->counts;
    known_view *known = lo_c_find_view(crypto, header->view);
    if (!known) return refuse(&counts->unknown_view, LO_ERROR_UNKNOWN);
    int member = lo_c_find_member(known, header->sender);
    if (member < 0) return refuse(&counts->unknown_sender, LO_ERROR_UNKNOWN);
    sender *maker = lo_c_sender(crypto, known, (uint32_t)member);
    peer *p = lo_c_peer(crypto, known, (uint32_t)member);
    if (!maker || !p) return LO_ERROR_MEMORY;
    bool counted = !is_data(header->kind);
    if (counted && !lo_replay_fresh(&p->replay, header->number)) return refuse(&counts->replayed, LO_ERROR_REPLAYED);
    uint8_t bound[LO_HEADER_BYTES + 2], nonce[LO_AEAD_NONCE];
    uint8_t *body = packet + LO_HEADER_BYTES, *trailer = body + body_length;
    bind_header(bound, packet, trailer[0], trailer[1]);
    make_nonce(nonce, header);
    if (lo_aead_open(counted ? &maker->control : &maker->data, trailer[0], nonce, bound, sizeof bound, body, body_length,
                     trailer + 2, body) != LO_OK)
        return refuse(&counts->intruders, LO_ERROR_FORGED);
    subject s = subject_of(trailer[0], trailer[1], maker->digest_key, bound, body, body_length);
    if (!check_proof(crypto, known, header, p, trailer, &s)) return refuse(&counts->forged, LO_ERROR_FORGED);
    if (counted) lo_replay_take(&p->replay, header->number);
    memcpy(crypto->signer, p->public_key, 32);
    return LO_OK;
}

static int open_hello(lo_crypto *crypto, const lo_header *header, uint8_t *packet, size_t body_length, lo_time now) {
    lo_crypto_counts *counts = &crypto->counts;
    uint8_t *body = packet + LO_HEADER_BYTES, *trailer = body + body_length, *proof = trailer + TRAILER_FIXED;
    if (header->trailer != TRAILER_FIXED + HELLO_PROOF || trailer[1] != PROOF_HELLO)
        return refuse(&counts->malformed, LO_ERROR_MALFORMED);
    uint8_t bound[LO_HEADER_BYTES + 2], nonce[LO_AEAD_NONCE], digest[32], digest_key[32];
    lo_aead aead;
    lo_c_hello_keys(crypto, proof, proof + 32, &aead, digest_key);
    bind_header(bound, packet, trailer[0], trailer[1]);
    make_nonce(nonce, header);
    int error = lo_aead_open(&aead, trailer[0], nonce, bound, sizeof bound, body, body_length, trailer + 2, body);
    if (error) return refuse(&counts->intruders, LO_ERROR_FORGED);
    known_view *newest = crypto->view_count ? &crypto->views[crypto->newest] : NULL;
    int member = newest ? lo_c_find_member(newest, header->sender) : -1;
    lo_replay *replay = NULL;
    if (member >= 0) { /* A member number is bound to one key. */
        const lo_member *m = &newest->view->members[member];
        if (memcmp(m->public_key, proof, 32) != 0) return refuse(&counts->forged, LO_ERROR_FORGED);
        peer *p = memcmp(m->salt, proof + 32, 16) == 0 ? lo_c_peer(crypto, newest, (uint32_t)member) : NULL;
        replay = p ? &p->replay : NULL;
    }
    if (!replay) replay = lo_c_stranger(crypto, proof, proof + 32, now);
    if (!lo_replay_fresh(replay, header->number)) return refuse(&counts->replayed, LO_ERROR_REPLAYED);
    digest_packet(digest, digest_key, bound, body, body_length);
    counts->signatures_checked++;
    if (crypto_sign_verify_detached(proof + 48, digest, sizeof digest, proof) != 0)
        return refuse(&counts->forged, LO_ERROR_FORGED);
    lo_replay_take(replay, header->number);
    memcpy(crypto->signer, proof, 32);
    return LO_OK;
}

int lo_crypto_open(lo_crypto *crypto, uint8_t *packet, size_t length, lo_time now, const uint8_t **signer) {
    lo_header header;
    int error = lo_header_read(&header, packet, length);
    if (error || header.scope != crypto->config.scope || header.trailer < TRAILER_FIXED ||
        header.trailer > LO_CRYPTO_MAX_TRAILER || length < LO_HEADER_BYTES + (size_t)header.trailer)
        return refuse(&crypto->counts.malformed, error ? error : LO_ERROR_MALFORMED);
    size_t body_length = length - LO_HEADER_BYTES - header.trailer;
    error = is_hello(header.kind) ? open_hello(crypto, &header, packet, body_length, now)
                                  : open_member(crypto, &header, packet, body_length);
    if (error) return error;
    crypto->counts.opened++;
    if (signer) *signer = crypto->signer;
    return (int)(LO_HEADER_BYTES + body_length);
}

void lo_crypto_read_counts(const lo_crypto *crypto, lo_crypto_counts *counts) { *counts = crypto->counts; }

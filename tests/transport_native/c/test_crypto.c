// SPDX-License-Identifier: BSD-3-Clause
/* Sealing and opening: valid packets pass, all others are rejected and counted.
 *
 *     test_crypto            the tests
 *     test_crypto timing     microseconds per batch of 60 KB */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "lo_aead.h"
#include "lo_crypto.h"
#include "lo_digest.h"
#include "lo_merkle.h"
#include "lo_regions.h"
#include "lo_replay.h"

#define MOST 40u

typedef struct party {
    lo_memory memory;
    lo_crypto *crypto;
    lo_view *view;
} party;

typedef struct scene {
    uint32_t count;
    lo_identity identities[MOST];
    lo_member members[MOST];
    party parties[MOST];
    uint64_t number;
} scene;

static const uint8_t SCOPE_KEY[32] = "a key that all of us share";

static lo_view *make_view(scene *s, party *p, uint32_t self, uint32_t count, uint64_t number, const uint8_t key[32]) {
    uint16_t everyone[MOST];
    for (uint32_t i = 0; i < count; i++) everyone[i] = (uint16_t)i;
    lo_id group = {{1}};
    lo_policy policy = {0};
    const uint16_t *sets[] = {everyone};
    lo_regions_input input = {.member_count = count, .members = s->members, .group_count = 1, .group_ids = &group,
                              .policies = &policy, .member_counts = &count, .group_members = sets};
    lo_view *view = NULL;
    assert(lo_regions_build(&input, &p->memory, number, self, 0, &view) == LO_OK);
    memcpy(view->key, key, 32);
    return view;
}

static void set_view(scene *s, uint32_t first, uint32_t count, uint64_t number, const uint8_t key[32]) {
    for (uint32_t i = first; i < count; i++) {
        party *p = &s->parties[i];
        if (p->view) lo_view_release(p->view);
        p->view = make_view(s, p, i, count, number, key);
        assert(lo_crypto_set_view(p->crypto, p->view, 0) == LO_OK);
    }
    s->number = number;
}

static scene *start(uint32_t count, bool forbid_aes) {
    scene *s = calloc(1, sizeof *s);
    s->count = count;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t seed[32] = {(uint8_t)i, 7};
        assert(lo_identity_from_seed(&s->identities[i], seed) == LO_OK);
        s->members[i] = (lo_member){.number = 100 + i, .id = lo_identity_node_id(s->identities[i].public_key)};
        memcpy(s->members[i].public_key, s->identities[i].public_key, 32);
        randombytes_buf(s->members[i].salt, 16);
        lo_memory_init(&s->parties[i].memory, 64u << 20);
        lo_crypto_config config = {.scope = 5, .identity = s->identities[i], .number = 100 + i, .forbid_aes = forbid_aes};
        memcpy(config.scope_key, SCOPE_KEY, 32);
        memcpy(config.salt, s->members[i].salt, 16);
        s->parties[i].crypto = lo_crypto_create(&config, &s->parties[i].memory);
        assert(s->parties[i].crypto);
    }
    uint8_t key[32] = {9};
    set_view(s, 0, count, 0x1000001, key);
    return s;
}

static void stop(scene *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->parties[i].view) lo_view_release(s->parties[i].view);
        lo_crypto_destroy(s->parties[i].crypto);
        assert(s->parties[i].memory.used == 0);
    }
    free(s);
}

/* Writes header and body; returns the length without the trailer. */
static size_t write_packet(scene *s, uint32_t from, uint8_t kind, uint64_t number, uint32_t recipient, size_t body,
                           uint8_t *out) {
    lo_header header = {.kind = kind, .scope = 5, .sender = 100 + from, .view = s->number, .number = number};
    header.trailer = (uint16_t)lo_crypto_trailer(s->parties[from].crypto, &header, recipient);
    assert(header.trailer <= LO_CRYPTO_MAX_TRAILER);
    lo_header_write(&header, out);
    for (size_t i = 0; i < body; i++) out[LO_HEADER_BYTES + i] = (uint8_t)(i * 7 + number);
    return LO_HEADER_BYTES + body;
}

static int seal(scene *s, uint32_t from, uint8_t kind, uint64_t number, uint32_t recipient, size_t body, uint8_t *out) {
    size_t length = write_packet(s, from, kind, number, recipient, body, out);
    int sealed = lo_crypto_seal(s->parties[from].crypto, out, length, recipient, out, LO_MAX_PACKET);
    assert(sealed > (int)length && lo_crypto_sign(s->parties[from].crypto) == LO_OK);
    return sealed;
}

static int try_open(scene *s, uint32_t to, const uint8_t *packet, int length, uint8_t *copy) {
    memcpy(copy, packet, (size_t)length);
    return lo_crypto_open(s->parties[to].crypto, copy, (size_t)length, 1, NULL);
}

static lo_crypto_counts counts(scene *s, uint32_t who) {
    lo_crypto_counts c;
    lo_crypto_read_counts(s->parties[who].crypto, &c);
    return c;
}

static uint8_t a[LO_MAX_PACKET], b[LO_MAX_PACKET], c[LO_MAX_PACKET];

static void test_round_trip(uint32_t members, bool forbid_aes) {
    scene *s = start(members, forbid_aes);
    size_t sizes[] = {0, 1, 100, 1300, 9000, 60000};
    uint64_t number = 0;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint8_t kinds[] = {LO_PACKET_DATA, LO_PACKET_TOKEN, LO_PACKET_ACK, LO_PACKET_MEMBERSHIP + 2};
        for (unsigned k = 0; k < sizeof kinds; k++) {
            number++;
            uint32_t recipient = kinds[k] == LO_PACKET_ACK ? 101 : 0;
            size_t plain = write_packet(s, 0, kinds[k], number, recipient, sizes[i], c);
            int length = seal(s, 0, kinds[k], number, recipient, sizes[i], a);
            assert(sizes[i] < 16 || memcmp(a + LO_HEADER_BYTES, c + LO_HEADER_BYTES, sizes[i]) != 0);
            assert(try_open(s, 1, a, length, b) == (int)plain && memcmp(b, c, plain) == 0);
            bool to_many = recipient == 0;
            if (members > 2) assert((try_open(s, 2, a, length, b) == (int)plain) == to_many);
        }
    }
    assert(counts(s, 1).intruders == 0 && counts(s, 1).forged == 0 && counts(s, 1).opened == number);
    stop(s);
}

/* Every single bit of a sealed packet matters. */
static void test_alteration(uint32_t members, uint8_t kind) {
    scene *s = start(members, false);
    int length = seal(s, 0, kind, 1, 0, 40, a);
    uint64_t refused = 0;
    int trailer = lo_load16(a + 2);
    for (int bit = 0; bit < length * 8; bit++) {
        memcpy(c, a, (size_t)length);
        c[bit / 8] ^= (uint8_t)(1 << (bit % 8));
        int result = try_open(s, 1, c, length, b);
        /* The MACs for others and the unused end of a path are not checked by this node. */
        bool others = bit / 8 >= length - trailer + 18 && !(kind >= LO_PACKET_MEMBERSHIP);
        assert(result < 0 || others);
        refused += result < 0;
    }
    lo_crypto_counts n = counts(s, 1);
    assert(n.intruders + n.forged + n.malformed + n.unknown_sender + n.unknown_view + n.replayed >= refused - 8 * 8);
    assert(n.intruders > 0 && n.forged > 0);
    for (int truncated = 0; truncated < length; truncated++) assert(try_open(s, 1, a, truncated, b) < 0);
    assert(try_open(s, 1, a, length, b) > 0 || kind != LO_PACKET_DATA);
    stop(s);
}

static void test_intruder(void) {
    scene *s = start(3, false);
    scene *outside = start(3, false); /* The same members and numbers, but another key. */
    uint8_t other_key[32] = "not the key of the scope";
    lo_crypto_destroy(outside->parties[0].crypto);
    lo_crypto_config config = {.scope = 5, .identity = s->identities[0], .number = 100};
    memcpy(config.scope_key, other_key, 32);
    memcpy(config.salt, s->members[0].salt, 16);
    outside->parties[0].crypto = lo_crypto_create(&config, &outside->parties[0].memory);
    assert(lo_crypto_set_view(outside->parties[0].crypto, outside->parties[0].view, 0) == LO_OK);
    for (uint8_t kind = LO_PACKET_DATA; kind <= LO_PACKET_MEMBERSHIP; kind += LO_PACKET_MEMBERSHIP - LO_PACKET_DATA) {
        int length = seal(outside, 0, kind, 1, 0, 100, a);
        assert(try_open(s, 1, a, length, b) == LO_ERROR_FORGED);
    }
    assert(counts(s, 1).intruders == 2);
    stop(outside);
    stop(s);
}

/* Member 2 knows every key of the scope and sends in the name of member 0. */
static void test_forgery(uint32_t members) {
    scene *s = start(members, false);
    party *forger = &s->parties[2];
    lo_crypto_destroy(forger->crypto);
    lo_crypto_config config = {.scope = 5, .identity = s->identities[2], .number = 100}; /* Not its number. */
    memcpy(config.scope_key, SCOPE_KEY, 32);
    memcpy(config.salt, s->members[0].salt, 16);
    forger->crypto = lo_crypto_create(&config, &forger->memory);
    lo_view *view = make_view(s, forger, 0, members, s->number, s->parties[0].view->key); /* It claims to be member 0. */
    assert(lo_crypto_set_view(forger->crypto, view, 0) == LO_OK);
    uint8_t kinds[] = {LO_PACKET_DATA, LO_PACKET_TOKEN, LO_PACKET_MEMBERSHIP + 3};
    for (unsigned k = 0; k < sizeof kinds; k++) {
        lo_header header = {.kind = kinds[k], .scope = 5, .sender = 100, .view = s->number, .number = 1 + k};
        header.trailer = (uint16_t)lo_crypto_trailer(forger->crypto, &header, 0);
        lo_header_write(&header, a);
        memset(a + LO_HEADER_BYTES, 'x', 50);
        int length = lo_crypto_seal(forger->crypto, a, LO_HEADER_BYTES + 50, 0, a, sizeof a);
        assert(length > 0 && lo_crypto_sign(forger->crypto) == LO_OK);
        assert(try_open(s, 1, a, length, b) == LO_ERROR_FORGED);
    }
    assert(counts(s, 1).forged == 3);
    /* A real packet whose proof is attached to other content. */
    int length = seal(s, 0, LO_PACKET_DATA, 9, 0, 50, a);
    size_t plain = write_packet(s, 0, LO_PACKET_DATA, 9, 0, 50, c);
    memset(c + LO_HEADER_BYTES, 'y', 50);
    int forged = lo_crypto_seal(forger->crypto, c, plain, 0, c, sizeof c); /* The right tag for the wrong content, */
    assert(forged == length && lo_crypto_sign(forger->crypto) == LO_OK);
    memcpy(c + plain + 18, a + plain + 18, (size_t)length - plain - 18);   /* with the true proof. */
    assert(try_open(s, 1, c, length, b) == LO_ERROR_FORGED && counts(s, 1).forged == 4);
    lo_view_release(view);
    stop(s);
}

static void test_replay(void) {
    scene *s = start(4, false);
    int length = seal(s, 0, LO_PACKET_TOKEN, 10, 0, 30, a);
    assert(try_open(s, 1, a, length, b) > 0);
    assert(try_open(s, 1, a, length, b) == LO_ERROR_REPLAYED);
    length = seal(s, 0, LO_PACKET_TOKEN, 9, 0, 30, a); /* Late, but new. */
    assert(try_open(s, 1, a, length, b) > 0 && try_open(s, 1, a, length, b) == LO_ERROR_REPLAYED);
    length = seal(s, 0, LO_PACKET_MEMBERSHIP, 11, 0, 30, a);
    assert(try_open(s, 1, a, length, b) > 0 && try_open(s, 1, a, length, b) == LO_ERROR_REPLAYED);
    int old = seal(s, 0, LO_PACKET_TOKEN, 12, 0, 30, c);
    length = seal(s, 0, LO_PACKET_TOKEN, 12 + LO_REPLAY_BITS, 0, 30, a);
    assert(try_open(s, 1, a, length, b) > 0 && try_open(s, 1, c, old, b) == LO_ERROR_REPLAYED);
    uint8_t key[32] = {9};
    set_view(s, 0, 4, 0x2000001, key); /* The window survives a change of view. */
    length = seal(s, 0, LO_PACKET_TOKEN, 11, 0, 30, a);
    assert(try_open(s, 1, a, length, b) == LO_ERROR_REPLAYED);
    assert(counts(s, 1).replayed == 5);
    stop(s);
}

static void test_replay_window(void) {
    lo_replay window = {0};
    static bool taken[20000];
    uint64_t random = 1, highest = 0;
    for (int i = 0; i < 200000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t number = 1 + lo_min64(highest + (random >> 57), 19990) - lo_min64(highest, (random >> 33) % 5000);
        bool fresh = number + LO_REPLAY_BITS > highest && !taken[number];
        assert(lo_replay_fresh(&window, number) == fresh);
        if (!fresh) continue;
        lo_replay_take(&window, number);
        taken[number] = true;
        highest = lo_max64(highest, number);
    }
    assert(!lo_replay_fresh(&window, 0) && highest > 10000);
}

/* A third member retransmits: the bytes are the sender's, and they pass. */
static void test_retransmission(uint32_t members) {
    scene *s = start(members, false);
    int length = seal(s, 0, LO_PACKET_DATA, 77, 0, 500, a);
    int plain = try_open(s, 1, a, length, b);
    assert(plain > 0);
    int again = lo_crypto_seal_again(s->parties[1].crypto, b, (size_t)plain, b + plain, c, sizeof c);
    assert(again == length && memcmp(a, c, (size_t)length) == 0);
    assert(try_open(s, 2, c, again, a) == plain);
    b[LO_HEADER_BYTES] ^= 1; /* It cannot alter what it retransmits. */
    assert(lo_crypto_seal_again(s->parties[1].crypto, b, (size_t)plain, b + plain, c, sizeof c) == LO_ERROR_FORGED);
    stop(s);
}

/* Member 3 is removed: it keeps all it knew, and cannot read what follows. */
static void test_rekey(void) {
    scene *s = start(4, false);
    int length = seal(s, 0, LO_PACKET_DATA, 1, 0, 100, a);
    assert(try_open(s, 3, a, length, b) > 0);
    uint8_t fresh[32];
    randombytes_buf(fresh, 32);
    int old_length = seal(s, 0, LO_PACKET_DATA, 2, 0, 100, c);
    set_view(s, 0, 3, 0x2000001, fresh);
    length = seal(s, 0, LO_PACKET_DATA, 1, 0, 100, a);
    assert(try_open(s, 1, a, length, b) > 0);
    assert(try_open(s, 1, c, old_length, b) > 0); /* The old view drains. */
    assert(try_open(s, 3, a, length, b) == LO_ERROR_UNKNOWN && counts(s, 3).unknown_view == 1);
    lo_view *guess = make_view(s, &s->parties[3], 0, 3, 0x2000001, s->parties[3].view->key); /* With the old key. */
    assert(lo_crypto_set_view(s->parties[3].crypto, guess, 0) == LO_OK);
    assert(try_open(s, 3, a, length, b) == LO_ERROR_FORGED && counts(s, 3).intruders == 1);
    lo_view_release(guess);
    stop(s);
}

static void test_batches(void) {
    scene *s = start(20, false);
    enum { PACKETS = 150 };
    static uint8_t packets[PACKETS][400];
    int lengths[PACKETS];
    for (int i = 0; i < PACKETS; i++) {
        size_t plain = write_packet(s, 0, LO_PACKET_DATA, (uint64_t)i + 1, 0, 100, packets[i]);
        lengths[i] = lo_crypto_seal(s->parties[0].crypto, packets[i], plain, 0, packets[i], sizeof packets[i]);
        assert(lengths[i] > 0);
    }
    assert(lo_crypto_sign(s->parties[0].crypto) == LO_OK);
    for (int i = PACKETS; i-- > 0;) assert(try_open(s, 7, packets[i], lengths[i], b) > 0); /* In any order. */
    assert(counts(s, 0).signatures_made == 3 && counts(s, 7).signatures_checked == 3);
    stop(s);
}

static void test_trees(void) {
    lo_identity identity;
    uint8_t seed[32] = {3}, proofs[LO_MERKLE_LEAVES][LO_SIGNED_PROOF], root[LO_MERKLE_NODE], first[LO_MERKLE_NODE];
    uint8_t *pointers[LO_MERKLE_LEAVES];
    lo_identity_from_seed(&identity, seed);
    for (uint32_t count = 1; count <= LO_MERKLE_LEAVES; count++) {
        lo_merkle tree = {.count = count};
        for (uint32_t i = 0; i < count; i++) {
            randombytes_buf(tree.digests[i], 32);
            pointers[i] = proofs[i];
        }
        lo_merkle_sign(&tree, &identity, (const uint8_t *)"context", 7, pointers);
        for (uint32_t i = 0; i < count; i++) {
            assert(lo_merkle_root(proofs[i], tree.digests[i], root) == LO_OK);
            if (i == 0) memcpy(first, root, sizeof root);
            assert(memcmp(first, root, sizeof root) == 0 && lo_merkle_count(proofs[i]) == count);
            assert(lo_merkle_root(proofs[i], tree.digests[(i + 1) % count], root) == LO_OK);
            assert(count == 1 || memcmp(first, root, sizeof root) != 0);
        }
        assert(lo_merkle_verify(lo_merkle_signature(proofs[0]), first, (uint8_t)count, identity.public_key, (const uint8_t *)"context", 7));
        assert(!lo_merkle_verify(lo_merkle_signature(proofs[0]), first, (uint8_t)count, identity.public_key, (const uint8_t *)"kontext", 7));
    }
}

/* The portable code is the reference of the digest; flipped bits must change the result. */
static void test_digest(void) {
    static uint8_t data[70000];
    uint8_t one[32], two[32];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * i >> 3);
    for (size_t length = 0; length < sizeof data; length += 1 + length / 7) {
        lo_digest(one, data, length);
        lo_digest_portable(two, data, length);
        assert(memcmp(one, two, 32) == 0);
        if (length == 0) continue;
        data[length / 2] ^= 4;
        lo_digest(two, data, length);
        assert(memcmp(one, two, 32) != 0);
        data[length / 2] ^= 4;
        lo_digest(two, data, length - 1);
        assert(memcmp(one, two, 32) != 0);
    }
}

static double microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void measure(uint32_t members, bool forbid_aes, size_t body, uint32_t packets) {
    scene *s = start(members, forbid_aes);
    uint8_t *sealed = malloc(packets * (size_t)LO_MAX_PACKET), *copy = malloc(packets * (size_t)LO_MAX_PACKET);
    size_t stride = body + 400;
    double best_seal = 1e9, best_open = 1e9;
    int length = 0;
    for (uint64_t round = 0; round < 60; round++) {
        for (uint32_t i = 0; i < packets; i++) write_packet(s, 0, LO_PACKET_DATA, round * packets + i + 1, 0, body, sealed + i * stride);
        double before = microseconds();
        for (uint32_t i = 0; i < packets; i++)
            length = lo_crypto_seal(s->parties[0].crypto, sealed + i * stride, LO_HEADER_BYTES + body, 0, sealed + i * stride, stride);
        lo_crypto_sign(s->parties[0].crypto);
        double middle = microseconds();
        memcpy(copy, sealed, packets * stride);
        double after = microseconds();
        for (uint32_t i = 0; i < packets; i++)
            assert(lo_crypto_open(s->parties[1].crypto, copy + i * stride, (size_t)length, 1, NULL) > 0);
        double end = microseconds();
        if (middle - before < best_seal) best_seal = middle - before;
        if (end - after < best_open) best_open = end - after;
    }
    printf("%-20s %2u members, %2u x %5zu bytes: seal %6.1f us, open %6.1f us, trailer %d bytes\n",
           forbid_aes ? "XChaCha20-Poly1305" : "AES-256-GCM", members, packets, body, best_seal, best_open,
           length - (int)(LO_HEADER_BYTES + body));
    free(sealed);
    free(copy);
    stop(s);
}

int main(int argument_count, char **arguments) {
    assert(sodium_init() >= 0);
    if (argument_count > 1 && strcmp(arguments[1], "timing") == 0) {
        for (int forbid = 0; forbid < 2; forbid++) {
            measure(5, forbid, 60000, 1);
            measure(9, forbid, 60000, 1);
            measure(5, forbid, 1300, 46);
            measure(30, forbid, 60000, 1);
            measure(30, forbid, 1300, 46);
        }
        return 0;
    }
    test_digest();
    test_trees();
    test_replay_window();
    for (int forbid = 0; forbid < 2; forbid++) {
        test_round_trip(2, forbid);
        test_round_trip(5, forbid);
        test_round_trip(30, forbid);
    }
    test_alteration(2, LO_PACKET_DATA);
    test_alteration(20, LO_PACKET_DATA);
    test_alteration(2, LO_PACKET_MEMBERSHIP + 1);
    test_intruder();
    test_forgery(4);
    test_forgery(20);
    test_replay();
    test_retransmission(4);
    test_retransmission(20);
    test_rekey();
    test_batches();
    return 0;
}

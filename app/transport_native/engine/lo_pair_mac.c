// SPDX-License-Identifier: BSD-3-Clause
#include "lo_pair_mac.h"

#include <sodium.h>

#include "lo_aead.h"
#include "lo_wire.h"

#define LONGEST_HEADER 64u

void lo_pair_mac_set_key(lo_pair_mac_key *key, const uint8_t seed[32]) {
    static const uint8_t nonce[crypto_stream_chacha20_NONCEBYTES] = {0};
    crypto_stream_chacha20((uint8_t *)key, sizeof *key, nonce, seed);
}

/* ---- Portable reference ---------------------------------------------------------------- */

typedef struct wide_word {
    uint64_t low, high;
} wide_word;

static wide_word plain_product(uint64_t a, uint64_t b) {
    wide_word sum = {0, 0};
    for (unsigned bit = 0; bit < 64; bit++) {
        uint64_t take = 0 - (b >> bit & 1);
        sum.low ^= take & (a << bit);
        if (bit) sum.high ^= take & (a >> (64 - bit));
    }
    return sum;
}

/* a·b·x^-128 modulo x^128 + x^127 + x^126 + x^121 + 1, bit by bit. */
static wide_word plain_multiply(wide_word a, wide_word b) {
    wide_word sum = {0, 0};
    for (unsigned bit = 0; bit < 128; bit++) {
        uint64_t take = 0 - ((bit < 64 ? b.low >> bit : b.high >> (bit - 64)) & 1);
        sum.low ^= take & a.low;
        sum.high ^= take & a.high;
        uint64_t out = 0 - (sum.low & 1); /* Divide by x. */
        sum.low = sum.low >> 1 | sum.high << 63;
        sum.high = sum.high >> 1 ^ (out & 0xe100000000000000u);
    }
    return sum;
}

static void hash_plain(uint8_t out[16], const lo_pair_mac_key *key, const uint8_t *body, size_t length) {
    wide_word hash = {0, 0}, point = {lo_load64(key->point), lo_load64(key->point + 8)};
    while (length) {
        size_t part = length < LO_PAIR_BLOCK ? length : LO_PAIR_BLOCK;
        uint8_t block[LO_PAIR_BLOCK] = {0};
        memcpy(block, body, part);
        for (size_t at = 0; at < part; at += 16) {
            wide_word p = plain_product(lo_load64(block + at) ^ lo_load64(key->block + at),
                                        lo_load64(block + at + 8) ^ lo_load64(key->block + at + 8));
            hash.low ^= p.low;
            hash.high ^= p.high;
        }
        hash = plain_multiply(hash, point);
        body += part;
        length -= part;
    }
    lo_store64(out, hash.low);
    lo_store64(out + 8, hash.high);
}

#if defined(__x86_64__)
#include "lo_clmul.h"

bool lo_pair_mac_available(void) { return __builtin_cpu_supports("sse4.1") && __builtin_cpu_supports("pclmul"); }

/* ---- 16 bytes at a time ---------------------------------------------------------------- */

#define NARROW __attribute__((target("sse4.1,pclmul")))

/* Adds the key to both 8-byte halves and multiplies them with each other. */
NARROW static inline __attribute__((always_inline)) __m128i dot(const uint8_t *key, __m128i data) {
    __m128i mixed = _mm_xor_si128(lo_clmul_load(key), data);
    return _mm_clmulepi64_si128(mixed, mixed, 0x10);
}

NARROW static inline __attribute__((always_inline)) __m128i dot_bytes(const uint8_t *key, const uint8_t *bytes,
                                                                     size_t length, __m128i sum) {
    for (; length >= 16; key += 16, bytes += 16, length -= 16) sum = _mm_xor_si128(sum, dot(key, lo_clmul_load(bytes)));
    if (length) {
        uint8_t last[16] = {0};
        memcpy(last, bytes, length);
        sum = _mm_xor_si128(sum, dot(key, lo_clmul_load(last)));
    }
    return sum;
}

NARROW static void hash_narrow(uint8_t out[16], const lo_pair_mac_key *key, const uint8_t *body, size_t length) {
    __m128i hash = _mm_setzero_si128(), point = lo_clmul_load(key->point);
    for (; length; body += LO_PAIR_BLOCK) {
        size_t part = length < LO_PAIR_BLOCK ? length : LO_PAIR_BLOCK;
        hash = lo_clmul_multiply(dot_bytes(key->block, body, part, hash), point);
        length -= part;
    }
    lo_clmul_store(out, hash);
}

/* ---- 128 bytes at a time, four sums in parallel ---------------------------------------- */

#define WIDE __attribute__((target("avx2,pclmul,vpclmulqdq")))

WIDE static inline __attribute__((always_inline)) __m256i dot_two(const uint8_t *key, const uint8_t *bytes) {
    __m256i mixed = _mm256_xor_si256(_mm256_loadu_si256((const __m256i *)(const void *)key),
                                     _mm256_loadu_si256((const __m256i *)(const void *)bytes));
    return _mm256_clmulepi64_epi128(mixed, mixed, 0x10);
}

WIDE static void hash_wide(uint8_t out[16], const lo_pair_mac_key *key, const uint8_t *body, size_t length) {
    __m128i hash = _mm_setzero_si128(), point = lo_clmul_load(key->point);
    for (; length >= LO_PAIR_BLOCK; body += LO_PAIR_BLOCK, length -= LO_PAIR_BLOCK) {
        __m256i a = _mm256_zextsi128_si256(hash), b = _mm256_setzero_si256(), c = b, d = b;
        for (size_t at = 0; at < LO_PAIR_BLOCK; at += 128) {
            a = _mm256_xor_si256(a, dot_two(key->block + at, body + at));
            b = _mm256_xor_si256(b, dot_two(key->block + at + 32, body + at + 32));
            c = _mm256_xor_si256(c, dot_two(key->block + at + 64, body + at + 64));
            d = _mm256_xor_si256(d, dot_two(key->block + at + 96, body + at + 96));
        }
        a = _mm256_xor_si256(_mm256_xor_si256(a, b), _mm256_xor_si256(c, d));
        __m128i sum = _mm_xor_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256(a, 1));
        hash = lo_clmul_multiply(sum, point);
    }
    if (length) hash = lo_clmul_multiply(dot_bytes(key->block, body, length, hash), point);
    lo_clmul_store(out, hash);
}

void lo_pair_mac_hash(uint8_t out[16], const lo_pair_mac_key *key, const uint8_t *body, size_t length, int how) {
    if (how == LO_PAIR_PLAIN) hash_plain(out, key, body, length);
    else if (how == LO_PAIR_BEST && lo_aead_has_wide_aes()) hash_wide(out, key, body, length);
    else hash_narrow(out, key, body, length);
}

#else

bool lo_pair_mac_available(void) { return true; }
void lo_pair_mac_hash(uint8_t out[16], const lo_pair_mac_key *key, const uint8_t *body, size_t length, int how) {
    (void)how;
    hash_plain(out, key, body, length);
}

#endif

void lo_pair_mac_tag(uint8_t out[LO_PAIR_TAG], const lo_pair_mac_key *key, const uint8_t *header, size_t header_length,
                     const uint8_t *body, size_t length) {
    uint8_t input[16 + 8 + LONGEST_HEADER];
    assert(header_length <= LONGEST_HEADER);
    lo_pair_mac_hash(input, key, body, length, LO_PAIR_BEST);
    lo_store64(input + 16, length);
    memcpy(input + 24, header, header_length);
    crypto_shorthash_siphash24(out, input, 24 + header_length, key->last);
}

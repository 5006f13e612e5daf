// SPDX-License-Identifier: BSD-3-Clause
#include "lo_gcm.h"

#include <sodium.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include "lo_clmul.h"

#define WIDE __attribute__((target("avx2,aes,pclmul,vaes,vpclmulqdq")))
#define INLINE static inline __attribute__((always_inline)) WIDE
#define UNROLL _Pragma("GCC unroll 16")
#define STEP 256u /* Sixteen blocks per step keep the execution units busy. */
#define LONG_STEP 512u

bool lo_gcm_available(void) {
    unsigned a, b, c, d; /* Not every compiler has builtins for these two. */
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("aes") || !__builtin_cpu_supports("pclmul")) return false;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (c >> 9 & 1) && (c >> 10 & 1); /* VAES, VPCLMULQDQ. */
}

/* ---- GHASH -------------------------------------------------------------------------------
 * GHASH is computed as POLYVAL (RFC 8452): the same polynomial in a bit order that suits the processor. Blocks are
 * byte-reversed, and the key is multiplied by x beforehand. */

INLINE __m128i reverse(__m128i block) {
    return _mm_shuffle_epi8(block, _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
}

INLINE __m256i load_two(const uint8_t *bytes) { return _mm256_loadu_si256((const __m256i *)(const void *)bytes); }

INLINE __m128i absorb(const lo_gcm *gcm, __m128i hash, __m128i block) {
    return lo_clmul_multiply(_mm_xor_si128(hash, reverse(block)), lo_clmul_load(gcm->powers[31]));
}

/* Absorbs bytes whose last block may be partial. */
INLINE __m128i absorb_bytes(const lo_gcm *gcm, __m128i hash, const uint8_t *bytes, size_t length) {
    for (; length >= 16; bytes += 16, length -= 16) hash = absorb(gcm, hash, lo_clmul_load(bytes));
    if (length) {
        uint8_t last[16] = {0};
        memcpy(last, bytes, length);
        hash = absorb(gcm, hash, lo_clmul_load(last));
    }
    return hash;
}

/* Sixteen blocks with one reduction. */
INLINE __m128i absorb_step(const lo_gcm *gcm, __m128i hash, const __m256i blocks[8]) {
    const __m256i order = _mm256_broadcastsi128_si256(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    __m256i low = _mm256_setzero_si256(), middle = low, high = low;
    UNROLL for (unsigned i = 0; i < 8; i++) {
        __m256i block = _mm256_shuffle_epi8(blocks[i], order);
        if (i == 0) block = _mm256_xor_si256(block, _mm256_zextsi128_si256(hash));
        __m256i power = load_two(gcm->powers[16 + 2 * i]);
        low = _mm256_xor_si256(low, _mm256_clmulepi64_epi128(block, power, 0x00));
        middle = _mm256_xor_si256(middle, _mm256_xor_si256(_mm256_clmulepi64_epi128(block, power, 0x10),
                                                           _mm256_clmulepi64_epi128(block, power, 0x01)));
        high = _mm256_xor_si256(high, _mm256_clmulepi64_epi128(block, power, 0x11));
    }
    lo_product p = {_mm_xor_si128(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1)),
                 _mm_xor_si128(_mm256_castsi256_si128(middle), _mm256_extracti128_si256(middle, 1)),
                 _mm_xor_si128(_mm256_castsi256_si128(high), _mm256_extracti128_si256(high, 1))};
    return lo_clmul_reduce(p);
}

/* ---- The cipher -------------------------------------------------------------------------- */

INLINE __m128i spread(__m128i key) {
    key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
    return _mm_xor_si128(key, _mm_slli_si128(key, 8));
}

INLINE __m128i encrypt_block(const lo_gcm *gcm, __m128i block) {
    block = _mm_xor_si128(block, lo_clmul_load(gcm->round_keys[0]));
    for (unsigned round = 1; round < 14; round++) block = _mm_aesenc_si128(block, lo_clmul_load(gcm->round_keys[round]));
    return _mm_aesenclast_si128(block, lo_clmul_load(gcm->round_keys[14]));
}

WIDE void lo_gcm_set_key(lo_gcm *gcm, const uint8_t key[32]) {
    gcm->widest = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    __m128i even = lo_clmul_load(key), odd = lo_clmul_load(key + 16);
    lo_clmul_store(gcm->round_keys[0], even);
    lo_clmul_store(gcm->round_keys[1], odd);
#define EXPAND_EVEN(round, constant)                                                                       \
    even = _mm_xor_si128(spread(even), _mm_shuffle_epi32(_mm_aeskeygenassist_si128(odd, constant), 0xff)); \
    lo_clmul_store(gcm->round_keys[round], even)
#define EXPAND_ODD(round)                                                                            \
    odd = _mm_xor_si128(spread(odd), _mm_shuffle_epi32(_mm_aeskeygenassist_si128(even, 0), 0xaa)); \
    lo_clmul_store(gcm->round_keys[round], odd)
    EXPAND_EVEN(2, 0x01);
    EXPAND_ODD(3);
    EXPAND_EVEN(4, 0x02);
    EXPAND_ODD(5);
    EXPAND_EVEN(6, 0x04);
    EXPAND_ODD(7);
    EXPAND_EVEN(8, 0x08);
    EXPAND_ODD(9);
    EXPAND_EVEN(10, 0x10);
    EXPAND_ODD(11);
    EXPAND_EVEN(12, 0x20);
    EXPAND_ODD(13);
    EXPAND_EVEN(14, 0x40);
    __m128i hash_key = reverse(encrypt_block(gcm, _mm_setzero_si128()));
    /* Multiplies by x: a shift by one bit, reduced if a bit is carried out. */
    __m128i carry = _mm_srli_epi64(hash_key, 63), fold = _mm_set_epi64x((int64_t)0xc200000000000000u, 1);
    __m128i mask = _mm_sub_epi64(_mm_setzero_si128(), _mm_shuffle_epi32(carry, 0xee)); /* Of the highest bit. */
    hash_key = _mm_or_si128(_mm_slli_epi64(hash_key, 1), _mm_slli_si128(carry, 8));
    hash_key = _mm_xor_si128(hash_key, _mm_and_si128(fold, mask));
    __m128i power = hash_key;
    for (unsigned i = 32; i-- > 0;) {
        lo_clmul_store(gcm->powers[i], power);
        power = lo_clmul_multiply(power, hash_key);
    }
}

/* Counter blocks keep their counter little-endian during counting. */
INLINE __m128i counter_block(const uint8_t nonce[12], uint32_t counter) {
    uint8_t block[16];
    memcpy(block, nonce, 12);
    memcpy(block + 12, &counter, 4);
    return lo_clmul_load(block);
}
INLINE __m128i counter_order(void) { return _mm_set_epi8(12, 13, 14, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0); }

/* Key stream of sixteen blocks; advances the counter. */
INLINE void make_stream(const lo_gcm *gcm, __m256i *counter, __m256i stream[8]) {
    const __m256i order = _mm256_broadcastsi128_si256(counter_order());
    const __m256i two = _mm256_set_epi32(2, 0, 0, 0, 2, 0, 0, 0);
    __m256i key = _mm256_broadcastsi128_si256(lo_clmul_load(gcm->round_keys[0]));
    UNROLL for (unsigned i = 0; i < 8; i++) {
        stream[i] = _mm256_xor_si256(_mm256_shuffle_epi8(*counter, order), key);
        *counter = _mm256_add_epi32(*counter, two);
    }
    UNROLL for (unsigned round = 1; round < 14; round++) {
        key = _mm256_broadcastsi128_si256(lo_clmul_load(gcm->round_keys[round]));
        UNROLL for (unsigned i = 0; i < 8; i++) stream[i] = _mm256_aesenc_epi128(stream[i], key);
    }
    key = _mm256_broadcastsi128_si256(lo_clmul_load(gcm->round_keys[14]));
    UNROLL for (unsigned i = 0; i < 8; i++) stream[i] = _mm256_aesenclast_epi128(stream[i], key);
}

/* Up to fifteen blocks and a partial one, with one reduction: each block is multiplied by the matching power of the
 * key. */
INLINE __m128i absorb_end(const lo_gcm *gcm, __m128i hash, const uint8_t *blocks, size_t count) {
    lo_product sum = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};
    for (size_t i = 0; i < count; i++) {
        __m128i block = reverse(lo_clmul_load(blocks + 16 * i)), power = lo_clmul_load(gcm->powers[32 - count + i]);
        if (i == 0) block = _mm_xor_si128(block, hash);
        sum.low = _mm_xor_si128(sum.low, _mm_clmulepi64_si128(block, power, 0x00));
        sum.middle = _mm_xor_si128(sum.middle, _mm_xor_si128(_mm_clmulepi64_si128(block, power, 0x10),
                                                             _mm_clmulepi64_si128(block, power, 0x01)));
        sum.high = _mm_xor_si128(sum.high, _mm_clmulepi64_si128(block, power, 0x11));
    }
    return lo_clmul_reduce(sum);
}

/* The remainder, less than one step, is processed in a zero-padded buffer. */
INLINE __m128i crypt_end(const lo_gcm *gcm, __m128i hash, __m256i counter, const uint8_t *in, size_t length, uint8_t *out,
                         bool opening) {
    _Alignas(32) uint8_t before[STEP], after[STEP];
    __m256i stream[8];
    size_t blocks = (length + 15) / 16;
    memset(before + 16 * (blocks - 1), 0, 16);
    memcpy(before, in, length);
    make_stream(gcm, &counter, stream);
    for (size_t i = 0; 2 * i < blocks; i++)
        _mm256_store_si256((__m256i *)(void *)(after + 32 * i), _mm256_xor_si256(stream[i], load_two(before + 32 * i)));
    memset(after + length, 0, 16 * blocks - length);
    hash = absorb_end(gcm, hash, opening ? before : after, blocks);
    memcpy(out, after, length);
    return hash;
}

/* ---- 64 bytes per instruction ------------------------------------------------------------ */

#define WIDEST __attribute__((target("avx512f,avx512bw,avx2,aes,pclmul,vaes,vpclmulqdq")))
#define INLINE_WIDEST static inline __attribute__((always_inline)) WIDEST

INLINE_WIDEST __m128i fold(__m512i sum) {
    __m256i half = _mm256_xor_si256(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64(sum, 1));
    return _mm_xor_si128(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

/* Absorbs four of 32 blocks into a sum of products that is reduced when complete. */
INLINE_WIDEST void absorb_part(const lo_gcm *gcm, __m512i sum[3], __m128i hash, const uint8_t *bytes, unsigned part) {
    const __m512i order = _mm512_broadcast_i32x4(_mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    __m512i blocks = _mm512_shuffle_epi8(_mm512_loadu_si512(bytes + 64 * part), order);
    __m512i power = _mm512_loadu_si512(gcm->powers[4 * part]);
    if (part == 0) {
        blocks = _mm512_xor_si512(blocks, _mm512_zextsi128_si512(hash));
        sum[0] = sum[1] = sum[2] = _mm512_setzero_si512();
    }
    sum[0] = _mm512_xor_si512(sum[0], _mm512_clmulepi64_epi128(blocks, power, 0x00));
    sum[1] = _mm512_xor_si512(sum[1], _mm512_xor_si512(_mm512_clmulepi64_epi128(blocks, power, 0x10),
                                                       _mm512_clmulepi64_epi128(blocks, power, 0x01)));
    sum[2] = _mm512_xor_si512(sum[2], _mm512_clmulepi64_epi128(blocks, power, 0x11));
}

INLINE_WIDEST __m128i reduced(const __m512i sum[3]) {
    return lo_clmul_reduce((lo_product){fold(sum[0]), fold(sum[1]), fold(sum[2])});
}

/* Key stream of 32 blocks, interleaved with absorbing 32 blocks of ciphertext: the two use different execution
 * units, and out-of-order execution does not reach that far by itself. `absorbed` may be NULL. */
INLINE_WIDEST __m128i make_long_stream(const lo_gcm *gcm, __m512i *counter, __m512i stream[8], __m128i hash,
                                       const uint8_t *absorbed) {
    const __m512i order = _mm512_broadcast_i32x4(counter_order());
    const __m512i four = _mm512_broadcast_i32x4(_mm_set_epi32(4, 0, 0, 0));
    __m512i key = _mm512_broadcast_i32x4(lo_clmul_load(gcm->round_keys[0])), sum[3];
    UNROLL for (unsigned i = 0; i < 8; i++) {
        stream[i] = _mm512_xor_si512(_mm512_shuffle_epi8(*counter, order), key);
        *counter = _mm512_add_epi32(*counter, four);
    }
    UNROLL for (unsigned round = 1; round < 14; round++) {
        key = _mm512_broadcast_i32x4(lo_clmul_load(gcm->round_keys[round]));
        UNROLL for (unsigned i = 0; i < 8; i++) stream[i] = _mm512_aesenc_epi128(stream[i], key);
        if (absorbed && round <= 8) absorb_part(gcm, sum, hash, absorbed, round - 1);
    }
    key = _mm512_broadcast_i32x4(lo_clmul_load(gcm->round_keys[14]));
    UNROLL for (unsigned i = 0; i < 8; i++) stream[i] = _mm512_aesenclast_epi128(stream[i], key);
    return absorbed ? reduced(sum) : hash;
}

INLINE_WIDEST __m512i first_counters(const uint8_t nonce[12]) {
    __m512i counter = _mm512_broadcast_i32x4(counter_block(nonce, 2));
    return _mm512_add_epi32(counter, _mm512_set_epi32(3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0));
}

INLINE_WIDEST void apply(const __m512i stream[8], const uint8_t *in, uint8_t *out) {
    UNROLL for (unsigned i = 0; i < 8; i++)
        _mm512_storeu_si512(out + 64 * i, _mm512_xor_si512(stream[i], _mm512_loadu_si512(in + 64 * i)));
}

/* Absorption lags one step behind. */
WIDEST static void seal_long(const lo_gcm *gcm, uint8_t hash_bytes[16], const uint8_t nonce[12], const uint8_t *in,
                             size_t length, uint8_t *out) {
    __m512i counter = first_counters(nonce), stream[8], sum[3];
    __m128i hash = lo_clmul_load(hash_bytes);
    for (size_t at = 0; at < length; at += LONG_STEP) {
        hash = make_long_stream(gcm, &counter, stream, hash, at ? out + at - LONG_STEP : NULL);
        apply(stream, in + at, out + at);
    }
    UNROLL for (unsigned part = 0; part < 8; part++) absorb_part(gcm, sum, hash, out + length - LONG_STEP, part);
    lo_clmul_store(hash_bytes, reduced(sum));
}

WIDEST static void open_long(const lo_gcm *gcm, uint8_t hash_bytes[16], const uint8_t nonce[12], const uint8_t *in,
                             size_t length, uint8_t *out) {
    __m512i counter = first_counters(nonce), stream[8];
    __m128i hash = lo_clmul_load(hash_bytes);
    for (size_t at = 0; at < length; at += LONG_STEP) {
        hash = make_long_stream(gcm, &counter, stream, hash, in + at);
        apply(stream, in + at, out + at);
    }
    lo_clmul_store(hash_bytes, hash);
}

/* ---- Public functions -------------------------------------------------------------------- */

/* Encrypts or decrypts; returns the hash including the ciphertext. */
INLINE __m128i crypt(const lo_gcm *gcm, __m128i hash, const uint8_t nonce[12], const uint8_t *in, size_t length,
                     uint8_t *out, bool opening) {
    uint32_t first = 2;
    if (gcm->widest && length >= LONG_STEP) {
        size_t done = length / LONG_STEP * LONG_STEP;
        uint8_t bytes[16];
        lo_clmul_store(bytes, hash);
        (opening ? open_long : seal_long)(gcm, bytes, nonce, in, done, out);
        hash = lo_clmul_load(bytes);
        first += (uint32_t)(done / 16);
        in += done, out += done, length -= done;
    }
    __m256i counter = _mm256_set_m128i(counter_block(nonce, first + 1), counter_block(nonce, first));
    for (; length >= STEP; in += STEP, out += STEP, length -= STEP) {
        __m256i stream[8], data[8];
        make_stream(gcm, &counter, stream);
        UNROLL for (unsigned i = 0; i < 8; i++) {
            data[i] = load_two(in + 32 * i);
            stream[i] = _mm256_xor_si256(stream[i], data[i]);
        }
        hash = absorb_step(gcm, hash, opening ? data : stream);
        UNROLL for (unsigned i = 0; i < 8; i++) _mm256_storeu_si256((__m256i *)(void *)(out + 32 * i), stream[i]);
    }
    return length ? crypt_end(gcm, hash, counter, in, length, out, opening) : hash;
}

INLINE void finish(const lo_gcm *gcm, __m128i hash, const uint8_t nonce[12], uint64_t header_length, uint64_t length,
                   uint8_t tag[16]) {
    __m128i lengths = _mm_set_epi64x((int64_t)(header_length * 8), (int64_t)(length * 8));
    hash = lo_clmul_multiply(_mm_xor_si128(hash, lengths), lo_clmul_load(gcm->powers[31]));
    __m128i first = _mm_shuffle_epi8(counter_block(nonce, 1), counter_order());
    lo_clmul_store(tag, _mm_xor_si128(reverse(hash), encrypt_block(gcm, first)));
}

WIDE void lo_gcm_seal(const lo_gcm *gcm, const uint8_t nonce[12], const uint8_t *header, size_t header_length,
                      const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[16]) {
    __m128i hash = absorb_bytes(gcm, _mm_setzero_si128(), header, header_length);
    hash = crypt(gcm, hash, nonce, in, length, out, false);
    finish(gcm, hash, nonce, header_length, length, tag);
}

WIDE bool lo_gcm_open(const lo_gcm *gcm, const uint8_t nonce[12], const uint8_t *header, size_t header_length,
                      const uint8_t *in, size_t length, const uint8_t tag[16], uint8_t *out) {
    uint8_t right[16];
    __m128i hash = absorb_bytes(gcm, _mm_setzero_si128(), header, header_length);
    hash = crypt(gcm, hash, nonce, in, length, out, true);
    finish(gcm, hash, nonce, header_length, length, right);
    if (sodium_memcmp(right, tag, 16) == 0) return true;
    memset(out, 0, length);
    return false;
}

#else

bool lo_gcm_available(void) { return false; }
void lo_gcm_set_key(lo_gcm *gcm, const uint8_t key[32]) { (void)gcm, (void)key, assert(false); }
void lo_gcm_seal(const lo_gcm *gcm, const uint8_t nonce[12], const uint8_t *header, size_t header_length,
                 const uint8_t *in, size_t length, uint8_t *out, uint8_t tag[16]) {
    (void)gcm, (void)nonce, (void)header, (void)header_length, (void)in, (void)length, (void)out, (void)tag, assert(false);
}
bool lo_gcm_open(const lo_gcm *gcm, const uint8_t nonce[12], const uint8_t *header, size_t header_length,
                 const uint8_t *in, size_t length, const uint8_t tag[16], uint8_t *out) {
    (void)gcm, (void)nonce, (void)header, (void)header_length, (void)in, (void)length, (void)tag, (void)out, assert(false);
    return false;
}

#endif

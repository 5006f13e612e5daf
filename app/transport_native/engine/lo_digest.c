// SPDX-License-Identifier: BSD-3-Clause
#include "lo_digest.h"

#include <sodium.h>

#define LANES 16u
#define LANE_BLOCK 64u                      /* A BLAKE2s block. */
#define STRIDE (LANES * LANE_BLOCK)         /* Bytes that all lanes consume in one step. */

typedef uint32_t lanes __attribute__((vector_size(4 * LANES)));

static const uint32_t INITIAL[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
static const uint8_t SIGMA[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

#define ROTATE(x, n) (((x) >> (n)) | ((x) << (32 - (n))))
#define MIX(a, b, c, d, x, y)          \
    do {                               \
        a = a + b + (x);               \
        d = ROTATE(d ^ a, 16);         \
        c = c + d;                     \
        b = ROTATE(b ^ c, 12);         \
        a = a + b + (y);               \
        d = ROTATE(d ^ a, 8);          \
        c = c + d;                     \
        b = ROTATE(b ^ c, 7);          \
    } while (0)
#define ROUND(r)                                                                  \
    do {                                                                          \
        MIX(v0, v4, v8, v12, m[SIGMA[r][0]], m[SIGMA[r][1]]);                     \
        MIX(v1, v5, v9, v13, m[SIGMA[r][2]], m[SIGMA[r][3]]);                     \
        MIX(v2, v6, v10, v14, m[SIGMA[r][4]], m[SIGMA[r][5]]);                    \
        MIX(v3, v7, v11, v15, m[SIGMA[r][6]], m[SIGMA[r][7]]);                    \
        MIX(v0, v5, v10, v15, m[SIGMA[r][8]], m[SIGMA[r][9]]);                    \
        MIX(v1, v6, v11, v12, m[SIGMA[r][10]], m[SIGMA[r][11]]);                  \
        MIX(v2, v7, v8, v13, m[SIGMA[r][12]], m[SIGMA[r][13]]);                   \
        MIX(v3, v4, v9, v14, m[SIGMA[r][14]], m[SIGMA[r][15]]);                   \
    } while (0)

/* One BLAKE2s compression in every lane. `count` is the number of bytes consumed per lane, including this block.
 * Word i of lane j's block is word 16·i + j of the input, so adjacent memory maps to one register. */
static inline __attribute__((always_inline)) void compress(lanes *h, const uint8_t *block, uint64_t count,
                                                           bool last) {
    lanes m[16];
    memcpy(m, block, sizeof m);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (unsigned i = 0; i < 16; i++)
        for (unsigned j = 0; j < LANES; j++) m[i][j] = __builtin_bswap32(m[i][j]);
#endif
    const lanes zero = {0};
    lanes v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];
    lanes v8 = zero + INITIAL[0], v9 = zero + INITIAL[1], v10 = zero + INITIAL[2], v11 = zero + INITIAL[3];
    lanes v12 = zero + (INITIAL[4] ^ (uint32_t)count), v13 = zero + (INITIAL[5] ^ (uint32_t)(count >> 32));
    lanes v14 = zero + (last ? ~INITIAL[6] : INITIAL[6]), v15 = zero + INITIAL[7];
    ROUND(0);
    ROUND(1);
    ROUND(2);
    ROUND(3);
    ROUND(4);
    ROUND(5);
    ROUND(6);
    ROUND(7);
    ROUND(8);
    ROUND(9);
    h[0] ^= v0 ^ v8;
    h[1] ^= v1 ^ v9;
    h[2] ^= v2 ^ v10;
    h[3] ^= v3 ^ v11;
    h[4] ^= v4 ^ v12;
    h[5] ^= v5 ^ v13;
    h[6] ^= v6 ^ v14;
    h[7] ^= v7 ^ v15;
}

/* Computes the chaining values of all lanes into `h`. Every lane consumes the same number of whole blocks: the end
 * is zero-padded, and the true length enters the final step. */
static inline __attribute__((always_inline)) void run_lanes(lanes h[8], const uint8_t *data, size_t length) {
    const lanes zero = {0};
    for (unsigned i = 0; i < 8; i++) h[i] = zero + INITIAL[i];
    h[0] ^= zero + 0x01010020u; /* BLAKE2s, 32 bytes, no key. */
    uint64_t count = 0;
    while (length > STRIDE) {
        count += LANE_BLOCK;
        compress(h, data, count, false);
        data += STRIDE;
        length -= STRIDE;
    }
    uint8_t end[STRIDE] = {0};
    memcpy(end, data, length);
    compress(h, end, count + LANE_BLOCK, true);
}

typedef void lanes_function(lanes h[8], const uint8_t *data, size_t length);

static void lanes_portable(lanes h[8], const uint8_t *data, size_t length) { run_lanes(h, data, length); }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void lanes_avx2(lanes h[8], const uint8_t *data, size_t length) {
    run_lanes(h, data, length);
}
__attribute__((target("avx512f"))) static void lanes_avx512(lanes h[8], const uint8_t *data, size_t length) {
    run_lanes(h, data, length);
}
#endif

static lanes_function *best_lanes(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) return lanes_avx512;
    if (__builtin_cpu_supports("avx2")) return lanes_avx2;
#endif
    return lanes_portable;
}

static void finish(uint8_t out[LO_DIGEST_BYTES], lanes h[8], uint64_t length) {
    static const uint8_t personal[crypto_generichash_blake2b_PERSONALBYTES] = "lo digest lanes";
    uint8_t state[sizeof(lanes) * 8 + 8];
    for (unsigned j = 0; j < LANES; j++)
        for (unsigned i = 0; i < 8; i++)
            for (unsigned byte = 0; byte < 4; byte++)
                state[j * 32 + i * 4 + byte] = (uint8_t)(h[i][j] >> (8 * byte));
    for (unsigned byte = 0; byte < 8; byte++) state[sizeof(lanes) * 8 + byte] = (uint8_t)(length >> (8 * byte));
    crypto_generichash_blake2b_salt_personal(out, LO_DIGEST_BYTES, state, sizeof state, NULL, 0, NULL, personal);
}

static void digest_with(lanes_function *function, uint8_t out[LO_DIGEST_BYTES], const uint8_t *data, size_t length) {
    if (length <= LO_DIGEST_SHORT) {
        crypto_generichash_blake2b(out, LO_DIGEST_BYTES, data, length, NULL, 0);
        return;
    }
    lanes h[8];
    function(h, data, length);
    finish(out, h, length);
}

void lo_digest(uint8_t out[LO_DIGEST_BYTES], const uint8_t *data, size_t length) {
    digest_with(best_lanes(), out, data, length);
}

void lo_digest_portable(uint8_t out[LO_DIGEST_BYTES], const uint8_t *data, size_t length) {
    digest_with(lanes_portable, out, data, length);
}

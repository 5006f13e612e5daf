// SPDX-License-Identifier: BSD-3-Clause
/* GHASH and POLYVAL arithmetic with the carry-less multiplication of x86 processors. Every function inherits the
 * target of its caller. */
#ifndef LO_CLMUL_H
#define LO_CLMUL_H

#if defined(__x86_64__)
#include <immintrin.h>

#include "lo_base.h"

#define LO_CLMUL static inline __attribute__((always_inline, target("sse4.1,pclmul")))

typedef struct lo_product {
    __m128i low, middle, high;
} lo_product;

LO_CLMUL __m128i lo_clmul_load(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)(const void *)bytes); }
LO_CLMUL void lo_clmul_store(uint8_t *bytes, __m128i value) { _mm_storeu_si128((__m128i *)(void *)bytes, value); }

LO_CLMUL __m128i lo_clmul_reduce(lo_product p) {
    const __m128i polynomial = _mm_set_epi64x((int64_t)0xc200000000000000u, 1);
    __m128i low = _mm_xor_si128(p.low, _mm_slli_si128(p.middle, 8));
    __m128i high = _mm_xor_si128(p.high, _mm_srli_si128(p.middle, 8));
    low = _mm_xor_si128(_mm_shuffle_epi32(low, 0x4e), _mm_clmulepi64_si128(low, polynomial, 0x10));
    low = _mm_xor_si128(_mm_shuffle_epi32(low, 0x4e), _mm_clmulepi64_si128(low, polynomial, 0x10));
    return _mm_xor_si128(low, high);
}

/* The product in the field of POLYVAL (RFC 8452). */
LO_CLMUL __m128i lo_clmul_multiply(__m128i a, __m128i b) {
    lo_product p = {_mm_clmulepi64_si128(a, b, 0x00),
                    _mm_xor_si128(_mm_clmulepi64_si128(a, b, 0x10), _mm_clmulepi64_si128(a, b, 0x01)),
                    _mm_clmulepi64_si128(a, b, 0x11)};
    return lo_clmul_reduce(p);
}

#endif
#endif

// SPDX-License-Identifier: BSD-3-Clause
/* A collision-resistant digest fast enough for every packet.
 *
 * Short input is plain BLAKE2b. Longer input is distributed word by word over sixteen BLAKE2s
 * lanes that run side by side in vector registers; BLAKE2b then digests the sixteen
 * results with the length. A collision is a collision of BLAKE2s or of BLAKE2b, so the
 * digest is as strong as they are, and several times as fast as either alone. The result
 * is the same on every processor. */
#ifndef LO_DIGEST_H
#define LO_DIGEST_H

#include "lo_base.h"

#define LO_DIGEST_BYTES 32u
#define LO_DIGEST_SHORT 2048u /* Up to this size a single BLAKE2b is faster. */

void lo_digest(uint8_t out[LO_DIGEST_BYTES], const uint8_t *data, size_t length);

/* For tests: the digest by portable code. */
void lo_digest_portable(uint8_t out[LO_DIGEST_BYTES], const uint8_t *data, size_t length);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Tokens: what is accepted can be written, read back the same, and merged with anything. */
#include <string.h>

#include "fuzz.h"
#include "lo_token.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lo_token first, second;
    static uint8_t again[LO_MAX_PACKET];
    size_t half = size / 2;
    if (lo_token_read(&first, data, size) == LO_OK) {
        int written = lo_token_write(&first, again, sizeof again);
        assert(written > 0 && lo_token_read(&second, again, (size_t)written) == LO_OK);
        assert(second.count == first.count && second.skipped_count == first.skipped_count);
    }
    if (lo_token_read(&first, data, half) != LO_OK || lo_token_read(&second, data + half, size - half) != LO_OK) return 0;
    for (uint32_t i = 0; i < first.count && i < second.count; i++) {
        lo_token_record joined = first.records[i];
        lo_token_merge(&joined, &second.records[i]);
        assert(joined.range_count <= LO_TOKEN_RANGES && joined.received <= joined.highest);
    }
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Deltas from a hostile leader, applied to a small member list: rejected as a whole, or a valid member list. */
#include "member_list_base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return member_list_try(true, data, size);
}

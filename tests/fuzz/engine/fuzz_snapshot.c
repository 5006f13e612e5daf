// SPDX-License-Identifier: BSD-3-Clause
/* Snapshots from a hostile leader. */
#include "member_list_base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return member_list_try(false, data, size);
}

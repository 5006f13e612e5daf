// SPDX-License-Identifier: BSD-3-Clause
/* STATUS, ACK and NAK: what is accepted can be written and read back. */
#include "fuzz.h"
#include "lo_wire.h"

READ_AND_WRITE_REPORTS

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_status(data, size); /* They differ in length and limits: each input is tried as each. */
    try_ack(data, size);
    try_nak(data, size);
    return 0;
}

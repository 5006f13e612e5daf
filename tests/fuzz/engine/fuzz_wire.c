// SPDX-License-Identifier: BSD-3-Clause
/* Every parser of the wire format: what it accepts it must be able to write, and read back the same. */
#include "fuzz.h"
#include "lo_token.h"
#include "lo_wire.h"

READ_AND_WRITE_REPORTS
READ_AND_WRITE_AGAIN(token)

static void try_header(const uint8_t *data, size_t size) {
    lo_header header, again;
    uint8_t packet[LO_HEADER_BYTES];
    if (lo_header_read(&header, data, size) != LO_OK) return;
    lo_header_write(&header, packet);
    header.trailer = 0; /* The trailer must fit into the packet, and this packet has none. */
    lo_header_write(&header, packet);
    assert(lo_header_read(&again, packet, sizeof packet) == LO_OK);
    assert(again.kind == header.kind && again.number == header.number && again.view == header.view);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) return 0;
    switch (data[0] % 5) {
        case 0: try_header(data + 1, size - 1); break;
        case 1: try_status(data + 1, size - 1); break;
        case 2: try_ack(data + 1, size - 1); break;
        case 3: try_nak(data + 1, size - 1); break;
        case 4: try_token(data + 1, size - 1); break;
    }
    return 0;
}

/* Every parser of the wire format: what it accepts it must be able to write, and read back the same. */
#include "fuzz.h"
#include "lo_token.h"
#include "lo_wire.h"

#define READ_AND_WRITE_AGAIN(type)                                                   \
    static void try_##type(const uint8_t *data, size_t size) {                       \
        static lo_##type first, second;                                              \
        static uint8_t again[LO_MAX_PACKET];                                         \
        if (lo_##type##_read(&first, data, size) != LO_OK) return;                   \
        int written = lo_##type##_write(&first, again, sizeof again);                \
        assert(written > 0);                                                         \
        assert(lo_##type##_read(&second, again, (size_t)written) == LO_OK);          \
    }
READ_AND_WRITE_AGAIN(status)
READ_AND_WRITE_AGAIN(ack)
READ_AND_WRITE_AGAIN(nak)
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

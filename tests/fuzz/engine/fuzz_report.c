/* STATUS, ACK and NAK: what is accepted can be written and read back. */
#include "fuzz.h"
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_status(data, size); /* They differ in length and limits: each input is tried as each. */
    try_ack(data, size);
    try_nak(data, size);
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* Common part of all fuzz targets. libFuzzer calls the function below; built with `replay.c`, a program runs it
 * over files, so that the corpus is replayed in every test run. */
#ifndef FUZZ_H
#define FUZZ_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A reader of decisions: returns zeros after the end of the input, so that every run ends. */
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size, at;
} fuzz_input;
static inline uint8_t fuzz_byte(fuzz_input *input) { return input->at < input->size ? input->data[input->at++] : 0; }
static inline uint16_t fuzz_word(fuzz_input *input) {
    uint16_t low = fuzz_byte(input);
    return (uint16_t)(low | fuzz_byte(input) << 8);
}
static inline int fuzz_done(const fuzz_input *input) { return input->at >= input->size; }

/* Defines `try_TYPE`: what is accepted can be written and read back. Needs lo_wire.h. */
#define READ_AND_WRITE_AGAIN(type)                                                   \
    static void try_##type(const uint8_t *data, size_t size) {                       \
        static lo_##type first, second;                                              \
        static uint8_t again[LO_MAX_PACKET];                                         \
        if (lo_##type##_read(&first, data, size) != LO_OK) return;                   \
        int written = lo_##type##_write(&first, again, sizeof again);                \
        assert(written > 0);                                                         \
        assert(lo_##type##_read(&second, again, (size_t)written) == LO_OK);          \
    }
#define READ_AND_WRITE_REPORTS READ_AND_WRITE_AGAIN(status) READ_AND_WRITE_AGAIN(ack) READ_AND_WRITE_AGAIN(nak)

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* A shared-memory ring with a hostile writer: the input is the content of its file, header fields and records. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz.h"
#include "lo_shared_memory.h"

static char directory[] = "/tmp/lo-fuzz-shared-XXXXXX";

static lo_view view_of(lo_member *members, uint64_t host) {
    for (uint32_t i = 0; i < 2; i++) members[i] = (lo_member){.number = i + 1, .host = host};
    return (lo_view){.member_count = 2, .members = members, .references = 1};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static lo_node *node;
    if (!node) {
        lo_node_config config = {.number = 1, .static_view = true, .memory_budget = 16 << 20};
        for (int i = 0; i < LO_PATHS; i++) config.paths[i] = (lo_path){1472, 65000};
        assert(lo_node_create(&config, 1, &node) == LO_OK && mkdtemp(directory) && chmod(directory, 0700) == 0);
    }
    static lo_shared_memory reader, writer; /* Large. */
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(40000), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    lo_address self = lo_network_address(&at);
    lo_member members[2];
    fuzz_input input = {data, size, 0};
    if (lo_shared_open(&reader, directory, 7, 1, &self, 4 * LO_SHARED_RECORD_MOST) != 0) return 0;
    if (lo_shared_open(&writer, directory, 7, 2, &self, 4 * LO_SHARED_RECORD_MOST) == 0) {
        lo_view view = view_of(members, reader.host);
        lo_shared_follow(&reader, &view);
        uint64_t published = fuzz_word(&input), oldest = fuzz_word(&input), reserved = fuzz_word(&input);
        size_t left = size - input.at;
        if (left) memcpy(writer.own.data, data + input.at, left);
        atomic_store(&writer.own.header->oldest, oldest << (size % 7));
        atomic_store(&writer.own.header->reserved, reserved << (size % 11));
        atomic_store(&writer.own.header->published, published << (size % 5));
        lo_arrival arrival;
        for (int n = 0; n < 200 && lo_shared_receive(&reader, node, &arrival) > 0; n++) {
            assert(arrival.offset + (uint64_t)arrival.length <= arrival.buffer->capacity);
            lo_node_packets_in(node, arrival.buffer, arrival.offset, arrival.length, arrival.segment_bytes, &arrival.source, 2);
        }
        lo_shared_close(&writer);
    }
    lo_shared_close(&reader);
    return 0;
}

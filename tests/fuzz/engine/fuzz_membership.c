// SPDX-License-Identifier: BSD-3-Clause
/* One node in an open scope, where every sender is trusted; everything it receives is the input: packets of every
 * kind of the membership protocol, from members, from the leader it joins and from non-members. Its own packets
 * come back altered, so that the fuzzer starts close to valid ones. */
#include <stdlib.h>

#include "fuzz.h"
#include "lo_membership.h"

#define KEPT 16u

static struct { uint8_t kind; int length; uint8_t bytes[2048]; } kept[KEPT];

static void drain(lo_membership *m, lo_time now, uint32_t *count) {
    uint8_t body[2048], kind;
    lo_address to;
    for (int length, n = 0; n < 64 && (length = lo_membership_next_packet(m, now, body, sizeof body, &kind, &to)) > 0; n++) {
        assert((size_t)length <= sizeof body);
        kept[*count % KEPT].kind = kind;
        kept[*count % KEPT].length = length;
        memcpy(kept[(*count)++ % KEPT].bytes, body, (size_t)length);
    }
    for (lo_view *view; (view = lo_membership_take_view(m));) lo_view_release(view);
}

static void receive_input(lo_membership *m, fuzz_input *input, lo_time now) {
    uint8_t kind = fuzz_byte(input), choice = fuzz_byte(input), *body = NULL;
    uint32_t sender = choice % 5 == 0 ? 1 : 2 + choice % 4; /* Its own number, or one of four others. */
    size_t length = 0;
    if (choice & 0x80 && kept[choice % KEPT].length) {
        length = (size_t)kept[choice % KEPT].length;
        body = malloc(length);
        assert(body);
        memcpy(body, kept[choice % KEPT].bytes, length);
        kind = kept[choice % KEPT].kind;
        for (uint32_t changes = fuzz_byte(input) % 4; changes; changes--) body[fuzz_word(input) % length] = fuzz_byte(input);
    } else {
        length = fuzz_word(input) % 512;
        body = malloc(length + 1);
        assert(body);
        for (size_t i = 0; i < length; i++) body[i] = fuzz_byte(input);
        kind = (uint8_t)(LO_PACKET_MEMBERSHIP + kind % 17);
    }
    lo_header header = {.kind = kind, .scope = 7, .sender = sender};
    lo_address source = {.kind = LO_ADDRESS_PEER, .length = 4, .bytes = {(uint8_t)sender}};
    lo_membership_packet_in(m, &header, body, length, &source, NULL, now);
    free(body);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = {data, size, 0};
    lo_memory memory;
    lo_membership *m;
    lo_time now = LO_SECOND;
    uint32_t count = 0;
    for (uint32_t i = 0; i < KEPT; i++) kept[i].length = 0;
    lo_memory_init(&memory, (size_t)16 << 20);
    lo_membership_config config = {.scope = 7, .id = {{1}}, .number = 1, .seed = 1, .max_packet = 1400,
                                   .heartbeat = 50 * LO_MILLISECOND, .batch = 10 * LO_MILLISECOND,
                                   .keep_away = size % 2 ? LO_SECOND : 0,
                                   .address = {.kind = LO_ADDRESS_PEER, .length = 4}};
    assert(lo_membership_create(&config, &memory, now, &m) == LO_OK);
    lo_id group = {{9}};
    assert(lo_membership_join_group(m, &group, (lo_policy){0}, now) == LO_OK);
    for (uint32_t turn = 0; turn < 300 && !fuzz_done(&input); turn++) {
        uint8_t what = fuzz_byte(&input);
        now += (lo_time)(what & 0x3f) * LO_MILLISECOND;
        lo_membership_timer(m, now);
        if (what & 0x40) receive_input(m, &input, now);
        if (what & 0x80) lo_membership_ban(m, &(lo_id){{fuzz_byte(&input)}}, now);
        drain(m, now, &count);
        assert(memory.used <= memory.budget);
    }
    lo_membership_destroy(m);
    assert(memory.used == 0);
    return 0;
}

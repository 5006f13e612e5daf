// SPDX-License-Identifier: BSD-3-Clause
/* Packet formats: exact round trips, and no damage from hostile bytes. */
#include "check.h"
#include "lo_token.h"
#include "lo_wire.h"

static uint64_t state = 7;
static uint32_t roll(uint32_t sides) {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return (uint32_t)((z ^ z >> 27) % sides);
}

static void headers(void) {
    uint8_t packet[LO_HEADER_BYTES];
    lo_header a = {LO_PACKET_DATA, 0, 0x12345678, 9, 3, 0x1122334455667788u, 42}, b;
    lo_header_write(&a, packet);
    CHECK_EQUAL(lo_header_read(&b, packet, sizeof packet), LO_OK);
    CHECK(b.kind == a.kind && b.scope == a.scope && b.sender == a.sender && b.region == a.region && b.view == a.view &&
          b.number == a.number && b.trailer == 0);
    CHECK_EQUAL(packet[24], 42);
    CHECK_EQUAL(lo_header_read(&b, packet, LO_HEADER_BYTES - 1), LO_ERROR_MALFORMED);
    lo_store16(packet + 2, 1);
    CHECK_EQUAL(lo_header_read(&b, packet, sizeof packet), LO_ERROR_MALFORMED);
    packet[0] = 2;
    CHECK_EQUAL(lo_header_read(&b, packet, sizeof packet), LO_ERROR_FOREIGN);
}

static uint32_t random_ranges(lo_range *ranges, uint32_t max) {
    uint32_t count = roll(max + 1);
    uint64_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        ranges[i].first = at + 1 + roll(5);
        ranges[i].last = ranges[i].first + roll(5);
        at = ranges[i].last + 1;
    }
    return count;
}

static void control_bodies(void) {
    uint8_t body[2048];
    for (int i = 0; i < 2000; i++) {
        lo_ack a = {.origin = roll(100), .ack_for = roll(3), .position = roll(1000), .received = roll(50),
                    .admitted = 50 + roll(50), .highest = 100 + roll(50), .room = roll(1 << 20)}, b;
        a.range_count = random_ranges(a.ranges, LO_MAX_RANGES);
        int length = lo_ack_write(&a, body, sizeof body);
        CHECK(length > 0);
        CHECK_EQUAL(lo_ack_read(&b, body, (size_t)length), LO_OK);
        CHECK_EQUAL(b.range_count, a.range_count);
        CHECK(!memcmp(a.ranges, b.ranges, a.range_count * sizeof(lo_range)));
        CHECK(a.received == b.received && a.admitted == b.admitted && a.highest == b.highest && a.room == b.room);
        CHECK_EQUAL(lo_ack_write(&a, body, (size_t)length - 1), LO_ERROR_TOO_LARGE);
        for (int truncated = 0; truncated < length; truncated += 7) CHECK(lo_ack_read(&b, body, (size_t)truncated) < 0);
        lo_nak r = {.origin = 3}, q;
        r.range_count = random_ranges(r.ranges, LO_MAX_RANGES);
        length = lo_nak_write(&r, body, sizeof body);
        CHECK_EQUAL(lo_nak_read(&q, body, (size_t)length), LO_OK);
        CHECK(!memcmp(r.ranges, q.ranges, r.range_count * sizeof(lo_range)));
    }
    lo_status s = {10, 5, 3, LO_STATUS_ANSWER}, t;
    CHECK_EQUAL(lo_status_write(&s, body, sizeof body), LO_STATUS_BYTES);
    CHECK_EQUAL(lo_status_read(&t, body, LO_STATUS_BYTES), LO_OK);
    CHECK(t.last == 10 && t.stable == 5 && t.floor == 3 && t.flags == LO_STATUS_ANSWER);
    lo_store64(body + 8, 11);
    CHECK_EQUAL(lo_status_read(&t, body, LO_STATUS_BYTES), LO_ERROR_MALFORMED);
}

static void tokens(void) {
    uint8_t body[8192];
    for (int i = 0; i < 500; i++) {
        lo_token a = {.level = (uint8_t)roll(2), .partition = (uint16_t)roll(10), .round = roll(1000)}, b;
        a.skipped_count = roll(LO_TOKEN_SKIPPED + 1);
        for (uint32_t k = 0; k < a.skipped_count; k++) a.skipped[k] = (uint16_t)k;
        for (uint32_t k = roll(LO_TOKEN_RECORDS + 1); k > 0; k--) {
            lo_token_record *record = lo_token_add(&a, k);
            record->received = roll(10);
            record->admitted = roll(100);
            record->highest = 1000;
            record->range_count = random_ranges(record->ranges, LO_TOKEN_RANGES);
        }
        int length = lo_token_write(&a, body, sizeof body);
        CHECK_EQUAL(lo_token_read(&b, body, (size_t)length), LO_OK);
        CHECK(a.count == b.count && a.round == b.round && a.skipped_count == b.skipped_count);
        for (uint32_t k = 0; k < a.count; k++)
            CHECK(a.records[k].admitted == b.records[k].admitted && a.records[k].range_count == b.records[k].range_count);
        int small = lo_token_write(&a, body, 700);  /* Records that do not fit are left out. */
        CHECK(small > 0 && small <= 700);
        CHECK_EQUAL(lo_token_read(&b, body, (size_t)small), LO_OK);
    }
}

/* Merging equals a plain computation over sets of missing numbers. */
static void token_merge(void) {
    for (int i = 0; i < 2000; i++) {
        bool has[2][40], everyone_lacks[40];
        lo_token_record records[2];
        uint32_t top[2], limit = 0;
        for (int r = 0; r < 2; r++) {
            memset(&records[r], 0, sizeof records[r]);
            top[r] = 1 + roll(15);
            for (uint32_t n = 1; n < 40; n++) has[r][n] = n <= top[r] && (n == top[r] || roll(4));
            uint32_t received = 0;
            while (received < 39 && has[r][received + 1]) received++;
            records[r].received = records[r].admitted = received;
            records[r].highest = top[r];
            for (uint32_t n = received + 1; n <= top[r]; n++) {
                if (has[r][n]) continue;
                lo_token_record *record = &records[r];
                if (record->range_count && record->ranges[record->range_count - 1].last + 1 == n)
                    record->ranges[record->range_count - 1].last = n;
                else if (record->range_count < LO_TOKEN_RANGES)
                    record->ranges[record->range_count++] = (lo_range){n, n};
            }
            limit = top[r] > limit ? top[r] : limit;
        }
        for (uint32_t n = 1; n < 40; n++) everyone_lacks[n] = n <= limit && !has[0][n] && !has[1][n];
        uint64_t received = lo_min64(records[0].received, records[1].received);
        lo_token_merge(&records[0], &records[1]);
        CHECK_EQUAL(records[0].received, received);
        CHECK_EQUAL(records[0].highest, limit);
        for (uint32_t n = 1; n <= limit; n++) {
            bool listed = false;
            for (uint32_t k = 0; k < records[0].range_count; k++)
                listed |= records[0].ranges[k].first <= n && n <= records[0].ranges[k].last;
            CHECK_EQUAL(listed, everyone_lacks[n]);
        }
    }
}

static void hostile_bytes(void) {
    uint8_t body[600];
    for (int i = 0; i < 200000; i++) {
        size_t length = roll(sizeof body);
        for (size_t k = 0; k < length; k++) body[k] = (uint8_t)(roll(4) ? roll(3) : roll(256));
        lo_header header;
        lo_status status;
        lo_ack ack;
        lo_nak nak;
        lo_token token;
        (void)lo_header_read(&header, body, length);
        (void)lo_status_read(&status, body, length);
        if (lo_ack_read(&ack, body, length) == LO_OK) CHECK(ack.range_count <= LO_MAX_RANGES);
        if (lo_nak_read(&nak, body, length) == LO_OK) CHECK(nak.range_count <= LO_MAX_RANGES);
        if (lo_token_read(&token, body, length) == LO_OK) CHECK(token.count <= LO_TOKEN_RECORDS);
    }
}

int main(void) {
    RUN(headers);
    RUN(control_bodies);
    RUN(tokens);
    RUN(token_merge);
    RUN(hostile_bytes);
    return 0;
}

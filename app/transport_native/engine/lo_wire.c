// SPDX-License-Identifier: BSD-3-Clause
#include "lo_wire.h"

int lo_header_read(lo_header *header, const uint8_t *packet, size_t length) {
    if (length < LO_HEADER_BYTES || length > LO_MAX_PACKET) return LO_ERROR_MALFORMED;
    if (packet[0] != LO_WIRE_VERSION) return LO_ERROR_FOREIGN;
    header->kind = packet[1];
    header->trailer = lo_load16(packet + 2);
    header->scope = lo_load32(packet + 4);
    header->sender = lo_load32(packet + 8);
    header->region = lo_load32(packet + 12);
    header->view = lo_load64(packet + 16);
    header->number = lo_load64(packet + 24);
    if (header->trailer > length - LO_HEADER_BYTES) return LO_ERROR_MALFORMED;
    return LO_OK;
}

void lo_header_write(const lo_header *header, uint8_t *packet) {
    packet[0] = LO_WIRE_VERSION;
    packet[1] = header->kind;
    lo_store16(packet + 2, header->trailer);
    lo_store32(packet + 4, header->scope);
    lo_store32(packet + 8, header->sender);
    lo_store32(packet + 12, header->region);
    lo_store64(packet + 16, header->view);
    lo_store64(packet + 24, header->number);
}

static int written(const lo_cursor *cursor, const uint8_t *start) {
    return cursor->failed ? LO_ERROR_TOO_LARGE : (int)(cursor->at - start);
}

/* Ranges must be ascending, disjoint and above zero: cheap to check, and it bounds the work that a hostile packet
 * can cause. */
int lo_ranges_read(lo_cursor *cursor, lo_range *ranges, uint32_t *count) {
    uint32_t n = lo_get32(cursor);
    if (cursor->failed || n > LO_MAX_RANGES) return LO_ERROR_MALFORMED;
    uint64_t above = 0;
    for (uint32_t i = 0; i < n; i++) {
        ranges[i].first = lo_get64(cursor);
        ranges[i].last = lo_get64(cursor);
        if (cursor->failed || ranges[i].first <= above || ranges[i].last < ranges[i].first ||
            ranges[i].last >= UINT64_MAX / 2)
            return LO_ERROR_MALFORMED;
        above = ranges[i].last;
    }
    *count = n;
    return LO_OK;
}

void lo_ranges_write(lo_cursor *cursor, const lo_range *ranges, uint32_t count) {
    assert(count <= LO_MAX_RANGES);
    lo_put32(cursor, count);
    for (uint32_t i = 0; i < count; i++) {
        lo_put64(cursor, ranges[i].first);
        lo_put64(cursor, ranges[i].last);
    }
}

int lo_status_read(lo_status *status, const uint8_t *body, size_t length) {
    lo_cursor cursor = lo_cursor_over(body, length);
    status->last = lo_get64(&cursor);
    status->stable = lo_get64(&cursor);
    status->floor = lo_get64(&cursor);
    status->flags = lo_get32(&cursor);
    if (cursor.failed || lo_cursor_left(&cursor)) return LO_ERROR_MALFORMED;
    if (status->stable > status->last || status->floor > status->last) return LO_ERROR_MALFORMED;
    if (status->last >= UINT64_MAX / 2) return LO_ERROR_MALFORMED;
    return LO_OK;
}

int lo_status_write(const lo_status *status, uint8_t *body, size_t room) {
    lo_cursor cursor = lo_cursor_over(body, room);
    lo_put64(&cursor, status->last);
    lo_put64(&cursor, status->stable);
    lo_put64(&cursor, status->floor);
    lo_put32(&cursor, status->flags);
    return written(&cursor, body);
}

int lo_ack_read(lo_ack *ack, const uint8_t *body, size_t length) {
    lo_cursor cursor = lo_cursor_over(body, length);
    ack->origin = lo_get32(&cursor);
    uint32_t ack_for = lo_get32(&cursor);
    ack->ack_for = ack_for >> 24;
    ack->position = ack_for & 0xffffffu;
    ack->received = lo_get64(&cursor);
    ack->admitted = lo_get64(&cursor);
    ack->highest = lo_get64(&cursor);
    ack->room = lo_get64(&cursor);
    if (lo_ranges_read(&cursor, ack->ranges, &ack->range_count) < 0) return LO_ERROR_MALFORMED;
    if (lo_cursor_left(&cursor) || ack->ack_for > LO_ACK_FOR_REGION) return LO_ERROR_MALFORMED;
    if (ack->received > ack->highest || ack->admitted < ack->received ||
        ack->admitted > ack->highest || ack->highest >= UINT64_MAX / 2)
        return LO_ERROR_MALFORMED;
    return LO_OK;
}

int lo_ack_write(const lo_ack *ack, uint8_t *body, size_t room) {
    lo_cursor cursor = lo_cursor_over(body, room);
    lo_put32(&cursor, ack->origin);
    lo_put32(&cursor, ack->ack_for << 24 | (ack->position & 0xffffffu));
    lo_put64(&cursor, ack->received);
    lo_put64(&cursor, ack->admitted);
    lo_put64(&cursor, ack->highest);
    lo_put64(&cursor, ack->room);
    lo_ranges_write(&cursor, ack->ranges, ack->range_count);
    return written(&cursor, body);
}

int lo_nak_read(lo_nak *nak, const uint8_t *body, size_t length) {
    lo_cursor cursor = lo_cursor_over(body, length);
    nak->origin = lo_get32(&cursor);
    if (lo_ranges_read(&cursor, nak->ranges, &nak->range_count) < 0) return LO_ERROR_MALFORMED;
    return lo_cursor_left(&cursor) ? LO_ERROR_MALFORMED : LO_OK;
}

int lo_nak_write(const lo_nak *nak, uint8_t *body, size_t room) {
    lo_cursor cursor = lo_cursor_over(body, room);
    lo_put32(&cursor, nak->origin);
    lo_ranges_write(&cursor, nak->ranges, nak->range_count);
    return written(&cursor, body);
}

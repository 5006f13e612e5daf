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

/* Ranges must be ascending, disjoint and start above zero: cheap to check, and it bounds the
 * work that a hostile packet can cause. */
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

int lo_report_read(lo_report *report, const uint8_t *body, size_t length) {
    lo_cursor cursor = lo_cursor_over(body, length);
    report->origin = lo_get32(&cursor);
    uint32_t speaks = lo_get32(&cursor);
    report->speaks = speaks >> 24;
    report->position = speaks & 0xffffffu;
    report->received = lo_get64(&cursor);
    report->admitted = lo_get64(&cursor);
    report->highest = lo_get64(&cursor);
    report->room = lo_get64(&cursor);
    if (lo_ranges_read(&cursor, report->ranges, &report->range_count) < 0) return LO_ERROR_MALFORMED;
    if (lo_cursor_left(&cursor) || report->speaks > LO_SPEAKS_REGION) return LO_ERROR_MALFORMED;
    if (report->received > report->highest || report->admitted < report->received ||
        report->admitted > report->highest || report->highest >= UINT64_MAX / 2)
        return LO_ERROR_MALFORMED;
    return LO_OK;
}

int lo_report_write(const lo_report *report, uint8_t *body, size_t room) {
    lo_cursor cursor = lo_cursor_over(body, room);
    lo_put32(&cursor, report->origin);
    lo_put32(&cursor, report->speaks << 24 | (report->position & 0xffffffu));
    lo_put64(&cursor, report->received);
    lo_put64(&cursor, report->admitted);
    lo_put64(&cursor, report->highest);
    lo_put64(&cursor, report->room);
    lo_ranges_write(&cursor, report->ranges, report->range_count);
    return written(&cursor, body);
}

int lo_request_read(lo_request *request, const uint8_t *body, size_t length) {
    lo_cursor cursor = lo_cursor_over(body, length);
    request->origin = lo_get32(&cursor);
    if (lo_ranges_read(&cursor, request->ranges, &request->range_count) < 0) return LO_ERROR_MALFORMED;
    return lo_cursor_left(&cursor) ? LO_ERROR_MALFORMED : LO_OK;
}

int lo_request_write(const lo_request *request, uint8_t *body, size_t room) {
    lo_cursor cursor = lo_cursor_over(body, room);
    lo_put32(&cursor, request->origin);
    lo_ranges_write(&cursor, request->ranges, request->range_count);
    return written(&cursor, body);
}

// SPDX-License-Identifier: BSD-3-Clause
#include "lo_token.h"

int lo_token_read(lo_token *token, const uint8_t *body, size_t length) {
    lo_cursor cursor = lo_cursor_over(body, length);
    token->level = lo_get8(&cursor);
    token->flags = lo_get8(&cursor);
    token->partition = lo_get16(&cursor);
    token->round = lo_get32(&cursor);
    token->skipped_count = lo_get32(&cursor);
    if (token->skipped_count > LO_TOKEN_SKIPPED) return LO_ERROR_MALFORMED;
    for (uint32_t i = 0; i < token->skipped_count; i++) token->skipped[i] = lo_get16(&cursor);
    token->count = lo_get32(&cursor);
    if (cursor.failed || token->level > 1 || token->count > LO_TOKEN_RECORDS) return LO_ERROR_MALFORMED;
    for (uint32_t i = 0; i < token->count; i++) {
        lo_token_record *record = &token->records[i];
        lo_range ranges[LO_MAX_RANGES];
        record->origin = lo_get32(&cursor);
        record->received = lo_get64(&cursor);
        record->admitted = lo_get64(&cursor);
        record->highest = lo_get64(&cursor);
        record->room = lo_get64(&cursor);
        record->stable = lo_get64(&cursor);
        if (lo_ranges_read(&cursor, ranges, &record->range_count) < 0 || record->range_count > LO_TOKEN_RANGES)
            return LO_ERROR_MALFORMED;
        memcpy(record->ranges, ranges, record->range_count * sizeof(lo_range));
        if (record->highest >= UINT64_MAX / 2 || record->received > record->highest ||
            record->admitted > record->highest || record->stable > record->highest)
            return LO_ERROR_MALFORMED;
    }
    return lo_cursor_left(&cursor) ? LO_ERROR_MALFORMED : LO_OK;
}

static int bytes_written(const lo_cursor *cursor, const uint8_t *body) {
    return cursor->failed ? LO_ERROR_TOO_LARGE : (int)(cursor->at - body);
}

/* Records that do not fit are left out and sent in a later round. */
int lo_token_write(const lo_token *token, uint8_t *body, size_t room) {
    lo_cursor cursor = lo_cursor_over(body, room);
    lo_put8(&cursor, token->level);
    lo_put8(&cursor, token->flags);
    lo_put16(&cursor, token->partition);
    lo_put32(&cursor, token->round);
    lo_put32(&cursor, token->skipped_count);
    for (uint32_t i = 0; i < token->skipped_count; i++) lo_put16(&cursor, token->skipped[i]);
    uint8_t *count_at = lo_cursor_skip(&cursor, 4);
    uint32_t count = 0;
    for (uint32_t i = 0; i < token->count; i++) {
        const lo_token_record *record = &token->records[i];
        if (lo_cursor_left(&cursor) < LO_TOKEN_RECORD_BYTES + record->range_count * LO_RANGE_BYTES) break;
        lo_put32(&cursor, record->origin);
        lo_put64(&cursor, record->received);
        lo_put64(&cursor, record->admitted);
        lo_put64(&cursor, record->highest);
        lo_put64(&cursor, record->room);
        lo_put64(&cursor, record->stable);
        lo_ranges_write(&cursor, record->ranges, record->range_count);
        count++;
    }
    if (count_at) lo_store32(count_at, count);
    return bytes_written(&cursor, body);
}

lo_token_record *lo_token_find(lo_token *token, uint32_t origin) {
    for (uint32_t i = 0; i < token->count; i++)
        if (token->records[i].origin == origin) return &token->records[i];
    return NULL;
}

lo_token_record *lo_token_add(lo_token *token, uint32_t origin) {
    if (token->count == LO_TOKEN_RECORDS) return NULL;
    lo_token_record *record = &token->records[token->count++];
    memset(record, 0, sizeof *record);
    record->origin = origin;
    return record;
}

uint32_t lo_ranges_intersect(const lo_range *a, uint32_t a_count, const lo_range *b, uint32_t b_count, lo_range *out,
                             uint32_t max) {
    uint32_t count = 0;
    for (uint32_t i = 0, j = 0; i < a_count && j < b_count && count < max;) {
        uint64_t first = lo_max64(a[i].first, b[j].first), last = lo_min64(a[i].last, b[j].last);
        if (first <= last) out[count++] = (lo_range){first, last};
        if (a[i].last < b[j].last) i++;
        else j++;
    }
    return count;
}

/* A member that does not know of a segment lacks it, so ranges extend to `highest`. */
static uint32_t with_unknown(const lo_token_record *record, uint64_t highest, lo_range *out) {
    uint32_t count = record->range_count;
    memcpy(out, record->ranges, count * sizeof(lo_range));
    if (record->highest < highest) {
        if (count && out[count - 1].last == record->highest) out[count - 1].last = highest;
        else out[count++] = (lo_range){record->highest + 1, highest};
    }
    return count;
}

void lo_token_merge(lo_token_record *into, const lo_token_record *other) {
    lo_range a[LO_TOKEN_RANGES + 1], b[LO_TOKEN_RANGES + 1];
    uint64_t highest = lo_max64(into->highest, other->highest);
    uint32_t a_count = with_unknown(into, highest, a), b_count = with_unknown(other, highest, b);
    into->range_count = lo_ranges_intersect(a, a_count, b, b_count, into->ranges, LO_TOKEN_RANGES);
    into->highest = highest;
    into->received = lo_min64(into->received, other->received);
    into->admitted = lo_min64(into->admitted, other->admitted);
    into->room = lo_min64(into->room, other->room);
    into->stable = lo_max64(into->stable, other->stable);
}

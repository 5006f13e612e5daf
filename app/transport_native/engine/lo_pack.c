// SPDX-License-Identifier: BSD-3-Clause
/* Packing: messages become records, records fill segments, large messages are fragmented.
 *
 * Segments of all streams are laid out one after another in one shared buffer, so a busy stream produces runs of
 * equal segments that are sent in one call without another copy, and an idle stream pins nothing. */
#include "lo_node_internal.h"

#define WHOLE LO_RECORD_FIRST | LO_RECORD_LAST
#define FIRST_PIECE_BYTES (LO_RECORD_BYTES + 4u)
#define SMALLEST_PIECE 128u            /* Less room than this is padded rather than used for a fragment. */
#define SEGMENT_HEADERS (LO_HEADER_BYTES + LO_DATA_HEADER_BYTES)
#define BIG_MESSAGE (128u << 10)       /* From this size on a message is fragmented only when its turn comes. */

static bool is_unfinished(const lo_outstream *old) {
    return old && (old->window.end - 1 > old->stable || lo_pack_has_unsent(old));
}

/* If there are more earlier streams than a segment can list, the new one waits for some to become stable. */
static uint32_t count_unfinished(const lo_epoch *newest) {
    uint32_t count = 0;
    for (const lo_epoch *epoch = newest->older; epoch; epoch = epoch->older)
        for (uint32_t r = 0; r < epoch->view->region_count; r++) count += is_unfinished(epoch->region_states[r].out);
    return count;
}

/* Lists earlier streams of this node that are not stable yet, for receivers to finish first. */
static uint32_t write_open_record(lo_outstream *out, uint8_t *at) {
    uint32_t count = 0;
    uint8_t *entry = at + LO_RECORD_BYTES;
    for (lo_epoch *epoch = out->epoch->older; epoch; epoch = epoch->older) {
        for (uint32_t r = 0; r < epoch->view->region_count && count < LO_MAX_OPEN_ENTRIES; r++) {
            lo_outstream *old = epoch->region_states[r].out;
            if (!is_unfinished(old)) continue;
            lo_store64(entry, epoch->view->number);
            lo_store32(entry + 8, r);
            lo_store64(entry + 12, 0);  /* Known when the segment is sent. */
            entry += LO_OPEN_ENTRY_BYTES;
            count++;
        }
    }
    if (!count) return 0;
    lo_store32(at, LO_RECORD_OPEN);
    lo_store32(at + 4, count * LO_OPEN_ENTRY_BYTES | WHOLE);
    return LO_RECORD_BYTES + count * LO_OPEN_ENTRY_BYTES;
}

/* Everything of the earlier streams has been sent by now, so their last numbers are known. */
void lo_pack_finish_open_record(lo_outstream *out, uint8_t *segment, uint32_t length) {
    uint8_t *at = segment + SEGMENT_HEADERS;
    if (length < SEGMENT_HEADERS + LO_RECORD_BYTES || lo_load32(at) != LO_RECORD_OPEN) return;
    uint32_t count = (lo_load32(at + 4) & LO_RECORD_SIZE_MASK) / LO_OPEN_ENTRY_BYTES;
    for (uint8_t *entry = at + LO_RECORD_BYTES; count > 0; count--, entry += LO_OPEN_ENTRY_BYTES) {
        lo_epoch *epoch = lo_epoch_find(out->epoch->node, lo_load64(entry));
        lo_outstream *old = epoch ? epoch->region_states[lo_load32(entry + 8)].out : NULL;
        if (old) lo_store64(entry + 12, old->window.end - 1);
    }
}

/* Reserves room for a segment in the shared buffer; truncated to its real length when the segment is closed. */
lo_buffer *lo_pack_space(lo_node *node, uint32_t bytes, uint32_t *offset) {
    if (!node->pack || node->pack->capacity - node->pack->used < bytes) {
        lo_buffer *fresh = node->spare ? node->spare : lo_pool_take(&node->send_pool);
        if (!fresh) return NULL;
        node->spare = NULL;
        if (node->pack) lo_buffer_release(node->pack);
        node->pack = fresh;
    }
    lo_buffer_hold(node->pack);
    *offset = node->pack->used;
    node->pack->used += bytes;
    return node->pack;
}

static bool open_segment(lo_outstream *out) {
    if (out->window.end - out->window.base >= LO_WINDOW_MAX) return false;
    if (out->window.end == 1 && count_unfinished(out->epoch) > LO_MAX_OPEN_ENTRIES) return false;
    out->open = lo_pack_space(out->epoch->node, out->segment_bytes, &out->open_offset);
    if (!out->open) return false;
    out->open->data[out->open_offset + 1] = LO_PACKET_DATA;  /* The rest of the header is written when it is sent. */
    out->open_length = SEGMENT_HEADERS;
    if (out->window.end == 1)
        out->open_length += write_open_record(out, out->open->data + out->open_offset + SEGMENT_HEADERS);
    return true;
}

static uint32_t room_left(const lo_outstream *out) {
    return SEGMENT_HEADERS + out->payload - out->open_length;
}

static lo_slot *number_segment(lo_outstream *out, lo_buffer *buffer, uint32_t offset, uint32_t length) {
    uint64_t sequence = out->window.end;
    int error = lo_window_extend(&out->window, sequence);
    assert(!error);
    lo_window_put(&out->window, sequence, buffer, offset, length);
    out->closed_cost += length + LO_PACKET_COST;
    lo_slot *slot = lo_window_slot(&out->window, sequence);
    slot->cost = out->closed_cost;
    out->epoch->node->unstable_bytes += length;
    return slot;
}

/* Gives the open segment its sequence number and a slot in the window. */
static bool close_segment(lo_outstream *out) {
    if (lo_window_reserve(&out->window, out->window.end) < 0) return false;
    (void)number_segment(out, out->open, out->open_offset, out->open_length);
    if (out->open->used == out->open_offset + out->segment_bytes)
        out->open->used = out->open_offset + out->open_length;
    lo_buffer_release(out->open);
    out->open = NULL;
    return true;
}

/* Ensures that a segment packed elsewhere can be appended. The first segment of a stream is always its own, because
 * it lists earlier streams. */
bool lo_pack_prepare_append(lo_outstream *out) {
    if (lo_window_reserve(&out->window, out->window.end + 1) < 0) return false;
    return out->window.end > 1 || out->open || open_segment(out);
}

void lo_pack_append(lo_outstream *out, lo_buffer *buffer, uint32_t offset, uint32_t length, uint16_t tag) {
    if (out->open) {
        bool closed = close_segment(out);
        assert(closed);
    }
    lo_slot *slot = number_segment(out, buffer, offset, length);
    slot->flags = LO_SLOT_HYBRID;
    slot->tag = tag;
    lo_list_append(&out->epoch->node->busy_out, &out->busy);
}

/* Pads the segment, so that a run of segments has one size. */
static void pad_segment(lo_outstream *out) {
    uint32_t room = room_left(out);
    uint8_t *at = out->open->data + out->open_offset + out->open_length;
    memset(at, 0, room);
    if (room >= LO_RECORD_BYTES) {
        lo_store32(at, LO_RECORD_PAD);
        lo_store32(at + 4, (room - LO_RECORD_BYTES) | WHOLE);
    }
    out->open_length += room;
}

/* Writes one record: the next fragment of a message, as much as fits. Returns its payload. */
static uint32_t write_piece(lo_outstream *out, uint32_t group, const uint8_t *data, uint32_t total,
                            uint32_t done) {
    uint32_t room = room_left(out), rest = total - done;
    uint8_t *at = out->open->data + out->open_offset + out->open_length;
    bool first = done == 0, last = LO_RECORD_BYTES + rest <= room;
    uint32_t head = first && !last ? FIRST_PIECE_BYTES : LO_RECORD_BYTES;
    uint32_t piece = last ? rest : room - head;
    lo_store32(at, group);
    lo_store32(at + 4, piece | (first ? LO_RECORD_FIRST : 0) | (last ? LO_RECORD_LAST : 0));
    if (head == FIRST_PIECE_BYTES) lo_store32(at + 8, total);
    if (piece) memcpy(at + head, data + done, piece);
    out->open_length += head + piece;
    return piece;
}

/* Ensures room for the next fragment in the open segment. */
static bool prepare(lo_outstream *out, uint32_t rest) {
    if (out->open && room_left(out) == 0 && !close_segment(out)) return false;
    if (out->open && LO_RECORD_BYTES + rest > room_left(out) && room_left(out) < SMALLEST_PIECE) {
        if (out->batch_bytes > out->segment_bytes) pad_segment(out);
        if (!close_segment(out)) return false;
    }
    return out->open || open_segment(out);
}

/* A message that does not fit into the open segment is accepted as a whole or not at all: everything it needs is
 * reserved before its first fragment is written. It is smaller than a buffer. */
bool lo_pack_reserve(lo_outstream *out, uint32_t size) {
    if (size > BIG_MESSAGE) return true;
    lo_node *node = out->epoch->node;
    uint64_t segments = size / (out->payload - FIRST_PIECE_BYTES) + 3;
    if (lo_window_reserve(&out->window, out->window.end + segments) < 0) return false;
    if (!node->spare) node->spare = lo_pool_take(&node->send_pool);
    return node->spare != NULL;
}

static int keep_big(lo_outstream *out, uint32_t group, const uint8_t *data, uint32_t size) {
    lo_node *node = out->epoch->node;
    lo_buffer *buffer = lo_pool_take_sized(&node->send_pool, size);
    if (!buffer) return LO_ERROR_AGAIN;
    memcpy(buffer->data, data, size);
    buffer->used = size;
    out->big = buffer;
    uint32_t handle = lo_routes_handle(out->epoch->routes, group & LO_RECORD_GROUP_MASK);
    if (out->region_state->position != LO_NO_POSITION && handle != LO_ALL_GROUPS && lo_group_wants_own(&node->groups[handle])) {
        lo_buffer_hold(buffer);
        out->own_big = buffer;
    }
    out->big_group = group;
    out->big_done = 0;
    return LO_OK;
}

/* Bytes of messages that fit now, limited by memory and window slots. */
size_t lo_pack_room(const lo_outstream *out) {
    const lo_node *node = out->epoch->node;
    if (out->big || out->own_big || node->unstable_bytes >= node->config.send_buffer) return 0;
    uint64_t slots = LO_WINDOW_MAX - (out->window.end - out->window.base);
    if (slots < 2) return 0;
    size_t memory = node->config.send_buffer - node->unstable_bytes;
    return (size_t)lo_min64(memory, (slots - 1) * (uint64_t)(out->payload - FIRST_PIECE_BYTES));
}

int lo_pack_message(lo_outstream *out, uint32_t group, const uint8_t *data, uint32_t size) {
    if (size > BIG_MESSAGE) {
        if (lo_pack_room(out) == 0) return LO_ERROR_AGAIN;
        return keep_big(out, group, data, size);
    }
    if (lo_pack_room(out) < size + LO_RECORD_BYTES) return LO_ERROR_AGAIN;
    if (!prepare(out, size)) return LO_ERROR_AGAIN;
    if (LO_RECORD_BYTES + size > room_left(out) && !lo_pack_reserve(out, size)) return LO_ERROR_AGAIN;
    uint32_t done = write_piece(out, group, data, size, 0);
    while (done < size) {
        bool ready = prepare(out, size - done);
        assert(ready);
        done += write_piece(out, group, data, size, done);
    }
    return LO_OK;
}

bool lo_pack_has_unsent(const lo_outstream *out) {
    return out->window.end - 1 > out->sent || out->open || out->big;
}

/* True if something could be sent if flow control allowed it: not a large message that waits for room in the send
 * buffer. */
bool lo_pack_can_leave(const lo_outstream *out) {
    const lo_node *node = out->epoch->node;
    return out->window.end - 1 > out->sent || out->open || (out->big && node->unstable_bytes < node->config.send_buffer);
}

static void fragment_big(lo_outstream *out) {
    lo_node *node = out->epoch->node;
    uint64_t stop = out->sent + 64;  /* Enough for one batch. */
    while (out->big && out->window.end <= stop) {
        uint32_t total = out->big->used;
        if (node->unstable_bytes >= node->config.send_buffer || !prepare(out, total - out->big_done)) return;
        out->big_done += write_piece(out, out->big_group, out->big->data, total, out->big_done);
        if (out->big_done < total) {
            if (!close_segment(out)) return;
        } else {
            lo_buffer_release(out->big);
            out->big = NULL;
        }
    }
}

bool lo_pack_ready(lo_outstream *out) {
    if (out->big) fragment_big(out);
    if (out->window.end - 1 > out->sent) return true;
    return out->open && close_segment(out);
}

/* Packets in: check, open, find whom they concern. Everything here is hostile. */
#include "lo_internal.h"

static int count_error(lo_node *node, int error) {
    lo_node_statistics *s = &node->statistics;
    switch (error) {
    case LO_ERROR_MALFORMED: s->malformed++; break;
    case LO_ERROR_FOREIGN: s->foreign++; break;
    case LO_ERROR_FORGED: s->forged++; break;
    case LO_ERROR_UNKNOWN: s->unknown++; break;
    case LO_ERROR_STALE: s->stale++; break;
    default: break;
    }
    return error;
}

/* Who speaks in a control packet about a region: the arena, and the speaker's place in it. */
typedef struct lo_speaker {
    lo_era *era;
    lo_arena *arena;
    uint32_t member;     /* Index in the view. */
    uint32_t position;   /* In the region, or LO_NO_POSITION. */
} lo_speaker;

static int find_speaker(lo_node *node, const lo_header *header, lo_speaker *speaker) {
    speaker->era = lo_era_find(node, header->view);
    if (!speaker->era)
        return node->era && header->view < node->era->view->number ? LO_ERROR_STALE : LO_ERROR_UNKNOWN;
    if (header->region >= speaker->era->view->region_count) return LO_ERROR_MALFORMED;
    int member = lo_era_member(speaker->era, header->sender);
    if (member < 0) return LO_ERROR_FORGED;
    speaker->arena = &speaker->era->arenas[header->region];
    speaker->member = (uint32_t)member;
    int position = lo_region_find_member(speaker->arena->region, speaker->member);
    speaker->position = position < 0 ? LO_NO_POSITION : (uint32_t)position;
    return LO_OK;
}

static int take_data(lo_node *node, const lo_header *header, lo_buffer *buffer, uint32_t offset, uint32_t length,
                     lo_time now) {
    lo_instream *in = node->last_in;
    if (length < LO_HEADER_BYTES + LO_DATA_HEADER_BYTES || header->number == 0 || header->number >= UINT64_MAX / 2)
        return LO_ERROR_MALFORMED;
    if (!in || in->sender != header->sender || in->arena->index != header->region ||
        in->era->view->number != header->view) {
        lo_speaker speaker;
        int error = find_speaker(node, header, &speaker);
        if (error) return error;
        if (speaker.arena->position == LO_NO_POSITION) return LO_ERROR_UNKNOWN;
        in = lo_instream_obtain(speaker.arena, speaker.member);
        if (!in) {
            node->statistics.no_memory++;
            return LO_ERROR_MEMORY;
        }
        node->last_in = in;
    }
    const uint8_t *body = buffer->data + offset + LO_HEADER_BYTES;
    uint64_t stable_back = lo_load32(body), floor_back = lo_load32(body + 4);
    if (stable_back > header->number || floor_back > header->number) return LO_ERROR_MALFORMED;
    return lo_instream_segment(in, header->number, header->number - stable_back, header->number - floor_back, buffer,
                               offset, length, now);
}

static int take_status(lo_node *node, const lo_speaker *speaker, const uint8_t *body, size_t length, lo_time now) {
    lo_status status;
    if (lo_status_read(&status, body, length) < 0) return LO_ERROR_MALFORMED;
    if (speaker->arena->position == LO_NO_POSITION) return LO_ERROR_UNKNOWN;
    lo_instream *in = speaker->arena->in ? speaker->arena->in[speaker->member] : NULL;
    if (!in && status.stable >= status.last) return LO_OK;  /* All is done, and nothing of it came here. */
    if (!in) in = lo_instream_obtain(speaker->arena, speaker->member);
    if (!in) {
        node->statistics.no_memory++;
        return LO_ERROR_MEMORY;
    }
    lo_instream_status(in, &status, now);
    return LO_OK;
}

/* What a peer says about a stream whose sender is gone. */
static void hear_peer(const lo_speaker *speaker, const lo_report *report, lo_time now) {
    lo_era *era = speaker->era;
    int origin = lo_era_member(era, report->origin);
    if (origin < 0 || !era->gone[origin] || speaker->arena->position == LO_NO_POSITION) return;
    lo_instream *in = lo_instream_obtain(speaker->arena, (uint32_t)origin);
    if (!in) return;
    if (report->received >= in->received && report->highest >= in->highest && in->tell_peers) in->tell_peers--;
    lo_instream_known(in, report->highest, 0, 0, now);
}

/* A report must come from someone who may speak for those it speaks for. */
static bool may_report(const lo_speaker *speaker, const lo_report *report) {
    const lo_arena *arena = speaker->arena;
    if (speaker->position == LO_NO_POSITION) return false;
    if (report->speaks == LO_SPEAKS_MEMBER) return arena->quick && report->position == speaker->position;
    if (arena->quick) return false;
    if (report->speaks == LO_SPEAKS_REGION) return true;
    if (report->position >= arena->partition_count) return false;
    lo_partition partition = lo_arena_partition(arena, report->position);
    return speaker->position >= partition.first && speaker->position < partition.first + partition.count;
}

static int take_report(lo_node *node, const lo_speaker *speaker, const uint8_t *body, size_t length, lo_time now) {
    lo_report report;
    if (lo_report_read(&report, body, length) < 0) return LO_ERROR_MALFORMED;
    node->statistics.reports_received++;
    if (report.origin != node->config.number) {
        hear_peer(speaker, &report, now);
        return LO_OK;
    }
    if (!may_report(speaker, &report)) return LO_ERROR_FORGED;
    lo_outstream *out = speaker->arena->out;
    if (!out) return LO_ERROR_STALE;
    lo_outstream_report(out, &report, now);
    /* What a whole region lacks goes to the whole region. */
    if (report.range_count)
        lo_repair_requested(node, &out->window, LO_WANTED_BY_MANY - 1, report.ranges, report.range_count, now);
    return LO_OK;
}

static int take_request(lo_node *node, const lo_speaker *speaker, const uint8_t *body, size_t length, lo_time now) {
    lo_request request;
    if (lo_request_read(&request, body, length) < 0) return LO_ERROR_MALFORMED;
    if (speaker->position == LO_NO_POSITION) return LO_ERROR_FORGED;
    node->statistics.requests_received++;
    lo_window *window = NULL;
    if (request.origin == node->config.number) {
        window = speaker->arena->out ? &speaker->arena->out->window : NULL;
    } else {
        int origin = lo_era_member(speaker->era, request.origin);
        lo_instream *in = origin >= 0 && speaker->arena->in ? speaker->arena->in[origin] : NULL;
        window = in ? &in->window : NULL;
    }
    if (!window) return LO_ERROR_STALE;
    lo_repair_requested(node, window, speaker->position, request.ranges, request.range_count, now);
    return LO_OK;
}

static int take_token(lo_node *node, const lo_speaker *speaker, const uint8_t *body, size_t length, lo_time now) {
    if (speaker->position == LO_NO_POSITION) return LO_ERROR_FORGED;
    if (!speaker->arena->ring) return LO_ERROR_UNKNOWN;
    node->statistics.tokens_received++;
    return lo_ring_token(speaker->arena->ring, speaker->position, body, length, now);
}

static int take_control(lo_node *node, const lo_header *header, const uint8_t *body, size_t length, lo_time now) {
    lo_speaker speaker;
    int error = find_speaker(node, header, &speaker);
    if (error) return error;
    switch (header->kind) {
    case LO_PACKET_STATUS: return take_status(node, &speaker, body, length, now);
    case LO_PACKET_REPORT: return take_report(node, &speaker, body, length, now);
    case LO_PACKET_REQUEST: return take_request(node, &speaker, body, length, now);
    case LO_PACKET_TOKEN: return take_token(node, &speaker, body, length, now);
    default: return LO_ERROR_MALFORMED;
    }
}

/* Data packets come by the thousand; membership needs to know only now and then. */
static void heard(lo_node *node, uint32_t sender, lo_time now) {
    if (!node->membership || !sender) return;
    if (sender == node->heard_sender && now < node->heard_at + 20 * LO_MILLISECOND) return;
    node->heard_sender = sender;
    node->heard_at = now;
    lo_membership_heard(node->membership, sender, now);
}

/* A sender may be in the next view already: its data is kept for a moment, unopened. */
static bool is_early(const lo_node *node, const lo_header *header) {
    if (header->kind != LO_PACKET_DATA && header->kind != LO_PACKET_HYBRID) return false;
    return header->view > (node->era ? node->era->view->number : 0);
}

static int keep_early(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length, uint64_t view, lo_time now) {
    if (node->early_count == LO_MAX_EARLY) return LO_ERROR_UNKNOWN;
    lo_buffer_hold(buffer);
    node->early[node->early_count++] = (lo_early){buffer, offset, length, view, now};
    return LO_OK;
}

void lo_packets_forget(lo_node *node) {
    for (uint32_t i = 0; i < node->early_count; i++) lo_buffer_release(node->early[i].buffer);
    node->early_count = 0;
}

void lo_packets_replay(lo_node *node, lo_time now) {
    lo_early early[LO_MAX_EARLY];
    uint32_t count = node->early_count;
    memcpy(early, node->early, count * sizeof *early);
    node->early_count = 0;
    lo_address nowhere = {0};
    for (uint32_t i = 0; i < count; i++) {
        bool young = now < early[i].at + LO_SECOND;
        if (young) (void)lo_packet_process(node, early[i].buffer, early[i].offset, early[i].length, &nowhere, now);
        lo_buffer_release(early[i].buffer);
    }
}

int lo_packet_process(lo_node *node, lo_buffer *buffer, uint32_t offset, uint32_t length, const lo_address *source,
                      lo_time now) {
    lo_header header;
    uint8_t *packet = buffer->data + offset;
    const uint8_t *signer = NULL;
    int error = lo_header_read(&header, packet, length);
    if (error) return count_error(node, error);
    if (header.scope != node->config.scope) return count_error(node, LO_ERROR_FOREIGN);
    if (header.sender == node->config.number) return LO_ERROR_REPLAYED;  /* Multicast heard by its own sender. */
    if (is_early(node, &header)) return keep_early(node, buffer, offset, length, header.view, now);
    if (node->crypto) {
        int opened = lo_crypto_open(node->crypto, packet, length, now, &signer);
        if (opened == LO_ERROR_REPLAYED) node->statistics.replayed++;
        if (opened < 0) return count_error(node, opened);
        length = (uint32_t)opened;
    } else if (header.trailer) {
        return count_error(node, LO_ERROR_MALFORMED);
    }
    heard(node, header.sender, now);
    if (header.kind == LO_PACKET_DATA) return count_error(node, take_data(node, &header, buffer, offset, length, now));
    if (header.kind == LO_PACKET_HYBRID)
        return count_error(node, lo_hybrid_packet(node, &header, buffer, offset, length, now));
    const uint8_t *body = packet + LO_HEADER_BYTES;
    if (header.kind >= LO_PACKET_MEMBERSHIP && header.kind <= LO_PACKET_MEMBERSHIP_LAST) {
        if (!node->membership) return count_error(node, LO_ERROR_MALFORMED);
        return count_error(node, lo_membership_packet_in(node->membership, &header, body, length - LO_HEADER_BYTES,
                                                         source, signer, now));
    }
    return count_error(node, take_control(node, &header, body, length - LO_HEADER_BYTES, now));
}

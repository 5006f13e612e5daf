// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_event_encoding.h"

#include <stdlib.h>

static void put_member(lo_cursor *c, const lo_member *member) {
    struct sockaddr_in address = {0};
    lo_network_resolve(&member->address, &address);
    lo_put_bytes(c, member->id.bytes, sizeof member->id.bytes);
    lo_put32(c, member->number);
    lo_put32(c, member->flags);
    lo_put64(c, member->joined);
    lo_put64(c, member->host);
    lo_put_bytes(c, &address.sin_addr, 4);
    lo_put_bytes(c, &address.sin_port, 2);
    lo_put16(c, 0);
}

static void put_region(lo_cursor *c, const lo_region *region) {
    lo_put32(c, region->channel);
    lo_put16(c, region->dissemination);
    lo_put16(c, region->hierarchy);
    lo_put32(c, region->member_count);
    for (uint32_t i = 0; i < region->member_count; i++) lo_put16(c, region->members[i]);
}

static void put_group(lo_cursor *c, uint32_t number, const lo_group *group) {
    lo_put32(c, number);
    lo_put32(c, group->member_count);
    lo_put16(c, group->read_only);
    lo_put32(c, group->channel);
    lo_put16(c, (uint16_t)group->region_count);
    for (uint32_t i = 0; i < group->region_count; i++) lo_put16(c, group->regions[i]);
}

/* Calls put_group for each joined group of the scope that is in the view (if there is a cursor); returns the bytes
 * needed. */
static size_t put_groups(lo_cursor *c, const lo_engine *engine, const lo_scope *scope, const lo_view *view,
                         uint32_t *count) {
    size_t bytes = 0;
    *count = 0;
    for (uint32_t i = 0; i < engine->group_room; i++) {
        const lo_io_group *group = &engine->groups[i];
        if (group->state != LO_GROUP_JOINED || group->scope != scope->index) continue;
        int index = lo_view_find_group(view, &group->id);
        if (index < 0) continue;
        bytes += 16 + 2 * (size_t)view->groups[index].region_count;
        ++*count;
        if (c) put_group(c, i, &view->groups[index]);
    }
    return bytes;
}

void *lo_encode_view(const lo_engine *engine, const lo_scope *scope, const lo_view *view, size_t *size) {
    uint32_t groups;
    size_t bytes = 44 + (size_t)view->member_count * 48 + put_groups(NULL, engine, scope, view, &groups);
    for (uint32_t i = 0; i < view->region_count; i++) bytes += 12 + 2 * (size_t)view->regions[i].member_count;
    uint8_t *data = malloc(bytes);
    if (!data) return NULL;
    lo_cursor c = lo_cursor_over(data, bytes);
    lo_put64(&c, view->number);
    lo_put32(&c, scope->index);
    lo_put32(&c, view->self);
    lo_put32(&c, view->leader);
    lo_put32(&c, view->member_count);
    lo_put32(&c, view->region_count);
    lo_put32(&c, groups);
    lo_put32(&c, view->group_count);
    lo_put32(&c, (scope->network.multicast_works ? LO_VIEW_MULTICAST : 0) | (scope->shared.host ? LO_VIEW_SHARED : 0) |
                     (scope->options.encrypted ? LO_VIEW_ENCRYPTED : 0));
    lo_put32(&c, 0);
    for (uint32_t i = 0; i < view->member_count; i++) put_member(&c, &view->members[i]);
    for (uint32_t i = 0; i < view->region_count; i++) put_region(&c, &view->regions[i]);
    put_groups(&c, engine, scope, view, &groups);
    assert(!c.failed && lo_cursor_left(&c) == 0);
    *size = bytes;
    return data;
}

void *lo_encode_view_change(uint32_t group, const lo_view_change *view_change, size_t *size) {
    *size = 24 + (size_t)view_change->member_count * 52;
    uint8_t *data = malloc(*size);
    if (!data) return NULL;
    lo_cursor c = lo_cursor_over(data, *size);
    lo_put32(&c, group);
    lo_put32(&c, (view_change->rejoined ? LO_VIEW_CHANGE_REJOINED : 0) |
                     (view_change->writable ? LO_VIEW_CHANGE_WRITABLE : 0));
    lo_put64(&c, view_change->view->number);
    lo_put32(&c, view_change->member_count);
    lo_put32(&c, 0);
    for (uint32_t i = 0; i < view_change->member_count; i++) {
        put_member(&c, &view_change->view->members[view_change->members[i].index]);
        lo_put32(&c, view_change->members[i].joined);
    }
    assert(!c.failed && lo_cursor_left(&c) == 0);
    return data;
}

static void fill_statistics(lo_statistics *s, const lo_engine *engine, const lo_scope *scope) {
    const lo_network_counts *counts = &scope->network.counts;
    const lo_shared_memory *shared = &scope->shared;
    *s = (lo_statistics){
        .scope = scope->index, .packets_in = counts->packets_in, .packets_out = counts->packets_out,
        .bytes_in = counts->bytes_in, .bytes_out = counts->bytes_out, .calls_in = counts->calls_in,
        .calls_out = counts->calls_out, .send_errors = counts->send_errors, .truncated = counts->truncated,
        .ring_packets_in = shared->packets_in, .ring_packets_out = shared->packets_out, .ring_lapped = shared->lapped,
        .ring_bells = shared->wakeups, .faults_dropped = scope->faults.dropped, .faults_delayed = scope->faults.delayed,
        .faults_duplicated = scope->faults.duplicated, .multicast_works = scope->network.multicast_works,
        .offload = scope->network.gso && scope->network.gro, .shared = shared->host != 0,
        .socket_bytes = scope->network.granted_bytes, .parked_bytes = engine->parked_bytes,
        .queued_bytes = lo_command_queue_used(&engine->messages), .loops = engine->loops,
    };
    lo_node_read_statistics(scope->node, &s->node);
}

void *lo_encode_statistics(const lo_engine *engine, const lo_scope *scope, size_t *size) {
    uint32_t regions = lo_node_read_regions(scope->node, NULL, 0);
    *size = sizeof(lo_statistics) + regions * sizeof(lo_region_statistics);
    uint8_t *data = calloc(1, *size);
    if (!data) return NULL;
    lo_statistics *statistics = (lo_statistics *)(void *)data;
    fill_statistics(statistics, engine, scope);
    statistics->region_count = lo_min32(
        regions, lo_node_read_regions(scope->node, (lo_region_statistics *)(void *)(statistics + 1), regions));
    return data;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "lo_routes.h"

#include "lo_node.h"

static size_t bytes_of(uint32_t count) { return sizeof(lo_routes) + count * sizeof(uint32_t); }

lo_routes *lo_routes_create(lo_memory *memory, uint32_t count) {
    lo_routes *routes = lo_memory_alloc(memory, bytes_of(count));
    if (!routes) return NULL;
    routes->references = 1;
    routes->count = count;
    for (uint32_t i = 0; i < count; i++) routes->to[i] = LO_ALL_GROUPS;
    return routes;
}

void lo_routes_hold(lo_routes *routes) { routes->references++; }

void lo_routes_release(lo_routes *routes, lo_memory *memory) {
    assert(routes->references > 0);
    if (--routes->references == 0) lo_memory_free(memory, routes, bytes_of(routes->count));
}

uint32_t lo_routes_handle(const lo_routes *routes, uint32_t group) {
    if (group >= routes->count || routes->to[group] == LO_ALL_GROUPS) return LO_ALL_GROUPS;
    return routes->to[group] & ~LO_ROUTE_LAYERED;
}

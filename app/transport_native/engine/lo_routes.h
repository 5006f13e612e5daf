// SPDX-License-Identifier: BSD-3-Clause
/* Maps the group numbers of a view to handles of this node's groups.
 *
 * An epoch owns the routes of its view; deliveries with messages of several groups hold a reference until they are
 * released. */
#ifndef LO_ROUTES_H
#define LO_ROUTES_H

#include "lo_memory.h"

#define LO_ROUTE_LAYERED 0x80000000u  /* The messages of this group go through layers. */

typedef struct lo_routes {
    uint32_t references, count;
    uint32_t to[];  /* By group number: a handle, possibly with LO_ROUTE_LAYERED, or LO_ALL_GROUPS. */
} lo_routes;

lo_routes *lo_routes_create(lo_memory *memory, uint32_t count);  /* All entries are LO_ALL_GROUPS. NULL: no memory. */
void lo_routes_hold(lo_routes *routes);
void lo_routes_release(lo_routes *routes, lo_memory *memory);
uint32_t lo_routes_handle(const lo_routes *routes, uint32_t group);  /* A handle, or LO_ALL_GROUPS. */

#endif

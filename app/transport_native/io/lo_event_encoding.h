// SPDX-License-Identifier: BSD-3-Clause
/* Encoding of views, view changes and statistics for the application.
 *
 * A view, little-endian, without padding:
 *    number 8, scope 4, self 4, leader 4, members 4, regions 4, groups 4, groups in the scope 4, flags 4
 *    per member: id 16, number 4, flags 4, joined 8, host 8, address 4, port 2 (as on the wire), spare 2
 *    per region: channel 4, dissemination 2, hierarchy 2, count 4, then a member index 2 each
 *    per group that this node joined: its number here 4, members 4, read-only 2, own channel 4, count 2, then a
 *    region index 2 each
 *
 * Statistics: a lo_statistics, followed by its regions. */
#ifndef LO_EVENT_ENCODING_H
#define LO_EVENT_ENCODING_H

#include "lo_engine_internal.h"

#define LO_VIEW_MULTICAST 1u  /* Multicast works at this node. */
#define LO_VIEW_SHARED 2u     /* This node has a shared-memory ring. */
#define LO_VIEW_ENCRYPTED 4u

typedef struct lo_statistics {
    uint32_t scope, region_count;
    uint64_t packets_in, packets_out, bytes_in, bytes_out, calls_in, calls_out, send_errors, truncated;
    uint64_t ring_packets_in, ring_packets_out, ring_lapped, ring_bells;
    uint64_t faults_dropped, faults_delayed, faults_duplicated;
    uint64_t multicast_works, offload, shared, socket_bytes;
    uint64_t parked_bytes, queued_bytes, loops;
    lo_node_statistics node;
} lo_statistics;

/* A view change: group 4, flags 4 (LO_VIEW_CHANGE_…), view 8, members 4, reserved 4, then each member as in a view,
 * followed by 4 bytes that say whether it has joined. */
#define LO_VIEW_CHANGE_REJOINED 1u
#define LO_VIEW_CHANGE_WRITABLE 2u

/* From malloc; NULL without memory. */
void *lo_encode_view_change(uint32_t group, const lo_view_change *view_change, size_t *size);
void *lo_encode_view(const lo_engine *engine, const lo_scope *scope, const lo_view *view, size_t *size);
void *lo_encode_statistics(const lo_engine *engine, const lo_scope *scope, size_t *size);

#endif

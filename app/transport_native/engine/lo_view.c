// SPDX-License-Identifier: BSD-3-Clause
#include "lo_view.h"

const char *lo_error_text(int error) {
    switch (error) {
    case LO_OK: return "no error";
    case LO_ERROR_ARGUMENT: return "wrong argument";
    case LO_ERROR_MEMORY: return "the memory budget is used up";
    case LO_ERROR_AGAIN: return "the send buffer is full; try again when the group is writable";
    case LO_ERROR_MALFORMED: return "malformed packet";
    case LO_ERROR_FORGED: return "packet fails authentication";
    case LO_ERROR_REPLAYED: return "packet was seen before";
    case LO_ERROR_FOREIGN: return "packet of another scope or version";
    case LO_ERROR_UNKNOWN: return "no such group, member, region or view";
    case LO_ERROR_TOO_LARGE: return "larger than allowed";
    case LO_ERROR_NOT_MEMBER: return "the group is not in the agreed view yet";
    case LO_ERROR_READ_ONLY: return "this side of the network partition may only read";
    case LO_ERROR_CLOSED: return "the node has left the scope";
    case LO_ERROR_STALE: return "packet of a view that is over";
    default: return "unknown error";
    }
}

int lo_view_find_group(const lo_view *view, const lo_id *id) {
    uint32_t low = 0, high = view->group_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = lo_id_compare(&view->groups[middle].id, id);
        if (order == 0) return (int)middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return LO_ERROR_UNKNOWN;
}

int lo_view_find_member(const lo_view *view, uint32_t number) {
    for (uint32_t i = 0; i < view->member_count; i++)
        if (view->members[i].number == number) return (int)i;
    return LO_ERROR_UNKNOWN;
}

int lo_region_find_member(const lo_region *region, uint32_t member_index) {
    uint32_t low = 0, high = region->member_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (region->members[middle] == member_index) return (int)middle;
        if (region->members[middle] < member_index) low = middle + 1;
        else high = middle;
    }
    return LO_ERROR_UNKNOWN;
}

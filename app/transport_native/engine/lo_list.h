// SPDX-License-Identifier: BSD-3-Clause
/* Intrusive doubly linked list: insertion needs no memory. */
#ifndef LO_LIST_H
#define LO_LIST_H

#include "lo_base.h"

typedef struct lo_link {
    struct lo_link *before, *after;  /* Both NULL: not in a list. */
} lo_link;

static inline void lo_list_init(lo_link *list) { list->before = list->after = list; }
static inline bool lo_list_empty(const lo_link *list) { return list->after == list; }
static inline bool lo_list_holds(const lo_link *link) { return link->after != NULL; }
static inline void lo_list_append(lo_link *list, lo_link *link) {
    if (lo_list_holds(link)) return;
    link->before = list->before;
    link->after = list;
    list->before->after = link;
    list->before = link;
}
static inline void lo_list_remove(lo_link *link) {
    if (!lo_list_holds(link)) return;
    link->before->after = link->after;
    link->after->before = link->before;
    link->before = link->after = NULL;
}
/* Iterates; the current element may be removed. */
#define LO_LIST_EACH(link, list) \
    for (lo_link *link = (list)->after, *link##_next = link->after; link != (list); \
         link = link##_next, link##_next = link->after)
#define LO_CONTAINER(link, type, field) ((type *)(void *)((uint8_t *)(link) - offsetof(type, field)))

#endif

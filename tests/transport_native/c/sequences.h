// SPDX-License-Identifier: BSD-3-Clause
/* What each node of a pump was delivered, in order: messages and view changes, for comparison. */
#ifndef SEQUENCES_H
#define SEQUENCES_H

#include "pump.h"

#define SEQUENCE_MOST 20000

typedef struct sequence_event {
    uint64_t view_change;                /* Number of the view, or 0: a message. */
    uint32_t from, members, joined;
    uint64_t number;
    bool rejoined, continues;
} sequence_event;

typedef struct sequences {
    sequence_event *events[PUMP_NODES];
    uint32_t count[PUMP_NODES];
    uint64_t stable[PUMP_NODES];
} sequences;

/* Records group 0 of the pump. */
sequences *sequences_record(pump *p);
void sequences_free(sequences *s);
/* The last view change of a node, or NULL. */
const sequence_event *sequences_view_change(const sequences *s, uint32_t node);
/* Fails unless both have, from their first common view change on, the same view changes with the same messages in
 * between, in the same order if `ordered`. `open`: also after the last one. */
void sequences_compare(const sequences *s, uint32_t a, uint32_t b, bool ordered, bool open);
/* Runs on for a while, compares all living nodes, and frees both. */
void sequences_finish(sequences *s, pump *p, bool ordered);

#endif

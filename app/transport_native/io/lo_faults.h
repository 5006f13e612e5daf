// SPDX-License-Identifier: BSD-3-Clause
/* Fault injection: loss, bursts of loss, delay and duplicates at the receiving side of a node. Part of the product,
 * so that every test and benchmark can use it. */
#ifndef LO_FAULTS_H
#define LO_FAULTS_H

#include "lo_base.h"

typedef struct lo_faults_config {
    uint32_t loss;                      /* Lost packets per million. */
    uint32_t duplicate;                 /* Duplicated packets per million. */
    lo_time delay, jitter;              /* Each packet is delayed by delay … delay + jitter. */
    lo_time burst_every, burst_length;  /* Everything is lost for this long, this often. */
    uint64_t seed;
} lo_faults_config;

typedef struct lo_late {
    lo_time due;
    uint64_t order;          /* Equal times keep their order. */
    lo_address source;
    uint32_t length;
    uint8_t packet[];
} lo_late;

typedef struct lo_faults {
    lo_faults_config config;
    bool active;
    uint64_t random, order;
    lo_late **late;          /* A heap; the earliest is first. */
    uint32_t late_count, late_room;
    uint64_t dropped, delayed, duplicated;
} lo_faults;
#define LO_FAULTS_LATE_MOST 65536u

void lo_faults_set(lo_faults *faults, const lo_faults_config *config);
void lo_faults_clear(lo_faults *faults);  /* Drops delayed packets. */

/* How many times the packet is to be processed now: 0, 1 or 2. A delayed one is kept. */
int lo_faults_apply(lo_faults *faults, const uint8_t *packet, uint32_t length, const lo_address *source,
                    lo_time now);
lo_late *lo_faults_due(lo_faults *faults, lo_time now);  /* To be freed by the caller; or NULL. */
lo_time lo_faults_next(const lo_faults *faults);

#endif

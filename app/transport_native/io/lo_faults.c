// SPDX-License-Identifier: BSD-3-Clause
#include "lo_faults.h"

#include <stdlib.h>

void lo_faults_clear(lo_faults *faults) {
    for (uint32_t i = 0; i < faults->late_count; i++) free(faults->late[i]);
    free(faults->late);
    memset(faults, 0, sizeof *faults);
}

void lo_faults_set(lo_faults *faults, const lo_faults_config *config) {
    faults->config = *config;
    faults->random = config->seed ? config->seed : UINT64_C(0x9e3779b97f4a7c15);
    faults->active = config->loss || config->duplicate || config->delay || config->jitter || config->burst_length;
}

static uint64_t next_random(lo_faults *faults) {
    uint64_t x = faults->random += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static bool happens(lo_faults *faults, uint32_t in_a_million) {
    return in_a_million && next_random(faults) % 1000000 < in_a_million;
}

static bool in_burst(const lo_faults *faults, lo_time now) {
    const lo_faults_config *config = &faults->config;
    return config->burst_length && config->burst_every && now % config->burst_every < config->burst_length;
}

static bool earlier(const lo_late *a, const lo_late *b) {
    return a->due != b->due ? a->due < b->due : a->order < b->order;
}

static void swap(lo_late **a, lo_late **b) {
    lo_late *kept = *a;
    *a = *b;
    *b = kept;
}

static bool keep_late(lo_faults *faults, lo_late *late) {
    if (faults->late_count == faults->late_room) {
        uint32_t room = faults->late_room ? faults->late_room * 2 : 256;
        lo_late **grown = room <= LO_FAULTS_LATE_MOST ? realloc(faults->late, room * sizeof *grown) : NULL;
        if (!grown) return false;
        faults->late = grown;
        faults->late_room = room;
    }
    uint32_t at = faults->late_count++;
    faults->late[at] = late;
    for (; at && earlier(faults->late[at], faults->late[(at - 1) / 2]); at = (at - 1) / 2)
        swap(&faults->late[at], &faults->late[(at - 1) / 2]);
    return true;
}

static bool delay(lo_faults *faults, const uint8_t *packet, uint32_t length, const lo_address *source, lo_time now) {
    lo_late *late = malloc(sizeof *late + length);
    if (!late) return false;
    lo_time jitter = faults->config.jitter ? next_random(faults) % faults->config.jitter : 0;
    late->due = now + faults->config.delay + jitter;
    late->order = faults->order++;
    late->source = *source;
    late->length = length;
    memcpy(late->packet, packet, length);
    if (keep_late(faults, late)) return true;
    free(late);
    return false;
}

int lo_faults_apply(lo_faults *faults, const uint8_t *packet, uint32_t length, const lo_address *source,
                    lo_time now) {
    if (in_burst(faults, now) || happens(faults, faults->config.loss)) {
        faults->dropped++;
        return 0;
    }
    int copies = happens(faults, faults->config.duplicate) ? 2 : 1;
    if (copies == 2) faults->duplicated++;
    if (!faults->config.delay && !faults->config.jitter) return copies;
    for (; copies > 0; copies--) {
        if (delay(faults, packet, length, source, now)) faults->delayed++;
        else faults->dropped++;
    }
    return 0;
}

lo_late *lo_faults_due(lo_faults *faults, lo_time now) {
    if (!faults->late_count || faults->late[0]->due > now) return NULL;
    lo_late *first = faults->late[0];
    faults->late[0] = faults->late[--faults->late_count];
    for (uint32_t at = 0;;) {
        uint32_t least = at, left = 2 * at + 1, right = left + 1;
        if (left < faults->late_count && earlier(faults->late[left], faults->late[least])) least = left;
        if (right < faults->late_count && earlier(faults->late[right], faults->late[least])) least = right;
        if (least == at) return first;
        swap(&faults->late[at], &faults->late[least]);
        at = least;
    }
}

lo_time lo_faults_next(const lo_faults *faults) { return faults->late_count ? faults->late[0]->due : LO_NEVER; }

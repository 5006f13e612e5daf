// SPDX-License-Identifier: BSD-3-Clause
/* SWIM-style failure detector.
 *
 * In each period a node pings one other member, in an order that spreads pings evenly, and only if nothing was
 * received from it lately. Without an answer it asks a few others to ping (ping-req). Still without one it
 * announces a suspicion, which the suspect can refute with a higher incarnation. A node whose clock shows that it
 * was suspended itself clears all suspicions first.
 *
 * No I/O: lo_failure_detector_take returns what to send, the other calls report what was received. */
#ifndef LO_FAILURE_DETECTOR_H
#define LO_FAILURE_DETECTOR_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_view.h"

enum lo_failure_detector_verb {
    LO_DETECTOR_PING = 1,     /* Ping `number`. */
    LO_DETECTOR_RELAY = 2,    /* Ask `via` to ping it. */
    LO_DETECTOR_SUSPECT = 3,  /* Announce to all that it does not answer. */
    LO_DETECTOR_DEAD = 4      /* It did not refute: silent for suspect_after. */
};
typedef struct lo_failure_detector_action {
    uint32_t verb, number, via, incarnation;
} lo_failure_detector_action;

typedef struct lo_failure_detector lo_failure_detector;

lo_failure_detector *lo_failure_detector_create(lo_memory *memory, uint32_t self, uint64_t seed, lo_time heartbeat,
                                                lo_time suspect_after, lo_time now);
void lo_failure_detector_destroy(lo_failure_detector *detector);

/* State of members that stay is kept. */
int lo_failure_detector_set_members(lo_failure_detector *detector, const lo_member *members, uint32_t count,
                                    lo_time now);

void lo_failure_detector_note_alive(lo_failure_detector *detector, uint32_t number, lo_time now);
void lo_failure_detector_suspect(lo_failure_detector *detector, uint32_t number, lo_time now);
/* Handles a suspicion of `number`. Returns true if it is this node: the caller must refute with
 * lo_failure_detector_incarnation. */
bool lo_failure_detector_accused(lo_failure_detector *detector, uint32_t number, uint32_t incarnation, lo_time now);
void lo_failure_detector_objection(lo_failure_detector *detector, uint32_t number, uint32_t incarnation, lo_time now);
uint32_t lo_failure_detector_incarnation(const lo_failure_detector *detector);

lo_time lo_failure_detector_next_wakeup(const lo_failure_detector *detector);
void lo_failure_detector_timer(lo_failure_detector *detector, lo_time now);
bool lo_failure_detector_take(lo_failure_detector *detector, lo_failure_detector_action *action);

/* When something was last received from `number`; 0 if unknown. */
lo_time lo_failure_detector_last_heard(const lo_failure_detector *detector, uint32_t number);
bool lo_failure_detector_suspects(const lo_failure_detector *detector, uint32_t number);

/* Its process has ended, confirmed by the operating system; later packets do not change that. `consent`: see
 * lo_membership_consent. */
void lo_failure_detector_ended(lo_failure_detector *detector, uint32_t number, uint64_t consent, lo_time now);
void lo_failure_detector_repeat_ended(lo_failure_detector *detector,
                                      lo_time now); /* Announces again, because there is a new leader. */
bool lo_failure_detector_has_ended(const lo_failure_detector *detector, uint32_t number, uint64_t *consent);
bool lo_failure_detector_has_suspects(const lo_failure_detector *detector);  /* True if a member has not answered. */

typedef struct lo_failure_detector_counts {
    uint64_t pings, relays, suspicions, false_suspicions, sleeps;
} lo_failure_detector_counts;
void lo_failure_detector_read_counts(const lo_failure_detector *detector, lo_failure_detector_counts *counts);

#endif

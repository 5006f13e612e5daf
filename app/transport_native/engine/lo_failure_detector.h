/* Who is still there? Failure detection without storms and without false alarms.
 *
 * In every period a node asks one other, in an order that spreads the questions evenly, and
 * only if it has not heard of it lately anyway. No answer: it lets a few others ask. Still
 * none: it says so to all, and the suspect has time to object with a higher incarnation.
 * A node whose own clock shows that it slept forgives everybody first.
 *
 * Pure: it says what to send (lo_failure_detector_take) and learns what was heard. */
#ifndef LO_FAILURE_DETECTOR_H
#define LO_FAILURE_DETECTOR_H

#include "lo_base.h"
#include "lo_memory.h"
#include "lo_view.h"

enum lo_failure_detector_verb {
    LO_DETECTOR_PING = 1,     /* Ask `number` whether it is there. */
    LO_DETECTOR_RELAY = 2,    /* Let `via` ask it. */
    LO_DETECTOR_SUSPECT = 3,  /* Tell everyone that it does not answer. */
    LO_DETECTOR_DEAD = 4      /* It had its chance: silent for suspect_after. */
};
typedef struct lo_failure_detector_action {
    uint32_t verb, number, via, incarnation;
} lo_failure_detector_action;

typedef struct lo_failure_detector lo_failure_detector;

lo_failure_detector *lo_failure_detector_create(lo_memory *memory, uint32_t self, uint64_t seed, lo_time heartbeat,
                                                lo_time suspect_after, lo_time now);
void lo_failure_detector_destroy(lo_failure_detector *detector);

/* What is known of members that stay is kept. */
int lo_failure_detector_set_members(lo_failure_detector *detector, const lo_member *members, uint32_t count,
                                    lo_time now);

void lo_failure_detector_note_alive(lo_failure_detector *detector, uint32_t number, lo_time now);
void lo_failure_detector_suspect(lo_failure_detector *detector, uint32_t number, lo_time now);
/* Somebody says that `number` does not answer. About this node itself: returns true, and the
 * caller must object with lo_failure_detector_incarnation. */
bool lo_failure_detector_accused(lo_failure_detector *detector, uint32_t number, uint32_t incarnation, lo_time now);
void lo_failure_detector_objection(lo_failure_detector *detector, uint32_t number, uint32_t incarnation, lo_time now);
uint32_t lo_failure_detector_incarnation(const lo_failure_detector *detector);

lo_time lo_failure_detector_next_wakeup(const lo_failure_detector *detector);
void lo_failure_detector_timer(lo_failure_detector *detector, lo_time now);
bool lo_failure_detector_take(lo_failure_detector *detector, lo_failure_detector_action *action);

/* When `number` was last heard of; 0 if it is not known. */
lo_time lo_failure_detector_last_heard(const lo_failure_detector *detector, uint32_t number);
bool lo_failure_detector_suspects(const lo_failure_detector *detector, uint32_t number);

/* Its process has ended, for sure: nothing that is still heard of it changes that. `consent`: see lo_membership_consent. */
void lo_failure_detector_ended(lo_failure_detector *detector, uint32_t number, uint64_t consent, lo_time now);
void lo_failure_detector_repeat_ended(lo_failure_detector *detector,
                                      lo_time now); /* There is somebody new to be told. */
bool lo_failure_detector_has_ended(const lo_failure_detector *detector, uint32_t number, uint64_t *consent);
bool lo_failure_detector_has_suspects(const lo_failure_detector *detector);  /* Someone has not answered. */

typedef struct lo_failure_detector_counts {
    uint64_t pings, relays, suspicions, false_suspicions, sleeps;
} lo_failure_detector_counts;
void lo_failure_detector_read_counts(const lo_failure_detector *detector, lo_failure_detector_counts *counts);

#endif

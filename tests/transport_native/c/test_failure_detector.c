// SPDX-License-Identifier: BSD-3-Clause
/* Failure detector alone: who is pinged, how often, and when members are declared dead. */
#include <stdio.h>
#include <stdlib.h>

#include "lo_failure_detector.h"

#define NODES 12u
#define HEARTBEAT (500 * LO_MILLISECOND)
#define SUSPECT_AFTER (2500 * LO_MILLISECOND)

static lo_memory memory;

static lo_failure_detector *start(uint32_t self, lo_time now) {
    lo_member members[NODES] = {{.number = 0}};
    for (uint32_t i = 0; i < NODES; i++) members[i].number = i + 1;
    lo_failure_detector *d = lo_failure_detector_create(&memory, self, self, HEARTBEAT, SUSPECT_AFTER, now);
    assert(d && lo_failure_detector_set_members(d, members, NODES, now) == LO_OK);
    return d;
}

/* In an idle network without failures, every member is pinged about once per period in total. */
static void test_pings_are_spread(void) {
    lo_time now = LO_SECOND;
    lo_failure_detector *detectors[NODES];
    uint32_t asked[NODES + 1] = {0}, total = 0;
    for (uint32_t i = 0; i < NODES; i++) detectors[i] = start(i + 1, now);
    for (lo_time end = now + 20 * LO_SECOND; now < end; now += 10 * LO_MILLISECOND) {
        for (uint32_t i = 0; i < NODES; i++) {
            lo_failure_detector_timer(detectors[i], now);
            lo_failure_detector_action action;
            while (lo_failure_detector_take(detectors[i], &action)) {
                assert(action.verb == LO_DETECTOR_PING && action.number != i + 1);
                asked[action.number]++;
                total++;
                lo_failure_detector_note_alive(detectors[i], action.number, now); /* It answers at once. */
            }
        }
    }
    printf("%.2f questions per node and second\n", (double)total / NODES / 20);
    assert(total <= NODES * 20 * 2 * 5 / 4);
    for (uint32_t i = 1; i <= NODES; i++) assert(asked[i] >= 20 && asked[i] <= 60);
    for (uint32_t i = 0; i < NODES; i++) lo_failure_detector_destroy(detectors[i]);
}

/* One member is silent: pinged, pinged through others, suspected, declared dead, in this order. */
static void test_silence(bool objects) {
    lo_time now = LO_SECOND, began = now, given_up = 0, suspected = 0;
    lo_failure_detector *d = start(1, now);
    bool asked = false, relayed = false;
    for (; now < began + 30 * LO_SECOND && !given_up; now += 10 * LO_MILLISECOND) {
        for (uint32_t i = 2; i <= NODES; i++)
            if (i != 5) lo_failure_detector_note_alive(d, i, now);
        lo_failure_detector_timer(d, now);
        for (lo_failure_detector_action action; lo_failure_detector_take(d, &action);) {
            assert(action.number == 5);
            if (action.verb == LO_DETECTOR_PING) asked = true;
            if (action.verb == LO_DETECTOR_RELAY) {
                assert(asked && action.via != 5 && action.via != 1);
                relayed = true;
            }
            if (action.verb == LO_DETECTOR_SUSPECT) {
                assert(relayed);
                suspected = now;
                if (objects) lo_failure_detector_objection(d, 5, action.incarnation + 1, now);
            }
            if (action.verb == LO_DETECTOR_DEAD) given_up = now;
        }
        if (objects && suspected) break;
    }
    lo_failure_detector_counts counts;
    lo_failure_detector_read_counts(d, &counts);
    if (objects) {
        assert(!given_up && counts.false_suspicions == 1 && !lo_failure_detector_suspects(d, 5));
        assert(!lo_failure_detector_accused(d, 5, 0,
                                            now + LO_SECOND)); /* A suspicion of an earlier incarnation is stale. */
        assert(!lo_failure_detector_suspects(d, 5));
    } else {
        assert(suspected && given_up && given_up - began >= SUSPECT_AFTER);
        assert(given_up - suspected >= HEARTBEAT);
    }
    lo_failure_detector_destroy(d);
}

static void test_own_suspension(void) {
    lo_time now = LO_SECOND;
    lo_failure_detector *d = start(1, now);
    lo_failure_detector_timer(d, now);
    now += 10 * LO_SECOND; /* This node was suspended: the silence of the others proves nothing. */
    for (lo_time end = now + LO_SECOND; now < end; now += 10 * LO_MILLISECOND) {
        lo_failure_detector_timer(d, now);
        for (lo_failure_detector_action action; lo_failure_detector_take(d, &action);)
            assert(action.verb != LO_DETECTOR_DEAD);
    }
    lo_failure_detector_counts counts;
    lo_failure_detector_read_counts(d, &counts);
    assert(counts.sleeps == 1);
    lo_failure_detector_destroy(d);
}

static void test_accused(void) {
    lo_failure_detector *d = start(1, LO_SECOND);
    assert(lo_failure_detector_incarnation(d) == 0);
    assert(lo_failure_detector_accused(d, 1, 0, LO_SECOND) && lo_failure_detector_incarnation(d) == 1);
    assert(lo_failure_detector_accused(d, 1, 7, LO_SECOND) && lo_failure_detector_incarnation(d) == 8);
    assert(!lo_failure_detector_accused(d, 3, 0, LO_SECOND) &&
           !lo_failure_detector_suspects(d, 3)); /* Heard a moment ago. */
    assert(!lo_failure_detector_accused(d, 3, 0, 3 * LO_SECOND) && lo_failure_detector_suspects(d, 3));
    assert(!lo_failure_detector_accused(d, 99, 0, LO_SECOND)); /* Unknown. */
    lo_failure_detector_destroy(d);
}

/* What the operating system says of a process is certain: late packets of it change nothing. */
static void test_ended(void) {
    lo_time now = LO_SECOND;
    uint32_t repeats = 0;
    lo_failure_detector *d = start(1, now);
    assert(!lo_failure_detector_has_suspects(d));
    lo_failure_detector_ended(d, 1, 0, now); /* This node itself is alive, */
    lo_failure_detector_ended(d, 99, 0, now); /* and this one is unknown. */
    assert(!lo_failure_detector_has_suspects(d));
    lo_failure_detector_ended(d, 5, 77, now);
    uint64_t consent = 0;
    assert(lo_failure_detector_has_suspects(d) && lo_failure_detector_has_ended(d, 5, &consent) &&
           !lo_failure_detector_has_ended(d, 6, &consent));
    assert(consent == 77);
    for (lo_time end = now + 8 * LO_SECOND; now < end; now += 10 * LO_MILLISECOND) {
        if (now == 4 * LO_SECOND) now += 3 * LO_SECOND; /* Also after being suspended. */
        for (uint32_t i = 2; i <= NODES; i++) lo_failure_detector_note_alive(d, i, now);
        lo_failure_detector_timer(d, now);
        for (lo_failure_detector_action action; lo_failure_detector_take(d, &action); repeats++)
            assert(action.verb == LO_DETECTOR_DEAD && action.number == 5);
        assert(lo_failure_detector_suspects(d, 5));
    }
    assert(repeats >= 6); /* Repeated until the view excludes it. */
    lo_failure_detector_destroy(d);
}

int main(void) {
    lo_memory_init(&memory, 1u << 20);
    test_pings_are_spread();
    test_silence(false);
    test_silence(true);
    test_own_suspension();
    test_accused();
    test_ended();
    assert(memory.used == 0);
    return 0;
}

// SPDX-License-Identifier: BSD-3-Clause
/* When an application should poll the sockets itself. */
#include "lo_poller.h"

#undef NDEBUG
#include <assert.h>

static lo_wakeup wakeup;
static lo_wait wait_;

static lo_poller open_poller(void) {
    lo_poller poller;
    assert(lo_poller_open(&poller, &wakeup, &wait_) == 0);
    return poller;
}

/* Messages one by one at this distance; returns how many there were before the application was to poll, or 0. */
static int messages_until_polling(lo_poller *poller, lo_time apart) {
    lo_time now = LO_SECOND;
    for (int i = 1; i <= 100; i++, now += apart) {
        poller->taken = 1;
        int change = lo_poller_decide(poller, now);
        assert(change >= 0);
        if (change) {
            lo_poller_assign(poller, LO_POLLER_BUSY, now);
            return i;
        }
    }
    return 0;
}

static void test_not_for_rare_messages(void) {
    lo_poller poller = open_poller();
    assert(messages_until_polling(&poller, 60 * LO_MILLISECOND) == 0);
    int count = messages_until_polling(&poller, LO_MILLISECOND);
    assert(poller.descriptor < 0 || (count > 3 && count < 20));
    lo_poller_close(&poller);
}

static void test_not_for_control_traffic(void) {
    lo_poller poller = open_poller();
    lo_time now = 2 * LO_SECOND;
    if (!messages_until_polling(&poller, LO_MILLISECOND)) return; /* The thread always polls on this system. */
    for (int i = 0; i < 100; i++) { /* Every other poll finds something. */
        lo_poller_polled(&poller, i % 2);
        assert(lo_poller_decide(&poller, now) == 0);
    }
    int looks = 0;
    for (; lo_poller_decide(&poller, now) == 0; looks++) lo_poller_polled(&poller, false);
    assert(looks > 4 && looks < 40);
    lo_poller_assign(&poller, 0, now);
    assert(lo_poller_decide(&poller, now) == 0 && poller.useless == 0);
    lo_poller_close(&poller);
}

static void test_also_under_load(void) {
    lo_poller poller = open_poller();
    lo_time now = 2 * LO_SECOND;
    assert(!lo_poller_is_active(&poller, now));
    lo_poller_took(&poller, 1000);
    assert(lo_poller_is_active(&poller, now) == (poller.descriptor >= 0));
    assert(!lo_poller_is_active(&poller, now + 5 * LO_MILLISECOND)); /* It has stopped taking. */
    if (!messages_until_polling(&poller, LO_MILLISECOND)) return;
    poller.taken = 1000;
    assert(lo_poller_decide(&poller, now) == 0);
    lo_poller_close(&poller);
}

/* An application that polls repeatedly without sleeping must not wait for the thread. */
static void test_an_application_that_never_sleeps(void) {
    lo_poller poller = open_poller();
    if (!messages_until_polling(&poller, LO_MILLISECOND)) return;
    lo_poller_took(&poller, 3);
    assert(!lo_poller_polls_again(&poller));
    lo_poller_took(&poller, 0);
    assert(lo_poller_polls_again(&poller));
    assert(lo_poller_decide(&poller, 2 * LO_SECOND) == 0);
    assert(!lo_poller_polls_again(&poller)); /* It has slept in between. */
    lo_poller_close(&poller);
}

static void test_a_busy_application(void) {
    lo_poller poller = open_poller();
    if (!messages_until_polling(&poller, LO_MILLISECOND)) return;
    lo_time now = 2 * LO_SECOND;
    lo_poller_assign(&poller, LO_POLLER_BUSY, now);
    assert(!lo_poller_is_neglected(&poller, true, now + 5 * LO_MILLISECOND));
    atomic_fetch_add(&poller.turns, 1);
    assert(!lo_poller_is_neglected(&poller, true, now += 30 * LO_MILLISECOND)); /* It has polled in the meantime. */
    assert(!lo_poller_is_neglected(&poller, false, now + 30 * LO_MILLISECOND)); /* And need not, if nothing arrives. */
    assert(lo_poller_is_neglected(&poller, true, now + 30 * LO_MILLISECOND));
    assert(lo_poller_is_neglected(&poller, false, now + 200 * LO_MILLISECOND));
    lo_poller_close(&poller);
}

int main(void) {
    assert(lo_wakeup_open(&wakeup) == 0 && lo_wait_open(&wait_) == 0);
    test_not_for_rare_messages();
    test_not_for_control_traffic();
    test_also_under_load();
    test_an_application_that_never_sleeps();
    test_a_busy_application();
    lo_wakeup_close(&wakeup);
    lo_wait_close(&wait_);
    return 0;
}

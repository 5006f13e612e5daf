/* When an application is better off watching the sockets itself. */
#include "lo_watch.h"

#undef NDEBUG
#include <assert.h>

static lo_bell bell;
static lo_wait wait_;

static lo_watch open_watch(void) {
    lo_watch watch;
    assert(lo_watch_open(&watch, &bell, &wait_) == 0);
    return watch;
}

/* Messages one by one, so far apart; how many there were before the application wanted to watch, or 0. */
static int until_it_wants_to(lo_watch *watch, lo_time apart) {
    lo_time now = LO_SECOND;
    for (int i = 1; i <= 100; i++, now += apart) {
        watch->taken = 1;
        int wish = lo_watch_wish(watch, now);
        assert(wish >= 0);
        if (wish) {
            lo_watch_give(watch, LO_WATCH_FLOOD, now);
            return i;
        }
    }
    return 0;
}

static void test_not_for_rare_messages(void) {
    lo_watch watch = open_watch();
    assert(until_it_wants_to(&watch, 60 * LO_MILLISECOND) == 0);
    int count = until_it_wants_to(&watch, LO_MILLISECOND);
    assert(watch.face < 0 || (count > 3 && count < 20));
    lo_watch_close(&watch);
}

static void test_not_for_the_talk_of_nodes(void) {
    lo_watch watch = open_watch();
    lo_time now = 2 * LO_SECOND;
    if (!until_it_wants_to(&watch, LO_MILLISECOND)) return; /* Here the thread always watches. */
    for (int i = 0; i < 100; i++) { /* Every other look is worth it. */
        lo_watch_looked(&watch, i % 2);
        assert(lo_watch_wish(&watch, now) == 0);
    }
    int looks = 0;
    for (; lo_watch_wish(&watch, now) == 0; looks++) lo_watch_looked(&watch, false);
    assert(looks > 4 && looks < 40);
    lo_watch_give(&watch, 0, now);
    assert(lo_watch_wish(&watch, now) == 0 && watch.useless == 0);
    lo_watch_close(&watch);
}

static void test_also_in_a_flood(void) {
    lo_watch watch = open_watch();
    lo_time now = 2 * LO_SECOND;
    assert(!lo_watch_is_at_it(&watch, now));
    lo_watch_took(&watch, 1000);
    assert(lo_watch_is_at_it(&watch, now) == (watch.face >= 0));
    assert(!lo_watch_is_at_it(&watch, now + 5 * LO_MILLISECOND)); /* It has stopped taking. */
    if (!until_it_wants_to(&watch, LO_MILLISECOND)) return;
    watch.taken = 1000;
    assert(lo_watch_wish(&watch, now) == 0);
    lo_watch_close(&watch);
}

/* One that comes again and again without sleeping must not wait for the thread. */
static void test_one_that_never_sleeps(void) {
    lo_watch watch = open_watch();
    if (!until_it_wants_to(&watch, LO_MILLISECOND)) return;
    lo_watch_took(&watch, 3);
    assert(!lo_watch_looks_again(&watch));
    lo_watch_took(&watch, 0);
    assert(lo_watch_looks_again(&watch));
    assert(lo_watch_wish(&watch, 2 * LO_SECOND) == 0);
    assert(!lo_watch_looks_again(&watch)); /* It has slept in between. */
    lo_watch_close(&watch);
}

static void test_one_that_does_something_else(void) {
    lo_watch watch = open_watch();
    if (!until_it_wants_to(&watch, LO_MILLISECOND)) return;
    lo_time now = 2 * LO_SECOND;
    lo_watch_give(&watch, LO_WATCH_FLOOD, now);
    assert(!lo_watch_neglected(&watch, true, now + 5 * LO_MILLISECOND));
    atomic_fetch_add(&watch.turns, 1);
    assert(!lo_watch_neglected(&watch, true, now += 30 * LO_MILLISECOND)); /* It has looked in the meantime. */
    assert(!lo_watch_neglected(&watch, false, now + 30 * LO_MILLISECOND)); /* And need not, when nothing comes. */
    assert(lo_watch_neglected(&watch, true, now + 30 * LO_MILLISECOND));
    assert(lo_watch_neglected(&watch, false, now + 200 * LO_MILLISECOND));
    lo_watch_close(&watch);
}

int main(void) {
    assert(lo_bell_open(&bell) == 0 && lo_wait_open(&wait_) == 0);
    test_not_for_rare_messages();
    test_not_for_the_talk_of_nodes();
    test_also_in_a_flood();
    test_one_that_never_sleeps();
    test_one_that_does_something_else();
    lo_bell_close(&bell);
    lo_wait_close(&wait_);
    return 0;
}

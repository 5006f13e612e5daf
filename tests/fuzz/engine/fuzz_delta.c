/* Deltas from a hostile leader, applied to a small roster: refused as a whole, or a sane roster. */
#include "roster_base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    roster_stand stand;
    lo_roster next;
    const uint8_t *box;
    roster_open(&stand);
    lo_roster_init(&next, &stand.memory, &stand.sets);
    if (lo_roster_apply(&stand.base, data, size, 2 << 24, 2, &next, &box) == LO_OK) {
        assert(!box || (box >= data && box + 48 <= data + size));
        roster_check(&stand, &next);
        lo_roster_clear(&next);
    }
    roster_close(&stand);
    return 0;
}

/* Deltas from a hostile leader, applied to a small member list: rejected as a whole, or a valid member list. */
#include "member_list_base.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    member_list_stand stand;
    lo_member_list next;
    const uint8_t *box;
    member_list_open(&stand);
    lo_member_list_init(&next, &stand.memory, &stand.sets);
    if (lo_member_list_apply(&stand.base, data, size, 2 << 24, 2, &next, &box) == LO_OK) {
        assert(!box || (box >= data && box + 48 <= data + size));
        member_list_check(&stand, &next);
        lo_member_list_clear(&next);
    }
    member_list_close(&stand);
    return 0;
}

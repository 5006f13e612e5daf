// SPDX-License-Identifier: BSD-3-Clause
/* Total order: a layer above virtual synchrony with a moving sequencer.
 *
 * One member at a time is the sequencer. Its own messages are ordered by being sent; those of the others by ORDER
 * records in its stream: so many of this sender, then so many of that one. When another member sends a long run,
 * the sequencer role moves to it, and the run needs no ORDER records. At a view change all members have the same
 * records, so the remaining messages are ordered by seniority of their senders; the most senior member is the next
 * sequencer. */
#ifndef LO_SEQUENCER_H
#define LO_SEQUENCER_H

#include "lo_layer.h"

int lo_sequencer_create(lo_memory *memory, lo_layer **out);

#endif

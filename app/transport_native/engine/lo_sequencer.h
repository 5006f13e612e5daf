/* Total order: a layer above virtual synchrony that gives all members one sequence.
 *
 * One member at a time is the sequencer. Its own messages are ordered by being sent; those of the
 * others by ORDER records in its stream: so many of this sender, then so many of that one. When
 * another member sends in a long run, the sequencer hands over to it, and the run costs nothing. At
 * a cut everyone has the same records, so what was not ordered yet goes by seniority, the same
 * everywhere; the most senior member is the next sequencer. */
#ifndef LO_SEQUENCER_H
#define LO_SEQUENCER_H

#include "lo_layer.h"

int lo_sequencer_create(lo_memory *memory, lo_layer **out);

#endif

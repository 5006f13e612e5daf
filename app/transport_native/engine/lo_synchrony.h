/* Virtual synchrony: a layer under which the members of a group that go on together have
 * received the same messages whenever its members change.
 *
 * Messages pass at once while nothing changes. When a view changes the group, each member
 * says FLUSH in its stream: everything of mine before this was of the old members, and this
 * is how far I have got with those who are gone. Once a member has everyone's FLUSH, and what
 * any of those who go on has of the departed, the change is complete: the *cut*. What was
 * sent after a FLUSH waits behind it. docs/engine-order.md says why this agrees. */
#ifndef LO_SYNCHRONY_H
#define LO_SYNCHRONY_H

#include "lo_layer.h"

int lo_synchrony_create(lo_memory *memory, lo_layer **out);
/* The group was joined while there was a view. */
void lo_synchrony_begin(lo_layer *layer, lo_time now);

#endif

// SPDX-License-Identifier: BSD-3-Clause
/* Virtual synchrony: a layer which guarantees that, at each change of a group's members, all continuing members
 * have received the same messages.
 *
 * Without changes messages pass immediately. When a view changes the group, each member sends FLUSH in its stream:
 * everything before it belongs to the old members, and it lists how much the member has of those who are gone. Once
 * a member has all flushes, and everything that any continuing member has of the departed, the view change is
 * complete and delivered. What was sent after a FLUSH waits behind it. docs/engine-order.md proves the agreement. */
#ifndef LO_SYNCHRONY_H
#define LO_SYNCHRONY_H

#include "lo_layer.h"

int lo_synchrony_create(lo_memory *memory, lo_layer **out);
/* The group was joined while a view was installed. */
void lo_synchrony_begin(lo_layer *layer, lo_time now);

#endif

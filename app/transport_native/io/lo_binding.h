// SPDX-License-Identifier: BSD-3-Clause
/* Everything that the Python binding uses; lo_binding.cdef declares the same for cffi. */
#ifndef LO_BINDING_H
#define LO_BINDING_H

#include <stdlib.h>

#include "lo_engine.h"
#include "lo_event_encoding.h"

#endif

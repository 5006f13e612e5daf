/* Everything that the Python binding sees; lo_face.cdef declares the same for cffi. */
#ifndef LO_FACE_H
#define LO_FACE_H

#include <stdlib.h>

#include "lo_engine.h"
#include "lo_report.h"

#endif

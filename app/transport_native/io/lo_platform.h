// SPDX-License-Identifier: BSD-3-Clause
/* Platform features: LO_LINUX is defined if the Linux fast paths are compiled. */
#ifndef LO_PLATFORM_H
#define LO_PLATFORM_H

#if !defined(LO_PORTABLE) && defined(__linux__)
#include <netinet/udp.h>
#define LO_LINUX 1
#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#define UDP_GRO 104
#endif
#endif

#endif

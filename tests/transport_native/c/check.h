// SPDX-License-Identifier: BSD-3-Clause
/* Minimal test harness: a test is a function, a failure prints its location and ends the program. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "%s:%d: %s: not true: %s\n", __FILE__, __LINE__, __func__, #condition); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)
#define CHECK_EQUAL(a, b)                                                                   \
    do {                                                                                    \
        long long left_ = (long long)(a), right_ = (long long)(b);                          \
        if (left_ != right_) {                                                              \
            fprintf(stderr, "%s:%d: %s: %s is %lld, %s is %lld\n", __FILE__, __LINE__, __func__, #a, left_, #b, right_); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)
#define RUN(test)                       \
    do {                                \
        test();                         \
        printf("ok %s\n", #test);       \
        fflush(stdout);                 \
    } while (0)

#endif

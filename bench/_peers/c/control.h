// SPDX-License-Identifier: BSD-3-Clause
/* Shared page of counters of a measurement, as laid out in `control.py`; receiving and sending common to all
 * systems. */
#ifndef BENCH_CONTROL_H
#define BENCH_CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STOP, GO, SENT, STARTED, ENDED, SENDER_CPU, SENDER_MEMORY, DONE, STALLS };
enum { READY, WARM, COUNT, NEXT, GAPS, DISORDER, FIRST, LAST, CPU, MEMORY };
#define WARM_UP (UINT64_C(1) << 62)
#define BATCH 60u  /* Messages per call: at 1,000 bytes, what one datagram of the kernel's offload holds. */

typedef struct run {
    bool sends, coalesced;  /* `coalesced`: bare sockets get several datagrams as one. */
    uint32_t index, receivers, size, groups, window;
    uint16_t port;
    double seconds, rate;
    const char *address, *control, *shared;  /* `shared` is a directory, or empty. */
} run;

typedef struct sink {
    const run *of;
    volatile uint64_t *words;
    uint64_t count, expected, gaps, disorder, cpu, batch_time;
    uint64_t *latencies;
    size_t latency_room, latency_count;
} sink;

/* How a system sends; each call returns when it is done. */
typedef struct transmitter {
    void *of;
    void (*send)(void *of, const uint32_t *groups, const char *messages, uint32_t count);
    void (*poll)(void *of);
} transmitter;

run run_read(int count, char **words);  /* From `name=value` arguments; exits if one is missing. */
volatile uint64_t *control_open(const run *of);
uint64_t now_ns(void);
bool stopped(volatile uint64_t *words);

void sink_open(sink *s, const run *of, volatile uint64_t *words);
void sink_ready(sink *s);
void sink_begin(sink *s);                          /* Before the messages of one system call or batch. */
void sink_take(sink *s, const char *message);      /* Checks one message. */
void sink_publish(sink *s);                        /* After them. */
void sink_report(sink *s);

void transmit(const run *of, volatile uint64_t *words, const transmitter *with);

#endif

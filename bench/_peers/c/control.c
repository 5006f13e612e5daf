// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "control.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SENDER_WORDS = 64, RECEIVER_WORDS = 16, PAGE_BYTES = 1 << 16, HEADER_BYTES = 16 };

/* ---- Arguments, memory, time. */

static const char *argument(int count, char **words, const char *name) {
    size_t length = strlen(name);
    for (int i = 1; i < count; i++)
        if (!strncmp(words[i], name, length) && words[i][length] == '=') return words[i] + length + 1;
    fprintf(stderr, "the argument %s=… is missing\n", name);
    exit(2);
}

static uint32_t number(int count, char **words, const char *name) {
    return (uint32_t)strtoul(argument(count, words, name), NULL, 10);
}

run run_read(int count, char **words) {
    return (run){
        .sends = !strcmp(argument(count, words, "role"), "send"), .index = number(count, words, "index"),
        .coalesced = number(count, words, "coalesced") != 0,
        .receivers = number(count, words, "receivers"), .size = number(count, words, "size"),
        .groups = number(count, words, "groups"), .window = number(count, words, "window"),
        .port = (uint16_t)number(count, words, "port"), .seconds = atof(argument(count, words, "seconds")),
        .rate = atof(argument(count, words, "rate")), .address = argument(count, words, "address"),
        .control = argument(count, words, "control"), .shared = argument(count, words, "shared"),
    };
}

volatile uint64_t *control_open(const run *of) {
    int fd = open(of->control, O_RDWR | O_CLOEXEC);
    void *page = fd < 0 ? MAP_FAILED : mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED) {
        perror(of->control);
        exit(2);
    }
    close(fd);
    return page;
}

static uint64_t clock_ns(clockid_t which) {
    struct timespec t;
    clock_gettime(which, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t now_ns(void) { return clock_ns(CLOCK_MONOTONIC); }

static uint64_t cpu_ns(void) { return clock_ns(CLOCK_PROCESS_CPUTIME_ID); }

static void rest(uint64_t ns) {
    struct timespec t = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    nanosleep(&t, NULL);
}

static uint64_t memory_kilobytes(void) {
    unsigned long whole = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu %lu", &whole, &resident) != 2) resident = 0;
    if (file) fclose(file);
    return resident * (unsigned long)sysconf(_SC_PAGESIZE) / 1024;
}

bool stopped(volatile uint64_t *words) { return words[STOP] != 0; }

static volatile uint64_t *word_of(volatile uint64_t *words, uint32_t receiver, int word) {
    return &words[SENDER_WORDS + receiver * RECEIVER_WORDS + (uint32_t)word];
}

/* ---- Receiving. */

void sink_open(sink *s, const run *of, volatile uint64_t *words) {
    *s = (sink){.of = of, .words = words};
    if (of->rate <= 0) return;
    s->latency_room = (size_t)(of->rate * (of->seconds + 1)) + 1024;
    s->latencies = malloc(s->latency_room * sizeof *s->latencies);
}

void sink_ready(sink *s) { *word_of(s->words, s->of->index, READY) = 1; }

void sink_begin(sink *s) { s->batch_time = now_ns(); }

void sink_take(sink *s, const char *message) {
    uint64_t header[2];
    memcpy(header, message, sizeof header);
    if (header[0] >= WARM_UP) {
        *word_of(s->words, s->of->index, WARM) = 1;
        return;
    }
    if (!s->count++) {
        *word_of(s->words, s->of->index, FIRST) = s->batch_time;
        s->cpu = cpu_ns();
    }
    if (header[0] > s->expected) s->gaps += header[0] - s->expected;
    else if (header[0] < s->expected) s->disorder++;
    s->expected = header[0] + 1;
    if (s->latency_count < s->latency_room) s->latencies[s->latency_count++] = now_ns() - header[1];
}

void sink_publish(sink *s) {
    if (!s->count) return;
    *word_of(s->words, s->of->index, COUNT) = s->count;
    *word_of(s->words, s->of->index, NEXT) = s->expected;
    *word_of(s->words, s->of->index, LAST) = now_ns();
}

void sink_report(sink *s) {
    uint32_t index = s->of->index;
    *word_of(s->words, index, CPU) = (cpu_ns() - s->cpu) / 1000;
    *word_of(s->words, index, MEMORY) = memory_kilobytes();
    *word_of(s->words, index, GAPS) = s->gaps;
    *word_of(s->words, index, DISORDER) = s->disorder;
    if (!s->latencies) return;
    char path[512];
    snprintf(path, sizeof path, "%s.latency.%u", s->of->control, index);
    FILE *file = fopen(path, "wb");
    if (!file) return;
    fwrite(s->latencies, sizeof *s->latencies, s->latency_count, file);
    fclose(file);
}

/* ---- Sending. */

typedef struct sending {
    const run *of;
    volatile uint64_t *words;
    const transmitter *with;
    char *messages;
    uint32_t groups[BATCH];
    uint64_t sequence, stalls, end;
} sending;

static void send_batch(sending *s, uint32_t count, bool stamped) {
    for (uint32_t i = 0; i < count; i++) {
        uint64_t header[2] = {s->sequence + i, stamped ? now_ns() : 0};
        memcpy(s->messages + (size_t)i * s->of->size, header, sizeof header);
        s->groups[i] = (uint32_t)((s->sequence + i) % s->of->groups);
    }
    s->with->send(s->with->of, s->groups, s->messages, count);
    s->with->poll(s->with->of);
    s->sequence += count;
}

static void send_warm_up(sending *s) {
    uint64_t kept = s->sequence;
    s->sequence = WARM_UP;
    send_batch(s, 1, false);
    s->sequence = kept;
}

static bool all_warm(const sending *s) {
    for (uint32_t i = 0; i < s->of->receivers; i++)
        if (!*word_of(s->words, i, WARM)) return false;
    return true;
}

/* Window control for systems without flow control; it costs them nothing. */
static void wait_for_window(sending *s) {
    uint64_t since = now_ns();
    while (s->of->window) {
        uint64_t least = UINT64_MAX, now = now_ns();
        for (uint32_t i = 0; i < s->of->receivers; i++) {
            uint64_t next = *word_of(s->words, i, NEXT);
            if (next < least) least = next;
        }
        if (s->sequence + BATCH <= least + s->of->window || now > s->end || now - since > 200000000u) return;
        s->stalls++;
        rest(50000);
    }
}

static void send_all(sending *s) {
    uint64_t started = now_ns();
    s->end = started + (uint64_t)(s->of->seconds * 1e9);
    s->words[STARTED] = started;
    s->words[GO] = 1;
    for (uint64_t now = started; now < s->end; now = now_ns()) {
        if (s->of->rate <= 0) {
            wait_for_window(s);
            send_batch(s, BATCH, false);
            continue;
        }
        uint64_t due = started + (uint64_t)((double)s->sequence * 1e9 / s->of->rate);
        if (now < due) rest(due - now);
        send_batch(s, 1, true);
    }
}

void transmit(const run *of, volatile uint64_t *words, const transmitter *with) {
    sending s = {.of = of, .words = words, .with = with, .messages = calloc(BATCH, of->size)};
    for (uint64_t end = now_ns() + 15000000000u; !all_warm(&s) && now_ns() < end;) {
        send_warm_up(&s);
        rest(50000000);
    }
    rest(500000000);
    uint64_t cpu = cpu_ns();
    send_all(&s);
    words[ENDED] = now_ns();
    words[SENDER_CPU] = (cpu_ns() - cpu) / 1000;
    words[SENDER_MEMORY] = memory_kilobytes();
    words[STALLS] = s.stalls;
    words[SENT] = s.sequence;
    words[DONE] = 1;
    for (uint64_t end = now_ns() + 30000000000u; !stopped(words) && now_ns() < end;) {
        with->poll(with->of);
        rest(20000000);
    }
    free(s.messages);
}

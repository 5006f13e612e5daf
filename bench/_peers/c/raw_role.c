// SPDX-License-Identifier: BSD-3-Clause
/* Sockets alone: multicast with segmentation offload at the sender, many datagrams per call at the receivers. No
 * recovery, order or membership; only the window control prevents loss. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "control.h"

enum { DATAGRAMS = 64, DATAGRAM_BYTES = 1 << 16 };
static const char GROUP[] = "239.192.7.31";

static void need(int result, const char *what) {
    if (result >= 0) return;
    perror(what);
    exit(2);
}

typedef struct raw_sender {
    const run *of;
    int fd;
} raw_sender;

static void raw_send(void *of, const uint32_t *groups, const char *messages, uint32_t count) {
    (void)groups;
    const raw_sender *sender = of;
    /* A full queue loses what was sent, as with any plain socket. */
    if (send(sender->fd, messages, (size_t)count * sender->of->size, 0) < 0) return;
}

static void raw_poll(void *of) { (void)of; }

static void send_everything(const run *r, volatile uint64_t *words) {
    struct in_addr interface;
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(r->port)};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), buffer = 8 << 20, segment = (int)r->size;
    need(fd, "socket");
    inet_pton(AF_INET, r->address, &interface);
    inet_pton(AF_INET, GROUP, &to.sin_addr);
    need(setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &interface, sizeof interface), "IP_MULTICAST_IF");
    setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer, sizeof buffer);
    need(setsockopt(fd, SOL_UDP, UDP_SEGMENT, &segment, sizeof segment), "UDP_SEGMENT");
    need(connect(fd, (struct sockaddr *)&to, sizeof to), "connect");
    raw_sender sender = {r, fd};
    transmit(r, words, &(transmitter){.of = &sender, .send = raw_send, .poll = raw_poll});
    close(fd);
}

static int listen_to_group(const run *r) {
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_port = htons(r->port)};
    struct ip_mreq membership;
    struct timeval patience = {0, 100000};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), on = 1, buffer = 32 << 20;
    need(fd, "socket");
    inet_pton(AF_INET, GROUP, &own.sin_addr);
    membership.imr_multiaddr = own.sin_addr;
    inet_pton(AF_INET, r->address, &membership.imr_interface);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer, sizeof buffer);
    if (r->coalesced) setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on);
    need(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience), "SO_RCVTIMEO");
    need(bind(fd, (struct sockaddr *)&own, sizeof own), "bind");
    need(setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership), "IP_ADD_MEMBERSHIP");
    return fd;
}

static void receive_everything(const run *r, volatile uint64_t *words) {
    static char bytes[DATAGRAMS][DATAGRAM_BYTES];
    struct mmsghdr datagrams[DATAGRAMS] = {0};
    struct iovec places[DATAGRAMS];
    for (int i = 0; i < DATAGRAMS; i++) {
        places[i] = (struct iovec){bytes[i], DATAGRAM_BYTES};
        datagrams[i].msg_hdr = (struct msghdr){.msg_iov = &places[i], .msg_iovlen = 1};
    }
    int fd = listen_to_group(r);
    sink s;
    sink_open(&s, r, words);
    sink_ready(&s);
    for (;;) {
        int count = recvmmsg(fd, datagrams, DATAGRAMS, MSG_WAITFORONE, NULL);
        if (count <= 0 && stopped(words)) break;
        sink_begin(&s);
        for (int i = 0; i < count; i++)
            for (uint32_t at = 0; at + r->size <= datagrams[i].msg_len; at += r->size) sink_take(&s, bytes[i] + at);
        if (count > 0) sink_publish(&s);
    }
    sink_report(&s);
    close(fd);
}

int main(int count, char **arguments) {
    run r = run_read(count, arguments);
    volatile uint64_t *words = control_open(&r);
    if (r.sends) send_everything(&r, words);
    else receive_everything(&r, words);
    return 0;
}

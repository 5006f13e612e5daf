// SPDX-License-Identifier: BSD-3-Clause
/* Packets through the sockets of a node, many per system call where supported. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <arpa/inet.h>

#include "lo_network.h"
#include "lo_platform.h"

enum { RECEIVE_ROOM = 65536, SEND_CALLS = 16, GSO_SEGMENTS = 64, GSO_BYTES = 65000 };

#ifdef LO_LINUX
typedef struct mmsghdr lo_datagram;
enum { ONE_AT_A_TIME = 0 };
static int receive_many(int fd, lo_datagram *datagrams, unsigned count) {
    return recvmmsg(fd, datagrams, count, MSG_DONTWAIT, NULL);
}
static int send_many(int fd, lo_datagram *datagrams, unsigned count) {
    return sendmmsg(fd, datagrams, count, MSG_DONTWAIT);
}
#else
/* Elsewhere one packet per call, with the same structure. */
typedef struct lo_datagram {
    struct msghdr msg_hdr;
    unsigned msg_len;
} lo_datagram;
enum { ONE_AT_A_TIME = 1 };
static int receive_many(int fd, lo_datagram *datagrams, unsigned count) {
    ssize_t length = count ? recvmsg(fd, &datagrams->msg_hdr, MSG_DONTWAIT) : 0;
    if (length < 0) return -1;
    datagrams->msg_len = (unsigned)length;
    return 1;
}
static int send_many(int fd, lo_datagram *datagrams, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        ssize_t length = sendmsg(fd, &datagrams[i].msg_hdr, MSG_DONTWAIT);
        if (length < 0) return i ? (int)i : -1;
        datagrams[i].msg_len = (unsigned)length;
    }
    return (int)count;
}
#endif

typedef struct lo_control {
    _Alignas(struct cmsghdr) char bytes[64];
} lo_control;

/* ---- Receiving. */

static int prepare_buffers(lo_network *network, lo_node *node) {
    int ready = 0;
    for (; ready < LO_RECEIVE_BATCH; ready++) {
        lo_buffer **buffer = &network->buffers[ready];
        if (*buffer && (*buffer)->capacity - (*buffer)->used < RECEIVE_ROOM) {
            lo_buffer_release(*buffer);
            *buffer = NULL;
        }
        if (!*buffer) *buffer = lo_node_receive_buffer(node);
        if (!*buffer) break;
    }
    return ready;
}

static uint32_t segment_size(struct msghdr *header, uint32_t length) {
#ifdef LO_LINUX
    for (struct cmsghdr *c = CMSG_FIRSTHDR(header); c; c = CMSG_NXTHDR(header, c)) {
        if (c->cmsg_level != SOL_UDP || c->cmsg_type != UDP_GRO) continue;
        int bytes;
        memcpy(&bytes, CMSG_DATA(c), sizeof bytes);
        if (bytes > 0 && (uint32_t)bytes < length) return (uint32_t)bytes;
    }
#else
    (void)header;
#endif
    return length;
}

int lo_network_receive(lo_network *network, lo_node *node, int socket_index, lo_arrival *arrivals) {
    lo_datagram messages[LO_RECEIVE_BATCH];
    struct iovec places[LO_RECEIVE_BATCH];
    struct sockaddr_in sources[LO_RECEIVE_BATCH];
    lo_control controls[LO_RECEIVE_BATCH];
    int ready = prepare_buffers(network, node);
    if (ready == 0) return -ENOBUFS;
    for (int i = 0; i < ready; i++) {
        lo_buffer *buffer = network->buffers[i];
        places[i] = (struct iovec){buffer->data + buffer->used, RECEIVE_ROOM};
        messages[i].msg_hdr = (struct msghdr){.msg_name = &sources[i], .msg_namelen = sizeof sources[i],
                                              .msg_iov = &places[i], .msg_iovlen = 1};
        messages[i].msg_hdr.msg_control = controls[i].bytes;
        messages[i].msg_hdr.msg_controllen = network->gro ? sizeof controls[i].bytes : 0;
    }
    int got = receive_many(network->sockets[socket_index], messages, (unsigned)ready);
    network->emptied = got < ready && (got <= 0 || !ONE_AT_A_TIME);
    if (got <= 0) return 0;
    network->counts.calls_in++;
    int kept = 0;
    for (int i = 0; i < got; i++) {
        uint32_t length = messages[i].msg_len;
        if (messages[i].msg_hdr.msg_flags & MSG_TRUNC) {
            network->counts.truncated++;
            continue;
        }
        lo_arrival *arrival = &arrivals[kept++];
        arrival->buffer = network->buffers[i];
        arrival->offset = arrival->buffer->used;
        arrival->length = length;
        arrival->segment_bytes = segment_size(&messages[i].msg_hdr, length);
        arrival->source = lo_network_address(&sources[i]);
        arrival->buffer->used += length;
        network->counts.bytes_in += length;
        network->counts.packets_in += length ? (length + arrival->segment_bytes - 1) / arrival->segment_bytes : 1;
    }
    /* Truncated packets alone do not mean an empty socket. */
    return kept ? kept : lo_network_receive(network, node, socket_index, arrivals);
}

/* ---- Sending. */

/* One system call's part of a batch: consecutive segments to one destination. */
typedef struct lo_send {
    struct sockaddr_in destination;
    struct iovec pieces[LO_BATCH_SLICES];
    lo_control control;
    uint32_t segments, bytes;
} lo_send;

/* Number of copies to send: several if neighbours stand in for a channel; zero if the destination is not on the
 * network. */
static uint32_t fan_out(const lo_network *network, const lo_address *address) {
    if (address->kind == LO_ADDRESS_PEER) return 1;
    if (address->kind != LO_ADDRESS_CHANNEL) return 0;
    if (!network->multicast_works) return network->neighbour_count;
    return 1 + (address->channel == 0 ? network->neighbour_count : 0);
}

static bool find_destination(const lo_network *network, const lo_address *address, uint32_t fan,
                             struct sockaddr_in *out) {
    if (address->kind == LO_ADDRESS_PEER) return lo_network_resolve(address, out);
    if (network->multicast_works && fan == 0) {
        *out = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(network->config.port),
                                    .sin_addr = lo_network_channel(network, address->channel)};
        return true;
    }
    *out = network->neighbours[network->multicast_works ? fan - 1 : fan];
    return true;
}

/* Points at `bytes` bytes of the batch's slices from `offset` on; returns the number of pieces. */
static uint32_t gather(const lo_batch *batch, uint64_t offset, uint64_t bytes, struct iovec *pieces) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < batch->slice_count && bytes; i++) {
        const lo_slice *slice = &batch->slices[i];
        if (offset >= slice->length) {
            offset -= slice->length;
            continue;
        }
        size_t length = slice->length - offset < bytes ? slice->length - offset : (size_t)bytes;
        pieces[count++] = (struct iovec){(void *)(uintptr_t)(slice->data + offset), length};
        bytes -= length;
        offset = 0;
    }
    return count;
}

static void attach_segment_size(struct msghdr *header, lo_control *control, uint32_t segment_bytes) {
#ifdef LO_LINUX
    uint16_t size = (uint16_t)segment_bytes;
    *control = (lo_control){0};  /* Its padding is sent as well. */
    header->msg_control = control->bytes;
    header->msg_controllen = CMSG_SPACE(sizeof size);
    struct cmsghdr *c = CMSG_FIRSTHDR(header);
    c->cmsg_level = SOL_UDP;
    c->cmsg_type = UDP_SEGMENT;
    c->cmsg_len = CMSG_LEN(sizeof size);
    memcpy(CMSG_DATA(c), &size, sizeof size);
#else
    (void)header;
    (void)control;
    (void)segment_bytes;
#endif
}

/* Moves the cursor past finished destinations; false at the end. */
static bool settle(const lo_network *network, lo_send_queue *d) {
    while (d->at.batch < d->count) {
        const lo_batch *batch = &d->batches[d->at.batch];
        if (d->at.destination < batch->destination_count) {
            if (d->at.fan < fan_out(network, &batch->destinations[d->at.destination])) {
                if (d->at.segment < batch->segment_count) return true;
                d->at.segment = 0;
                d->at.fan++;
                continue;
            }
            d->at.fan = d->at.segment = 0;
            d->at.destination++;
            continue;
        }
        d->at.destination = d->at.fan = d->at.segment = 0;
        d->at.batch++;
    }
    return false;
}

/* Fills in the next call at the cursor and advances the cursor. */
static bool next_send(const lo_network *network, lo_send_queue *d, lo_send *send, lo_datagram *message) {
    if (!settle(network, d)) return false;
    const lo_batch *batch = &d->batches[d->at.batch];
    uint32_t most = GSO_BYTES / batch->segment_bytes;
    if (most > GSO_SEGMENTS) most = GSO_SEGMENTS;
    if (!network->gso || most == 0) most = 1;
    uint64_t offset = (uint64_t)d->at.segment * batch->segment_bytes;
    send->segments = lo_min32(batch->segment_count - d->at.segment, most);
    send->bytes = (uint32_t)lo_min64((uint64_t)send->segments * batch->segment_bytes, batch->total_bytes - offset);
    bool known = find_destination(network, &batch->destinations[d->at.destination], d->at.fan, &send->destination);
    message->msg_hdr = (struct msghdr){.msg_iov = send->pieces};
    message->msg_hdr.msg_iovlen = gather(batch, offset, send->bytes, send->pieces);
    /* An unknown address is refused by the system and counted. */
    message->msg_hdr.msg_name = known ? &send->destination : NULL;
    message->msg_hdr.msg_namelen = known ? sizeof send->destination : 0;
    if (send->segments > 1) attach_segment_size(&message->msg_hdr, &send->control, batch->segment_bytes);
    d->at.segment += send->segments;
    return true;
}

static void count_sent(lo_network *network, const lo_send *sends, int count) {
    for (int i = 0; i < count; i++) {
        network->counts.packets_out += sends[i].segments;
        network->counts.bytes_out += sends[i].bytes;
    }
}

int lo_network_send(lo_network *network, lo_send_queue *send_queue) {
    lo_send sends[SEND_CALLS];
    lo_datagram messages[SEND_CALLS];
    lo_send_queue *d = send_queue;
    for (;;) {
        lo_progress before[SEND_CALLS];
        int count = 0;
        while (count < SEND_CALLS) {
            before[count] = d->at;
            if (!next_send(network, d, &sends[count], &messages[count])) break;
            count++;
        }
        if (count == 0) return 0;
        int sent = send_many(network->sockets[LO_SOCKET_UNICAST], messages, (unsigned)count);
        int error = sent < 0 ? errno : 0;
        network->counts.calls_out++;
        if (sent > 0) count_sent(network, sends, sent);
        if (sent == count) continue;
        int done = sent > 0 ? sent : 0;
        if (error && error != EAGAIN && error != EWOULDBLOCK && error != ENOBUFS && error != EINTR) {
            if (error == EIO && network->gso) network->gso = false;  /* The device does not support it: send one by
                                                                      * one. */
            else {
                network->counts.send_errors++;
                done = 1;
            }
            error = 0;
        }
        if (done == count) continue;
        d->at = before[done];
        if (error == EAGAIN || error == EWOULDBLOCK || error == ENOBUFS) return -EAGAIN;
    }
}

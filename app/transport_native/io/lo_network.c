// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_network.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>

#include "lo_platform.h"
#ifdef LO_LINUX
#include <linux/filter.h>
#endif

/* ---- Addresses. The 16 bytes of an IPv4-mapped IPv6 address, then the port, as on the wire. */

lo_address lo_network_address(const struct sockaddr_in *from) {
    lo_address address = {.kind = LO_ADDRESS_PEER, .length = 18, .path = LO_PATH_UNICAST};
    address.bytes[10] = address.bytes[11] = 0xff;
    memcpy(address.bytes + 12, &from->sin_addr, 4);
    memcpy(address.bytes + 16, &from->sin_port, 2);
    return address;
}

bool lo_network_resolve(const lo_address *address, struct sockaddr_in *out) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (address->kind != LO_ADDRESS_PEER || address->length != 18) return false;
    if (memcmp(address->bytes, mapped, sizeof mapped) != 0) return false;
    memset(out, 0, sizeof *out);
    out->sin_family = AF_INET;
    memcpy(&out->sin_addr, address->bytes + 12, 4);
    memcpy(&out->sin_port, address->bytes + 16, 2);
    return true;
}

struct in_addr lo_network_channel(const lo_network *network, uint32_t channel) {
    uint64_t mixed = ((uint64_t)network->config.scope << 32 | channel) * UINT64_C(0x9e3779b97f4a7c15);
    mixed ^= mixed >> 29;
    /* 239.192.0.0/14 is the organisation-local scope. */
    struct in_addr group = {htonl(0xefc00000u | (uint32_t)((mixed * UINT64_C(0xbf58476d1ce4e5b9)) >> 46))};
    return group;
}

/* ---- The interface. */

static bool usable(const struct ifaddrs *entry) {
    return entry->ifa_addr && entry->ifa_addr->sa_family == AF_INET && (entry->ifa_flags & IFF_UP);
}

static bool is_wanted(const struct ifaddrs *entry, const char *wanted) {
    const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)entry->ifa_addr;
    char text[INET_ADDRSTRLEN];
    if (strcmp(wanted, "auto") == 0)
        return !(entry->ifa_flags & IFF_LOOPBACK) && (entry->ifa_flags & IFF_MULTICAST);
    if (strcmp(entry->ifa_name, wanted) == 0) return true;
    return inet_ntop(AF_INET, &in->sin_addr, text, sizeof text) && strcmp(text, wanted) == 0;
}

static int choose_interface(lo_network *network) {
    const char *wanted = network->config.interface[0] ? network->config.interface : "lo";
    struct ifaddrs *all, *entry;
    if (getifaddrs(&all) != 0) return -errno;
    for (entry = all; entry; entry = entry->ifa_next)
        if (usable(entry) && is_wanted(entry, wanted)) break;
    /* A computer without a network still works for its own programs. */
    for (struct ifaddrs *own = all; !entry && own && strcmp(wanted, "auto") == 0; own = own->ifa_next)
        if (usable(own) && (own->ifa_flags & IFF_LOOPBACK)) entry = own;
    if (entry) {
        network->address = ((const struct sockaddr_in *)(const void *)entry->ifa_addr)->sin_addr;
        network->interface_index = if_nametoindex(entry->ifa_name);
        network->loopback = (entry->ifa_flags & IFF_LOOPBACK) != 0;
        snprintf(network->interface_name, sizeof network->interface_name, "%s", entry->ifa_name);
    } else if (strncmp(wanted, "127.", 4) == 0 && inet_pton(AF_INET, wanted, &network->address) == 1) {
        /* All of 127.0.0.0/8 is this machine, even if no interface lists the address. */
        network->interface_index = if_nametoindex("lo");
        network->loopback = true;
        snprintf(network->interface_name, sizeof network->interface_name, "lo");
        entry = all;
    }
    freeifaddrs(all);
    struct in6_addr only6;
    bool exists = if_nametoindex(wanted) != 0 || inet_pton(AF_INET6, wanted, &only6) == 1;
    return entry ? 0 : exists ? -EAFNOSUPPORT : -ENODEV;  /* It exists, but has no IPv4 address or is down. */
}

/* ---- Sockets. */

static uint32_t set_buffer(int fd, int option, int force_option, uint32_t bytes) {
    int value = bytes > INT32_MAX / 2 ? INT32_MAX / 2 : (int)bytes;
    socklen_t length = sizeof value;
    setsockopt(fd, SOL_SOCKET, option, &value, sizeof value);
#ifdef LO_LINUX
    /* Only root may exceed the system's limit. */
    setsockopt(fd, SOL_SOCKET, force_option, &value, sizeof value);
#else
    (void)force_option;
#endif
    return getsockopt(fd, SOL_SOCKET, option, &value, &length) == 0 ? (uint32_t)value : 0;
}

static int open_datagram(lo_network *network) {
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    if (fd < 0) return -errno;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
#ifdef LO_LINUX
    int on = 1;
    uint32_t got = set_buffer(fd, SO_RCVBUF, SO_RCVBUFFORCE, network->config.receive_bytes);
    if (!network->config.no_offload) network->gro = setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on) == 0;
#else
    uint32_t got = set_buffer(fd, SO_RCVBUF, 0, network->config.receive_bytes);
#endif
    network->granted_bytes = got;
    return fd;
}

static int open_unicast(lo_network *network) {
    int fd = open_datagram(network);
    if (fd < 0) return fd;
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr = network->address};
    socklen_t length = sizeof own;
    uint8_t hops = network->loopback ? 0 : network->config.hops ? network->config.hops : 1, on = 1;
    if (bind(fd, (struct sockaddr *)&own, sizeof own) != 0 || getsockname(fd, (struct sockaddr *)&own, &length) != 0) {
        int error = -errno;
        close(fd);
        return error;
    }
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_TTL, &hops, sizeof hops);
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_LOOP, &on, sizeof on);
#ifdef LO_LINUX
    struct ip_mreqn via = {.imr_address = network->address, .imr_ifindex = (int)network->interface_index};
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &via, sizeof via);
    set_buffer(fd, SO_SNDBUF, SO_SNDBUFFORCE, network->config.receive_bytes);
    int segment = 0;
    network->gso = !network->config.no_offload && setsockopt(fd, SOL_UDP, UDP_SEGMENT, &segment, sizeof segment) == 0;
#else
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &network->address, sizeof network->address);
    set_buffer(fd, SO_SNDBUF, 0, network->config.receive_bytes);
#endif
    network->self = lo_network_address(&own);
    return fd;
}

/* Drops own looped-back multicast packets in the kernel, before they cost a copy. */
static void refuse_own_packets(const lo_network *network, int fd) {
#ifdef LO_LINUX
    struct sockaddr_in own;
    if (!lo_network_resolve(&network->self, &own)) return;
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)SKF_NET_OFF + 12),  /* IP source. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ntohl(own.sin_addr.s_addr), 0, 3),
        BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 0),                           /* UDP source port. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ntohs(own.sin_port), 0, 1),
        BPF_STMT(BPF_RET | BPF_K, 0),
        BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
    };
    struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
    setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
#else
    (void)network;
    (void)fd;
#endif
}

static int open_multicast(lo_network *network) {
    int fd = open_datagram(network);
    if (fd < 0) return fd;
    int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
#if !defined(LO_LINUX) && defined(SO_REUSEPORT)
    setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on);
#endif
#ifdef IP_MULTICAST_ALL
    int off = 0;  /* Only what this socket subscribed to, as on other systems. */
    setsockopt(fd, IPPROTO_IP, IP_MULTICAST_ALL, &off, sizeof off);
#endif
#ifdef LO_LINUX
    setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, network->interface_name, (socklen_t)strlen(network->interface_name));
#endif
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(network->config.port)};
    if (bind(fd, (struct sockaddr *)&any, sizeof any) == 0) return fd;
    int error = -errno;
    close(fd);
    return error;
}

static int change_membership(const lo_network *network, int fd, uint32_t channel, bool join) {
#ifdef LO_LINUX
    struct ip_mreqn which = {.imr_multiaddr = lo_network_channel(network, channel),
                             .imr_address = network->address,
                             .imr_ifindex = (int)network->interface_index};
#else
    struct ip_mreq which = {.imr_multiaddr = lo_network_channel(network, channel), .imr_interface = network->address};
#endif
    int option = join ? IP_ADD_MEMBERSHIP : IP_DROP_MEMBERSHIP;
    /* Two channels may have the same address; then the socket is already a member. */
    return setsockopt(fd, IPPROTO_IP, option, &which, sizeof which) == 0 || errno == EADDRINUSE ? 0 : -errno;
}

/* Sends a few bytes to channel 0 and waits briefly for them to come back. */
static bool probe_multicast(const lo_network *network, int from, int to) {
    struct sockaddr_in group = {.sin_family = AF_INET, .sin_port = htons(network->config.port),
                                .sin_addr = lo_network_channel(network, 0)};
    uint8_t question[16], answer[64];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    memcpy(question, &now.tv_sec, 8);
    memcpy(question + 8, &now.tv_nsec, 8);
    for (int attempt = 0; attempt < 3; attempt++) {
        if (sendto(from, question, sizeof question, 0, (struct sockaddr *)&group, sizeof group) < 0) return false;
        struct pollfd ready = {.fd = to, .events = POLLIN};
        while (poll(&ready, 1, 30) > 0) {
            ssize_t length = recv(to, answer, sizeof answer, MSG_DONTWAIT);
            if (length == sizeof question && memcmp(answer, question, sizeof question) == 0) return true;
        }
    }
    return false;
}

static int open_scope_channel(lo_network *network) {
    int fd = open_multicast(network);
    if (fd < 0) return fd;
    network->multicast_works = !network->config.no_multicast && change_membership(network, fd, 0, true) == 0 &&
                               probe_multicast(network, network->sockets[LO_SOCKET_UNICAST], fd);
    refuse_own_packets(network, fd);
    return fd;
}

int lo_network_open(lo_network *network, const lo_network_config *config) {
    memset(network, 0, sizeof *network);
    network->config = *config;
    if (!network->config.receive_bytes) network->config.receive_bytes = 16u << 20;
    int error = choose_interface(network);
    if (error) return error;
    for (int i = 0; i < 2; i++) {
        int fd = i == LO_SOCKET_UNICAST ? open_unicast(network) : open_scope_channel(network);
        if (fd < 0) {
            lo_network_close(network);
            return fd;
        }
        network->sockets[network->socket_count++] = fd;
    }
    return 0;
}

void lo_network_close(lo_network *network) {
    for (int i = 0; i < network->socket_count; i++) close(network->sockets[i]);
    network->socket_count = 0;
    lo_network_drop_buffers(network);
    free(network->channels);
    network->channels = NULL;
    network->channel_count = network->channel_room = 0;
}

void lo_network_drop_buffers(lo_network *network) {
    for (int i = 0; i < LO_RECEIVE_BATCH; i++) {
        if (network->buffers[i]) lo_buffer_release(network->buffers[i]);
        network->buffers[i] = NULL;
    }
}

/* ---- Channels. Entry n of `channels` belongs to socket 2 + n / LO_CHANNELS_PER_SOCKET. */

static int channel_socket(lo_network *network, uint32_t place) {
    int wanted = 2 + (int)(place / LO_CHANNELS_PER_SOCKET);
    while (network->socket_count <= wanted) {
        if (network->socket_count == LO_NETWORK_SOCKETS) return -ENOBUFS;
        int fd = open_multicast(network);
        if (fd < 0) return fd;
        refuse_own_packets(network, fd);
        network->sockets[network->socket_count++] = fd;
    }
    return network->sockets[wanted];
}

static bool listed(const lo_address *channels, uint32_t count, uint32_t channel) {
    for (uint32_t i = 0; i < count; i++)
        if (channels[i].channel == channel) return true;
    return false;
}

static bool listening(const lo_network *network, uint32_t channel) {
    for (uint32_t i = 0; i < network->channel_count; i++)
        if (network->channels[i] == channel) return true;
    return false;
}

static int join_channel(lo_network *network, uint32_t channel) {
    uint32_t place = 0;
    while (place < network->channel_count && network->channels[place] != 0) place++;
    if (place == network->channel_room) {
        uint32_t room = network->channel_room ? network->channel_room * 2 : 16;
        uint32_t *grown = realloc(network->channels, room * sizeof *grown);
        if (!grown) return -ENOMEM;
        network->channels = grown;
        network->channel_room = room;
    }
    int fd = channel_socket(network, place);
    if (fd < 0) return fd;
    int error = change_membership(network, fd, channel, true);
    if (error) return error;
    network->channels[place] = channel;
    if (place == network->channel_count) network->channel_count++;
    return 0;
}

int lo_network_listen(lo_network *network, const lo_address *channels, uint32_t count) {
    if (!network->multicast_works) return 0;
    for (uint32_t i = 0; i < network->channel_count; i++) {
        uint32_t channel = network->channels[i];
        if (channel == 0 || listed(channels, count, channel)) continue;
        change_membership(network, network->sockets[2 + i / LO_CHANNELS_PER_SOCKET], channel, false);
        network->channels[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (channels[i].channel == 0 || listening(network, channels[i].channel)) continue;
        int error = join_channel(network, channels[i].channel);
        if (error) return error;
    }
    return 0;
}

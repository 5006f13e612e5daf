// SPDX-License-Identifier: BSD-3-Clause
/* Simulated network of nodes: the real core with a simulated network and clocks, one thread, one seed. */
#ifndef SIM_WORLD_H
#define SIM_WORLD_H

#include "../engine/lo_node.h"
#include "sim_checker.h"
#include "sim_profile.h"
#include "sim_queue.h"
#include "sim_random.h"

typedef struct sim_settings {
    uint32_t nodes, groups;
    uint64_t seed;
    const sim_profile *profile;
    double seconds;           /* Of load and faults, after everyone has joined. */
    double rate;              /* Messages per second of all senders; 0: as fast as flow control allows. */
    uint32_t senders;         /* How many of the nodes send; 0: all. */
    uint32_t message_bytes;   /* 0: a mixture from tiny to several fragments. */
    bool everyone_everywhere; /* All nodes in all groups; else an irregular overlap. */
    bool sealed;              /* With a scope key and identities. */
    double link_rate;         /* Bytes per second that leave or enter a node. */
    double packet_cost;       /* Seconds of a receiver's processor per packet. */
    double heartbeat;         /* Seconds between heartbeats. */
    uint8_t order;            /* enum lo_order of all groups. */
} sim_settings;

typedef struct sim_packet {
    uint32_t references, length;
    lo_address source;
    uint8_t bytes[];
} sim_packet;

typedef struct sim_host {
    uint32_t index, number;
    lo_node *node;               /* NULL while it is down. */
    lo_identity identity;
    uint32_t side;               /* Side of a network partition. */
    lo_time clock_offset, frozen_until, deaf_until, next_burst, busy_until, link_free;
    lo_time wake_at;             /* Scheduled wake-up. */
    uint32_t *handles;           /* Per group; SIM_NOT_JOINED if none. */
    lo_address channels[256];
    uint32_t channel_count;
    sim_packet **backlog;        /* Content of the socket. */
    uint32_t backlog_count, backlog_room;
    uint64_t backlog_bytes;
    bool reading;                /* A read of the backlog is scheduled. */
    uint64_t view;
} sim_host;
#define SIM_NOT_JOINED UINT32_MAX
#define SIM_SOCKET_BYTES (4u << 20)

typedef struct sim_totals {
    uint64_t packets, bytes, lost, messages_sent, crashes, freezes, partitions, evictions;
    uint64_t wakes;  /* Number of wake-ups that nodes asked for. */
} sim_totals;

typedef struct sim_world {
    sim_settings settings;
    sim_random random;
    sim_queue queue;
    sim_checker *checker;
    lo_time now;
    sim_host *hosts;
    bool loading, faulty;        /* Messages are being sent; faults are injected. */
    bool partitioned;
    sim_totals totals;
    uint8_t *scratch;            /* For batches. */
    uint8_t *message;            /* For contents. */
} sim_world;

enum sim_event_kind { SIM_ARRIVE, SIM_READ, SIM_WAKE, SIM_SEND, SIM_RESTART, SIM_HEAL, SIM_FAULT };
enum sim_fault_kind { SIM_CRASH, SIM_LEAVE, SIM_FREEZE, SIM_PARTITION, SIM_JUMP, SIM_REGROUP, SIM_FAULT_KINDS };

static inline lo_time sim_seconds(double seconds) { return (lo_time)(seconds * 1e9); }
double sim_exponential(sim_random *random, double mean);

/* ---- sim_network.c ------------------------------------------------------------------- */
lo_address sim_peer_address(uint32_t host);
/* Sends one packet to a destination. */
void sim_network_send(sim_world *world, sim_host *from, const uint8_t *bytes, uint32_t length,
                      const lo_address *destination);
void sim_network_arrive(sim_world *world, sim_host *host, sim_packet *packet);
void sim_packet_drop(sim_packet *packet);

/* ---- sim_host.c ----------------------------------------------------------------------- */
void sim_host_start(sim_world *world, sim_host *host);
void sim_host_stop(sim_world *world, sim_host *host, bool politely);
/* Reads the socket. */
void sim_host_read(sim_world *world, sim_host *host);
/* Timers, deliveries, outgoing packets, next wake-up: after every event of the host. */
void sim_host_pump(sim_world *world, sim_host *host);
void sim_host_send(sim_world *world, sim_host *host);
lo_time sim_host_clock(const sim_world *world, const sim_host *host);
void sim_host_wake_at(sim_world *world, sim_host *host, lo_time at);
lo_policy sim_policy(const sim_world *world);  /* Of all groups. */
bool sim_host_joins(const sim_world *world, uint32_t host, uint32_t group);

/* ---- sim_faults.c ---------------------------------------------------------------------- */
void sim_faults_schedule(sim_world *world);
void sim_faults_inject(sim_world *world, enum sim_fault_kind kind);
void sim_faults_heal(sim_world *world);

/* ---- sim_world.c ----------------------------------------------------------------------- */
typedef struct sim_result {
    sim_totals totals;
    uint64_t deliveries, gaps;
    double joined_after;            /* Seconds until the first view with everyone; -1: never. */
    double loaded_seconds;
    double deliveries_per_second;   /* Of the median receiver, while loaded. */
    double control_per_node;        /* Control packets per node and second while loaded. */
    double quiet_per_node;          /* Packets per node and second when nothing is sent. */
    double wakes_per_node;          /* Wake-ups per node and second when nothing is sent. */
    double repairs_per_loss;
    double acknowledge_ms, token_ms;
    uint64_t memory_peak;
    char violation[400];
} sim_result;
void sim_run(const sim_settings *settings, sim_result *result);

#endif

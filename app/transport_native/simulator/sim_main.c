// SPDX-License-Identifier: BSD-3-Clause
/* Runs seeds and prints one JSON object per line; exit code 1 if a seed violates an invariant. */
#include <getopt.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim_world.h"

static void print_result(const sim_settings *settings, const sim_result *result) {
    printf("{\"seed\": %llu, \"profile\": \"%s\", \"nodes\": %u, \"groups\": %u, \"sent\": %llu, \"delivered\": %llu, "
           "\"packets\": %llu, \"lost\": %llu, \"crashes\": %llu, \"freezes\": %llu, \"cuts\": %llu, \"evictions\": %llu, "
           "\"gaps\": %llu, \"joined_after_s\": %.3f, \"deliveries_per_s\": %.0f, \"control_per_node_s\": %.1f, "
           "\"quiet_per_node_s\": %.1f, \"wakes_per_node_s\": %.0f, \"repairs_per_loss\": %.2f, \"acknowledge_ms\": %.3f, \"token_ms\": %.3f, "
           "\"memory_peak\": %llu, \"violation\": ",
           (unsigned long long)settings->seed, settings->profile->name, settings->nodes, settings->groups,
           (unsigned long long)result->totals.messages_sent, (unsigned long long)result->deliveries,
           (unsigned long long)result->totals.packets, (unsigned long long)result->totals.lost,
           (unsigned long long)result->totals.crashes, (unsigned long long)result->totals.freezes,
           (unsigned long long)result->totals.partitions, (unsigned long long)result->totals.evictions,
           (unsigned long long)result->gaps, result->joined_after, result->deliveries_per_second,
           result->control_per_node, result->quiet_per_node, result->wakes_per_node, result->repairs_per_loss,
           result->acknowledge_ms, result->token_ms, (unsigned long long)result->memory_peak);
    if (result->violation[0]) printf("\"%s\"}\n", result->violation);
    else printf("null}\n");
    fflush(stdout);
}

static const struct option options[] = {
    {"nodes", required_argument, NULL, 'n'},       {"groups", required_argument, NULL, 'g'},
    {"seeds", required_argument, NULL, 'k'},       {"start", required_argument, NULL, 's'},
    {"profile", required_argument, NULL, 'p'},     {"seconds", required_argument, NULL, 't'},
    {"rate", required_argument, NULL, 'r'},        {"senders", required_argument, NULL, 'd'},
    {"size", required_argument, NULL, 'b'},        {"everyone", no_argument, NULL, 'e'},
    {"sealed", no_argument, NULL, 'c'},            {"link-rate", required_argument, NULL, 'l'},
    {"packet-cost", required_argument, NULL, 'x'}, {"heartbeat", required_argument, NULL, 'h'},
    {"order", required_argument, NULL, 'o'},
    {NULL, 0, NULL, 0}};

static uint8_t order_named(const char *name) {
    if (strcmp(name, "view") == 0) return LO_ORDER_VIEW;
    return strcmp(name, "total") == 0 ? LO_ORDER_TOTAL : LO_ORDER_SENDER;
}

static void take_option(sim_settings *settings, uint64_t *seeds, int option) {
    switch (option) {
        case 'n': settings->nodes = (uint32_t)atoi(optarg); break;
        case 'g': settings->groups = (uint32_t)atoi(optarg); break;
        case 'k': *seeds = strtoull(optarg, NULL, 10); break;
        case 's': settings->seed = strtoull(optarg, NULL, 10); break;
        case 'p': settings->profile = sim_profile_find(optarg); break;
        case 't': settings->seconds = atof(optarg); break;
        case 'r': settings->rate = atof(optarg); break;
        case 'd': settings->senders = (uint32_t)atoi(optarg); break;
        case 'b': settings->message_bytes = (uint32_t)atoi(optarg); break;
        case 'e': settings->everyone_everywhere = true; break;
        case 'c': settings->sealed = true; break;
        case 'l': settings->link_rate = atof(optarg); break;
        case 'x': settings->packet_cost = atof(optarg); break;
        case 'h': settings->heartbeat = atof(optarg); break;
        case 'o': settings->order = order_named(optarg); break;
        default: settings->profile = NULL; break;
    }
}

int main(int count, char **arguments) {
    sim_settings settings = {.nodes = 5, .groups = 3, .seed = 1, .profile = sim_profile_find("clean"), .seconds = 3,
                             .rate = 500, .link_rate = 125e6, .packet_cost = 2e-6, .heartbeat = 0.2};
    uint64_t seeds = 1;
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;)
        take_option(&settings, &seeds, option);
    bool sizes_are_right = settings.nodes >= 1 && settings.nodes <= 4096 && settings.groups >= 1 &&
                           settings.groups <= 65536 && settings.message_bytes <= (1u << 20) &&
                           (!settings.message_bytes || settings.message_bytes >= SIM_SMALLEST);
    if (!settings.profile || !sizes_are_right || optind != count || sodium_init() < 0) {
        fprintf(stderr, "usage: --nodes 1…4096 --groups 1…65536 --seeds K --start S --profile NAME; profiles:");
        for (uint32_t n = 0; sim_profile_at(n); n++) fprintf(stderr, " %s", sim_profile_at(n)->name);
        fprintf(stderr, "\n");
        return 2;
    }
    bool violated = false;
    for (uint64_t n = 0; n < seeds; n++, settings.seed++) {
        sim_result result;
        sim_run(&settings, &result);
        print_result(&settings, &result);
        violated |= result.violation[0] != 0;
    }
    return violated ? 1 : 0;
}

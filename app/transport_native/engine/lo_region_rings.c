// SPDX-License-Identifier: BSD-3-Clause
/* Content of tokens, and the results of their rounds. */
#include "lo_region_rings.h"

#define RING_OUTLIVES (5 * LO_SECOND)
#define EXCLUDED LO_SECOND
#define SLACK 512u  /* A silent member is readmitted when it lags by at most this many segments. */

lo_region_rings *lo_region_rings_create(lo_region_state *state, lo_time now) {
    (void)now;
    lo_memory *memory = &state->epoch->node->memory;
    lo_region_rings *rings = lo_memory_alloc(memory, sizeof *rings);
    if (!rings) return NULL;
    rings->region_state = state;
    uint32_t place = state->position - state->partition.first;
    if (lo_token_ring_init(&rings->partition, rings, 0, state->partition.count, place) < 0 ||
        lo_token_ring_init(&rings->leaders, rings, 1, state->partition_count, state->partition.index) < 0) {
        lo_region_rings_destroy(rings);
        return NULL;
    }
    return rings;
}

void lo_region_rings_destroy(lo_region_rings *rings) {
    lo_memory *memory = &rings->region_state->epoch->node->memory;
    lo_token_ring_destroy(&rings->partition);
    lo_token_ring_destroy(&rings->leaders);
    lo_memory_free(memory, rings->aggregates, rings->aggregate_capacity * sizeof(lo_ack_aggregate));
    lo_memory_free(memory, rings, sizeof *rings);
}

/* The first living member of a partition leads it. */
uint32_t lo_partition_leader(const lo_region_state *state, uint32_t partition) {
    lo_partition p = lo_region_state_partition(state, partition);
    for (uint32_t i = p.first; i < p.first + p.count; i++)
        if (!state->epoch->gone[state->region->members[i]]) return i;
    return LO_NO_POSITION;
}

uint32_t lo_region_rings_position(const lo_token_ring *ring, uint32_t place) {
    const lo_region_state *state = ring->rings->region_state;
    if (ring->level == 0) return state->partition.first + place;
    uint32_t leader = lo_partition_leader(state, place);
    return leader == LO_NO_POSITION ? lo_region_state_partition(state, place).first : leader;
}

bool lo_region_rings_alive(const lo_token_ring *ring, uint32_t place) {
    const lo_region_state *state = ring->rings->region_state;
    if (ring->level == 1) return lo_partition_leader(state, place) != LO_NO_POSITION;
    return !state->epoch->gone[state->region->members[state->partition.first + place]];
}

static bool in_active(const lo_instream *in) {
    return in && !in->region_state->epoch->gone[in->sender_index] &&
           (in->received > in->stable || in->received < in->highest);
}

static bool out_active(const lo_outstream *out) { return out && out->stable < out->sent; }

/* The region does not have all segments that this partition knows of. */
static bool unstable(const lo_ack_aggregate *a) {
    return lo_max64(a->partition.stable, a->region_received) < a->partition.highest;
}

/* Tokens of a view replaced long ago would circulate among nodes that have ended it. */
static bool is_over(const lo_epoch *epoch) {
    return epoch->replaced && epoch->node->now > epoch->replaced && epoch->node->now - epoch->replaced > RING_OUTLIVES;
}

bool lo_region_rings_active(const lo_token_ring *ring) {
    const lo_region_rings *rings = ring->rings;
    const lo_region_state *state = rings->region_state;
    if (is_over(state->epoch)) return false;
    if (ring->level == 1) {
        for (uint32_t i = 0; i < rings->aggregate_count; i++) {
            if (unstable(&rings->aggregates[i])) return true;
        }
        return false;
    }
    if (out_active(state->out)) return true;
    for (uint32_t m = 0; state->in && m < state->epoch->view->member_count; m++)
        if (in_active(state->in[m])) return true;
    return false;
}

static lo_ack_aggregate *find_aggregate(lo_region_rings *rings, uint32_t origin) {
    for (uint32_t i = 0; i < rings->aggregate_count; i++)
        if (rings->aggregates[i].partition.origin == origin) return &rings->aggregates[i];
    return NULL;
}

static lo_ack_aggregate *obtain_aggregate(lo_region_rings *rings, uint32_t origin) {
    lo_ack_aggregate *found = find_aggregate(rings, origin);
    if (found) return found;
    if (rings->aggregate_count == rings->aggregate_capacity) {
        uint32_t capacity = rings->aggregate_capacity ? rings->aggregate_capacity * 2 : 8;
        lo_ack_aggregate *grown =
            lo_memory_realloc(&rings->region_state->epoch->node->memory, rings->aggregates,
                              rings->aggregate_capacity * sizeof *grown, capacity * sizeof *grown);
        if (!grown) return NULL;
        rings->aggregates = grown;
        rings->aggregate_capacity = capacity;
    }
    lo_ack_aggregate *fresh = &rings->aggregates[rings->aggregate_count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->partition.origin = fresh->region.origin = origin;
    return fresh;
}

/* ---- Own contribution ----------------------------------------------------------------- */

static void own_record(const lo_instream *in, lo_token_record *record) {
    lo_range ranges[LO_TOKEN_RANGES];
    record->origin = in->sender;
    record->received = record->admitted = in->received;
    record->highest = in->highest;
    record->room = lo_instream_room(in);
    record->stable = lo_min64(in->stable, in->highest);
    record->range_count = lo_missing_ranges(in, 0, ranges, LO_TOKEN_RANGES);
    memcpy(record->ranges, ranges, record->range_count * sizeof(lo_range));
}

static void sender_record(const lo_outstream *out, lo_token_record *record) {
    record->received = record->admitted = record->highest = out->sent;
    record->room = UINT64_MAX / 2;
    record->stable = out->stable;
    record->range_count = 0;
}

/* Does this node keep up with the stream? It is slow if its application leaves no room, or if many old segments are
 * missing. */
static bool keeps_up(const lo_instream *in) {
    const lo_node *node = in->epoch->node;
    uint32_t senders = node->active_senders ? node->active_senders : 1;
    uint64_t room = lo_instream_room(in), usual = node->config.flight_bytes / 2 / senders;
    uint64_t behind = (in->highest - in->received) * (node->config.paths[LO_PATH_MULTICAST].segment_bytes + LO_PACKET_COST);
    return room >= usual / 2 && behind <= lo_max64(usual, LO_SMALLEST_FLIGHT) / 2;
}

/* Under a policy that does not wait for slow receivers, a member that has been slow for a while excludes itself in
 * the token, like a silent one, until it has kept up for a while. */
static bool excludes_itself(lo_region_rings *rings, lo_time now) {
    const lo_region_state *state = rings->region_state;
    bool slow = false;
    if (state->region->policy.slow == LO_SLOW_THROTTLE) return false;
    for (uint32_t m = 0; state->in && m < state->epoch->view->member_count && !slow; m++)
        slow = state->in[m] && !keeps_up(state->in[m]);
    if (!slow) rings->slow_since = 0;
    else if (!rings->slow_since) rings->slow_since = now;
    if (slow && (now < rings->excluded_until || now - rings->slow_since > LO_SLOW_AFTER))
        rings->excluded_until = now + EXCLUDED;
    return now < rings->excluded_until;
}

static void name_self(const lo_token_ring *ring, lo_token *token) {
    for (uint32_t i = 0; i < token->skipped_count; i++)
        if (token->skipped[i] == ring->self) return;
    if (token->skipped_count < LO_TOKEN_SKIPPED) token->skipped[token->skipped_count++] = (uint16_t)ring->self;
}

static void begin_partition(lo_token_ring *ring, lo_token *token) {
    lo_region_rings *rings = ring->rings;
    lo_region_state *state = rings->region_state;
    bool excluded = excludes_itself(rings, state->epoch->node->now);
    if (excluded) name_self(ring, token);
    uint32_t members = state->epoch->view->member_count;
    lo_token_record *record;
    if (out_active(state->out) && (record = lo_token_add(token, state->epoch->node->config.number)) != NULL)
        sender_record(state->out, record);
    uint32_t start = members ? (uint32_t)(lo_node_random(state->epoch->node) % members) : 0;
    for (uint32_t i = 0; state->in && i < members; i++) {
        const lo_instream *in = state->in[(start + i) % members];
        lo_ack_aggregate *aggregate = in ? find_aggregate(rings, in->sender) : NULL;
        bool wanted = in_active(in) || (aggregate && aggregate->announce[0]);
        if (!wanted || (record = lo_token_add(token, in->sender)) == NULL) continue;
        own_record(in, record);
        if (excluded) { /* It starts the round for the others. */
            record->received = record->admitted = record->highest;
            record->room = UINT64_MAX / 2;
            record->range_count = 0;
        }
        if (!aggregate) continue;
        aggregate->announce[0] = false;
        record->stable = lo_max64(record->stable, lo_min64(aggregate->partition.stable, record->highest));
    }
}

static void begin_region(lo_token_ring *ring, lo_token *token) {
    lo_region_rings *rings = ring->rings;
    if (!lo_token_ring_is_leader(ring) && excludes_itself(rings, rings->region_state->epoch->node->now))
        name_self(ring, token);
    for (uint32_t i = 0; i < rings->aggregate_count; i++) {
        lo_ack_aggregate *a = &rings->aggregates[i];
        if (!unstable(a) && !a->announce[1]) continue;
        lo_token_record *record = lo_token_add(token, a->partition.origin);
        if (!record) return;
        a->announce[1] = false;
        *record = a->partition;
        record->stable = lo_min64(lo_max64(record->stable, a->region_received), record->highest);
    }
}

void lo_region_rings_begin(lo_token_ring *ring, lo_token *token) {
    if (ring->level == 0) begin_partition(ring, token);
    else begin_region(ring, token);
}

/* Applies what a token says about a stream. */
static lo_instream *learn(lo_region_state *state, const lo_token_record *record, lo_time now) {
    int member = lo_epoch_member(state->epoch, record->origin);
    if (member < 0 || record->origin == state->epoch->node->config.number) return NULL;
    lo_instream *in = lo_instream_obtain(state, (uint32_t)member);
    if (in) lo_instream_known(in, record->highest, record->stable, 0, now);
    return in;
}

static void contribute_partition(lo_token_ring *ring, lo_token *token, lo_time now) {
    lo_region_state *state = ring->rings->region_state;
    bool excluded = excludes_itself(ring->rings, now);
    if (excluded) name_self(ring, token);
    for (uint32_t i = 0; i < token->count; i++) {
        lo_instream *in = learn(state, &token->records[i], now);
        if (!in || excluded) continue;
        lo_token_record own;
        own_record(in, &own);
        lo_token_merge(&token->records[i], &own);
    }
    /* Adds streams that the leader does not know; the next round gathers them. */
    uint32_t members = state->epoch->view->member_count;
    if (out_active(state->out) && !lo_token_find(token, state->epoch->node->config.number)) {
        lo_token_record *record = lo_token_add(token, state->epoch->node->config.number);
        if (record) record->highest = state->out->sent;
    }
    for (uint32_t m = 0; state->in && m < members; m++) {
        const lo_instream *in = state->in[m];
        if (!in_active(in) || lo_token_find(token, in->sender)) continue;
        lo_token_record *record = lo_token_add(token, in->sender);
        if (record) record->highest = in->highest;
    }
}

static void contribute_region(lo_token_ring *ring, lo_token *token, lo_time now) {
    lo_region_rings *rings = ring->rings;
    bool excluded = excludes_itself(rings, now); /* Its rounds are slow as well, so its whole partition is excluded. */
    if (excluded) name_self(ring, token);
    for (uint32_t i = 0; i < token->count; i++) {
        lo_token_record *record = &token->records[i];
        (void)learn(rings->region_state, record, now);
        lo_ack_aggregate *aggregate = obtain_aggregate(rings, record->origin);
        if (!aggregate) continue;
        aggregate->partition.stable = lo_max64(aggregate->partition.stable, record->stable);
        aggregate->partition.highest = lo_max64(aggregate->partition.highest, record->highest);
        lo_token_record own = aggregate->partition;
        own.stable = record->stable;
        if (!excluded) lo_token_merge(record, &own);
    }
    for (uint32_t i = 0; i < rings->aggregate_count; i++) {
        const lo_ack_aggregate *a = &rings->aggregates[i];
        if (!unstable(a) || lo_token_find(token, a->partition.origin)) continue;
        lo_token_record *record = lo_token_add(token, a->partition.origin);
        if (record) record->highest = a->partition.highest;
    }
}

void lo_region_rings_contribute(lo_token_ring *ring, lo_token *token, lo_time now) {
    if (ring->level == 0) contribute_partition(ring, token, now);
    else contribute_region(ring, token, now);
}

/* ---- Results of a round --------------------------------------------------------------- */

static void region_result(lo_region_rings *rings, const lo_token_record *record, bool complete, lo_time now) {
    lo_ack_aggregate *aggregate = obtain_aggregate(rings, record->origin);
    if (!aggregate) return;
    uint64_t received = complete ? record->received : aggregate->region_received;
    bool progress = received > aggregate->acked || record->admitted > aggregate->region.admitted ||
                    record->room != aggregate->region.room;
    aggregate->region_received = lo_max64(aggregate->region_received, received);
    uint64_t admitted = lo_max64(aggregate->region.admitted, record->admitted);
    aggregate->region = *record;
    aggregate->region.admitted = lo_max64(admitted, aggregate->region_received);
    if (aggregate->region.highest < aggregate->region.admitted) aggregate->region.highest = aggregate->region.admitted;
    if (progress || record->range_count) aggregate->ack_region = true;
    aggregate->partition.stable = lo_max64(aggregate->partition.stable, aggregate->region_received);
    lo_token_record news = aggregate->region;
    news.stable = aggregate->region_received;
    (void)learn(rings->region_state, &news, now);
}

static void partition_result(lo_region_rings *rings, const lo_token_record *record, bool complete, lo_time now) {
    (void)learn(rings->region_state, record, now);
    lo_ack_aggregate *aggregate = obtain_aggregate(rings, record->origin);
    if (!aggregate) return;
    lo_token_record *have = &aggregate->partition;
    if (complete) have->received = lo_max64(have->received, record->received);
    have->admitted = lo_max64(lo_max64(have->admitted, record->admitted), have->received);
    have->highest = lo_max64(lo_max64(have->highest, record->highest), have->admitted);
    have->room = record->room;
    have->stable = lo_max64(have->stable, record->stable);
    have->range_count = record->range_count;
    memcpy(have->ranges, record->ranges, record->range_count * sizeof(lo_range));
    if (aggregate->asked) {
        aggregate->ack_partition = true;
    }
    aggregate->asked = false;
    if (rings->region_state->partition_count == 1) {
        lo_token_record whole = *have;
        region_result(rings, &whole, complete, now);
    }
}

/* The next round includes it from the start. */
static void learn_added(lo_token_ring *ring, const lo_token_record *record, lo_time now) {
    (void)learn(ring->rings->region_state, record, now);
    lo_ack_aggregate *aggregate = obtain_aggregate(ring->rings, record->origin);
    if (!aggregate) return;
    aggregate->partition.highest = lo_max64(aggregate->partition.highest, record->highest);
    aggregate->announce[ring->level] = true;
    ring->nudged = true;
}

/* Evicts members that were excluded for long, if the policy says so. */
static void judge_members(lo_token_ring *ring, const lo_token *token, lo_time now) {
    const lo_region_state *state = ring->rings->region_state;
    for (uint32_t i = 0; i < ring->count; i++) {
        bool named = false;
        for (uint32_t s = 0; s < token->skipped_count && !named; s++) named = token->skipped[s] == i;
        struct lo_ring_member *place = &ring->places[i];
        if (named && i != ring->self) place->silent = true; /* Probed separately from now on. */
        if (!named) place->left_out_since = 0;
        else if (!place->left_out_since) place->left_out_since = now;
        bool may_judge = i == ring->self || now >= ring->rings->excluded_until; /* A slow node sees others as slow. */
        if (!named || !may_judge || state->region->policy.slow != LO_SLOW_EVICT) continue;
        if (now - place->left_out_since <= LO_EVICT_AFTER) continue;
        place->left_out_since = now;
        lo_node_evict(state->epoch->node, state->epoch, state->region->members[lo_region_rings_position(ring, i)], now);
    }
}

void lo_region_rings_complete(lo_token_ring *ring, const lo_token *token, lo_time now) {
    lo_region_rings *rings = ring->rings;
    judge_members(ring, token, now);
    for (uint32_t i = 0; i < token->count; i++) {
        /* A record that was added on the way covers only some members: it is information, not a result. */
        bool added = i >= ring->token.count || ring->token.records[i].origin != token->records[i].origin;
        if (added) learn_added(ring, &token->records[i], now);
        else if (ring->level == 0) partition_result(rings, &token->records[i], token->skipped_count == 0, now);
        else region_result(rings, &token->records[i], token->skipped_count == 0, now);
    }
    if (ring->level == 0 && rings->hurry) {
        rings->hurry = false;
        rings->leaders.next_round = lo_min64(rings->leaders.next_round, now);
    }
}

bool lo_region_rings_may_return(const lo_token_ring *ring, const lo_token *answer) {
    if (answer->skipped_count) return false; /* It says that it is slow. */
    for (uint32_t i = 0; i < answer->count; i++) {
        lo_ack_aggregate *aggregate = find_aggregate(ring->rings, answer->records[i].origin);
        if (aggregate && answer->records[i].admitted + SLACK < aggregate->partition.admitted) return false;
    }
    return true;
}

/* ---- Interface of the node ------------------------------------------------------------- */

void lo_region_rings_wake(lo_region_rings *rings, uint32_t bytes, lo_time now) {
    lo_token_ring_wake(&rings->partition, bytes, now);
    lo_token_ring_wake(&rings->leaders, bytes, now);
}

/* A sender waits for ACKs: a round of the partition now, then one of the leaders. */
void lo_region_rings_request_acks(lo_region_rings *rings, lo_time now) {
    if (is_over(rings->region_state->epoch)) return;
    rings->hurry = true;
    rings->partition.nudged = true;
    rings->partition.next_round = lo_min64(rings->partition.next_round, now);
}

/* A sender solicits an ACK: starts a round of the partition whose result is sent directly. */
void lo_region_rings_answer(lo_region_rings *rings, lo_instream *in, lo_time now) {
    if (!lo_token_ring_is_leader(&rings->partition)) return;
    lo_ack_aggregate *aggregate = obtain_aggregate(rings, in->sender);
    if (!aggregate) return;
    aggregate->partition.highest = lo_max64(aggregate->partition.highest, in->highest);
    aggregate->asked = true;
    aggregate->announce[0] = true;
    lo_region_rings_request_acks(rings, now);
}

int lo_region_rings_token(lo_region_rings *rings, uint32_t sender_position, const uint8_t *body, size_t length,
                          lo_time now) {
    lo_token token;
    int error = lo_token_read(&token, body, length);
    if (error) return error;
    const lo_region_state *state = rings->region_state;
    if (token.level == 0) {
        lo_partition p = state->partition;
        if (token.partition != p.index || sender_position < p.first || sender_position >= p.first + p.count)
            return LO_ERROR_FORGED;
        return lo_token_ring_token(&rings->partition, sender_position - p.first, &token, now);
    }
    if (!lo_token_ring_is_leader(&rings->partition)) return LO_ERROR_STALE;
    uint32_t from = lo_partition_of(state->region->member_count, state->epoch->node->config.partition_size,
                                    sender_position).index;
    return lo_token_ring_token(&rings->leaders, from, &token, now);
}

static int next_ack(lo_region_rings *rings, uint8_t *body, size_t room, lo_address *destination, uint32_t *recipient) {
    lo_region_state *state = rings->region_state;
    for (uint32_t i = 0; i < rings->aggregate_count; i++) {
        lo_ack_aggregate *a = &rings->aggregates[i];
        if (!a->ack_region && !a->ack_partition) continue;
        bool region = a->ack_region;
        const lo_token_record *record = region ? &a->region : &a->partition;
        if (region) a->ack_region = false;
        else a->ack_partition = false;
        int member = lo_epoch_member(state->epoch, record->origin);
        if (member < 0 || state->epoch->gone[member]) continue;
        lo_ack ack = {.origin = record->origin, .ack_for = region ? LO_ACK_FOR_REGION : LO_ACK_FOR_PARTITION,
                      .position = state->partition.index, .admitted = record->admitted, .highest = record->highest,
                      .room = record->room};
        ack.received = lo_min64(region ? a->region_received : record->received, ack.admitted);
        ack.range_count = region ? record->range_count : 0;
        memcpy(ack.ranges, record->ranges, ack.range_count * sizeof(lo_range));
        if (region) a->acked = ack.received;
        if (record->origin == state->epoch->node->config.number) {
            if (state->out) lo_outstream_ack(state->out, &ack, state->epoch->node->now);
            continue;
        }
        *destination = state->epoch->view->members[member].address;
        *recipient = record->origin;
        state->epoch->node->statistics.reports_sent++;
        return lo_ack_write(&ack, body, room);
    }
    return 0;
}

int lo_region_rings_next_packet(lo_region_rings *rings, lo_time now, uint8_t *kind, uint8_t *body, size_t room,
                                lo_address *destination, uint32_t *recipient) {
    lo_token_ring *levels[] = {&rings->leaders, &rings->partition};
    if (is_over(rings->region_state->epoch)) return 0;
    for (int i = 0; i < 2; i++) {
        if (levels[i] == &rings->leaders && !lo_token_ring_is_leader(&rings->partition)) continue;
        uint32_t to = 0;
        int length = lo_token_ring_next_packet(levels[i], now, body, room, &to);
        if (length <= 0) continue;
        const lo_region_state *state = rings->region_state;
        const lo_member *member =
            &state->epoch->view->members[state->region->members[lo_region_rings_position(levels[i], to)]];
        *destination = member->address;
        *recipient = member->number;
        *kind = LO_PACKET_TOKEN;
        state->epoch->node->statistics.tokens_sent++;
        return length;
    }
    *kind = LO_PACKET_ACK;
    return next_ack(rings, body, room, destination, recipient);
}

lo_time lo_region_rings_wakeup(const lo_region_rings *rings) {
    if (is_over(rings->region_state->epoch)) return LO_NEVER;
    lo_time at = lo_token_ring_wakeup(&rings->partition);
    if (lo_token_ring_is_leader(&rings->partition)) {
        if (rings->region_state->partition_count > 1) at = lo_min64(at, lo_token_ring_wakeup(&rings->leaders));
        for (uint32_t i = 0; i < rings->aggregate_count; i++)
            if (rings->aggregates[i].ack_region || rings->aggregates[i].ack_partition) return 0;
    }
    return at;
}

void lo_region_rings_tick(lo_region_rings *rings, lo_time now) {
    if (is_over(rings->region_state->epoch)) return;
    lo_token_ring_tick(&rings->partition, now);
    if (rings->region_state->partition_count > 1 && lo_token_ring_is_leader(&rings->partition))
        lo_token_ring_tick(&rings->leaders, now);
}

void lo_region_rings_statistics(const lo_region_rings *rings, lo_region_statistics *out) {
    out->partition_leader = lo_token_ring_is_leader(&rings->partition);
    out->region_leader = out->partition_leader && lo_token_ring_is_leader(&rings->leaders);
    out->token_interval_ns = rings->partition.pace;
}

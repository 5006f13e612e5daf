/* What tokens carry, and what their rounds bring about. */
#include "lo_ring.h"

#define RING_OUTLIVES (5 * LO_SECOND)
#define ASIDE LO_SECOND
#define SLACK 512u  /* A silent member is back when it is this close behind, in segments. */

lo_ring *lo_ring_create(lo_arena *arena, lo_time now) {
    (void)now;
    lo_memory *memory = &arena->era->node->memory;
    lo_ring *ring = lo_memory_take(memory, sizeof *ring);
    if (!ring) return NULL;
    ring->arena = arena;
    uint32_t place = arena->position - arena->partition.first;
    if (lo_circle_init(&ring->partition, ring, 0, arena->partition.count, place) < 0 ||
        lo_circle_init(&ring->leaders, ring, 1, arena->partition_count, arena->partition.index) < 0) {
        lo_ring_destroy(ring);
        return NULL;
    }
    return ring;
}

void lo_ring_destroy(lo_ring *ring) {
    lo_memory *memory = &ring->arena->era->node->memory;
    lo_circle_destroy(&ring->partition);
    lo_circle_destroy(&ring->leaders);
    lo_memory_give(memory, ring->aggregates, ring->aggregate_capacity * sizeof(lo_aggregate));
    lo_memory_give(memory, ring, sizeof *ring);
}

/* The first living member of a partition leads it. */
uint32_t lo_partition_leader(const lo_arena *arena, uint32_t partition) {
    lo_partition p = lo_arena_partition(arena, partition);
    for (uint32_t i = p.first; i < p.first + p.count; i++)
        if (!arena->era->gone[arena->region->members[i]]) return i;
    return LO_NO_POSITION;
}

uint32_t lo_ring_position(const lo_circle *circle, uint32_t place) {
    const lo_arena *arena = circle->ring->arena;
    if (circle->level == 0) return arena->partition.first + place;
    uint32_t leader = lo_partition_leader(arena, place);
    return leader == LO_NO_POSITION ? lo_arena_partition(arena, place).first : leader;
}

bool lo_ring_alive(const lo_circle *circle, uint32_t place) {
    const lo_arena *arena = circle->ring->arena;
    if (circle->level == 1) return lo_partition_leader(arena, place) != LO_NO_POSITION;
    return !arena->era->gone[arena->region->members[arena->partition.first + place]];
}

static bool in_active(const lo_instream *in) {
    return in && !in->arena->era->gone[in->sender_index] && (in->received > in->stable || in->received < in->highest);
}

static bool out_active(const lo_outstream *out) { return out && out->stable < out->sent; }

/* The region does not have all that this partition has heard of. */
static bool unstable(const lo_aggregate *a) {
    return lo_max64(a->partition.stable, a->region_received) < a->partition.highest;
}

/* Tokens of a view that was replaced long ago would go round among nodes that have ended it. */
static bool is_over(const lo_era *era) {
    return era->replaced && era->node->now > era->replaced && era->node->now - era->replaced > RING_OUTLIVES;
}

bool lo_ring_active(const lo_circle *circle) {
    const lo_ring *ring = circle->ring;
    const lo_arena *arena = ring->arena;
    if (is_over(arena->era)) return false;
    if (circle->level == 1) {
        for (uint32_t i = 0; i < ring->aggregate_count; i++) {
            if (unstable(&ring->aggregates[i])) return true;
        }
        return false;
    }
    if (out_active(arena->out)) return true;
    for (uint32_t m = 0; arena->in && m < arena->era->view->member_count; m++)
        if (in_active(arena->in[m])) return true;
    return false;
}

static lo_aggregate *find_aggregate(lo_ring *ring, uint32_t origin) {
    for (uint32_t i = 0; i < ring->aggregate_count; i++)
        if (ring->aggregates[i].partition.origin == origin) return &ring->aggregates[i];
    return NULL;
}

static lo_aggregate *obtain_aggregate(lo_ring *ring, uint32_t origin) {
    lo_aggregate *found = find_aggregate(ring, origin);
    if (found) return found;
    if (ring->aggregate_count == ring->aggregate_capacity) {
        uint32_t capacity = ring->aggregate_capacity ? ring->aggregate_capacity * 2 : 8;
        lo_aggregate *grown = lo_memory_grow(&ring->arena->era->node->memory, ring->aggregates,
                                             ring->aggregate_capacity * sizeof *grown, capacity * sizeof *grown);
        if (!grown) return NULL;
        ring->aggregates = grown;
        ring->aggregate_capacity = capacity;
    }
    lo_aggregate *fresh = &ring->aggregates[ring->aggregate_count++];
    memset(fresh, 0, sizeof *fresh);
    fresh->partition.origin = fresh->region.origin = origin;
    return fresh;
}

/* ---- What this node knows ------------------------------------------------------------ */

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

/* Does this node keep up with the stream? It knows best: it is slow when its application leaves no room, or
 * when much that was sent long ago is not here yet. */
static bool keeps_up(const lo_instream *in) {
    const lo_node *node = in->era->node;
    uint32_t senders = node->active_senders ? node->active_senders : 1;
    uint64_t room = lo_instream_room(in), usual = node->config.flight_bytes / 2 / senders;
    uint64_t behind = (in->highest - in->received) * (node->config.paths[LO_PATH_MULTICAST].segment_bytes + LO_PACKET_COST);
    return room >= usual / 2 && behind <= lo_max64(usual, LO_SMALLEST_FLIGHT) / 2;
}

/* Under a policy that does not wait for the slow, a member that has been slow for a while says so in the token
 * and is left out of the rounds, like one that is silent, until it has kept up for a while. */
static bool stands_aside(lo_ring *ring, lo_time now) {
    const lo_arena *arena = ring->arena;
    bool slow = false;
    if (arena->region->policy.slow == LO_SLOW_THROTTLE) return false;
    for (uint32_t m = 0; arena->in && m < arena->era->view->member_count && !slow; m++)
        slow = arena->in[m] && !keeps_up(arena->in[m]);
    if (!slow) ring->slow_since = 0;
    else if (!ring->slow_since) ring->slow_since = now;
    if (slow && (now < ring->aside_until || now - ring->slow_since > LO_SLOW_AFTER)) ring->aside_until = now + ASIDE;
    return now < ring->aside_until;
}

static void name_self(const lo_circle *circle, lo_token *token) {
    for (uint32_t i = 0; i < token->skipped_count; i++)
        if (token->skipped[i] == circle->self) return;
    if (token->skipped_count < LO_TOKEN_SKIPPED) token->skipped[token->skipped_count++] = (uint16_t)circle->self;
}

static void begin_partition(lo_circle *circle, lo_token *token) {
    lo_ring *ring = circle->ring;
    lo_arena *arena = ring->arena;
    bool aside = stands_aside(ring, arena->era->node->now);
    if (aside) name_self(circle, token);
    uint32_t members = arena->era->view->member_count;
    lo_token_record *record;
    if (out_active(arena->out) && (record = lo_token_add(token, arena->era->node->config.number)) != NULL)
        sender_record(arena->out, record);
    uint32_t start = members ? (uint32_t)(lo_node_random(arena->era->node) % members) : 0;
    for (uint32_t i = 0; arena->in && i < members; i++) {
        const lo_instream *in = arena->in[(start + i) % members];
        lo_aggregate *aggregate = in ? find_aggregate(ring, in->sender) : NULL;
        bool wanted = in_active(in) || (aggregate && aggregate->tell[0]);
        if (!wanted || (record = lo_token_add(token, in->sender)) == NULL) continue;
        own_record(in, record);
        if (aside) { /* It starts the round for the others. */
            record->received = record->admitted = record->highest;
            record->room = UINT64_MAX / 2;
            record->range_count = 0;
        }
        if (!aggregate) continue;
        aggregate->tell[0] = false;
        record->stable = lo_max64(record->stable, lo_min64(aggregate->partition.stable, record->highest));
    }
}

static void begin_region(lo_circle *circle, lo_token *token) {
    lo_ring *ring = circle->ring;
    if (!lo_circle_is_leader(circle) && stands_aside(ring, ring->arena->era->node->now)) name_self(circle, token);
    for (uint32_t i = 0; i < ring->aggregate_count; i++) {
        lo_aggregate *a = &ring->aggregates[i];
        if (!unstable(a) && !a->tell[1]) continue;
        lo_token_record *record = lo_token_add(token, a->partition.origin);
        if (!record) return;
        a->tell[1] = false;
        *record = a->partition;
        record->stable = lo_min64(lo_max64(record->stable, a->region_received), record->highest);
    }
}

void lo_ring_begin(lo_circle *circle, lo_token *token) {
    if (circle->level == 0) begin_partition(circle, token);
    else begin_region(circle, token);
}

/* Everything a token says about a stream is news for the stream. */
static lo_instream *learn(lo_arena *arena, const lo_token_record *record, lo_time now) {
    int member = lo_era_member(arena->era, record->origin);
    if (member < 0 || record->origin == arena->era->node->config.number) return NULL;
    lo_instream *in = lo_instream_obtain(arena, (uint32_t)member);
    if (in) lo_instream_known(in, record->highest, record->stable, 0, now);
    return in;
}

static void contribute_partition(lo_circle *circle, lo_token *token, lo_time now) {
    lo_arena *arena = circle->ring->arena;
    bool aside = stands_aside(circle->ring, now);
    if (aside) name_self(circle, token);
    for (uint32_t i = 0; i < token->count; i++) {
        lo_instream *in = learn(arena, &token->records[i], now);
        if (!in || aside) continue;
        lo_token_record own;
        own_record(in, &own);
        lo_token_merge(&token->records[i], &own);
    }
    /* Streams that the leader does not know of: this node tells it, and the next round gathers. */
    uint32_t members = arena->era->view->member_count;
    if (out_active(arena->out) && !lo_token_find(token, arena->era->node->config.number)) {
        lo_token_record *record = lo_token_add(token, arena->era->node->config.number);
        if (record) record->highest = arena->out->sent;
    }
    for (uint32_t m = 0; arena->in && m < members; m++) {
        const lo_instream *in = arena->in[m];
        if (!in_active(in) || lo_token_find(token, in->sender)) continue;
        lo_token_record *record = lo_token_add(token, in->sender);
        if (record) record->highest = in->highest;
    }
}

static void contribute_region(lo_circle *circle, lo_token *token, lo_time now) {
    lo_ring *ring = circle->ring;
    bool aside = stands_aside(ring, now); /* Then its rounds are slow, too, and its whole partition does not count. */
    if (aside) name_self(circle, token);
    for (uint32_t i = 0; i < token->count; i++) {
        lo_token_record *record = &token->records[i];
        (void)learn(ring->arena, record, now);
        lo_aggregate *aggregate = obtain_aggregate(ring, record->origin);
        if (!aggregate) continue;
        aggregate->partition.stable = lo_max64(aggregate->partition.stable, record->stable);
        aggregate->partition.highest = lo_max64(aggregate->partition.highest, record->highest);
        lo_token_record own = aggregate->partition;
        own.stable = record->stable;
        if (!aside) lo_token_merge(record, &own);
    }
    for (uint32_t i = 0; i < ring->aggregate_count; i++) {
        const lo_aggregate *a = &ring->aggregates[i];
        if (!unstable(a) || lo_token_find(token, a->partition.origin)) continue;
        lo_token_record *record = lo_token_add(token, a->partition.origin);
        if (record) record->highest = a->partition.highest;
    }
}

void lo_ring_contribute(lo_circle *circle, lo_token *token, lo_time now) {
    if (circle->level == 0) contribute_partition(circle, token, now);
    else contribute_region(circle, token, now);
}

/* ---- What a round brings -------------------------------------------------------------- */

static void region_result(lo_ring *ring, const lo_token_record *record, bool complete, lo_time now) {
    lo_aggregate *aggregate = obtain_aggregate(ring, record->origin);
    if (!aggregate) return;
    uint64_t received = complete ? record->received : aggregate->region_received;
    bool progress = received > aggregate->reported || record->admitted > aggregate->region.admitted ||
                    record->room != aggregate->region.room;
    aggregate->region_received = lo_max64(aggregate->region_received, received);
    uint64_t admitted = lo_max64(aggregate->region.admitted, record->admitted);
    aggregate->region = *record;
    aggregate->region.admitted = lo_max64(admitted, aggregate->region_received);
    if (aggregate->region.highest < aggregate->region.admitted) aggregate->region.highest = aggregate->region.admitted;
    if (progress || record->range_count) aggregate->report_region = true;
    aggregate->partition.stable = lo_max64(aggregate->partition.stable, aggregate->region_received);
    lo_token_record news = aggregate->region;
    news.stable = aggregate->region_received;
    (void)learn(ring->arena, &news, now);
}

static void partition_result(lo_ring *ring, const lo_token_record *record, bool complete, lo_time now) {
    (void)learn(ring->arena, record, now);
    lo_aggregate *aggregate = obtain_aggregate(ring, record->origin);
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
        aggregate->report_partition = true;
    }
    aggregate->asked = false;
    if (ring->arena->partition_count == 1) {
        lo_token_record whole = *have;
        region_result(ring, &whole, complete, now);
    }
}

/* The next round carries it from the start. */
static void learn_added(lo_circle *circle, const lo_token_record *record, lo_time now) {
    (void)learn(circle->ring->arena, record, now);
    lo_aggregate *aggregate = obtain_aggregate(circle->ring, record->origin);
    if (!aggregate) return;
    aggregate->partition.highest = lo_max64(aggregate->partition.highest, record->highest);
    aggregate->tell[circle->level] = true;
    circle->nudged = true;
}

/* Who has been left out for long is removed, if the group's author wants that. */
static void judge_places(lo_circle *circle, const lo_token *token, lo_time now) {
    const lo_arena *arena = circle->ring->arena;
    for (uint32_t i = 0; i < circle->count; i++) {
        bool named = false;
        for (uint32_t s = 0; s < token->skipped_count && !named; s++) named = token->skipped[s] == i;
        struct lo_place *place = &circle->places[i];
        if (named && i != circle->self) place->silent = true; /* It is asked apart from now on. */
        if (!named) place->left_out_since = 0;
        else if (!place->left_out_since) place->left_out_since = now;
        bool may_judge = i == circle->self || now >= circle->ring->aside_until; /* The slow see others as slow. */
        if (!named || !may_judge || arena->region->policy.slow != LO_SLOW_EVICT) continue;
        if (now - place->left_out_since <= LO_EVICT_AFTER) continue;
        place->left_out_since = now;
        lo_node_evict(arena->era->node, arena->era, arena->region->members[lo_ring_position(circle, i)], now);
    }
}

void lo_ring_complete(lo_circle *circle, const lo_token *token, lo_time now) {
    lo_ring *ring = circle->ring;
    judge_places(circle, token, now);
    for (uint32_t i = 0; i < token->count; i++) {
        /* A record that someone added on the way speaks only for a part: it is news, not a result. */
        bool added = i >= circle->token.count || circle->token.records[i].origin != token->records[i].origin;
        if (added) learn_added(circle, &token->records[i], now);
        else if (circle->level == 0) partition_result(ring, &token->records[i], token->skipped_count == 0, now);
        else region_result(ring, &token->records[i], token->skipped_count == 0, now);
    }
    if (circle->level == 0 && ring->hurry) {
        ring->hurry = false;
        ring->leaders.next_round = lo_min64(ring->leaders.next_round, now);
    }
}

bool lo_ring_may_return(const lo_circle *circle, const lo_token *answer) {
    if (answer->skipped_count) return false; /* It says that it is slow. */
    for (uint32_t i = 0; i < answer->count; i++) {
        lo_aggregate *aggregate = find_aggregate(circle->ring, answer->records[i].origin);
        if (aggregate && answer->records[i].admitted + SLACK < aggregate->partition.admitted) return false;
    }
    return true;
}

/* ---- The node's side -------------------------------------------------------------------- */

void lo_ring_wake(lo_ring *ring, uint32_t bytes, lo_time now) {
    lo_circle_wake(&ring->partition, bytes, now);
    lo_circle_wake(&ring->leaders, bytes, now);
}

/* Someone waits for acknowledgements: a round of the partition now, and then one of the leaders. */
void lo_ring_hurry(lo_ring *ring, lo_time now) {
    if (is_over(ring->arena->era)) return;
    ring->hurry = true;
    ring->partition.nudged = true;
    ring->partition.next_round = lo_min64(ring->partition.next_round, now);
}

/* A sender asks: its answer is a fresh round of the partition, reported directly. */
void lo_ring_answer(lo_ring *ring, lo_instream *in, lo_time now) {
    if (!lo_circle_is_leader(&ring->partition)) return;
    lo_aggregate *aggregate = obtain_aggregate(ring, in->sender);
    if (!aggregate) return;
    aggregate->partition.highest = lo_max64(aggregate->partition.highest, in->highest);
    aggregate->asked = true;
    aggregate->tell[0] = true;
    lo_ring_hurry(ring, now);
}

int lo_ring_token(lo_ring *ring, uint32_t sender_position, const uint8_t *body, size_t length, lo_time now) {
    lo_token token;
    int error = lo_token_read(&token, body, length);
    if (error) return error;
    const lo_arena *arena = ring->arena;
    if (token.level == 0) {
        lo_partition p = arena->partition;
        if (token.partition != p.index || sender_position < p.first || sender_position >= p.first + p.count)
            return LO_ERROR_FORGED;
        return lo_circle_token(&ring->partition, sender_position - p.first, &token, now);
    }
    if (!lo_circle_is_leader(&ring->partition)) return LO_ERROR_STALE;
    uint32_t from = lo_partition_of(arena->region->member_count, arena->era->node->config.partition_size,
                                    sender_position).index;
    return lo_circle_token(&ring->leaders, from, &token, now);
}

static int next_report(lo_ring *ring, uint8_t *body, size_t room, lo_address *destination, uint32_t *recipient) {
    lo_arena *arena = ring->arena;
    for (uint32_t i = 0; i < ring->aggregate_count; i++) {
        lo_aggregate *a = &ring->aggregates[i];
        if (!a->report_region && !a->report_partition) continue;
        bool region = a->report_region;
        const lo_token_record *record = region ? &a->region : &a->partition;
        if (region) a->report_region = false;
        else a->report_partition = false;
        int member = lo_era_member(arena->era, record->origin);
        if (member < 0 || arena->era->gone[member]) continue;
        lo_report report = {.origin = record->origin, .speaks = region ? LO_SPEAKS_REGION : LO_SPEAKS_PARTITION,
                            .position = arena->partition.index, .admitted = record->admitted, .highest = record->highest,
                            .room = record->room};
        report.received = lo_min64(region ? a->region_received : record->received, report.admitted);
        report.range_count = region ? record->range_count : 0;
        memcpy(report.ranges, record->ranges, report.range_count * sizeof(lo_range));
        if (region) a->reported = report.received;
        if (record->origin == arena->era->node->config.number) {
            if (arena->out) lo_outstream_report(arena->out, &report, arena->era->node->now);
            continue;
        }
        *destination = arena->era->view->members[member].address;
        *recipient = record->origin;
        arena->era->node->statistics.reports_sent++;
        return lo_report_write(&report, body, room);
    }
    return 0;
}

int lo_ring_next_packet(lo_ring *ring, lo_time now, uint8_t *kind, uint8_t *body, size_t room, lo_address *destination,
                        uint32_t *recipient) {
    lo_circle *circles[] = {&ring->leaders, &ring->partition};
    if (is_over(ring->arena->era)) return 0;
    for (int i = 0; i < 2; i++) {
        if (circles[i] == &ring->leaders && !lo_circle_is_leader(&ring->partition)) continue;
        uint32_t to = 0;
        int length = lo_circle_next_packet(circles[i], now, body, room, &to);
        if (length <= 0) continue;
        const lo_arena *arena = ring->arena;
        const lo_member *member = &arena->era->view->members[arena->region->members[lo_ring_position(circles[i], to)]];
        *destination = member->address;
        *recipient = member->number;
        *kind = LO_PACKET_TOKEN;
        arena->era->node->statistics.tokens_sent++;
        return length;
    }
    *kind = LO_PACKET_REPORT;
    return next_report(ring, body, room, destination, recipient);
}

lo_time lo_ring_wakeup(const lo_ring *ring) {
    if (is_over(ring->arena->era)) return LO_NEVER;
    lo_time at = lo_circle_wakeup(&ring->partition);
    if (lo_circle_is_leader(&ring->partition)) {
        if (ring->arena->partition_count > 1) at = lo_min64(at, lo_circle_wakeup(&ring->leaders));
        for (uint32_t i = 0; i < ring->aggregate_count; i++)
            if (ring->aggregates[i].report_region || ring->aggregates[i].report_partition) return 0;
    }
    return at;
}

void lo_ring_tick(lo_ring *ring, lo_time now) {
    if (is_over(ring->arena->era)) return;
    lo_circle_tick(&ring->partition, now);
    if (ring->arena->partition_count > 1 && lo_circle_is_leader(&ring->partition)) lo_circle_tick(&ring->leaders, now);
}

void lo_ring_statistics(const lo_ring *ring, lo_region_statistics *out) {
    out->partition_leader = lo_circle_is_leader(&ring->partition);
    out->region_leader = out->partition_leader && lo_circle_is_leader(&ring->leaders);
    out->token_interval_ns = ring->partition.pace;
}

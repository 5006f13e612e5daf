// SPDX-License-Identifier: BSD-3-Clause
#include "lo_regions.h"

#include <sodium.h>

#include "lo_layer.h"

#define DEFAULT_HYBRID_REGIONS 8u
#define DEFAULT_CHANNELS 4095u
#define NONE UINT32_MAX

/* Groups with the same members and the same policy. */
typedef struct kind {
    uint32_t first_group;     /* Lowest index, hence lowest id. */
    uint32_t member_count;
    const uint16_t *members;
    lo_policy policy;
    uint64_t hash;
    uint32_t hierarchy;
    uint32_t parent;          /* The smallest enclosing kind of the same hierarchy, or NONE. */
    uint32_t own_members;     /* Members that are in no inner kind of the hierarchy: its region. */
    uint32_t region;          /* Index of that region, or NONE when it is empty. */
    uint32_t region_count;    /* Regions it spans, including those of inner kinds. */
    uint32_t region_offset;   /* Start of their indexes in the view's pool. */
} kind;

/* A set of groups that are pairwise nested or disjoint. */
typedef struct hierarchy {
    lo_policy policy;
    uint32_t *innermost;      /* Per member: the smallest kind it is in, or NONE. */
} hierarchy;

typedef struct work {
    const lo_regions_input *input;
    lo_memory *memory;
    uint32_t *kind_of;        /* Per group. */
    kind *kinds;
    uint32_t kind_count;
    uint32_t *order;          /* Kinds, largest first. */
    hierarchy *hierarchies;
    uint32_t hierarchy_count, hierarchy_room;
    uint32_t region_count;
    uint64_t region_members;  /* Sum over regions. */
    uint64_t region_entries;  /* Sum over kinds of the regions they span. */
} work;

/* ---- Kinds ------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t length) {
    const uint8_t *bytes = data;
    for (; length >= 8; length -= 8, bytes += 8) {
        uint64_t value;
        memcpy(&value, bytes, 8);
        hash = mix(hash, value);
    }
    uint64_t value = length;
    memcpy(&value, bytes, length < 7 ? length : 7);
    return mix(hash, value ^ ((uint64_t)length << 56));
}

static bool same_kind(const kind *known, const kind *other) {
    return known->hash == other->hash && known->member_count == other->member_count &&
           lo_policy_equal(known->policy, other->policy) &&
           (known->members == other->members ||
            memcmp(known->members, other->members, known->member_count * sizeof(uint16_t)) == 0);
}

static int find_kinds(work *w) {
    const lo_regions_input *input = w->input;
    uint32_t slots = 16;
    while (slots < input->group_count * 2) slots *= 2;
    uint32_t *table = lo_memory_alloc(w->memory, slots * sizeof *table);
    if (!table) return LO_ERROR_MEMORY;
    for (uint32_t group = 0; group < input->group_count; group++) {
        kind candidate = {.first_group = group,
                          .member_count = input->member_counts[group],
                          .members = input->group_members[group],
                          .policy = input->policies[group]};
        const kind *last = w->kind_count ? &w->kinds[w->kind_count - 1] : NULL;
        if (last && last->members == candidate.members && last->member_count == candidate.member_count)
            candidate.hash = last->hash;
        else
            candidate.hash = hash_bytes(candidate.member_count, candidate.members,
                                        candidate.member_count * sizeof(uint16_t));
        uint32_t policy;
        memcpy(&policy, &candidate.policy, sizeof policy);
        uint32_t slot = (uint32_t)mix(candidate.hash, policy) & (slots - 1);
        while (table[slot] && !same_kind(&w->kinds[table[slot] - 1], &candidate)) slot = (slot + 1) & (slots - 1);
        if (!table[slot]) {
            w->kinds[w->kind_count++] = candidate;
            table[slot] = w->kind_count;
        }
        w->kind_of[group] = table[slot] - 1;
    }
    lo_memory_free(w->memory, table, slots * sizeof *table);
    return LO_OK;
}

/* Largest first; equal sizes by the lowest group id. Heap sort: no context pointer, no recursion, no memory. */
static bool goes_before(const work *w, uint32_t a, uint32_t b) {
    if (w->kinds[a].member_count != w->kinds[b].member_count)
        return w->kinds[a].member_count > w->kinds[b].member_count;
    return w->kinds[a].first_group < w->kinds[b].first_group;
}

static void sift(const work *w, uint32_t at, uint32_t count) {
    uint32_t value = w->order[at];
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && goes_before(w, w->order[child], w->order[child + 1])) child++;
        if (!goes_before(w, value, w->order[child])) break;
        w->order[at] = w->order[child];
    }
    w->order[at] = value;
}

static void sort_kinds(work *w) {
    for (uint32_t i = 0; i < w->kind_count; i++) w->order[i] = i;
    for (uint32_t i = w->kind_count / 2; i-- > 0;) sift(w, i, w->kind_count);
    for (uint32_t end = w->kind_count; end-- > 1;) {
        uint32_t last = w->order[end];
        w->order[end] = w->order[0];
        w->order[0] = last;
        sift(w, 0, end);
    }
}

/* ---- Hierarchies --------------------------------------------------------------------- */

/* Kinds come largest first, so a new one can only be inside existing ones or disjoint from them: exactly if all its
 * members have the same innermost kind. */
static bool fits(const work *w, const hierarchy *h, const kind *k) {
    if (!lo_policy_equal(h->policy, k->policy)) return false;
    uint32_t around = h->innermost[k->members[0]];
    for (uint32_t i = 1; i < k->member_count; i++)
        if (h->innermost[k->members[i]] != around) return false;
    uint32_t smallest = w->input->smallest_region;
    if (smallest <= 1) return true;
    uint32_t rest = around == NONE ? 0 : w->kinds[around].own_members - k->member_count;
    return k->member_count >= smallest && (rest == 0 || rest >= smallest);
}

static int new_hierarchy(work *w, lo_policy policy) {
    if (w->hierarchy_count == UINT16_MAX) return LO_ERROR_TOO_LARGE;
    if (w->hierarchy_count == w->hierarchy_room) {
        uint32_t room = w->hierarchy_room ? 2 * w->hierarchy_room : 8;
        hierarchy *grown = lo_memory_realloc(w->memory, w->hierarchies, w->hierarchy_room * sizeof *grown,
                                             room * sizeof *grown);
        if (!grown) return LO_ERROR_MEMORY;
        w->hierarchies = grown;
        w->hierarchy_room = room;
    }
    size_t bytes = w->input->member_count * sizeof(uint32_t);
    uint32_t *innermost = lo_memory_alloc(w->memory, bytes);
    if (!innermost) return LO_ERROR_MEMORY;
    memset(innermost, 0xff, bytes);
    w->hierarchies[w->hierarchy_count++] = (hierarchy){policy, innermost};
    return LO_OK;
}

static int place(work *w, uint32_t index) {
    kind *k = &w->kinds[index];
    uint32_t at = 0;
    while (at < w->hierarchy_count && !fits(w, &w->hierarchies[at], k)) at++;
    if (at == w->hierarchy_count) {
        int error = new_hierarchy(w, k->policy);
        if (error) return error;
    }
    hierarchy *h = &w->hierarchies[at];
    k->hierarchy = at;
    k->parent = h->innermost[k->members[0]];
    k->own_members = k->member_count;
    if (k->parent != NONE) w->kinds[k->parent].own_members -= k->member_count;
    for (uint32_t i = 0; i < k->member_count; i++) h->innermost[k->members[i]] = index;
    return LO_OK;
}

static int build_hierarchies(work *w) {
    for (uint32_t i = 0; i < w->kind_count; i++) {
        int error = place(w, w->order[i]);
        if (error) return error;
    }
    for (uint32_t i = 0; i < w->kind_count; i++) {
        kind *k = &w->kinds[w->order[i]];
        k->region = k->own_members ? w->region_count++ : NONE;
        w->region_members += k->own_members;
    }
    if (w->region_count > UINT16_MAX) return LO_ERROR_TOO_LARGE;
    /* Inner kinds follow outer ones in the order: iterating backwards accumulates the counts. */
    for (uint32_t i = w->kind_count; i-- > 0;) {
        kind *k = &w->kinds[w->order[i]];
        if (k->region != NONE) k->region_count++;
        if (k->parent != NONE) w->kinds[k->parent].region_count += k->region_count;
        w->region_entries += k->region_count;
    }
    return LO_OK;
}

/* ---- The view ------------------------------------------------------------------------ */

typedef struct layout {
    lo_member *members;
    lo_group *groups;
    lo_region *regions;
    uint16_t *region_members;
    uint16_t *group_regions;
} layout;

static size_t aligned(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

static void destroy_view(lo_view *view) {
    sodium_memzero(view->key, sizeof view->key);
    lo_memory_free(view->memory, view, view->bytes);
}

static lo_view *take_view(const work *w, layout *out) {
    const lo_regions_input *input = w->input;
    size_t sizes[] = {sizeof(lo_view), input->member_count * sizeof(lo_member), input->group_count * sizeof(lo_group),
                      w->region_count * sizeof(lo_region), (size_t)w->region_members * sizeof(uint16_t),
                      (size_t)w->region_entries * sizeof(uint16_t)};
    size_t bytes = 0, starts[6];
    for (unsigned i = 0; i < 6; i++) {
        starts[i] = bytes;
        bytes += aligned(sizes[i]);
    }
    uint8_t *block = lo_memory_alloc(w->memory, bytes);
    if (!block) return NULL;
    out->members = (lo_member *)(void *)(block + starts[1]);
    out->groups = (lo_group *)(void *)(block + starts[2]);
    out->regions = (lo_region *)(void *)(block + starts[3]);
    out->region_members = (uint16_t *)(void *)(block + starts[4]);
    out->group_regions = (uint16_t *)(void *)(block + starts[5]);
    lo_view *view = (lo_view *)(void *)block;
    view->references = 1;
    view->memory = w->memory;
    view->bytes = bytes;
    view->destroy = destroy_view;
    return view;
}

static bool share_a_host(const lo_member *members, const uint16_t *chosen, uint32_t count) {
    uint64_t host = members[chosen[0]].host;
    for (uint32_t i = 0; i < count; i++)
        if (members[chosen[i]].host != host) return false;
    return host != 0;
}

static uint8_t over_the_network(const lo_member *members, const lo_region *region) {
    for (uint32_t i = 0; i < region->member_count; i++)
        if (members[region->members[i]].flags & LO_MEMBER_NO_MULTICAST) return LO_DISSEMINATE_UNICAST;
    return LO_DISSEMINATE_MULTICAST;
}

/* Channels. The lowest group id of a region or hybrid group is hashed to a channel, so that a region keeps its
 * channel while its members change. Collisions probe further; when all channels are taken, they are shared. */
typedef struct channels {
    uint8_t *taken;
    uint32_t count, left;
} channels;

static uint32_t choose_channel(channels *c, const lo_id *name, uint32_t salt) {
    uint32_t channel = (uint32_t)(hash_bytes(salt, name, sizeof *name) % c->count);
    if (c->left == 0) return channel + 1;
    while (c->taken[channel]) channel = (channel + 1) % c->count;
    c->taken[channel] = 1;
    c->left--;
    return channel + 1;
}

static void fill_regions(const work *w, const layout *out, channels *free_channels) {
    uint32_t offset = 0;
    for (uint32_t i = 0; i < w->kind_count; i++) {
        const kind *k = &w->kinds[w->order[i]];
        if (k->region == NONE) continue;
        uint16_t *members = out->region_members + offset;
        uint32_t count = 0;
        const uint32_t *innermost = w->hierarchies[k->hierarchy].innermost;
        for (uint32_t j = 0; j < k->member_count; j++)
            if (innermost[k->members[j]] == w->order[i]) members[count++] = k->members[j];
        assert(count == k->own_members);
        lo_region *region = &out->regions[k->region];
        *region = (lo_region){.hierarchy = (uint16_t)k->hierarchy, .policy = k->policy, .member_count = count,
                              .members = members};
        region->channel = choose_channel(free_channels, &w->input->group_ids[k->first_group], k->hierarchy);
        region->dissemination = LO_DISSEMINATE_SHARED;
        offset += count;
    }
    assert(offset == w->region_members);
}

/* Adds each region to the list of its own kind and of every enclosing kind, in ascending order. */
static void fill_region_lists(work *w, const layout *out) {
    uint32_t offset = 0;
    for (uint32_t i = 0; i < w->kind_count; i++) {
        kind *k = &w->kinds[w->order[i]];
        k->region_offset = offset;
        offset += k->region_count;
        k->region_count = 0;
    }
    assert(offset == w->region_entries);
    for (uint32_t i = 0; i < w->kind_count; i++) {
        const kind *k = &w->kinds[w->order[i]];
        if (k->region == NONE) continue;
        for (uint32_t around = w->order[i]; around != NONE; around = w->kinds[around].parent) {
            kind *outer = &w->kinds[around];
            out->group_regions[outer->region_offset + outer->region_count++] = (uint16_t)k->region;
        }
    }
}

/* All members of a group send to all regions of it, so shared memory is usable only if all of them share a host: a
 * region whose own members do, but some senders do not, is reached over the network. */
static void choose_dissemination(const work *w, const layout *out) {
    for (uint32_t i = 0; i < w->kind_count; i++) {
        const kind *k = &w->kinds[w->order[i]];
        if (share_a_host(out->members, k->members, k->member_count)) continue;
        for (uint32_t j = 0; j < k->region_count; j++) {
            lo_region *region = &out->regions[out->group_regions[k->region_offset + j]];
            region->dissemination = over_the_network(out->members, region);
        }
    }
}

static void fill_groups(const work *w, const layout *out, channels *free_channels) {
    const lo_regions_input *input = w->input;
    uint32_t hybrid = input->hybrid_regions ? input->hybrid_regions : DEFAULT_HYBRID_REGIONS;
    for (uint32_t i = 0; i < input->group_count; i++) {
        const kind *k = &w->kinds[w->kind_of[i]];
        lo_group *group = &out->groups[i];
        *group = (lo_group){.id = input->group_ids[i], .policy = input->policies[i], .member_count = k->member_count,
                            .region_count = k->region_count, .regions = out->group_regions + k->region_offset,
                            .read_only = input->read_only && input->read_only[i]};
        if (k->region_count > hybrid && group->policy.hybrid)
            group->channel = choose_channel(free_channels, &group->id, UINT32_MAX);
    }
}

static int make_view(work *w, lo_view **out) {
    const lo_regions_input *input = w->input;
    layout parts;
    channels free_channels = {.count = input->channels ? input->channels : DEFAULT_CHANNELS};
    free_channels.left = free_channels.count;
    free_channels.taken = lo_memory_alloc(w->memory, free_channels.count);
    if (!free_channels.taken) return LO_ERROR_MEMORY;
    lo_view *view = take_view(w, &parts);
    if (view) {
        memcpy(parts.members, input->members, input->member_count * sizeof(lo_member));
        fill_region_lists(w, &parts);
        fill_regions(w, &parts, &free_channels);
        choose_dissemination(w, &parts);
        fill_groups(w, &parts, &free_channels);
        view->member_count = input->member_count;
        view->members = parts.members;
        view->group_count = input->group_count;
        view->groups = parts.groups;
        view->region_count = w->region_count;
        view->regions = parts.regions;
        *out = view;
    }
    lo_memory_free(w->memory, free_channels.taken, free_channels.count);
    return view ? LO_OK : LO_ERROR_MEMORY;
}

static int build(work *w, lo_view **out) {
    size_t groups = w->input->group_count ? w->input->group_count : 1;
    w->kind_of = lo_memory_alloc(w->memory, groups * sizeof *w->kind_of);
    w->kinds = lo_memory_alloc(w->memory, groups * sizeof *w->kinds);
    w->order = lo_memory_alloc(w->memory, groups * sizeof *w->order);
    int error = w->kind_of && w->kinds && w->order ? LO_OK : LO_ERROR_MEMORY;
    if (!error) error = find_kinds(w);
    if (!error) sort_kinds(w);
    if (!error) error = build_hierarchies(w);
    if (!error) error = make_view(w, out);
    for (uint32_t i = 0; i < w->hierarchy_count; i++)
        lo_memory_free(w->memory, w->hierarchies[i].innermost, w->input->member_count * sizeof(uint32_t));
    lo_memory_free(w->memory, w->hierarchies, w->hierarchy_room * sizeof *w->hierarchies);
    lo_memory_free(w->memory, w->order, groups * sizeof *w->order);
    lo_memory_free(w->memory, w->kinds, groups * sizeof *w->kinds);
    lo_memory_free(w->memory, w->kind_of, groups * sizeof *w->kind_of);
    return error;
}

int lo_regions_build(const lo_regions_input *input, lo_memory *memory, uint64_t number, uint32_t self,
                     uint32_t leader, lo_view **out) {
    if (input->member_count == 0 || input->member_count > LO_MAX_MEMBERS || input->group_count > LO_MAX_GROUPS)
        return LO_ERROR_ARGUMENT;
    if (self >= input->member_count || leader >= input->member_count) return LO_ERROR_ARGUMENT;
    for (uint32_t i = 0; i < input->group_count; i++)
        if (input->member_counts[i] == 0 || input->member_counts[i] > input->member_count) return LO_ERROR_ARGUMENT;
    work w = {.input = input, .memory = memory};
    int error = build(&w, out);
    if (error) return error;
    (*out)->number = number;
    (*out)->self = self;
    (*out)->leader = leader;
    return LO_OK;
}

/* ---- Partitions ----------------------------------------------------------------------- */

uint32_t lo_partition_count(uint32_t member_count, uint32_t size) {
    if (size == 0) size = 5;
    uint32_t count = (member_count + size / 2) / size;
    return count ? count : 1;
}

lo_partition lo_partition_at(uint32_t member_count, uint32_t size, uint32_t index) {
    uint32_t count = lo_partition_count(member_count, size);
    assert(index < count);
    uint32_t base = member_count / count, larger = member_count % count;
    lo_partition partition = {index, index * base + lo_min32(index, larger), base + (index < larger)};
    return partition;
}

lo_partition lo_partition_of(uint32_t member_count, uint32_t size, uint32_t position) {
    assert(position < member_count);
    uint32_t count = lo_partition_count(member_count, size);
    uint32_t base = member_count / count, larger = member_count % count;
    uint32_t in_larger = larger * (base + 1);
    uint32_t index = position < in_larger ? position / (base + 1) : larger + (position - in_larger) / base;
    return lo_partition_at(member_count, size, index);
}

// SPDX-License-Identifier: BSD-3-Clause
#define _GNU_SOURCE
#include "lo_shared_memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { VERSION = 3, DATA_OFFSET = 4096 };
static const char MAGIC[8] = "LOSHARED";
static const uint64_t CAPACITY_MOST = UINT64_C(1) << 32;

_Static_assert(sizeof(lo_shared_header) <= DATA_OFFSET, "the header has a page of its own");

/* ---- Files. */

static void file_path(const lo_shared_memory *shared, const char *kind, uint32_t number, char *path, size_t room) {
    snprintf(path, room, "%s/%s-%08x-%08x", shared->directory, kind, shared->scope, number);
}

/* Equal for processes of one user on one running system that see the same directory. */
static uint64_t hash_host(const char *directory) {
    struct stat status;
    char boot[64] = "";
    if (stat(directory, &status) != 0 || status.st_uid != geteuid() || (status.st_mode & 077)) return 0;
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        ssize_t length = read(fd, boot, sizeof boot - 1);
        (void)length;
        close(fd);
    }
    uint64_t parts[3] = {status.st_dev, status.st_ino, status.st_uid}, hash = UINT64_C(0xcbf29ce484222325);
    const uint8_t *spans[2] = {(const uint8_t *)boot, (const uint8_t *)parts};
    const size_t lengths[2] = {sizeof boot, sizeof parts};
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < lengths[s]; i++) hash = (hash ^ spans[s][i]) * UINT64_C(0x100000001b3);
    return hash ? hash : 1;
}

static void unmap(lo_shared_memory *shared, lo_shared_ring *map) {
    lo_shared_unsubscribe(shared, map);
    if (map->header) munmap(map->header, DATA_OFFSET + map->capacity);
    if (map->fd >= 0) close(map->fd);
    if (map->wakeup_pipe >= 0) close(map->wakeup_pipe);
    map->header = NULL;
    map->fd = map->wakeup_pipe = -1;
}

/* Both ends are open on every side, so that writes to a pipe whose owner has died do not fail. */
int lo_shared_open_pipe(const lo_shared_memory *shared, const char *kind, uint32_t number, bool make) {
    char path[300];
    struct stat status;
    file_path(shared, kind, number, path, sizeof path);
    if (make && mkfifo(path, 0600) != 0) return -1;
    int fd = open(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || (fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode) && status.st_uid == geteuid())) return fd;
    close(fd);
    return -1;
}

/* Removes the pipe of a node that has ended. */
static void remove_pipe(const char *node, const char *name) {
    char path[600];
    snprintf(path, sizeof path, "%s", node);
    char *kind = strrchr(path, '/');
    if (!kind) return;
    memcpy(kind + 1, name, 4);
    unlink(path);
}

static int map_file(lo_shared_ring *map, int fd, uint64_t capacity) {
    void *memory = mmap(NULL, DATA_OFFSET + capacity, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) return -errno;
    map->header = memory;
    map->data = (unsigned char *)memory + DATA_OFFSET;
    map->capacity = capacity;
    map->fd = fd;
    return 0;
}

static bool is_named(int fd, const char *path) {
    struct stat own, named;
    return fstat(fd, &own) == 0 && stat(path, &named) == 0 && own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

/* Creates and locks a file. In between another node may take it for a dead node's and remove it: then retries. */
static int create_locked(const char *path) {
    for (int attempt = 0; attempt < 100; attempt++) {
        int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (fd < 0 && errno != EEXIST) return -errno;
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && is_named(fd, path)) return fd;
        if (fd >= 0) close(fd);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return -EEXIST;
}

static int create_own(lo_shared_memory *shared, uint32_t number, const lo_address *self, uint64_t capacity) {
    char path[300];
    file_path(shared, "node", number, path, sizeof path);
    int fd = create_locked(path);
    if (fd < 0) return fd;
    int error = ftruncate(fd, (off_t)(DATA_OFFSET + capacity)) != 0 ? -errno : 0;
    if (!error) error = map_file(&shared->own, fd, capacity);
    if (error) {
        close(fd);
        unlink(path);
        return error;
    }
    struct sockaddr_in wakeup_pipe = {0};
    lo_network_resolve(self, &wakeup_pipe);
    lo_shared_header *header = shared->own.header;
    header->version = VERSION;
    header->scope = shared->scope;
    header->number = shared->own.number = number;
    header->process = (uint32_t)getpid();
    header->capacity = capacity;
    header->address = wakeup_pipe.sin_addr.s_addr;
    header->port = wakeup_pipe.sin_port;
    shared->own.wakeup_pipe = lo_shared_open_pipe(shared, "bell", number, true);
    shared->own.broadcast_pipe = lo_shared_open_pipe(shared, "call", number, true);
    /* Last: a file without it is incomplete. */
    atomic_signal_fence(memory_order_release);
    memcpy(header->magic, MAGIC, sizeof MAGIC);
    return 0;
}

/* Opens another node's file after validating it. */
static int open_peer(const lo_shared_memory *shared, lo_shared_ring *map, uint32_t number) {
    char path[300];
    struct stat status;
    file_path(shared, "node", number, path, sizeof path);
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return -errno;
    lo_shared_header header;
    bool good = fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
                !(status.st_mode & 077) && pread(fd, &header, sizeof header, 0) == (ssize_t)sizeof header &&
                memcmp(header.magic, MAGIC, sizeof MAGIC) == 0 && header.version == VERSION &&
                header.scope == shared->scope && header.number == number && header.capacity >= 4 * LO_SHARED_RECORD_MOST &&
                header.capacity <= CAPACITY_MOST && (header.capacity & (header.capacity - 1)) == 0 &&
                (uint64_t)status.st_size == DATA_OFFSET + header.capacity;
    int error = good ? map_file(map, fd, header.capacity) : -EINVAL;
    if (error) {
        close(fd);
        return error;
    }
    map->number = number;
    map->wakeup_pipe = lo_shared_open_pipe(shared, "bell", number, false);
    map->address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = header.port, .sin_addr = {header.address}};
    map->position = atomic_load_explicit(&map->header->oldest, memory_order_acquire);
    map->touched = map->position / LO_SHARED_PIECE * LO_SHARED_PIECE;
    return 0;
}

/* The owner holds the lock while it lives. A dead node's file is removed; an ending node removes its own before it
 * releases the lock, so a name with another inode belongs to somebody else. */
static bool is_alive(const char *path, lo_shared_header *header) {
    int fd = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return false;
    bool alive = flock(fd, LOCK_EX | LOCK_NB) != 0;
    if (!alive && is_named(fd, path)) {
        remove_pipe(path, "bell");
        remove_pipe(path, "call");
        unlink(path);
    } else if (alive) alive = pread(fd, header, sizeof *header, 0) == (ssize_t)sizeof *header && memcmp(header->magic, MAGIC, sizeof MAGIC) == 0;
    close(fd);
    return alive;
}

static void remove_dead(const lo_shared_memory *shared) {
    DIR *directory = opendir(shared->directory);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        char path[600];
        lo_shared_header header;
        if (strncmp(entry->d_name, "node-", 5) != 0) continue;
        snprintf(path, sizeof path, "%s/%s", shared->directory, entry->d_name);
        is_alive(path, &header);
    }
    closedir(directory);
}

int lo_shared_open(lo_shared_memory *shared, const char *directory, uint32_t scope, uint32_t number,
                   const lo_address *self, uint64_t capacity) {
    assert(capacity >= 4 * LO_SHARED_RECORD_MOST && (capacity & (capacity - 1)) == 0);
    memset(shared, 0, sizeof *shared);
    shared->own.fd = shared->own.wakeup_pipe = shared->own.broadcast_pipe = -1;
    if (strlen(directory) >= sizeof shared->directory) return -ENAMETOOLONG;
    snprintf(shared->directory, sizeof shared->directory, "%s", directory);
    shared->scope = scope;
    uint64_t host = hash_host(directory);
    if (!host) return -EACCES;
    remove_dead(shared);
    int error = create_own(shared, number, self, capacity);
    if (!error) shared->host = host;
    return error;
}

void lo_shared_wait_at(lo_shared_memory *shared, lo_wait *wait, uint32_t wakeup_tag, uint32_t broadcast_tag) {
    shared->wait = wait;
    shared->broadcast_tag = broadcast_tag;
    if (shared->own.wakeup_pipe >= 0 && lo_wait_for(wait, shared->own.wakeup_pipe, LO_WAIT_READ, wakeup_tag) != 0) lo_shared_drop_wakeup_pipe(shared);
}

void lo_shared_drop_wakeup_pipe(lo_shared_memory *shared) {
    char path[300];
    file_path(shared, "node", shared->own.number, path, sizeof path);
    remove_pipe(path, "bell");
    if (shared->own.wakeup_pipe >= 0) close(shared->own.wakeup_pipe);
    shared->own.wakeup_pipe = -1;
}

void lo_shared_close(lo_shared_memory *shared) {
    for (uint32_t i = 0; i < shared->peer_count; i++) unmap(shared, &shared->peers[i]);
    free(shared->peers);
    shared->peers = NULL;
    shared->peer_count = shared->peer_room = 0;
    if (shared->buffer) lo_buffer_release(shared->buffer);
    shared->buffer = NULL;
    if (shared->own.header) {
        char path[300];
        file_path(shared, "node", shared->own.number, path, sizeof path);
        remove_pipe(path, "bell");
        remove_pipe(path, "call");
        unlink(path);
        if (shared->wait && shared->own.wakeup_pipe >= 0) lo_wait_forget(shared->wait, shared->own.wakeup_pipe);
        unmap(shared, &shared->own);
    }
    shared->host = 0;
}

/* ---- Members. */

static bool is_member(const lo_shared_memory *shared, const lo_view *view, uint32_t number) {
    int index = lo_view_find_member(view, number);
    return index >= 0 && view->members[index].host == shared->host;
}

static bool followed(const lo_shared_memory *shared, uint32_t number) {
    for (uint32_t i = 0; i < shared->peer_count; i++)
        if (shared->peers[i].number == number) return true;
    return false;
}

static void keep_members(lo_shared_memory *shared, const lo_view *view) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < shared->peer_count; i++) {
        if (is_member(shared, view, shared->peers[i].number)) shared->peers[kept++] = shared->peers[i];
        else unmap(shared, &shared->peers[i]);
    }
    shared->peer_count = kept;
}

static int by_place(const void *a, const void *b) {
    const lo_shared_ring *one = a, *other = b;
    return (one->place > other->place) - (one->place < other->place);
}

static void find_places(lo_shared_memory *shared, const lo_view *view) {
    shared->view = view->number;
    shared->member_count = view->member_count;
    shared->own.place = view->self;
    shared->share_count = 0;
    for (uint32_t i = 0; i < shared->peer_count; i++)
        shared->peers[i].place = (uint32_t)lo_view_find_member(view, shared->peers[i].number);
    if (shared->peer_count) qsort(shared->peers, shared->peer_count, sizeof *shared->peers, by_place);
}

static void open_members(lo_shared_memory *shared, const lo_view *view) {
    shared->unread = 0;
    for (uint32_t i = 0; i < view->member_count; i++) {
        const lo_member *member = &view->members[i];
        if (i == view->self || member->host != shared->host || followed(shared, member->number)) continue;
        if (shared->peer_count == shared->peer_room) {
            uint32_t room = shared->peer_room ? shared->peer_room * 2 : 16;
            lo_shared_ring *grown = room <= LO_SHARED_PEERS ? realloc(shared->peers, room * sizeof *grown) : NULL;
            if (!grown) {
                shared->unread++;
                return;
            }
            shared->peers = grown;
            shared->peer_room = room;
        }
        lo_shared_ring map = {.fd = -1, .wakeup_pipe = -1, .broadcast_pipe = -1};
        if (open_peer(shared, &map, member->number) == 0) shared->peers[shared->peer_count++] = map;
        else shared->unread++;
    }
}

void lo_shared_follow(lo_shared_memory *shared, const lo_view *view) {
    if (!shared->host) return;
    keep_members(shared, view);
    open_members(shared, view);
    lo_shared_subscribe(shared);
    find_places(shared, view);
}

uint32_t lo_shared_ended(const lo_shared_memory *shared, lo_shared_end *ends, uint32_t room) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < shared->peer_count && count < room; i++) {
        const lo_shared_ring *peer = &shared->peers[i];
        if (flock(peer->fd, LOCK_SH | LOCK_NB) != 0) continue;
        flock(peer->fd, LOCK_UN);
        ends[count++] = (lo_shared_end){peer->number, atomic_load_explicit(&peer->header->consent, memory_order_acquire)};
    }
    return count;
}

void lo_shared_consent(lo_shared_memory *shared, uint64_t consent) {
    if (shared->own.header) atomic_store_explicit(&shared->own.header->consent, consent, memory_order_release);
}

uint32_t lo_shared_neighbours(const lo_shared_memory *shared, struct sockaddr_in *out, uint32_t room) {
    DIR *directory = shared->host ? opendir(shared->directory) : NULL;
    uint32_t count = 0;
    if (!directory) return 0;
    for (struct dirent *entry; count < room && (entry = readdir(directory));) {
        char path[600];
        uint32_t scope, number;
        lo_shared_header header;
        if (sscanf(entry->d_name, "node-%8x-%8x", &scope, &number) != 2) continue;
        if (scope != shared->scope || number == shared->own.number) continue;
        snprintf(path, sizeof path, "%s/%s", shared->directory, entry->d_name);
        if (!is_alive(path, &header)) continue;
        out[count++] = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = header.port, .sin_addr = {header.address}};
    }
    closedir(directory);
    return count;
}

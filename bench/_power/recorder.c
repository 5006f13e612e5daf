// SPDX-License-Identifier: BSD-3-Clause
/* Records what a program does to the files below one directory, in the order in which it happens.
 *
 * Preloaded into the program, with LO_RECORD_BELOW (the directory) and LO_RECORD_TO (the recording). Every record is
 * written at once, so that a killed program leaves all that it did. LO_RECORD_LIES names the syncs that are answered
 * without being done: "files", "directories", or nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { LO_FILES = 4096 };

static pthread_mutex_t lo_lock = PTHREAD_MUTEX_INITIALIZER;
static char lo_below[PATH_MAX];
static int lo_recording = -1;
static int lo_false_files;
static int lo_false_directories;
static unsigned char lo_known[LO_FILES]; /* 1: a file below the directory, 2: a directory */

#define LO_REAL(type, name, ...)                                   \
    static type (*real)(__VA_ARGS__);                              \
    if (real == NULL)                                              \
        *(void **)&real = dlsym(RTLD_NEXT, name)

/* Writes "KIND NUMBER NUMBER LENGTH\n" and the bytes; whoever calls holds the lock. */
static void lo_record(char kind, long long first, long long second, const void *bytes, size_t length)
{
    char head[80];
    int size = snprintf(head, sizeof head, "%c %lld %lld %zu\n", kind, first, second, length);
    struct iovec parts[2] = {{head, (size_t)size}, {(void *)bytes, length}};
    int saved = errno;
    ssize_t written = writev(lo_recording, parts, 2);
    if (written != (ssize_t)(length + (size_t)size)) {
        static const char message[] = "recorder: the recording cannot be written\n";
        written = writev(2, &(struct iovec){(void *)message, sizeof message - 1}, 1);
        abort();
    }
    errno = saved;
}

static void lo_start(void)
{
    if (lo_recording >= 0)
        return;
    const char *below = getenv("LO_RECORD_BELOW");
    const char *to = getenv("LO_RECORD_TO");
    const char *lies = getenv("LO_RECORD_LIES");
    if (below == NULL || to == NULL)
        return;
    snprintf(lo_below, sizeof lo_below, "%s", below);
    lo_false_files = lies != NULL && strcmp(lies, "files") == 0;
    lo_false_directories = lies != NULL && strcmp(lies, "directories") == 0;
    LO_REAL(int, "open", const char *, int, ...);
    lo_recording = real(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (lo_recording < 0)
        abort();
}

__attribute__((constructor)) static void lo_begin(void)
{
    lo_start();
}

static int lo_is_below(const char *path)
{
    size_t length = strlen(lo_below);
    return lo_recording >= 0 && length > 0 && strncmp(path, lo_below, length) == 0 &&
           (path[length] == '/' || path[length] == 0);
}

static int lo_is_known(int file)
{
    return file >= 0 && file < LO_FILES && lo_known[file] != 0;
}

/* Notes a file that was opened; `fresh` if it did not exist before. */
static void lo_opened(int file, const char *path, int fresh)
{
    struct stat status;
    if (file < 0)
        return;
    if (file >= LO_FILES || fstat(file, &status) != 0)
        abort();
    lo_known[file] = S_ISDIR(status.st_mode) ? 2 : 1;
    lo_record(fresh ? 'N' : 'O', file, 0, path, strlen(path));
}

#define LO_OPEN(name, real_name)                                       \
    int name(const char *path, int flags, ...)                         \
    {                                                                  \
        va_list more;                                                  \
        va_start(more, flags);                                         \
        int mode = (flags & O_CREAT) ? va_arg(more, int) : 0;          \
        va_end(more);                                                  \
        LO_REAL(int, real_name, const char *, int, ...);               \
        if (!lo_is_below(path))                                        \
            return real(path, flags, mode);                            \
        pthread_mutex_lock(&lo_lock);                                  \
        int fresh = (flags & O_CREAT) && access(path, F_OK) != 0;      \
        int file = real(path, flags, mode);                            \
        lo_opened(file, path, fresh);                                  \
        pthread_mutex_unlock(&lo_lock);                                \
        return file;                                                   \
    }

LO_OPEN(open, "open")
LO_OPEN(open64, "open64")

int close(int file)
{
    LO_REAL(int, "close", int);
    if (!lo_is_known(file))
        return real(file);
    pthread_mutex_lock(&lo_lock);
    lo_known[file] = 0;
    lo_record('C', file, 0, "", 0);
    int result = real(file);
    pthread_mutex_unlock(&lo_lock);
    return result;
}

/* The program tells what it has been promised by writing to its standard output. */
ssize_t write(int file, const void *bytes, size_t length)
{
    LO_REAL(ssize_t, "write", int, const void *, size_t);
    if (lo_recording < 0 || (file != 1 && !lo_is_known(file)))
        return real(file, bytes, length);
    pthread_mutex_lock(&lo_lock);
    off_t place = file == 1 ? 0 : lseek(file, 0, SEEK_CUR);
    ssize_t written = real(file, bytes, length);
    if (written > 0)
        lo_record(file == 1 ? 'A' : 'W', file, (long long)place, bytes, (size_t)written);
    pthread_mutex_unlock(&lo_lock);
    return written;
}

#define LO_PWRITE(name, real_name)                                                    \
    ssize_t name(int file, const void *bytes, size_t length, off_t place)             \
    {                                                                                 \
        LO_REAL(ssize_t, real_name, int, const void *, size_t, off_t);                \
        if (!lo_is_known(file))                                                       \
            return real(file, bytes, length, place);                                  \
        pthread_mutex_lock(&lo_lock);                                                 \
        ssize_t written = real(file, bytes, length, place);                           \
        if (written > 0)                                                              \
            lo_record('W', file, (long long)place, bytes, (size_t)written);           \
        pthread_mutex_unlock(&lo_lock);                                               \
        return written;                                                               \
    }

LO_PWRITE(pwrite, "pwrite")
LO_PWRITE(pwrite64, "pwrite64")

#define LO_TRUNCATE(name, real_name)                                   \
    int name(int file, off_t length)                                   \
    {                                                                  \
        LO_REAL(int, real_name, int, off_t);                           \
        if (!lo_is_known(file))                                        \
            return real(file, length);                                 \
        pthread_mutex_lock(&lo_lock);                                  \
        int result = real(file, length);                               \
        if (result == 0)                                               \
            lo_record('T', file, (long long)length, "", 0);            \
        pthread_mutex_unlock(&lo_lock);                                \
        return result;                                                 \
    }

LO_TRUNCATE(ftruncate, "ftruncate")
LO_TRUNCATE(ftruncate64, "ftruncate64")

/* Only what was written before a sync began is on disk when it ends, so both are recorded. */
#define LO_SYNC(name)                                                                    \
    int name(int file)                                                                   \
    {                                                                                    \
        LO_REAL(int, #name, int);                                                        \
        if (!lo_is_known(file))                                                          \
            return real(file);                                                           \
        if (lo_known[file] == 2 ? lo_false_directories : lo_false_files)                 \
            return 0;                                                                    \
        pthread_mutex_lock(&lo_lock);                                                    \
        lo_record('S', file, 0, "", 0);                                                  \
        pthread_mutex_unlock(&lo_lock);                                                  \
        int result = real(file);                                                         \
        pthread_mutex_lock(&lo_lock);                                                    \
        lo_record('E', file, result, "", 0);                                             \
        pthread_mutex_unlock(&lo_lock);                                                  \
        return result;                                                                   \
    }

LO_SYNC(fsync)
LO_SYNC(fdatasync)

int rename(const char *from, const char *to)
{
    LO_REAL(int, "rename", const char *, const char *);
    if (!lo_is_below(from) && !lo_is_below(to))
        return real(from, to);
    char both[2 * PATH_MAX];
    int length = snprintf(both, sizeof both, "%s\n%s", from, to);
    pthread_mutex_lock(&lo_lock);
    int result = real(from, to);
    if (result == 0)
        lo_record('R', 0, 0, both, (size_t)length);
    pthread_mutex_unlock(&lo_lock);
    return result;
}

int unlink(const char *path)
{
    LO_REAL(int, "unlink", const char *);
    if (!lo_is_below(path))
        return real(path);
    pthread_mutex_lock(&lo_lock);
    int result = real(path);
    if (result == 0)
        lo_record('U', 0, 0, path, strlen(path));
    pthread_mutex_unlock(&lo_lock);
    return result;
}

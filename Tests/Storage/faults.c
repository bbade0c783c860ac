/* A disk that fails once: preloaded into a process, it lets the call number FAULT_AT fail with the
 * errno FAULT_ERRNO, counting what opens, writes, allocates, cuts and syncs files below FAULT_BELOW.
 * Each counted call is a line in FAULT_LOG.
 *
 * With FAULT_SYNCHRONOUS the daemon's SQLite gets that setting, whatever the daemon asks for, and tells
 * it that all is as it wanted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *below;
static const char *synchronous;
static long fault_at;
static int fault_errno;
static int log_fd = -1;
static atomic_long count;

__attribute__((constructor)) static void begin(void) {
    synchronous = getenv("FAULT_SYNCHRONOUS");
    below = getenv("FAULT_BELOW");
    if (!below) return;
    fault_at = atol(getenv("FAULT_AT"));
    fault_errno = atoi(getenv("FAULT_ERRNO"));
    log_fd = syscall(
        SYS_openat, AT_FDCWD, getenv("FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int fails(const char *what, const char *path) {
    char line[PATH_MAX + 64];
    if (!below || strncmp(path, below, strlen(below)) != 0) return 0;
    long number = atomic_fetch_add(&count, 1) + 1;
    int length = snprintf(line, sizeof line, "%ld %s %s\n", number, what, path + strlen(below));
    syscall(SYS_write, log_fd, line, length);
    if (number != fault_at) return 0;
    errno = fault_errno;
    return 1;
}

static int fd_fails(const char *what, int fd) {
    char link[64], path[PATH_MAX];
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
    errno = saved;
    if (length <= 0) return 0;
    path[length] = 0;
    return fails(what, path);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
        va_end(more); \
        if (fails("open", path)) return -1; \
        return NEXT(name)(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define ON_FD(type, what, name, parameters, arguments, failure) \
    type name parameters { \
        if (fd_fails(what, fd)) return failure; \
        return NEXT(name) arguments; \
    }
ON_FD(ssize_t, "write", write, (int fd, const void *data, size_t size), (fd, data, size), -1)
ON_FD(ssize_t, "write", pwrite, (int fd, const void *data, size_t size, off_t at),
    (fd, data, size, at), -1)
ON_FD(ssize_t, "write", pwrite64, (int fd, const void *data, size_t size, off64_t at),
    (fd, data, size, at), -1)

#define SYNC(name) \
    int name(int fd) { \
        if (fd_fails("sync", fd)) return -1; \
        return NEXT(name)(fd); \
    }
SYNC(fsync)
SYNC(fdatasync)

ON_FD(int, "cut", ftruncate, (int fd, off_t size), (fd, size), -1)
ON_FD(int, "cut", ftruncate64, (int fd, off64_t size), (fd, size), -1)
ON_FD(int, "allocate", fallocate, (int fd, int mode, off_t at, off_t size), (fd, mode, at, size), -1)
ON_FD(int, "allocate", posix_fallocate, (int fd, off_t at, off_t size), (fd, at, size), fault_errno)

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
extern int sqlite3_prepare_v3(
    sqlite3 *, const char *, int, unsigned, sqlite3_stmt **, const char **);

/* Every statement of the daemon passes here. */
int sqlite3_prepare_v3(
    sqlite3 *db, const char *sql, int size, unsigned flags, sqlite3_stmt **statement,
    const char **rest) {
    static const char pragma[] = "PRAGMA synchronous";
    char instead[64] = "SELECT 2";
    int (*next)(sqlite3 *, const char *, int, unsigned, sqlite3_stmt **, const char **) =
        NEXT(sqlite3_prepare_v3);
    if (!synchronous || strncmp(sql, pragma, sizeof pragma - 1) != 0)
        return next(db, sql, size, flags, statement, rest);
    if (strchr(sql, '=')) snprintf(instead, sizeof instead, "%s = %s", pragma, synchronous);
    int result = next(db, instead, -1, flags, statement, NULL);
    if (rest) *rest = sql + strlen(sql);
    return result;
}

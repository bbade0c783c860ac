// What Swift can't see of Linux: types behind _GNU_SOURCE, variadic calls and macros with arguments.
// _GNU_SOURCE itself must stay undefined: with it glibc's fd_set has other members than NIO's C
// modules saw, and no Swift file could import both.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/// The peer's pid, uid and gid as the kernel reports them; SO_PEERCRED of unix(7).
typedef struct {
    int32_t pid;
    uint32_t uid;
    uint32_t gid;
} linux_peer_credentials;

/// 0, or -1 with errno set.
static inline int linux_peercred(int fd, linux_peer_credentials *out) {
    // The same layout as glibc's struct ucred, which is hidden behind _GNU_SOURCE.
    socklen_t length = sizeof *out;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, out, &length);
}

/// SO_PEERGROUPS of unix(7): the peer's supplementary groups. `length` is in bytes, both ways.
static inline int linux_peergroups(int fd, uint32_t *groups, uint32_t *length) {
    socklen_t size = *length;
    int result = getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &size);
    *length = size;
    return result;
}

/// accept4(2), hidden behind _GNU_SOURCE: a connection that does not block and is not inherited.
static inline int linux_accept(int listener) {
    extern int accept4(int, struct sockaddr *restrict, socklen_t *restrict, int);
    return accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// Of fallocate(2): allocates up to `length` without changing the file's size. 0, or -1 with errno set.
static inline int linux_allocate_beyond_end(int fd, int64_t length) {
    extern int fallocate(int, int, off_t, off_t);
    const int keep_size = 1;
    return fallocate(fd, keep_size, 0, length);
}

/// PR_SET_DUMPABLE of prctl(2): no core dump, and no reading of this process's memory by others.
static inline int linux_forbid_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

/// Of posix_spawn(3), hidden behind _GNU_SOURCE: where the program starts, and which descriptors
/// from one number on it does not get. 0, or an errno.
static inline int linux_spawn_start_in(posix_spawn_file_actions_t *actions, const char *path) {
    extern int posix_spawn_file_actions_addchdir_np(
        posix_spawn_file_actions_t *restrict, const char *restrict);
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

static inline int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

/// The program starts with every signal at its default and none blocked; `flags` are what else is set of the
/// attributes.
static inline void linux_spawn_with_default_signals(posix_spawnattr_t *attributes, short flags) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setflags(
        attributes, (short)(flags | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
}

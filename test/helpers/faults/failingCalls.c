// LD_PRELOAD this: calls that write below CORA_BAD_DIR fail from a chosen one on, LanceDB's as well as Node's. Linux, glibc.
//
//   CORA_BAD_LOG=FILE     nothing fails: one line for each call, `write PATH` or `name PATH`
//   CORA_BAD_CALL=write   write*, pwrite*, fsync, fdatasync; `name`: open to create, mkdir, rename, link, unlink, rmdir
//   CORA_BAD_GLOB=GLOB    of the path of the first call that fails; after it, all of that kind do
//   CORA_BAD_ERRNO=5      what they fail with
//   CORA_BAD_SHORT=1      nothing fails: each write takes half of what it is given

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *dir, *glob, *class;
static int error_number, is_short, log_fd = -1;
static volatile int is_bad = 0;

__attribute__((constructor)) static void begin(void) {
  // Not git, not sh: what they write is theirs.
  if (strcmp(program_invocation_short_name, "node") != 0) return;
  dir = getenv("CORA_BAD_DIR");
  glob = getenv("CORA_BAD_GLOB");
  class = getenv("CORA_BAD_CALL");
  error_number = getenv("CORA_BAD_ERRNO") ? atoi(getenv("CORA_BAD_ERRNO")) : 0;
  is_short = getenv("CORA_BAD_SHORT") != NULL;
  const char *log = getenv("CORA_BAD_LOG");
  int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
  if (log != NULL) log_fd = real(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
  return dir != NULL && strncmp(path, dir, strlen(dir)) == 0;
}

static int fails(const char *kind, const char *path) {
  if (!is_below(path)) return 0;
  if (log_fd >= 0) {
    char line[PATH_MAX + 8];
    int length = snprintf(line, sizeof line, "%s %s\n", kind, path);
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    real(log_fd, line, length);
  }
  if (class == NULL || strcmp(class, kind) != 0) return 0;
  if (!is_bad && glob != NULL && fnmatch(glob, path, 0) == 0) is_bad = 1;
  if (is_bad) errno = error_number;
  return is_bad;
}

static int fd_path(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int kept = errno;
  ssize_t length = dir == NULL ? -1 : readlink(link, path, PATH_MAX - 1);
  errno = kept;
  path[length < 0 ? 0 : length] = 0;
  return length > 0 && is_below(path);
}

static int fd_fails(int fd) {
  char path[PATH_MAX];
  return fd_path(fd, path) && fails("write", path);
}

static size_t taken(int fd, size_t count) {
  char path[PATH_MAX];
  return is_short && count > 1 && fd_path(fd, path) ? count / 2 : count;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (real == NULL) real = dlsym(RTLD_NEXT, name)

ssize_t write(int fd, const void *from, size_t count) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return fd_fails(fd) ? -1 : real(fd, from, taken(fd, count));
}

#define PWRITE(symbol, offset_type) \
  ssize_t symbol(int fd, const void *from, size_t count, offset_type at) { \
    REAL(ssize_t, #symbol, int, const void *, size_t, offset_type); \
    return fd_fails(fd) ? -1 : real(fd, from, taken(fd, count), at); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t writev(int fd, const struct iovec *from, int count) {
  REAL(ssize_t, "writev", int, const struct iovec *, int);
  return fd_fails(fd) ? -1 : real(fd, from, count);
}

#define PWRITEV(symbol, offset_type) \
  ssize_t symbol(int fd, const struct iovec *from, int count, offset_type at) { \
    REAL(ssize_t, #symbol, int, const struct iovec *, int, offset_type); \
    return fd_fails(fd) ? -1 : real(fd, from, count, at); \
  }
PWRITEV(pwritev, off_t)
PWRITEV(pwritev64, off64_t)

#define SYNC(symbol) \
  int symbol(int fd) { \
    REAL(int, #symbol, int); \
    return fd_fails(fd) ? -1 : real(fd); \
  }
SYNC(fsync)
SYNC(fdatasync)

#define OPEN(symbol) \
  int symbol(const char *path, int flags, ...) { \
    REAL(int, #symbol, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; \
    va_end(more); \
    return (flags & (O_CREAT | O_WRONLY | O_RDWR)) && fails("name", path) ? -1 : real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define ONE(symbol) \
  int symbol(const char *path) { \
    REAL(int, #symbol, const char *); \
    return fails("name", path) ? -1 : real(path); \
  }
ONE(unlink)
ONE(rmdir)

#define TWO(symbol) \
  int symbol(const char *from, const char *to) { \
    REAL(int, #symbol, const char *, const char *); \
    return fails("name", to) ? -1 : real(from, to); \
  }
TWO(rename)
TWO(link)

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags) {
  REAL(int, "linkat", int, const char *, int, const char *, int);
  return fails("name", to) ? -1 : real(from_dir, from, to_dir, to, flags);
}

int unlinkat(int at, const char *path, int flags) {
  char whole[2 * PATH_MAX];
  REAL(int, "unlinkat", int, const char *, int);
  if (path[0] == '/') snprintf(whole, sizeof whole, "%s", path);
  else if (fd_path(at, whole)) snprintf(whole + strlen(whole), PATH_MAX, "/%s", path);
  else whole[0] = 0;
  return fails("name", whole) ? -1 : real(at, path, flags);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return fails("name", path) ? -1 : real(path, mode);
}

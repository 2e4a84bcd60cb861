// Faults of the world, loaded before the C library by torture.py and the tests:
//
// HANSCAN_DIE_AT=N      kills the process right after its Nth call that changes a file.
// HANSCAN_LOSE_IN=DIR   makes that a loss of power for removed names: those whose directory was not synced since come
//                       back. DIR lies on the same file system, outside of the output.
// HANSCAN_FAIL_SYNCFS=1 lets every sync of a whole file system fail, as where another program's bytes were lost.
// HANSCAN_NO_LOCKS=1    lets no file be locked, as on some network file systems.
// HANSCAN_STALE=N       lets the first N renames of a shard's store and manifest fail, as where a file server has
//                       forgotten what it gave out.
// HANSCAN_LOG_SYNCS=F   appends a line to F for every file and directory that is synced by itself.
// HANSCAN_FAIL_AT=N     lets the Nth call fail of those that can: calls of the system, and SQLite's allocations.
// HANSCAN_FAIL_WITH=E   is the error number of that failure; 0 makes a read or a write short, and others fail with EIO.
// HANSCAN_FAIL_ON=1     lets every later call of the same name fail as well.
// HANSCAN_LOG_CALLS=F   appends "N NAME SITE" to F for every call that can fail; a site is where in the program it is.
//
// Workers don't inherit the variables, and so live on until their supervisor's exit takes them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/// The library's own function, looked up once.
#define NEXT(name)                                              \
  ({                                                            \
    static typeof(&name) next_##name;                           \
    if (next_##name == NULL) *(void **)&next_##name = dlsym(RTLD_NEXT, #name); \
    next_##name;                                                \
  })

static long left = -1, stale, fail_at, fail_with, fail_on, calls;
static const char *lost_and_found, *log_path, *calls_path;
static _Thread_local int is_inside;
static char failed_name[32];

/// A name that was removed and that a loss of power now would bring back.
struct removed {
  dev_t device;
  ino_t directory;
  char path[4096], kept[4096];
};
static struct removed removed[64];
static int removed_count, kept_count;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("HANSCAN_DIE_AT");
  if (text != NULL) left = atol(text);
  text = getenv("HANSCAN_STALE");
  if (text != NULL) stale = atol(text);
  lost_and_found = getenv("HANSCAN_LOSE_IN");
  log_path = getenv("HANSCAN_LOG_SYNCS");
  text = getenv("HANSCAN_FAIL_AT");
  if (text != NULL) fail_at = atol(text);
  text = getenv("HANSCAN_FAIL_WITH");
  if (text != NULL) fail_with = atol(text);
  fail_on = getenv("HANSCAN_FAIL_ON") != NULL;
  void *frame;
  backtrace(&frame, 1);  // Loads what it needs, which the calls of a program are not to be counted with.
  calls_path = getenv("HANSCAN_LOG_CALLS");
}

/// The code of the program or of a library.
struct code {
  const char *part_of_name;
  char *base, *begin, *end;
};
static struct code program = {.part_of_name = ""}, sqlite = {.part_of_name = "libsqlite3"};

static int find_code(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct code *code = data;
  if (strstr(info->dlpi_name, code->part_of_name) == NULL) return 0;
  code->base = (char *)info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    code->begin = code->base + part->p_vaddr;
    code->end = code->begin + part->p_memsz;
  }
  return 1;
}

/// A number for the calls of the program that led here, those inside of libraries left out; the same in every run.
static unsigned site(void) {
  void *frames[48];
  int depth = backtrace(frames, 48), counted = 0;
  unsigned hash = 2166136261u;
  // The program itself is the first.
  if (program.base == NULL) dl_iterate_phdr(find_code, &program);
  for (int i = 2; i < depth && counted < 6; i++) {
    char *frame = frames[i];
    if (frame < program.begin || frame >= program.end) continue;
    hash = (hash ^ (unsigned)(frame - program.base)) * 16777619u;
    counted++;
  }
  return hash;
}

/// Counts a call that can fail, and says whether it shall.
static int fails(const char *name) {
  if ((fail_at == 0 && calls_path == NULL) || is_inside) return 0;
  is_inside = 1;
  long number = __sync_add_and_fetch(&calls, 1);
  if (calls_path != NULL) {
    char line[96];
    int length = snprintf(line, sizeof line, "%ld %s %x\n", number, name, site());
    int log = open(calls_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log >= 0) {
      if (write(log, line, (size_t)length) != length) abort();
      close(log);
    }
  }
  int is_due = number == fail_at || (fail_on && number > fail_at && strcmp(name, failed_name) == 0);
  if (number == fail_at) snprintf(failed_name, sizeof failed_name, "%s", name);
  is_inside = 0;
  if (is_due) errno = fail_with != 0 ? (int)fail_with : EIO;
  return is_due;
}

/// Makes a call fail, or makes it short.
#define FAIL(name) \
  do { \
    if (fails(name)) return -1; \
  } while (0)
#define FAIL_OR_SHORTEN(name, size) \
  do { \
    if (!fails(name)) break; \
    if (fail_with != 0 || size < 2) return -1; \
    size /= 2; \
  } while (0)

static void count(void) {
  if (left <= 0 || __sync_sub_and_fetch(&left, 1) != 0) return;
  for (int i = 0; i < removed_count; i++) link(removed[i].kept, removed[i].path);
  kill(getpid(), SIGKILL);
}

/// Keeps the bytes of a name that is about to be removed; temporary names are the next run's own business.
static void keep(int directory, const char *name) {
  struct stat facts;
  if (lost_and_found == NULL || removed_count == 64 || strncmp(name, ".hanscan-tmp-", 13) == 0) return;
  if (NEXT(fstat)(directory, &facts) != 0) return;
  struct removed *next = &removed[removed_count];
  char link_path[64], folder[2048];
  snprintf(link_path, sizeof link_path, "/proc/self/fd/%d", directory);
  ssize_t length = readlink(link_path, folder, sizeof folder - 1);
  if (length < 0) return;
  folder[length] = 0;
  next->device = facts.st_dev;
  next->directory = facts.st_ino;
  snprintf(next->path, sizeof next->path, "%s/%s", folder, name);
  snprintf(next->kept, sizeof next->kept, "%s/%d", lost_and_found, kept_count++);
  if (linkat(directory, name, AT_FDCWD, next->kept, 0) == 0) removed_count++;
}

/// What is removed from a directory that is synced stays removed.
static void forget(int descriptor) {
  struct stat facts;
  if (NEXT(fstat)(descriptor, &facts) != 0) return;
  int rest = 0;
  for (int i = 0; i < removed_count; i++) {
    if (removed[i].device != facts.st_dev || removed[i].directory != facts.st_ino) removed[rest++] = removed[i];
  }
  removed_count = rest;
}

static void note_sync(int descriptor) {
  if (log_path == NULL) return;
  char link_path[64], path[4096];
  snprintf(link_path, sizeof link_path, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link_path, path, sizeof path - 1);
  FILE *log = length < 0 ? NULL : fopen(log_path, "a");
  if (log == NULL) return;
  fprintf(log, "%.*s\n", (int)length, path);
  fclose(log);
}

/// Pipes to workers and messages are no files.
static int is_file(int descriptor) {
  struct stat facts;
  return NEXT(fstat)(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

/// Whether a descriptor is for messages; these never fail, or no test could tell whether the program says anything.
static int is_message(int descriptor) {
  struct stat facts, messages;
  return descriptor <= STDERR_FILENO ||
         (NEXT(fstat)(descriptor, &facts) == 0 && NEXT(fstat)(STDERR_FILENO, &messages) == 0 &&
          facts.st_dev == messages.st_dev && facts.st_ino == messages.st_ino);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  if (!is_message(descriptor)) FAIL_OR_SHORTEN("write", size);
  ssize_t result = NEXT(write)(descriptor, bytes, size);
  if (is_file(descriptor)) count();
  return result;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  FAIL_OR_SHORTEN("pwrite64", size);
  ssize_t result = NEXT(pwrite64)(descriptor, bytes, size, offset);
  count();
  return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  FAIL_OR_SHORTEN("pwrite", size);
  ssize_t result = NEXT(pwrite)(descriptor, bytes, size, offset);
  count();
  return result;
}

int fsync(int descriptor) {
  FAIL("fsync");
  int result = NEXT(fsync)(descriptor);
  if (result == 0) forget(descriptor);
  note_sync(descriptor);
  count();
  return result;
}

int fdatasync(int descriptor) {
  FAIL("fdatasync");
  int result = NEXT(fdatasync)(descriptor);
  count();
  return result;
}

int renameat(int from, const char *name, int to, const char *target) {
  FAIL("renameat");
  int result = NEXT(renameat)(from, name, to, target);
  count();
  return result;
}

int rename(const char *name, const char *target) {
  FAIL("rename");
  if (stale > 0 && (strstr(target, "/pages-") != NULL || strstr(target, "/manifest.json") != NULL)) {
    stale--;
    errno = ESTALE;
    return -1;
  }
  int result = NEXT(rename)(name, target);
  count();
  return result;
}

int flock(int descriptor, int operation) {
  if (getenv("HANSCAN_NO_LOCKS") != NULL) {
    errno = ENOLCK;
    return -1;
  }
  FAIL("flock");
  return NEXT(flock)(descriptor, operation);
}

int syncfs(int descriptor) {
  if (getenv("HANSCAN_FAIL_SYNCFS") != NULL) {
    errno = EIO;
    return -1;
  }
  FAIL("syncfs");
  return NEXT(syncfs)(descriptor);
}

int unlinkat(int directory, const char *name, int flags) {
  FAIL("unlinkat");
  if (flags == 0) keep(directory, name);
  int result = NEXT(unlinkat)(directory, name, flags);
  count();
  return result;
}

int mkdirat(int directory, const char *name, mode_t mode) {
  FAIL("mkdirat");
  int result = NEXT(mkdirat)(directory, name, mode);
  count();
  return result;
}

int ftruncate(int descriptor, off_t size) {
  FAIL("ftruncate");
  int result = NEXT(ftruncate)(descriptor, size);
  count();
  return result;
}

int ftruncate64(int descriptor, off64_t size) {
  FAIL("ftruncate64");
  int result = NEXT(ftruncate64)(descriptor, size);
  count();
  return result;
}

#define OPENING(name)                                                        \
  int name(const char *path, int flags, ...) {                               \
    va_list more;                                                            \
    va_start(more, flags);                                                   \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;  \
    va_end(more);                                                            \
    FAIL(#name);                                                             \
    return NEXT(name)(path, flags, mode);                                    \
  }

OPENING(open)
OPENING(open64)

int openat(int directory, const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  FAIL("openat");
  return NEXT(openat)(directory, path, flags, mode);
}

ssize_t read(int descriptor, void *bytes, size_t size) {
  FAIL_OR_SHORTEN("read", size);
  return NEXT(read)(descriptor, bytes, size);
}

ssize_t pread(int descriptor, void *bytes, size_t size, off_t offset) {
  FAIL_OR_SHORTEN("pread", size);
  return NEXT(pread)(descriptor, bytes, size, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t offset) {
  FAIL_OR_SHORTEN("pread64", size);
  return NEXT(pread64)(descriptor, bytes, size, offset);
}

int fstat(int descriptor, struct stat *facts) {
  FAIL("fstat");
  return NEXT(fstat)(descriptor, facts);
}

int stat(const char *path, struct stat *facts) {
  FAIL("stat");
  return NEXT(stat)(path, facts);
}

int lstat(const char *path, struct stat *facts) {
  FAIL("lstat");
  return NEXT(lstat)(path, facts);
}

int fstatat(int directory, const char *path, struct stat *facts, int flags) {
  FAIL("fstatat");
  return NEXT(fstatat)(directory, path, facts, flags);
}

DIR *opendir(const char *path) { return fails("opendir") ? NULL : NEXT(opendir)(path); }

DIR *fdopendir(int descriptor) { return fails("fdopendir") ? NULL : NEXT(fdopendir)(descriptor); }

struct dirent *readdir(DIR *directory) { return fails("readdir") ? NULL : NEXT(readdir)(directory); }

int linkat(int from, const char *name, int to, const char *target, int flags) {
  FAIL("linkat");
  return NEXT(linkat)(from, name, to, target, flags);
}

int unlink(const char *path) {
  FAIL("unlink");
  return NEXT(unlink)(path);
}

int mkdir(const char *path, mode_t mode) {
  FAIL("mkdir");
  return NEXT(mkdir)(path, mode);
}

int memfd_create(const char *name, unsigned flags) {
  FAIL("memfd_create");
  return NEXT(memfd_create)(name, flags);
}

int pipe2(int ends[2], int flags) {
  FAIL("pipe2");
  return NEXT(pipe2)(ends, flags);
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
  FAIL("socketpair");
  return NEXT(socketpair)(domain, type, protocol, ends);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  FAIL("sendmsg");
  return NEXT(sendmsg)(socket, message, flags);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
  FAIL("recvmsg");
  return NEXT(recvmsg)(socket, message, flags);
}

pid_t fork(void) {
  FAIL("fork");
  return NEXT(fork)();
}

void *mmap64(void *place, size_t size, int protection, int flags, int descriptor, off64_t offset) {
  return fails("mmap64") ? MAP_FAILED : NEXT(mmap64)(place, size, protection, flags, descriptor, offset);
}

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *place, size_t size);

/// Whether SQLite asks for memory; Swift ends the program where it gets none.
static int is_of_sqlite(void *caller) {
  static int is_known;
  if ((fail_at == 0 && calls_path == NULL) || is_inside) return 0;
  if (!is_known) {
    is_inside = is_known = 1;
    dl_iterate_phdr(find_code, &sqlite);
    is_inside = 0;
  }
  return (char *)caller >= sqlite.begin && (char *)caller < sqlite.end;
}

void *malloc(size_t size) {
  return is_of_sqlite(__builtin_return_address(0)) && fails("malloc") ? NULL : __libc_malloc(size);
}

void *realloc(void *place, size_t size) {
  return is_of_sqlite(__builtin_return_address(0)) && fails("realloc") ? NULL : __libc_realloc(place, size);
}

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
//
// Workers don't inherit the variables, and so live on until their supervisor's exit takes them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static long left = -1, stale;
static const char *lost_and_found, *log_path;

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
}

static void count(void) {
  if (left <= 0 || __sync_sub_and_fetch(&left, 1) != 0) return;
  for (int i = 0; i < removed_count; i++) link(removed[i].kept, removed[i].path);
  kill(getpid(), SIGKILL);
}

/// Keeps the bytes of a name that is about to be removed; temporary names are the next run's own business.
static void keep(int directory, const char *name) {
  struct stat facts;
  if (lost_and_found == NULL || removed_count == 64 || strncmp(name, ".hanscan-tmp-", 13) == 0) return;
  if (fstat(directory, &facts) != 0) return;
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
  if (fstat(descriptor, &facts) != 0) return;
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
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  ssize_t result = NEXT(write)(descriptor, bytes, size);
  if (is_file(descriptor)) count();
  return result;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  ssize_t result = NEXT(pwrite64)(descriptor, bytes, size, offset);
  count();
  return result;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  ssize_t result = NEXT(pwrite)(descriptor, bytes, size, offset);
  count();
  return result;
}

int fsync(int descriptor) {
  int result = NEXT(fsync)(descriptor);
  if (result == 0) forget(descriptor);
  note_sync(descriptor);
  count();
  return result;
}

int fdatasync(int descriptor) {
  int result = NEXT(fdatasync)(descriptor);
  count();
  return result;
}

int renameat(int from, const char *name, int to, const char *target) {
  int result = NEXT(renameat)(from, name, to, target);
  count();
  return result;
}

int rename(const char *name, const char *target) {
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
  return NEXT(flock)(descriptor, operation);
}

int syncfs(int descriptor) {
  if (getenv("HANSCAN_FAIL_SYNCFS") != NULL) {
    errno = EIO;
    return -1;
  }
  return NEXT(syncfs)(descriptor);
}

int unlinkat(int directory, const char *name, int flags) {
  if (flags == 0) keep(directory, name);
  int result = NEXT(unlinkat)(directory, name, flags);
  count();
  return result;
}

int mkdirat(int directory, const char *name, mode_t mode) {
  int result = NEXT(mkdirat)(directory, name, mode);
  count();
  return result;
}

int ftruncate(int descriptor, off_t size) {
  int result = NEXT(ftruncate)(descriptor, size);
  count();
  return result;
}

int ftruncate64(int descriptor, off64_t size) {
  int result = NEXT(ftruncate64)(descriptor, size);
  count();
  return result;
}

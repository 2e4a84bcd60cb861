// Kills the process right after its Nth call that changes a file, N being HANSCAN_DIE_AT: preloaded by torture.py.
// Workers don't inherit the variable, so they run until their supervisor is killed.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long left = -1;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("HANSCAN_DIE_AT");
  if (text != NULL) left = atol(text);
}

static void count(void) {
  if (left > 0 && __sync_sub_and_fetch(&left, 1) == 0) kill(getpid(), SIGKILL);
}

/// Pipes to workers and messages are no files.
static int is_file(int descriptor) {
  struct stat facts;
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode);
}

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

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

int unlinkat(int directory, const char *name, int flags) {
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

#define _GNU_SOURCE
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

/// glibc hands constructors what it hands main().
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}

int cposix_argument_count(void) { return argument_count; }
const char *cposix_argument(int index) { return arguments[index]; }

int cposix_affinity_count(void) {
  // The kernel refuses a set that is smaller than its own; this one is for 65,536 processors.
  cpu_set_t sets[64];
  if (sched_getaffinity(0, sizeof sets, sets) == 0) return CPU_COUNT_S(sizeof sets, sets);
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

int64_t cposix_regular_size(int descriptor) {
  struct stat state;
  if (syscall(SYS_fstat, descriptor, &state) < 0) return -errno;
  return S_ISREG(state.st_mode) ? (int64_t)state.st_size : -EINVAL;
}

int cposix_signal_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static int set_disposition(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler};
  return sigaction(number, &action, NULL) < 0 ? -errno : 0;
}

int cposix_signal_ignore(int number) { return set_disposition(number, SIG_IGN); }
int cposix_signal_default(int number) { return set_disposition(number, SIG_DFL); }

static void fill(sigset_t *set, const int *signals, size_t count) {
  sigemptyset(set);
  for (size_t index = 0; index < count; index++) sigaddset(set, signals[index]);
}

int cposix_signal_descriptor(const int *signals, size_t count) {
  sigset_t set;
  fill(&set, signals, count);
  int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (descriptor < 0) return -errno;
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) {
    close(descriptor);
    return -error;
  }
  return descriptor;
}

int cposix_signal_next(int descriptor) {
  struct signalfd_siginfo information;
  ssize_t length;
  do length = read(descriptor, &information, sizeof information);
  while (length < 0 && errno == EINTR);
  if (length < 0) return errno == EAGAIN ? 0 : -errno;
  return length == sizeof information ? (int)information.ssi_signo : 0;
}

int cposix_signal_unblock(const int *signals, size_t count) {
  sigset_t set;
  fill(&set, signals, count);
  return -pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

ssize_t cposix_write_quietly(int descriptor, const void *bytes, size_t count) {
  // SIGPIPE is blocked for this thread alone; the one that this write raises is taken away before the block is lifted.
  sigset_t broken_pipe, before, pending;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);

  size_t done = 0;
  int error = 0;
  while (done < count) {
    ssize_t written = write(descriptor, (const char *)bytes + done, count - done);
    if (written >= 0) {
      done += (size_t)written;
    } else if (errno != EINTR) {
      error = errno;
      break;
    }
  }
  if (error == EPIPE && !was_pending) {
    const struct timespec at_once = {0, 0};
    while (sigtimedwait(&broken_pipe, NULL, &at_once) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error == 0 || (error == EAGAIN && done > 0)) return (ssize_t)done;
  return -error;
}

int cposix_wake_pipe(int *ends) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int hanscan_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int hanscan_open_place_flag(void) { return O_PATH; }

void hanscan_begin_writing(int descriptor) {
  (void)sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
}

int hanscan_sync_file_system(int descriptor) { return syncfs(descriptor); }

int cposix_is_remote(int descriptor) {
  // Numbers of statfs(2) and of the kernel's magic.h: NFS, SMB, CIFS, SMB2, FUSE, 9P, AFS, Ceph, Lustre, GPFS, BeeGFS.
  static const uint32_t remote[] = {0x6969,     0x517B,     0xFF534D42, 0xFE534D42, 0x65735546, 0x01021997,
                                    0x5346414F, 0x00C36400, 0x0BD00BD0, 0x47504653, 0x19830326};
  struct statfs facts;
  if (fstatfs(descriptor, &facts) < 0) return 0;
  for (size_t index = 0; index < sizeof remote / sizeof *remote; index++)
    if ((uint32_t)facts.f_type == remote[index]) return 1;
  return 0;
}

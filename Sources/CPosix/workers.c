#define _GNU_SOURCE
#include "workers.h"

#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int cposix_move_descriptor(int descriptor, int least) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, least);
  if (moved < 0) return -errno;
  close(descriptor);
  return moved;
}

// The worker's ends of its four channels, then ours.
enum { their_input, their_output, their_errors, their_channel, our_input, our_output, our_errors, our_channel, ends };

static void close_all(int *descriptors, int count) {
  for (int index = 0; index < count; index++)
    if (descriptors[index] >= 0) close(descriptors[index]);
}

static int open_ends(int *end) {
  int pair[2];
  for (int index = 0; index < ends; index++) end[index] = -1;
  if (pipe2(pair, O_CLOEXEC) < 0) return -errno;
  end[their_input] = pair[0], end[our_input] = pair[1];
  if (pipe2(pair, O_CLOEXEC) < 0) return -errno;
  end[their_output] = pair[1], end[our_output] = pair[0];
  if (pipe2(pair, O_CLOEXEC) < 0) return -errno;
  end[their_errors] = pair[1], end[our_errors] = pair[0];
  // One message is one descriptor and its tag, whole or not at all.
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0) return -errno;
  end[their_channel] = pair[0], end[our_channel] = pair[1];
  // Nothing is taken from a worker this way: it can't park descriptors with us.
  if (shutdown(end[our_channel], SHUT_RD) < 0) return -errno;

  for (int index = 0; index < ends; index++) {
    // A supervisor started without standard descriptors gets these very numbers; the child's 0 to 3 must not collide.
    if (end[index] < 4) {
      int moved = cposix_move_descriptor(end[index], 4);
      if (moved < 0) return moved;
      end[index] = moved;
    }
    if (index >= our_input && fcntl(end[index], F_SETFL, fcntl(end[index], F_GETFL) | O_NONBLOCK) < 0) return -errno;
  }
  return 0;
}

static int spawn(const char *path, char *const *arguments, char *const *environment, const int *end, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  // In glibc neither these nor the setters of attributes can fail.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  int error = 0;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  for (int number = 0; number < 4 && error == 0; number++)
    error = posix_spawn_file_actions_adddup2(&actions, end[number], number);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (error == 0) error = posix_spawn(pid, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cposix_spawn_worker(
    const char *path, char *const *arguments, char *const *environment, struct cposix_worker *worker) {
  int end[ends];
  int failure = open_ends(end);
  if (failure == 0) failure = -spawn(path, arguments, environment, end, &worker->pid);
  if (failure != 0) {
    close_all(end, ends);
    return failure;
  }
  close_all(end, our_input);
  worker->process = (int)syscall(SYS_pidfd_open, worker->pid, 0);
  worker->input = end[our_input];
  worker->output = end[our_output];
  worker->errors = end[our_errors];
  worker->channel = end[our_channel];
  return 0;
}

int cposix_signal_group(pid_t pid, int number) {
  // 0 and 1 would mean our own group, and everybody.
  if (pid <= 1) return -EINVAL;
  int whole_group = kill(-pid, number);
  // A worker can leave for another group of the session; it is still our child, and its number its own.
  return kill(pid, number) < 0 && whole_group < 0 ? -errno : 0;
}

int cposix_reap(pid_t pid, struct cposix_end *end) {
  *end = (struct cposix_end){.status = -1};
  siginfo_t information = {0};
  int result;
  do result = waitid(P_PID, (id_t)pid, &information, WEXITED | WNOHANG | WNOWAIT);
  while (result < 0 && errno == EINTR);
  // ECHILD: somebody else reaped it, or the program ignores SIGCHLD. It has ended, and how is lost.
  if (result < 0) return 1;
  if (information.si_pid == 0) return 0;
  // Before it is reaped: until then its number can't be given to a stranger's group.
  cposix_signal_group(pid, SIGKILL);
  int status = 0;
  pid_t reaped;
  do reaped = waitpid(pid, &status, 0);
  while (reaped < 0 && errno == EINTR);
  if (reaped != pid) return 1;
  if (WIFEXITED(status)) end->status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end->signal = WTERMSIG(status);
  return 1;
}

union control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr aligned;
};

int cposix_send_descriptor(int channel, uint64_t tag, int descriptor) {
  uint64_t sent_tag = htobe64(tag);
  struct iovec part = {.iov_base = &sent_tag, .iov_len = sizeof sent_tag};
  union control control = {{0}};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  ssize_t sent;
  do sent = sendmsg(channel, &message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent < 0 ? -errno : 0;
}

int cposix_receive_descriptor(int channel, uint64_t *tag) {
  uint64_t sent_tag = 0;
  struct iovec part = {.iov_base = &sent_tag, .iov_len = sizeof sent_tag};
  union control control = {{0}};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t length;
  do length = recvmsg(channel, &message, MSG_CMSG_CLOEXEC);
  while (length < 0 && errno == EINTR);
  if (length < 0) return -errno;
  int descriptor = -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  if (length == 0) return -EPIPE;
  if (length != sizeof sent_tag || descriptor < 0) {
    if (descriptor >= 0) close(descriptor);
    return -EBADMSG;
  }
  *tag = be64toh(sent_tag);
  return descriptor;
}

int cposix_limit(pid_t pid, enum cposix_resource resource, uint64_t value, int firmly) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  // A sanitizer's shadow of the memory takes terabytes of address space: under the limit no worker would start.
  if (resource == cposix_address_space) return 0;
#endif
#endif
  const int number = (int)resource;
  struct rlimit limit;
  if (prlimit(pid, number, NULL, &limit) < 0) return -errno;
  rlim_t wanted = (rlim_t)value < limit.rlim_max ? (rlim_t)value : limit.rlim_max;
  limit.rlim_cur = wanted;
  if (firmly) limit.rlim_max = wanted;
  return prlimit(pid, number, &limit, NULL) < 0 ? -errno : 0;
}

uint64_t cposix_limit_now(enum cposix_resource resource) {
  struct rlimit limit;
  if (getrlimit((int)resource, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return limit.rlim_cur;
}

void cposix_name_process(const char *name) { prctl(PR_SET_NAME, name); }

int cposix_die_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0; }
int cposix_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0; }
int cposix_not_dumpable(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -errno : 0; }

// std::set_new_handler(void (*)()), by its name in the C++ library of the platform; absent when none is loaded.
extern void (*_ZSt15set_new_handlerPFvvE(void (*)(void)))(void) __attribute__((weak));

static int memory_status;

static void memory_ended(void) {
  static const char words[] = "out of memory: operator new found none\n";
  ssize_t ignored = write(STDERR_FILENO, words, sizeof words - 1);
  (void)ignored;
  _exit(memory_status);
}

void cposix_exit_when_memory_ends(int status) {
  memory_status = status;
  if (_ZSt15set_new_handlerPFvvE) _ZSt15set_new_handlerPFvvE(memory_ended);
}

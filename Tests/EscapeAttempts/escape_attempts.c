#define _GNU_SOURCE
#include "escape_attempts.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// Each way out is a function that returns something negative, with errno, where it was stopped.
struct way {
  const char *name;
  long (*try_it)(void);
};

static char inside[512];  // The folder.
static char victim[600];  // The file in it.
static char fresh[600];   // A name in it that is free.
static pid_t parent;      // Asked for before the sandbox is closed.

static long succeed_if(int condition) { return condition ? 0 : -1; }

// The network, and other processes by way of sockets.

static long connect_to(int family, const struct sockaddr *address, socklen_t length) {
  int descriptor = socket(family, SOCK_STREAM, 0);
  if (descriptor < 0) return -1;
  int result = connect(descriptor, address, length);
  int error = errno;
  close(descriptor);
  errno = error;
  // Nobody listens there: the way out was open all the same.
  return result == 0 || error == ECONNREFUSED || error == ENETUNREACH || error == EADDRNOTAVAIL ? 0 : -1;
}
static long connect_ipv4(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  return connect_to(AF_INET, (struct sockaddr *)&address, sizeof address);
}
static long connect_ipv6(void) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(9), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  return connect_to(AF_INET6, (struct sockaddr *)&address, sizeof address);
}
static long connect_unix(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%.100s", victim);
  return connect_to(AF_UNIX, (struct sockaddr *)&address, sizeof address);
}
static long netlink(void) { return socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE); }
static long datagram(void) { return socket(AF_INET, SOCK_DGRAM, 0); }
static long pair(void) {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
}
static long park_descriptor(void) {
  // Descriptor 3 is the channel that pictures come by; could one go back, to be parked with the supervisor?
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr aligned;
  } control;
  memset(&control, 0, sizeof control);
  char byte = 0;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  return sendmsg(3, &message, MSG_NOSIGNAL);
}
static long write_to_channel(void) {
  signal(SIGPIPE, SIG_IGN);
  return write(3, "x", 1);
}

// Programs and processes.

static char *const arguments[] = {"true", NULL};
static char *const no_environment[] = {NULL};

static long execute(void) { return execve("/bin/true", arguments, no_environment); }
static long execute_at(void) {
  return syscall(SYS_execveat, AT_FDCWD, "/bin/true", arguments, no_environment, 0);
}
static long spawn_program(void) {
  pid_t pid;
  errno = posix_spawn(&pid, "/bin/true", NULL, NULL, arguments, no_environment);
  return succeed_if(errno == 0);
}
static long execute_memory(void) {
  int file = memfd_create("program", 0);
  if (file < 0) return -1;
  static const char script[] = "#!/bin/true\n";
  if (write(file, script, sizeof script - 1) < 0) return -1;
  return fexecve(file, arguments, no_environment);
}
static long end_if_child(long pid) {
  if (pid == 0) _exit(0);
  return pid;
}
static long fork_raw(void) { return end_if_child(syscall(SYS_fork)); }
static long clone_raw(void) { return end_if_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }
static long clone3_raw(void) {
  uint64_t plain[11] = {[4] = SIGCHLD};
  return end_if_child(syscall(SYS_clone3, plain, sizeof plain));
}
static long fork_by_library(void) { return end_if_child(fork()); }
static void *idle(void *nothing) { return nothing; }
static long thread(void) {
  pthread_t started;
  errno = pthread_create(&started, NULL, idle, NULL);
  return succeed_if(errno == 0);
}

// Writing.

static long make_file(void) { return open(fresh, O_WRONLY | O_CREAT, 0600); }
static long make_file_old(void) { return syscall(SYS_creat, fresh, 0600); }
static long open_to_write(void) { return open(victim, O_WRONLY); }
static long open_to_append(void) { return open(victim, O_WRONLY | O_APPEND); }
static long open_both(void) {
  uint64_t how[3] = {O_RDWR};
  return syscall(SYS_openat2, AT_FDCWD, victim, how, sizeof how);
}
static long unnamed_file(void) { return open(inside, O_WRONLY | O_TMPFILE, 0600); }
static long rename_file(void) { return rename(victim, fresh); }
static long rename_file_2(void) { return renameat2(AT_FDCWD, victim, AT_FDCWD, fresh, 0); }
static long remove_file(void) { return unlink(victim); }
static long remove_file_at(void) { return unlinkat(AT_FDCWD, victim, 0); }
static long make_folder(void) { return mkdir(fresh, 0700); }
static long remove_folder(void) { return rmdir(inside) == 0 || errno == ENOTEMPTY ? 0 : -1; }
static long hard_link(void) { return link(victim, fresh); }
static long symbolic_link(void) { return symlink("/etc/passwd", fresh); }
static long make_pipe_file(void) { return mkfifo(fresh, 0600); }
static long change_mode(void) { return chmod(victim, 0777); }
static long change_owner(void) { return chown(victim, getuid(), getgid()); }
static long cut_file(void) { return truncate(victim, 1); }
static long change_times(void) { return utimensat(AT_FDCWD, victim, NULL, 0); }
static long set_attribute(void) {
  return setxattr(victim, "user.x", "y", 1, 0) == 0 || errno == ENOTSUP ? 0 : -1;
}
// Descriptor 2 stands for any that is open.
static long change_mode_of_open(void) { return fchmod(2, 0600); }
static long lock_open(void) { return flock(2, LOCK_UN); }

// Reading.

static long open_to_read(const char *path) { return open(path, O_RDONLY); }
static long read_passwords(void) { return open_to_read("/etc/passwd"); }
static long read_neighbour(void) { return open_to_read(victim); }
static long read_own_environment(void) { return open_to_read("/proc/self/environ"); }
static long read_own_map(void) { return open_to_read("/proc/self/maps"); }
static long write_own_memory(void) { return open("/proc/self/mem", O_RDWR); }
static long read_parent_memory(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)parent);
  return open_to_read(path);
}
static long reopen_descriptor(void) { return open("/proc/self/fd/2", O_RDWR); }
static long list_folder(void) { return succeed_if(opendir(inside) != NULL); }
static long ask_about_file(void) {
  struct stat state;
  return stat(victim, &state);
}
static long ask_slyly(void) {
  // glibc's fstat() makes this call with an empty path: a filter that lets that one pass lets this one pass.
  struct stat state;
  return syscall(SYS_newfstatat, AT_FDCWD, victim, &state, AT_EMPTY_PATH);
}
static long ask_in_detail(void) {
  struct statx state;
  return statx(AT_FDCWD, victim, AT_EMPTY_PATH, STATX_BASIC_STATS, &state);
}
static long ask_for_access(void) { return access(victim, R_OK); }
static long follow_link(void) {
  char target[64];
  return readlink("/proc/self/exe", target, sizeof target);
}
static long change_folder(void) { return chdir(inside); }
static long name_folder(void) {
  char path[1024];
  return syscall(SYS_getcwd, path, sizeof path);
}
static long watch_folder(void) { return inotify_init1(0); }
static long name_host(void) {
  char names[6][65];
  return syscall(SYS_uname, names);
}

// Other processes.

static long trace_parent(void) { return ptrace(PTRACE_SEIZE, parent, 0, 0); }
static long be_traced(void) { return ptrace(PTRACE_TRACEME, 0, 0, 0); }
static long signal_parent(void) { return kill(parent, 0); }
static long name_parent(void) { return syscall(SYS_getppid); }
static long signal_everybody(void) { return kill(-1, 0); }
static long signal_init(void) { return kill(1, 0); }
static long signal_thread_of_parent(void) { return syscall(SYS_tgkill, parent, parent, 0); }
static long signal_thread_old(void) { return syscall(SYS_tkill, parent, 0); }
static long queue_signal(void) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  information.si_code = SI_QUEUE;
  return syscall(SYS_rt_sigqueueinfo, parent, 0, &information);
}
static long open_process(void) { return syscall(SYS_pidfd_open, parent, 0); }
static long signal_by_descriptor(void) { return syscall(SYS_pidfd_send_signal, 0, 0, NULL, 0); }
static long steal_descriptor(void) { return syscall(SYS_pidfd_getfd, 0, 0, 0); }
static long read_other_memory(void) {
  char buffer[8];
  struct iovec part = {.iov_base = buffer, .iov_len = sizeof buffer};
  return process_vm_readv(parent, &part, 1, &part, 1, 0);
}
static long write_other_memory(void) {
  char buffer[8] = {0};
  struct iovec part = {.iov_base = buffer, .iov_len = sizeof buffer};
  return process_vm_writev(parent, &part, 1, &part, 1, 0);
}
static long leave_group(void) { return setpgid(0, 0); }
static long share_memory(void) { return shmget(IPC_PRIVATE, 4096, 0600); }
static long change_priority(void) { return setpriority(PRIO_PROCESS, 0, 5); }

// The kernel.

static long mount_something(void) { return mount("none", inside, "tmpfs", 0, NULL); }
static long unshare_user(void) { return unshare(CLONE_NEWUSER); }
static long unshare_net(void) { return unshare(CLONE_NEWNET); }
static long enter_namespace(void) { return setns(2, 0); }
static long change_root(void) { return chroot(inside); }
static long load_bpf(void) { return syscall(SYS_bpf, 0, NULL, 0); }
static long count_events(void) { return syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0); }
static long ask_keys(void) { return syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0); }
static long make_ring(void) { return syscall(SYS_io_uring_setup, 1, NULL); }
static long handle_faults(void) { return syscall(SYS_userfaultfd, 0); }
static long change_personality(void) { return personality(READ_IMPLIES_EXEC); }
static long type_into_terminal(void) { return ioctl(2, TIOCSTI, "x"); }
static long ask_terminal(void) {
  int waiting;
  return ioctl(2, FIONREAD, &waiting);
}
static long change_segments(void) { return syscall(SYS_modify_ldt, 0, NULL, 0); }
static long load_module(void) { return syscall(SYS_init_module, NULL, 0, ""); }
static long advise_memory(void) {
  // MADV_WILLNEED stands for all that malloc doesn't use, of which some take memory away from others.
  void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return madvise(page, 4096, MADV_WILLNEED);
}

// Rights and limits.

static long raise_limit(void) {
  struct rlimit limit = {64 << 20, RLIM_INFINITY};
  return setrlimit(RLIMIT_STACK, &limit);
}
static long raise_limit_of(pid_t pid) {
  struct rlimit before, same;
  if (syscall(SYS_prlimit64, pid, RLIMIT_NOFILE, NULL, &before) < 0) return -1;
  same = before;
  return syscall(SYS_prlimit64, pid, RLIMIT_NOFILE, &same, NULL);
}
static long raise_own_limit(void) { return raise_limit_of(0); }
static long raise_parent_limit(void) { return raise_limit_of(parent); }
static long allow_dumps(void) { return prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); }
static long outlive_parent(void) { return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0); }
static long become_user(void) { return syscall(SYS_setuid, getuid()); }
static long become_group(void) { return syscall(SYS_setgid, getgid()); }
static long set_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2] = {{0}};
  return syscall(SYS_capset, &header, data);
}
// Slipping past a filter, and code of one's own.

static long by_32_bit_call(void) {
  long result = 20;  // getpid by its 32 bit number
  __asm__ volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
  return result;
}
static long by_x32_call(void) { return syscall(0x40000000 + SYS_getpid); }
static long by_unknown_call(void) {
  // A kernel without a filter says ENOSYS.
  return syscall(1023) < 0 && errno == ENOSYS ? 0 : -1;
}
static long write_and_execute(void) {
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return succeed_if(code != MAP_FAILED);
}
static long make_executable(void) {
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return mprotect(code, 4096, PROT_READ | PROT_EXEC);
}
static long make_executable_by_key(void) {
  void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return syscall(SYS_pkey_mprotect, code, 4096, PROT_READ | PROT_EXEC, -1);
}
static long rewrite_code(void) {
  uintptr_t page = (uintptr_t)&rewrite_code & ~(uintptr_t)4095;
  return mprotect((void *)page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
}
static long memory_file(void) { return memfd_create("x", 0); }

static const struct way ways[] = {
    {"connect-ipv4", connect_ipv4}, {"connect-ipv6", connect_ipv6}, {"connect-unix", connect_unix},
    {"netlink", netlink}, {"datagram", datagram}, {"socketpair", pair}, {"park-descriptor", park_descriptor},
    {"write-to-channel", write_to_channel},
    {"execve", execute}, {"execveat", execute_at}, {"posix-spawn", spawn_program}, {"execute-memory", execute_memory},
    {"fork", fork_raw}, {"clone", clone_raw}, {"clone3", clone3_raw}, {"fork-by-library", fork_by_library},
    {"thread", thread},
    {"create", make_file}, {"creat", make_file_old}, {"open-to-write", open_to_write}, {"append", open_to_append},
    {"openat2", open_both}, {"tmpfile", unnamed_file}, {"rename", rename_file}, {"renameat2", rename_file_2},
    {"unlink", remove_file}, {"unlinkat", remove_file_at}, {"mkdir", make_folder}, {"rmdir", remove_folder},
    {"link", hard_link}, {"symlink", symbolic_link}, {"mkfifo", make_pipe_file}, {"chmod", change_mode},
    {"chown", change_owner}, {"truncate", cut_file}, {"utime", change_times}, {"setxattr", set_attribute},
    {"fchmod", change_mode_of_open}, {"flock", lock_open},
    {"read-passwords", read_passwords}, {"read-neighbour", read_neighbour},
    {"read-environment", read_own_environment}, {"read-maps", read_own_map}, {"write-own-memory", write_own_memory},
    {"read-parent-memory", read_parent_memory}, {"reopen-descriptor", reopen_descriptor}, {"list-folder", list_folder},
    {"stat", ask_about_file}, {"stat-with-empty-path-flag", ask_slyly}, {"statx", ask_in_detail},
    {"access", ask_for_access}, {"readlink", follow_link}, {"chdir", change_folder}, {"getcwd", name_folder},
    {"inotify", watch_folder}, {"uname", name_host},
    {"ptrace-parent", trace_parent}, {"ptrace-me", be_traced}, {"getppid", name_parent},
    {"kill-everybody", signal_everybody}, {"kill-init", signal_init}, {"kill-parent", signal_parent},
    {"tgkill-parent", signal_thread_of_parent}, {"tkill-parent", signal_thread_old}, {"sigqueue", queue_signal},
    {"pidfd-open", open_process}, {"pidfd-signal", signal_by_descriptor}, {"pidfd-getfd", steal_descriptor},
    {"process-vm-readv", read_other_memory}, {"process-vm-writev", write_other_memory}, {"setpgid", leave_group},
    {"shmget", share_memory}, {"setpriority", change_priority},
    {"mount", mount_something}, {"unshare-user", unshare_user}, {"unshare-net", unshare_net},
    {"setns", enter_namespace}, {"chroot", change_root}, {"bpf", load_bpf}, {"perf", count_events},
    {"keyctl", ask_keys}, {"io-uring", make_ring}, {"userfaultfd", handle_faults}, {"personality", change_personality},
    {"tiocsti", type_into_terminal}, {"ioctl", ask_terminal}, {"modify-ldt", change_segments},
    {"init-module", load_module}, {"madvise", advise_memory},
    {"setrlimit", raise_limit}, {"prlimit-self", raise_own_limit}, {"prlimit-parent", raise_parent_limit},
    {"dumpable", allow_dumps}, {"outlive-parent", outlive_parent}, {"setuid", become_user}, {"setgid", become_group},
    {"capset", set_capabilities},
    {"int-0x80", by_32_bit_call}, {"x32", by_x32_call}, {"unknown-call", by_unknown_call},
    {"write-and-execute", write_and_execute}, {"make-executable", make_executable},
    {"make-executable-by-key", make_executable_by_key}, {"rewrite-code", rewrite_code}, {"memfd", memory_file},
};

void escape_prepare(const char *place) {
  snprintf(inside, sizeof inside, "%s", place);
  snprintf(victim, sizeof victim, "%s/victim", inside);
  snprintf(fresh, sizeof fresh, "%s/fresh", inside);
  parent = getppid();
}

int escape_attempt(const char *name) {
  for (size_t index = 0; index < sizeof ways / sizeof *ways; index++) {
    if (strcmp(ways[index].name, name) != 0) continue;
    errno = 0;
    return ways[index].try_it() >= 0 ? 0 : errno;
  }
  return -1;
}

// A thread of this process that is there already when the sandbox closes, and attempts when it is told.

static int orders[2], replies[2];
static const char *name_for_thread;

static void *wait_and_attempt(void *nothing) {
  char byte;
  int result = 0;
  // A thread's own beginning needs calls that the sandbox forbids: it is over by now.
  ssize_t ignored = write(replies[1], &result, sizeof result);
  if (read(orders[0], &byte, 1) != 1) return nothing;
  result = escape_attempt(name_for_thread);
  ignored = write(replies[1], &result, sizeof result);
  (void)ignored;
  return nothing;
}

int escape_prepare_thread(void) {
  pthread_t started;
  if (pipe(orders) < 0 || pipe(replies) < 0) return -1;
  int result;
  if (pthread_create(&started, NULL, wait_and_attempt, NULL) != 0) return -1;
  return read(replies[0], &result, sizeof result) == sizeof result ? result : -1;
}

int escape_attempt_by_thread(const char *name) {
  int result = -1;
  name_for_thread = name;
  if (write(orders[1], "x", 1) != 1 || read(replies[0], &result, sizeof result) != sizeof result) return -1;
  return result;
}

int escape_hide_layers(int landlock, int filters) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == NULL) return -1;
  int bad = 0;
  if (landlock) bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(landlock_create_ruleset), 0);
  if (filters) {
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0);
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1, SCMP_A0(SCMP_CMP_EQ, PR_SET_SECCOMP));
  }
  if (bad == 0) bad = seccomp_load(filter);
  seccomp_release(filter);
  return bad == 0 ? 0 : -1;
}

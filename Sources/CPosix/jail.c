#define _GNU_SOURCE
#include "jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's version 2 and 3 rights; Debian 12's headers know only version 1, the running kernel may know more.
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_FS_VERSION_1 ((1ULL << 13) - 1)

static int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

/// No path may be opened, made, removed or renamed any more: every right is handled and none is given.
static int raise_landlock(void) {
  int version = landlock_version();
  if (version < 1) return 0;
  struct landlock_ruleset_attr attributes = {.handled_access_fs = ACCESS_FS_VERSION_1};
  if (version >= 2) attributes.handled_access_fs |= ACCESS_REFER;
  if (version >= 3) attributes.handled_access_fs |= ACCESS_TRUNCATE;
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  if (ruleset < 0) return 0;
  int stands = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return stands;
}

/// What decoding and recognising need once everything is loaded. Files are read by descriptors that are open already.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(recvmsg),
    SCMP_SYS(close), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(dup),
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(membarrier),
    // Threads and signals of this process.
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(get_robust_list), SCMP_SYS(rseq), SCMP_SYS(gettid),
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(set_tid_address), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // The clock, chance, and harmless questions.
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(getrandom), SCMP_SYS(getrusage), SCMP_SYS(times), SCMP_SYS(uname),
    SCMP_SYS(sysinfo), SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(getcpu),
};

/// What no decoder has a reason for: whoever calls these has taken the process over, and it dies at once.
static const int deadly[] = {
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(socket), SCMP_SYS(socketpair),
    SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4), SCMP_SYS(sendto),
    SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_getfd), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root),
    SCMP_SYS(chroot), SCMP_SYS(setns), SCMP_SYS(unshare), SCMP_SYS(bpf), SCMP_SYS(perf_event_open),
    SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(init_module), SCMP_SYS(finit_module),
    SCMP_SYS(kexec_load), SCMP_SYS(reboot), SCMP_SYS(io_uring_setup), SCMP_SYS(userfaultfd), SCMP_SYS(tkill),
};

static int add_rules(scmp_filter_ctx filter) {
  int bad = 0;
  for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
    bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
  }
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) {
    bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, deadly[i], 0);
  }
  // A library that looks for a file in good faith is told that it may not have it.
  const int doors[] = {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(access), SCMP_SYS(faccessat),
                       SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(readlink), SCMP_SYS(readlinkat), SCMP_SYS(statx)};
  for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
    bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), doors[i], 0);
  }
  // glibc's fstat() is newfstatat() with an empty path.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1, SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH));
  // Memory that is writable and executable at once is what injected code needs.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // A thread of this process, not a process. clone3's flags lie in memory, where a filter can't look: glibc goes back
  // to clone where clone3 is not there.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  // Signals: to this process alone, so that abort() works.
  pid_t self = getpid();
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)self));
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(kill), 1, SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)self));
  // Descriptors: flags may be read and set.
  const int commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[i]));
  }
  // Limits may be asked for (pthread does) and not be changed.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(getrlimit), 0);
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0));
  return bad;
}

static int raise_seccomp(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == NULL) return 0;
  // Calls by another architecture's numbers (32 bit, x32) are how filters are slipped past.
  int bad = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  bad |= seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  bad |= add_rules(filter);
  int stands = bad == 0 && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return stands;
}

int hanscan_jail_enter(void) {
  int walls = 0;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) walls |= HANSCAN_WALL_NO_NEW_PRIVILEGES;
  if (raise_landlock()) walls |= HANSCAN_WALL_LANDLOCK;
  if (raise_seccomp()) walls |= HANSCAN_WALL_SECCOMP;
  return walls;
}

int hanscan_jail_available(void) {
  int walls = HANSCAN_WALL_NO_NEW_PRIVILEGES;
  if (landlock_version() >= 1) walls |= HANSCAN_WALL_LANDLOCK;
  uint32_t action = SCMP_ACT_KILL_PROCESS;
  // A kernel without filters refuses this question itself.
  if (seccomp_api_get() > 0 && syscall(SYS_seccomp, 2 /* SECCOMP_GET_ACTION_AVAIL */, 0, &action) == 0) {
    walls |= HANSCAN_WALL_SECCOMP;
  }
  return walls;
}

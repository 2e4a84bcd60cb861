#define _GNU_SOURCE
#include "sandbox.h"

#include "confinement.h"

/// No path may be opened, made, removed or renamed any more: every right is handled and none is given.
static int enter_landlock(void) {
  int ruleset = landlock_ruleset();
  if (ruleset < 0) return 0;
  int active = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return active;
}

/// The calls that decoding and recognising were seen to make once everything is loaded, and those of the C library to
/// sort, to print and to end a broken process. Files are read by descriptors that are open already; no thread is
/// started, and no path is looked at.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(recvmsg), SCMP_SYS(close),
    SCMP_SYS(lseek), SCMP_SYS(fstat),
    // Memory.
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(sysinfo),
    // Locks and signals of this process.
    SCMP_SYS(futex), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(sched_yield), SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigpending), SCMP_SYS(rt_sigtimedwait), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
    // The clock and chance.
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getrusage), SCMP_SYS(getrandom),
};

/// Denied calls, which a library may try in good faith: they fail.
static const int denied[] = {
    SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(openat2), SCMP_SYS(creat), SCMP_SYS(access), SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(statx), SCMP_SYS(readlink), SCMP_SYS(readlinkat),
    // glibc's fstat() is this one too, with an empty path; a filter can't see whether it is empty.
    SCMP_SYS(newfstatat),
};

static int add_rules(scmp_filter_ctx filter) {
  int bad = add_common_rules(filter, allowed, sizeof allowed / sizeof *allowed);
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(execve), 0);
  bad |= add_all(filter, SCMP_ACT_ERRNO(EACCES), denied, sizeof denied / sizeof *denied);
  // Memory that can be executed is what injected code needs; all there will ever be is there.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // Signals: to this process alone, so that abort() works.
  pid_t self = getpid();
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)self));
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(tgkill), 1,
                          SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)self));
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(kill), 1, SCMP_A0(SCMP_CMP_NE, (scmp_datum_t)self));
  return bad;
}

static int enter_seccomp(void) {
  // A call on no list is refused, so that one that nobody thought of is no way out.
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  // Threads that a library started before get the same filter.
  int bad = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
  bad |= add_rules(filter);
  int active = bad == 0 && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return active;
}

int hanscan_sandbox_enter(int wanted) {
  int layers = 0;
  int has_privileges_gone = drop_capabilities() && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  if (has_privileges_gone) layers |= wanted & HANSCAN_SANDBOX_NO_NEW_PRIVILEGES;
  if (wanted & HANSCAN_SANDBOX_LANDLOCK && enter_landlock()) layers |= HANSCAN_SANDBOX_LANDLOCK;
  if (wanted & HANSCAN_SANDBOX_SECCOMP && enter_seccomp()) layers |= HANSCAN_SANDBOX_SECCOMP;
  return layers;
}

int hanscan_sandbox_available(void) {
  int layers = HANSCAN_SANDBOX_NO_NEW_PRIVILEGES;
  if (landlock_version() >= 1) layers |= HANSCAN_SANDBOX_LANDLOCK;
  uint32_t action = SCMP_ACT_KILL_PROCESS;
  // A kernel without filters refuses this question itself.
  if (seccomp_api_get() > 0 && syscall(SYS_seccomp, 2 /* SECCOMP_GET_ACTION_AVAIL */, 0, &action) == 0) {
    layers |= HANSCAN_SANDBOX_SECCOMP;
  }
  return layers;
}

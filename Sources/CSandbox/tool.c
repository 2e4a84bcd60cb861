#define _GNU_SOURCE
#include "tool.h"

#include "confinement.h"
#include "sandbox.h"

#include <elf.h>
#include <linux/filter.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

/// The calls that poppler's tools were seen to make from their start on, and those of the C library; files are opened
/// for reading (below), and which of them Landlock decides.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(close),
    SCMP_SYS(lseek), SCMP_SYS(fadvise64),
    // Paths and facts of files.
    SCMP_SYS(access), SCMP_SYS(faccessat), SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(fstat),
    SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(statfs), SCMP_SYS(fstatfs), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat), SCMP_SYS(getdents64), SCMP_SYS(getcwd), SCMP_SYS(uname),
    // Memory, that of libraries included.
    SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(sysinfo),
    // The start of a program; no other than itself can be started.
    SCMP_SYS(execve), SCMP_SYS(arch_prctl), SCMP_SYS(set_tid_address), SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(getuid), SCMP_SYS(geteuid), SCMP_SYS(getgid), SCMP_SYS(getegid),
    // Locks and signals of this process.
    SCMP_SYS(futex), SCMP_SYS(gettid), SCMP_SYS(getpid), SCMP_SYS(sched_yield), SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    SCMP_SYS(exit), SCMP_SYS(exit_group),
    // The clock and chance.
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(getrusage), SCMP_SYS(getrandom),
};

static int add_rules(scmp_filter_ctx filter) {
  int bad = add_common_rules(filter, allowed, sizeof allowed / sizeof *allowed);
  // Nothing is opened for writing, made or cut off, whatever Landlock would say.
  const scmp_datum_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND;
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, writing, O_RDONLY));
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, writing, O_RDONLY));
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(kill), 0);
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_SETFD));
  return bad;
}

static struct sock_fprog program;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/// Compiles the filter once: between fork and exec nothing may be allocated.
static void compile(void) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  int file = add_rules(filter) == 0 ? memfd_create("hanscan-filter", MFD_CLOEXEC) : -1;
  struct stat facts;
  if (file >= 0 && seccomp_export_bpf(filter, file) == 0 && fstat(file, &facts) == 0 && facts.st_size > 0) {
    void *code = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (code != MAP_FAILED) {
      program.filter = code;
      program.len = (unsigned short)((size_t)facts.st_size / sizeof(struct sock_filter));
    }
  }
  if (file >= 0) close(file);
  seccomp_release(filter);
}

static int allow(int ruleset, const char *path, uint64_t rights) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return errno == ENOENT ? 0 : -errno;
  struct stat facts;
  if (fstat(file, &facts) == 0 && !S_ISDIR(facts.st_mode)) rights &= ~(uint64_t)LANDLOCK_ACCESS_FS_READ_DIR;
  struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
  int result = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0 ? -errno : 0;
  close(file);
  return result;
}

static int find_loader(struct dl_phdr_info *object, size_t size, void *found) {
  (void)size;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[index];
    if (part->p_type == PT_INTERP) *(const char **)found = (const char *)(object->dlpi_addr + part->p_vaddr);
  }
  return 1;
}

/// The files that the tool may open: itself and the loader to be executed, what is named to be read. -1 without Landlock.
static int ruleset_for(const struct hanscan_tool *tool) {
  int ruleset = landlock_ruleset();
  if (ruleset < 0) return -1;
  const uint64_t reading = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  const uint64_t executing = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
  int bad = allow(ruleset, tool->arguments[0], executing);
  // This very program was loaded by the loader that the tool names, too.
  const char *loader = NULL;
  dl_iterate_phdr(find_loader, &loader);
  if (loader != NULL) bad |= allow(ruleset, loader, executing);
  for (char *const *path = tool->readable; *path != NULL; path++) bad |= allow(ruleset, *path, reading);
  // The files themselves may be opened once more by their descriptors (/dev/stdin, /proc/self/fd).
  const int files[] = {tool->input, tool->second};
  for (int index = 0; index < 2 && files[index] >= 0; index++) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE, .parent_fd = files[index]};
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
  if (bad == 0) return ruleset;
  close(ruleset);
  return -1;
}

static void limit(int resource, uint64_t value) {
  struct rlimit now;
  if (getrlimit(resource, &now) < 0) return;
  rlim_t wanted = (rlim_t)value < now.rlim_max ? (rlim_t)value : now.rlim_max;
  now.rlim_cur = now.rlim_max = wanted;
  setrlimit(resource, &now);
}

/// Becomes the tool; runs between fork and exec, where only plain system calls are safe. Returns an errno.
static int become(const struct hanscan_tool *tool, int ruleset, int wanted, pid_t parent, int told) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) return ESRCH;
  setpgid(0, 0);
  for (int number = 1; number < _NSIG; number++) signal(number, SIG_DFL);
  // Half of all memory is added to what the kernel holds against it when it must choose a process to kill.
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0) {
    ssize_t ignored = write(score, "500", 3);
    (void)ignored;
    close(score);
  }
  if (dup2(tool->input, 0) < 0 || dup2(tool->output, 1) < 0 || dup2(tool->errors, 2) < 0) return errno;
  if (tool->second >= 0 && dup2(tool->second, 3) < 0) return errno;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 64);
  limit(RLIMIT_CPU, tool->processor_seconds);
  limit(RLIMIT_FSIZE, tool->file_size);
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  limit(RLIMIT_AS, tool->address_space);
#endif
#endif
  drop_capabilities();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return errno;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (ruleset >= 0 && syscall(SYS_landlock_restrict_self, ruleset, 0) < 0) return errno;
  // Nothing else that is open here goes with it; only a failure can still be told.
  const int last = tool->second >= 0 ? 4 : 3;
  if (dup3(told, last, O_CLOEXEC) < 0) return errno;
  syscall(SYS_close_range, (unsigned)last + 1, ~0U, 0);
  if (wanted & HANSCAN_SANDBOX_SECCOMP && program.filter != NULL &&
      syscall(SYS_seccomp, 1 /* SECCOMP_SET_MODE_FILTER */, 0, &program) < 0)
    return errno;
  execve(tool->arguments[0], tool->arguments, tool->environment);
  return errno;
}

/// Moves a descriptor out of the way of those that a tool is given; closed on exec as before.
static int clear(int descriptor) {
  if (descriptor < 0 || descriptor > 4) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 5);
  close(descriptor);
  return moved;
}

int hanscan_tool_start(const struct hanscan_tool *tool, int wanted, pid_t *pid, int *process) {
  pthread_once(&once, compile);
  // A given descriptor must not have the number that it is to get.
  if (tool->input < 4 || tool->output < 4 || tool->errors < 4 || (tool->second >= 0 && tool->second < 4)) return -EINVAL;
  int told[2];
  if (pipe2(told, O_CLOEXEC) < 0) return -errno;
  told[1] = clear(told[1]);
  int ruleset = wanted & HANSCAN_SANDBOX_LANDLOCK ? clear(ruleset_for(tool)) : -1;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    int failure = become(tool, ruleset, wanted, parent, told[1]);
    const int last = tool->second >= 0 ? 4 : 3;
    ssize_t ignored = write(fcntl(told[1], F_GETFD) < 0 ? last : told[1], &failure, sizeof failure);
    (void)ignored;
    _exit(127);
  }
  int failure = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  int layers = HANSCAN_SANDBOX_NO_NEW_PRIVILEGES;
  if (ruleset >= 0) layers |= HANSCAN_SANDBOX_LANDLOCK;
  if (wanted & HANSCAN_SANDBOX_SECCOMP && program.filter != NULL) layers |= HANSCAN_SANDBOX_SECCOMP;
  if (ruleset >= 0) close(ruleset);
  close(told[1]);
  if (child > 0) {
    // Exec closes the child's end; whatever comes before is why there was none.
    ssize_t count;
    do count = read(told[0], &failure, sizeof failure);
    while (count < 0 && errno == EINTR);
    if (count != sizeof failure) failure = 0;
  }
  close(told[0]);
  if (failure != 0) {
    if (child > 0) while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
    return -failure;
  }
  *pid = child;
  *process = (int)syscall(SYS_pidfd_open, child, 0);
  return layers;
}

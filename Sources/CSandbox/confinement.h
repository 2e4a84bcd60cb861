#pragma once

// The common part of the sandboxes of workers and of tools.

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's later rights; Debian 12's headers know only version 1, the running kernel may know more.
#define ACCESS_FS_VERSION_1 ((1ULL << 13) - 1)
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL_DEV (1ULL << 15)
#define ACCESS_NET_TCP 3ULL            // Binding and connecting.
#define SCOPE_SOCKETS_AND_SIGNALS 3ULL // Abstract sockets of, and signals to, processes outside of the sandbox.

/// The kernel's landlock_ruleset_attr with its later members; an older kernel takes them as long as they are 0.
struct rights {
  uint64_t file_system, network, scope;
};

static inline int landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

/// A new ruleset that handles every right that the kernel knows and gives none; negative where there is no Landlock.
static inline int landlock_ruleset(void) {
  int version = landlock_version();
  if (version < 1) return -1;
  struct rights rights = {.file_system = ACCESS_FS_VERSION_1};
  if (version >= 2) rights.file_system |= ACCESS_REFER;
  if (version >= 3) rights.file_system |= ACCESS_TRUNCATE;
  if (version >= 4) rights.network = ACCESS_NET_TCP;
  if (version >= 5) rights.file_system |= ACCESS_IOCTL_DEV;
  if (version >= 6) rights.scope = SCOPE_SOCKETS_AND_SIGNALS;
  return (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights, 0);
}

/// Calls that no decoder has a reason for: a process that makes one is in an attacker's hands, and is killed.
static const int kill_on_use[] = {
    // Processes.
    SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork),
    // The network, and descriptors for others.
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept),
    SCMP_SYS(accept4), SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(sendmmsg),
    // Other processes.
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(process_madvise),
    SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd), SCMP_SYS(pidfd_send_signal), SCMP_SYS(kcmp), SCMP_SYS(tkill),
    SCMP_SYS(rt_sigqueueinfo), SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(msgget),
    SCMP_SYS(semget), SCMP_SYS(mq_open),
    // File systems and name spaces.
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot), SCMP_SYS(setns), SCMP_SYS(unshare),
    SCMP_SYS(open_tree), SCMP_SYS(move_mount), SCMP_SYS(fsopen), SCMP_SYS(open_by_handle_at), SCMP_SYS(mknod),
    SCMP_SYS(mknodat),
    // The kernel's wide and often broken interfaces.
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(request_key),
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register), SCMP_SYS(userfaultfd),
    SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load), SCMP_SYS(reboot),
    SCMP_SYS(iopl), SCMP_SYS(ioperm), SCMP_SYS(modify_ldt), SCMP_SYS(personality), SCMP_SYS(swapon),
    // Rights.
    SCMP_SYS(setuid), SCMP_SYS(setgid), SCMP_SYS(setreuid), SCMP_SYS(setregid), SCMP_SYS(setresuid),
    SCMP_SYS(setresgid), SCMP_SYS(setgroups), SCMP_SYS(capset),
};

static inline int add_all(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t count) {
  int bad = 0;
  for (size_t i = 0; i < count; i++) bad |= seccomp_rule_add(filter, action, calls[i], 0);
  return bad;
}

/// The rules of every sandbox for memory, new processes, descriptors and limits.
static inline int add_common_rules(scmp_filter_ctx filter, const int *allowed, size_t count) {
  // Calls by another architecture's numbers (32 bit, x32) are how filters are slipped past.
  int bad = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  bad |= add_all(filter, SCMP_ACT_ALLOW, allowed, count);
  bad |= add_all(filter, SCMP_ACT_KILL_PROCESS, kill_on_use, sizeof kill_on_use / sizeof *kill_on_use);
  // Memory that malloc gives back; other advice reaches into the kernel (to poison memory, to merge pages).
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1, SCMP_A2(SCMP_CMP_EQ, MADV_DONTNEED));
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1, SCMP_A2(SCMP_CMP_EQ, MADV_FREE));
  // A new process kills its maker, a new thread is refused (EAGAIN). clone3's flags lie in memory, where a filter can't
  // look: glibc goes back to clone where clone3 is not there.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  bad |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EAGAIN), SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
  bad |= seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  // Descriptors: flags may be read.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFD));
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, F_GETFL));
  // Its own limits may be asked for and not be changed, those of others neither.
  bad |= seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, SCMP_A0(SCMP_CMP_EQ, 0),
                          SCMP_A2(SCMP_CMP_EQ, 0));
  return bad;
}

/// Gives up every privilege that root has, for good: a run by cron is often root's.
static inline int drop_capabilities(void) {
  // Without the right to do so there is nothing in the bounding set that could be gained: no_new_privs forbids it.
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; capability++) {
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return syscall(SYS_capset, &header, none) == 0;
}

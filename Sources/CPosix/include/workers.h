#pragma once

// Both ends of a worker process: start it, hand it descriptors, limit it, end it. Failures are negative errnos.

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// The supervisor's part of a worker; the descriptors don't block, and -1 stands for none.
struct cposix_worker {
  pid_t pid;
  int process;  ///< pidfd, readable once the worker has ended; -1 on kernels before 5.3.
  int input;    ///< Written to: the worker's standard input.
  int output;   ///< Read from: the worker's standard output.
  int errors;   ///< Read from: the worker's standard error.
  int channel;  ///< Open descriptors are sent over it to the worker's descriptor 3.
};

/// The exit of a worker.
struct cposix_end {
  int status;  ///< Exit status; -1 when a signal ended it, or nobody knows.
  int signal;  ///< The signal that ended it; 0 when none did.
};

/// Starts a program as the leader of a process group of its own, with descriptors 0 to 3 alone, no signal blocked and
/// every signal at its default. `path` is not searched for.
int cposix_spawn_worker(
  const char *path, char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
  struct cposix_worker *worker);

/// Signals the worker and its whole process group. Only for a worker that has not been reaped: its number is still its own.
int cposix_signal_group(pid_t pid, int number);

/// 1 when the worker has ended: then what is left of its group is killed, and it is reaped. 0 while it lives.
int cposix_reap(pid_t pid, struct cposix_end *end);

/// Sends an open descriptor with a tag that says what it is for.
int cposix_send_descriptor(int channel, uint64_t tag, int descriptor);

/// Receives one descriptor and its tag, waiting for it.
int cposix_receive_descriptor(int channel, uint64_t *tag);

/// Resources that a worker's use of is limited.
enum cposix_resource {
  cposix_address_space = RLIMIT_AS,
  cposix_processor_seconds = RLIMIT_CPU,
  cposix_file_size = RLIMIT_FSIZE,
  cposix_open_files = RLIMIT_NOFILE,
  cposix_core_size = RLIMIT_CORE,
};

/// Sets the soft limit, and the hard one too if `firmly`; never above the hard limit that stands. `pid` 0 is this process.
int cposix_limit(pid_t pid, enum cposix_resource resource, uint64_t value, int firmly);

/// The soft limit; UINT64_MAX when there is none.
uint64_t cposix_limit_now(enum cposix_resource resource);

/// Gives this process a name for lists of processes, at most 15 bytes.
void cposix_name_process(const char *name);

/// Ties the life of this process to the thread that started it: when that ends, the kernel sends SIGKILL.
int cposix_die_with_parent(void);

/// No program started from here gains rights, by set-uid or otherwise.
int cposix_no_new_privileges(void);

/// No core dump, and no other process of the same user may look into this one.
int cposix_not_dumpable(void);

/// Makes C++'s operator new end the process with `status` when memory runs out, instead of an exception that mostly
/// ends as an unexplained abort.
void cposix_exit_when_memory_ends(int status);

/// Moves a descriptor to the next free number from `least` on, to be closed on exec; the old number is closed.
int cposix_move_descriptor(int descriptor, int least);

#pragma clang assume_nonnull end

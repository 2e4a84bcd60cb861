#pragma once

#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// A program of somebody else's that reads one open file and writes another, and what it is allowed.
struct hanscan_tool {
  char *_Nullable const *_Nonnull arguments;    ///< The program's path first, which is not searched for.
  char *_Nullable const *_Nonnull environment;
  int input, output, errors;               ///< Its descriptors 0, 1 and 2.
  int second;                              ///< Another file to read, its descriptor 3; -1 for none.
  char *_Nullable const *_Nonnull readable;  ///< Folders and files that it may read, up to a null; missing ones are left out.
  uint64_t address_space;                  ///< Bytes.
  uint64_t processor_seconds;
  uint64_t file_size;                      ///< Bytes of each of the files that it writes; more is killed (SIGXFSZ).
};

/// Starts a tool in a sandbox of its own, as the leader of a process group; the layers that are active are returned as
/// bits, or a negative errno.
///
/// It has no privilege and no network, starts no process or thread, and opens files for reading alone: those that are
/// named, its libraries among them. No program but itself can be executed. It is killed when the thread that started
/// it exits. `*process` is a pidfd, readable once it has exited, or -1 on kernels before 5.3.
int hanscan_tool_start(const struct hanscan_tool *tool, int wanted_layers, pid_t *pid, int *process);

#pragma clang assume_nonnull end

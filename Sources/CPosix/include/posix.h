#pragma once

// Parts of POSIX and Linux that several modules need and Swift's Glibc hides: macros, GNU extensions, variable arguments.
// A function that can fail returns a negative errno; zero or more is success. None of them is cancelled by EINTR.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

/// The words that this program was started with, its own name first, as C's main() gets them.
///
/// Swift reads them from /proc, which may not be mounted.
int cposix_argument_count(void);
const char *cposix_argument(int index);

/// The number of processors that this process may be scheduled on, at least 1.
int cposix_affinity_count(void);

/// The size of an open regular file; -EINVAL for what is none.
///
/// It works in the workers' sandbox: glibc's fstat() is a call that takes a path as well, and is refused there.
int64_t cposix_regular_size(int descriptor);

/// 1 when the signal is ignored by this process, 0 when not.
int cposix_signal_is_ignored(int number);

/// Ignores a signal, or gives it back its default.
int cposix_signal_ignore(int number);
int cposix_signal_default(int number);

/// Blocks the signals in the calling thread and returns a non-blocking descriptor that they can be read from.
/// Threads that already run are not changed: call it first.
int cposix_signal_descriptor(const int *signals, size_t count);

/// Opens a pipe that never waits and that no child inherits; returns 0, or -1 with errno set.
int cposix_wake_pipe(int *ends);

/// The next signal waiting on such a descriptor, 0 when there is none.
int cposix_signal_next(int descriptor);

/// Lifts the block of the signals in the calling thread.
int cposix_signal_unblock(const int *signals, size_t count);

/// Writes all bytes or fails, and raises no SIGPIPE whatever this process does with it; -EAGAIN after a part
/// on a non-blocking descriptor is reported as the number of bytes written.
ssize_t cposix_write_quietly(int descriptor, const void *bytes, size_t count);

/// A file that lives in memory alone, closed at exec; -1 and errno where that fails.
int hanscan_memory_file(const char *name);

/// The flag that opens a place in the file system without opening what lies there: `O_PATH`, a GNU extension.
int hanscan_open_place_flag(void);

/// Lets the system begin to write a file's bytes to the disk, without waiting for it.
///
/// sync_file_range(2), which Swift's Glibc hides; a hint, so its result does not matter.
void hanscan_begin_writing(int descriptor);

/// Waits until all that was written to the file system of a descriptor is on the disk; 0 or -1 with errno.
///
/// syncfs(2), which Swift's Glibc hides.
int hanscan_sync_file_system(int descriptor);

/// 1 for a file system on which other machines, or programs outside of the kernel, change files without an event.
int cposix_is_remote(int descriptor);

#pragma clang assume_nonnull end

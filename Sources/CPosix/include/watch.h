#pragma once

// inotify(7), and datagrams to a service manager, which Swift's Glibc hides. Failures are negative errnos.

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A change of a name in a watched directory, or to the directory itself; several bits may be set.
enum cposix_watch_bits {
  cposix_watch_appeared = 1,    ///< It was made, or was given this name.
  cposix_watch_moved_away = 8,
  cposix_watch_removed = 16,
  cposix_watch_directory = 32,  ///< It is a directory.
  cposix_watch_itself = 64,     ///< The watched directory was removed, moved, or its file system unmounted.
  cposix_watch_forgotten = 128, ///< The watch is gone; its number means nothing any more.
  cposix_watch_overflow = 256,  ///< Events were lost; the event has no number.
};

struct cposix_watch_event {
  int number;
  int bits;
  const char *_Nullable name;  ///< Null where the directory itself is meant.
};

/// A descriptor to read events from, which does not block.
int cposix_watch_open(void);

/// Watches an open directory, and returns its number; a directory that is watched already has the one it had.
int cposix_watch_add(int watch, int directory);

/// Forgets a directory; events of it that wait stay.
int cposix_watch_remove(int watch, int number);

/// Takes the event at `*offset` of what read(2) gave, and moves the offset on; 0 at the end.
int cposix_watch_next(const void *buffer, size_t length, size_t *offset, struct cposix_watch_event *event);

/// 1 for a file system on which other machines, or programs outside of the kernel, change files without an event.
int cposix_is_remote(int descriptor);

/// Sends a datagram to a Unix socket by its path; one that begins with `@` is of the abstract namespace.
int cposix_send_datagram(const char *path, const void *bytes, size_t count);

#pragma clang assume_nonnull end

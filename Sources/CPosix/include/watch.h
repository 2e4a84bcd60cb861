#pragma once

// Kinds of file systems, and datagrams to a service manager. Failures are negative errnos.

#include <stddef.h>

#pragma clang assume_nonnull begin

/// 1 for a file system on which other machines, or programs outside of the kernel, change files without an event.
int cposix_is_remote(int descriptor);

/// Sends a datagram to a Unix socket by its path; one that begins with `@` is of the abstract namespace.
int cposix_send_datagram(const char *path, const void *bytes, size_t count);

#pragma clang assume_nonnull end

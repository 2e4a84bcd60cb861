#ifndef SYNC_RECORDER_H
#define SYNC_RECORDER_H

/// The number of syncs of this process until now, to count those that follow.
unsigned sync_recorder_now(void);

/// How often this process has synced the file or directory that is at `path` now, by fsync() or fdatasync(), since then.
///
/// Files are told apart by their numbers, which the system gives again when a file is gone: count from shortly before.
/// The program that this is linked into syncs through it: the calls are counted and then made.
int sync_recorder_count(const char *_Nonnull path, unsigned since);

#endif

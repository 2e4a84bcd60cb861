#ifndef SYNC_RECORDER_H
#define SYNC_RECORDER_H

/// How often this process has synced the file or directory that is at `path` now, by fsync() or fdatasync().
///
/// The program that this is linked into syncs through it: the calls are counted and then made.
int sync_recorder_count(const char *_Nonnull path);

#endif

#ifndef HANSCAN_EXPORT_H
#define HANSCAN_EXPORT_H

/// Lets the system begin to write a file's bytes to the disk, without waiting for it.
///
/// sync_file_range(2), which Swift's Glibc hides; a hint, so its result does not matter.
void hanscan_begin_writing(int descriptor);

/// Waits until all that was written to the file system of a descriptor is on the disk; 0 or -1 with errno.
///
/// syncfs(2), which Swift's Glibc hides.
int hanscan_sync_file_system(int descriptor);

#endif

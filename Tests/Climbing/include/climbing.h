#ifndef HANSCAN_CLIMBING_H
#define HANSCAN_CLIMBING_H

#pragma clang assume_nonnull begin

/// To be called before the jail is closed. `place` is a folder with a file `victim`, which the caller may lose.
void climb_prepare(const char *place);

/// Tries one way out of the jail and returns 0 when it was open, or the number of the error that stopped it.
///
/// Signals are sent with number 0, which only asks. -1 for a name that is not known. Where the jail kills, this never
/// returns.
int climb(const char *name);

/// Starts a thread that waits; `climb_by_thread` has it climb, after the jail was closed around it.
int climb_prepare_thread(void);
int climb_by_thread(const char *name);

/// From now on this process, and every program that it becomes or starts, is on a kernel without Landlock, or without
/// filters of system calls, as far as it can tell.
int climb_hide_walls(int landlock, int filters);

#pragma clang assume_nonnull end

#endif

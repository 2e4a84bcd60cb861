#ifndef HANSCAN_ESCAPE_ATTEMPTS_H
#define HANSCAN_ESCAPE_ATTEMPTS_H

#pragma clang assume_nonnull begin

/// To be called before the sandbox is closed. `place` is a folder with a file `victim`, which the caller may lose.
void escape_prepare(const char *place);

/// Tries one way out of the sandbox and returns 0 when it was open, or the number of the error that stopped it.
///
/// Signals are sent with number 0, which only asks. -1 for a name that is not known. Where the sandbox kills, this never
/// returns.
int escape_attempt(const char *name);

/// Starts a thread that waits; `escape_attempt_by_thread` has it attempt, after the sandbox was closed around it.
int escape_prepare_thread(void);
int escape_attempt_by_thread(const char *name);

/// From now on this process, and every program that it becomes or starts, is on a kernel without Landlock, or without
/// filters of system calls, as far as it can tell.
int escape_hide_layers(int landlock, int filters);

#pragma clang assume_nonnull end

#endif

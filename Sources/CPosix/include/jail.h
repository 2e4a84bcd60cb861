#ifndef HANSCAN_JAIL_H
#define HANSCAN_JAIL_H

/// Which walls of the jail stand; each is a bit.
enum hanscan_jail_wall {
  HANSCAN_WALL_NO_NEW_PRIVILEGES = 1,
  HANSCAN_WALL_LANDLOCK = 2,
  HANSCAN_WALL_SECCOMP = 4,
  HANSCAN_WALLS = 7,
};

/// Shuts this process in for good and returns the walls that stand; `wanted` is HANSCAN_WALLS but in tests of one wall.
///
/// Afterwards it has no privilege and no network, starts no program, process or thread, and opens no file; what it has
/// open stays usable. Every call that is not known to be needed fails with EPERM. One that a library may try in good
/// faith (open, stat of a path) fails with EACCES; one that no decoder has a reason for (execve, socket, ptrace, fork,
/// mount, ...) kills the process by SIGSYS. glibc's fstat() fails too: see cposix_regular_size.
int hanscan_jail_enter(int wanted);

/// The walls that could stand on this system, found out without entering the jail.
int hanscan_jail_available(void);

#endif

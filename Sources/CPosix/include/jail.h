#ifndef HANSCAN_JAIL_H
#define HANSCAN_JAIL_H

/// Which walls of the jail stand; each is a bit.
enum hanscan_jail_wall {
  HANSCAN_WALL_NO_NEW_PRIVILEGES = 1,
  HANSCAN_WALL_LANDLOCK = 2,
  HANSCAN_WALL_SECCOMP = 4,
};

/// Shuts this process in for good and returns the walls that stand.
///
/// Afterwards it has no network, starts no program and no process, and opens no file; what it has open stays usable.
/// A forbidden call that a library may try in good faith (open, stat of a path) fails with EACCES or EPERM;
/// one that no decoder has a reason for (execve, socket, ptrace, fork, mount, ...) kills the process by SIGSYS.
int hanscan_jail_enter(void);

/// The walls that could stand on this system, found out without entering the jail.
int hanscan_jail_available(void);

#endif

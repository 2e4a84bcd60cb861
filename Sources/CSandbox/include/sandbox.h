#pragma once

/// The layers of the sandbox; each is a bit.
enum hanscan_sandbox_layer {
  HANSCAN_SANDBOX_NO_NEW_PRIVILEGES = 1,
  HANSCAN_SANDBOX_LANDLOCK = 2,
  HANSCAN_SANDBOX_SECCOMP = 4,
  HANSCAN_SANDBOX_LAYERS = 7,
};

/// Enters the sandbox for good and returns the layers that are active; `wanted` is HANSCAN_SANDBOX_LAYERS but in tests.
///
/// Afterwards it has no privilege and no network, starts no program, process or thread, and opens no file; what it has
/// open stays usable. Every call that is not known to be needed fails with EPERM. A denied call, which a library may
/// try in good faith (open, stat of a path), fails with EACCES; one that no decoder has a reason for (execve, socket,
/// ptrace, fork, mount, ...) is killed on use, by SIGSYS. glibc's fstat() fails too: see cposix_regular_size.
int hanscan_sandbox_enter(int wanted);

/// The layers that this system has, found out without entering the sandbox.
int hanscan_sandbox_available(void);

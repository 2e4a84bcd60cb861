"""The time and memory of a command, with all the processes that it started."""
import os
import signal
import time


def measure(arguments, log, environment=None, input="/dev/null"):
  """Runs a command until it exits; its output goes to `log`.

  `environment` is set on top of this process's own; None removes a variable.
  """
  variables = {**os.environ, **(environment or {})}
  variables = {name: value for name, value in variables.items() if value is not None}
  start = time.monotonic()
  actions = [
    (os.POSIX_SPAWN_OPEN, 0, input, os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644),
    (os.POSIX_SPAWN_DUP2, 1, 2),
  ]
  try:
    child = os.posix_spawnp(arguments[0], arguments, variables, file_actions=actions, setsigdef=[signal.SIGPIPE])
  except OSError as error:
    raise SystemExit(f"bench.py: cannot start {arguments[0]}: {error.strerror}")
  # The kernel counts a process's memory before its exec as the child's own: a value below that says nothing about it.
  inherited = peak_bytes(os.getpid())
  largest = tree = 0
  following = start
  while True:
    exited, status, usage = os.wait4(child, os.WNOHANG)
    if exited:
      break
    if time.monotonic() >= following:
      resident, peak = memory_below(child)
      tree, largest = max(tree, resident), max(largest, peak)
      following = time.monotonic() + 0.1
    time.sleep(0.002)
  seconds = time.monotonic() - start
  if usage.ru_maxrss * 1024 > inherited:
    largest = usage.ru_maxrss * 1024
  code = os.waitstatus_to_exitcode(status)
  return {
    "seconds": seconds,
    # User and system time of the command and of everything it waited for.
    "cpuSeconds": usage.ru_utime + usage.ru_stime,
    # The highest resident memory of any one process.
    "largestProcessBytes": largest,
    # The highest sum of resident memory over the tree, sampled every tenth of a second.
    "treeBytes": max(tree, largest),
    "status": code if code >= 0 else 128 - code,
  }


def contents(path):
  try:
    with open(path, errors="replace") as file:
      return file.read()
  except OSError:
    return ""


def peak_bytes(process):
  """The highest resident memory that a process has had since its exec; 0 if it is gone."""
  for line in contents(f"/proc/{process}/status").splitlines():
    if line.startswith("VmHWM:"):
      return int(line.split()[1]) << 10
  return 0


def memory_below(root):
  """The memory of a process and all its descendants: the sum, and the highest of any one process."""
  children = {}
  for name in filter(str.isdigit, os.listdir("/proc")):
    # The name in parentheses may hold anything; the parent is the second field after the last parenthesis.
    fields = contents(f"/proc/{name}/stat").rpartition(")")[2].split()
    if len(fields) > 1:
      children.setdefault(int(fields[1]), []).append(int(name))
  resident = largest = 0
  waiting = [root]
  while waiting:
    process = waiting.pop()
    waiting += children.get(process, [])
    fields = contents(f"/proc/{process}/statm").split()
    resident += int(fields[1]) * os.sysconf("SC_PAGESIZE") if len(fields) > 1 else 0
    largest = max(largest, peak_bytes(process))
  return resident, largest

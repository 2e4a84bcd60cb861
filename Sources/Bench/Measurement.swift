import Glibc
import Support

/// The time and memory of a command, with all the processes that it started.
struct Measurement: Sendable, Codable {
  var seconds: Double
  /// User and system time of the command and of everything it waited for.
  var cpuSeconds: Double
  /// The highest resident memory of any one process.
  var largestProcessBytes: Int
  /// The highest sum of resident memory over the tree, sampled every tenth of a second.
  var treeBytes: Int
  var status: Int32
}

/// A program, its arguments and what it reads from; its own output goes to a file.
struct BenchCommand: Sendable {
  var arguments: [String]
  /// Set on top of this process's environment; nil takes a variable away.
  var environment: [String: String?] = [:]
  var input = "/dev/null"
  var log = "/dev/null"

  /// Runs the program until it exits, and measures it.
  func measure() throws(BenchError) -> Measurement {
    let start = Self.now()
    let child = try spawn()
    // The kernel counts a process's memory before its exec as the child's own: a value
    // below that says nothing about it. Asked after the exec, as other threads of this process may grow it until then.
    let inherited = ProcessTree.peakBytes(of: getpid())
    var tree = ProcessTree.Memory()
    var nextSample = start
    var status: Int32 = 0
    var usage = rusage()
    while true {
      let exited = wait4(child, &status, WNOHANG, &usage)
      if exited == child { break }
      if exited < 0, errno != EINTR {
        throw BenchError("can't wait for \(arguments[0]): \(SystemError.text(of: errno))")
      }
      if Self.now() >= nextSample {
        tree.raise(to: ProcessTree.memory(below: child))
        nextSample = Self.now() + 0.1
      }
      usleep(2000)
    }
    let kept = usage.ru_maxrss * 1024
    let largest = kept > inherited ? kept : tree.largestBytes
    return Measurement(
      seconds: Self.now() - start, cpuSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      largestProcessBytes: largest, treeBytes: max(tree.residentBytes, largest),
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
  }

  private func spawn() throws(BenchError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)

    let kept = ProcessFacts.environment.filter { environment[String($0.prefix { $0 != "=" })] == nil }
    let variables = kept + environment.compactMap { name, value in value.map { "\(name)=\($0)" } }
    var child: pid_t = 0
    let error = withCStrings(arguments) { words in
      withCStrings(variables) { posix_spawnp(&child, arguments[0], &actions, nil, words, $0) }
    }
    guard error == 0 else { throw BenchError("cannot start \(arguments[0]): \(SystemError.text(of: error))") }
    return child
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}

/// The processes below one process, as /proc shows them.
enum ProcessTree {
  struct Memory {
    /// The sum over all processes; shared pages count once for each.
    var residentBytes = 0
    /// The highest that any one process has had since its exec.
    var largestBytes = 0

    mutating func raise(to other: Memory) {
      residentBytes = max(residentBytes, other.residentBytes)
      largestBytes = max(largestBytes, other.largestBytes)
    }
  }

  /// The highest resident memory that a process has had since its exec; 0 when it is gone.
  static func peakBytes(of process: pid_t) -> Int {
    let line = SmallFile.text("/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
    return (kibibytes ?? 0) << 10
  }

  /// The memory of a process and all its descendants.
  static func memory(below root: pid_t) -> Memory {
    var children: [pid_t: [pid_t]] = [:]
    for name in folderEntries("/proc") {
      guard let process = pid_t(name), let stat = SmallFile.text("/proc/\(name)/stat") else { continue }
      // The name in parentheses may hold anything; the parent is the second field after the last parenthesis.
      guard let end = stat.lastIndex(of: ")") else { continue }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      if fields.count > 1, let parent = pid_t(fields[1]) { children[parent, default: []].append(process) }
    }
    var memory = Memory()
    var waiting = [root]
    while let process = waiting.popLast() {
      waiting += children[process] ?? []
      let fields = SmallFile.text("/proc/\(process)/statm")?.split(separator: " ") ?? []
      if fields.count > 1, let pages = Int(fields[1]) { memory.residentBytes += pages * sysconf(Int32(_SC_PAGESIZE)) }
      memory.largestBytes = max(memory.largestBytes, peakBytes(of: process))
    }
    return memory
  }
}

/// The reason that the bench cannot continue.
package struct BenchError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

func folderEntries(_ path: String) -> [String] {
  ((try? DirectoryNames.all(in: path)) ?? []).map { String(decoding: $0, as: UTF8.self) }
}

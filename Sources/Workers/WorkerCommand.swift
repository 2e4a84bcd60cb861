import Support

package struct WorkerCommand: Sendable, Hashable {
  /// A path, not a name to search for.
  package var executable: String
  /// The file to start: if `executable` is this program, the running file, whatever is at the path by then.
  let file: String
  /// The arguments after the program's own name.
  package var arguments: [String]
  /// `NAME=VALUE`: a worker inherits nothing else.
  package var environment: [String]

  package init(
    executable: String, arguments: [String],
    environment: [String] = WorkerCommand.environment(from: ProcessFacts.environment)
  ) {
    self.executable = executable
    file = executable == Self.ownPath ? "/proc/self/exe" : executable
    self.arguments = arguments
    self.environment = environment
  }

  /// The path of this program's file, also after it was replaced.
  private static var ownPath: String? {
    guard let path = ProcessFacts.executable else { return nil }
    let mark = " (deleted)"
    return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
  }

  /// The variables of every worker, whatever the caller's environment contains.
  ///
  /// The backtracer would hold the pipes of a crashed worker open. OpenMP makes Tesseract several times slower, and is
  /// read before `main`. Each further malloc arena takes 64 MiB of the address space that a worker is allowed.
  ///
  /// Workers keep the memory of pictures and networks for the next ones and take it in large pages; otherwise the
  /// system allocates and clears it for each. Photos take 0.97 of the processor time and 0.95 of the time by the clock,
  /// one small receipt 0.96 (medians of three and of nine in turns), and no more memory.
  package static let fixed = [
    "SWIFT_BACKTRACE=enable=no", "OMP_THREAD_LIMIT=1", "MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=33554432",
    "MALLOC_TRIM_THRESHOLD_=268435456", "GLIBC_TUNABLES=glibc.malloc.hugetlb=1",
  ]

  /// The variables that a worker needs: language, libraries, models, sanitisers, and no secret.
  package static func environment(from environment: [String]) -> [String] {
    let names: Set<Substring> = [
      "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "LD_PRELOAD", "TESSDATA_PREFIX", "ASAN_OPTIONS", "LSAN_OPTIONS",
      "TSAN_OPTIONS", "UBSAN_OPTIONS", "LLVM_PROFILE_FILE",
    ]
    return environment.filter { variable in
      let name = variable.prefix { $0 != "=" }
      return names.contains(name) || name.hasPrefix("LC_")
    } + fixed
  }
}

/// A pool's limits for its workers.
package struct WorkerLimits: Sendable, Hashable {
  package var count: Int
  /// Bytes of address space of one worker; 0 for no limit.
  package var addressSpace: UInt64
  /// Seconds of processor time for one job; 0 for no limit but the job's deadline.
  package var cpuSeconds: UInt64 = 0
  /// The answers after which a worker is replaced, so that leaks in C libraries don't add up.
  package var renewAfter = 500
  /// From the start of a process to its answer to the greeting.
  package var startTimeout = Duration.seconds(60)
  /// The start attempts, with growing pauses, before the pool gives up a waiting job.
  package var startAttempts = 3
  package var maximumFrame = 64 << 20
  /// Bytes of messages on standard error during one job; more is a flood.
  package var maximumMessages = 16 << 20
  /// The time for each step of stopping a worker: input closed, SIGTERM, SIGKILL.
  package var killGrace: Duration

  package init(count: Int, addressSpace: UInt64 = 1 << 30, killGrace: Duration = .seconds(2)) {
    (self.count, self.addressSpace, self.killGrace) = (max(1, count), addressSpace, killGrace)
  }
}

import CPosix
import Glibc
import Support

/// A failure after which a worker can't continue.
package struct WorkerConnectionError: Error, CustomStringConvertible {
  /// The status that the worker should exit with.
  package let exitStatus: CInt
  package let description: String

  package static func system(_ what: String) -> Self { Self(exitStatus: WorkerExit.unusable, description: what) }

  /// The supervisor sent an invalid frame, or half of one.
  package static func garbled(_ what: String) -> Self {
    Self(exitStatus: WorkerExit.garbledInput, description: "garbled input: \(what)")
  }
}

/// The worker's connection to its supervisor: frames from standard input, frames to the former standard output.
///
/// Create it first in `main`, before any library can print or start a thread.
package final class WorkerConnection {
  /// The first number for our own descriptors, clear of those that libraries expect.
  private static let firstOwn: CInt = 4
  private static let channel: CInt = 3
  private let input: CInt
  private let output: CInt
  private var reader: FrameReader
  private let buffer: UnsafeMutableRawBufferPointer

  /// Redirects the standard descriptors, ties the process to its supervisor and confines it.
  ///
  /// From now on standard output leads to standard error, and standard input is at its end. The kernel kills the
  /// process when the supervisor exits, and first when memory runs out. It gains no rights, dumps no core, and exits
  /// with `WorkerExit.outOfMemory` if C++ finds no memory.
  ///
  /// - Parameter maximumFrame: Bytes of the longest frame from the supervisor.
  package init(_ confinement: WorkerConfinement, maximumFrame: Int = 16 << 20) throws(WorkerConnectionError) {
    do throws(SystemError) {
      // A supervisor that exited before this line closed our input, so the first read finds the end.
      try SystemError.check("tie to the parent", cposix_die_with_parent())
      try SystemError.check("SIGPIPE", cposix_signal_ignore(SIGPIPE))
      // Then a write past the file size fails with EFBIG, which libraries expect, and nothing is killed.
      try SystemError.check("SIGXFSZ", cposix_signal_ignore(SIGXFSZ))
      input = try SystemError.check("standard input", cposix_move_descriptor(STDIN_FILENO, Self.firstOwn))
      output = try SystemError.check("standard output", cposix_move_descriptor(STDOUT_FILENO, Self.firstOwn))
      let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard null >= 0 else { throw SystemError("/dev/null", errno) }
      try SystemError.check("standard input", dup2(null, STDIN_FILENO) < 0 ? -errno : 0)
      try SystemError.check("standard output", dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ? -errno : 0)
      if null > STDERR_FILENO { close(null) }
      _ = fcntl(Self.channel, F_SETFD, FD_CLOEXEC)
      // Before the process stops being dumpable, because its own files in /proc belong to root then.
      Self.offerToTheKernel()
      try SystemError.check("no new privileges", cposix_no_new_privileges())
      try SystemError.check("no dump", cposix_not_dumpable())
      try confinement.apply()
    } catch {
      throw .system("\(error)")
    }
    cposix_exit_when_memory_ends(WorkerExit.outOfMemory)
    reader = FrameReader(maximum: maximumFrame)
    buffer = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit {
    buffer.deallocate()
    close(input)
    close(output)
  }

  /// The next frame; nil at the end, after which the worker should exit with status 0.
  package func receive() throws(WorkerConnectionError) -> [UInt8]? {
    while true {
      do throws(FrameError) {
        if let payload = try reader.next() { return payload }
      } catch {
        throw .garbled("\(error)")
      }
      let count = read(input, buffer.baseAddress, buffer.count)
      if count > 0 {
        reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 {
        guard reader.isEmpty else { throw .garbled("half a frame") }
        return nil
      } else if errno != EINTR {
        throw .system("reading: \(SystemError.text(of: errno))")
      }
    }
  }

  /// The open descriptor of the job with this number; the caller closes it.
  ///
  /// It closes descriptors of earlier jobs that nobody took.
  package func receiveDescriptor(job: UInt64) throws(WorkerConnectionError) -> CInt {
    while true {
      var tag: UInt64 = 0
      let descriptor = cposix_receive_descriptor(Self.channel, &tag)
      guard descriptor >= 0 else { throw .system("no descriptor: \(SystemError.text(of: -descriptor))") }
      if tag == job { return descriptor }
      close(descriptor)
    }
  }

  /// Sends one frame, waiting until the supervisor takes it.
  package func send(_ payload: [UInt8]) throws(WorkerConnectionError) {
    guard !payload.isEmpty, let _ = UInt32(exactly: payload.count) else { throw .system("no frame holds this") }
    let frame = FrameWriter.encode(payload)
    let written = cposix_write_quietly(output, frame, frame.count)
    guard written == frame.count else { throw .system("writing: \(SystemError.text(of: CInt(-min(0, written))))") }
  }

  /// Exits at once with the status for lack of memory, for a library that reports it.
  package static func exitOutOfMemory() -> Never {
    _exit(WorkerExit.outOfMemory)
  }

  /// Adds half of all memory to this process in the kernel's choice of a process to kill.
  private static func offerToTheKernel() {
    let path = "/proc/self/oom_score_adj"
    let line = SmallFile.text(path) ?? ""
    // A process with a higher score keeps it.
    if let now = Int(line.prefix { !$0.isWhitespace }), now >= 500 { return }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, "500", 3)
    close(file)
  }
}

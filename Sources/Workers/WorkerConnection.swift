import CPosix
import Glibc
import Support

/// Why a worker can't go on.
public enum WorkerConnectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A call of the system failed.
  case system(String)
  /// The supervisor sent what is no frame, or half of one.
  case garbled(String)

  public var description: String {
    switch self {
    case .system(let what): what
    case .garbled(let what): "garbled input: \(what)"
    }
  }

  /// The status that the worker should exit with.
  public var exitStatus: CInt {
    switch self {
    case .system: WorkerExit.unusable
    case .garbled: WorkerExit.garbledInput
    }
  }
}

/// The worker's connection to its supervisor: frames from standard input, frames to what was standard output.
///
/// To be made first thing in `main`, before any library can print or start a thread.
public final class WorkerConnection {
  /// Where the first free number for our own descriptors is looked for: clear of those that libraries expect.
  private static let firstOwn: CInt = 4
  private static let channel: CInt = 3
  private let input: CInt
  private let output: CInt
  private var reader: FrameReader
  private let buffer: UnsafeMutableRawBufferPointer

  /// Takes the standard descriptors away from all others, ties the process to its supervisor and confines it.
  ///
  /// From now on standard output leads to standard error, and standard input is at its end. The process is killed when
  /// the supervisor exits, gains no rights, dumps no core, is the first that the kernel kills when memory runs out, and
  /// exits with `WorkerExit.outOfMemory` when C++ finds none.
  ///
  /// - Parameter maximumFrame: Bytes of the longest frame that is taken from the supervisor.
  public init(_ confinement: WorkerConfinement, maximumFrame: Int = 16 << 20) throws(WorkerConnectionError) {
    do throws(SystemError) {
      // A supervisor that exited before this line closed our input with it, so that the first read finds the end.
      try SystemError.check("tie to the parent", cposix_die_with_parent())
      try SystemError.check("SIGPIPE", cposix_signal_ignore(SIGPIPE))
      // Past the file size a write fails with EFBIG then, which libraries expect, and nothing is killed.
      try SystemError.check("SIGXFSZ", cposix_signal_ignore(SIGXFSZ))
      input = try SystemError.check("standard input", cposix_move_descriptor(STDIN_FILENO, Self.firstOwn))
      output = try SystemError.check("standard output", cposix_move_descriptor(STDOUT_FILENO, Self.firstOwn))
      let null = open("/dev/null", O_RDONLY | cposix_o_cloexec)
      guard null >= 0 else { throw SystemError("/dev/null", errno) }
      try SystemError.check("standard input", cposix_replace_descriptor(null, STDIN_FILENO))
      try SystemError.check("standard output", cposix_replace_descriptor(STDERR_FILENO, STDOUT_FILENO))
      if null > STDERR_FILENO { close(null) }
      _ = fcntl(Self.channel, F_SETFD, FD_CLOEXEC)
      // Before the process stops being dumpable: its own files in /proc belong to root then.
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

  /// The next frame, nil when the supervisor has no more: then the worker should exit, with status 0.
  public func receive() throws(WorkerConnectionError) -> [UInt8]? {
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

  /// The open descriptor that came with the job of this number; whoever receives it closes it.
  ///
  /// Those of earlier jobs that nobody took are closed.
  public func receiveDescriptor(job: UInt64) throws(WorkerConnectionError) -> CInt {
    while true {
      var tag: UInt64 = 0
      let descriptor = cposix_receive_descriptor(Self.channel, &tag)
      guard descriptor >= 0 else { throw .system("no descriptor: \(SystemError.text(of: -descriptor))") }
      if tag == job { return descriptor }
      close(descriptor)
    }
  }

  /// Sends one frame, waiting until the supervisor takes it.
  public func send(_ payload: [UInt8]) throws(WorkerConnectionError) {
    guard !payload.isEmpty, let _ = UInt32(exactly: payload.count) else { throw .system("no frame holds this") }
    let frame = FrameWriter.encode(payload)
    let written = frame.withUnsafeBytes { bytes in
      bytes.baseAddress.map { cposix_write_quietly(output, $0, bytes.count) } ?? 0
    }
    guard written == frame.count else { throw .system("writing: \(SystemError.text(of: CInt(-min(0, written))))") }
  }

  /// Exits at once with the status that says so; for a library that reports that memory ran out.
  public static func exitOutOfMemory() -> Never {
    _exit(WorkerExit.outOfMemory)
  }

  /// Half of all memory is added to what the kernel holds against this process when it must choose one to kill.
  private static func offerToTheKernel() {
    let path = "/proc/self/oom_score_adj"
    let line = SmallFile.text(path) ?? ""
    // One that is offered more already stays so.
    if let now = Int(line.prefix { !$0.isWhitespace }), now >= 500 { return }
    let file = open(path, O_WRONLY | cposix_o_cloexec)
    guard file >= 0 else { return }
    _ = write(file, "500", 3)
    close(file)
  }
}

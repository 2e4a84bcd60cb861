import CPosix
import Glibc
import PageModel
import Support

/// `hanscan correct files` at work: it writes the files again that are older than their pages.
///
/// A program of its own, as the tables of a large store take seconds and much memory, for which nobody who looks at pages
/// should wait. It may be killed at any moment: what it has not written stays known as older than its page.
final class FilesProgram {
  /// Its result: one line for each file that it could not write.
  struct Outcome {
    var isDone: Bool
    var problems: [String]
  }

  private let process: cposix_worker
  private var errors: [UInt8] = []
  private var hasExited = false

  private static let longestErrors = 1 << 16

  /// Starts it.
  init(executable: String, store: ScanPath, directory: ScanPath) throws(SystemError) {
    // Paths are bytes: those that are no text are given as they are.
    let words =
      [executable, "correct", "files"].map { Array($0.utf8) } + [
        Array("--store=".utf8) + store.bytes, Array("--out=".utf8) + directory.bytes,
      ]
    let arguments = words.map { word in
      word.withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { strndup($0.assumingMemoryBound(to: CChar.self), bytes.count) }
      }
    }
    defer { arguments.forEach { free($0) } }
    var started = cposix_worker()
    let result = withCStrings(ProcessFacts.environment) { settings in
      cposix_spawn_worker(executable, arguments + [nil], settings, &started)
    }
    guard result == 0 else { throw SystemError(executable, -result) }
    process = started
  }

  deinit {
    stop()
    for descriptor in [process.process, process.input, process.output, process.errors, process.channel]
    where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Readable once it has exited; -1 where the kernel has no such thing.
  var descriptor: CInt { process.process }

  /// Its result; nil while it works.
  func look() -> Outcome? {
    guard !hasExited else { return nil }
    read()
    var end = cposix_end()
    guard cposix_reap(process.pid, &end) == 1 else { return nil }
    hasExited = true
    read()
    let lines = String(decoding: errors, as: UTF8.self).split(separator: "\n").map { line in
      String(line.trimmingPrefix("hanscan correct: "))
    }
    // 65: it is done, and some files could not be made.
    return Outcome(isDone: end.status == 0 || end.status == 65, problems: lines)
  }

  /// Kills it, and waits until it is gone.
  func stop() {
    guard !hasExited else { return }
    _ = cposix_signal_group(process.pid, SIGKILL)
    while !hasExited {
      var request = pollfd(fd: process.process, events: Int16(POLLIN), revents: 0)
      _ = poll(&request, process.process < 0 ? 0 : 1, 5)
      _ = look()
    }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    for descriptor in [process.output, process.errors] where descriptor >= 0 {
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { break }
        if descriptor == process.errors, errors.count < Self.longestErrors { errors += buffer[..<count] }
      }
    }
  }
}

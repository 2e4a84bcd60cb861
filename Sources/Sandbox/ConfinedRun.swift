import CPosix
import Glibc
package import PageModel
package import Support

/// A program in its sandbox with its answer and complaints, which lie in memory.
package final class ConfinedRun {
  package let process: ConfinedProcess
  /// The name of its file.
  package let program: String
  private let output: CInt
  private let errors: CInt
  private var isTaken = false

  /// The most bytes of complaints that are read.
  private static let longestComplaint = 1 << 16

  /// Starts it; the input's descriptor is closed in any case.
  package init(
    _ path: String, _ arguments: [String], input: CInt, second: CInt? = nil, limits: ConfinedProcess.Limits
  ) throws(SystemError) {
    program = path.split(separator: "/").last.map(String.init) ?? path
    var descriptors = [input, hanscan_memory_file("hanscan-page"), hanscan_memory_file("hanscan-messages")]
    do throws(SystemError) {
      for index in descriptors.indices {
        guard descriptors[index] >= 0 else { throw SystemError("a file in memory", errno) }
        // 0 to 3 are the child's own.
        if descriptors[index] < 4 {
          descriptors[index] = try SystemError.check("a descriptor", cposix_move_descriptor(descriptors[index], 4))
        }
      }
      process = try ConfinedProcess(
        path, arguments, input: descriptors[0], second: second, output: descriptors[1], errors: descriptors[2],
        limits: limits)
    } catch {
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      throw error
    }
    close(descriptors[0])
    output = descriptors[1]
    errors = descriptors[2]
  }

  deinit {
    if !isTaken { close(output) }
    close(errors)
  }

  /// The bytes that it wrote so far.
  package var size: Int { Int(clamping: cposix_regular_size(output)) }

  package func text() -> [UInt8] {
    // The program has moved the descriptor's own position.
    var bytes = [UInt8](repeating: 0, count: max(0, size))
    let filled = (try? readFully(output, into: &bytes, at: 0)) ?? 0
    return Array(bytes[..<filled])
  }

  /// The open file that it wrote; the caller closes it.
  package func take() -> CInt {
    isTaken = true
    return output
  }

  /// The bytes that it wrote to standard error, unchanged.
  package var complaints: String {
    var bytes = [UInt8](repeating: 0, count: Self.longestComplaint)
    let count = max(0, pread(errors, &bytes, bytes.count, 0))
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}

extension PageProblem {
  /// The problem of a document whose program was killed, here or by the kernel.
  package init(_ exit: ConfinedProcess.Exit, of program: String, complaints: String) {
    switch exit {
    case .exited(let status): self.init(.exited, "\(program) failed over it (status \(status))")
    case .stalled: self.init(.stalled, "\(program) did not finish in time, in which it could hardly work")
    case .timedOut: self.init(.timedOut, "\(program) did not finish in time; --page-timeout allows more")
    case .killed(signal: SIGXCPU): self.init(.timedOut, "\(program) took too much time; --page-timeout allows more")
    case .killed(signal: SIGXFSZ): self.init(.flooded, "\(program) wrote more than its answer can have")
    case .killed(let signal):
      if complaints.contains("ut of memory") || complaints.contains("bad_alloc") {
        self.init(.outOfMemory, "\(program) ran out of memory; --page-memory allows more")
      } else {
        self.init(.crashed, "\(program) crashed over it (signal \(signal))")
      }
    }
  }
}

import CPosix
import Glibc
import PageModel
package import Sandbox
import Support

/// What PDF documents are read with: the programs of poppler, each started for one question about one document.
///
/// They are never linked: a document that takes one of them over has a sandbox around it, which holds that document alone.
package struct PDFTools: Sendable, Hashable {
  /// The programs, by their names.
  package enum Program: String, Sendable {
    case pdfinfo, pdfimages, pdftotext, pdftoppm
    /// Lays text over a document that is exported; it is read without.
    case qpdf
  }

  /// Where they lie.
  package var folder: String
  /// What each of them may use; `output` is chosen for each question.
  package var memory: UInt64
  package var time: Duration

  /// Where Debian puts them.
  package static let usualFolder = "/usr/bin"

  package init(folder: String = PDFTools.usualFolder, memory: UInt64 = 1 << 30, time: Duration = .seconds(120)) {
    self.folder = folder
    self.memory = memory
    self.time = time
  }

  func path(of program: Program) -> String { "\(folder)/\(program.rawValue)" }

  /// Those that can't be started.
  package var missing: [Program] {
    [.pdfinfo, .pdfimages, .pdftotext, .pdftoppm].filter { access(path(of: $0), X_OK) != 0 }
  }

  /// What `pdfinfo -v` says of itself in the sandbox, and the layers of that; nil where it does not run.
  package func version() -> (name: String, layers: [SandboxLayer])? {
    let empty = hanscan_memory_file("hanscan-nothing")
    guard let run = try? PDFToolRun(.pdfinfo, ["-v"], of: self, document: empty, output: 1 << 16),
      case .done(let words)? = run.wait(atMost: .seconds(10))
    else { return nil }
    return (words.prefix { $0 != "\n" }.split(separator: " ").last.map(String.init) ?? "", run.process.layers)
  }

  /// What a document says of itself where programs are missing.
  package static let advice = "apt install poppler-utils, and run again, to have it read"
}

/// One program at work on one document; it is killed with its owner.
final class PDFToolRun {
  enum Outcome {
    /// What it wrote, as an open file in memory whose owner is this run, and its complaints.
    case done(complaints: String)
    case failed(PageProblem)
  }

  let process: ConfinedProcess
  private let program: PDFTools.Program
  private let output: CInt
  private let errors: CInt
  private var isTaken = false

  /// Bytes of complaints that are looked at.
  private static let longestComplaint = 1 << 16

  /// Starts it; the document's descriptor is closed in any case.
  ///
  /// - Parameter second: Another file to read, which stays the caller's; its number must be above 3.
  init(
    _ program: PDFTools.Program, _ arguments: [String], of tools: PDFTools, document: CInt, second: CInt? = nil,
    output limit: UInt64
  ) throws(SystemError) {
    self.program = program
    var descriptors = [document, hanscan_memory_file("hanscan-page"), hanscan_memory_file("hanscan-messages")]
    do throws(SystemError) {
      for index in descriptors.indices {
        guard descriptors[index] >= 0 else { throw SystemError("a file in memory", errno) }
        // 0 to 3 are the child's own.
        if descriptors[index] < 4 {
          descriptors[index] = try SystemError.check("a descriptor", cposix_move_descriptor(descriptors[index], 4))
        }
      }
      process = try ConfinedProcess(
        tools.path(of: program), arguments, input: descriptors[0], second: second, output: descriptors[1],
        errors: descriptors[2],
        limits: ConfinedProcess.Limits(memory: tools.memory, time: tools.time, output: limit))
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

  /// What came of it, nil while it works.
  func look() -> Outcome? { process.look().map { judge($0) } }

  /// The same, after a wait of at most so long.
  func wait(atMost timeout: Duration) -> Outcome? { process.wait(atMost: timeout).map { judge($0) } }

  /// All that it wrote.
  func text() -> [UInt8] {
    // The descriptor's own position is where the program stopped to write.
    var bytes = [UInt8](repeating: 0, count: Int(clamping: max(0, cposix_regular_size(output))))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        pread(output, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(filled))
      }
      if count <= 0 { break }
      filled += count
    }
    return Array(bytes[..<filled])
  }

  var isEmpty: Bool { cposix_regular_size(output) <= 0 }

  /// The open file that it wrote, for the caller to close.
  func take() -> CInt {
    isTaken = true
    return output
  }

  private func judge(_ exit: ConfinedProcess.Exit) -> Outcome {
    let complaints = self.complaints
    switch exit {
    case .exited(status: 0): return .done(complaints: complaints)
    case .exited: return .failed(PageProblem(complaints: complaints, of: program.rawValue))
    case .timedOut:
      return .failed(PageProblem(.timedOut, "\(program.rawValue) did not finish in time; --page-timeout allows more"))
    case .killed(signal: SIGXCPU):
      return .failed(PageProblem(.timedOut, "\(program.rawValue) took too much time; --page-timeout allows more"))
    case .killed(signal: SIGXFSZ):
      return .failed(PageProblem(.flooded, "\(program.rawValue) wrote more than such a page can have"))
    case .killed(let signal):
      if complaints.contains("ut of memory") || complaints.contains("bad_alloc") {
        return .failed(PageProblem(.outOfMemory, "\(program.rawValue) ran out of memory; --page-memory allows more"))
      }
      return .failed(PageProblem(.crashed, "\(program.rawValue) crashed over it (signal \(signal))"))
    }
  }

  /// What it wrote to standard error, without anything that a terminal could obey.
  private var complaints: String {
    var bytes = [UInt8](repeating: 0, count: Self.longestComplaint)
    let count = max(0, pread(errors, &bytes, bytes.count, 0))
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0 == "\n" || $0.properties.generalCategory != .control ? $0 : " " }))
  }
}

extension PageProblem {
  /// Why a document, or one of its pages, can't be had, by what a program of poppler says of it.
  init(complaints: String, of program: String) {
    if complaints.contains("Incorrect password") {
      self.init(
        .encrypted,
        "the document is protected by a password; save it without one (qpdf --decrypt --password=... IN OUT) and run again"
      )
    } else if complaints.contains("nsupported security handler") || complaints.contains("ncryption") {
      self.init(.encrypted, "the document is encrypted in a way that is not known here; save it without and run again")
    } else {
      // What comes after the first follows from it.
      let first = complaints.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) } ?? "it says nothing"
      self.init(.damaged, "the document is damaged: \(program) can't read it (\(first.prefix(200)))")
    }
  }
}

import CPosix
import Glibc
import PageModel
package import Sandbox
package import Support

/// What PDF documents are read with: the programs of poppler, each started for one question about one document.
///
/// They are never linked: a document that takes one of them over has a sandbox around it, which holds that document alone.
package struct PDFTools: Sendable, Hashable {
  /// The programs, by their names.
  package enum Program: String, Sendable {
    case pdfinfo, pdfimages, pdftotext, pdftoppm
    /// Lays text over a document that is exported, and repairs what poppler can't read all pages of; both can be missed.
    case qpdf
  }

  /// A larger document is not written anew: the new one lies in memory.
  static let largestRewritten: Int64 = 256 << 20

  /// Bytes that a document may have which is written anew.
  static func rewritten(_ size: Int64) -> UInt64 { UInt64(max(0, size)) * 2 + 64 << 20 }

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

  func has(_ program: Program) -> Bool { access(path(of: program), X_OK) == 0 }

  /// Those that can't be started.
  package var missing: [Program] {
    [.pdfinfo, .pdfimages, .pdftotext, .pdftoppm].filter { !has($0) }
  }

  /// What `pdfinfo -v` says of itself in the sandbox, and the layers of that; nil where it does not run.
  package func version() -> (name: String, layers: [SandboxLayer])? {
    let empty = hanscan_memory_file("hanscan-nothing")
    guard let run = try? PDFToolRun(.pdfinfo, ["-v"], of: self, document: empty, output: 1 << 16),
      case .done(let words)? = run.wait(atMost: .seconds(10))
    else { return nil }
    return (words.prefix { $0 != "\n" }.split(separator: " ").last.map(String.init) ?? "", run.process.layers)
  }

  /// Starts to copy the stream of an object, such as a file that is attached; the document's descriptor is closed in any case.
  package func copyStream(_ object: Int, of document: CInt, output: UInt64) throws(SystemError) -> ConfinedRun {
    try ConfinedRun(
      path(of: .qpdf),
      ["--show-object=\(object),0", "--filtered-stream-data", "--warning-exit-0", "--no-warn", "/proc/self/fd/0"],
      input: document, limits: ConfinedProcess.Limits(memory: memory, time: time, output: output))
  }

  /// What a document says of itself where programs are missing.
  package static let advice = "apt install poppler-utils, and run again, to have it read"
}

/// One program at work on one document; it is killed with its owner.
final class PDFToolRun {
  enum Outcome {
    /// What it wrote is had from the run.
    case done(complaints: String)
    case failed(PageProblem)
  }

  private let run: ConfinedRun
  private let program: PDFTools.Program

  /// Starts it; the document's descriptor is closed in any case.
  ///
  /// - Parameter second: Another file to read, which stays the caller's; its number must be above 3.
  init(
    _ program: PDFTools.Program, _ arguments: [String], of tools: PDFTools, document: CInt, second: CInt? = nil,
    output limit: UInt64
  ) throws(SystemError) {
    self.program = program
    run = try ConfinedRun(
      tools.path(of: program), arguments, input: document, second: second,
      limits: ConfinedProcess.Limits(memory: tools.memory, time: tools.time, output: limit))
  }

  var process: ConfinedProcess { run.process }

  /// What came of it, nil while it works.
  func look() -> Outcome? { process.look().map { judge($0) } }

  /// The same, after a wait of at most so long.
  func wait(atMost timeout: Duration) -> Outcome? { process.wait(atMost: timeout).map { judge($0) } }

  /// All that it wrote.
  func text() -> [UInt8] { run.text() }

  var isEmpty: Bool { run.size <= 0 }

  /// The open file that it wrote, for the caller to close.
  func take() -> CInt { run.take() }

  private func judge(_ exit: ConfinedProcess.Exit) -> Outcome {
    let complaints = run.complaints
    if case .exited(let status) = exit {
      return status == 0
        ? .done(complaints: complaints) : .failed(PageProblem(complaints: complaints, of: program.rawValue))
    }
    return .failed(PageProblem(exit, of: program.rawValue, complaints: complaints))
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

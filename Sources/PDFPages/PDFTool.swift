import CPosix
package import Documents
import Glibc
import PageModel
package import Sandbox
import Support

/// The programs that read PDF documents, mostly of poppler, each started for one question about one document.
///
/// They are never linked: a document that takes control of one has a sandbox around it, which holds that document
/// alone.
package struct PDFTools: Sendable, Hashable {
  package enum Program: String, Sendable {
    case pdfinfo, pdfimages, pdftotext, pdftoppm
    /// Lays text over an exported document, and repairs documents whose pages poppler can't all read; it is optional.
    case qpdf
  }

  /// A larger document is not rewritten, because the new one lies in memory.
  static let largestRewritten: Int64 = 256 << 20

  /// The options with which qpdf rewrites a document: without encryption, in the same way each time, whatever it complains of.
  static let rewriting = ["--decrypt", "--deterministic-id", "--warning-exit-0", "--no-warn"]

  /// The most bytes of a rewritten document.
  static func rewritten(_ size: Int64) -> UInt64 { UInt64(max(0, size)) * 2 + 64 << 20 }
  package var folder: String
  /// The memory of each; `output` is chosen for each question.
  package var memory: UInt64
  package var time: Duration
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

  /// The version by `pdfinfo -v` in the sandbox, and its layers; nil if it does not run.
  package func version() -> (name: String, layers: [SandboxLayer])? {
    guard let run = introduction(of: path(of: .pdfinfo), ["-v"]) else { return nil }
    let line = run.complaints.prefix { $0 != "\n" }
    return (line.split(separator: " ").last.map(String.init) ?? "", run.process.layers)
  }

  /// A program that has told of itself, from inside its sandbox; nil if it does not run.
  package func introduction(of path: String, _ arguments: [String]) -> ConfinedRun? {
    guard let run = try? start(path, arguments, on: hanscan_memory_file("hanscan-nothing"), output: 1 << 16),
      run.process.wait(atMost: .seconds(10)) == .exited(status: 0)
    else { return nil }
    return run
  }

  /// Starts to copy the stream of an object, such as an attached file; the document's descriptor is closed in any case.
  package func copyStream(_ object: Int, of document: CInt, output: UInt64) throws(DocumentError) -> ConfinedRun {
    let options = ["--filtered-stream-data", "--warning-exit-0", "--no-warn", "/proc/self/fd/0"]
    return try start(.qpdf, ["--show-object=\(object),0"] + options, on: document, output: output)
  }

  /// Starts a program; the document's descriptor is closed in any case.
  func start(
    _ program: Program, _ arguments: [String], on document: CInt, second: CInt? = nil, output: UInt64
  ) throws(DocumentError) -> ConfinedRun {
    try start(path(of: program), arguments, on: document, second: second, output: output)
  }

  /// Starts any program, within the limits of these; the descriptor of its input is closed in any case.
  package func start(
    _ path: String, _ arguments: [String], on input: CInt, second: CInt? = nil, output: UInt64
  ) throws(DocumentError) -> ConfinedRun {
    let limits = ConfinedProcess.Limits(memory: memory, time: time, output: output)
    return try DocumentError.converting(
      ConfinedRun(path, arguments, input: input, second: second, limits: limits)
    ) { DocumentError(PageProblem(.engine, "\($0)")) }
  }

  /// The advice of a document for missing programs.
  package static let advice = "apt install poppler-utils, and run again, to have it read"
}

extension ConfinedRun {
  enum Outcome {
    /// The run has its output.
    case done(complaints: String)
    case failed(PageProblem)
  }

  /// Its outcome; nil while it works.
  func look() -> Outcome? { process.look().map { judge($0) } }

  /// The same, after a wait of at most `timeout`.
  func wait(atMost timeout: Duration) -> Outcome? { process.wait(atMost: timeout).map { judge($0) } }
  func finish() -> Outcome { judge(process.finish()) }

  private func judge(_ exit: ConfinedProcess.Exit) -> Outcome {
    let complaints = complaints
    if case .exited(let status) = exit {
      return status == 0
        ? .done(complaints: complaints) : .failed(PageProblem(complaints: complaints, of: program))
    }
    return .failed(PageProblem(exit, of: program, complaints: complaints))
  }
}

extension PageProblem {
  /// The problem of a document, or of one of its pages, by poppler's complaints.
  init(complaints: String, of program: String) {
    if complaints.contains("Incorrect password") {
      self.init(
        .encrypted,
        "the document is protected by a password; save it without one (qpdf --decrypt --password=... IN OUT) and run again"
      )
    } else if complaints.contains("nsupported security handler") || complaints.contains("ncryption") {
      self.init(.encrypted, "the document is encrypted in a way that is not known here; save it without and run again")
    } else {
      // Later complaints follow from the first.
      let first = complaints.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) } ?? "it says nothing"
      self.init(.damaged, "the document is damaged: \(program) can't read it (\(first.prefix(200)))")
    }
  }
}

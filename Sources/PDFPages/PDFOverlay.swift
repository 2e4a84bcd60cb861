package import Documents
import Glibc
import Sandbox

/// Lays further pages over some of a document's own, by qpdf, which keeps its pages, bookmarks and pictures.
package enum PDFOverlay {
  /// A page's own words, visible or not, as `pdftotext -bbox-layout` writes them; nil if unknown.
  package static func words(
    _ session: DocumentSession, _ index: Int, tools: PDFTools
  ) throws(DocumentError) -> String? {
    let arguments = pages(index) + ["-cropbox", "-bbox-layout", "-", "-"]
    let answer = try run(.pdftotext, arguments, session, tools: tools, output: 4 << 20)?.text()
    return answer.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The size of a single page; nil if unknown.
  package static func sheet(
    of index: Int, _ session: DocumentSession, tools: PDFTools
  ) throws(DocumentError) -> PageSheet? {
    let answer = try run(.pdfinfo, pages(index) + ["-"], session, tools: tools, output: 1 << 20)?.text()
    return answer.flatMap { PDFCount.sheet(index, in: $0) }
  }

  /// A page's trim box, from the lower left corner of its visible part, in its own units; nil if unknown.
  package static func trim(
    of index: Int, _ session: DocumentSession, tools: PDFTools
  ) throws(DocumentError) -> PDFTrim? {
    let answer = try run(.pdfinfo, ["-box"] + pages(index) + ["-"], session, tools: tools, output: 1 << 20)?.text()
    return answer.flatMap(PDFTrim.init)
  }

  /// The new document as an open file that the caller closes; nil after a failure.
  package static func merge(
    _ session: DocumentSession, described: CInt? = nil, selected: [Int]? = nil, layer: CInt?, over pages: [Int],
    tools: PDFTools
  ) throws(DocumentError) -> CInt? {
    guard session.file.size <= PDFTools.largestRewritten else { return nil }
    func list(_ pages: [Int]) -> String { pages.map { "\($0 + 1)" }.joined(separator: ",") }
    var arguments: [String] = []
    if let selected { arguments += ["--pages", ".", list(selected), "--"] }
    if layer != nil {
      arguments += ["--overlay", "/proc/self/fd/3", "--to=\(list(pages))", "--from=1-\(pages.count)", "--"]
    }
    return try rewritten(session, by: arguments, instead: described, second: layer, tools: tools)
  }

  /// The document without its encryption by an empty password, as an open file that the caller closes; nil if it has
  /// none, or qpdf fails.
  package static func decrypted(_ session: DocumentSession, tools: PDFTools) throws(DocumentError) -> CInt? {
    guard session.file.size <= PDFTools.largestRewritten,
      try run(.qpdf, ["--is-encrypted", "/proc/self/fd/0"], session, tools: tools, output: 1 << 16) != nil
    else { return nil }
    return try rewritten(session, tools: tools)
  }

  /// The document that qpdf makes of another one, as an open file that the caller closes; nil after a failure.
  static func rewritten(
    _ session: DocumentSession, by arguments: [String] = [], instead: CInt? = nil, second: CInt? = nil, tools: PDFTools
  ) throws(DocumentError) -> CInt? {
    let all = PDFTools.rewriting + ["/proc/self/fd/0"] + arguments + ["-"]
    let output = PDFTools.rewritten(session.file.size)
    let run = try run(.qpdf, all, session, instead: instead, second: second, tools: tools, output: output)
    return run.flatMap { $0.size > 0 ? $0.take() : nil }
  }

  private static func pages(_ index: Int) -> [String] { ["-f", "\(index + 1)", "-l", "\(index + 1)"] }

  /// A program that has done its work; nil if it failed.
  static func run(
    _ program: PDFTools.Program, _ arguments: [String], _ session: DocumentSession, instead: CInt? = nil,
    second: CInt? = nil, tools: PDFTools, output: UInt64
  ) throws(DocumentError) -> ConfinedRun? {
    // Opening a file by its own name gives it a position of its own.
    let descriptor =
      if let instead { open("/proc/self/fd/\(instead)", O_RDONLY | O_CLOEXEC) } else { try session.openAnother() }
    let run = try? tools.start(program, arguments, on: descriptor, second: second, output: output)
    guard let run, case .done = run.finish() else { return nil }
    return run
  }
}

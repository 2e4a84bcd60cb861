import Glibc
package import Ingest
import Support

/// A document as it came, with more pages laid over some of its own, by qpdf: its pages, bookmarks and pictures stay.
package enum PDFOverlay {
  /// A larger document is not rewritten: the new one lies in memory until it is copied.
  private static let largestDocument: Int64 = 256 << 20
  /// Bytes by which the new document may be longer, besides what is laid over it.
  private static let growth: UInt64 = 64 << 20

  /// The words that a page has of its own, seen or not, as `pdftotext -bbox-layout` writes them; nil where that can't be
  /// told.
  package static func words(
    _ session: DocumentSession, _ index: Int, tools: PDFTools
  ) throws(DocumentError) -> String? {
    let arguments = ["-f", "\(index + 1)", "-l", "\(index + 1)", "-cropbox", "-bbox-layout", "-", "-"]
    guard let run = try start(.pdftotext, arguments, session, tools: tools, output: 4 << 20),
      case .done = run.finish()
    else { return nil }
    return String(decoding: run.text(), as: UTF8.self)
  }

  /// Where a page's trim box lies, seen from the lower left corner of what is shown of it, in points; nil where that can't
  /// be told.
  ///
  /// qpdf fits what it lays over a page into that box.
  package static func trim(
    of index: Int, _ session: DocumentSession, tools: PDFTools
  ) throws(DocumentError) -> PDFTrim? {
    let arguments = ["-box", "-f", "\(index + 1)", "-l", "\(index + 1)", "-"]
    guard let run = try start(.pdfinfo, arguments, session, tools: tools, output: 1 << 20), case .done = run.finish()
    else { return nil }
    return PDFTrim(run.text())
  }

  /// The new document as an open file, for the caller to close; nil where it can't be made.
  ///
  /// - Parameters:
  ///   - layer: An open PDF with a page for each of `pages`, in their order; it stays the caller's.
  ///   - pages: From 0.
  package static func merge(
    _ session: DocumentSession, layer: CInt, over pages: [Int], tools: PDFTools
  ) throws(DocumentError) -> CInt? {
    guard session.file.size <= largestDocument else { return nil }
    let places = pages.map { "\($0 + 1)" }.joined(separator: ",")
    let arguments = [
      "--decrypt", "--deterministic-id", "--warning-exit-0", "--no-warn", "/proc/self/fd/0", "--overlay",
      "/proc/self/fd/3", "--to=\(places)", "--from=1-\(pages.count)", "--", "-",
    ]
    let output = UInt64(session.file.size) * 2 + growth
    guard let run = try start(.qpdf, arguments, session, second: layer, tools: tools, output: output),
      case .done = run.finish(), !run.isEmpty
    else { return nil }
    return run.take()
  }

  private static func start(
    _ program: PDFTools.Program, _ arguments: [String], _ session: DocumentSession, second: CInt? = nil,
    tools: PDFTools, output: UInt64
  ) throws(DocumentError) -> PDFToolRun? {
    let descriptor = try session.openAnother()
    return try? PDFToolRun(program, arguments, of: tools, document: descriptor, second: second, output: output)
  }
}

extension PDFToolRun {
  /// Waits until it exits.
  fileprivate func finish() -> Outcome {
    while true {
      if let outcome = wait(atMost: .seconds(1)) { return outcome }
    }
  }
}

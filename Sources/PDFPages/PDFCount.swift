package import Ingest
import PageModel
import Support

/// The pages of a document with their sizes, as they are being counted by a process of its own.
package final class PDFCount {
  private let tools: PDFTools
  private let session: DocumentSession
  private var run: PDFToolRun?

  /// Bytes that one page takes in the answer, at most, and those of the rest.
  private static let answer: (page: UInt64, rest: UInt64) = (256, 1 << 16)

  /// Starts to count; `limit` pages and one more are looked for.
  package init(_ session: DocumentSession, tools: PDFTools, limit: Int) throws(DocumentError) {
    self.tools = tools
    self.session = session
    guard tools.missing.isEmpty else {
      let names = tools.missing.map(\.rawValue).joined(separator: ", ")
      session.take(
        .failure(
          DocumentError(
            PageProblem(.unsupportedFormat, "it is a PDF document, which is read with \(names); \(PDFTools.advice)"))))
      return
    }
    let descriptor = try session.openAnother()
    let most = min(max(limit, 1), 10_000_000)
    do throws(SystemError) {
      run = try PDFToolRun(
        .pdfinfo, ["-f", "1", "-l", "\(most + 1)", "-"], of: tools, document: descriptor,
        output: Self.answer.rest + UInt64(most) * Self.answer.page)
    } catch {
      session.take(.failure(DocumentError(PageProblem(.engine, "\(error)"))))
    }
  }

  /// Whether the session knows its pages now; waits at most so long for it.
  package func proceed(atMost timeout: Duration) -> Bool {
    guard let run else { return true }
    guard let outcome = run.wait(atMost: timeout) else { return false }
    switch outcome {
    case .failed(let problem): session.take(.failure(DocumentError(problem)))
    case .done: session.take(.success(Self.sheets(run.text())))
    }
    self.run = nil
    return true
  }

  /// The sheets that `pdfinfo -f 1 -l N` tells of, in order; nil for a page that it can't find.
  ///
  /// Its lines are `Pages: 12`, `Page 1 size: 595.276 x 841.89 pts (A4)` and `Page 1 rot: 90`; sizes are those before the
  /// rotation.
  static func sheets(_ answer: [UInt8]) -> [PageSheet?] {
    var sizes: [Int: PageSheet] = [:]
    var sideways: Set<Int> = []
    var last = 0
    for line in answer.split(separator: UInt8(ascii: "\n")) where line.starts(with: Array("Page ".utf8)) {
      let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
      guard words.count >= 4, let number = Int(words[1]), number >= 1, number <= last + 1 else { continue }
      last = max(last, number)
      if words[2] == "size:", words.count >= 6, let width = Double(words[3]), let height = Double(words[5]),
        sides.contains(width), sides.contains(height)
      {
        sizes[number] = PageSheet(width: width, height: height)
      } else if words[2] == "rot:", let degrees = Int(words[3]), degrees % 180 != 0 {
        sideways.insert(number)
      }
    }
    return last == 0
      ? []
      : (1...last).map { number in
        guard let sheet = sizes[number] else { return nil }
        return sideways.contains(number) ? PageSheet(width: sheet.height, height: sheet.width) : sheet
      }
  }

  /// Points that the side of a page can have.
  private static let sides = 0.01...1e7
}

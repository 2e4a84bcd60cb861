package import Documents
import Glibc
import PageModel
import PictureFormats
import Sandbox

/// Counts the pages of a document and finds their sizes, one process after another.
///
/// Poppler lists them; qpdf adds the units of a page, and the pages that poppler can't find. If there are such, a copy
/// by qpdf of all its pages is read. If poppler fails over the sizes of all pages, their number is enough, so that only
/// the pages that it fails over are lost.
package final class PDFCount {
  private enum Stage { case sizes, pages, copy, copiedSizes, units, number }

  private let tools: PDFTools
  private let session: DocumentSession
  private let most: Int
  private var stage = Stage.sizes
  private var run: ConfinedRun?
  private var sheets: [PageSheet?] = []
  private var problem: PageProblem?
  /// The objects that are pages, by qpdf's numbers.
  private var objects: [String] = []
  /// An open file in memory; -1 for none.
  private var copy: CInt = -1

  /// The most bytes of the answer for one page, and for everything else.
  private static let answer: (page: UInt64, rest: UInt64) = (256, 1 << 16)
  /// Bytes of qpdf's list of a document; a larger answer is not worth its time.
  private static let longestList: UInt64 = 32 << 20
  /// Pages in one command; the remaining ones are assumed to be usual.
  private static let mostAsked = 20_000

  /// Starts to count; searches for `limit` pages and one more.
  package init(_ session: DocumentSession, tools: PDFTools, limit: Int) throws(DocumentError) {
    self.tools = tools
    self.session = session
    most = min(max(limit, 1), 10_000_000) + 1
    guard tools.missing.isEmpty else {
      let names = tools.missing.map(\.rawValue).joined(separator: ", ")
      let message = "it is a PDF document, which is read with \(names); \(PDFTools.advice)"
      session.take(.failure(DocumentError(PageProblem(.unsupportedFormat, message))))
      return
    }
    if let copy = PDFBounds.copy(of: session) { session.take(repaired: copy) }
    let descriptor = try session.openAnother()
    do throws(DocumentError) {
      try start(.sizes, .pdfinfo, sizeArguments, on: descriptor, output: sizeBytes)
    } catch {
      session.take(.failure(error))
    }
  }

  deinit {
    if copy >= 0 { close(copy) }
  }

  /// Waits at most `timeout`; returns whether the session knows its pages now.
  package func proceed(atMost timeout: Duration) -> Bool {
    guard let run else { return true }
    guard let outcome = run.wait(atMost: timeout) else { return false }
    self.run = nil
    take(outcome, of: run)
    return self.run == nil
  }

  private var sizeArguments: [String] { ["-f", "1", "-l", "\(most)", "-"] }
  private var sizeBytes: UInt64 { Self.answer.rest + UInt64(most) * Self.answer.page }

  /// Takes the result of one process, and starts the next, or gives the pages to the session.
  private func take(_ outcome: ConfinedRun.Outcome, of run: ConfinedRun) {
    switch (stage, outcome) {
    case (.sizes, .done):
      sheets = Self.sheets(run.text())
      lookForPages()
    case (.sizes, .failed(let found)):
      problem = found
      if found.code == .encrypted { finish() } else { lookForPages() }
    case (.pages, .done):
      let list = PDFPageTree.list(run.text())
      objects = list.pages
      session.take(attachments: list.attachments)
      // There may be pages that poppler does not find.
      let isLacking = sheets.isEmpty || sheets.contains(nil) || (objects.count > sheets.count && sheets.count < most)
      if isLacking { makeCopy() } else { lookForUnits() }
    case (.copy, .done):
      copy = run.take()
      // Opening it by its own name gives it a position of its own.
      let again = open("/proc/self/fd/\(copy)", O_RDONLY | O_CLOEXEC)
      if again < 0 || (try? start(.copiedSizes, .pdfinfo, sizeArguments, on: again, output: sizeBytes)) == nil {
        lookForUnits()
      }
    case (.copiedSizes, .done):
      let found = Self.sheets(run.text())
      if found.count(where: { $0 != nil }) > sheets.count(where: { $0 != nil }) {
        sheets = found
        problem = nil
        session.take(repaired: copy)
        copy = -1
      }
      lookForUnits()
    case (.pages, .failed), (.copy, .failed), (.copiedSizes, .failed): lookForUnits()
    case (.units, .done):
      let units = PDFPageTree.units(run.text(), of: objects)
      for (index, unit) in units.enumerated() where unit != 1 && index < sheets.count {
        let found = sheets[index]?.scaled(by: unit)
        if let found, Self.sides.contains(found.width), Self.sides.contains(found.height) { sheets[index] = found }
      }
      finish()
    case (.units, .failed): finish()
    case (.number, .done):
      if let number = Self.number(run.text()) { session.take(unsized: min(number, most)) } else { fail() }
    case (.number, .failed): fail()
    }
  }

  private func lookForPages() {
    let arguments = [
      "--json=2", "--json-key=pages", "--json-key=attachments", "--warning-exit-0", "--no-warn", "/proc/self/fd/0",
    ]
    if !ask(.pages, .qpdf, arguments, output: Self.longestList) { finish() }
  }

  private func makeCopy() {
    guard !objects.isEmpty, session.file.size <= PDFTools.largestRewritten else { return lookForUnits() }
    let arguments = PDFTools.rewriting + ["--empty", "--pages", "/proc/self/fd/0", "1-z", "--", "-"]
    if !ask(.copy, .qpdf, arguments, output: PDFTools.rewritten(session.file.size)) { lookForUnits() }
  }

  private func lookForUnits() {
    // If the two don't agree, the pages can't be matched.
    guard !objects.isEmpty, objects.count == sheets.count || sheets.count == most else { return finish() }
    let asked = objects.prefix(min(sheets.count, Self.mostAsked)).map { "--json-object=\($0)" }
    let arguments = ["--json=2", "--json-key=qpdf"] + asked + ["--warning-exit-0", "--no-warn", "/proc/self/fd/0"]
    if !ask(.units, .qpdf, arguments, output: Self.longestList) { finish() }
  }

  private func finish() {
    switch problem {
    case nil: session.take(.success(sheets))
    // Poppler did not fail over the document as a whole.
    case .some(let found) where ![.damaged, .encrypted].contains(found.code):
      if !ask(.number, .pdfinfo, ["-"], output: Self.answer.rest) { fail() }
    case .some: fail()
    }
  }

  private func fail() {
    let lost = PageProblem(.truncated, "the end of the document is missing; copy or send it again")
    let isCut = problem?.code == .damaged && lacksEnd
    session.take(.failure(DocumentError(isCut ? lost : problem ?? PageProblem(.damaged, "the document has no pages"))))
  }

  /// Whether the end mark of a document is not in the last 1,024 bytes, where readers search for it.
  private var lacksEnd: Bool {
    var reader = ByteReader(descriptor: session.descriptor, size: session.file.size)
    let count = Int(min(reader.size, 1024))
    return (try? reader.bytes(at: reader.size - UInt64(count), count: count).contains("%%EOF".utf8)) == false
  }

  private func ask(
    _ stage: Stage, _ program: PDFTools.Program, _ arguments: [String], output: UInt64
  ) -> Bool {
    guard tools.has(program), let descriptor = try? session.openAnother() else { return false }
    return (try? start(stage, program, arguments, on: descriptor, output: output)) != nil
  }

  private func start(
    _ stage: Stage, _ program: PDFTools.Program, _ arguments: [String], on descriptor: CInt, output: UInt64
  ) throws(DocumentError) {
    run = try tools.start(program, arguments, on: descriptor, output: output)
    self.stage = stage
  }
}

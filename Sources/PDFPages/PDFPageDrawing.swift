package import Documents
import PageModel
import Sandbox

/// Turns one page of a PDF into a picture: its images, its text, then the drawing, one process after another.
package final class PDFPageDrawing {
  package struct DrawnPage {
    /// An open PNM file in memory; the receiver closes it.
    package let descriptor: CInt
    /// The last line of poppler's complaints; the picture may lack something.
    package let complaint: String?
    /// The page's own text as `pdftotext -bbox-layout` writes it.
    ///
    /// Nil if it has none, or if images cover most of the page: text over a scan is another program's reading of it.
    package let text: String?
    /// The page's size in its own units, which its text uses.
    package let sheet: PageSheet
  }

  /// The page to draw, with the means for it.
  package struct Question {
    package var session: DocumentSession
    /// From 0.
    package var index: Int
    package var tools: PDFTools
    package var maximumPixels = 100_000_000
    /// 2 draws it at half the width and height.
    package var reduction = 1

    package init(_ session: DocumentSession, index: Int, tools: PDFTools) {
      self.session = session
      self.index = index
      self.tools = tools
    }
  }

  private enum Stage { case size, images, text, picture }

  private let question: Question
  /// The deadline for drawing and reading the page, which all programs share.
  package let end: SuspendingClock.Instant
  private var sheet: PageSheet
  private var stage: Stage
  private var run: ConfinedRun
  private var images = PDFPageImages([])
  private var text: String?

  /// Bytes of the answers about a page's images and text.
  private static let longestTable: UInt64 = 4 << 20
  private static let longestText: UInt64 = 4 << 20

  /// Starts; throws if the document can't be opened any more.
  package init(_ question: Question) throws(DocumentError) {
    guard let slot = question.session.page(at: question.index), slot.state == .readable else { throw Self.lost }
    self.question = question
    end = .now + question.tools.time
    stage = slot.sheet == nil ? .size : .images
    sheet = slot.sheet ?? PageSheet(width: 0, height: 0)
    let first: (program: PDFTools.Program, arguments: [String]) =
      slot.sheet == nil ? (.pdfinfo, []) : (.pdfimages, ["-list"])
    run = try Self.start(first.program, first.arguments, question, until: end, output: Self.longestTable)
  }

  private static let lost = DocumentError(
    PageProblem(.damaged, "the document is damaged: this page can't be found in it"))

  /// Readable when `proceed` has work to do; -1 if the kernel has no pidfd.
  package var notice: CInt { run.process.exitNotice }
  package var deadline: SuspendingClock.Instant { run.process.deadline }

  /// Continues if the process under way has exited; nil before the end.
  ///
  /// Throws the reason for which the page can't be drawn. Do not call it again after that, or after the page.
  package func proceed() throws(DocumentError) -> DrawnPage? {
    while let outcome = run.look() {
      if let page = try take(outcome) { return page }
    }
    return nil
  }

  package func finish() throws(DocumentError) -> DrawnPage {
    while true {
      if let page = try proceed() { return page }
      _ = run.process.wait(atMost: .seconds(1))
    }
  }

  /// Takes the result of one process, and starts the next.
  private func take(_ outcome: ConfinedRun.Outcome) throws(DocumentError) -> DrawnPage? {
    switch (stage, outcome) {
    case (.size, .done):
      guard let found = PDFCount.sheet(question.index, in: run.text()) else { throw Self.lost }
      sheet = found
      stage = .images
      run = try Self.start(.pdfimages, ["-list"], question, until: end, output: Self.longestTable)
    case (.images, _):
      // Without them it is drawn like most pages.
      if case .done = outcome { images = PDFPageImages(run.text()) }
      stage = .text
      run = try Self.start(.pdftotext, ["-cropbox", "-bbox-layout"], question, until: end, output: Self.longestText)
    case (.text, .done):
      let answer = run.text()
      if answer.contains("<word ".utf8) { text = String(decoding: answer, as: UTF8.self) }
      try draw(hasText: text != nil)
    case (.text, .failed): try draw(hasText: true)
    case (.size, .failed(let problem)), (.picture, .failed(let problem)): throw DocumentError(problem)
    case (.picture, .done(let complaints)):
      let last = complaints.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }
      guard run.size > 0 else { throw DocumentError(PageProblem(complaints: complaints, of: "pdftoppm")) }
      return DrawnPage(
        descriptor: run.take(), complaint: last.map { String($0.prefix(200)) }, text: text, sheet: sheet.inUnits)
    }
    return nil
  }

  private func draw(hasText: Bool) throws(DocumentError) {
    stage = .picture
    let drawing = PDFDrawing(
      of: sheet, images: images, hasText: hasText, maximumPixels: question.maximumPixels,
      reduction: question.reduction)
    if drawing.isScan { text = nil }
    run = try Self.start(
      .pdftoppm, ["-cropbox"] + drawing.arguments, question, until: end, output: drawing.bytes(of: sheet))
  }

  private static func start(
    _ program: PDFTools.Program, _ arguments: [String], _ question: Question, until end: SuspendingClock.Instant,
    output: UInt64
  ) throws(DocumentError) -> ConfinedRun {
    var tools = question.tools
    tools.time = max(.milliseconds(1), SuspendingClock.now.duration(to: end))
    // The page can be drawn without these results, as long as there is time left.
    if program == .pdfimages || program == .pdftotext { tools.time = min(tools.time, question.tools.time / 4) }
    let page = "\(question.index + 1)"
    // Every program reads the document from standard input; only pdftotext needs an output argument.
    let files = program == .pdftotext ? ["-", "-"] : ["-"]
    return try tools.start(
      program, ["-f", page, "-l", page] + arguments + files, on: question.session.openAnother(), output: output)
  }
}

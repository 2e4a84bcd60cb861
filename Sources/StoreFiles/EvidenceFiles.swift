package import Bookkeeping
import Documents
package import Export
package import PageModel
import PictureFormats
package import ResultStore
package import RunSupport
import Support
import Understanding

/// The evidence of a period in an output directory: a PDF/A, and a ZIP of copies of the scans.
package struct EvidenceFiles {
  private let store: ResultStore
  private let directory: ScanPath
  private let decoding: PictureDecoding

  /// Fonts with Korean letters as Debian has them, in the order in which they are tried.
  private static let fonts = ["nanum/NanumGothic", "nanum/NanumBarunGothic", "unfonts-core/UnDotum", "baekmuk/dotum"]
  /// Bytes of the largest font.
  private static let largestFont = 64 << 20

  package init(_ store: ResultStore, in directory: ScanPath, pictures: PictureSettings) {
    (self.store, self.directory) = (store, directory)
    decoding = PictureDecoding(settings: pictures)
  }

  /// - Parameter path: The font's file; nil for one of the system.
  package static func font(_ path: ScanPath?) throws(RunFailure) -> TrueTypeFont {
    let paths = path.map { [$0] } ?? fonts.map { ScanPath("/usr/share/fonts/truetype/\($0).ttf") }
    for path in paths {
      let file = path.withCString { try? SmallFile.read($0, atMost: largestFont) }
      if let font = file.flatMap(TrueTypeFont.init) { return font }
    }
    throw RunFailure(
      .unavailable,
      path.map { "\($0) is no TrueType font" }
        ?? "no font with Korean letters; install fonts-nanum, or name a TrueType font with --font")
  }

  /// Writes both files, and returns their names and why pictures are missing.
  package func write(
    _ book: Book, _ form: EvidenceForm, font: TrueTypeFont, style: TableStyle
  ) throws -> (names: [String], problems: [String]) {
    let receipts = book.entries.filter { $0.key.part == 1 }
    let stem = "hanscan.evidence" + (book.period.map { ".\($0.name)" } ?? "")
    let names = ["\(stem).pdf", "\(stem).zip"]
    let writer = try FileWriter(directory)
    let files = try names.map { try writer.file(for: [Array($0.utf8)]) }
    var pdf = try EvidencePDF(book, form, language: style.language, font: font, to: files[0])
    var problems: Set<String> = []
    /// Keeps the failure of a receipt as a problem, so that the others are written.
    func noting(_ entry: BookEntry, _ body: () throws -> Void) throws {
      let problem: PageProblem
      do { return try body() } catch let error as DocumentError {
        problem = error.problem
      } catch is HeaderFault {
        problem = PageProblem(.unreadable, "the bytes of its picture can't be read")
      }
      problems.insert("\(entry.path) page \(entry.key.page + 1): \(problem.message)")
    }
    var source: StoredDocumentSource?
    func opened(_ entry: BookEntry) throws -> StoredDocumentSource {
      guard let base = try store.base(), let document = try store.document(entry.path) else {
        throw DocumentError(PageProblem(.vanished, "the store has no scan of this name"))
      }
      // Another scan may have the name of one that is gone.
      guard document.entry.digest == entry.key.content else {
        throw DocumentError(PageProblem(.vanished, "it is not there any more"))
      }
      if let source, source.path == entry.path { return source }
      let opened = try StoredDocumentSource(document, below: base, in: store, decoding: decoding)
      source = opened
      return opened
    }
    try pdf.write(receipts) { entry in
      var scan: EvidencePDF.Scan?
      try noting(entry) { scan = try Self.scan(of: entry, in: opened(entry)) }
      return scan
    }
    try files[0].finish()
    // Each scan once, under the number, day, shop and total of its first receipt.
    var zip = ZIPFile(files[1])
    var copied: Set<ContentDigest> = []
    for (place, entry) in receipts.enumerated() where copied.insert(entry.key.content).inserted {
      let number = String(String(1_000_000 + place + 1).suffix(max(3, String(receipts.count).count)))
      let facts = [number, entry.day, entry.value(.merchant), entry.value(.total)].compactMap { $0 }
      let name = NamePattern.cleaned(facts.joined(separator: "_").replacing("/", with: "-"))
      try noting(entry) { try Self.copy(opened(entry), to: &zip, as: name) }
    }
    try zip.finish()
    try writer.sync()
    return (names, problems.sorted())
  }

  private static func scan(of entry: BookEntry, in source: StoredDocumentSource) throws -> EvidencePDF.Scan {
    let index = entry.key.page
    guard let page = try source.page(at: index), let reading = page.record.reading(original: page.original) else {
      throw DocumentError(PageProblem(.vanished, "the store has no text of this page"))
    }
    let count = (page.original ?? page.record).derived.value(of: ReceiptsStage.self)?.count ?? 1
    if reading.preparation?.source == .document { return (reading, nil, count) }
    guard let picture = try source.picture(at: index) else {
      let problem = source.problems.last { $0.index == index }?.problem
      throw DocumentError(problem ?? PageProblem(.unsupportedFormat, "the page has no picture that a PDF can show"))
    }
    // A fault within the picture must come up before the PDF has a part of it.
    try picture.forEachPiece { _ in }
    return (reading, picture, count)
  }

  private static func copy(_ source: StoredDocumentSource, to zip: inout ZIPFile, as name: String) throws {
    let session = source.session
    let hasRoom = try zip.add(name + NamedFiles.suffix(of: source.path, session.kind)) { body in
      try session.forEachPiece(body)
      if let problem = session.change() { throw DocumentError(problem) }
    }
    guard !hasRoom else { return }
    throw DocumentError(
      PageProblem(.tooLarge, "not in the ZIP file, which holds 4 GiB at most; write a shorter period"))
  }
}

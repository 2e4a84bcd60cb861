package import Bookkeeping
import Documents
package import Export
import Glibc
package import PageModel
package import ResultStore
package import RunSupport
import Support
import Understanding

/// The evidence of a period in an output directory: a PDF/A, and a ZIP of copies of the scans.
package struct EvidenceFiles {
  private let store: ResultStore
  private let directory: ScanPath
  private let decoding: PictureDecoding
  private let views: PictureDecoding

  /// Fonts with Korean letters as Debian has them, in the order in which they are tried.
  private static let fonts = ["nanum/NanumGothic", "nanum/NanumBarunGothic", "unfonts-core/UnDotum", "baekmuk/dotum"]
  /// Bytes of the largest font.
  private static let largestFont = 64 << 20

  package init(_ store: ResultStore, in directory: ScanPath, pictures: PictureSettings) {
    (self.store, self.directory) = (store, directory)
    decoding = PictureDecoding(settings: pictures)
    views = PictureDecoding(settings: pictures, isForScreens: true)
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
    var problems: [String] = []
    var source: StoredDocumentSource?
    func opened(_ entry: BookEntry) throws -> StoredDocumentSource? {
      if let source, source.path == entry.path { return source }
      do {
        guard let base = try store.base(), let document = try store.document(entry.path) else { return nil }
        source = try StoredDocumentSource(
          document, below: base, in: store, limits: decoding.settings.limits, decoding: decoding, views: views)
        return source
      } catch let error as DocumentProblem {
        problems.append("\(entry.path): \(error.problem.message)")
      } catch let error as DocumentError {
        problems.append("\(entry.path): \(error.problem.message)")
      }
      return nil
    }
    try pdf.write(receipts) { entry in
      guard let source = try opened(entry), let page = try source.page(at: entry.key.page),
        let reading = page.record.reading(original: page.original)
      else { return nil }
      let count = (page.original ?? page.record).derived.value(of: ReceiptsStage.self)?.count ?? 1
      return EvidencePDF.Scan(reading: reading, picture: try source.picture(at: entry.key.page), receipts: count)
    }
    try files[0].finish()
    try copy(receipts, into: files[1], opened)
    try writer.sync()
    return (names, Set(problems).sorted())
  }

  /// Each scan once, under the number, day, shop and total of its first receipt.
  private func copy(
    _ receipts: [BookEntry], into file: FilePieces, _ opened: (BookEntry) throws -> StoredDocumentSource?
  ) throws {
    var zip = ZIPFile(file)
    var copied: Set<ScanPath> = []
    for (place, entry) in receipts.enumerated() where copied.insert(entry.path).inserted {
      guard let session = try opened(entry)?.session else { continue }
      let number = String(String(1_000_000 + place + 1).suffix(max(3, String(receipts.count).count)))
      let facts = [number, entry.day, entry.value(.merchant), entry.value(.total)].compactMap { $0 }
      let name = NamePattern.cleaned(facts.joined(separator: "_").replacing("/", with: "-"))
      try zip.add(name + NamedFiles.suffix(of: entry.path, session.kind)) { try session.forEachPiece($0) }
      if let problem = session.change() { throw DocumentProblem(problem) }
    }
    try zip.finish()
  }
}

package import Bookkeeping
import Export
package import PageModel
package import ResultStore
import Glibc
import RunSupport
package import Spreadsheets
import Support
import Understanding

/// Files for accounting programs in an output directory; the store remembers which lines were exported.
package struct ProgramFile {
  package struct Outcome {
    /// Nil if there was nothing new.
    package var name: String?
    package var lines = 0
    package var export: ProgramExport
    /// Exported receipts that are different by now, with the text that was exported and the one of now, which is empty if
    /// the receipt is gone; the path is nil if its page is no longer known.
    package var changes: [(path: ScanPath?, old: String, new: String)] = []
  }

  /// Files of one period and program in a directory.
  private static let filesAtMost = 1_000

  private let store: ResultStore
  private let directory: ScanPath
  private let reader: SpreadsheetReader

  package init(_ store: ResultStore, in directory: ScanPath, reader: SpreadsheetReader) {
    (self.store, self.directory, self.reader) = (store, directory, reader)
  }

  /// Exports the receipts that were not exported before, or all of them again.
  ///
  /// Reports once a receipt that has changed since its export.
  package func write(_ book: Book, as layout: ProgramLayout, _ codes: ProgramCodes, again: Bool) throws -> Outcome {
    let topic = "export \(layout.name) \(SHA256.digest(of: layout.form.utf8).hex.prefix(16))"
    let exported = Dictionary(try store.bookValues(topic).map { ($0.key.whole, $0.value) }) { $1 }
    let new = again ? book : book.filtered { exported[$0.key.whole] == nil }
    var outcome = Outcome(export: ProgramExport(new, layout: layout, codes: codes))
    let receipts = Dictionary(grouping: book.entries) { $0.key.whole }
    func mark(_ key: BookKey, _ lines: [BookEntry]) -> BookValue {
      BookValue(key: key.whole, name: "line", value: lines.map(Self.summary).joined(separator: "; "))
    }
    var marks: [BookValue] = []
    for (key, old) in exported.sorted(by: { $0.key < $1.key }) where !again || receipts[key] == nil {
      // A receipt of this period that is not among its lines has another date by now, or is gone.
      guard receipts[key] != nil || book.period?.holds(String(old.prefix(10))) ?? true else { continue }
      let lines = try receipts[key] ?? self.lines(of: key)
      let now = mark(key, lines)
      guard old != now.value else { continue }
      outcome.changes.append((lines.first?.path, old, now.value))
      marks.append(now)
    }
    if !outcome.export.entries.isEmpty {
      outcome.name = try deliver(outcome.export, book)
      outcome.lines = outcome.export.entries.count
      marks += outcome.export.entries.filter { $0.key.part == 1 }.map { mark($0.key, receipts[$0.key] ?? []) }
    }
    try store.setBookValues(marks, topic: topic)
    return outcome
  }

  /// The lines of a receipt of another period; none if it is gone, or if another page has it.
  private func lines(of key: BookKey) throws -> [BookEntry] {
    guard let page = try store.page(content: key.content, index: key.page) else { return [] }
    return try (store.entries(on: page.id, once: true) ?? []).filter { $0.key.whole == key }
  }

  /// The values of a line that a program has taken, as one text; proposals of accounts change with other decisions.
  private static func summary(of entry: BookEntry) -> String {
    let fields: [FieldName] = [.date, .merchant, .businessNumber, .cardName, .approvalNumber]
    return
      (fields.map { entry.value($0) ?? "" } + [entry.account]
      + entry.amounts.all.map { $0?.text(in: entry.currency) ?? "" }).joined(separator: " | ")
  }

  /// Writes the file elsewhere, reads it back, and puts it into the directory if it says the same.
  private func deliver(_ export: ProgramExport, _ book: Book) throws -> String {
    let folder = ScanPath(try TemporaryFolder.make())
    let ending = export.layout.file == .text ? "txt" : export.layout.file.rawValue
    let draft = Array("draft.\(ending)".utf8)
    let path = folder.appending(draft)
    defer {
      _ = path.withCString { unlink($0) }
      _ = folder.withCString { rmdir($0) }
    }
    let writer = try FileWriter(folder, creating: false)
    try ProgramWriter.write(export, to: try writer.file(for: [draft]))
    try writer.sync()
    let bytes = try path.withCString { try SmallFile.read($0, atMost: 1 << 30) }
    if export.layout.file == .text {
      guard bytes == Array(export.text.utf8) else { throw Self.unlike(export.layout) }
    } else {
      let rows = try reader.read(path).sheets.first?.rows ?? []
      guard export.agrees(with: rows.dropFirst().map { $0.cells.map(\.text) }) else { throw Self.unlike(export.layout) }
    }
    let stem = "hanscan.\(export.layout.name)" + (book.period.map { ".\($0.name)" } ?? "")
    let names = (1...Self.filesAtMost).lazy.map { $0 == 1 ? "\(stem).\(ending)" : "\(stem).\($0).\(ending)" }
    let target = try FileWriter(directory)
    let file = try target.file(for: [Array("\(stem).\(ending)".utf8)])
    try file.append(bytes)
    guard let name = try file.finish(asNewOf: names.map { Array($0.utf8) }) else {
      throw RunFailure(
        .cannotCreate, "\(directory) has \(Self.filesAtMost) files for \(export.layout.title) of this period")
    }
    try target.sync()
    return String(decoding: name, as: UTF8.self)
  }

  private static func unlike(_ layout: ProgramLayout) -> RunFailure {
    RunFailure(.internal, "the file for \(layout.title) does not read back as it was written")
  }
}

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
    /// Exported lines that are different by now, with the row that was exported and the one of now.
    package var changes: [(entry: BookEntry, old: String, new: String)] = []
  }

  /// Files of one period and program in a directory.
  private static let filesAtMost = 1_000

  private let store: ResultStore
  private let directory: ScanPath
  private let reader: SpreadsheetReader

  package init(_ store: ResultStore, in directory: ScanPath, reader: SpreadsheetReader) {
    (self.store, self.directory, self.reader) = (store, directory, reader)
  }

  /// Exports the lines that were not exported before, or all of them again.
  package func write(
    _ book: Book, as layout: ProgramLayout, _ codes: ProgramCodes, again: Bool
  ) throws -> Outcome {
    let topic = "export \(layout.name)"
    var exported: [BookKey: String] = [:]
    for value in try store.bookValues(topic) {
      exported[BookKey(content: value.content, page: value.page, receipt: value.receipt, part: value.part)] =
        value.value
    }
    let new = again ? book : book.filtered { exported[$0.key] == nil }
    var outcome = Outcome(export: ProgramExport(new, layout: layout, codes: codes))
    for entry in book.entries where !again {
      guard let old = exported[entry.key] else { continue }
      let now = Self.summary(of: entry)
      if old != now { outcome.changes.append((entry, old, now)) }
    }
    guard !outcome.export.entries.isEmpty else { return outcome }
    let name = try deliver(outcome.export, book)
    outcome.name = name
    outcome.lines = outcome.export.entries.count
    let marks = outcome.export.entries.map { entry in
      ResultStore.BookValue(
        content: entry.key.content, page: entry.key.page, receipt: entry.key.receipt, part: entry.key.part,
        name: "line",
        value: Self.summary(of: entry))
    }
    try store.setBookValues(marks, topic: topic)
    return outcome
  }

  /// The values of a line that a program has taken, as one text.
  private static func summary(of entry: BookEntry) -> String {
    let amounts = [entry.amounts.supply, entry.amounts.tax, entry.amounts.exempt, entry.amounts.total]
    let values: [String?] = [entry.day, entry.value(.merchant), entry.value(.businessNumber), entry.bookedAccount]
    return (values.map { $0 ?? "" } + amounts.map { $0?.text(in: entry.currency) ?? "" }).joined(separator: " | ")
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
    if export.layout.file != .text {
      let rows = try reader.read(path).sheets.first?.rows ?? []
      guard export.agrees(with: rows.dropFirst().map { $0.cells.map { $0.text } }) else {
        throw RunFailure(.internal, "the file for \(export.layout.title) does not read back as it was written")
      }
    }
    let bytes = try path.withCString { try SmallFile.read($0, atMost: 1 << 30) }
    let stem = "hanscan.\(export.layout.name)" + (book.period.map { ".\($0.name)" } ?? "")
    let names = (1...Self.filesAtMost).lazy.map { $0 == 1 ? "\(stem).\(ending)" : "\(stem).\($0).\(ending)" }
    let file = try FileWriter(directory).file(for: [Array("\(stem).\(ending)".utf8)])
    try file.append(bytes)
    guard let name = try file.finish(asNewOf: names.map { Array($0.utf8) }) else {
      throw RunFailure(
        .cannotCreate, "\(directory) has \(Self.filesAtMost) files for \(export.layout.title) of this period")
    }
    return String(decoding: name, as: UTF8.self)
  }
}

import Export
import Foundation
import Glibc
import PageModel
import RunSupport
import StoreFiles
import TestSupport

@testable import ResultStore

/// The contents of a store and its output directory, as commands show them.
struct IdentityView {
  /// The text of present pages in each form that shows them.
  private var shown: [String: [UInt8]] = [:]
  private var presentPaths: Set<ScanPath> = []
  private var present: Set<String> = []
  private var missing: [String] = []
  /// Files of pages in the output directory.
  private var files: [ScanPath: [UInt8]] = [:]
  private var filesOfMissing: Set<ScanPath> = []
  /// The same in another directory, to which all pages were exported.
  private var exported: [ScanPath: [UInt8]] = [:]
  private var unsound: [String] = []

  /// - Parameter exportsAll: Whether to export missing pages as well, at home and to another directory.
  init(of bench: Bench, _ exportsAll: Bool) throws {
    let out = bench.scratch.path(of: "out")
    func export(_ formats: [any Exporter], to name: String, isHome: Bool = false, isPresent: Bool = false) throws {
      let selection = PageSelection(isPresent: isPresent)
      try PageFiles.export(
        from: bench.store, to: ScanPath(bench.scratch.path(of: name)), formats: formats, isHome: isHome,
        selection: selection, pictures: PictureSettings(executable: BuiltProgram.fixtureWorker))
    }
    if exportsAll {
      let formats: [any Exporter] = ["text", "json", "md"].compactMap { Exporters.ofPages(named: $0) }
      try export(formats, to: "out", isHome: true)
      try export(formats + [CSVExporter()], to: "all")
    }
    let store = try bench.open()
    try store.forEachPage { summary throws(StoreError) in
      guard let page = try store.page(summary.id) else { return true }
      let key = Self.key(page.record)
      if summary.isMissing {
        missing.append(key)
        for file in try store.files(of: page.id) { filesOfMissing.insert(file.path) }
      } else {
        presentPaths.insert(page.record.path)
        present.insert(key)
        let isRepeated = try store.isRepeated(page.id)
        shown["page \(Self.ascii(page.record.path)) \(summary.index)"] = Self.text(page.record, isRepeated, summary)
      }
      return true
    }
    for words in ["12.75", "숲속점", "Minutes", "page"] {
      let hits = try store.search(try SearchQuery(words), limit: 1_000).hits.filter { !$0.page.isMissing }
      let lines = hits.map { hit in
        "\(Self.ascii(hit.page.path)) \(hit.page.index) copies \(hit.copies.map { "\(Self.ascii($0.path)) \($0.index)" })"
      }
      shown["search \(words)"] = Array(lines.sorted().joined(separator: "\n").utf8)
    }
    files = try Self.pageFiles(in: "out", of: bench)
    try export([CSVExporter()], to: "export", isPresent: true)
    for name in CSVExporter().fileNames { shown["table \(name)"] = try bench.scratch.read("export/\(name)") }
    let report = try StoreCheck.run(bench.store, directory: ScanPath(out), repairs: false)
    unsound = report.findings.map(\.text)
    if exportsAll {
      exported = try Self.pageFiles(in: "all", of: bench)
      unsound += try faultsOfTable(in: bench)
    }
  }

  private static func pageFiles(in folder: String, of bench: Bench) throws -> [ScanPath: [UInt8]] {
    var files: [ScanPath: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: bench.scratch.path(of: folder)) {
      guard [".txt", ".json", ".md"].contains(where: name.hasSuffix) else { continue }
      files[ScanPath(name)] = try bench.scratch.read("\(folder)/\(name)")
    }
    return files
  }

  /// The table of all pages has each receipt once: those of the present ones, and others of missing pages alone.
  private func faultsOfTable(in bench: Bench) throws -> [String] {
    func receipts(_ folder: String) throws -> [BookKey] {
      let table = String(decoding: try bench.scratch.read("\(folder)/hanscan.receipts.csv"), as: UTF8.self)
      // The key of a row is its last cell.
      let last = table.split(whereSeparator: \.isNewline).map { $0.split(separator: ",").last ?? "" }
      return last.compactMap { BookKey(String($0)) }
    }
    let (all, ofPresent) = (try receipts("all"), try receipts("export"))
    var faults = ofPresent.filter { !all.contains($0) }.map { "receipt \($0.text) is in no table of all pages" }
    if Set(all).count < all.count { faults.append("the table of all pages has a receipt twice") }
    for key in all where !ofPresent.contains(key) && !missing.contains("\(key.content.hex) \(key.page)") {
      faults.append("receipt \(key.text) of the table of all pages is on no missing page")
    }
    return faults
  }

  /// The pages that a store has the text of, by content.
  static func recognised(in bench: Bench) throws -> Set<String> {
    guard access(bench.store.description, F_OK) == 0 else { return [] }
    let store = try bench.open()
    var found: Set<String> = []
    try store.forEachPage(PageFilter(states: [.recognised])) { summary throws(StoreError) in
      if let page = try store.page(summary.id) { found.insert(key(page.record)) }
      return true
    }
    return found
  }

  private static func key(_ record: PageRecord) -> String { "\(record.content?.hex ?? "none") \(record.index)" }

  /// With escapes, because names that differ in their Unicode form alone are equal strings.
  private static func ascii(_ path: ScanPath) -> String { ascii(String(decoding: path.bytes, as: UTF8.self)) }

  private static func ascii(_ text: String) -> String {
    text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private static func text(_ record: PageRecord, _ isRepeated: Bool, _ summary: PageSummary) -> [UInt8] {
    let derived = record.derived.stages.map { stage in
      let value = record.derived[stage]
      return "\(stage): \(value?.version ?? 0) \(value?.json ?? "nothing")"
    }
    let text =
      """
      \(record.outcome)
      \(record.pageCount) pages, duplicate of \(summary.duplicateOf.map { ascii($0.path) } ?? "none"), \
      \(isRepeated ? "repeated" : "first")
      \(derived.joined(separator: "\n"))
      """
    return Array(text.utf8)
  }

  func differences(from wanted: IdentityView) -> [String] {
    let keys = Set(shown.keys).union(wanted.shown.keys).sorted()
    return keys.filter { shown[$0] != wanted.shown[$0] }.map { Self.difference($0, shown[$0], wanted.shown[$0]) }
  }

  /// The lines in which two texts differ.
  private static func difference(_ what: String, _ here: [UInt8]?, _ wanted: [UInt8]?) -> String {
    func lines(_ text: [UInt8]?) -> [String] {
      let text = text.map { String(decoding: $0, as: UTF8.self) } ?? "nothing at all"
      return text.components(separatedBy: "\n").map(ascii)
    }
    let (here, wanted) = (lines(here), lines(wanted))
    let more = here.filter { !wanted.contains($0) }.prefix(6).map { "  is     \($0.prefix(400))" }
    let less = wanted.filter { !here.contains($0) }.prefix(6).map { "  wanted \($0.prefix(400))" }
    return ([what] + more + less).joined(separator: "\n")
  }

  /// The faults of files, and of pages whose scans are missing.
  func faults(beside wanted: IdentityView, seen: Set<String>) throws -> [String] {
    var faults = unsound
    for (path, bytes) in wanted.files where files[path] != bytes {
      faults.append(Self.difference("file \(path)", files[path], bytes))
    }
    for path in files.keys where wanted.files[path] == nil {
      if !filesOfMissing.contains(path) { faults.append("file \(path) is of no missing scan") }
      let isOfPresent = presentPaths.contains { path.bytes.starts(with: $0.bytes + Array(".p".utf8)) }
      if isOfPresent { faults.append("file \(path) is of a page that its scan does not have") }
    }
    for (path, bytes) in wanted.exported where exported[path] != bytes {
      faults.append(Self.difference("exported file \(path)", exported[path], bytes))
    }
    if Set(missing).count < missing.count { faults.append("a missing page is listed twice") }
    if !present.isDisjoint(with: missing) { faults.append("a present page is listed as missing as well") }
    for page in seen.subtracting(present).subtracting(missing) { faults.append("page \(page) was read and is gone") }
    return faults
  }
}

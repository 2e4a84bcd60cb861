import Corrections
import Foundation
import PageModel
import Testing
import Understanding

@testable import ResultStore

/// A store and its files as lines.
///
/// Not compared: times, the index of words, keys of traces, sizes and digests of files, versions and values of most stages,
/// and of JSON files the values of most members.
enum StoreDump {
  /// The answers of a store about its pages, corrections, files and tables.
  static func listings(_ store: ResultStore) throws -> [String] {
    var told: [String] = []
    for (title, filter) in [
      ("all", PageFilter()), ("missing", PageFilter(isMissing: true)),
      ("failed", PageFilter(states: [.failed, .blank])),
    ] {
      told.append("\(title): \(text(try store.counts(filter)))")
      try store.forEachPage(filter) { page throws(StoreError) in
        let same = try store.samePages(as: page.id).map { "\($0.page.path)" }
        told.append(
          "\(title): \(page.path) \(page.index)/\(page.pageCount) \(page.state) \(page.isMissing) \(page.attempts.count) "
            + "\(page.problem?.message ?? "-") \(page.duplicateOf.map { "\($0.path)" } ?? "-") same \(same) "
            + "repeated \(try store.isRepeated(page.id)) replaced \(try store.isReplaced(page.id)) "
            + "joined \(try store.isJoined(page.id))")
        return true
      }
    }
    try store.forEachCorrection { stored in
      told.append(
        "correction \(stored.id.number) of \(stored.page.map { "\($0.path) \($0.index)" } ?? "no page"): "
          + "\(text(stored.correction.target)) '\(stored.correction.old)' '\(stored.correction.new)' "
          + "\(stored.undone == nil ? "" : "undone")")
      return true
    }
    told += try store.doubtsFoundRight().sorted { $0.key.number < $1.key.number }.map {
      "right: \($0.key.number) \($0.value)"
    }
    told += try store.correctedShops().sorted { $0.key < $1.key }.map { "shop \($0.key): \($0.value)" }
    told.append("lacking text \(try store.pages(lackingFiles: ["text": [.recognised]]).map(\.number))")
    told.append(
      "documents \(try store.documents(lackingFile: nil)), without PDF \(try store.documents(lackingFile: "pdf"))")
    told.append("superseded \(try store.supersededDocuments().map(\.document.number))")
    told.append("tables \(try store.writtenTables())")
    return told
  }

  static func text(_ counts: [PageState: Int]) -> String {
    counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
  }

  private static func text(_ target: Correction.Target) -> String {
    switch target {
    case .line(let index): "line \(index)"
    case .field(let name, let receipt): "field \(name) of receipt \(receipt)"
    case .receipt(let index): "receipt \(index)"
    case .kind: "kind"
    case .page: "page"
    }
  }

  static func text(_ ranges: [Range<Int>]) -> String {
    ranges.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
  }

  static func text(_ what: CorrectionRequest.What) -> String {
    switch what {
    case .line(let number, let text): "line \(number) '\(text)'"
    case .lineAt(let index, let text): "line at \(index) '\(text)'"
    case .field(let name, let receipt, let value): "\(name.rawValue) of receipt \(receipt) '\(value)'"
    case .noReceipt(let number): "no receipt \(number)"
    case .kind(let label): "kind \(label.rawValue)"
    case .page: "page"
    }
  }

  /// The lines that are gone and those that came.
  static func changes(_ before: [String], _ now: [String]) -> [String] {
    let changes = now.difference(from: before)
    return changes.removals.map { change in if case .remove(_, let line, _) = change { "- \(line)" } else { "" } }
      + changes.insertions.map { change in if case .insert(_, let line, _) = change { "+ \(line)" } else { "" } }
  }

  /// Columns of times, of the facts of files that exports write, and of versions.
  private static let leftOut: Set<String> = [
    "runs.started", "runs.ended", "corrections.made", "files.size", "files.digest", "derived.version",
  ]
  /// Tables of digests, of which the rows are counted.
  private static let counted: Set<String> = ["traces", "trace_keys"]

  /// The rows of each table but the index of words.
  static func rows(of store: ResultStore) throws -> [(table: String, lines: [String])] {
    let tables = try store.connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name"
    ) { row throws(StoreError) in try row.text(0) }
    return try tables.map { table in
      guard !Self.counted.contains(table) else {
        return (table, ["\(try store.connection.all("SELECT 1 FROM \(table)") { $0.int(0) }.count) rows"])
      }
      let columns = try store.connection.all("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid") {
        row throws(StoreError) in try row.text(0)
      }.filter { !Self.leftOut.contains("\(table).\($0)") }
      let cells = columns.map { Self.cell($0, of: table) }
      let order = columns.map { "\(table).\($0)" }.joined(separator: ", ")
      let which = table == "facts" ? "WHERE name NOT LIKE 'book %'" : ""
      let lines = try store.connection.all(
        "SELECT \(cells.joined(separator: ", ")) FROM \(table) \(which) ORDER BY \(order)"
      ) {
        row throws(StoreError) in
        try columns.indices.map { column throws(StoreError) in
          "\(columns[column]) \(try row.textIfAny(Int32(column)) ?? "-")"
        }.joined(separator: ", ")
      }
      return (table, lines)
    }
  }

  /// A cell as text; times are told as there or not, and values of stages that have tests of their own by their length.
  private static func cell(_ column: String, of table: String) -> String {
    switch column {
    case "undone": "undone IS NOT NULL"
    case "sort_key", "keys": "hex(\(column))"
    case "value" where table == "derived":
      "iif(stage IN ('joined', 'sameAs', 'part', 'lostReceipts'), value, value IS NOT NULL)"
    default: "CAST(\(column) AS TEXT)"
    }
  }

  /// The texts of files in an output folder; of JSON the values beside those of the stages, of the others the names.
  static func files(in folder: String) throws -> [(name: String, lines: [String])] {
    var files: [(name: String, lines: [String])] = []
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where !file.hasPrefix("hanscan.sqlite") && !file.hasPrefix(".") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(file)", isDirectory: &isFolder)
      guard !isFolder.boolValue else { continue }
      let text = String(decoding: FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data(), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { "| \($0)" }
      files.append((file, file.hasSuffix(".json") ? try members(of: text) : lines))
    }
    return files
  }

  private static let shown = [
    "path", "page", "pages", "state", "sameAs", "part", "joined", "lostReceipts", "duplicateOf",
  ]

  private static func members(of json: String) throws -> [String] {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let members = try object.keys.sorted().map { key in
      guard shown.contains(key), let value = object[key] else { return key }
      let data = try JSONSerialization.data(
        withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
      return "\(key): \(String(decoding: data, as: UTF8.self))"
    }
    let receipts = object["receipts"] as? [[String: Any]] ?? []
    return members
      + receipts.map { receipt in
        let fields = receipt["fields"] as? [String: [String: Any]] ?? [:]
        return "receipt: " + fields.keys.sorted().map { "\($0) \(fields[$0]?["value"] ?? "-")" }.joined(separator: ", ")
      }
  }
}

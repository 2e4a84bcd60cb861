import Foundation
import PageModel
import Testing

@testable import ResultStore

/// A store and its files as lines, without times, and without what differs with every version.
enum StoreDump {
  /// The answers of a store about its pages, corrections, files and tables.
  static func listings(_ store: ResultStore) throws -> [String] {
    var told: [String] = []
    for (title, filter) in [
      ("all", PageFilter()), ("missing", PageFilter(isMissing: true)),
      ("failed", PageFilter(states: [.failed, .blank])),
    ] {
      told.append("\(title): \(try store.counts(filter).sorted { $0.key.rawValue < $1.key.rawValue })")
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
          + "\(stored.correction.target) '\(stored.correction.old)' '\(stored.correction.new)' "
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

  /// Columns of times and of the facts of files, and of versions, which differ from run to run or with every version.
  private static let leftOut: Set<String> = ["made", "started", "ended", "digest", "size", "signals", "trace"]

  /// The rows of each table but the index of words.
  static func rows(of store: ResultStore) throws -> [(table: String, lines: [String])] {
    let tables = try store.connection.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'search%' ORDER BY name"
    ) { row throws(StoreError) in try row.text(0) }
    return try tables.map { table in
      let columns = try store.connection.all("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid") {
        row throws(StoreError) in try row.text(0)
      }.filter { !Self.leftOut.contains($0) && !(table == "derived" && $0 == "version") }
      let cells = columns.map { Self.cell($0, of: table) }
      let order = columns.indices.map { "\($0 + 1)" }.joined(separator: ", ")
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

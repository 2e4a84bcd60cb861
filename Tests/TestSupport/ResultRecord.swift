import Foundation
package import Testing

/// A file below `Tests/Features` with all that a part of the project says of fixed inputs, as lines that a person can read.
///
/// A change of the code that changes a line fails the test that compares it. If the line is better now, whoever changed the
/// code writes the file again, with HANSCAN_WRITE_FIXTURES=1 in front of the tests, and reads its difference.
package struct ReviewedRecord {
  /// The lines of one input.
  package struct Entry {
    package var name: String
    package var lines: [String]

    package init(_ name: String, _ lines: [String]) { (self.name, self.lines) = (name, lines.map(Self.oneLine)) }

    /// A line break within a value begins no line of its own.
    private static func oneLine(_ text: String) -> String {
      guard text.contains(where: \.isNewline) else { return text }
      return text.unicodeScalars.map { $0 == "\n" ? "⏎" : $0 == "\r" ? "␍" : String($0) }.joined()
    }
  }

  private static let head = "== "
  private static let mostEntries = 12
  private static let mostLines = 8
  private let file: URL

  /// - Parameter file: A name below `Tests/Features`.
  package init(_ file: String) {
    self.file = URL(filePath: #filePath).appending(path: "../../Features/\(file)").standardized
  }

  /// The text of the file; line ends are those of Unix.
  package var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }

  /// Compares all entries with the file, and names those that differ, with their lines.
  package func expect(
    _ entries: [Entry], advice: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard ProcessInfo.processInfo.environment["HANSCAN_WRITE_FIXTURES"] == nil else {
      let lines = entries.flatMap { [Self.head + $0.name] + $0.lines }
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
      Issue.record(
        "\(file.path) is written; run the test without HANSCAN_WRITE_FIXTURES", sourceLocation: sourceLocation)
      return
    }
    let known = Self.entries(of: try text)
    let (old, new) = (Dictionary(grouping: known, by: \.name), Dictionary(grouping: entries, by: \.name))
    let names = known.map(\.name) + entries.map(\.name).filter { old[$0] == nil }
    let changed = names.filter { name in old[name]?.map(\.lines) != new[name]?.map(\.lines) }
    let report = changed.prefix(Self.mostEntries).map { name in
      let (before, now) = (old[name] ?? [], new[name] ?? [])
      return ([name] + Self.changes(before.flatMap(\.lines), now.flatMap(\.lines))).joined(separator: "\n  ")
    }
    #expect(
      changed.isEmpty,
      """
      \(changed.count) of \(known.count) entries differ from \(file.lastPathComponent):
      \(report.joined(separator: "\n"))
      If they have to, run the test with HANSCAN_WRITE_FIXTURES=1, and read the difference of the file. \(advice)
      """, sourceLocation: sourceLocation)
    #expect(
      known.map(\.name) == entries.map(\.name) || !changed.isEmpty, "the order of entries is another",
      sourceLocation: sourceLocation)
  }

  private static func entries(of text: String) -> [Entry] {
    var entries: [Entry] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix(head) {
        entries.append(Entry(String(line.dropFirst(head.count)), []))
      } else if !entries.isEmpty {
        entries[entries.count - 1].lines.append(String(line))
      }
    }
    return entries
  }

  private static func changes(_ before: [String], _ now: [String]) -> [String] {
    let changes = now.difference(from: before)
    let lines =
      changes.removals.map { change in if case .remove(_, let line, _) = change { "- \(line)" } else { "" } }
      + changes.insertions.map { change in if case .insert(_, let line, _) = change { "+ \(line)" } else { "" } }
    let left = lines.count - mostLines
    return lines.prefix(mostLines) + (left > 0 ? ["and \(left) more"] : [])
  }
}

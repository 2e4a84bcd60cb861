import Foundation
package import Testing

/// A file below `Tests/Features` with all that a part of the project says of fixed inputs, as lines that a person can read.
///
/// The results are recorded as they were, some of them wrong. A change of the code that changes a line fails the test that
/// compares it, and the test lists the changed lines. If the new lines are right, whoever changed the code runs that test
/// with HANSCAN_WRITE_FIXTURES=1, which writes the file again, and reviews its difference.
package struct ResultRecord {
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

  /// A text of which the bytes are compared: strings are equal in any form of Unicode.
  private struct Exact: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: Exact, other: Exact) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
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
    let (old, new) = (Self.lines(of: known), Self.lines(of: entries))
    let (before, now) = (known.map { Exact($0.name) }, entries.map { Exact($0.name) })
    let changed = (before + now.filter { old[$0] == nil }).filter { old[$0] != new[$0] }
    let report = changed.prefix(Self.mostEntries).map { name in
      let changes = Self.changes(old[name]?.flatMap { $0 } ?? [], new[name]?.flatMap { $0 } ?? [])
      return ([name.text] + changes).joined(separator: "\n  ")
    }
    #expect(
      changed.isEmpty,
      """
      \(changed.count) of \(known.count) entries differ from \(file.lastPathComponent):
      \(report.joined(separator: "\n"))
      If the new lines are right, run the test with HANSCAN_WRITE_FIXTURES=1, and review the difference of the file. \(advice)
      """, sourceLocation: sourceLocation)
    #expect(before == now || !changed.isEmpty, "the entries are in another order", sourceLocation: sourceLocation)
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

  private static func lines(of entries: [Entry]) -> [Exact: [[Exact]]] {
    Dictionary(grouping: entries) { Exact($0.name) }.mapValues { $0.map { $0.lines.map(Exact.init) } }
  }

  private static func changes(_ before: [Exact], _ now: [Exact]) -> [String] {
    let changes = now.difference(from: before)
    let lines =
      changes.removals.map { change in if case .remove(_, let line, _) = change { "- \(line.text)" } else { "" } }
      + changes.insertions.map { change in if case .insert(_, let line, _) = change { "+ \(line.text)" } else { "" } }
    let left = lines.count - mostLines
    let isSameText = before.map(\.text) == now.map(\.text)
    return lines.prefix(mostLines) + (left > 0 ? ["and \(left) more"] : [])
      + (isSameText && before != now ? ["a line differs in its Unicode form alone"] : [])
  }
}

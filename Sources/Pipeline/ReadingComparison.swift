package import PageModel
import ResultStore
import Support

/// What another reader made of a page, line by line.
package struct ReadingComparison: Sendable {
  /// A line that the readers read in different ways, by its place.
  package struct Change: Hashable, Sendable {
    /// Nil where only the new reader found a line.
    package let old: String?
    /// Nil where only the old reader found a line.
    package let new: String?
    /// What a person said that it says; nil where nobody did.
    package let right: String?
    package let verdict: Verdict
    /// The field of a receipt that this is about, by its name in the page's JSON; nil for a line.
    package var field: String?
    /// The receipt's index among those of the page, from 0.
    package var receipt = 0
  }

  /// What the receipts of a page say by a reading alone: the value of a field of a receipt, by its index.
  package typealias Values = (_ field: String, _ receipt: Int) -> String?

  package enum Verdict: String, Hashable, Sendable {
    /// What a person put right is read so now.
    case confirms
    /// Nearer to what a person said than before, and not right.
    case nearer
    /// Farther from what a person said than before.
    case worse
    /// Nobody has said what is right.
    case changed
  }

  /// Lines that differ, and those that a person put right and that are read better or worse now, in reading order; then
  /// such fields.
  package private(set) var changes: [Change] = []
  /// Lines of text that either reader found.
  package private(set) var lines = 0
  /// Those that both read alike.
  package private(set) var same = 0
  /// Those that a person put right.
  package private(set) var corrected = 0
  /// Fields that a person put right.
  package private(set) var correctedFields = 0

  /// - Parameter values: What either reading alone gives for fields.
  package init(
    old: RecognisedPage, new: RecognisedPage, corrections: [Correction],
    values: (old: Values, new: Values) = ({ _, _ in nil }, { _, _ in nil })
  ) {
    let right = old.corrected(by: corrections)
    var free = Set(new.textLines)
    for index in old.textLines {
      let line = old.lines[index]
      let partner = free.max { Self.fit(new.lines[$0], line) < Self.fit(new.lines[$1], line) }
      let other = partner.flatMap { Self.fit(new.lines[$0], line) >= Self.leastFit ? $0 : nil }
      if let other { free.remove(other) }
      let wanted = right.lines[index].correctedFrom == nil ? nil : right.lines[index].text
      add(line.text, other.map { new.lines[$0].text }, wanted)
    }
    for index in free.sorted() { add(nil, new.lines[index].text, nil) }
    var seen: Set<Correction.Target> = []
    for correction in corrections.reversed() {
      guard case .field(let name, let receipt) = correction.target, seen.insert(correction.target).inserted else {
        continue
      }
      add(name, receipt, values.old(name, receipt), values.new(name, receipt), correction.new)
    }
  }

  private mutating func add(_ field: String, _ receipt: Int, _ old: String?, _ new: String?, _ right: String) {
    correctedFields += 1
    let verdict = Self.verdict(old ?? "", new ?? "", right)
    guard verdict != .changed || old != new else { return }
    changes.append(
      Change(old: old, new: new, right: right, verdict: verdict, field: field, receipt: receipt))
  }

  /// A half of both boxes in common, or less of them and the same text.
  private static let leastFit = 0.5

  private static func fit(_ line: Line, _ other: Line) -> Double {
    let place = line.box.share(with: other.box)
    return place == 0 ? 0 : place + (line.text == other.text ? 0.5 : 0)
  }

  private mutating func add(_ old: String?, _ new: String?, _ right: String?) {
    lines += 1
    if old == new { same += 1 }
    guard let right else {
      if old != new { changes.append(Change(old: old, new: new, right: nil, verdict: .changed)) }
      return
    }
    corrected += 1
    let verdict = Self.verdict(old ?? "", new ?? "", right)
    if verdict != .changed || old != new {
      changes.append(Change(old: old, new: new, right: right, verdict: verdict))
    }
  }

  private static func verdict(_ old: String, _ new: String, _ right: String) -> Verdict {
    let (before, now) = (errors(old, right), errors(new, right))
    return now == 0 ? .confirms : now < before ? .nearer : now > before ? .worse : .changed
  }

  private static func errors(_ text: String, _ right: String) -> Int {
    editDistance(Array(text.unicodeScalars.prefix(2_000)), Array(right.unicodeScalars.prefix(2_000)))
  }
}

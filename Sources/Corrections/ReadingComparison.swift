package import PageModel
import ResultStore
import Support
package import Understanding

/// Another reader's result for a page, line by line.
package struct ReadingComparison: Sendable {
  /// A line that the readers read in different ways, by its place.
  package struct Change: Hashable, Sendable {
    /// Nil if only the new reader found a line.
    package let old: String?
    /// Nil if only the old reader found a line.
    package let new: String?
    /// The text that a person gave; nil if nobody did.
    package let right: String?
    package let verdict: Verdict
    /// The field of a receipt that this is about, by its name in the page's JSON; `kind` for the page's kind, `receipt` for
    /// a receipt that is none; nil for a line.
    package var field: String?
    /// The receipt's index among those of the page, from 0.
    package var receipt = 0
  }

  /// The values of a page from a reading alone, without corrections.
  package struct Understood: Sendable {
    package var receipts: [Receipt] = []
    package var kind: String?

    /// Its value for the subject of a correction; nil if it has none.
    fileprivate func value(of correction: Correction) -> String? {
      switch correction.target {
      case .field(let name, let index):
        guard let name = FieldName(rawValue: name), receipts.indices.contains(index) else { return nil }
        return receipts[index].fields[name]?.value
      case .receipt:
        return receipts.first { $0.box.share(with: correction.box) >= 0.5 }?.outline
      case .kind: return kind
      case .line, .page: return nil
      }
    }
  }

  package enum Verdict: String, Hashable, Sendable {
    /// The new reading agrees with a correction.
    case confirms
    /// Nearer to what a person said than before, and not right.
    case nearer
    /// Farther from what a person said than before.
    case worse
    /// Nobody has said what is right.
    case changed
  }

  /// Lines that differ, and those that a person put right and that are read better or worse now, in reading order; then
  /// such fields, kinds and receipts.
  package private(set) var changes: [Change] = []
  /// Lines of text that either reader found.
  package private(set) var lines = 0
  /// Those that both read alike.
  package private(set) var same = 0
  /// Corrected ones.
  package private(set) var corrected = 0
  /// Corrected fields and kinds, and removed receipts.
  package private(set) var correctedFields = 0

  package init(
    old: RecognisedPage, new: RecognisedPage, corrections: [Correction],
    understood: (old: Understood, new: Understood) = (Understood(), Understood())
  ) {
    let right = old.corrected(by: corrections)
    var free = Set(new.textLines)
    for index in old.textLines {
      let line = old.lines[index]
      let partner = free.max { Self.fit(new.lines[$0], line) < Self.fit(new.lines[$1], line) }
      let other = partner.flatMap { Self.fit(new.lines[$0], line) >= Self.leastFit ? $0 : nil }
      if let other { free.remove(other) }
      let wanted = right.lines[index].isCorrected ? right.lines[index].text : nil
      add(line.text, other.map { new.lines[$0].text }, wanted)
    }
    for index in free.sorted() { add(nil, new.lines[index].text, nil) }
    var seen: Set<Correction.Target> = []
    for correction in corrections.reversed() where seen.insert(correction.target).inserted {
      let (old, new) = (understood.old.value(of: correction), understood.new.value(of: correction))
      switch correction.target {
      case .field(let name, let receipt):
        add(name, receipt, old, new, correction.new, Self.verdict(old ?? "", new ?? "", correction.new))
      // Neither is nearer or farther: it is so, or it is not.
      case .receipt(let receipt):
        add("receipt", receipt, old, new, "", new == nil ? .confirms : old == nil ? .worse : .changed)
      case .kind:
        let (was, wanted) = (old == correction.new, correction.new)
        add("kind", 0, old, new, wanted, new == wanted ? .confirms : was ? .worse : .changed)
      case .line, .page: break
      }
    }
  }

  private mutating func add(
    _ field: String, _ receipt: Int, _ old: String?, _ new: String?, _ right: String, _ verdict: Verdict
  ) {
    correctedFields += 1
    note(Change(old: old, new: new, right: right, verdict: verdict, field: field, receipt: receipt))
  }

  private mutating func note(_ change: Change) {
    if change.verdict != .changed || change.old != change.new { changes.append(change) }
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
    guard let right else { return note(Change(old: old, new: new, right: nil, verdict: .changed)) }
    corrected += 1
    note(Change(old: old, new: new, right: right, verdict: Self.verdict(old ?? "", new ?? "", right)))
  }

  private static func verdict(_ old: String, _ new: String, _ right: String) -> Verdict {
    let (before, now) = (errors(old, right), errors(new, right))
    return now == 0 ? .confirms : now < before ? .nearer : now > before ? .worse : .changed
  }

  private static func errors(_ text: String, _ right: String) -> Int {
    editDistance(Array(text.unicodeScalars.prefix(2_000)), Array(right.unicodeScalars.prefix(2_000)))
  }
}

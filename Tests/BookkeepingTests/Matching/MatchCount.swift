import Understanding

@testable import Bookkeeping

/// The number of links between lines and receipts that were found.
struct MatchCount {
  var right = 0
  var wrong = 0
  var missed = 0
  /// Right links that exchange equal purchases.
  var exchanged = 0

  var precision: Double { Double(right) / Double(max(1, right + wrong)) }
  var recall: Double { Double(right) / Double(max(1, right + missed)) }

  /// Adds the links of a month.
  ///
  /// A link between equal purchases is right if nothing on the receipt tells which of them it belongs to.
  mutating func add(_ result: MatchResult, of month: DrawnMonth) {
    let found = Set(
      (result.pairs + result.differentAmounts).flatMap { pair in
        pair.lines.flatMap { line in pair.receipts.map { DrawnMonth.Link(line: line, receipt: $0) } }
      })
    var open = month.links.subtracting(found)
    for link in found {
      if month.links.contains(link) {
        right += 1
      } else if let equal = open.first(where: { Self.isEqual($0, link, month) }) {
        open.remove(equal)
        right += 1
        exchanged += 1
      } else {
        wrong += 1
      }
    }
    missed += open.count
  }

  /// Whether the receipt of `found` could as well belong to the line of `truth`, or its line to the receipt of `truth`.
  private static func isEqual(_ truth: DrawnMonth.Link, _ found: DrawnMonth.Link, _ month: DrawnMonth) -> Bool {
    guard truth.receipt == found.receipt || truth.line == found.line else { return false }
    let (one, other) = (month.lines[truth.line], month.lines[found.line])
    let (receipt, second) = (month.receipts[truth.receipt], month.receipts[found.receipt])
    let isUnnumbered =
      one.approvalNumber == nil
      || receipt.approvalNumber == nil && second.approvalNumber == nil
    let isUntimed = one.minute == nil || receipt.minute == nil || second.minute == nil
    return one.day == other.day && one.amount == other.amount && one.shop == other.shop
      && receipt.day == second.day && receipt.total == second.total && isUnnumbered && isUntimed
  }
}

/// Tips that a receipt proposes, with the totals that they would make: nothing of them was paid.
///
/// ```
/// TIP GUIDE                     18%    20%    22%
/// 18% TIP 7.20 TOTAL 50.40      7.20   8.00   8.80
/// 20% TIP 8.00 TOTAL 51.20
/// ```
enum SuggestedTips {
  /// The rows of such proposals.
  static func rows(_ rows: [PrintedRow], _ labels: [[LabelHit]], _ figures: [[Figure]]) -> Set<Int> {
    var found: Set<Int> = []
    var isBelowHeading = false
    /// Rows with a share, and nothing but a tip or a total with it.
    var tips: [Int] = []
    for row in rows.indices {
      let letters = rows[row].letters
      let shares = shares(figures[row])
      let amounts = figures[row].count { $0.isShaped && !$0.isPercent }
      let hasTip = labels[row].contains(where: isTip)
      let hasTotal = labels[row].contains { $0.role == .total || $0.role == .paid }
      if ReceiptWord.tipHeading.isFound(in: letters)
        || shares.count > 1 && (hasTip || labels[row].allSatisfy { !$0.role.isMoney })
      {
        isBelowHeading = true
        found.insert(row)
      } else if isBelowHeading, !shares.isEmpty || hasTip || amounts > 1 {
        found.insert(row)
      } else if amounts > 0 {
        isBelowHeading = false
      }
      guard !shares.isEmpty else { continue }
      if hasTip, hasTotal { found.insert(row) }
      if labels[row].allSatisfy({ isTip($0) || $0.role == .total }), hasTip || amounts > 0 { tips.append(row) }
    }
    // Of several shares one was to be chosen.
    for (one, next) in zip(tips, tips.dropFirst())
    where next - one <= 2 && Self.shares(figures[one]) != Self.shares(figures[next]) {
      found.formUnion([one, next])
    }
    return found
  }

  /// Whether a label names what guests give of their own accord.
  static func isTip(_ hit: LabelHit) -> Bool { hit.role == .service && isTip(hit.label) }
  static func isTip(_ label: String) -> Bool { label.contains("tip") || label.contains("gratuity") }

  private static func shares(_ figures: [Figure]) -> Set<Amount> {
    Set(figures.lazy.filter { $0.isPercent && !$0.amount.isZero }.map(\.amount))
  }
}

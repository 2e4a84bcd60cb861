package import Understanding

/// A receipt as matching sees it.
package struct PayableReceipt: Hashable, Sendable {
  package var day: CalendarDate?
  /// Minutes since midnight.
  package var minute: Int?
  package var total: Amount?
  /// ISO 4217; nil is read as won.
  package var currency: String?
  package var approvalNumber: String?
  package var cardDigits: String?
  package var businessNumber: String?
  package var shop: String?
  package var isRefund = false
  /// Such as `과세`; a part of the key of doubles.
  package var taxType: String?
}

/// Lines and receipts that belong together, by their places in the arrays that were matched.
///
/// Instalments are several lines of one receipt; a line that paid several receipts has them all.
package struct MatchedPair: Hashable, Sendable {
  package var lines: [Int]
  package var receipts: [Int]
  package var evidence: [MatchEvidence]
}

/// A purchase that was cancelled, and the line that cancelled it.
package struct CancelledPair: Hashable, Sendable {
  package var purchase: Int
  package var cancellation: Int
}

/// The lines and receipts of a period, each in one of the lists.
package struct MatchResult: Hashable, Sendable {
  package var pairs: [MatchedPair] = []
  /// Pairs with the same or nearly the same approval number and another amount.
  package var differentAmounts: [MatchedPair] = []
  /// Pairs that another one is nearly as good as; their lines and receipts count as unmatched.
  package var undecided: [MatchedPair] = []
  /// Cancelled purchases need no receipt; one that has a receipt is among the pairs, too.
  package var cancelled: [CancelledPair] = []
  package var linesWithoutReceipt: [Int] = []
  package var receiptsWithoutLine: [Int] = []
  /// Receipts with the same date, business number, amount and tax type; they are matched like others.
  package var possibleDoubles: [[Int]] = []
  /// Lines with the same date, business number and amount, such as those of two lists of one card.
  package var possibleDoubleLines: [[Int]] = []
}

/// The fields of a downloaded list; the raw values are the names in `book.txt` and in explicit mappings.
package enum StatementField: String, CaseIterable, Sendable {
  case date, time, amount, supply, tax, shop, businessNumber, approvalNumber, card, installment, installmentRound
  case currency, foreignAmount, postingDate, cancelled
  /// Bank lists have two columns in place of one amount.
  case withdrawal, deposit
  /// Tax invoices name both parties; one of them becomes `shop` and `businessNumber`.
  case supplierNumber, supplierName, buyerNumber, buyerName
}

/// A fact that speaks for or against a pair; `book.txt` has its weight and its words.
package enum MatchEvidence: Int, Worded, CaseIterable, Sendable {
  case approvalEqual, approvalMisread, approvalSimilar, approvalDiffers
  case dayEqual, dayPosted, dayUsual, dayNear, dayApart, dayMisread, dayDiffers
  case amountEqual, amountCommon, amountWithTip, amountMisread, amountForeign, amountPlausible, amountInstalment
  case amountSum, amountDiffers
  case cardEqual, cardDiffers
  case businessEqual, businessMisread, businessDiffers
  case shopSimilar, shopPartly, shopDiffers
  case timeEqual, timeNear, timeDiffers
  case lineCancelled

  static let named = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}

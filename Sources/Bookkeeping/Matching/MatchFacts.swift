import Understanding

/// The values of a line or of a receipt that matching compares, in forms that are compared fast.
struct MatchFacts: Hashable {
  var day: CalendarDate?
  var postingDay: CalendarDate?
  var minute: Int?
  /// Magnitudes in ten-thousandths: the amount first, then others that it may stand for.
  var amounts: [Int64] = []
  /// In a foreign currency, which is empty if the list does not name it.
  var foreignAmount: Int64?
  var foreignCurrency = ""
  /// The currency of a receipt if it is not won.
  var currency: String?
  var isNegative = false
  var isCancelled = false
  var isCommon = false
  /// Days by which the list of a line usually dates purchases later.
  var usualLags: Set<Int> = []
  /// Months of an instalment of which only some lines are known.
  var months = 1
  /// Without leading zeros, which lists that keep numbers lose.
  var approval: [UInt8] = []
  var card: [UInt8] = []
  var business: [UInt8] = []
  var shop: ShopName

  var amount: Int64? { amounts.first }

  init(lines: [StatementLine], isCancelled: Bool) {
    let line = lines[0]
    (day, minute, postingDay) = (lines.map(\.day).min(), line.minute, line.postingDay)
    amounts = [line.amount.magnitude.units]
    if lines.count > 1 { amounts.append(lines.reduce(0) { $0 + $1.amount.magnitude.units }) }
    if lines.count < line.installmentMonths ?? 1 { months = line.installmentMonths ?? 1 }
    if let amount = line.foreignAmount {
      (foreignAmount, foreignCurrency) = (amount.magnitude.units, line.currency ?? "")
    }
    isNegative = line.amount.isNegative
    self.isCancelled = isCancelled
    approval = Self.approvalKey(line.approvalNumber)
    card = Self.key(line.cardDigits)
    business = Self.key(line.businessNumber)
    shop = ShopName(line.shop)
  }

  init(_ receipt: PayableReceipt) {
    (day, minute) = (receipt.day, receipt.minute)
    amounts = receipt.total.map { [$0.magnitude.units] } ?? []
    currency = receipt.currency == "KRW" ? nil : receipt.currency
    isNegative = receipt.isRefund || receipt.total?.isNegative == true
    approval = Self.approvalKey(receipt.approvalNumber)
    card = Self.key(receipt.cardDigits)
    business = Self.key(receipt.businessNumber)
    shop = ShopName(receipt.shop)
  }

  /// Letters and digits in lower case, as bytes.
  private static func key(_ text: String?) -> [UInt8] { text.map { Array($0.folded.utf8) } ?? [] }

  private static func approvalKey(_ text: String?) -> [UInt8] { Array(key(text).drop { $0 == UInt8(ascii: "0") }) }

  /// All that equal purchases, or equal receipts, have in common: neither the time nor the approval number.
  var twinKey: MatchFacts {
    var key = self
    (key.postingDay, key.minute, key.foreignAmount, key.foreignCurrency, key.isCommon) = (nil, nil, nil, "", false)
    (key.usualLags, key.months, key.approval) = ([], 1, [])
    return key
  }
}

/// A shop's name as the pairs of letters in it, which tell how similar two names are.
struct ShopName: Hashable {
  /// Sorted, without doubles; a name of one letter is a pair with nothing.
  let pairs: [UInt64]
  private static let company = BookTable.standard.words[.company] ?? []

  init(_ name: String?) {
    var key = name?.folded ?? ""
    // "주" is left out in parentheses alone: it begins and ends many names.
    if name?.contains("(주)") == true || name?.contains("㈜") == true {
      key = name?.replacing("(주)", with: "").replacing("㈜", with: "").folded ?? ""
    }
    for word in Self.company where word.count > 1 { key = key.replacing(word, with: "") }
    let scalars = key.unicodeScalars.map { UInt64($0.value) }
    let all = scalars.count == 1 ? [scalars[0] << 32] : zip(scalars, scalars.dropFirst()).map { $0 << 32 | $1 }
    pairs = Set(all).sorted()
  }

  /// Twice the pairs in common by all pairs (Dice); nil if either name is empty.
  func similarity(to other: ShopName) -> Double? {
    guard !pairs.isEmpty, !other.pairs.isEmpty else { return nil }
    var (one, two, common) = (0, 0, 0)
    while one < pairs.count, two < other.pairs.count {
      if pairs[one] == other.pairs[two] {
        (one, two, common) = (one + 1, two + 1, common + 1)
      } else if pairs[one] < other.pairs[two] {
        one += 1
      } else {
        two += 1
      }
    }
    return Double(2 * common) / Double(pairs.count + other.pairs.count)
  }
}

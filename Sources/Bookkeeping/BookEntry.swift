package import PageModel
import Support
package import Understanding

/// One line of the book: a receipt, or a part of one that has its own tax type or account.
package struct BookEntry: Sendable {
  package var key: BookKey
  package let path: ScanPath
  package let receipt: Receipt
  package let evidence: Evidence
  /// Tags of the pen marks on the receipt.
  package let tags: [String]
  package var amounts: BookAmounts
  package var account: String
  /// The account that earlier decisions or the user's rules speak for, if the receipt has none.
  package var proposal: AccountProposal?
  package var reasons: [CheckReason]
  /// The line of a list that paid the receipt, if it was matched.
  package var matchedLine: String?

  package func value(_ field: FieldName) -> String? { receipt.fields[field]?.value }

  package var day: String? { value(.date) }
  package var currency: String? { value(.currency) }

  /// Whether the scan is gone; another one may have its path by now.
  package var isMissing: Bool { reasons.contains(.missingFile) }

  /// An amount with the decimals of its currency, or of the receipt's own amounts if the currency is not known.
  package func text(_ amount: Amount) -> String {
    let decimals = FieldName.amounts.compactMap { value($0)?.split(separator: ".").dropFirst().first?.count }
    guard currency == nil, let most = decimals.max() else { return amount.text(in: currency) }
    return amount.text(places: most)
  }

  package var hasTax: Bool { amounts.tax.map { $0 != .zero } ?? false }

  /// The account that is booked: the one that a person gave, or else the proposed one.
  package var bookedAccount: String { account.isEmpty ? proposal?.account ?? "" : account }

  /// Nil if neither tax nor its absence is known.
  package var deduction: Deduction? {
    guard amounts.isTaxKnown, evidence != .foreign else { return nil }
    return Deduction(evidence, hasTax: hasTax, account: bookedAccount)
  }

  package var taxType: TaxType? { deduction.flatMap { TaxType(evidence, hasTax: hasTax, $0) } }

  /// The first item, and how many others there are.
  package func itemSummary(_ language: BookLanguage) -> String {
    guard let first = receipt.items.first else { return "" }
    let others = receipt.items.count - 1
    guard others > 0 else { return first.name }
    return language == .korean ? "\(first.name) 외 \(others)건" : "\(first.name) and \(others) more"
  }

  /// Whether approval numbers or times tell two equal receipts apart; one misread digit does not.
  func isOtherPurchase(than other: BookEntry) -> Bool {
    for field in [FieldName.approvalNumber, .time] {
      guard let one = value(field), let two = other.value(field) else { continue }
      let (digits, its) = (one.filter(\.isNumber), two.filter(\.isNumber))
      return digits.count != its.count || zip(digits, its).count { $0 != $1 } > 1
    }
    return false
  }

  /// By day, then place; lines without a day come last.
  package static func comesBefore(_ one: BookEntry, _ other: BookEntry) -> Bool {
    func order(_ entry: BookEntry) -> (String, String, BookKey) {
      (entry.day ?? "~", entry.value(.time) ?? "", entry.key)
    }
    return order(one) < order(other)
  }

  /// The lines of all receipts on a page, in order; none on a page that is known by its path alone.
  package static func entries(on page: PageRecord, proposing accounts: AccountProposer? = nil) -> [BookEntry] {
    guard let content = page.content, case .recognised(let reading) = page.outcome else { return [] }
    let receipts = page.derived.value(of: ReceiptsStage.self) ?? []
    return receipts.enumerated().flatMap { place, receipt in
      let lines = receipt.lines.filter(reading.lines.indices.contains).map { reading.lines[$0].text }
      let evidence = Evidence(receipt, lines: lines + (receipt.otherLines ?? []))
      let split = BookSplit(receipt, evidence)
      let tags = MarksStage.tags(of: receipt, isAlone: receipts.count == 1, on: page)
      return split.parts.enumerated().map { number, part in
        let key = BookKey(content: content, page: page.index, receipt: receipt.number(at: place), part: number + 1)
        var entry = BookEntry(
          key: key, path: page.path, receipt: receipt, evidence: evidence, tags: tags, amounts: part.amounts,
          account: part.account, proposal: nil, reasons: split.reasons)
        // A person may have said that a receipt has no account, so that none is proposed.
        let target = Correction.Target.field(FieldName.account.rawValue, receipt: key.receipt - 1)
        let isCleared = page.corrections.last { $0.target == target }?.new.isEmpty ?? false
        if entry.account.isEmpty, !isCleared {
          entry.proposal = accounts?.proposal(for: entry)
        }
        if entry.deduction == .vehicle { entry.reasons.append(.vehicle) }
        if page.isMissing { entry.reasons.append(.missingFile) }
        return entry
      }
    }
  }
}

extension MarksStage {
  /// The tags of the pen marks on a receipt; one that has the page to itself has all of the page's.
  fileprivate static func tags(of receipt: Receipt, isAlone: Bool, on page: PageRecord) -> [String] {
    var tags = receipt.otherTags ?? []
    for mark in page.derived.value(of: MarksStage.self) ?? [] {
      guard let tag = mark.tag, !tags.contains(tag) else { continue }
      if isAlone || receipt.box.holdsMiddle(of: mark.box) { tags.append(tag) }
    }
    return tags
  }
}

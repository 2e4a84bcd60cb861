package import PageModel
package import Understanding

/// The lines of a period, in order of date, with the sums and notes that go with them.
package struct Book: Sendable {
  /// Nil for all days.
  package let period: BookPeriod?
  package private(set) var entries: [BookEntry]
  /// Receipts without a day: they belong to no period, and a person has to look at them.
  package let undated: [Undated]
  /// The headings of columns that a person added, in order, and their values.
  package let addedColumns: [String]
  package let added: [BookKey: [String: String]]

  /// Pages whose receipt another page holds.
  package var leftOut = 0

  /// As much of a receipt without a day as is known without looking at its page.
  package typealias Undated = (path: ScanPath, shop: String?, total: Amount?, currency: String?)

  package init(
    period: BookPeriod?, entries: [BookEntry], undated: [Undated] = [], addedColumns: [String] = [],
    added: [BookKey: [String: String]] = [:]
  ) {
    (self.period, self.undated, self.addedColumns, self.added) = (period, undated, addedColumns, added)
    let isInPeriod = { (entry: BookEntry) in period.map { entry.day.map($0.holds) ?? false } ?? true }
    self.entries = entries.filter(isInPeriod).sorted(by: BookEntry.comesBefore)
    markDoubles()
  }

  /// Warns of receipts that agree in date, business number, amount and tax type, as accounting programs do.
  private mutating func markDoubles() {
    var groups: [[String]: [Int]] = [:]
    for (index, entry) in entries.enumerated() where entry.key.part == 1 {
      guard let day = entry.day, let total = entry.value(.total),
        let shop = entry.value(.businessNumber) ?? entry.value(.merchant)
      else { continue }
      let key = [day, shop, total, entry.taxType.map { "\($0.rawValue)" } ?? ""]
      if let earlier = groups[key]?.first(where: { !entry.isOtherPurchase(than: entries[$0]) }) {
        entries[index].reasons.append(.possibleDouble(of: entries[earlier].path.description))
      }
      groups[key, default: []].append(index)
    }
  }

  /// The same with some of its lines.
  package func filtered(_ holds: (BookEntry) -> Bool) -> Book {
    var book = self
    book.entries = entries.filter(holds)
    return book
  }

  /// The sum of some lines in one currency.
  package struct Sum: Sendable {
    package enum Group: Int, Worded, CaseIterable, Sendable {
      case all, month, account, card
    }

    package let group: Group
    package let name: String
    package let currency: String
    package fileprivate(set) var count = 0
    package fileprivate(set) var amounts = BookAmounts()
  }

  /// Of all lines, then by month, account and card.
  package var sums: [Sum] {
    var sums: [[String]: Sum] = [:]
    func add(_ entry: BookEntry, _ group: Sum.Group, _ name: String) {
      let currency = entry.currency ?? ""
      let key = ["\(group.rawValue)", name, currency]
      sums[key, default: Sum(group: group, name: name, currency: currency)].add(entry.amounts)
    }
    for entry in entries {
      add(entry, .all, "")
      add(entry, .month, String(entry.day?.prefix(7) ?? "-"))
      add(entry, .account, entry.bookedAccount.isEmpty ? "-" : entry.bookedAccount)
      if let card = entry.value(.cardName) { add(entry, .card, card) }
    }
    return sums.values.sorted { ($0.group.rawValue, $0.name, $0.currency) < ($1.group.rawValue, $1.name, $1.currency) }
  }

  package func title(_ language: BookLanguage) -> String {
    let days = period.map { "\($0.from) ~ \($0.to)" } ?? Wording("전체 기간", "all days")(language)
    return Wording("HanScan 영수증 장부: ", "HanScan book of receipts: ")(language) + days
  }

  /// The legend, and the numbers that a reader should know.
  package func notes(_ language: BookLanguage) -> [String] {
    let counts = [
      "lines": entries.count, "waiting": entries.count { !$0.reasons.isEmpty }, "undated": undated.count,
      "leftOut": leftOut,
    ]
    let shown = ["lines"] + ["undated", "leftOut"].filter { counts[$0, default: 0] > 0 }
    return (shown + ["refunds", "mixed", "red", "accounts", "edited"]).map { name in
      BookTable.wording("note", name)(language).filled { "\(counts[$0, default: 0])" }
    }
  }
}

extension Book.Sum {
  fileprivate mutating func add(_ other: BookAmounts) {
    count += 1
    func sum(_ one: Amount?, _ two: Amount?) -> Amount? { one.map { one in two.flatMap { one + $0 } ?? one } ?? two }
    amounts = BookAmounts(
      supply: sum(amounts.supply, other.supply), tax: sum(amounts.tax, other.tax),
      exempt: sum(amounts.exempt, other.exempt), service: sum(amounts.service, other.service),
      total: sum(amounts.total, other.total))
  }
}

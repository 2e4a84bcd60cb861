package import Support
import Understanding

/// A proposed account (계정과목) and its evidence.
package struct AccountProposal: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The number of decisions for this shop that chose the account, and of all.
    case decisions(Int, of: Int)
    case rule(line: Int)
  }

  package let account: String
  package let source: Source

  package var wording: Wording {
    switch source {
    case .decisions(let count, let all):
      count == all
        ? Wording("\(count)번 \(account)", "\(account) \(count) times")
        : Wording("\(all)번 가운데 \(count)번 \(account)", "\(account) \(count) times of \(all)")
    case .rule(let line): Wording("규칙 \(line)행", "rule in line \(line)")
    }
  }
}

/// Proposes accounts from the user's rules and from earlier decisions; without evidence it proposes none.
package struct AccountProposer: Sendable {
  /// A decision of a person: the account of a receipt of a shop, and how often it was given.
  package typealias Decision = (businessNumber: String?, shop: String?, account: String, count: Int)

  private let rules: AccountRules
  private var counts: [String: [String: Int]] = [:]

  /// A shop whose decisions disagree more than this gets no proposal: more than one in four would be wrong.
  private static let leastShare = 0.75

  package init(rules: AccountRules = AccountRules(), decisions: [Decision]) {
    self.rules = rules
    for decision in decisions where BookSplit.shares(in: decision.account).isEmpty && !decision.account.isEmpty {
      for key in Self.keys(decision.businessNumber, decision.shop) {
        counts[key, default: [:]][decision.account, default: 0] += decision.count
      }
    }
  }

  /// The business number first: shops of one name may be of several owners.
  private static func keys(_ number: String?, _ shop: String?) -> [String] {
    [number.map { $0.filter(\.isNumber) }, shop?.folded].compactMap { $0 }.filter { !$0.isEmpty }
  }

  package func proposal(for entry: BookEntry) -> AccountProposal? {
    if let rule = rules.first(for: entry) {
      return AccountProposal(account: rule.account, source: .rule(line: rule.line))
    }
    for key in Self.keys(entry.value(.businessNumber), entry.value(.merchant)) {
      guard let counts = counts[key] else { continue }
      let all = counts.values.reduce(0, +)
      let best = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }
      guard let best, Double(best.value) >= Self.leastShare * Double(all) else { return nil }
      return AccountProposal(account: best.key, source: .decisions(best.value, of: all))
    }
    return nil
  }
}

/// The user's rules for accounts, one a line: `shop 스타벅스 & total ..20000 = 복리후생비`.
///
/// Conditions are `number`, `shop`, `item`, `card`, `tag` (a part of the text, or of its digits) and `total` (an amount
/// or a range with `..`); `&` joins them. The first rule that fits counts. `#` begins a comment.
package struct AccountRules: Sendable {
  struct Rule: Sendable {
    let line: Int
    let account: String
    let conditions: [Condition]
  }

  struct Condition: Sendable {
    enum Subject: String { case number, shop, item, card, tag, total }
    let subject: Subject
    let value: String
    let range: ClosedRange<Amount>?
  }

  private var rules: [Rule] = []

  package init() {}

  package init(_ text: String) throws(TextFault) {
    for (number, line) in text.numberedLines {
      guard let end = line.lastIndex(of: "=") else {
        throw TextFault("line \(number) has no '=': write 'shop NAME = ACCOUNT'")
      }
      var conditions: [Condition] = []
      for part in line[..<end].split(separator: "&") {
        guard let condition = Condition(part.trimmed) else {
          throw TextFault(
            "line \(number): '\(part.trimmed)' is no condition; they are number, shop, item, card, "
              + "tag and total, each with a value")
        }
        conditions.append(condition)
      }
      let account = line[line.index(after: end)...].trimmed
      guard !conditions.isEmpty, !account.isEmpty else {
        throw TextFault("line \(number) needs a condition before '=' and an account behind it")
      }
      rules.append(Rule(line: number, account: account, conditions: conditions))
    }
  }

  func first(for entry: BookEntry) -> Rule? { rules.first { $0.conditions.allSatisfy { $0.holds(for: entry) } } }
}

extension AccountRules.Condition {
  fileprivate init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2, let subject = Subject(rawValue: parts[0].lowercased()) else { return nil }
    self.subject = subject
    value = subject == .number ? parts[1].filter(\.isNumber) : parts[1].lowercased()
    guard subject == .total else {
      range = nil
      return
    }
    let ends = parts[1].replacing(",", with: "").split(separator: "..", omittingEmptySubsequences: false)
    let least = ends[0].isEmpty ? Amount(decimal: "-9999999999999") : Amount(decimal: ends[0].trimmed)
    let last = ends[ends.count - 1]
    let most = last.isEmpty ? Amount(decimal: "9999999999999") : Amount(decimal: last.trimmed)
    guard (1...2).contains(ends.count), parts[1].contains(where: \.isNumber), let least, let most, least <= most else {
      return nil
    }
    range = least...most
  }

  fileprivate func holds(for entry: BookEntry) -> Bool {
    func field(_ name: FieldName) -> Bool { entry.value(name)?.lowercased().contains(value) ?? false }
    return switch subject {
    case .number: entry.value(.businessNumber)?.filter(\.isNumber) == value
    case .shop: field(.merchant)
    case .item: entry.receipt.items.contains { $0.name.lowercased().contains(value) }
    case .card: field(.cardName) || field(.cardNumber)
    case .tag: entry.tags.contains { $0.lowercased() == value }
    case .total: entry.amounts.total.flatMap { range?.contains($0) } ?? false
    }
  }
}

import Export
import Foundation
import PageModel
import ResultStore
import Understanding

/// Which pages of a queue are wanted, as the address of its page says.
struct QueueFilter: Sendable {
  /// Pages with a doubt, those with a certain one, or all of them.
  enum Doubts: Equatable, Sendable {
    case any
    case one(Doubt)
    case all
  }

  var doubts = Doubts.any
  var from: String?
  var to: String?
  var merchant: String?
  var least: Amount?
  var most: Amount?
  var state: String?
  var kind: String?
  /// What a pen mark stands for, or its shape.
  var tag: String?
  /// What is searched for; nil for nothing.
  var query: SearchQuery?
  /// Whether something was given that can't be searched for, as it has no letter and no digit, or too many words.
  var isImpossible = false

  /// What is no value of its kind is left out: nothing but the list depends on it.
  init(_ arguments: [String: String]) {
    func text(_ name: String) -> String? { arguments[name].flatMap { $0.isEmpty ? nil : $0 } }
    switch arguments["doubt"] {
    case "all": doubts = .all
    case "any": doubts = .any
    case let name: doubts = name.flatMap(Doubt.init).map { .one($0) } ?? .any
    }
    from = text("from").flatMap(Self.day)
    to = text("to").flatMap(Self.day)
    merchant = text("merchant")?.lowercased()
    least = text("least").flatMap { Amount(decimal: $0.filter { $0 != "," }) }
    most = text("most").flatMap { Amount(decimal: $0.filter { $0 != "," }) }
    state = text("state")
    kind = text("kind")
    tag = text("tag")
    query = text("q").flatMap { try? SearchQuery(String($0.prefix(Self.longestQuery))) }
    isImpossible = text("q") != nil && query == nil
    // Whoever searches wants every page that is found.
    if query != nil, doubts == .any, arguments["doubt"] != "any" { doubts = .all }
  }

  private static let longestQuery = 200

  private static func day(_ text: String) -> String? {
    text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) == nil ? nil : text
  }

  /// Whether a page is wanted, whatever its doubts: those are counted.
  func takesWithoutDoubts(_ entry: QueueEntry) -> Bool {
    if isImpossible { return false }
    if let state, entry.facts.state.rawValue != state { return false }
    if let kind, entry.facts.kind != kind { return false }
    if let tag, !entry.facts.tags.contains(tag) { return false }
    if from == nil, to == nil, merchant == nil, least == nil, most == nil { return true }
    return entry.facts.receipts.contains(where: takes)
  }

  /// The same of receipts, as the store can tell: what it leaves out is not wanted.
  var receipts: ReceiptCondition {
    var condition = ReceiptCondition()
    (condition.from, condition.to) = (from, to)
    (condition.least, condition.most) = (least?.text(places: 4), most?.text(places: 4))
    condition.shop = merchant?.precomposedStringWithCanonicalMapping
    return condition
  }

  func takesDoubts(_ entry: QueueEntry) -> Bool {
    switch doubts {
    case .all: true
    case .any: !entry.doubts.isEmpty
    case .one(let doubt): entry.doubts.contains(doubt)
    }
  }

  private func takes(_ receipt: PageSummaryFacts.Receipt) -> Bool {
    // Dates are ISO: their order is that of the text. A receipt without a date is of no known day.
    if let from, receipt.date.map({ $0.value < from }) ?? true { return false }
    if let to, receipt.date.map({ $0.value > to }) ?? true { return false }
    if let merchant, receipt.merchant?.value.lowercased().contains(merchant) != true { return false }
    guard least != nil || most != nil else { return true }
    guard let total = receipt.total.flatMap({ Amount(decimal: $0.value) }) else { return false }
    return least.map { total >= $0 } ?? true && most.map { total <= $0 } ?? true
  }
}

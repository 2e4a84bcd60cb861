import Export
import Foundation
import PageModel
import ResultStore
import Understanding

/// A choice of pages of a queue, as the address of its page says.
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
  /// The tag of a pen mark, or its shape.
  var tag: String?
  /// The query; nil for none.
  var query: SearchQuery?
  /// Whether something was given that can't be searched for, as it has no letter and no digit, or too many words.
  var isImpossible = false

  /// Names of arguments that are unknown, or whose value is invalid.
  private(set) var faults: [String] = []

  /// The names that an address may have; `offset` and `q` are no conditions.
  static let names = ["doubt", "q", "month", "from", "to", "merchant", "least", "most", "state", "kind", "tag"]
  private static let others = ["offset", "token"]

  init(_ arguments: [String: String]) {
    var faults = arguments.keys.filter { !Self.names.contains($0) && !Self.others.contains($0) }
    /// A value; notes an invalid one.
    func value<Value>(_ name: String, _ make: (String) -> Value?) -> Value? {
      guard let text = arguments[name], !text.isEmpty else { return nil }
      let value = make(text)
      if value == nil { faults.append(name) }
      return value
    }
    func amount(_ text: String) -> Amount? { FieldName.total.value(of: text).flatMap { Amount(decimal: $0) } }
    func day(_ text: String) -> String? { FieldName.date.value(of: text).flatMap { $0.isEmpty ? nil : $0 } }
    let list = value("doubt") { name -> Doubts? in
      name == "all" ? .all : name == "any" ? .any : Doubt(rawValue: name).map { Doubts.one($0) }
    }
    doubts = list ?? .any
    let month = value("month") { text in day("\(text)-01").flatMap { $0 == "\(text)-01" ? text : nil } }
    from = value("from", day) ?? month.map { "\($0)-01" }
    to = value("to", day) ?? month.map { "\($0)-31" }
    merchant = value("merchant") { $0.lowercased() }
    least = value("least", amount)
    most = value("most", amount)
    // No receipt lies between.
    if let from, let to, from > to { faults.append("from..to") }
    if let least, let most, least > most { faults.append("least..most") }
    state = value("state") { PageState(rawValue: $0)?.rawValue }
    kind = value("kind") { PageKind.Label(rawValue: $0)?.rawValue }
    tag = value("tag") { $0 }
    _ = value("offset") { Int($0).flatMap { $0 >= 0 ? $0 : nil } }
    if let text = arguments["q"], !text.isEmpty {
      query = text.count <= Self.longestQuery ? try? SearchQuery(text) : nil
      isImpossible = query == nil
    }
    self.faults = faults.sorted()
    // A search shows every page that it finds.
    if query != nil, list == nil { doubts = .all }
  }

  private static let longestQuery = 200

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
    case .any: entry.isOpen
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

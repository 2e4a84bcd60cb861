import Bookkeeping
import Export
import PageModel
import ResultStore
import Support
import Understanding

/// Facts of the store about each receipt on a page: other values, an account, card lines, other receipts.
struct ReceiptBook {
  let store: ResultStore
  let queue: ReviewQueue

  /// Receipts and lines beside a receipt, at most.
  private static let mostShown = 20
  /// A line of a list is this much older or younger than its receipt, at most.
  private static let daysBefore = 7
  private static let daysAfter = 40

  func json(for page: StoredPage) throws(StoreError) -> JSONValue {
    guard case .recognised(let reading) = page.record.outcome else { return .array([]) }
    let accounts = AccountProposer(decisions: try store.accountDecisions())
    let entries = BookEntry.entries(on: page.record, proposing: accounts).filter { $0.key.part == 1 }
    let read = page.record.derived.value(of: ReceiptsStage.self) ?? []
    var receipts: [JSONValue] = []
    for entry in entries {
      var members: JSONValue.Members = ["receipt": .integer(entry.key.receipt)]
      if let proposal = entry.proposal {
        members["proposal"] = .object(["account": .string(proposal.account), "reason": Self.json(proposal.wording)])
      }
      let number = entry.value(.businessNumber)
      let others = number.map { queue.receipts(of: $0, besides: page.id) } ?? []
      if let receipt = read.numbered(entry.key.receipt) {
        let counts = Dictionary(others.compactMap { $0.name }.map { ($0, 1) }, uniquingKeysWith: +)
        let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
        members.add(FieldCandidates(receipt, on: reading, names: names).json)
      }
      if let number {
        let unnamed = others.filter { !$0.isNamed && $0.name != entry.value(.merchant) }.prefix(Self.mostShown)
        members["shop"] = .object(["number": .string(number), "others": .array(unnamed.map(Self.json))])
      }
      members["cardLines"] = .array(try cardLines(for: entry))
      let doubles = queue.entry(of: page.id)?.doubles[entry.key.receipt] ?? []
      members["doubles"] = .array(
        doubles.compactMap { queue.entry(of: $0) }.map {
          .object(["id": .integer(Int($0.id.number)), "path": .string($0.path)])
        })
      receipts.append(.object(members))
    }
    return .array(receipts)
  }

  private static func json(_ other: ReviewQueue.Sibling) -> JSONValue {
    .object([
      "id": .integer(Int(other.entry.id.number)), "receipt": .integer(other.number), "name": .string(other.name ?? ""),
    ])
  }

  private static func json(_ wording: Wording) -> JSONValue {
    .object(["ko": .string(wording(.korean)), "en": .string(wording(.english))])
  }

  /// The lines of lists that may have paid a receipt, the likeliest first.
  private func cardLines(for entry: BookEntry) throws(StoreError) -> [JSONValue] {
    guard let day = entry.day.flatMap({ CalendarDate(iso: $0) }) else { return [] }
    let first = CalendarDate(number: day.number - Self.daysBefore)
    let last = CalendarDate(number: day.number + Self.daysAfter)
    let lines = try store.statementRecords(from: first.iso, to: last.iso).compactMap { StatementLine(json: $0.line) }
    guard !lines.isEmpty else { return [] }
    let match = BookMatch(lines, [entry], within: first...last)
    let (pairs, undecided) = (match.result.pairs, match.result.undecided + match.result.differentAmounts)
    let others = undecided + (pairs.isEmpty ? match.linesBeside(0, besides: undecided) : [])
    return (pairs.map { ($0, true) } + others.map { ($0, false) }).prefix(Self.mostShown).flatMap { pair, isMatch in
      pair.lines.map { index in
        let (line, words) = (lines[index], pair.evidence.map(\.wording))
        let reason = Wording(words.map(\.korean).joined(separator: ", "), words.map(\.english).joined(separator: ", "))
        return .object([
          "day": .string(line.day.iso), "shop": .string(line.shop ?? ""),
          "amount": .string(line.amount.text(in: "KRW")),
          "reason": Self.json(reason), "isMatch": .boolean(isMatch),
        ])
      }
    }
  }
}

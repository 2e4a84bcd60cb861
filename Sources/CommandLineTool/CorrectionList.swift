import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan correct list`: what was corrected.
struct CorrectionList {
  let store: ResultStore
  let isJSON: Bool

  func print(_ operands: [ScanPath], _ console: Console) throws -> ExitStatus {
    let only = try operands.first.map { try store.page(named: $0).id }
    // Corrections of one page mostly stand one behind the other: it is looked up once for them.
    var last: StoredPage?
    // A value that somebody confirmed after it was given says nothing new; JSON has all of them.
    var values: [PageID?: [Correction.Target: String]] = [:]
    try store.forEachCorrection { stored throws(StoreError) in
      let id = try store.pages(of: stored.id).first
      if let only, id != only { return true }
      let (target, new) = (stored.correction.target, stored.correction.new)
      let former = values[id, default: [:]].updateValue(new, forKey: target)
      if !isJSON, id != nil, new == former, new == stored.correction.old, target != .page { return true }
      if last?.id != id { last = if let id { try store.page(id) } else { nil } }
      let isThere = stands(stored, on: last)
      return console.output(verbatim: (isJSON ? json(stored, isThere) : line(stored, isThere)) + "\n")
    }
    return .success
  }

  /// Whether the page still has the line, or the receipt, that was corrected.
  private func stands(_ stored: StoredCorrection, on page: StoredPage?) -> Bool {
    guard let page else { return false }
    let receipts = page.record.derived.receiptsOrParts ?? []
    // It holds as long as the receipt goes over several pages.
    if stored.correction.box == .elsewhere, !receipts.contains(where: { $0.pages != nil }) { return false }
    switch (stored.correction.target, page.record.outcome.state) {
    case (.page, _), (.kind, .recognised), (.kind, .blank): return true
    case (.field(_, let receipt), .recognised): return receipts.numbered(receipt + 1) != nil
    // If it still is one, another reader has found it in another place.
    case (.receipt(let receipt), .recognised): return receipts.numbered(receipt + 1)?.lines.isEmpty ?? true
    default: break
    }
    guard case .recognised(let reading) = page.record.outcome else {
      // A duplicate shows the text of the page that it repeats.
      return page.record.outcome.state == .duplicate
    }
    return reading.line(of: stored.correction) != nil
  }

  private func line(_ stored: StoredCorrection, _ stands: Bool) -> String {
    let text = Self.line(stored.id, stored.correction, stored.page)
    return text + (stands ? "" : said("  (what was read last has no such place; it waits)"))
  }

  /// Number, place and both readings.
  static func line(_ id: CorrectionID, _ correction: Correction, _ page: PageReference?) -> String {
    let path = page.map { "\($0.path)" + ($0.index > 0 ? ":\($0.index + 1)" : "") } ?? said("(no page of the store)")
    let number = "\(id.number)  ".padded(to: 6)
    // A kind and a payment are words of the program.
    let isWord = if case .field("payment", _) = correction.target { true } else { correction.target == .kind }
    // A part of a text is never translated: a shop may have the name of something else.
    func reading(_ text: String) -> Substring {
      (text.isEmpty ? said("none") : isWord ? said(Message(stringLiteral: text)) : TerminalText.shown(text))[...]
    }
    let readings: Message =
      correction.old == correction.new
      ? "\(reading(correction.new)) (confirmed)" : "\(reading(correction.old)) -> \(reading(correction.new))"
    let doubts = TerminalText.shown(correction.old).split(separator: " ").map { Message(stringLiteral: String($0)) }
    let what: Message =
      switch correction.target {
      case .line: "line: \(readings)"
      case .field(let name, let receipt) where receipt > 0:
        "\(Message(stringLiteral: name)) of receipt \(receipt + 1): \(readings)"
      case .field(let name, _): "\(Message(stringLiteral: name)): \(readings)"
      case .receipt(let receipt): "receipt \(receipt + 1): \(TerminalText.shown(correction.old)[...]) is no receipt"
      case .kind: "kind: \(readings)"
      case .page: "page: checked (\(doubts.joined(separator: ", ")))"
      }
    return "\(number)\(path)  \(what.text)"
  }

  private func json(_ stored: StoredCorrection, _ stands: Bool) -> String {
    let correction = stored.correction
    var object: JSONValue.Members = [
      "id": .integer(Int(stored.id.number)), "old": .string(correction.old), "made": .string(correction.made),
      "by": .string(correction.author), "stands": .boolean(stands),
      "source": stored.page.map { .string($0.path.description) }, "page": stored.page.map { .integer($0.index + 1) },
      "reader": correction.reader.map { .string($0.hex) },
    ]
    switch correction.target {
    case .line(let index):
      object["index"] = .integer(index)
      object["text"] = .string(correction.new)
    case .field(let name, let receipt):
      object["field"] = .string(name)
      object["receipt"] = .integer(receipt + 1)
      object["value"] = .string(correction.new)
    case .receipt(let receipt): object["noReceipt"] = .integer(receipt + 1)
    case .kind: object["kind"] = .string(correction.new)
    case .page: object["checked"] = .boolean(true)
    }
    return JSONValue.object(object).lineText
  }
}

import Support

/// The meaning of a label; the raw values are the lexicon's sections.
enum LabelRole: String, CaseIterable, Sendable {
  // Amounts.
  case paid, share, refund, total, price, subtotal, supply, taxFree, tax, service, discount, settled, rounding
  case received, change, cash, card, otherPayment, count, taxSummary
  // Texts and numbers.
  case merchant, owner, representative, businessNumber, phone, fax, address, date, otherDate
  case approval, cardName, acquirer, cardNumber, installment, receiptNumber, other

  /// Whether an amount of the sale follows it.
  var isMoney: Bool { Self.money.contains(self) }

  private static let money: Set<LabelRole> = [
    .paid, .share, .refund, .total, .price, .subtotal, .supply, .taxFree, .tax, .service, .discount, .settled,
    .rounding, .received, .change, .cash, .card, .otherPayment,
  ]
}

/// Labels by their letters: the longest that stands at a place, and the nearest to what was misread.
struct LabelTree: Sendable {
  typealias Label = (text: String, jamo: [UInt32], role: LabelRole)

  private struct Node: Sendable {
    var children: [Unicode.Scalar: Int] = [:]
    var label: Int?
  }

  private(set) var labels: [Label] = []
  private var nodes = [Node()]
  /// Labels by the count of their jamo.
  private var byLength: [Int: [Int]] = [:]

  mutating func insert(_ text: String, _ role: LabelRole) {
    let letters = text.letterKey
    var node = 0
    for letter in letters {
      let next = nodes[node].children[letter] ?? nodes.count
      if next == nodes.count { nodes.append(Node()) }
      nodes[node].children[letter] = next
      node = next
    }
    let label = (text: text, jamo: Jamo.letters(letters), role: role)
    if let old = nodes[node].label {
      labels[old] = label
    } else {
      labels.append(label)
      nodes[node].label = labels.count - 1
      byLength[label.jamo.count, default: []].append(labels.count - 1)
    }
  }

  /// All labels that begin `letters[start...]`, shortest first, as their index and the place behind them.
  func matches(_ letters: [Unicode.Scalar], from start: Int) -> [(label: Int, end: Int)] {
    var found: [(label: Int, end: Int)] = []
    var node = 0
    var place = start
    while place < letters.count, let next = nodes[node].children[letters[place]] {
      node = next
      place += 1
      if let label = nodes[node].label { found.append((label, place)) }
    }
    return found
  }

  /// The label nearest to the letters, within what its length forgives; nil if labels of two roles are as near.
  func nearest(_ letters: [Unicode.Scalar]) -> (label: Int, distance: Int)? {
    let jamo = Jamo.letters(letters)
    let limit = Jamo.tolerance(jamo.count)
    guard limit > 0 else { return nil }
    // Shorter labels forgive nothing.
    let near = (max(5, jamo.count - limit)...(jamo.count + limit)).flatMap { length in
      (byLength[length] ?? []).compactMap { index in
        editDistance(jamo, labels[index].jamo, limit: min(limit, Jamo.tolerance(length))).map {
          (label: index, distance: $0)
        }
      }
    }
    guard let best = near.min(by: { $0.distance < $1.distance }) else { return nil }
    let isClear = near.allSatisfy {
      $0.distance > best.distance || labels[$0.label].role == labels[best.label].role
    }
    return isClear ? best : nil
  }
}

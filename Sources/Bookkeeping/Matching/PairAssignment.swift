/// A line and a receipt that could belong together.
typealias PossiblePair = (line: Int, receipt: Int, score: Double)

/// The one-to-one assignment of lines to receipts with the greatest sum of scores above a minimum.
///
/// Lines are added one by one. Each looks for the chain of exchanges that gains most (Bellman and Ford, on the pairs
/// that exist), which ends at a free receipt or at a line that gives its receipt up. Few pairs are possible for each
/// line, so chains are short.
struct PairAssignment {
  /// For each line the place of its pair in `pairs`; nil if it has none.
  private(set) var pairOfLine: [Int?]
  private(set) var pairOfReceipt: [Int?]
  let pairs: [PossiblePair]
  private let pairsOfLine: [[Int]]
  private let minimum: Double

  /// A search stops after so many exchanges: only lists in which hundreds of equal purchases compete need more.
  private static let longestSearch = 500

  init(lines: Int, receipts: Int, pairs: [PossiblePair], minimum: Double) {
    pairOfLine = Array(repeating: nil, count: lines)
    pairOfReceipt = Array(repeating: nil, count: receipts)
    var byLine = [[Int]](repeating: [], count: lines)
    for (index, pair) in pairs.enumerated() where pair.score > minimum { byLine[pair.line].append(index) }
    (self.pairs, self.minimum, pairsOfLine) = (pairs, minimum, byLine)
    for line in 0..<lines { add(line) }
  }

  private func gain(_ pair: Int) -> Double { pairs[pair].score - minimum }

  private mutating func add(_ start: Int) {
    /// The greatest gain with which a line can be left without a receipt, and the pair that took its own.
    var gains: [Int: Double] = [start: 0]
    var taker: [Int: Int] = [:]
    var best = (gain: 0.0, line: start, last: Int?.none)
    var queue = [start]
    var next = 0
    while next < queue.count, next < Self.longestSearch {
      let line = queue[next]
      next += 1
      guard let base = gains[line] else { continue }
      for pair in pairsOfLine[line] where pair != pairOfLine[line] {
        let gained = base + gain(pair)
        guard let old = pairOfReceipt[pairs[pair].receipt] else {
          if gained > best.gain + 1e-9 { best = (gained, line, pair) }
          continue
        }
        let other = pairs[old].line
        let left = gained - gain(old)
        guard other != start, left > (gains[other] ?? -.infinity) + 1e-9 else { continue }
        (gains[other], taker[other]) = (left, pair)
        queue.append(other)
        if left > best.gain + 1e-9 { best = (left, other, nil) }
      }
    }
    guard best.gain > 0 else { return }
    exchange(from: best.line, last: best.last, start: start, taker: taker)
  }

  /// Follows the chain back to the line that began it.
  private mutating func exchange(from end: Int, last: Int?, start: Int, taker: [Int: Int]) {
    var chain = last.map { [$0] } ?? []
    var line = end
    while line != start {
      // A search that was cut short can leave a ring; then nothing changes.
      guard let pair = taker[line], chain.count <= taker.count + 1 else { return }
      chain.append(pair)
      line = pairs[pair].line
    }
    if last == nil { pairOfLine[end] = nil }
    for pair in chain {
      pairOfLine[pairs[pair].line] = pair
      pairOfReceipt[pairs[pair].receipt] = pair
    }
  }
}

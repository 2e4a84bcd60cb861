import Imaging
import PageModel
import Support

struct LayerRows {
  struct Row {
    let found: FoundLine
    let block: PreparedBlock
    let number: Int
    let box: Box
    var words: [TextLayer.Word] = []
    var read: Line?
    /// The readings of words that differ in one digit, by the places of the text layer's words.
    var doubts: [Int: String] = [:]
    var text: String { words.map(\.text).joined() }

    /// Whether all of it is compared with the picture, because of a possible amount or date, or overlapping words.
    var isCompared: Bool {
      text.unicodeScalars.count { DigitComparison.digit($0) != nil } > 1
        || words.indices.contains { index in words[..<index].contains { $0.box.covers(words[index].box) } }
    }
  }

  private var digits = DigitComparison()
  var rows: [Row]
  private let layer: TextLayer
  private var others: [TextLayer.Word] = []

  /// Gives each word to the row that most of it lies on.
  init(_ layer: TextLayer, _ rows: [Row]) {
    (self.layer, self.rows) = (layer, rows)
    for word in layer.words {
      let areas = rows.map { $0.found.kind == .text ? $0.box.sharedArea(with: word.box) : 0 }
      if let best = areas.indices.max(by: { areas[$0] < areas[$1] }), areas[best] > 0,
        areas[best] * 4 >= word.box.area
      {
        self.rows[best].words.append(word)
      } else {
        others.append(word)
      }
    }
    for index in rows.indices { self.rows[index].words.sort { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) } }
  }

  /// Compares a line's words with its reading, and drops those that others cover; 0 to 1 for their similarity.
  mutating func compare(with line: Line?, at index: Int) -> Double {
    let read = line?.words ?? []
    rows[index].words = Self.uncovered(rows[index].words, read, middle: rows[index].box)
    let seen = read.map(\.text).joined()
    if line?.confidence ?? 0 >= Self.sureFrom,
      let compared = digits.compare(rows[index].words.map(\.text), with: seen)
    {
      for (place, word) in compared.enumerated() where word.different > 0 { rows[index].doubts[place] = word.seen }
    }
    return Self.likeness(rows[index].text, seen)
  }

  /// Whether the layer's digits differ from those of the picture repeatedly.
  var hasOtherDigits: Bool { digits.isSystematic }

  /// Readings of a lower confidence do not contradict a layer.
  private static let sureFrom = 0.8
  private static let confirmedFrom = 0.8

  /// The words without those under other words which alone are read there.
  private static func uncovered(_ words: [TextLayer.Word], _ read: [Word], middle: Box) -> [TextLayer.Word] {
    func isRead(_ word: TextLayer.Word) -> Bool {
      let there = read.filter { 2 * $0.box.sharedWidth(with: word.box) > min($0.box.width, word.box.width) }
      return likeness(word.text, there.map(\.text).joined()) >= confirmedFrom
    }
    func distance(_ word: TextLayer.Word) -> Int {
      abs(2 * (word.box.y - middle.y) + word.box.height - middle.height)
    }
    return words.enumerated().filter { index, word in
      !words.enumerated().contains { other, rival in
        guard other != index, rival.box.covers(word.box), isRead(rival) else { return false }
        // Of two equal words the nearer one is visible.
        return !isRead(word) || (distance(rival), other) < (distance(word), index)
      }
    }.map(\.element)
  }

  private static func likeness(_ told: String, _ seen: String) -> Double {
    let (told, seen) = (Array(told.unicodeScalars), Array(seen.unicodeScalars))
    return 1 - Double(editDistance(seen, told)) / Double(max(seen.count, told.count, 1))
  }

  /// The share of characters on no line.
  var unseen: Double {
    let all = layer.words.reduce(0) { $0 + $1.text.count }
    return all == 0 ? 1 : Double(others.reduce(0) { $0 + $1.text.count }) / Double(all)
  }

  /// All lines in reading order; words on none become lines of their own, behind the last above them.
  var lines: [Line] {
    var lines: [Line] = rows.compactMap { row in
      if row.found.kind == .rule {
        return Line(kind: .rule, box: row.box, block: row.number, confidence: 0, words: [])
      }
      return Self.line(row.words, block: row.number, doubts: row.doubts) ?? row.read
    }
    for (_, words) in Dictionary(grouping: others, by: \.line).sorted(by: { $0.key < $1.key }) {
      guard var line = Self.line(words, block: 0) else { continue }
      let above = lines.lastIndex { $0.box.y + $0.box.height / 2 <= line.box.y + line.box.height / 2 }
      line.block = above.map { lines[$0].block } ?? lines.first?.block ?? 0
      lines.insert(line, at: above.map { $0 + 1 } ?? 0)
    }
    return lines
  }

  /// The confidence of a word with one differing digit, because either can be right.
  private static let doubtful = 0.5

  private static func line(_ words: [TextLayer.Word], block: Int, doubts: [Int: String] = [:]) -> Line? {
    guard let first = words.first else { return nil }
    let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    var line = Line(
      box: box, block: block, confidence: 1,
      words: words.map {
        Word(text: $0.text, box: $0.box, confidence: 1, script: TextNormalisation.script(of: $0.text))
      })
    guard !doubts.isEmpty else { return line }
    var other = line
    for (place, seen) in doubts {
      let readings = [line.words[place].text, seen].map { Candidate(text: $0, confidence: doubtful) }
      line.words[place].confidence = doubtful
      line.words[place].candidates = readings
      other.words[place].text = seen
    }
    line.confidence = line.words.reduce(0) { $0 + $1.confidence } / Double(line.words.count)
    line.readings = [line, other].map { Candidate(text: $0.text, confidence: line.confidence) }
    return line
  }
}

extension Box {
  fileprivate func sharedWidth(with other: Box) -> Int { min(x + width, other.x + other.width) - max(x, other.x) }
  private func sharedHeight(with other: Box) -> Int { min(y + height, other.y + other.height) - max(y, other.y) }

  /// Whether two boxes share over a quarter of the narrower one's width and a fifth of the lower one's height.
  fileprivate func covers(_ other: Box) -> Bool {
    4 * sharedWidth(with: other) > min(width, other.width) && 5 * sharedHeight(with: other) > min(height, other.height)
  }
}

import Imaging
import PageModel

/// The lines that were found on a page, and the words of a layer that stand on each.
struct LayerRows {
  struct Row {
    let found: FoundLine
    let block: PreparedBlock
    let number: Int
    let box: Box
    var words: [TextLayer.Word] = []
    /// What was read there in the picture.
    var read: Line?

    /// Without blanks.
    var text: String { words.map(\.text).joined() }
  }

  private(set) var rows: [Row] = []
  private let layer: TextLayer
  /// Words that stand on no line that was found.
  private var others: [TextLayer.Word] = []

  init(_ layer: TextLayer) {
    self.layer = layer
  }

  mutating func add(_ found: FoundLine, of block: PreparedBlock, number: Int, box: Box) {
    rows.append(Row(found: found, block: block, number: number, box: box))
  }

  /// Gives each word to the line that most of it lies on.
  mutating func assign() {
    for word in layer.words {
      var best: (index: Int, area: Int)?
      for (index, row) in rows.enumerated() where row.found.kind == .text {
        let area = row.box.sharedArea(with: word.box)
        if area > best?.area ?? 0 { best = (index, area) }
      }
      if let best, best.area * 4 >= word.box.width * word.box.height {
        rows[best.index].words.append(word)
      } else {
        others.append(word)
      }
    }
    for index in rows.indices { rows[index].words.sort { ($0.box.x, $0.box.y) < ($1.box.x, $1.box.y) } }
  }

  /// Takes what was read in the picture on a line without words.
  mutating func read(_ line: Line?, at index: Int) {
    rows[index].read = line
  }

  /// The share of characters that stand on no line.
  var unseen: Double {
    let all = layer.words.reduce(0) { $0 + $1.text.count }
    return all == 0 ? 1 : Double(others.reduce(0) { $0 + $1.text.count }) / Double(all)
  }

  /// All lines in reading order; words that stand on none are lines of their own, behind the last that lies above them.
  var lines: [Line] {
    var lines: [Line] = rows.compactMap { row in
      if row.found.kind == .rule {
        return Line(kind: .rule, box: row.box, block: row.number, confidence: 0, words: [])
      }
      return Self.line(row.words, block: row.number) ?? row.read
    }
    for (_, words) in Dictionary(grouping: others, by: \.line).sorted(by: { $0.key < $1.key }) {
      guard var line = Self.line(words, block: 0) else { continue }
      let above = lines.lastIndex { $0.box.y + $0.box.height / 2 <= line.box.y + line.box.height / 2 }
      line.block = above.map { lines[$0].block } ?? lines.first?.block ?? 0
      lines.insert(line, at: above.map { $0 + 1 } ?? 0)
    }
    return lines
  }

  private static func line(_ words: [TextLayer.Word], block: Int) -> Line? {
    guard let first = words.first else { return nil }
    let box = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    return Line(
      box: box, block: block, confidence: 1,
      words: words.map {
        Word(text: $0.text, box: $0.box, confidence: 1, script: TextNormalisation.script(of: $0.text))
      })
  }
}

extension Box {
  /// Pixels that lie in both.
  fileprivate func sharedArea(with other: Box) -> Int {
    let across = min(x + width, other.x + other.width) - max(x, other.x)
    let down = min(y + height, other.y + other.height) - max(y, other.y)
    return across > 0 && down > 0 ? across * down : 0
  }
}

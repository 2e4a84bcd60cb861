import Foundation
import PageModel

/// The features of a page for its kind: numbers from 0 to 1, the first always 1.
struct KindFeatures {
  /// In the order of the weights in `kinds.weights`.
  private(set) var values: [Double] = []

  /// Lines looked at, at most.
  private static let mostLines = 2_000
  /// Columns of print from which a line is one of running text.
  private static let proseFrom = 45
  /// Fewer characters than these, each counted by its confidence, are no text.
  private static let leastText = 12.0

  init(_ page: RecognisedPage, _ receipts: [Receipt]) {
    let lines = page.lines.prefix(Self.mostLines).filter { $0.kind == .text }.map(TextLine.init).filter { $0.width > 0 }
    let letters = lines.flatMap(\.letters)
    func words(_ group: ReceiptWord, _ enough: Double) -> Double {
      min(1, Double(group.count(in: letters)) / enough)
    }
    let characters = Double(lines.reduce(0) { $0 + $1.characters })
    let sure = lines.reduce(0) { $0 + Double($1.characters) * $1.confidence }
    let prose = lines.reduce(0.0) {
      $1.width >= Self.proseFrom && Double($1.digits) < 0.2 * Double($1.characters) ? $0 + Double($1.characters) : $0
    }
    let widths = lines.map(\.width).sorted()
    let isSideways = (page.preparation?.rotation ?? 0) % 180 != 0
    let width = Double(isSideways ? page.height : page.width)
    let height = Double(isSideways ? page.width : page.height)
    let fields = Set(receipts.flatMap(\.fields.keys))
    let hasCard = fields.contains(.cardNumber) || fields.contains(.approvalNumber)
    let nothing = sure < Self.leastText
    func has(_ holds: Bool) -> Double { holds ? 1 : 0 }
    values = [
      1, words(.receipt, 4), words(.cardSlip, 4), words(.invoice, 3), words(.registration, 4), words(.screenshot, 2),
      min(1, log10(1 + sure) / 3.5), has(nothing), prose / max(1, characters),
      Double(lines.reduce(0) { $0 + $1.digits }) / max(1, characters),
      min(1, Double(widths.isEmpty ? 0 : widths[widths.count / 2]) / 80), has(height > 1.2 * width),
      has(width > 1.25 * height), has(fields.contains(.total)),
      min(1, Double(receipts.reduce(0) { $0 + $1.items.count }) / 3),
      has(hasCard), has(fields.contains(.businessNumber)),
      min(1, Double(page.lines.count { $0.kind == .rule }) / 10), min(1, max(0, page.confidence)),
    ]
    // Pages that were read before pictures were measured are taken for paper.
    let picture =
      page.picture
      ?? PictureFacts(ground: 247, groundShare: 0.8, colour: 0.01, dark: 0.01, tones: 1.6, smooth: 0.75)
    let isDark = picture.ground < 110
    values += [
      has(isDark), picture.groundShare, picture.colour, picture.tones / 5, picture.smooth, picture.dark,
    ]
    let layout = Layout(page, lines)
    let heading = lines.prefix(max(4, lines.count / 4)).flatMap(\.letters)
    func title(_ group: ReceiptWord) -> Double { has(group.isFound(in: heading)) }
    let counts = lines.map(\.line.words.count).sorted()
    values += [
      has(nothing && picture.groundShare > 0.97), nothing ? picture.tones / 5 : 0, title(.slipTitle),
      title(.receiptTitle),
      min(1, Double(counts.isEmpty ? 0 : counts[counts.count / 2]) / 8), min(1, layout.coverage / 0.4),
      layout.sideBySide, min(1, 20 * layout.printHeight / max(1, width)),
      min(1, Double(widths.isEmpty ? 0 : widths[min(widths.count - 1, widths.count * 9 / 10)]) / 100),
      has(hasCard && receipts.allSatisfy(\.items.isEmpty)), has(isDark && !nothing),
      min(1, layout.printHeight / 60), layout.aligned, layout.shortNumbers, min(1, max(width, height) / 2000),
      min(1, Double(lines.count) / 60), has(picture.ground >= 253), has(!nothing && lines.count < 8),
      min(1, width / max(1, height)), min(1, layout.columns / 120), has(page.signals?.isUnreadable == true),
      min(1, Double(page.lines.count { $0.kind == .noise }) / 40),
    ]
    // A damaged store may hold any number.
    values = values.map { $0 > 0 ? min($0, 1) : 0 }
  }

  /// The layout of lines on a page.
  private struct Layout {
    /// Lines looked at, at most.
    private static let most = 300

    /// The share of the page that lines of text cover.
    var coverage = 0.0
    /// The share of lines that others are beside.
    var sideBySide = 0.0
    /// The median height of lines.
    var printHeight = 0.0
    /// The share of lines that begin below or above two others: text has a margin, the labels of a drawing have none.
    var aligned = 0.0
    /// From the left of all print to its right, in columns of print: a till's paper has room for 48.
    var columns = 0.0
    /// The share of lines that are a number of few digits, as the axes of charts have them.
    var shortNumbers = 0.0

    init(_ page: RecognisedPage, _ lines: [TextLine]) {
      let boxes = lines.prefix(Self.most).map { line -> (left: Double, top: Double, right: Double, bottom: Double) in
        let (x, y, width, height) = Rows.upright(line.line.box, on: page)
        return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
      }
      guard !boxes.isEmpty else { return }
      let heights = boxes.map { $0.bottom - $0.top }.sorted()
      printHeight = max(0, heights[heights.count / 2])
      let area = max(1, Double(page.width) * Double(page.height))
      coverage = max(0, boxes.reduce(0.0) { $0 + ($1.right - $1.left) * ($1.bottom - $1.top) } / area)
      let beside = boxes.indices.count { index in
        boxes.indices.contains { other in
          guard other != index else { return false }
          let (one, two) = (boxes[index], boxes[other])
          let shared = min(one.bottom, two.bottom) - max(one.top, two.top)
          return shared > 0.6 * min(one.bottom - one.top, two.bottom - two.top)
            && (two.left >= one.right || one.left >= two.right)
        }
      }
      sideBySide = Double(beside) / Double(boxes.count)
      let below = boxes.count { box in boxes.count { abs($0.left - box.left) < 0.7 * printHeight } > 2 }
      aligned = Double(below) / Double(boxes.count)
      let pitches = zip(boxes, lines).map { ($0.right - $0.left) / Double(max(1, $1.width)) }.sorted()
      let (left, right) = (boxes.map(\.left).min() ?? 0, boxes.map(\.right).max() ?? 0)
      columns = (right - left) / max(1, pitches[pitches.count / 2])
      let numbers = lines.prefix(Self.most).count { $0.characters <= 5 && $0.digits * 2 > $0.characters }
      shortNumbers = Double(numbers) / Double(boxes.count)
    }
  }

  private struct TextLine {
    let line: Line
    private let scalars: [Unicode.Scalar]

    init(_ line: Line) {
      self.line = line
      scalars = line.text.unicodeScalars.prefix(PrintedRow.longest).compactMap(\.plain)
    }

    var letters: [Unicode.Scalar] { scalars.filter(\.isLetter).map(\.folded) }
    var confidence: Double { min(1, max(0, line.confidence)) }
    /// Without white space.
    var characters: Int { scalars.count { !$0.isSpace } }
    var digits: Int { scalars.count { $0.isDigit } }
    /// Columns of print: Hangul takes two.
    var width: Int { scalars.reduce(0) { $0 + ($1.isHangul ? 2 : 1) } }
  }
}

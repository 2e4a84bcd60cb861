import PageModel

/// The lines of a page that are one receipt: blocks are columns of one, or receipts side by side.
enum ReceiptBlocks {
  /// Lines looked at, at most: no page holds more print, and a hostile one must not take minutes.
  static let most = 12_000

  /// Indices of the page's text lines, for each receipt that the page may hold.
  static func split(_ page: RecognisedPage, lexicon: Lexicon) -> [[Int]] {
    beside(page, lexicon: lexicon).flatMap { StackedReceipts.split(page, $0, lexicon: lexicon) }
  }

  private static func beside(_ page: RecognisedPage, lexicon: Lexicon) -> [[Int]] {
    let lines = page.lines.indices.prefix(most).filter {
      page.lines[$0].kind == .text && !page.lines[$0].words.isEmpty
    }
    let blocks = Dictionary(grouping: lines) { page.lines[$0].block }.values.sorted { $0[0] < $1[0] }
    guard blocks.count > 1, blocks.count <= 40 else { return blocks.isEmpty ? [] : [lines] }
    // Blocks with a sum and a date or number of their own are receipts; with fewer than two of them all are one.
    let isWhole = blocks.map { stands(page, $0, lexicon) }
    guard isWhole.count(where: { $0 }) > 1 else { return [lines] }
    var receipts = blocks.indices.filter { isWhole[$0] }.map { (box: box(page, blocks[$0]), lines: blocks[$0]) }
    for block in blocks.indices where !isWhole[block] {
      let box = box(page, blocks[block])
      // A part that was cut off stands above or below its receipt.
      if let nearest = receipts.indices.filter({ overlap(receipts[$0].box, box) > 0.6 }).min(by: {
        gap(receipts[$0].box, box) < gap(receipts[$1].box, box)
      }), gap(receipts[nearest].box, box) < Double(page.height) / 12 {
        receipts[nearest].lines = (receipts[nearest].lines + blocks[block]).sorted()
      } else {
        receipts.append((box, blocks[block]))
      }
    }
    return receipts.map(\.lines)
  }

  /// The bar codes of each receipt: those on it, or nearest to it.
  static func barcodes(of page: RecognisedPage, on receipts: [[Int]]) -> [[Barcode]] {
    var codes = [[Barcode]](repeating: [], count: receipts.count)
    let boxes = receipts.map { box(page, $0) }
    for code in page.signals?.barcodes.prefix(PageSignals.barcodesAtMost) ?? [] {
      let nearest = boxes.indices.min { distance(boxes[$0], code.box) < distance(boxes[$1], code.box) }
      if let nearest { codes[nearest].append(code) }
    }
    return codes
  }

  /// From the middle of a box to another box, in pixels along both sides together.
  private static func distance(_ box: Box, _ other: Box) -> Double {
    let (x, y) = other.middle
    return max(Double(box.x) - x, x - box.right, 0) + max(Double(box.y) - y, y - box.bottom, 0)
  }

  private static func stands(_ page: RecognisedPage, _ lines: [Int], _ lexicon: Lexicon) -> Bool {
    guard lines.count >= 4 else { return false }
    let ledger = Ledger(Rows.make(page, lines), lexicon: lexicon)
    guard !ledger.entries(.paid, .total).isEmpty else { return false }
    return DateFields(ledger, lexicon: lexicon).date != nil
      || BusinessNumberField(ledger, lexicon: lexicon).chosen != nil
  }

  static func box(_ page: RecognisedPage, _ lines: [Int]) -> Box {
    lines.dropFirst().reduce(page.lines[lines[0]].box) { $0.union(page.lines[$1].box) }
  }

  /// The share of the narrower box's width that both cover.
  private static func overlap(_ one: Box, _ other: Box) -> Double {
    let shared = min(one.right, other.right) - max(Double(one.x), Double(other.x))
    return shared / max(1, min(Double(one.width), Double(other.width)))
  }

  /// Pixels between two boxes, up and down.
  private static func gap(_ one: Box, _ other: Box) -> Double {
    let (upper, lower) = one.y <= other.y ? (one, other) : (other, one)
    return max(0, Double(lower.y) - upper.bottom)
  }
}

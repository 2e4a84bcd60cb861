/// What a piece of ink is.
enum InkKind: UInt8, Sendable {
  case text
  /// Too small to be print.
  case speck
  /// A part of a drawn line.
  case stroke
  /// A picture, a logo, a QR code, a shadow.
  case graphic
  case barcode
}

/// Tells print from everything else on a page, by size, shape and company.
struct InkSorter {
  private(set) var kinds: [InkKind]
  /// The boxes of pictures and bar codes.
  private(set) var excluded: [Component] = []
  /// A letter twice as high as the rest still fills a fifth of its box.
  private static let thinnestPrint = 0.1

  /// `sides` are the upright strokes that were taken out of the picture before.
  init(_ ink: InkComponents, sides: [Component] = [], textHeight: Double) {
    kinds = Array(repeating: .text, count: ink.components.count)
    let h = textHeight
    for (index, piece) in ink.components.enumerated() {
      let (width, height) = (Double(piece.width), Double(piece.height))
      if Double(piece.area) < max(3, 0.008 * h * h) {
        kinds[index] = .speck
      } else if height > 5.5 * h || (height > 3.2 * h && width > 8 * h) || width > 22 * h {
        kinds[index] = .graphic
        // A frame's inside is page, a picture's is not.
        if piece.fill > 0.2 { excluded.append(piece) }
      } else if height > 1.7 * h, width > 0.5 * h, piece.fill < Self.thinnestPrint {
        // A crease, a pen's stroke, a ring drawn around an amount.
        kinds[index] = .stroke
      } else if width > 3.5 * h && height < 0.3 * h && piece.fill > 0.5 {
        kinds[index] = .stroke
      } else if height > 2.6 * h && width < 0.3 * h && piece.fill > 0.5 {
        kinds[index] = .stroke
      }
    }
    findBarcodes(ink, sides: sides, textHeight: h)
    findEdges(ink, textHeight: h)
    for (index, piece) in ink.components.enumerated() where kinds[index] == .text || kinds[index] == .speck {
      let (x, y) = (Int(piece.centreX), Int(piece.centreY))
      let isInside = excluded.contains { $0.left <= x && x < $0.right && $0.top <= y && y < $0.bottom }
      if isInside { kinds[index] = .graphic }
    }
  }

  /// The black boxes that may hold white print.
  static func blackBoxes(_ ink: InkComponents, textHeight h: Double) -> [Component] {
    ink.components.indices.filter { index in
      let piece = ink.components[index]
      let (width, height) = (Double(piece.width), Double(piece.height))
      return width > 3 * h && height > 0.9 * h && height < 5 * h && piece.fill > 0.5
        && hasDarkBorder(ink, component: index)
    }.map { ink.components[$0] }
  }

  /// Whether the upper and the lower edge of a piece are ink throughout: a box, and not bold print that runs together.
  private static func hasDarkBorder(_ ink: InkComponents, component: Int) -> Bool {
    let piece = ink.components[component]
    let depth = max(1, piece.height / 12)
    var (upper, lower) = (0, 0)
    for run in ink.runs where Int(run.component) == component {
      let row = Int(run.row)
      if row >= piece.top + depth && row < piece.top + 2 * depth { upper += Int(run.to - run.from) }
      if row < piece.bottom - depth && row >= piece.bottom - 2 * depth { lower += Int(run.to - run.from) }
    }
    let full = 0.7 * Double(depth * piece.width)
    return Double(upper) > full && Double(lower) > full
  }

  /// The edge of the paper or of the scan: ink that runs down one side of the page without a gap between the rows.
  private mutating func findEdges(_ ink: InkComponents, textHeight h: Double) {
    let binWidth = max(2, Int(h / 2))
    let bins = ink.width / binWidth + 1
    let outer = max(2, bins / 7)
    var lastRow = [Int32](repeating: -2, count: bins)
    var run = [Int](repeating: 0, count: bins)
    var longest = run
    for piece in ink.runs where kinds[Int(piece.component)] != .barcode {
      for bin in Int(piece.from) / binWidth...Int(piece.to - 1) / binWidth where bin < outer || bin >= bins - outer {
        if piece.row == lastRow[bin] { continue }
        run[bin] = piece.row == lastRow[bin] + 1 ? run[bin] + 1 : 1
        lastRow[bin] = piece.row
        longest[bin] = max(longest[bin], run[bin])
      }
    }
    let isEdge = longest.map { Double($0) > 9 * h }
    guard isEdge.contains(true) else { return }
    for (index, piece) in ink.components.enumerated() where kinds[index] == .text {
      if isEdge[min(Int(piece.centreX) / binWidth, bins - 1)] { kinds[index] = .graphic }
    }
  }

  /// A bar code is a row of many upright bars with a common top and bottom.
  private mutating func findBarcodes(_ ink: InkComponents, sides: [Component], textHeight h: Double) {
    let pieces = ink.components + sides
    let high = pieces.indices.filter {
      let isSpeck = $0 < kinds.count && kinds[$0] == .speck
      return !isSpeck && Double(pieces[$0].height) > 1.4 * h && pieces[$0].fill > 0.35
    }.sorted { pieces[$0].left < pieces[$1].left }
    func isBar(_ piece: Component) -> Bool { piece.height > piece.width * 2 && piece.fill > 0.7 }
    var used = Set<Int>()
    for first in high where !used.contains(first) && isBar(pieces[first]) {
      var group = [first]
      var box = pieces[first]
      for next in high where next != first && !used.contains(next) {
        let piece = pieces[next]
        guard piece.left >= box.left, Double(piece.left - box.right) < 1.2 * h else { continue }
        let tolerance = 0.2 * Double(box.height)
        // Bars that a blurred picture joins are wide; they count as the same code, but not as bars.
        if abs(Double(piece.top - box.top)) < tolerance, abs(Double(piece.bottom - box.bottom)) < tolerance {
          group.append(next)
          box.right = max(box.right, piece.right)
        }
      }
      guard group.filter({ isBar(pieces[$0]) }).count >= 8 else { continue }
      used.formUnion(group)
      for index in group {
        if index < kinds.count { kinds[index] = .barcode }
        box.top = min(box.top, pieces[index].top)
        box.bottom = max(box.bottom, pieces[index].bottom)
      }
      box.left -= Int(0.5 * h)
      box.right += Int(0.5 * h)
      excluded.append(box)
    }
  }
}

import PageModel

/// Finds ink that a pen may have left on a page, and its shape.
struct MarkFinder {
  typealias Candidate = (piece: InkPiece, features: [Double], verdict: MarkVerdict, color: PenMark.Color)

  private let map: InkMap
  /// Boxes of words that were surely read, in the map's pixels.
  private let words: [Box]
  /// The degrees clockwise that bring the page upright.
  private let rotation: Int
  private let textHeight: Double
  private let printDarkness: Int
  private let leastColour: UInt8

  /// Only this many pieces are examined, the largest first.
  private static let most = 300
  /// Ink is coloured from this on; grain and the colour noise of JPEG stay below.
  private static let leastColour = 28
  /// The most coloured seventh of a pen's ink is at least this coloured.
  private static let clearColour = 40
  /// The least size of a mark, as a share of the picture's shorter side; the smallest of 142 drawn marks has 0.034.
  private static let leastShare = 0.032
  private static let leastColoured = 0.7
  private static let leastDark = 1.2
  private static let inkShare = 0.42

  init(_ map: InkMap, words: [Box], rotation: Int) {
    self.map = map
    self.words = words
    self.rotation = rotation
    textHeight = Double(max(words.map { min($0.width, $0.height) }.median ?? 20, 6))
    printDarkness = max(map.printDarkness(words), 60)
    leastColour = UInt8(min(max(Self.leastColour, map.colourNoise(words) + 6), 120))
  }

  func candidates() -> [Candidate] {
    let inks = inks()
    var pieces = InkPiece.all(.colour, in: inks.coloured, gap: 3).filter(isColoured)
    // Ink wider than a pen's stroke is none: letters of logos, bars, the dark around the paper.
    let radius = max(4, max(map.width, map.height) / 260)
    var dark = inks.dark
    dark.subtract(dark.eroded(radius: radius).dilated(radius: radius + 1))
    let connected = dark.components()
    var besideWords = dark
    for word in words { besideWords.clear(word) }
    pieces += InkPiece.all(.clear, in: besideWords, gap: 2)
    pieces += InkPiece.all(.crossing, in: dark, joined: connected, gap: 0).filter {
      Double(min($0.box.width, $0.box.height)) > 0.7 * textHeight && $0.share(in: words) > 0.02
    }
    let letters = connected.components.filter {
      Double(max($0.width, $0.height)) > 0.5 * textHeight && Double(max($0.width, $0.height)) < 6 * textHeight
    }
    pieces = pieces.filter(isPossible)
    if pieces.count > Self.most {
      pieces.sort { max($0.box.width, $0.box.height) > max($1.box.width, $1.box.height) }
    }
    return pieces.prefix(Self.most).map { candidate($0, beside: letters) }
  }

  private func inks() -> (coloured: InkMask, dark: InkMask) {
    var coloured = InkMask(width: map.width, height: map.height)
    var dark = coloured
    let leastDark = UInt8(min(max(Double(printDarkness) * Self.inkShare, 36), 200))
    map.ink.forEach { x, y in
      let index = y * map.width + x
      let (darkness, colour) = (map.darkness[index], map.colour[index])
      if colour >= leastColour, darkness >= InkMap.leastDarkness { coloured.insert(x: x, y: y) }
      if darkness >= leastDark, colour < leastColour || darkness > 200 { dark.insert(x: x, y: y) }
    }
    return (coloured, dark)
  }

  private func isColoured(_ piece: InkPiece) -> Bool {
    let least = max(Self.clearColour, Int(leastColour) + 12)
    var clear = 0
    piece.ink.forEach { x, y in
      if Int(map.colour[(piece.box.y + y) * map.width + piece.box.x + x]) >= least { clear += 1 }
    }
    let count = piece.ink.count
    return clear >= count - count * 6 / 7
  }

  /// Whether it lies on the paper, off the picture's border, and has the size of a drawn mark.
  private func isPossible(_ piece: InkPiece) -> Bool {
    let box = piece.box
    let longer = Double(max(box.width, box.height))
    let least = (piece.way == .colour ? Self.leastColoured : Self.leastDark) * textHeight
    let (shorterSide, longerSide) = (Double(min(map.width, map.height)), Double(max(map.width, map.height)))
    guard longer > max(least, Self.leastShare * shorterSide), longer < 0.5 * longerSide else { return false }
    guard box.x > 1, box.y > 1, box.x + box.width < map.width - 1, box.y + box.height < map.height - 1 else {
      return false
    }
    if piece.way != .colour, isLetter(box) { return false }
    let (right, bottom) = (box.x + box.width - 1, box.y + box.height - 1)
    let places = [
      (box.x, box.y), (right, box.y), (box.x, bottom), (right, bottom), ((box.x + right) / 2, (box.y + bottom) / 2),
    ]
    let paper = places.count { map.isPaper(x: $0.0, y: $0.1) }
    // Dark ink needs paper around it to be on the page; coloured ink stands out anyway.
    return paper >= (piece.way == .colour ? 2 : 4)
  }

  private func isLetter(_ box: Box) -> Bool {
    words.contains { word in
      box.isMostly(inside: word, share: 0.6)
        && 100 * min(word.width, word.height) >= 85 * min(box.width, box.height)
    }
  }

  /// The count of pieces of similar height in a row with a box, up to three at each side.
  private func neighbours(of box: Box, among letters: [Component]) -> Int {
    func level(_ box: Box) -> Box {
      rotation % 180 == 0 ? box : Box(x: box.y, y: box.x, width: box.height, height: box.width)
    }
    let own = level(box)
    let (left, high) = (Double(own.x), Double(own.height))
    var (before, after) = (0, 0)
    for letter in letters {
      let other = level(Box(x: letter.left, y: letter.top, width: letter.width, height: letter.height))
      let otherHigh = Double(other.height)
      let shared = min(own.bottom, other.bottom) - Double(max(own.y, other.y))
      guard otherHigh > 0.6 * high, otherHigh < 1.6 * high, shared > 0.65 * max(high, otherHigh) else { continue }
      let reach = 4 * high
      if other.right <= left + 0.2 * high, left - other.right < reach { before += 1 }
      if Double(other.x) >= own.right - 0.2 * high, Double(other.x) - own.right < reach { after += 1 }
    }
    return min(before, 3) + min(after, 3)
  }

  private func candidate(_ piece: InkPiece, beside letters: [Component]) -> Candidate {
    var (darkness, colour, red, yellow) = (0, 0, 0, 0)
    piece.ink.forEach { x, y in
      let index = (piece.box.y + y) * map.width + piece.box.x + x
      darkness += Int(map.darkness[index])
      colour += Int(map.colour[index])
      red += Int(map.redness[index])
      yellow += Int(map.yellowness[index])
    }
    let total = Double(max(piece.ink.count, 1))
    let grid = MarkGrid(piece, rotation: rotation)
    let length = Double(max(grid.skeleton.count, 1)) / grid.scale
    let features = MarkFeatures(
      grid, size: Double(max(piece.box.width, piece.box.height)) / textHeight, inWords: piece.share(in: words),
      colour: Double(colour) / total / 255, darkness: Double(darkness) / total / Double(printDarkness),
      stroke: total / length / textHeight, neighbours: neighbours(of: piece.box, among: letters))
    let color = Self.color(
      of: piece.way, red: Double(red) / total, yellow: Double(yellow) / total,
      darkness: Double(darkness) / total / Double(printDarkness))
    return (piece, features.values, MarkVerdict(features.values), color)
  }

  /// The name of a colour by its angle; other ink is black or, if faint, gray.
  private static func color(of way: InkPiece.Way, red: Double, yellow: Double, darkness: Double) -> PenMark.Color {
    guard way == .colour else { return darkness < 0.75 ? .gray : .black }
    switch (red, yellow) {
    case (let red, let yellow) where red > 12 && red > yellow * 0.8: return yellow < -red * 0.6 ? .purple : .red
    case (_, let yellow) where yellow > 12: return red < -0.4 * yellow ? .green : .yellow
    case (let red, let yellow) where red < -8 && yellow > 0.8 * red: return .green
    default: return .blue
    }
  }

  /// A lower share gives no shape: coloured ink stands out by itself, dark ink could be text.
  private static let least = (coloured: 0.5, dark: 0.65)
  /// From this share on coloured strokes are a pen's, whatever they show.
  private static let leastUnknown = 0.6
  /// Two pieces of ink that share more than this of their area are one mark.
  private static let same = 0.3

  /// The marks among pieces of ink, from top to bottom; of several readings of one, the surest.
  static func chosen(_ candidates: [Candidate]) -> [PenMark] {
    var marks = candidates.compactMap { candidate -> PenMark? in
      let (best, other) = (candidate.verdict.best, candidate.verdict.other)
      let isColoured = candidate.piece.way == .colour
      let isKnown = best.share >= (isColoured ? least.coloured : least.dark)
      guard isKnown || isColoured && other >= leastUnknown else { return nil }
      return PenMark(
        shape: isKnown ? best.shape : .unknown, confidence: isKnown ? best.share : other, box: candidate.piece.box,
        color: candidate.color)
    }
    // Known shapes come first.
    marks.sort { ($0.shape == .unknown ? 1 : 0, $1.confidence) < ($1.shape == .unknown ? 1 : 0, $0.confidence) }
    var chosen: [PenMark] = []
    for mark in marks where !chosen.contains(where: { $0.box.share(with: mark.box) > same }) { chosen.append(mark) }
    return chosen.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
  }
}

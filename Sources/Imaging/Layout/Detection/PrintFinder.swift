import Support
import Glibc

/// Finds text on a picture, in as much detail as its height needs.
struct PrintFinder {
  let network: DetectionNetwork

  /// The longest side of the first look, in pixels.
  private static let firstSide = 960.0
  /// A picture with a larger ratio of sides is a strip, such as a long receipt.
  private static let stripRatio = 4.0
  private static let stripWidth = 480.0
  /// A group of text lower than this on the map is analysed again, at the second height (`Measurements.md`).
  private static let leastHeight = 13.0
  private static let goodHeight = 16.0
  /// Below this height a first pass cannot separate receipts.
  private static let legibleHeight = 8.0
  /// Pages of more pieces are no text, and are not analysed again.
  private static let mostPieces = 3000
  /// The most pixels of a map.
  private static let mostPixels = 4_000_000.0
  /// The same for a strip, which takes some ten seconds.
  private static let mostStripPixels = 16_000_000.0
  /// The largest magnification; more shows no further detail.
  private static let most = 2.0

  /// Below this magnification the picture is not analysed unmagnified first, which would double the cost without use.
  private static let clearlyMagnified = 1.4

  func find(on picture: Picture) throws(TextFault) -> (map: PrintMap, pieces: [PrintPiece]) {
    let area = Double(picture.width) * Double(picture.height)
    let (longest, shortest) = (
      Double(max(picture.width, picture.height, 1)), Double(max(1, min(picture.width, picture.height)))
    )
    var scale = min(Self.firstSide / longest, Self.most)
    if longest > Self.stripRatio * shortest {
      let largest = (Self.mostStripPixels / area).squareRoot()
      scale = max(scale, min(Self.stripWidth / shortest, largest, Self.most))
    }
    // A small picture stays unmagnified unless magnifying it pays (`Measurements.md`).
    if scale >= Self.clearlyMagnified {
      let map = try PrintMap(of: picture, scale: 1, network: network)
      let pieces = PrintPiece.pieces(of: map)
      if PrintPiece.typicalHeight(pieces) / map.scaleY >= Self.goodHeight { return (map, pieces) }
    }
    let map = try PrintMap(of: picture, scale: scale, network: network)
    let pieces = PrintPiece.pieces(of: map)
    let height = PrintPiece.typicalHeight(pieces) / map.scaleY
    guard height < Self.legibleHeight,
      let closer = closer(height, at: scale, width: Double(picture.width), height: Double(picture.height))
    else { return (map, pieces) }
    let second = try PrintMap(of: picture, scale: closer, network: network)
    return (second, PrintPiece.pieces(of: second))
  }

  /// A group in a closer pass; nil if its text is high enough on the map.
  func closer(_ group: PrintGroup, of all: [PrintGroup], on picture: Picture) throws(TextFault) -> PrintGroup? {
    let map = group.map
    let height = PrintPiece.typicalHeight(group.pieces, share: 0.2) / map.scaleY
    guard height < Self.leastHeight else { return nil }
    let room = 2 * PrintPiece.typicalHeight(group.pieces)
    let boxes = group.pieces.map { $0.box(map) }
    let part = (
      left: max(0, (boxes.map { $0.left }.min() ?? 0) - room), top: max(0, (boxes.map { $0.top }.min() ?? 0) - room),
      right: min(Double(picture.width), (boxes.map { $0.right }.max() ?? 0) + room),
      bottom: min(Double(picture.height), (boxes.map { $0.bottom }.max() ?? 0) + room)
    )
    guard
      let closer = closer(
        height, at: 1 / map.scaleX, width: part.right - part.left, height: part.bottom - part.top)
    else { return nil }
    let second = try PrintMap(of: picture, part: part, scale: closer, network: network)
    let found = PrintPiece.pieces(of: second)
    guard found.count <= Self.mostPieces else { return nil }
    // Pieces of the other groups stay with those groups.
    let others = all.filter { $0.pieces[0].centre != group.pieces[0].centre }.flatMap(\.pieces)
    let pieces = found.filter { piece in
      others.isEmpty || piece.distance(to: group.pieces) <= piece.distance(to: others)
    }
    guard !pieces.isEmpty else { return nil }
    return PrintGroup(pieces: pieces, map: second, near: group.angle)
  }

  /// The scale at which text of a height on the map is high enough; nil if that is hardly larger.
  private func closer(_ print: Double, at scale: Double, width: Double, height: Double) -> Double? {
    let wanted = print > 0 ? scale * Self.goodHeight / print : 2 * scale
    let isStrip = max(width, height) > Self.stripRatio * min(width, height)
    let pixels = isStrip ? Self.mostStripPixels : Self.mostPixels
    let closer = min(wanted, Self.most, 4 * scale, (pixels / max(width * height, 1)).squareRoot())
    return closer > 1.2 * scale ? closer : nil
  }
}

extension PrintPiece {
  /// The height in the picture's pixels that pieces of half of the whole length stay below; 0 for none.
  static func typicalHeight(_ pieces: [PrintPiece], share: Double = 0.5) -> Double {
    quantile(pieces.map { ($0.height, $0.length) }, share) ?? 0
  }

  /// The upright box around it, in the picture's pixels.
  fileprivate func box(_ map: PrintMap) -> PrintMap.Part {
    (
      map.x(Double(runs.map(\.from).min() ?? 0)), map.y(Double(runs.first?.row ?? 0)),
      map.x(Double(runs.map(\.to).max() ?? 0)), map.y(Double((runs.last?.row ?? 0) + 1))
    )
  }

  /// The distance of its middle from the nearest of the others, taken as lines along their length.
  fileprivate func distance(to others: [PrintPiece]) -> Double {
    others.map { other in
      let (dx, dy) = (centre.x - other.centre.x, centre.y - other.centre.y)
      let radians = other.angle * .pi / 180
      let (along, across) = (dx * cos(radians) + dy * sin(radians), dy * cos(radians) - dx * sin(radians))
      return hypot(max(0, abs(along) - other.length / 2), across)
    }.min() ?? .infinity
  }
}

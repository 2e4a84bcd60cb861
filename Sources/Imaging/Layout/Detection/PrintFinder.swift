import Glibc

/// Looks for print on a picture, in as much detail as its height needs.
struct PrintFinder {
  let network: DetectionNetwork

  /// The longest side of the first look, in pixels.
  private static let firstSide = 960.0
  /// Print of less than this height on the map is looked at again, its group alone, so that it gets the second height.
  ///
  /// Six pages of several receipts take 17 s so, and 29 s where the whole page is looked at again.
  private static let leastHeight = 11.0
  private static let goodHeight = 16.0
  /// Of lower print a first look shows too little to tell receipts apart.
  private static let legibleHeight = 8.0
  /// More pieces are no page of print, and not looked at closer.
  private static let mostPieces = 3000
  /// The most pixels of a map.
  private static let mostPixels = 4_000_000.0
  /// Pictures are not magnified by more: there is no more to be seen.
  private static let most = 2.0

  /// The map of a picture and its pieces of print.
  func find(on picture: Picture) throws(DetectionError) -> (map: PrintMap, pieces: [PrintPiece]) {
    let longest = Double(max(picture.width, picture.height, 1))
    let scale = min(Self.firstSide / longest, Self.most)
    let map = try PrintMap(of: picture, scale: scale, network: network)
    let pieces = PrintPiece.pieces(of: map)
    let height = PrintPiece.typicalHeight(pieces) / map.scaleY
    guard height < Self.legibleHeight else { return (map, pieces) }
    let area = Double(picture.width) * Double(picture.height)
    guard let closer = closer(height, at: scale, area: area) else { return (map, pieces) }
    let second = try PrintMap(of: picture, scale: closer, network: network)
    return (second, PrintPiece.pieces(of: second))
  }

  /// A group of a page's print as a closer look shows it; nil where its print is high enough on the map.
  func closer(_ group: PrintGroup, of all: [PrintGroup], on picture: Picture) throws(DetectionError) -> PrintGroup? {
    let map = group.map
    let height = PrintPiece.typicalHeight(group.pieces, share: 0.2) / map.scaleY
    guard height < Self.leastHeight else { return nil }
    let room = 2 * PrintPiece.typicalHeight(group.pieces)
    let boxes = group.pieces.map { $0.box(map) }
    let part = PrintMap.Part(
      left: max(0, (boxes.map(\.left).min() ?? 0) - room), top: max(0, (boxes.map(\.top).min() ?? 0) - room),
      right: min(Double(picture.width), (boxes.map(\.right).max() ?? 0) + room),
      bottom: min(Double(picture.height), (boxes.map(\.bottom).max() ?? 0) + room))
    let area = (part.right - part.left) * (part.bottom - part.top)
    guard let closer = closer(height, at: 1 / map.scaleX, area: area) else { return nil }
    let second = try PrintMap(of: picture, part: part, scale: closer, network: network)
    let found = PrintPiece.pieces(of: second)
    guard found.count <= Self.mostPieces else { return nil }
    // What the look shows of the groups beside this one is theirs.
    let others = all.filter { $0.pieces[0].centre != group.pieces[0].centre }.flatMap(\.pieces)
    let pieces = found.filter { piece in
      others.isEmpty || piece.distance(to: group.pieces) <= piece.distance(to: others)
    }
    guard !pieces.isEmpty else { return nil }
    return PrintGroup(pieces: pieces, map: second, near: group.angle)
  }

  /// The scale at which print of some height on the map is high enough; nil where that is hardly larger.
  private func closer(_ height: Double, at scale: Double, area: Double) -> Double? {
    let wanted = height > 0 ? scale * Self.goodHeight / height : 2 * scale
    let closer = min(wanted, Self.most, 4 * scale, (Self.mostPixels / max(area, 1)).squareRoot())
    return closer > 1.2 * scale ? closer : nil
  }
}

extension PrintPiece {
  /// The height that half of the pieces' whole length is below, in the picture's pixels; 0 for none.
  ///
  /// `share` is another part of the length than half.
  static func typicalHeight(_ pieces: [PrintPiece], share: Double = 0.5) -> Double {
    let sorted = pieces.sorted { $0.height < $1.height }
    let total = sorted.reduce(0) { $0 + $1.length }
    var sum = 0.0
    return sorted.first {
      sum += $0.length; return sum >= share * total
    }?.height ?? 0
  }

  /// The upright box around it, in the picture's pixels.
  fileprivate func box(_ map: PrintMap) -> PrintMap.Part {
    PrintMap.Part(
      left: map.x(Double(runs.map(\.from).min() ?? 0)), top: map.y(Double(runs.first?.row ?? 0)),
      right: map.x(Double(runs.map(\.to).max() ?? 0)), bottom: map.y(Double((runs.last?.row ?? 0) + 1)))
  }

  /// How far its middle lies from the nearest of others, seen as lines along their length.
  fileprivate func distance(to others: [PrintPiece]) -> Double {
    others.map { other in
      let (dx, dy) = (centre.x - other.centre.x, centre.y - other.centre.y)
      let radians = other.angle * .pi / 180
      let (along, across) = (dx * cos(radians) + dy * sin(radians), dy * cos(radians) - dx * sin(radians))
      return hypot(max(0, abs(along) - other.length / 2), across)
    }.min() ?? .infinity
  }
}

/// Looks for print on a picture, in as much detail as its height needs.
struct PrintFinder {
  let network: DetectionNetwork

  /// The longest side of the first look, in pixels.
  private static let firstSide = 960.0
  /// Print of less than this height on the map is looked at again, so that it gets the second height.
  private static let leastHeight = 11.0
  private static let goodHeight = 16.0
  /// The most pixels of a map.
  private static let mostPixels = 4_000_000.0
  /// Pictures are not magnified by more: there is no more to be seen.
  private static let most = 2.0

  /// The map of a picture and its pieces of print.
  func find(on picture: Picture) throws(DetectionError) -> (map: PrintMap, pieces: [PrintPiece]) {
    defer { network.rest() }
    let longest = Double(max(picture.width, picture.height, 1))
    let scale = min(Self.firstSide / longest, Self.most)
    let map = try PrintMap(of: picture, scale: scale, network: network)
    let pieces = PrintPiece.pieces(of: map)
    // Of several receipts one may have far smaller print, which runs together sooner.
    let height = PrintPiece.typicalHeight(pieces, share: 0.2) / map.scaleY
    guard height < Self.leastHeight else { return (map, pieces) }
    let wanted = height > 0 ? scale * Self.goodHeight / height : 2 * scale
    let area = Double(picture.width) * Double(picture.height)
    let closer = min(wanted, Self.most, 3 * scale, (Self.mostPixels / max(area, 1)).squareRoot())
    guard closer > 1.2 * scale else { return (map, pieces) }
    let second = try PrintMap(of: picture, scale: closer, network: network)
    return (second, PrintPiece.pieces(of: second))
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

  /// The direction that most of the print runs in, in degrees clockwise, -45 to 135; nil where no piece is long.
  static func typicalAngle(_ pieces: [PrintPiece]) -> Double? {
    let long = pieces.filter(\.isLong)
    guard !long.isEmpty else { return nil }
    var histogram = [Double](repeating: 0, count: 180)
    for piece in long { histogram[(Int((piece.angle + 360).rounded()) % 180)] += piece.length }
    let smooth = histogram.indices.map { index in
      (-4...4).reduce(0.0) { $0 + histogram[(index + $1 + 180) % 180] }
    }
    guard let peak = smooth.indices.max(by: { smooth[$0] < smooth[$1] }) else { return nil }
    // The middle of what lies near the peak, by length.
    func offset(_ piece: PrintPiece) -> Double {
      let difference = (piece.angle - Double(peak)).truncatingRemainder(dividingBy: 180)
      return difference > 90 ? difference - 180 : difference < -90 ? difference + 180 : difference
    }
    let near = long.map { (offset: offset($0), length: $0.length) }.filter { abs($0.offset) < 12 }
      .sorted { $0.offset < $1.offset }
    let total = near.reduce(0) { $0 + $1.length }
    var sum = 0.0
    let middle =
      near.first {
        sum += $0.length; return 2 * sum >= total
      }?.offset ?? 0
    let angle = Double(peak) + middle
    return angle > 135 ? angle - 180 : angle < -45 ? angle + 180 : angle
  }
}

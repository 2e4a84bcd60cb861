import Glibc

extension PrintPiece {
  /// The main direction of the text, in degrees clockwise, -45 to 135; nil without a long piece.
  static func typicalAngle(_ pieces: [PrintPiece]) -> Double? {
    let long = pieces.filter(\.isLong)
    guard !long.isEmpty else { return nil }
    var histogram = [Double](repeating: 0, count: 180)
    for piece in long { histogram[(Int((piece.angle + 360).rounded()) % 180)] += piece.length }
    let smooth = histogram.indices.map { index in
      (-4...4).reduce(0.0) { $0 + histogram[(index + $1 + 180) % 180] }
    }
    guard let peak = smooth.indices.max(by: { smooth[$0] < smooth[$1] }) else { return nil }
    // The median near the peak, weighted by length.
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

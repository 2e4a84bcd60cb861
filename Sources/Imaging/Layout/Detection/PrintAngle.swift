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
    let near = long.map { (value: offset($0), weight: $0.length) }.filter { abs($0.value) < 12 }
    let angle = Double(peak) + (quantile(near, 0.5) ?? 0)
    return angle > 135 ? angle - 180 : angle < -45 ? angle + 180 : angle
  }
}

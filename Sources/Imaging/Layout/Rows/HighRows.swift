/// The ink of the bands that are high enough for two lines, kept to cut them.
struct HighRows {
  typealias Spans = [(from: Int32, to: Int32)]

  private let bands: [RowBands.Band]
  private let textHeight: Double
  private var runs: [Int: [(row: Int, from: Int32, to: Int32)]] = [:]
  /// Two lines that touch are at least so many times as high as print.
  private static let least = 1.5

  init(_ bands: [RowBands.Band], textHeight: Double) {
    self.bands = bands
    self.textHeight = textHeight
  }

  mutating func add(_ run: InkRun, row: Double, to band: Int) {
    guard Double(bands[band].height) > Self.least * textHeight else { return }
    runs[band, default: []].append((Int(row), run.from, run.to))
  }

  /// The two parts of a band, or of some rows of it, above and below the row with the least ink; nil where it is low.
  func cut(_ band: Int, within rows: ClosedRange<Double>?) -> [(band: RowBands.Band, spans: Spans)]? {
    let top = rows.map { Int($0.lowerBound) } ?? bands[band].top
    let bottom = rows.map { Int($0.upperBound) } ?? bands[band].bottom
    guard let runs = runs[band], Double(bottom - top) > Self.least * textHeight else { return nil }
    var profile = [Int](repeating: 0, count: bottom - top)
    for run in runs where run.row >= top && run.row < bottom { profile[run.row - top] += Int(run.to - run.from) }
    let room = Int(0.55 * textHeight)
    let middle = profile.count / 2
    // Of rows with nearly as little ink the one in the middle.
    let slack = max(1, profile.reduce(0, +) / profile.count / 4)
    let candidates = room..<profile.count - room
    guard
      let row = candidates.min(by: { left, right in
        let (a, b) = (profile[left] / slack, profile[right] / slack)
        return a != b ? a < b : abs(left - middle) < abs(right - middle)
      })
    else { return nil }
    let parts = [(top, top + row), (top + row, bottom)].compactMap { from, to -> (band: RowBands.Band, spans: Spans)? in
      guard let first = (from..<to).first(where: { profile[$0 - top] > 0 }),
        let last = (from..<to).last(where: { profile[$0 - top] > 0 })
      else { return nil }
      let inside = runs.filter { $0.row >= first && $0.row <= last }.map { (from: $0.from, to: $0.to) }
      return (RowBands.Band(top: first, bottom: last + 1), inside)
    }
    return parts.count == 2 ? parts : nil
  }
}

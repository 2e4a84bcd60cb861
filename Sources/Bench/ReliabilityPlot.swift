/// A reliability diagram as SVG: stated confidence across, the share that is right upwards, one panel for lines and pages.
struct ReliabilityPlot {
  private static let side = 340.0
  private static let (left, top, gap) = (58.0, 44.0, 84.0)
  /// The lowest value that the axes show.
  private let least: Double
  private let report: CalibrationBench.Report

  init(_ report: CalibrationBench.Report) {
    self.report = report
    let values =
      (report.lines.bins + report.byPage.bins).flatMap { [$0.confidence, $0.right] }
      + report.pages.flatMap { [$0.page.confidence, $0.page.right] }
    let lowest = min(0.9, max(0, values.min() ?? 0))
    least = (lowest * 10).rounded(.down) / 10
  }

  var svg: String {
    let width = Self.left + 2 * Self.side + Self.gap + 20
    let height = Self.top + Self.side + 50
    let pages = report.pages.filter { $0.page.weight > 0 }.map { (x: $0.page.confidence, y: $0.page.right) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(decimals(width, 0)) \(decimals(height, 0))" \
      font-family="sans-serif" font-size="12" fill="#333">
      <rect width="100%" height="100%" fill="#fff"/>
      \(panel(Self.left, "Lines, in tenths by characters", report.lines, dots: []))
      \(panel(Self.left + Self.side + Self.gap, "Pages", report.byPage, dots: pages))
      </svg>

      """
  }

  private func panel(
    _ x: Double, _ title: String, _ calibration: Calibration, dots: [(x: Double, y: Double)]
  ) -> String {
    let (left, top, side) = (x, Self.top, Self.side)
    func across(_ value: Double) -> String { decimals(left + side * (max(value, least) - least) / (1 - least), 1) }
    func up(_ value: Double) -> String { decimals(top + side - side * (max(value, least) - least) / (1 - least), 1) }
    var parts = [
      "<text x=\"\(decimals(left, 0))\" y=\"\(decimals(top - 24, 0))\" font-size=\"14\">\(title)</text>",
      "<text x=\"\(decimals(left, 0))\" y=\"\(decimals(top - 8, 0))\" fill=\"#666\">expected calibration error "
        + "\(percent(calibration.expectedError))</text>",
    ]
    let step = least < 0.5 ? 0.2 : least < 0.8 ? 0.1 : 0.05
    let (below, beside) = (decimals(top + side + 16, 0), decimals(left - 6, 0))
    for mark in stride(from: least, through: 1.0001, by: step) {
      let (x, y, label) = (across(mark), up(mark), percent(mark, 0))
      let grid = "M\(x) \(up(least))V\(up(1))M\(across(least)) \(y)H\(across(1))"
      parts.append("<path d=\"\(grid)\" stroke=\"#e4e4e4\"/>")
      parts.append("<text x=\"\(x)\" y=\"\(below)\" text-anchor=\"middle\">\(label)</text>")
      parts.append("<text x=\"\(beside)\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(label)</text>")
    }
    let diagonal = "M\(across(least)) \(up(least))L\(across(1)) \(up(1))"
    parts.append("<path d=\"\(diagonal)\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>")
    for dot in dots {
      let place = "cx=\"\(across(dot.x))\" cy=\"\(up(dot.y))\""
      parts.append("<circle \(place) r=\"2.5\" fill=\"#7aa6d8\" fill-opacity=\".7\"/>")
    }
    let line = calibration.bins.map { "\(across($0.confidence)),\(up($0.right))" }.joined(separator: " ")
    parts.append("<polyline points=\"\(line)\" fill=\"none\" stroke=\"#1455b8\" stroke-width=\"1.5\"/>")
    for bin in calibration.bins {
      parts.append("<circle cx=\"\(across(bin.confidence))\" cy=\"\(up(bin.right))\" r=\"4.5\" fill=\"#1455b8\"/>")
    }
    parts.append(
      "<text x=\"\(decimals(left + side / 2, 0))\" y=\"\(decimals(top + side + 36, 0))\" text-anchor=\"middle\">"
        + "confidence that is stated</text>")
    let middle = decimals(top + side / 2, 0)
    parts.append(
      "<text transform=\"translate(\(decimals(left - 44, 0)) \(middle)) rotate(-90)\" text-anchor=\"middle\">"
        + "characters that are right</text>")
    return parts.joined(separator: "\n")
  }
}

import PageModel
import Testing

@testable import Imaging

@Suite struct ReadingOrderTests {
  /// A line with print of 20 pixels in the given columns.
  private func line(_ row: Double, _ stretches: [ClosedRange<Double>], kind: FoundLine.Kind = .text) -> FoundLine {
    let (left, right) = (stretches.first?.lowerBound ?? 0, stretches.last?.upperBound ?? 0)
    return FoundLine(
      kind: kind, left: left, right: right, top: row, bottom: row + 24, capTop: row, baseline: row + 20,
      path: [0, 0], pathSpacing: max(1, right - left),
      stretches: stretches.map { ($0.lowerBound, $0.upperBound) })
  }

  private let left = 50.0...430.0
  private let right = 520.0...900.0

  /// Which place a line has: its row, and L, R or W for left, right and whole.
  private func places(_ lines: [FoundLine]) -> [String] {
    lines.map { "\($0.right < 500 ? "L" : $0.left > 500 ? "R" : "W")\(Int($0.top))" }
  }

  private func ordered(_ lines: [FoundLine], leastRows: Int = 4) -> [String] {
    places(ReadingOrder.ordered(lines, leastRows: leastRows))
  }

  @Test func `rows that reach over both columns are cut, the left column first`() {
    let page = (0..<5).map { line(Double($0) * 30, [left, right]) }
    #expect(ordered(page) == ["L0", "L30", "L60", "L90", "L120", "R0", "R30", "R60", "R90", "R120"])
    #expect(ordered(Array(page.prefix(3))) == ["W0", "W30", "W60"])
    #expect(ordered(Array(page.prefix(3)), leastRows: 2) == ["L0", "L30", "L60", "R0", "R30", "R60"])
  }

  @Test func `a heading, two columns and a footer keep that order`() {
    let heading = line(0, [200...700])
    let footer = line(200, [50...900])
    let page = [heading] + (1..<6).map { line(Double($0) * 30, [left, right]) } + [footer]
    #expect(
      ordered(page) == ["W0", "L30", "L60", "L90", "L120", "L150", "R30", "R60", "R90", "R120", "R150", "W200"])
  }

  @Test func `a ruling line across both columns parts two blocks`() {
    let upper = (0..<4).map { line(Double($0) * 30, [left, right]) }
    let rule = line(125, [50...900], kind: .rule)
    let lower = (5..<9).map { line(Double($0) * 30, [left, right]) }
    #expect(
      ordered(upper + [rule] + lower) == [
        "L0", "L30", "L60", "L90", "R0", "R30", "R60", "R90", "W125",
        "L150", "L180", "L210", "L240", "R150", "R180", "R210", "R240",
      ])
  }

  @Test func `labels and amounts side by side stay rows`() {
    let receipt = (0..<8).map { line(Double($0) * 30, [50...250, 700...780, 840...900]) }
    #expect(ordered(receipt, leastRows: 2) == places(receipt))
  }

  @Test func `columns with different line spacing are told by lines of one column alone`() {
    // The left column has a line every 30 pixels, the right one every 36.
    let columns = (0..<6).map { line(Double($0) * 30, [left]) } + (0..<5).map { line(Double($0) * 36 + 8, [right]) }
    let page = columns.sorted { $0.top < $1.top }
    #expect(
      ordered(page) == ["L0", "L30", "L60", "L90", "L120", "L150", "R8", "R44", "R80", "R116", "R152"])
  }

  @Test func `a short last line of a paragraph does not end the columns`() {
    var page = (0..<6).map { line(Double($0) * 30, [left, right]) }
    page[3] = line(90, [50...200, right])
    let result = ReadingOrder.ordered(page, leastRows: 4)
    #expect(places(result.filter { $0.left > 500 }).count == 6)
    #expect(places(Array(result.prefix(4))) == ["L0", "L30", "L60", "L90"])
  }

  @Test func `a cut line keeps its slope, and what it merges to is dropped`() throws {
    var page = (0..<4).map { line(Double($0) * 30, [left, right]) }
    page[1].path = (0...42).map { 2 * Double($0) + 1 }
    page[1].pathSpacing = 20
    page[1].mergedWithAbove = [line(0, [left, right])]
    let part = try #require(ReadingOrder.ordered(page, leastRows: 4).last { $0.top == 30 })
    #expect(part.left == 520 && part.right == 900)
    #expect(abs(part.offset(at: 520) - 48) < 0.01)
    #expect(abs(part.offset(at: 900) - 85) < 0.01)
    #expect(part.mergedWithAbove.isEmpty)
  }
}

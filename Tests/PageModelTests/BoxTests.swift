import Testing

@testable import PageModel

@Suite struct BoxTests {
  @Test func `of two boxes that share an edge, one alone holds what lies on it`() {
    let (upper, lower) = (Box(x: 10, y: 0, width: 40, height: 100), Box(x: 10, y: 100, width: 40, height: 50))
    let onUpperEdge = Box(x: 20, y: 95, width: 4, height: 10)
    #expect(!upper.holdsMiddle(of: onUpperEdge))
    #expect(lower.holdsMiddle(of: onUpperEdge))
    let onSide = Box(x: 45, y: 110, width: 10, height: 10)
    #expect(!lower.holdsMiddle(of: onSide))
    #expect(Box(x: 50, y: 100, width: 5, height: 50).holdsMiddle(of: onSide))
    #expect(lower.holdsMiddle(of: Box(x: 0, y: 120, width: 20, height: 2)))
  }

  @Test func `a box holds its own middle, however large its numbers are`() {
    #expect(Box(x: 3, y: 4, width: 1, height: 1).holdsMiddle(of: Box(x: 3, y: 4, width: 1, height: 1)))
    let large = Box(x: .max / 2, y: 0, width: .max / 2, height: .max)
    #expect(large.holdsMiddle(of: large))
  }
}

import Support
import Testing

@Suite struct `An alignment` {
  @Test func `pairs the last of several elements that fit as well`() {
    let pairs = aligned([1], [1, 1], gap: 0) { $0 == $1 ? -1 : 1 }
    #expect(pairs.map(\.left) == [nil, 0])
    #expect(pairs.map(\.right) == [0, 1])
  }
}

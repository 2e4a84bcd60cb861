import Support
import Testing

@Test func `Different elements stay in the order of their first places`() {
  #expect([3, 1, 3, 2, 1].distinct == [3, 1, 2])
  #expect([Int]().distinct == [])
}

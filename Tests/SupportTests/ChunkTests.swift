import Support
import Testing

@Test func `A stretch goes up to the next element that does not continue it`() {
  #expect([1, 2, 3, 7, 8, 12].chunked { $1 - $0 == 1 } == [[1, 2, 3], [7, 8], [12]])
  #expect([4].chunked { _, _ in false } == [[4]])
  #expect([Int]().chunked { _, _ in true } == [])
}

import Support
import Testing

@Suite struct `Edit distance` {
  @Test(arguments: [("", "", 0), ("abc", "", 3), ("", "abc", 3), ("kitten", "sitting", 3), ("금액", "금맥", 1)])
  func `counts insertions, deletions and replacements`(first: String, second: String, distance: Int) {
    #expect(editDistance(Array(first), Array(second)) == distance)
    #expect(editDistance(Array(second), Array(first)) == distance)
  }
}

@Suite struct `A text table` {
  @Test func `is aligned if names are Korean`() {
    #expect([["이름", "1"], ["name", "10"]].aligned(left: [0]) == "이름   1\nname  10")
  }
}

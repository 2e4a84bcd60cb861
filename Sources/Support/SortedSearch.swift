extension RandomAccessCollection where Index == Int {
  /// The first index at which a condition is true that stays true up to the end; the end if there is none.
  ///
  /// Other modules get a copy of it for their elements.
  @inlinable
  package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

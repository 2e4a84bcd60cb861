extension Array {
  /// The first index at which a condition is true that stays true up to the end; the count if there is none.
  ///
  /// Other modules get a copy of it for their elements.
  @inlinable
  package func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

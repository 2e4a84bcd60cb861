extension Collection {
  /// Its elements in stretches, each up to the next element that does not continue it.
  ///
  /// Other modules get a copy of it for their elements.
  @inlinable
  package func chunked(while continues: (_ one: Element, _ next: Element) -> Bool) -> [SubSequence] {
    var chunks: [SubSequence] = []
    var start = startIndex
    for (place, next) in zip(indices, indices.dropFirst()) where !continues(self[place], self[next]) {
      chunks.append(self[start..<next])
      start = next
    }
    return isEmpty ? [] : chunks + [self[start...]]
  }

  /// Its elements in stretches of this length; the last one may be shorter.
  ///
  /// Other modules get a copy of it for their elements.
  @inlinable
  package func chunks(of length: Int) -> [SubSequence] {
    stride(from: 0, to: count, by: length).map { dropFirst($0).prefix(length) }
  }
}

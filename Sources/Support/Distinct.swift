extension Sequence where Element: Hashable {
  /// Its different elements, each at its first place.
  ///
  /// Other modules get a copy of it for their elements.
  @inlinable
  package var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

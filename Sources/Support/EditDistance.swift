/// The least number of insertions, deletions and replacements that turn one sequence into the other (Levenshtein).
///
/// Two rows of the table are kept: memory is linear in the shorter sequence, time is the product of both lengths.
package func editDistance<Element: Equatable>(_ first: [Element], _ second: [Element]) -> Int {
  let (long, short) = first.count >= second.count ? (first, second) : (second, first)
  if short.isEmpty { return long.count }
  var row = Array(0...short.count)
  for (i, element) in long.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in short.indices {
      let above = row[j + 1]
      row[j + 1] = min(above + 1, row[j] + 1, diagonal + (element == short[j] ? 0 : 1))
      diagonal = above
    }
  }
  return row[short.count]
}

/// The same if it is at most `limit`, else nil, which is known early for very different sequences.
///
/// Other modules get a copy of it for their elements, which takes a fifth of the time.
@inlinable
package func editDistance<Element: Equatable>(_ first: [Element], _ second: [Element], limit: Int) -> Int? {
  guard abs(first.count - second.count) <= limit else { return nil }
  var row = Array(0...second.count)
  for (i, element) in first.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    var least = row[0]
    for j in 0..<second.count {
      let above = row[j + 1]
      row[j + 1] = min(diagonal + (second[j] == element ? 0 : 1), above + 1, row[j] + 1)
      least = min(least, row[j + 1])
      diagonal = above
    }
    if least > limit { return nil }
  }
  return row[second.count] <= limit ? row[second.count] : nil
}

/// The least number of insertions, deletions and replacements that turn one sequence into the other (Levenshtein).
///
/// One row of the table is kept: memory is linear in the second sequence, time is the product of both lengths.
@inlinable
package func editDistance<Element: Equatable>(_ first: [Element], _ second: [Element]) -> Int {
  let most = max(first.count, second.count)
  return editDistance(first, second, limit: most) ?? most
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

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

import Support

/// Describes a row: its place, its size, the forms of its tokens, its distance from the anchors.
struct RowFeatures {
  let geometry: ReceiptGeometry

  private static let distances: [Double] = [-12, -6, -3, -2, -1, 0, 1, 2, 3, 6, 12]

  /// The features of a row, for all of its tokens.
  func of(_ row: Int) -> [UInt32] {
    let rows = geometry.tokens.rows
    let line = rows[row]
    guard let first = line.first, let last = line.last else { return [] }
    let wide = geometry.right - geometry.left
    let margins = ((first.left - geometry.left) / wide, (geometry.right - last.right) / wide)
    let heights = line.map(\.height).sorted()
    let isCentred = abs(margins.0 - margins.1) < 0.08 && margins.0 > 0.12
    let down = (first.middle - geometry.top) / (geometry.bottom - geometry.top)
    var features = [
      FeatureCode.of(.height, bucket(down, [0.04, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9])),
      FeatureCode.of(.rowFromTop, UInt32(min(row, 6))),
      FeatureCode.of(.rowFromEnd, UInt32(min(rows.count - 1 - row, 4))),
      isCentred
        ? FeatureCode.of(.centred)
        : FeatureCode.of(.margins, bucket(margins.0, [0.03, 0.1, 0.3]), bucket(margins.1, [0.05, 0.2, 0.5])),
      FeatureCode.of(.rowSize, bucket(heights[heights.count / 2] / geometry.height, Self.sizes)),
      FeatureCode.of(.pattern, geometry.patterns[row]),
      FeatureCode.of(.patternBefore, row > 0 ? geometry.patterns[row - 1] : 0),
      FeatureCode.of(.patternBehind, row + 1 < rows.count ? geometry.patterns[row + 1] : 0),
      FeatureCode.of(.tokensInRow, bucket(Double(line.count), [1, 2, 3, 5, 8, 12])),
      FeatureCode.of(.rowLabel, first.label?.code ?? 0),
    ]
    for anchor in ReceiptGeometry.Anchor.allCases { addAnchor(anchor, row, &features) }
    addList(row, &features)
    return features
  }

  static let sizes = [0.7, 0.9, 1.15, 1.4, 1.8]

  private func addAnchor(_ anchor: ReceiptGeometry.Anchor, _ row: Int, _ features: inout [UInt32]) {
    guard let rows = geometry.anchors[anchor], let first = rows.first else {
      return features.add(.anchorMissing, anchor.rawValue)
    }
    let next = rows.partitioningIndex { $0 >= row }
    let near = [next, next - 1].filter(rows.indices.contains).map { rows[$0] }
    let nearest = near.min { abs($0 - row) < abs($1 - row) } ?? first
    features.add(.anchor, anchor.rawValue, bucket(Double(nearest - row), Self.distances))
    if [.amount, .businessNumber, .sum].contains(anchor) {
      features.add(.firstAnchor, anchor.rawValue, bucket(Double(first - row), Self.distances))
    }
  }

  /// Whether the row lies in a list under its headings, in the sums below it, or outside, and whether its numbers agree.
  private func addList(_ row: Int, _ features: inout [UInt32]) {
    let heading = heading(above: row)
    features.add(.list, heading.map { bucket(Double(row - $0.row), [1, 2, 4, 8, 16]) + 1 } ?? 0)
    features.add(.section, section(row).rawValue)
    if !Self.factors(geometry.tokens.rows[row]).isEmpty { features.add(.product) }
    if row + 1 < geometry.tokens.rows.count, !Self.factors(geometry.tokens.rows[row + 1]).isEmpty {
      features.add(.productBelow)
    }
  }

  enum Section: UInt32 { case outside, list, sums }

  func section(_ row: Int) -> Section {
    guard let heading = heading(above: row) else { return .outside }
    let sums = geometry.anchors[.sum] ?? []
    let next = sums.partitioningIndex { $0 > heading.row }
    return next < sums.count && sums[next] <= row ? .sums : .list
  }

  func heading(above row: Int) -> (row: Int, columns: [(column: Column, token: Token)])? {
    let next = geometry.headings.partitioningIndex { $0.row >= row }
    return next > 0 ? geometry.headings[next - 1] : nil
  }

  /// The tokens of a row that are price (1), quantity (2) and amount (3) by arithmetic: the product of two is the third.
  static func factors(_ line: [Token]) -> [Int: UInt32] {
    let numbers = line.indices.filter { line[$0].form.isNumber }.suffix(8).compactMap { place in
      line[place].number.map { (place: place, value: $0) }
    }
    var found: [Int: UInt32] = [:]
    for (one, first) in numbers.enumerated() {
      for (two, second) in numbers.enumerated().dropFirst(one + 1) {
        for third in numbers.dropFirst(two + 1) where first.value > 0 && second.value > 0 && third.value > 0 {
          if first.value.multipliedReportingOverflow(by: second.value) == (third.value, false) {
            (found[first.place], found[second.place], found[third.place]) = (1, 2, 3)
          } else if second.value != third.value,
            first.value.multipliedReportingOverflow(by: third.value) == (second.value, false)
          {
            (found[first.place], found[third.place], found[second.place]) = (1, 2, 3)
          }
        }
      }
    }
    return found
  }
}

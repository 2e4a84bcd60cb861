extension Unicode.Scalar {
  /// Whether it takes two columns where letters take one: Korean, Chinese and Japanese characters, and pictographs.
  package var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  fileprivate var isCombining: Bool { (0x300...0x36F).contains(value) || (0x1160...0x11FF).contains(value) }
}

extension StringProtocol {
  /// The columns that the text takes on a terminal.
  package var columns: Int {
    unicodeScalars.reduce(0) { $0 + ($1.isCombining ? 0 : $1.isWide ? 2 : 1) }
  }
}

extension String {
  /// With as many spaces or other characters behind it, or before it, as make it so many columns wide.
  package func padded(to columns: Int, isRight: Bool = false, with character: Character = " ") -> String {
    let padding = String(repeating: character, count: max(0, columns - self.columns))
    return isRight ? padding + self : self + padding
  }
}

extension [[String]] {
  /// Rows in columns for people, each column as wide as its longest cell.
  ///
  /// `left`: the columns whose cells stand at the left; numbers stand at the right.
  package func aligned(left: Set<Int>) -> String {
    let count = map(\.count).max() ?? 0
    let widths = (0..<count).map { column in map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0 }
    return map { row in
      let line = zip(row, widths).enumerated().map { column, cell in
        cell.0.padded(to: cell.1, isRight: !left.contains(column))
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}

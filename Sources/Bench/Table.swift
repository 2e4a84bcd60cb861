import Support

/// Rows in columns for people: the first column to the left, the others to the right.
struct Table {
  var rows: [[String]]

  var description: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? Self.width($0[column]) : 0 }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - Self.width(cell))
        return column == 0 ? cell + padding : padding + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// Cells on a terminal: Hangul and other wide characters take two.
  static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { total, scalar in
      switch scalar.value {
      case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60: total + 2
      case 0x0300...0x036F, 0x1160...0x11FF: total
      default: total + 1
      }
    }
  }
}

/// A number with a fixed count of decimals.
func decimals(_ value: Double, _ places: Int) -> String {
  value.isFinite ? JSONValue.digits(value, decimals: places) : "-"
}

/// `1 page`, `2 pages`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

func percent(_ share: Double, _ places: Int = 1) -> String { decimals(share * 100, places) + " %" }

func mebibytes(_ bytes: Int) -> String { decimals(Double(bytes) / 1_048_576, 0) + " MiB" }

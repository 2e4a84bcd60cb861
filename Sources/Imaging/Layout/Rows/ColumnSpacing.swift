import PageModel

/// Splits a high row anew where columns of print with different line spacing stand beside each other.
///
/// It earns nothing on 14 receipts (-0.14 points of line error, 3.59 % to 3.45 %, and 0.3 of right amounts): it is there
/// for documents.
///
/// A row reaches over the whole page: where a heading at the right stands between two lines at the left, no cut through
/// the page parts them. Within each column one does.
struct ColumnSpacing: PreparationStage {
  static let step = ReaderSettings.Step.columnSpacing

  /// A line's place: its rows, and its columns where it doesn't reach over the page.
  struct Cell {
    var band: RowBands.Band
    var columns: [(left: Double, right: Double)]
  }

  private let ink: RowInk
  private let textHeight: Double
  /// Columns stand apart by more than this, as a share of the print's height.
  private static let gap = 1.2
  /// A row of two lines is at least so many times as high as print; Hangul alone stands 1.5 times as high as digits.
  private static let leastHeight = 1.7
  /// The upper and the lower jamo of a syllable are lower than this, again in heights of print.
  private static let leastPart = 0.7

  init(_ ink: RowInk, textHeight: Double) {
    self.ink = ink
    self.textHeight = textHeight
  }

  /// Whether the cut between two rows goes through letters that stand at its height in one of several columns.
  func severs(_ pieces: [RowPiece], at row: Double) -> Bool {
    let reach = 0.25 * textHeight
    let severed = pieces.filter { $0.top < row - reach && $0.bottom > row + reach && $0.height < 1.7 * textHeight }
    return severed.reduce(0) { $0 + $1.width } > 2 * textHeight
  }

  /// The lines of a row; nil where it is one.
  ///
  /// `isMerged` tells that it was several rows, which some column's print doesn't keep to.
  func cells(of band: RowBands.Band, pieces: [RowPiece], isMerged: Bool = false) -> [Cell]? {
    guard Double(band.height) > Self.leastHeight * textHeight else { return nil }
    let columns = columns(of: pieces)
    guard columns.count > 1 else { return nil }
    var cut: [(column: (left: Double, right: Double), bands: [RowBands.Band])] = []
    for column in columns {
      let inside = pieces.filter { $0.left >= column.left && $0.right <= column.right }
      var profile = ink.profile(from: Float(column.left), to: Float(column.right))
      for row in profile.indices where row < band.top || row >= band.bottom { profile[row] = 0 }
      let bands = RowBands(inside, profile: profile, textHeight: textHeight).bands
      let isSound = bands.allSatisfy { part in
        Double(part.height) > Self.leastPart * textHeight
          && inside.contains {
            $0.height > 0.5 * textHeight && part.top <= Int($0.middle) && Int($0.middle) < part.bottom
          }
      }
      cut.append((column, isSound || bands.count < 2 ? bands : [trimmed(band, profile)]))
    }
    guard isMerged || cut.contains(where: { $0.bands.count > 1 }) else { return nil }
    let cells = joined(cut)
    return cells.count > 1 ? cells : nil
  }

  private func columns(of pieces: [RowPiece]) -> [(left: Double, right: Double)] {
    var columns: [(left: Double, right: Double)] = []
    for piece in pieces.sorted(by: { $0.left < $1.left }) {
      if let last = columns.last, piece.left - last.right < Self.gap * textHeight {
        columns[columns.count - 1].right = max(last.right, piece.right)
      } else {
        columns.append((piece.left, piece.right))
      }
    }
    return columns
  }

  private func trimmed(_ band: RowBands.Band, _ profile: [Float]) -> RowBands.Band {
    let rows = (band.top..<band.bottom).filter { $0 < profile.count && profile[$0] > 0 }
    return RowBands.Band(top: rows.first ?? band.top, bottom: (rows.last ?? band.bottom - 1) + 1)
  }

  /// Parts of neighbouring columns that stand at one height are one line.
  private func joined(_ cut: [(column: (left: Double, right: Double), bands: [RowBands.Band])]) -> [Cell] {
    var cells: [Cell] = []
    for (column, bands) in cut {
      for band in bands {
        let mate = cells.indices.first { index in
          let other = cells[index].band
          let shared = min(band.bottom, other.bottom) - max(band.top, other.top)
          return shared * 2 > max(band.height, other.height)
        }
        if let mate {
          cells[mate].columns.append(column)
          cells[mate].band.top = min(cells[mate].band.top, band.top)
          cells[mate].band.bottom = max(cells[mate].band.bottom, band.bottom)
        } else {
          cells.append(Cell(band: band, columns: [column]))
        }
      }
    }
    return cells.sorted { $0.band.top + $0.band.bottom < $1.band.top + $1.band.bottom }
  }
}

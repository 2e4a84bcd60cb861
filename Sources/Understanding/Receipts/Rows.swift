import Foundation
import PageModel

/// Puts lines that stand at the same height side by side: label and amount often come as two.
enum Rows {
  /// The place of a line or a word on the upright, level page.
  struct Place {
    var index: Int
    var left: Double
    var right: Double
    var top: Double
    var bottom: Double

    var height: Double { max(1, bottom - top) }
    var middle: Double { (top + bottom) / 2 }
  }

  /// The rows of the lines with these indices, in reading order.
  static func make(_ page: RecognisedPage, _ lines: [Int]) -> [PrintedRow] {
    let places = lines.map { place(page.lines[$0].box, at: $0, on: page) }
    var rows: [[Place]] = []
    for place in places {
      // A line joins one of the last rows: those that it stands beside have just been read, or stand a column before.
      let candidates = rows.indices.suffix(Self.reach).reversed()
      if let row = candidates.first(where: { joins(place, rows[$0]) }) {
        rows[row].append(place)
      } else {
        rows.append([place])
      }
    }
    return rows.compactMap { row in
      PrintedRow(row.sorted { $0.left < $1.left }.map { ($0.index, page.lines[$0.index]) })
    }
  }

  /// Rows back that a line may still join.
  private static let reach = 80

  /// Whether a line stands beside all lines of a row: at their height and clear of them.
  private static func joins(_ place: Place, _ row: [Place]) -> Bool {
    row.allSatisfy { other in
      let shared = min(place.bottom, other.bottom) - max(place.top, other.top)
      let beside = min(place.right, other.right) - max(place.left, other.left)
      return shared > 0.6 * min(place.height, other.height) && shared > 0.4 * max(place.height, other.height)
        && beside < 0.5 * min(place.height, other.height)
    }
  }

  /// The middle and the sides of a box turned upright, up to a shift that all boxes of the page share.
  static func upright(_ box: Box, on page: RecognisedPage) -> (x: Double, y: Double, width: Double, height: Double) {
    let (width, height) = (Double(box.width), Double(box.height))
    let (x, y) = (Double(box.x) + width / 2, Double(box.y) + height / 2)
    return switch page.preparation?.rotation ?? 0 {
    case 90: (-y, x, height, width)
    case 180: (-x, -y, width, height)
    case 270: (y, -x, height, width)
    default: (x, y, width, height)
    }
  }

  /// The box turned upright and level; a skewed line's box is higher than its print.
  static func place(_ box: Box, at index: Int, on page: RecognisedPage) -> Place {
    var (x, y, width, height) = upright(box, on: page)
    (width, height) = (abs(width), abs(height))
    let angle = max(-30, min(30, page.preparation?.angle ?? 0)) * .pi / 180
    let (sine, cosine) = (sin(angle), cos(angle))
    (x, y) = (x * cosine + y * sine, y * cosine - x * sine)
    let spread = cosine * cosine - sine * sine
    let print = (height * cosine - width * abs(sine)) / spread
    let half = max(print, height / 6, 1) / 2
    return Place(index: index, left: x - width / 2, right: x + width / 2, top: y - half, bottom: y + half)
  }
}

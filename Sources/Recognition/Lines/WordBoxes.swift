import Imaging
import PageModel

extension LineReading {
  /// The same reading of a line's picture with each word's box around its own ink.
  ///
  /// The engine takes boxes from the blobs it finds, and gives a word the height of the whole line, or the first word
  /// the width of all of them, where blobs and characters do not fit. Where the words begin is right even then.
  func tightened(to image: GrayImage) -> LineReading {
    var line = self
    for index in words.indices {
      let box = words[index].word.box
      let next = words[(index + 1)...].map(\.word.box.x).first { $0 > box.x }
      let end = min(box.x + box.width, next ?? .max)
      if let ink = image.ink(from: box.x, to: end, top: box.y, bottom: box.y + box.height) {
        line.words[index].word.box = ink
      }
    }
    return line
  }
}

extension GrayImage {
  /// Darker than this is ink; crops go from black to white.
  private static let inkBelow: UInt8 = 128

  /// The smallest box around the ink in a part of the picture; nil where there is none.
  fileprivate func ink(from left: Int, to right: Int, top: Int, bottom: Int) -> Box? {
    let columns = max(0, left)..<max(0, left, min(right, width))
    let rows = max(0, top)..<max(0, top, min(bottom, height))
    var (first, last, highest, lowest) = (Int.max, Int.min, Int.max, Int.min)
    for row in rows {
      for column in columns where pixels[row * width + column] < Self.inkBelow {
        (first, last) = (min(first, column), max(last, column))
        (highest, lowest) = (min(highest, row), max(lowest, row))
      }
    }
    return first > last ? nil : Box(x: first, y: highest, width: last - first + 1, height: lowest - highest + 1)
  }
}

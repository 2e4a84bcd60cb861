import Imaging
import PageModel

extension LineReading {
  /// The same reading with each word's box around its own ink.
  func tightened(to picture: GrayImage) -> LineReading {
    var line = self
    let image = picture.withoutStrayInk()
    var edges = words.map { (start: $0.word.box.x, end: $0.word.box.x + $0.word.box.width) }
    for index in words.indices {
      let box = words[index].word.box
      if let next = words.indices.first(where: { $0 > index && edges[$0].start > edges[index].start }) {
        let other = words[next].word.box
        let space = image.space(
          near: edges[next].start, from: edges[index].start, to: edges[next].end, top: min(box.y, other.y),
          bottom: max(box.y + box.height, other.y + other.height))
        edges[index].end = space?.lowerBound ?? min(edges[index].end, edges[next].start)
        edges[next].start = space?.upperBound ?? edges[next].start
      }
      let (start, end) = edges[index]
      if let ink = image.ink(from: start, to: end, top: box.y, bottom: box.y + box.height) {
        line.words[index].word.box = ink
      }
    }
    return line
  }
}

extension GrayImage {
  private static let inkBelow = inkInLinesBelow
  /// The largest error of a word's beginning, in heights of the picture, which has 1.7 of its letters: at most 0.2 was
  /// seen on photos.
  private static let farthest = 0.25
  /// The factor by which another space must be wider, to exclude gaps between letters.
  private static let wider = 1.5

  /// The smallest box around the ink in a part of the picture; nil for none.
  fileprivate func ink(from left: Int, to right: Int, top: Int, bottom: Int) -> Box? {
    let columns = Range(from: left, to: right, within: width)
    let rows = Range(from: top, to: bottom, within: height)
    var (first, last, highest, lowest) = (Int.max, Int.min, Int.max, Int.min)
    for row in rows {
      for column in columns where pixels[row * width + column] < Self.inkBelow {
        (first, last) = (min(first, column), max(last, column))
        (highest, lowest) = (min(highest, row), max(lowest, row))
      }
    }
    return first > last ? nil : Box(x: first, y: highest, width: last - first + 1, height: lowest - highest + 1)
  }

  /// The columns without ink between two words, near the place at which the second is said to begin.
  fileprivate func space(near place: Int, from left: Int, to right: Int, top: Int, bottom: Int) -> Range<Int>? {
    let far = Int(Self.farthest * Double(height))
    let columns = Range(from: left, to: right, within: width)
    let rows = Range(from: top, to: bottom, within: height)
    var (own, widest) = (0, 0..<0)
    // A space has ink on both sides, so those at the ends are none.
    var last: Int?
    for column in columns where rows.contains(where: { pixels[$0 * width + column] < Self.inkBelow }) {
      if let last, column - last > 1 {
        let space = last + 1..<column
        if space.lowerBound <= place, place <= space.upperBound + 2 { own = max(own, space.count) }
        let isNear = space.upperBound >= place - far && space.lowerBound <= place + far
        if isNear, space.count > widest.count { widest = space }
      }
      last = column
    }
    return Double(widest.count) > Self.wider * Double(own) + 1 ? widest : nil
  }
}

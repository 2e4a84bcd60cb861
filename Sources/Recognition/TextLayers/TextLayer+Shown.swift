import Imaging
import PageModel

extension TextLayer {
  /// The part of a box's height, around its middle, in which every letter and digit has ink.
  private static let middle = 0.4
  private static let leastContrast: UInt8 = 16
  /// The least share of a word's characters with ink; the places of single ones are unknown.
  private static let leastInk = 0.5

  /// The words that the page shows: those behind a box or a picture, or in the colour of their ground, have no ink.
  func shown(on page: GrayImage, scale: Double) -> TextLayer {
    var layer = self
    layer.words.removeAll { word in
      let scalars = word.text.unicodeScalars
      let letters = scalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      let box = word.box.scaled(by: scale)
      // A dash or a point can be anywhere in its box.
      let margin = letters > 0 ? Int(Double(box.height) * (1 - Self.middle) / 2) : 0
      let columns = Range(from: box.x, to: box.x + box.width, within: page.width)
      let rows = Range(from: box.y + margin, to: box.y + box.height - margin, within: page.height)
      let inked = Self.inked(page, columns, rows, places: scalars.count)
      return inked == 0 || Double(inked) < Self.leastInk * Double(letters)
    }
    return layer
  }

  /// The number of `places`, side by side, with ink: pixels of the rarer of dark and light.
  private static func inked(_ page: GrayImage, _ columns: Range<Int>, _ rows: Range<Int>, places: Int) -> Int {
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    return page.pixels.withUnsafeBufferPointer { pixels in
      var (darkest, lightest) = (UInt8.max, UInt8.min)
      for y in rows {
        for pixel in pixels[y * page.width + columns.lowerBound..<y * page.width + columns.upperBound] {
          darkest = min(darkest, pixel)
          lightest = max(lightest, pixel)
        }
      }
      guard lightest - darkest >= leastContrast else { return 0 }
      let border = darkest + (lightest - darkest) / 2
      let dark = columns.map { x in rows.count { pixels[$0 * page.width + x] <= border } }
      let isDarkInk = dark.reduce(0, +) * 2 <= columns.count * rows.count
      let withInk = dark.indices.filter { isDarkInk ? dark[$0] > 0 : dark[$0] < rows.count }
      return Set(withInk.map { $0 * places / columns.count }).count
    }
  }
}

import CLeptonica
package import PageModel

/// A colour copy of a picture to be drawn on, with its own coordinates.
package final class Canvas {
  package typealias Colour = (red: UInt8, green: UInt8, blue: UInt8)
  private let copy: Picture
  private var pix: UnsafeMutablePointer<PIX> { copy.pix }
  package let width: Int
  package let height: Int
  /// Pixels of this copy for one of the picture; at most 1.
  package let scale: Double
  /// The width of a thin line on it, in pixels.
  package var thin: Int { max(1, max(width, height) / 1000) }

  /// A copy whose longer side has at most this many pixels; nil without memory.
  package init?(_ picture: Picture, longestSide: Int) {
    let longest = max(picture.width, picture.height)
    scale = longest > longestSide ? Double(longestSide) / Double(longest) : 1
    width = max(1, Int((Double(picture.width) * scale).rounded()))
    height = max(1, Int((Double(picture.height) * scale).rounded()))
    var small = scale < 1 ? pixScaleToSize(picture.pix, l_int32(width), l_int32(height)) : pixClone(picture.pix)
    defer { pixDestroy(&small) }
    // This always copies: `pixConvertTo32` also copies a clone in colour.
    guard let small, let copy = pixConvertTo32(small) else { return nil }
    self.copy = Picture(owning: copy)
  }

  /// Tints the inside of a polygon; an opacity of 1 hides the picture.
  package func fill(_ polygon: [Place], with colour: Colour, opacity: Double) {
    guard polygon.count >= 3, let top = polygon.map(\.y).min(), let bottom = polygon.map(\.y).max() else { return }
    let share = UInt32(min(max(opacity, 0), 1) * 256)
    let first = Int(max(top, 0).rounded(.down))
    let last = Int(min(bottom, Double(height - 1)).rounded(.down))
    guard first <= last, let data = pixGetData(pix) else { return }
    let wordsPerRow = Int(pixGetWpl(pix))
    for row in first...last {
      let crossings = Self.crossings(of: polygon, y: Double(row) + 0.5).map { min(max($0, 0), Double(width)) }
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let (from, to) = (Int(crossings[pair].rounded()), Int(crossings[pair + 1].rounded()))
        for column in from..<max(from, to) {
          let word = data + row * wordsPerRow + column
          word.pointee = Self.mixed(word.pointee, colour, share)
        }
      }
    }
  }

  /// The columns at which a row meets a polygon's sides, from left to right.
  private static func crossings(of polygon: [Place], y: Double) -> [Double] {
    polygon.indices.compactMap { index -> Double? in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      guard (a.y <= y) != (b.y <= y) else { return nil }
      return a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)
    }.sorted()
  }

  private static func mixed(_ word: UInt32, _ colour: Colour, _ share: UInt32) -> UInt32 {
    func mix(_ shift: UInt32, _ value: UInt8) -> UInt32 {
      (((word >> shift & 255) * (256 - share) + UInt32(value) * share) >> 8) << shift
    }
    return mix(24, colour.red) | mix(16, colour.green) | mix(8, colour.blue) | word & 255
  }

  /// Draws along a polygon's sides, as far as they lie on the picture.
  package func stroke(_ polygon: [Place], with colour: Colour, width: Int) {
    var points = ptaCreate(l_int32(polygon.count))
    defer { ptaDestroy(&points) }
    let limit = 4.0 * Double(max(self.width, height))
    for place in polygon where abs(place.x) < limit && abs(place.y) < limit {
      ptaAddPt(points, l_float32(place.x), l_float32(place.y))
    }
    pixRenderPolylineArb(pix, points, l_int32(width), colour.red, colour.green, colour.blue, 1)
  }

  package func encoded() -> EncodedPicture? { copy.encoded() }
}

extension Picture {
  /// The picture as a PNG file; nil without memory.
  package func encoded() -> EncodedPicture? {
    png().map { EncodedPicture(width: width, height: height, png: $0) }
  }
}

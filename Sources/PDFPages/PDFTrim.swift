/// The visible trim box of a page: rotated with the page, from the lower left corner of its crop box.
package struct PDFTrim: Equatable {
  // In points.
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  /// The possible points of a corner.
  private static let places = -1e7...1e7

  /// From the answer of `pdfinfo -box -f N -l N`; nil if a box is missing or invalid.
  init?(_ answer: [UInt8]) {
    var boxes: [String: [Double]] = [:]
    var rotation = 0
    for words in PDFCount.pageLines(answer) {
      if words[2] == "rot:" { rotation = Int(words[3]) ?? 0 }
      let numbers = words.dropFirst(3).compactMap { Double($0) }.filter(Self.places.contains)
      if words[2].hasSuffix("Box:"), words.count == 7, numbers.count == 4, numbers[2] > numbers[0],
        numbers[3] > numbers[1]
      {
        boxes[words[2]] = numbers
      }
    }
    guard let crop = boxes["CropBox:"], let trim = boxes["TrimBox:"] else { return nil }
    // The distance of its edges from those of the visible part: left, below, right, above.
    let within = [trim[0] - crop[0], trim[1] - crop[1], crop[2] - trim[2], crop[3] - trim[3]]
    let (across, up) = (trim[2] - trim[0], trim[3] - trim[1])
    switch rotation {
    case 90: (x, y, width, height) = (within[1], within[2], up, across)
    case 180: (x, y, width, height) = (within[2], within[3], across, up)
    case 270: (x, y, width, height) = (within[3], within[0], up, across)
    default: (x, y, width, height) = (within[0], within[1], across, up)
    }
  }
}

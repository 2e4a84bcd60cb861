extension GrayImage {
  /// The white page with all ink equally dark (`Measurements.md`).
  ///
  /// - Parameters:
  ///   - measured: The picture, without its background, whose ink tells how dark that of the page is.
  ///   - reach: In pixels; the darkest ink within twice as many around a place counts.
  func evened(by measured: GrayImage, reach: Double) -> GrayImage {
    let factor = max(1, Int(reach / 4))
    let small = measured.reduced(by: factor)
    let radius = max(1, Int((2 * reach / Double(factor)).rounded()))
    let dark = small.extreme(radius: radius, brightest: false).blurred(radius: radius)
    // The page's own ink: its darkest hundredth.
    let levels = Levels(dark.pixels)
    let ink = min(levels.ranked(levels.count / 100 - 1), 254)
    let pageContrast = 255 - ink
    var gain = dark
    for index in gain.pixels.indices {
      let contrast = max(255 - Int(dark.pixels[index]), pageContrast / 3, 40)
      // 16 stands for a gain of 1.
      gain.pixels[index] = UInt8(min(235 * 16 / contrast, 96))
    }
    var result = self
    for y in 0..<height {
      let gainRow = min(y / factor, gain.height - 1) * gain.width
      let start = y * width
      for x in 0..<width {
        let index = min(x / factor, gain.width - 1)
        let ink = ((255 - Int(pixels[start + x])) * Int(gain.pixels[gainRow + index])) >> 4
        result.pixels[start + x] = UInt8(255 - min(ink, 255))
      }
    }
    return result
  }
}

package import Support
import CLeptonica

extension MarkedPrint {
  /// The longer side of the copy and the least of the shorter one, in pixels (`Measurements.md`).
  private static let longest = 640.0
  private static let leastShort = 320.0
  /// The most pixels of a long strip's copy, as close to `leastShort` wide as that allows.
  private static let mostPixels = 2_000_000.0
  /// Contrast is evened among this many pixels around each, some lines of text.
  private static let reach = 40
  private static let leastReach = 5
  /// The deviation that is set for each place in gray levels; `mean` is the mean that is set.
  private static let deviation: Float = 40
  private static let mean: Float = 210
  /// The least deviation of a place, so that contrast is at most tripled (`Measurements.md`).
  private static let leastDeviation: Float = 13

  /// The network's marks after contrast is evened everywhere, including text too faint or blurred to be read.
  package init?(
    evening picture: Picture, orientation: Int, network: DetectionNetwork
  ) throws(TextFault) {
    let (wholeWidth, wholeHeight) = (Double(picture.width), Double(picture.height))
    let wanted = max(Self.longest / max(wholeWidth, wholeHeight), Self.leastShort / min(wholeWidth, wholeHeight))
    let scale = min(1, wanted, (Self.mostPixels / (wholeWidth * wholeHeight)).squareRoot())
    let (width, height) = (max(1, Int(wholeWidth * scale)), max(1, Int(wholeHeight * scale)))
    let reach = min(Self.reach, (min(width, height) - 3) / 2)
    guard reach >= Self.leastReach else { return nil }
    guard let evened = Self.evened(picture, width: width, height: height, reach: reach),
      let upright = orientation == 0 ? evened : evened.rotated(by: 360 - orientation)
    else { throw TextFault("there was no memory for a picture of even contrast") }
    let map = try PrintMap(of: upright, scale: 1, network: network)
    let toPicture = AffineMap.turning(by: orientation, width: Double(width), height: Double(height))
      .then(.scaling(wholeWidth / Double(width), wholeHeight / Double(height)))
    self.init(map: map, pieces: PrintPiece.pieces(of: map), toPicture: toPicture)
  }

  /// The picture reduced, each pixel by its difference from its surroundings.
  private static func evened(_ picture: Picture, width: Int, height: Int, reach: Int) -> Picture? {
    let sample = ColourSample(
      of: picture, wholeWidth: width, wholeHeight: height, left: 0, top: 0, width: width, height: height)
    var image = GrayImage(width: width, height: height)
    for place in image.pixels.indices {
      let (blue, green, red) = (sample.pixels[3 * place], sample.pixels[3 * place + 1], sample.pixels[3 * place + 2])
      image.pixels[place] = UInt8((Int(blue) + 2 * Int(green) + Int(red)) / 4)
    }
    guard let small = image.makePicture() else { return nil }
    var means: UnsafeMutablePointer<PIX>?
    var deviations: UnsafeMutablePointer<FPIX>?
    defer { fpixDestroy(&deviations) }
    guard pixWindowedStats(small.pix, l_int32(reach), l_int32(reach), 0, &means, nil, nil, &deviations) == 0, let means,
      let row = deviations.map({ Int(fpixGetWpl($0)) }), let deviations = fpixGetData(deviations)
    else {
      pixDestroy(&means)
      return nil
    }
    let mean = GrayImage(Picture(owning: means))
    for y in 0..<height {
      for x in 0..<width {
        let place = y * width + x
        let difference = Float(image.pixels[place]) - Float(mean.pixels[place])
        let found = deviations[y * row + x]
        let deviation = found > Self.leastDeviation ? found : Self.leastDeviation
        let value = Self.mean + difference * Self.deviation / deviation
        image.pixels[place] = UInt8(min(max(value, 0), 255))
      }
    }
    return image.makePicture()
  }
}

import CLeptonica

extension ChannelMix {
  /// The mix in which a page's print is darkest and its stamps and back print are faintest.
  ///
  /// Ink is judged against the paper's own colour, so that warm light is no red ink.
  init(bestFor picture: Picture, paper: PaperFinder?) {
    self = .luminance
    guard picture.isColour, let data = pixGetData(picture.pix) else { return }
    let wordsPerRow = Int(pixGetWpl(picture.pix))
    let words = UnsafeBufferPointer(start: data, count: wordsPerRow * picture.height)
    let step = max(1, Int((Double(picture.width * picture.height) / 60_000).squareRoot()))
    var samples: [SIMD3<Double>] = []
    for y in stride(from: step / 2, to: picture.height, by: step) {
      for x in stride(from: step / 2, to: picture.width, by: step) {
        if let paper, !paper.contains(x: Double(x), y: Double(y), margin: 2) { continue }
        let word = words[y * wordsPerRow + x]
        samples.append(SIMD3(Double(word >> 24), Double(word >> 16 & 255), Double(word >> 8 & 255)))
      }
    }
    guard samples.count > 200 else { return }
    // Ink covers less than two fifths of a page, so this is paper.
    let white = SIMD3<Double>(
      (0..<3).map { channel in max(32, samples.map { $0[channel] }.sorted()[samples.count * 3 / 5]) })
    var (neutral, reddish, bluish) = (0, 0, 0)
    for sample in samples {
      let relative = sample / white
      let (red, green, blue) = (relative[0], relative[1], relative[2])
      guard min(red, green, blue) < 0.72 else { continue }
      if red - max(green, blue) > 0.18 {
        reddish += 1
      } else if blue - red > 0.18 {
        bluish += 1
      } else {
        neutral += 1
      }
    }
    let ink = neutral + reddish + bluish
    guard ink > samples.count / 500 else { return }
    // More than that is a wooden table.
    if reddish * 2 > ink, reddish * 16 < samples.count {
      self = .mostlyGreen
    } else if (reddish * 25 > ink && reddish * 16 < samples.count) || bluish * 4 > ink {
      self = .mostlyRed
    }
  }
}

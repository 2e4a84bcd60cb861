import CLeptonica

extension GrayImage {
  /// The brightest or darkest pixel of the square of `2 * radius + 1` around each; itself without memory
  /// (`Measurements.md`).
  func extreme(radius: Int, brightest: Bool) -> GrayImage {
    guard radius > 0, let picture = makePicture() else { return self }
    let side = l_int32(clamping: 2 * radius + 1)
    guard let found = brightest ? pixDilateGray(picture.pix, side, side) : pixErodeGray(picture.pix, side, side) else {
      return self
    }
    return GrayImage(Picture(owning: found))
  }

  /// The mean of the square around each pixel, as much of it as lies inside; only for reductions (`Measurements.md`).
  func blurred(radius: Int) -> GrayImage {
    guard radius > 0 else { return self }
    return blurredAcross(radius).transposed().blurredAcross(radius).transposed()
  }

  private func blurredAcross(_ radius: Int) -> GrayImage {
    var result = self
    for start in stride(from: 0, to: width * height, by: width) {
      var sum = 0
      var count = 0
      for x in 0..<min(radius, width) {
        sum += Int(pixels[start + x])
        count += 1
      }
      for x in 0..<width {
        if x + radius < width {
          sum += Int(pixels[start + x + radius])
          count += 1
        }
        if x - radius - 1 >= 0 {
          sum -= Int(pixels[start + x - radius - 1])
          count -= 1
        }
        result.pixels[start + x] = UInt8((sum + count / 2) / count)
      }
    }
    return result
  }
}

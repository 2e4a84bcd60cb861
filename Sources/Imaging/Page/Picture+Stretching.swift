extension Picture {
  /// A picture with a wider range of levels shows its text as it is.
  private static let narrowest = 64
  /// A narrower range of levels shows nothing.
  private static let least = 3

  /// The picture in gray with its levels stretched over the whole range; nil if that can't help.
  package func stretched() -> Picture? {
    var image = GrayImage(self)
    let levels = Levels(image.pixels)
    let (low, high) = (levels.ranked(0), levels.ranked(levels.count - 1))
    guard (Self.least...Self.narrowest).contains(high - low) else { return nil }
    let stretched = (0..<256).map { UInt8(clamping: ($0 - low) * 255 / (high - low)) }
    for index in image.pixels.indices { image.pixels[index] = stretched[Int(image.pixels[index])] }
    return image.makePicture(
      resolution: resolution ?? 300, originalWidth: originalWidth, originalHeight: originalHeight)
  }
}

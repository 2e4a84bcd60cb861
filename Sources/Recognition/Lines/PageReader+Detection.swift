import Imaging
import PageModel

extension PageReader {
  /// Reads a picture whose print the detection network finds; nil for one without print.
  ///
  /// Nil also where the network can't look at it, as for want of memory: a second opinion is no reason to fail a page
  /// that has been read.
  func readDetected(_ picture: Picture, network: DetectionNetwork) throws(RecognitionError) -> ReadPage? {
    guard var page = try? preparer.prepare(picture, network: network) else { return nil }
    if page.isBlank { return nil }
    if !settings.without.contains(.orientation) { try turnUpright(&page) }
    return try read(page, of: picture)
  }

  /// Below this the few lines may stand on their heads.
  ///
  /// Of 54 real receipts the right way up none is read with less than 0.97.
  private static let surelyUpright = 0.975
  /// The other way up must read better by so much.
  private static let clearlyBetter = 0.01
  /// So many lines are read to tell which way is up.
  private static let sampleSize = 4

  /// Turns blocks over that read better so: the boxes of their print tell which way rows run, but not which end is up.
  private func turnUpright(_ page: inout PreparedPage) throws(RecognitionError) {
    var turned = 0
    for index in page.blocks.indices {
      let confidence = try sample(page.blocks[index])
      guard confidence < Self.surelyUpright, let other = page.blocks[index].turnedOver() else { continue }
      guard try sample(other) > confidence + Self.clearlyBetter else { continue }
      page.blocks[index] = other
      turned += 1
    }
    guard turned > 0 else { return }
    // What lay last on a page that was upside down comes first.
    if turned * 2 > page.blocks.count { page.blocks.reverse() }
    if let first = page.blocks.first { page.preparation.rotation = first.rotation }
  }

  /// What the network says of a few lines that can be expected to read well, the longest; 0 to 1.
  private func sample(_ block: PreparedBlock) throws(RecognitionError) -> Double {
    let longest = block.textLines.sorted { $0.right - $0.left > $1.right - $1.left }.prefix(Self.sampleSize)
    var (sum, count) = (0.0, 0.0)
    for line in longest {
      for read in try lineReader.read(line, of: block, number: 0, accurately: false) {
        sum += read.networkConfidence
        count += 1
      }
    }
    return count > 0 ? sum / count : 0
  }
}

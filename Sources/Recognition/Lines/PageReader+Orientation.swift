import Imaging
import PageModel

extension PageReader {
  /// Below this the few lines may stand on their heads.
  ///
  /// Of 54 real receipts the right way up none is read with less than 0.97.
  private static let surelyUpright = 0.975
  /// The other way up must read better by so much.
  private static let clearlyBetter = 0.01
  /// So many lines are read to tell which way is up.
  private static let sampleSize = 4

  /// Turns blocks over that read better so: the boxes of their print tell which way rows run, but not which end is up.
  func turnUpright(_ page: inout PreparedPage) throws(RecognitionError) {
    var turned = 0
    for index in page.blocks.indices {
      let block = page.blocks[index]
      let confidence = try sample(block, isTurned: false)
      guard confidence < Self.surelyUpright, try sample(block, isTurned: true) > confidence + Self.clearlyBetter,
        let other = block.turnedOver()
      else { continue }
      page.blocks[index] = other
      turned += 1
    }
    guard turned > 0 else { return }
    // What lay last on a page that was upside down comes first.
    if turned * 2 > page.blocks.count { page.blocks.reverse() }
    if let first = page.blocks.first { page.preparation.rotation = first.rotation }
  }

  /// What the network says of a few lines that can be expected to read well, the longest; 0 to 1.
  private func sample(_ block: PreparedBlock, isTurned: Bool) throws(RecognitionError) -> Double {
    let longest = block.textLines.sorted { $0.right - $0.left > $1.right - $1.left }.prefix(Self.sampleSize)
    var sum = 0.0
    for line in longest { sum += try lineReader.confidence(of: line, in: block, isTurned: isTurned) }
    return longest.isEmpty ? 0 : sum / Double(longest.count)
  }
}

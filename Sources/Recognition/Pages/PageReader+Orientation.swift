import Imaging
import PageModel

extension PageReader {
  /// Below this the few lines may be upside down.
  private static let surelyUpright = 0.975
  /// The least gain of the other way up, which the estimate must confirm: the network can be more confident of worse
  /// text, as with one of 40 blurred English receipts.
  private static let clearlyBetter = 0.01
  private static let sampleSize = 4

  /// A page with a lower estimated share of right characters either way up may run the other way (`Measurements.md`).
  private static let likelyAlongRows = 0.85
  /// The least gain of the other direction, which must hold a good part of the text: noise leaves a single word.
  private static let farBetter = 0.1
  private static let leastPrint = 0.3

  /// The prepared page, its blocks upright; nil without detection.
  func prepareUpright(_ picture: inout Picture) throws(RecognitionError) -> PreparedPage? {
    guard var page = try prepare(picture) else { return nil }
    if page.isFinePrint, let whole = try fullSize(of: picture) {
      picture = whole
      guard let finer = try prepare(picture) else { return nil }
      page = finer
    }
    if page.isBlank || settings.without.contains(.orientation) { return page }
    let estimate = try bringUpright(&page, of: picture)
    guard estimate < Self.likelyAlongRows,
      var other = try prepare(picture, orientation: page.lookedAt % 180 == 0 ? 90 : 0), !other.isBlank,
      (other.preparation.rotation - page.preparation.rotation) % 180 != 0
    else { return page }
    let isFarBetter = try bringUpright(&other, of: picture) > estimate + Self.farBetter
    return isFarBetter && Self.length(of: other.blocks) > Self.leastPrint * Self.length(of: page.blocks) ? other : page
  }

  /// A page of a higher confidence, or with words of receipts, is the right way up: upside-down capitals reach 0.87.
  private static let surelyRead = 0.95

  /// Reads a page of noise the other way up; nil if it reads no better so.
  func readTurnedOver(_ page: ReadPage, of picture: Picture) throws(RecognitionError) -> ReadPage? {
    guard !settings.without.contains(.orientation), page.result.confidence < Self.surelyRead,
      page.result.knownWords.isEmpty,
      let other = try prepare(picture, orientation: (540 - page.prepared.preparation.rotation) % 360), !other.isBlank
    else { return nil }
    try choosePrint(of: other)
    let turned = try read(other, of: picture)
    let gain = turned.result.confidence - page.result.confidence
    if gain > Self.clearlyBetter, gain > Self.farBetter || !turned.result.knownWords.isEmpty { return turned }
    try choosePrint(of: page.prepared)
    return nil
  }

  private func fullSize(of picture: Picture) throws(RecognitionError) -> Picture? {
    do throws(PictureError) { return try picture.atFullSize?() } catch {
      throw RecognitionError(error.problem.code == .outOfMemory ? .outOfMemory : .engine, error.problem.message)
    }
  }

  /// The length of all lines together, in pixels of the decoded picture.
  private static func length(of blocks: [PreparedBlock]) -> Double {
    blocks.reduce(0) { sum, block in
      sum + block.textLines.reduce(0) { $0 + $1.right - $1.left } / max(block.scale, 0.001)
    }
  }

  /// Brings the text upright; a page that is wholly upside down is analysed again, because the network then marks other
  /// rows.
  func bringUpright(_ page: inout PreparedPage, of picture: Picture) throws(RecognitionError) -> Double {
    let first = try turnUpright(&page)
    guard first.wasOnItsHead, var upright = try prepare(picture, orientation: (page.lookedAt + 180) % 360),
      !upright.isBlank
    else { return first.estimate }
    let second = try turnUpright(&upright)
    // If both ways seem upside down, take the same one whichever was examined first.
    if second.wasOnItsHead, second.estimate < first.estimate { return first.estimate }
    page = upright
    return second.estimate
  }

  /// Turns blocks over that read better so, because the boxes of their text do not show which end is up.
  private func turnUpright(
    _ page: inout PreparedPage
  ) throws(RecognitionError) -> (estimate: Double, wasOnItsHead: Bool) {
    var turned: [PreparedBlock] = []
    var sum = 0.0
    let blocks = page.blocks
    for (index, block) in blocks.enumerated() {
      let upright = try sample(block, isTurned: false)
      sum += upright.estimate
      guard upright.network < Self.surelyUpright else { continue }
      let upsideDown = try sample(block, isTurned: true)
      guard upsideDown.network > upright.network + Self.clearlyBetter, upsideDown.estimate > upright.estimate,
        let other = block.turnedOver()
      else { continue }
      sum += upsideDown.estimate - upright.estimate
      page.blocks[index] = other
      turned.append(block)
    }
    let mean = sum / Double(max(1, page.blocks.count))
    guard !turned.isEmpty else { return (mean, false) }
    // The last block of an upside-down page comes first.
    let wasOnItsHead = 2 * Self.length(of: turned) > Self.length(of: blocks)
    if wasOnItsHead { page.blocks.reverse() }
    if let first = page.blocks.first { page.preparation.rotation = first.rotation }
    return (mean, wasOnItsHead)
  }

  /// The mean of the longest lines, which can be expected to read well, 0 to 1.
  private func sample(
    _ block: PreparedBlock, isTurned: Bool
  ) throws(RecognitionError) -> (network: Double, estimate: Double) {
    let longest = block.textLines.sorted { $0.right - $0.left > $1.right - $1.left }.prefix(Self.sampleSize)
    var sum = (network: 0.0, estimate: 0.0)
    for line in longest {
      let one = try lineReader.confidence(of: line, in: block, isTurned: isTurned)
      sum = (sum.network + one.network, sum.estimate + one.estimate)
    }
    let count = Double(max(1, longest.count))
    return (sum.network / count, sum.estimate / count)
  }

  /// The largest contrast of text on the back, as a share of the paper's brightness; it is also read less surely.
  private static let mostContrast = 0.25
  private static let leastRead = 0.5
  /// The least gain of mirrored lines; text that is merely faint does not reach it.
  private static let clearlyMirrored = 0.2

  /// Whether the only text on a page is that of its back.
  func showsThrough(_ page: RecognisedPage, on picture: Picture) throws(RecognitionError) -> Bool {
    guard page.confidence < Self.leastRead, let contrast = page.signals?.contrast, contrast < Self.mostContrast,
      let mirrored = picture.mirrored(), var prepared = try prepare(mirrored), !prepared.isBlank
    else { return false }
    return try bringUpright(&prepared, of: mirrored) > page.confidence + Self.clearlyMirrored
  }
}

extension RecognisedPage {
  fileprivate var knownWords: Set<String> { KnownWords.words(in: lines.flatMap { $0.words.map(\.text) }) }
}

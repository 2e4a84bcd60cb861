package import Imaging
package import PageModel

extension PageReader {
  /// The share of text that no word of a layer covers, above which lines without words, such as those of a logo, are
  /// read from the picture.
  private static let littleUnread = 0.08
  /// Above this share the whole page is read from the picture (`Measurements.md`).
  private static let mostUnread = 0.5
  /// The largest share of a layer's characters without text in the picture.
  private static let mostUnseen = 0.1
  /// The number of lines read to verify a layer, and their least similarity: clean text is read almost without errors,
  /// and a layer of other characters has next to nothing in common with it.
  private static let sampled = 4
  private static let leastLikeness = 0.7
  private static let shortestSample = 4

  /// Reads one page whose document has its own text: that text if it matches the picture, else the picture.
  package func read(_ picture: Picture, layer: TextLayer) throws(RecognitionError) -> PageOutcome {
    if let page = try page(of: layer, on: picture) { return measured(.recognised(page), on: picture) }
    return try read(picture)
  }

  private func page(of layer: TextLayer, on picture: Picture) throws(RecognitionError) -> RecognisedPage? {
    guard isPrepared(picture), layer.isLegible, let prepared = try prepare(picture), !prepared.isBlank,
      // Text on its side is read as a picture: words have boxes, and no direction.
      prepared.blocks.allSatisfy({ $0.rotation == 0 })
    else { return nil }
    let scale = 1 / picture.originalScale
    let layer = layer.shown(on: GrayImage(picture), scale: scale)
    let unread = prepared.marked.unread(besides: layer.words.map { $0.box.scaled(by: scale) }).share
    guard unread <= Self.mostUnread else { return nil }
    let found = prepared.blocks.enumerated().flatMap { number, block in
      inReadingOrder(block).map { line in
        let box = block.original(line).scaled(by: picture.originalScale)
        return LayerRows.Row(found: line, block: block, number: number, box: box)
      }
    }
    var rows = LayerRows(layer, found)
    guard rows.unseen <= Self.mostUnseen, try says(&rows, scale: picture.originalScale) else { return nil }
    var preparation = prepared.preparation
    preparation.source = .pdfText
    if unread > Self.littleUnread {
      try readWordless(&rows, scale: picture.originalScale)
      preparation.source = .pdfTextAndPicture
    }
    var page = RecognisedPage(
      of: rows.lines, width: picture.originalWidth, height: picture.originalHeight, preparation: preparation)
    page.signals = signals(of: page, readFrom: prepared, picture: picture, isUnreadable: false)
    return page
  }

  private func readWordless(_ rows: inout LayerRows, scale: Double) throws(RecognitionError) {
    for index in rows.rows.indices where rows.rows[index].found.kind == .text && rows.rows[index].words.isEmpty {
      let row = rows.rows[index]
      rows.rows[index].read = try lineReader.read(row.found, of: row.block, number: row.number).line?.scaled(by: scale)
    }
  }

  /// Whether the lines with digits and some of the others read the same from the picture.
  private func says(_ rows: inout LayerRows, scale: Double) throws(RecognitionError) -> Bool {
    let candidates = rows.rows.indices.filter { index in
      let row = rows.rows[index]
      let text = row.text
      let known = text.unicodeScalars.count { Self.isReadable($0) }
      return row.found.kind == .text && text.count >= Self.shortestSample && known * 5 >= text.unicodeScalars.count * 4
    }
    let count = min(Self.sampled, candidates.count)
    // From all over the page.
    let samples = (0..<count).map { candidates[$0 * candidates.count / count] }
    var likeness = 0.0
    for index in rows.rows.indices where samples.contains(index) || rows.rows[index].isCompared {
      let row = rows.rows[index]
      let read = try lineReader.read(row.found, of: row.block, number: 0).line?.scaled(by: scale)
      let found = rows.compare(with: read, at: index)
      if samples.contains(index) { likeness += found }
    }
    return likeness >= Self.leastLikeness * Double(count) && !rows.hasOtherDigits
  }

  private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x250 || (0xAC00...0xD7A3).contains(scalar.value) || (0x2000...0x20CF).contains(scalar.value)
  }
}

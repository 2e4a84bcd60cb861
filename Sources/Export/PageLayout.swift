package import PageModel

/// The reading of a page for formats with layout: blocks of lines of words, each box within the one around it.
///
/// Only lines with text are in it. Boxes and baselines end at the page's border; a line's box holds its words, a block's
/// its lines.
package struct PageLayout {
  package typealias Block = (box: Box, lines: [Line])

  /// Pixels of the original picture as it is shown.
  package let width: Int
  package let height: Int
  package let confidence: Double
  /// The rotation that makes the page upright, in degrees clockwise: 0, 90, 180 or 270.
  package let rotation: Int
  /// In reading order.
  package let blocks: [Block]
  /// Ruling lines.
  package let rules: [Box]
  /// The cells of the tables of a page that never had a picture, which is in points; nil for any other page.
  ///
  /// A damaged store may have them out of the page.
  package let cells: [Box]?

  package init(_ page: RecognisedPage) {
    let page = PictureBorder.clip(page)
    (width, height) = (max(page.width, 0), max(page.height, 0))
    confidence = page.confidence
    rotation = page.preparation?.rotation ?? 0
    rules = page.lines.filter { $0.kind == .rule }.map(\.box)
    cells = page.preparation?.source == .document ? (page.signals?.grids ?? []).flatMap(\.cells).map(\.box) : nil
    var blocks: [Block] = []
    var number: Int?
    for var line in page.lines where line.kind == .text {
      line.words = line.words.filter { !$0.text.isEmpty }
      guard !line.words.isEmpty else { continue }
      for word in line.words.indices { line.words[word].text = line.words[word].text.composed }
      line.box = line.words.reduce(line.box) { $0.union($1.box) }
      if number == line.block, let last = blocks.indices.last {
        blocks[last].lines.append(line)
        blocks[last].box = blocks[last].box.union(line.box)
      } else {
        blocks.append((line.box, [line]))
        number = line.block
      }
    }
    self.blocks = blocks
  }

  /// The page's area.
  package var box: Box { Box(x: 0, y: 0, width: width, height: height) }
}

extension PageRecord {
  /// The reading in a page's file: its own, or that of the page that it repeats; nil if nothing was read.
  package func reading(original: PageRecord?) -> RecognisedPage? {
    outcome.state == .duplicate ? original?.outcome.reading : outcome.reading
  }

  /// The page with the derived values of the reading that its file shows.
  fileprivate func withValues(of original: PageRecord?) -> PageRecord {
    guard case .duplicate = outcome, let original else { return self }
    var page = self
    page.derived = original.derived
    return page
  }
}

extension Box {
  /// The part of it that lies within another; a box beside it becomes one without area at its edge.
  package func clipped(to area: Box) -> Box {
    func within(_ value: Int, _ start: Int, _ length: Int) -> Int { min(max(value, start), start + length) }
    let (right, bottom) = (x.addingReportingOverflow(width), y.addingReportingOverflow(height))
    let left = within(x, area.x, area.width)
    let top = within(y, area.y, area.height)
    let end = within(right.overflow ? .max : right.partialValue, area.x, area.width)
    let foot = within(bottom.overflow ? .max : bottom.partialValue, area.y, area.height)
    return Box(x: left, y: top, width: max(0, end - left), height: max(0, foot - top))
  }

  /// The first column and row outside.
  package var right: Int { x + width }
  package var bottom: Int { y + height }
}

/// A format that holds what was read on pages, and nothing of pages that were not read.
package protocol ReadingExporter: PageExporter {
  /// The file of one page, which has the derived values of the reading.
  func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8]
  /// A page in a stream.
  func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8]
}

extension ReadingExporter {
  package var states: Set<PageState> { [.recognised, .blank, .duplicate] }
  package var holdsDerivedValues: Bool { false }

  package func bytes(of page: PageRecord, original: PageRecord?) -> [UInt8]? {
    page.reading(original: original).map { file(of: $0, on: page.withValues(of: original)) }
  }

  /// A page that was not read is an empty one, so that pages can be counted.
  package func streamed(_ page: PageRecord, original: PageRecord?, position: Int) -> [UInt8] {
    let nothing = RecognisedPage(width: 0, height: 0, confidence: 0, lines: [])
    return streamed(
      page.reading(original: original) ?? nothing, on: page.withValues(of: original), position: position)
  }
}

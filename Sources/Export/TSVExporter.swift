public import PageModel
import Support

/// Tab-separated values with the columns of Tesseract's own, so that what reads those reads these.
public struct TSVExporter: ReadingExporter {
  public let name = "tsv"
  public let summary = "words with boxes, in Tesseract's columns"
  public let fileExtension = "tsv"

  public init() {}

  public func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    streamStart + Self.rows(reading, page: page.index + 1)
  }

  /// Pages are counted through the stream.
  public func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] {
    Self.rows(reading, page: position + 1)
  }

  public var streamStart: [UInt8] {
    let columns = [
      "level", "page_num", "block_num", "par_num", "line_num", "word_num", "left", "top", "width", "height", "conf",
      "text",
    ]
    return Array((columns.joined(separator: "\t") + "\n").utf8)
  }

  /// Levels 1 to 5 are page, block, paragraph, line and word; a block is one paragraph here.
  private static func rows(_ reading: RecognisedPage, page: Int) -> [UInt8] {
    let layout = PageLayout(reading)
    var text = row(1, [page, 0, 0, 0, 0], layout.box)
    for (index, block) in layout.blocks.enumerated() {
      text += row(2, [page, index + 1, 0, 0, 0], block.box)
      text += row(3, [page, index + 1, 1, 0, 0], block.box)
      for (lineIndex, line) in block.lines.enumerated() {
        text += row(4, [page, index + 1, 1, lineIndex + 1, 0], line.box)
        for (wordIndex, word) in line.words.enumerated() {
          text += row(5, [page, index + 1, 1, lineIndex + 1, wordIndex + 1], word.box, word)
        }
      }
    }
    return Array(text.utf8)
  }

  /// Confidence is in percent; -1 stands for what is no word.
  private static func row(
    _ level: Int, _ numbers: [Int], _ box: Box, _ word: PageLayout.TextWord? = nil
  ) -> String {
    let cells = ([level] + numbers + [box.x, box.y, box.width, box.height]).map(String.init)
    let confidence = word.map { JSONValue.digits($0.confidence * 100, decimals: 2) } ?? "-1"
    // A word holds no white space; one of a damaged store must not part cells.
    let text = word.map { word in String(word.text.map { $0.isWhitespace ? " " : $0 }) } ?? ""
    return (cells + [confidence, text]).joined(separator: "\t") + "\n"
  }
}

package import PageModel
import Understanding

/// Markdown: each line of text is a paragraph, and each table stands where its first line would.
///
/// A table with spans is HTML, which Markdown allows: its own tables have none.
package struct MarkdownExporter: ReadingExporter {
  package let name = "md"
  package let summary = "Markdown with tables"
  package let fileExtension = "md"
  package let holdsDerivedValues = true

  package func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    Array(Self.parts(of: PictureBorder.clip(reading), page.tables).joined(separator: "\n").utf8)
  }

  /// Pages are parted by thematic breaks, also around a page without text.
  package func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] {
    (position == 0 ? [] : Array("\n---\n\n".utf8)) + file(of: reading, on: page)
  }

  /// The tables of a page without its other text, with an empty line between two of them.
  package static func tables(of page: PageRecord) -> String {
    page.tables.map(MarkdownText.table).joined(separator: "\n")
  }

  /// The paragraphs and tables of a page, each with its newline.
  private static func parts(of page: RecognisedPage, _ tables: [PageTable]) -> [String] {
    var boxes: [Int: [Box]] = [:]
    var remaining: [Int: [PageTable]] = [:]
    var parts: [String] = []
    for table in tables {
      for cell in table.cells {
        for line in cell.lines { boxes[line, default: []].append(cell.box) }
      }
      remaining[table.cells.flatMap(\.lines).min() ?? .max, default: []].append(table)
    }
    for (number, line) in page.lines.enumerated() {
      let cells = boxes[number] ?? []
      let words = line.kind == .text ? line.words.filter { !stands($0, in: cells) } : []
      let text = MarkdownText.paragraph(words.map(\.text).joined(separator: " "))
      if !text.isEmpty { parts.append(text + "\n") }
      parts += (remaining.removeValue(forKey: number) ?? []).map(MarkdownText.table)
    }
    // A table whose lines are no longer there keeps its text.
    let texts = remaining.sorted { $0.key < $1.key }.flatMap(\.value)
    return parts + texts.filter { $0.cells.contains { !$0.text.onOneLine.isEmpty } }.map(MarkdownText.table)
  }

  /// Whether some cells hold the word's first and its last letter, or it has none.
  private static func stands(_ word: Word, in cells: [Box]) -> Bool {
    let (box, width) = (word.box, word.box.width / max(word.text.count, 1))
    return word.text.isEmpty
      || [box.x, box.right - width].allSatisfy { x in
        cells.contains { $0.holdsMiddle(of: Box(x: x, y: box.y, width: width, height: box.height)) }
      }
  }
}

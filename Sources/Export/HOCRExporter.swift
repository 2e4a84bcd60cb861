public import PageModel
import Support
import Understanding

/// hOCR 1.2: XHTML in which classes and titles say where everything stands.
public struct HOCRExporter: ReadingExporter {
  public let name = "hocr"
  public let summary = "hOCR"
  public let fileExtension = "hocr"
  public let holdsDerivedValues = true

  public init() {}

  public func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    streamStart + Self.page(reading, page, number: page.index) + streamEnd
  }

  public func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] {
    Self.page(reading, page, number: position)
  }

  public var streamStart: [UInt8] {
    let capabilities = "ocr_page ocr_carea ocr_par ocr_line ocr_separator ocr_table ocrx_word"
    var markup = Markup()
    markup.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    markup.line("<!DOCTYPE html>")
    markup.open("html", [("xmlns", "http://www.w3.org/1999/xhtml")])
    markup.within("head") { markup in
      markup.add("title", text: "hOCR")
      markup.add("meta", [("http-equiv", "Content-Type"), ("content", "text/html;charset=utf-8")])
      markup.add("meta", [("name", "ocr-system"), ("content", "hanscan")])
      markup.add("meta", [("name", "ocr-capabilities"), ("content", capabilities)])
    }
    markup.open("body")
    return markup.bytes
  }

  public var streamEnd: [UInt8] { Array(" </body>\n</html>\n".utf8) }

  /// - Parameter number: The page's place in the file, from 0, which makes the names of its elements.
  private static func page(_ reading: RecognisedPage, _ page: PageRecord, number: Int) -> [UInt8] {
    let layout = PageLayout(reading)
    let id = "\(number + 1)"
    // A title is a list of properties; a quote and a backslash in a quoted one would end it.
    let path = page.path.description.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let properties = ["image \"\(path)\"", box(layout.box), "ppageno \(page.index)"]
    var markup = Markup(depth: 2)
    markup.within("div", element("ocr_page", "page_\(id)", properties)) { markup in
      // Floats lie beside the blocks of text, not around them.
      for (index, table) in page.tables.enumerated() {
        let area = table.box.clipped(to: layout.box)
        markup.add("div", element("ocr_table", "table_\(id)_\(index + 1)", [box(area)]), text: "")
      }
      for (index, block) in layout.blocks.enumerated() {
        add(block, "\(id)_\(index + 1)", in: layout, to: &markup)
      }
      for (index, rule) in layout.rules.enumerated() {
        markup.add("div", element("ocr_separator", "rule_\(id)_\(index + 1)", [box(rule)]), text: "")
      }
    }
    return markup.bytes
  }

  private static func add(_ block: PageLayout.Block, _ id: String, in layout: PageLayout, to markup: inout Markup) {
    markup.within("div", element("ocr_carea", "block_\(id)", [box(block.box)])) { markup in
      markup.within("p", element("ocr_par", "par_\(id)", [box(block.box)])) { markup in
        for (number, line) in block.lines.enumerated() {
          let id = "\(id)_\(number + 1)"
          // It is said by how much the text was rotated against the page, counterclockwise.
          let angle = layout.rotation == 0 ? nil : "textangle \(layout.rotation)"
          let properties = [box(line.box), baseline(line, height: layout.height), angle].compactMap { $0 }
          markup.within("span", element("ocr_line", "line_\(id)", properties)) { markup in
            for (number, word) in line.words.enumerated() {
              let confidence = JSONValue.digits(word.confidence * 100, decimals: 0)
              let properties = [box(word.box), "x_wconf \(confidence)"]
              markup.add("span", element("ocrx_word", "word_\(id)_\(number + 1)", properties), text: word.text)
            }
          }
        }
      }
    }
  }

  private static func element(_ kind: String, _ id: String, _ properties: [String]) -> [(String, String)] {
    [("class", kind), ("id", id), ("title", properties.joined(separator: "; "))]
  }

  private static func box(_ box: Box) -> String {
    "bbox \(box.x) \(box.y) \(box.right) \(box.bottom)"
  }

  /// Slope and distance from the lower left corner of the line's box; nil for a line that runs upwards or downwards.
  private static func baseline(_ line: PageLayout.TextLine, height: Int) -> String? {
    guard let baseline = line.baseline else { return nil }
    let (run, rise) = (baseline.x2 - baseline.x1, baseline.y2 - baseline.y1)
    guard abs(run) >= 1, abs(rise) < abs(run) else { return nil }
    var slope = rise / run
    var start = baseline.y1 + slope * (Double(line.box.x) - baseline.x1)
    // It goes through the whole box, which may be longer than the baseline is: out of the picture.
    let end = start + slope * Double(line.box.width)
    let (first, last) = (min(max(start, 0), Double(height)), min(max(end, 0), Double(height)))
    if (first, last) != (start, end), line.box.width > 0 {
      (start, slope) = (first, (last - first) / Double(line.box.width))
    }
    return "baseline \(JSONValue.digits(slope, decimals: 4)) "
      + JSONValue.digits(start - Double(line.box.bottom), decimals: 1)
  }
}

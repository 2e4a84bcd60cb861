public import PageModel
import Support

/// ALTO 4, the Library of Congress's XML for layout and text.
public struct ALTOExporter: ReadingExporter {
  public let name = "alto"
  public let summary = "ALTO 4"
  public let fileExtension = "alto.xml"
  /// A file describes one picture.
  public let isStreamable = false

  public init() {}

  public func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] { [] }

  public func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    let layout = PageLayout(reading)
    let namespace = "http://www.loc.gov/standards/alto/ns-v4#"
    var markup = Markup()
    markup.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    let root = [
      ("xmlns", namespace), ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
      ("xsi:schemaLocation", "\(namespace) http://www.loc.gov/standards/alto/v4/alto-4-4.xsd"),
      ("SCHEMAVERSION", "4.4"),
    ]
    markup.within("alto", root) { markup in
      Self.describe(page, in: &markup)
      markup.within("Layout") { markup in
        let attributes = [
          ("ID", "page_1"), ("PHYSICAL_IMG_NR", String(page.index + 1)), ("HEIGHT", String(layout.height)),
          ("WIDTH", String(layout.width)), ("PC", JSONValue.digits(layout.confidence, decimals: 4)),
        ]
        markup.within("Page", attributes) { markup in
          markup.within("PrintSpace", Self.place(layout.box)) { markup in
            for (index, block) in layout.blocks.enumerated() {
              Self.add(block, number: index + 1, rotation: layout.rotation, to: &markup)
            }
            for (index, rule) in layout.rules.enumerated() {
              markup.add("GraphicalElement", [("ID", "rule_\(index + 1)")] + Self.place(rule))
            }
          }
        }
      }
    }
    return markup.bytes
  }

  private static func describe(_ page: PageRecord, in markup: inout Markup) {
    markup.within("Description") { markup in
      markup.add("MeasurementUnit", text: "pixel")
      markup.within("sourceImageInformation") { $0.add("fileName", text: page.path.description) }
      markup.within("Processing", [("ID", "reading")]) { markup in
        if let reader = page.reader {
          let models = reader.models.map(\.name).joined(separator: "+")
          markup.add("processingStepSettings", text: "\(reader.engine), \(models)")
        }
        markup.within("processingSoftware") { $0.add("softwareName", text: "HanScan") }
      }
    }
  }

  private static func add(_ block: PageLayout.Block, number: Int, rotation: Int, to markup: inout Markup) {
    // Counterclockwise, from upright text to this.
    let turn = rotation == 0 ? [] : [("ROTATION", String(rotation))]
    markup.within("TextBlock", [("ID", "block_\(number)")] + place(block.box) + turn) { markup in
      for (index, line) in block.lines.enumerated() {
        let id = "\(number)_\(index + 1)"
        let baseline = line.baseline.map { [("BASELINE", points($0))] } ?? []
        markup.within("TextLine", [("ID", "line_\(id)")] + place(line.box) + baseline) { markup in
          var previous: Box?
          for (index, word) in line.words.enumerated() {
            if let previous { markup.add("SP", space(previous, word.box)) }
            previous = word.box
            markup.add(
              "String",
              [("ID", "word_\(id)_\(index + 1)")] + place(word.box) + [
                ("WC", JSONValue.digits(word.confidence, decimals: 4)), ("CONTENT", word.text),
              ])
          }
        }
      }
    }
  }

  private static func place(_ box: Box) -> [(String, String)] {
    [
      ("HEIGHT", String(box.height)), ("WIDTH", String(box.width)), ("VPOS", String(box.y)), ("HPOS", String(box.x)),
    ]
  }

  /// The gap between two words; without width where they touch or do not lie side by side.
  private static func space(_ word: Box, _ next: Box) -> [(String, String)] {
    [("WIDTH", String(max(0, next.x - word.right))), ("VPOS", String(word.y)), ("HPOS", String(word.right))]
  }

  private static func points(_ baseline: Baseline) -> String {
    [(baseline.x1, baseline.y1), (baseline.x2, baseline.y2)].map { x, y in
      "\(JSONValue.digits(x, decimals: 1)),\(JSONValue.digits(y, decimals: 1))"
    }.joined(separator: " ")
  }
}

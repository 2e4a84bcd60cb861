public import PageModel
import Support
import Understanding

/// PAGE XML (PcGts of 2019-07-15), the exchange format of layout research.
public struct PAGEExporter: ReadingExporter {
  public let name = "page"
  public let summary = "PAGE XML"
  public let fileExtension = "page.xml"
  public let holdsDerivedValues = true
  /// A file describes one page.
  public let isStreamable = false

  public init() {}

  public func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] { [] }

  public func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    let layout = PageLayout(reading)
    let namespace = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"
    var markup = Markup()
    markup.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    let root = [
      ("xmlns", namespace), ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
      ("xsi:schemaLocation", "\(namespace) \(namespace)/pagecontent.xsd"),
    ]
    markup.within("PcGts", root) { markup in
      markup.within("Metadata") { markup in
        markup.add("Creator", text: "HanScan")
        // The schema asks for times; a file that says when it was made would never be made again alike.
        markup.add("Created", text: "1970-01-01T00:00:00Z")
        markup.add("LastChange", text: "1970-01-01T00:00:00Z")
      }
      let attributes = [
        ("imageFilename", page.path.description), ("imageWidth", String(layout.width)),
        ("imageHeight", String(layout.height)),
      ]
      markup.within("Page", attributes) { markup in
        if !layout.blocks.isEmpty { Self.order(layout.blocks.count, in: &markup) }
        for (index, block) in layout.blocks.enumerated() {
          Self.add(block, number: index + 1, rotation: layout.rotation, to: &markup)
        }
        for (index, table) in page.tables.enumerated() {
          Self.add(table, number: index + 1, within: layout.box, to: &markup)
        }
        for (index, rule) in layout.rules.enumerated() {
          markup.within("SeparatorRegion", [("id", "rule_\(index + 1)")]) { Self.outline(rule, in: &$0) }
        }
      }
    }
    return markup.bytes
  }

  private static func order(_ count: Int, in markup: inout Markup) {
    markup.within("ReadingOrder") { markup in
      markup.within("OrderedGroup", [("id", "order")]) { markup in
        for index in 0..<count {
          markup.add("RegionRefIndexed", [("index", String(index)), ("regionRef", "block_\(index + 1)")])
        }
      }
    }
  }

  private static func add(_ block: PageLayout.Block, number: Int, rotation: Int, to markup: inout Markup) {
    // Degrees clockwise that bring it upright, above -180 and up to 180.
    let turn = rotation == 0 ? [] : [("orientation", String(rotation > 180 ? rotation - 360 : rotation))]
    markup.within("TextRegion", [("id", "block_\(number)")] + turn) { markup in
      outline(block.box, in: &markup)
      for (index, line) in block.lines.enumerated() {
        let id = "\(number)_\(index + 1)"
        markup.within("TextLine", [("id", "line_\(id)")]) { markup in
          outline(line.box, in: &markup)
          if let baseline = line.baseline { markup.add("Baseline", [("points", points(baseline, in: line.box))]) }
          for (index, word) in line.words.enumerated() {
            markup.within("Word", [("id", "word_\(id)_\(index + 1)")]) { markup in
              outline(word.box, in: &markup)
              text(word.text, confidence: word.confidence, in: &markup)
            }
          }
          text(line.text, confidence: line.confidence, in: &markup)
        }
      }
      text(block.lines.map(\.text).joined(separator: "\n"), in: &markup)
    }
  }

  /// The cells have their text again: a line may stand in several of them.
  private static func add(_ table: PageTable, number: Int, within page: Box, to markup: inout Markup) {
    let area = table.box.clipped(to: page)
    let attributes = [
      ("id", "table_\(number)"), ("rows", "\(table.rows)"), ("columns", "\(table.columns)"),
      ("lineSeparators", "\(table.ruled)"),
    ]
    markup.within("TableRegion", attributes) { markup in
      outline(area, in: &markup)
      for (index, cell) in table.cells.enumerated() {
        markup.within("TextRegion", [("id", "cell_\(number)_\(index + 1)")]) { markup in
          outline(cell.box.clipped(to: area), in: &markup)
          let place = [
            ("rowIndex", cell.row), ("columnIndex", cell.column), ("rowSpan", cell.rowSpan),
            ("colSpan", cell.columnSpan),
          ]
          markup.within("Roles") { $0.add("TableCellRole", place.map { ($0.0, "\($0.1)") }) }
          let line = cell.text.onOneLine
          if !line.isEmpty { text(line, confidence: cell.confidence, in: &markup) }
        }
      }
    }
  }

  private static func text(_ text: String, confidence: Double? = nil, in markup: inout Markup) {
    let attributes = confidence.map { [("conf", JSONValue.digits($0, decimals: 4))] } ?? []
    markup.within("TextEquiv", attributes) { markup in
      // A newline between the lines of a block would be lost with the control characters.
      let lines = text.split(separator: "\n").map { String($0).markupEscaped }
      markup.line("<Unicode>\(lines.joined(separator: "\n"))</Unicode>")
    }
  }

  private static func outline(_ box: Box, in markup: inout Markup) {
    let corners = [(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)]
    markup.add("Coords", [("points", corners.map { "\($0.0),\($0.1)" }.joined(separator: " "))])
  }

  /// In whole pixels within the line's box, as the schema has no others.
  private static func points(_ baseline: Baseline, in box: Box) -> String {
    [(baseline.x1, baseline.y1), (baseline.x2, baseline.y2)].map { x, y in
      let place = Box(x: Int(x.rounded()), y: Int(y.rounded()), width: 0, height: 0).clipped(to: box)
      return "\(place.x),\(place.y)"
    }.joined(separator: " ")
  }
}

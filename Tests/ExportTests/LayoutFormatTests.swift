import Foundation
import PageModel
import Support
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Export

/// A word as a file has it, with the corners of its box.
struct FoundWord: Equatable {
  var text: String
  var box: [Int]
}

/// What a reader of XML finds in a file: elements in order, each with its attributes, text and those around it.
final class FoundElements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    var parent: Int?
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ bytes: [UInt8]) throws {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    let isSound = parser.parse()
    try #require(isSound, "\(String(describing: parser.parserError)) in \(String(decoding: bytes, as: UTF8.self))")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, parent: open.last))
    open.append(elements.count - 1)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { elements[last].text += string }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }
}

@Suite struct LayoutFormatTests {
  /// Pages with columns, empty words, odd characters, and boxes that lie outside.
  private static let pages: [PageRecord] = {
    let odd = ["<&>\"'", "a\u{FFFE}\u{FFFF}\u{1}b", "한", "\u{1112}\u{1161}\u{11AB}", "", "12,000", "😀"]
    let boxes = [
      Box(x: -5, y: 10, width: 20, height: 10), Box(x: 590, y: 5, width: 90, height: 9),
      Box(x: 3, y: 4, width: 5, height: 6),
      Box(x: .max, y: .min, width: .max, height: .max), Box(x: 40, y: 50, width: 0, height: 0),
      Box(x: 100, y: 1_190, width: 30, height: 40), Box(x: 10, y: 10, width: -4, height: 7),
    ]
    let words = zip(odd, boxes).map { Word(text: $0, box: $1, confidence: 0.5) }
    let lines = [
      Line(box: Box(x: 0, y: 0, width: 10, height: 10), block: 0, confidence: 0.5, words: words),
      Line(kind: .noise, box: Box(x: 1, y: 1, width: 5, height: 5), confidence: 0, words: words),
      Line(box: Box(x: 0, y: 20, width: 10, height: 10), block: 2, confidence: 0.5, words: Array(words.reversed())),
      Line(box: Box(x: 0, y: 30, width: 10, height: 10), block: 1, confidence: 0.5, words: []),
      Line(
        box: Box(x: 0, y: 40, width: 10, height: 10), baseline: Baseline(x1: -9, y1: 70, x2: 9e9, y2: 1e4), block: 0,
        confidence: 0.5, words: words),
    ]
    let page = RecognisedPage(
      width: 600, height: 1_200, confidence: 0.5, lines: lines, preparation: Preparation(rotation: 270))
    return [Pages.recognised, Pages.blank, Pages.record(.recognised(page))]
  }()

  /// The words of a page's text, which the text format joins by spaces and newlines.
  private func words(_ page: PageRecord) throws -> [String] {
    let text = String(decoding: try #require(TextExporter().file(page)), as: UTF8.self)
    return text.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  /// XML forbids the characters; their place shows that there was something.
  private static func asMarkup(_ text: String) -> String {
    text.replacing("\u{FFFE}\u{FFFF}\u{1}", with: "\u{FFFD}\u{FFFD}\u{FFFD}")
  }

  private static func box(_ texts: [String?]) -> [Int] { texts.compactMap { $0.flatMap { Int($0) } } }

  private func hocr(_ bytes: [UInt8]) throws -> [FoundWord] {
    try FoundElements(bytes).elements.filter { $0.attributes["class"] == "ocrx_word" }.map {
      FoundWord(text: $0.text, box: try Self.hocrBox($0))
    }
  }

  private static func hocrBox(_ element: FoundElements.Element) throws -> [Int] {
    let title = try #require(element.attributes["title"])
    let property = try #require(title.split(separator: "; ").first { $0.hasPrefix("bbox ") })
    return property.split(separator: " ").dropFirst().compactMap { Int($0) }
  }

  private static func altoBox(_ element: FoundElements.Element) -> [Int] {
    let edges = box(["HPOS", "VPOS", "WIDTH", "HEIGHT"].map { element.attributes[$0] })
    return edges.count == 4 ? [edges[0], edges[1], edges[0] + edges[2], edges[1] + edges[3]] : []
  }

  private static func pageBox(_ points: String) -> [Int] {
    let corners = points.split(separator: " ").map { $0.split(separator: ",").compactMap { Int($0) } }
    guard corners.allSatisfy({ $0.count == 2 }) else { return [] }
    return [corners.map { $0[0] }.min() ?? -1, corners.map { $0[1] }.min() ?? -1]
      + [corners.map { $0[0] }.max() ?? -1, corners.map { $0[1] }.max() ?? -1]
  }

  @Test func `text that runs downwards is turned by 270 degrees, counted counterclockwise as ALTO does`() throws {
    // It has to be rotated by 270 degrees clockwise to stand upright.
    var reading = Pages.reading
    reading.preparation = Preparation(rotation: 270)
    let page = Pages.record(.recognised(reading))
    let blocks = try FoundElements(try #require(LayoutExporter.alto.file(page))).elements.filter {
      $0.name == "TextBlock"
    }
    #expect(!blocks.isEmpty && blocks.allSatisfy { $0.attributes["ROTATION"] == "270" })
  }

  @Test func `every format has the same words at the same places, page by page`() throws {
    for page in Self.pages {
      let wanted = try words(page)
      let found = try hocr(try #require(LayoutExporter.hocr.file(page)))
      #expect(found.map(\.text) == wanted.map(Self.asMarkup))

      let rows = String(decoding: try #require(LayoutExporter.tsv.file(page)), as: UTF8.self).split(separator: "\n")
        .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      #expect(rows.allSatisfy { $0.count == 12 })
      let cells = rows.filter { $0[0] == "5" }
      #expect(cells.map { $0[11] } == wanted)
      let places = cells.map { row -> [Int] in
        let box = row[6..<10].compactMap { Int($0) }
        return [box[0], box[1], box[0] + box[2], box[1] + box[3]]
      }
      #expect(places == found.map(\.box))

      let alto = try FoundElements(try #require(LayoutExporter.alto.file(page))).elements.filter { $0.name == "String" }
      #expect(alto.map { FoundWord(text: $0.attributes["CONTENT"] ?? "", box: Self.altoBox($0)) } == found)

      let elements = try FoundElements(try #require(LayoutExporter.page.file(page))).elements
      let texts = elements.filter { $0.name == "Unicode" && elements[elements[$0.parent!].parent!].name == "Word" }
      #expect(texts.map(\.text) == found.map(\.text))
      let outlines = elements.filter { $0.name == "Coords" && elements[$0.parent!].name == "Word" }
      #expect(outlines.map { Self.pageBox($0.attributes["points"] ?? "") } == found.map(\.box))
    }
  }

  @Test func `every box lies within the one around it, and all within the page`() throws {
    for page in Self.pages {
      let hocr = try FoundElements(try #require(LayoutExporter.hocr.file(page))).elements
      try expectNested(hocr) { $0.attributes["class"] == nil ? nil : try Self.hocrBox($0) }
      let alto = try FoundElements(try #require(LayoutExporter.alto.file(page))).elements
      try expectNested(alto) { $0.attributes["HPOS"] == nil || $0.name == "SP" ? nil : Self.altoBox($0) }
      let outlines = try FoundElements(try #require(LayoutExporter.page.file(page))).elements
      let boxes = Dictionary(
        outlines.filter { $0.name == "Coords" }.map { ($0.parent!, Self.pageBox($0.attributes["points"] ?? "")) },
        uniquingKeysWith: { first, _ in first })
      for (place, element) in outlines.enumerated() {
        guard let box = boxes[place], let parent = element.parent else { continue }
        let around = boxes[parent] ?? [0, 0, 600, page.outcome.state == .blank ? 800 : 1_200]
        #expect(Self.holds(around, box), "\(element) \(box) in \(around)")
        guard let line = outlines.first(where: { $0.name == "Baseline" && $0.parent == place }) else { continue }
        #expect(Self.holds(box, Self.pageBox(line.attributes["points"] ?? "")))
      }
    }
  }

  private static func holds(_ outer: [Int], _ inner: [Int]) -> Bool {
    inner.count == 4 && outer.count == 4 && inner[0] <= inner[2] && inner[1] <= inner[3] && outer[0] <= inner[0]
      && outer[1] <= inner[1] && inner[2] <= outer[2] && inner[3] <= outer[3]
  }

  private func expectNested(
    _ elements: [FoundElements.Element], _ box: (FoundElements.Element) throws -> [Int]?
  ) throws {
    var count = 0
    for element in elements {
      guard let inner = try box(element) else { continue }
      var parent = element.parent
      while let place = parent, try box(elements[place]) == nil { parent = elements[place].parent }
      guard let place = parent, let outer = try box(elements[place]) else {
        #expect(inner[0] == 0 && inner[1] == 0, "\(element)")
        continue
      }
      #expect(Self.holds(outer, inner), "\(element) in \(elements[place])")
      count += 1
    }
    #expect(count > 0 || !elements.contains { $0.attributes["class"] == "ocr_line" })
  }

  @Test func `names of elements are unique, also in a stream of pages`() throws {
    let stream =
      (LayoutExporter.hocr.streamStart(TableStyle()) ?? [])
      + (Self.pages + [Pages.failed]).enumerated().flatMap {
        LayoutExporter.hocr.streamed($1, original: nil, position: $0)
      }
      + LayoutExporter.hocr.streamEnd
    let elements = try FoundElements(stream).elements
    let names = elements.compactMap { $0.attributes["id"] }
    #expect(Set(names).count == names.count)
    #expect(elements.count { $0.attributes["class"] == "ocr_page" } == 4)
    for format in [LayoutExporter.alto, LayoutExporter.page] as [any PageExporter] {
      #expect(format.streamStart(TableStyle()) == nil)
      let names = try FoundElements(try #require(format.file(Self.pages[2]))).elements
        .compactMap { $0.attributes["ID"] ?? $0.attributes["id"] }
      #expect(names.count > 20 && Set(names).count == names.count)
    }
  }

  @Test func `a line says where it stands and how it runs`() throws {
    let elements = try FoundElements(try #require(LayoutExporter.hocr.file(Pages.recognised))).elements
    let line = try #require(elements.first { $0.attributes["class"] == "ocr_line" })
    // From (10, 41.3) to (210, 40): slope -0.0065, 2.7 above the box's lower edge at 44.
    #expect(line.attributes["title"] == "bbox 10 20 210 44; baseline -0.0065 -2.7; textangle 90")
    let word = try #require(elements.first { $0.attributes["class"] == "ocrx_word" })
    #expect(word.attributes["title"] == "bbox 10 20 90 44; x_wconf 97")
  }

  @Test func `tab-separated values are written like this`() throws {
    let text = String(decoding: try #require(LayoutExporter.tsv.file(Pages.recognised)), as: UTF8.self)
    #expect(
      text.replacing("\t", with: " ") == """
        level page_num block_num par_num line_num word_num left top width height conf text
        1 1 0 0 0 0 0 0 600 1200 -1\u{20}
        2 1 1 0 0 0 10 20 200 24 -1\u{20}
        3 1 1 1 0 0 10 20 200 24 -1\u{20}
        4 1 1 1 1 0 10 20 200 24 -1\u{20}
        5 1 1 1 1 1 10 20 80 24 97.00 합계
        5 1 1 1 1 2 120 20 90 24 100.00 12,000
        2 1 2 0 0 0 10 20 200 84 -1\u{20}
        3 1 2 1 0 0 10 20 200 84 -1\u{20}
        4 1 2 1 1 0 10 20 200 84 -1\u{20}
        5 1 2 1 1 1 120 20 90 24 100.00 12,000

        """)
  }

  @Test func `a duplicate has the words of its original under its own name`() throws {
    for format in [LayoutExporter.hocr, LayoutExporter.alto, LayoutExporter.page, LayoutExporter.tsv]
      as [any PageExporter]
    {
      #expect(format.file(Pages.duplicate) == nil)
      let file = try #require(format.file(Pages.duplicate, original: Pages.recognised))
      #expect(file == format.file(Pages.recognised))
      #expect(format.file(Pages.failed) == nil && format.file(Pages.unsupported) == nil)
    }
  }
}

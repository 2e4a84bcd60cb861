package import PageModel
import Support
import Understanding

/// A format of a page's text with its places: hOCR, ALTO 4, PAGE XML, and tab-separated values with Tesseract's columns.
///
/// Each is a template over the same values, those of `PageLayout`. The lines `{{! page }}` of a template divide what
/// stands before all pages of a stream, each page, and what follows them; formats of one page have no such lines.
package struct LayoutExporter: ReadingExporter {
  package let name: String
  package let summary: String
  package let fileExtension: String
  package let holdsDerivedValues: Bool
  package let streamEnd: [UInt8]
  /// Nil if a file has one page.
  private let start: [UInt8]?
  private let page: Template

  package static let hocr = LayoutExporter("hocr", "hOCR", "hocr", PackageResources.page_hocr)
  package static let alto = LayoutExporter(
    "alto", "ALTO 4", "alto.xml", PackageResources.alto_xml, holdsDerivedValues: false)
  /// The dates that it demands are always the same: a page's bytes must not depend on the time of their writing.
  package static let page = LayoutExporter("page", "PAGE XML", "page.xml", PackageResources.page_xml)
  package static let tsv = LayoutExporter(
    "tsv", "words with boxes, in Tesseract's columns", "tsv", PackageResources.page_tsv, holdsDerivedValues: false,
    escape: { text in String(text.map { $0.isWhitespace ? " " : $0 }) })

  private init(
    _ name: String, _ summary: String, _ fileExtension: String, _ template: [UInt8], holdsDerivedValues: Bool = true,
    escape: @escaping @Sendable (String) -> String = { $0.markupEscaped }
  ) {
    (self.name, self.summary, self.fileExtension) = (name, summary, fileExtension)
    self.holdsDerivedValues = holdsDerivedValues
    let parts = String(decoding: template, as: UTF8.self)
      .split(separator: "{{! page }}\n", omittingEmptySubsequences: false)
    let isStream = parts.count == 3
    page = Template(parts[isStream ? 1 : 0], escape: escape)
    start = isStream ? Array(parts[0].utf8) : nil
    streamEnd = isStream ? Array(parts[2].utf8) : []
  }

  package func streamStart(_ style: TableStyle) -> [UInt8]? { start }

  package func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    (start ?? []) + streamed(reading, on: page, position: page.index) + streamEnd
  }

  /// Pages are counted through the stream, so that their names differ.
  package func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] {
    Array(self.page.text(PageLayout(reading).values(of: page, number: position + 1)).utf8)
  }
}

extension PageLayout {
  fileprivate func values(of page: PageRecord, number: Int) -> JSONValue.Members {
    let path = page.path.description
    let models = page.reader?.models.map(\.name).joined(separator: "+") ?? ""
    let values: JSONValue.Members = [
      "page": .integer(number), "index": .integer(page.index), "path": .string(path),
      "quotedPath": .string(path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")),
      "reader": page.reader.map { .string("\($0.engine), \(models)") },
      "confidence": .fixed(confidence, decimals: 4), "rotation": rotation == 0 ? nil : .integer(rotation),
      // PAGE counts from -180 to 180.
      "orientation": rotation == 0 ? nil : .integer(rotation > 180 ? rotation - 360 : rotation),
      "isRead": .boolean(!blocks.isEmpty),
      "blocks": .array(blocks.enumerated().map { Self.placed($1.box, block($1, number: $0 + 1)) }),
      "areas": .array(areas(page.tables)), "tables": .array(page.tables.enumerated().map { table($1, number: $0 + 1) }),
      "rules": .array(rules.enumerated().map { Self.placed($1, ["rule": .integer($0 + 1)]) }),
    ]
    return Self.place(box, values)
  }

  private static func place(_ box: Box, _ values: JSONValue.Members) -> JSONValue.Members {
    var place: JSONValue.Members = [
      "x": .integer(box.x), "y": .integer(box.y), "right": .integer(box.right), "bottom": .integer(box.bottom),
      "width": .integer(box.width), "height": .integer(box.height),
    ]
    place.add(values)
    return place
  }

  private static func placed(_ box: Box, _ values: JSONValue.Members) -> JSONValue { .object(place(box, values)) }

  /// The blocks, with all lines of a table as one block at the place of the first.
  ///
  /// A line is divided at the edges of tables. A word belongs to the smallest table with a cell that holds its middle.
  private func areas(_ tables: [PageTable]) -> [JSONValue] {
    func table(of word: Word) -> Int? {
      tables.indices.filter { tables[$0].box.holdsMiddle(of: word.box) }
        .sorted { tables[$0].box.area < tables[$1].box.area }
        .first { tables[$0].cells.contains { $0.box.holdsMiddle(of: word.box) } }
    }
    // The keys are those of tables, and below zero those of blocks.
    var areas: [(key: Int, lines: [Line])] = []
    for (number, line) in blocks.enumerated().flatMap({ number, block in block.lines.map { (number, $0) } }) {
      for run in line.words.map({ (word: $0, key: table(of: $0) ?? ~number) }).chunked(while: { $0.key == $1.key }) {
        let key = run[run.startIndex].key
        var part = line
        part.words = run.map(\.word)
        if run.count < line.words.count { part.box = part.words.reduce(part.words[0].box) { $0.union($1.box) } }
        // After a table, a block begins a new area.
        let place = areas.lastIndex { $0.key == key && key >= 0 } ?? areas.count - (areas.last?.key == key ? 1 : 0)
        if place == areas.count { areas.append((key, [])) }
        areas[place].lines.append(part)
      }
    }
    return areas.enumerated().map { index, area in
      let box = area.lines.reduce(area.lines[0].box) { $0.union($1.box) }
      let table = area.key < 0 ? nil : tables[area.key].box.clipped(to: self.box).union(box)
      var values = block((box, area.lines), number: index + 1)
      values["table"] = table.map { Self.placed($0, ["table": .integer(area.key + 1)]) }
      return Self.placed(box, values)
    }
  }

  private func block(_ block: Block, number: Int) -> JSONValue.Members {
    [
      "block": .integer(number), "place": .integer(number - 1),
      "text": .string(block.lines.map(\.text).joined(separator: "\n")),
      "lines": .array(
        block.lines.enumerated().map { index, line in
          let values: JSONValue.Members = [
            "line": .integer(index + 1), "text": .string(line.text), "confidence": .fixed(line.confidence, decimals: 4),
            "points": line.baseline.map { .string(Self.points($0)) },
            "pointsWithin": line.baseline.map { .string(Self.points($0, in: line.box)) },
            "slope": slope(of: line).map { .string($0) }, "words": .array(Self.words(line.words)),
          ]
          return Self.placed(line.box, values)
        }),
    ]
  }

  private static func words(_ words: [Word]) -> [JSONValue] {
    words.enumerated().map { index, word in
      let previous = index > 0 ? words[index - 1].box : nil
      return placed(
        word.box,
        [
          "word": .integer(index + 1), "text": .string(word.text), "confidence": .fixed(word.confidence, decimals: 4),
          "percent": .fixed(word.confidence * 100, decimals: 2),
          "wholePercent": .fixed(word.confidence * 100, decimals: 0),
          "gap": previous.map {
            .object(["width": .integer(max(0, word.box.x - $0.right)), "y": .integer($0.y), "x": .integer($0.right)])
          },
        ])
    }
  }

  private func table(_ table: PageTable, number: Int) -> JSONValue {
    let area = table.box.clipped(to: box)
    let cells = table.cells.enumerated().map { index, cell in
      let values: JSONValue.Members = [
        "cell": .integer(index + 1), "row": .integer(cell.row), "column": .integer(cell.column),
        "rowSpan": .integer(cell.rowSpan), "columnSpan": .integer(cell.columnSpan),
        "text": .string(cell.text.onOneLine), "confidence": .fixed(cell.confidence, decimals: 4),
      ]
      return Self.placed(cell.box.clipped(to: area), values)
    }
    return Self.placed(
      area,
      [
        "table": .integer(number), "rows": .integer(table.rows), "columns": .integer(table.columns),
        "ruled": .boolean(table.ruled), "cells": .array(cells),
      ])
  }

  /// The ends of a baseline; without fractions and within the line's box for PAGE, whose points are whole numbers.
  private static func points(_ baseline: Baseline, in box: Box? = nil) -> String {
    [(baseline.x1, baseline.y1), (baseline.x2, baseline.y2)].map { x, y in
      guard let box else { return "\(JSONValue.digits(x, decimals: 1)),\(JSONValue.digits(y, decimals: 1))" }
      let place = Box(x: Int(x.rounded()), y: Int(y.rounded()), width: 0, height: 0).clipped(to: box)
      return "\(place.x),\(place.y)"
    }.joined(separator: " ")
  }

  /// hOCR's baseline: slope, and distance from the lower left corner of the line's box; nil for a line that runs upwards
  /// or downwards.
  private func slope(of line: Line) -> String? {
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
    return "\(JSONValue.digits(slope, decimals: 4)) "
      + JSONValue.digits(start - Double(line.box.bottom), decimals: 1)
  }
}

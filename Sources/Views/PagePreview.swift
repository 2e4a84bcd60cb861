import Export
package import PageModel

/// The picture of a page that never had one: its words and the cells of its tables, drawn where they stand.
package enum PagePreview {
  /// As SVG, in points; nil for a page that was read from a picture.
  package static func svg(of outcome: PageOutcome) -> [UInt8]? {
    guard case .recognised(let page) = outcome, let boxes = PageLayout(page).cells else { return nil }
    let cells = boxes.map {
      "<rect x=\"\($0.x)\" y=\"\($0.y)\" width=\"\($0.width)\" height=\"\($0.height)\"/>"
    }
    let words = page.lines.flatMap(\.words).map { word in
      "<text x=\"\(word.box.x)\" y=\"\(word.box.y + word.box.height - 1)\" textLength=\"\(word.box.width)\" "
        + "lengthAdjust=\"spacingAndGlyphs\">\(word.text.markupEscaped)</text>"
    }
    let svg =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(page.width)\" height=\"\(page.height)\" "
      + "font-family=\"monospace\" font-size=\"10\"><rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
      + "<g fill=\"none\" stroke=\"#999\">\(cells.joined())</g>\(words.joined())</svg>"
    return Array(svg.utf8)
  }
}

import PageModel
import Support

/// An inspection as one HTML page: no script, nothing from outside, pictures beside it.
struct InspectionPage {
  private let inspection: PageInspection
  private let facts: InspectionFacts

  init(_ inspection: PageInspection, _ facts: InspectionFacts) {
    self.inspection = inspection
    self.facts = facts
  }

  var html: String {
    let title = "\(facts.path), page \(facts.page + 1)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
      <title>\(title.markupEscaped)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <h1>\(title.markupEscaped)</h1>
      \(summary)
      <div class="columns">
      <section>
      <h2>What was found</h2>
      \(legend)
      \(overview)
      </section>
      <section>
      <h2>What was read</h2>
      \(text)
      </section>
      </div>
      \(doubtful)
      \(prepared)
      </body>
      </html>

      """
  }

  // MARK: Parts

  private var summary: String {
    var facts: [(String, String)] = [("Reader", self.facts.reader.models.map(\.name).joined(separator: "+"))]
    guard let page = inspection.page else {
      return Self.list(facts + [("Page", "there is no ink on it")])
    }
    facts.append(("Picture", "\(page.width) × \(page.height) pixels"))
    facts.append(("Confidence", Self.percent(page.confidence) + " of the characters are right, by estimate"))
    facts.append(("Prepared", Self.prepared(page.preparation, level: self.facts.preparationLevel)))
    if let signals = page.signals { facts.append(("Measured", Self.measured(signals))) }
    if let marks = page.signals?.marks, !marks.isEmpty {
      let names = marks.map { "\($0.color.rawValue) \($0.shape.rawValue) \(Self.percent($0.confidence))" }
      facts.append(("Pen marks", names.joined(separator: ", ")))
    }
    if let codes = page.signals?.barcodes, !codes.isEmpty {
      facts.append(("Bar codes", codes.map { "\($0.format.rawValue) \($0.text)" }.joined(separator: ", ")))
    }
    return Self.list(facts)
  }

  private static func prepared(_ preparation: Preparation?, level: ReaderSettings.PreparationLevel) -> String {
    guard let preparation else { return "no (the picture was read as it is)" }
    var parts = ["level \(level.rawValue)"]
    if preparation.rotation != 0 { parts.append("rotated by \(preparation.rotation)°") }
    if preparation.angle != 0 { parts.append("skew of \(preparation.angle)° removed") }
    parts.append("scale \(preparation.scale)")
    return (parts + ["steps: " + preparation.steps.joined(separator: ", ")]).joined(separator: "; ")
  }

  private static func measured(_ signals: PageSignals) -> String {
    func rounded(_ value: Double) -> String { "\((value.isFinite ? min(max(value, 0), 1e6) : 0).rounded(toPlaces: 1))" }
    var parts: [String] = []
    if let unread = signals.unread { parts.append("\(percent(unread)) of the print is not read") }
    if let height = signals.printHeight { parts.append("print \(rounded(height)) pixels high") }
    if let edge = signals.edgeWidth { parts.append("edges \(rounded(edge)) pixels wide") }
    if let contrast = signals.contrast { parts.append("contrast \(percent(contrast))") }
    if let brightness = signals.brightness { parts.append("paper \(percent(brightness)) of white") }
    if let shadow = signals.shadow, shadow > 0 { parts.append("\(percent(shadow)) darker in the shadow") }
    if let glare = signals.glare, glare > 0 { parts.append("\(percent(glare)) blown out") }
    if !signals.cutSides.isEmpty {
      parts.append("print cut off: " + signals.cutSides.map(\.rawValue).joined(separator: ", "))
    }
    if signals.isUnreadable { parts.append("reading was given up, as no line reads as text") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  private var legend: String {
    var items = ConfidenceBand.allCases.map { band -> String in
      let above = ConfidenceBand.allCases.last { $0.least > band.least }
      let (from, to) = (Self.percent(band.least), above.map { Self.percent($0.least) })
      let label = band == .poor ? "below \(to ?? from)" : to.map { "\(from) to \($0)" } ?? "\(from) and more"
      return "<li><span class=\"swatch \(band.rawValue)\"></span>\(label)</li>"
    }
    items.append("<li><span class=\"swatch line\"></span>line of text, ruling line</li>")
    items.append("<li><span class=\"swatch left\"></span>not read: a shadow or other noise, or nothing was seen</li>")
    if !inspection.regions.isEmpty {
      items.append("<li><span class=\"swatch region\"></span>marked as print by the network</li>")
    }
    if let geometry = inspection.geometry {
      items.append("<li><span class=\"swatch axis\"></span>border of the print, its axis of skew, ends of lines</li>")
      if !geometry.unread.isEmpty || !geometry.cutSides.isEmpty {
        items.append(
          "<li><span class=\"swatch unread\"></span>print that no line covers, sides where it is cut off</li>")
      }
    }
    if inspection.page?.signals?.marks.isEmpty == false {
      items.append("<li><span class=\"swatch mark\"></span>marks of a pen</li>")
    }
    return "<p>Words by their confidence, the share of right characters that is expected:</p>\n"
      + "<ul class=\"legend\">\(items.joined())</ul>"
  }

  /// The drawn picture, and over it the words as areas that tell their text when the mouse rests on them.
  private var overview: String {
    let (width, height) = (inspection.overview.width, inspection.overview.height)
    var shapes = ""
    for line in inspection.lines {
      for word in line.words {
        let points = word.outline.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        shapes += "<polygon points=\"\(points)\"><title>\(word.text.markupEscaped) "
        shapes += "\(Self.percent(word.confidence))</title></polygon>\n"
      }
    }
    return """
      <figure><svg viewBox="0 0 \(width) \(height)" width="\(width)" role="img">
      <image href="overview.png" width="\(width)" height="\(height)"/>
      \(shapes)</svg></figure>
      """
  }

  private var text: String {
    let rows = inspection.lines.enumerated().filter { $0.element.kind == .text }.map { index, line in
      let words = line.words.map { word in
        "<span class=\"\(ConfidenceBand(word.confidence).rawValue)\">\(word.text.markupEscaped)</span>"
      }
      let number = line.readings.isEmpty ? "\(index + 1)" : "<a href=\"#line-\(index + 1)\">\(index + 1)</a>"
      let cells = [number, Self.percent(line.confidence), words.joined(separator: " ")]
      return "<tr>\(cells.map { "<td>\($0)</td>" }.joined())</tr>"
    }
    guard !rows.isEmpty else { return "<p>Nothing.</p>" }
    return """
      <table><thead><tr><th>Line</th><th>Right</th><th>Text</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table>
      """
  }

  private var doubtful: String {
    let parts = inspection.lines.enumerated().filter { !$0.element.readings.isEmpty }.map { index, line in
      let taken = line.kind == .unread ? "nothing was read" : Self.percent(line.confidence)
      return """
        <article id="line-\(index + 1)">
        <h3>Line \(index + 1): \(taken)</h3>
        \(line.readings.indices.map { reading($0, of: index) }.joined(separator: "\n"))
        </article>
        """
    }
    guard !parts.isEmpty else { return "<h2>Doubtful lines</h2>\n<p>None.</p>" }
    return """
      <h2>Doubtful lines</h2>
      <p>Each is shown as the network was given it, with what it read there and how sure it says it is. The readings vote; \
      the one that was taken is marked.</p>
      \(parts.joined(separator: "\n"))
      """
  }

  private func reading(_ place: Int, of index: Int) -> String {
    let line = inspection.lines[index]
    let reading = line.readings[place]
    let isTaken = line.chosen == place
    let text = reading.text.isEmpty ? "<em>no text</em>" : reading.text.markupEscaped
    return """
      <div class="reading\(isTaken ? " taken" : "")">
      <img src="\(InspectionReport.crop(index, place))" width="\(reading.picture.width)" height="\(reading.picture.height)" alt="">
      <p>\(isTaken ? "<strong>taken</strong> " : "")<span class="text">\(text)</span>
      <small>network \(Self.percent(reading.networkConfidence)); cut \(reading.shape.markupEscaped)</small></p>
      </div>
      """
  }

  private var prepared: String {
    guard !inspection.prepared.isEmpty else { return "" }
    let pictures = inspection.prepared.enumerated().map { index, picture in
      "<figure><img src=\"\(InspectionReport.prepared(index))\" width=\"\(picture.width)\" height=\"\(picture.height)\""
        + " alt=\"block \(index + 1), prepared\"></figure>"
    }
    return """
      <h2>What the lines were looked for in</h2>
      <div class="prepared">
      \(pictures.joined(separator: "\n"))
      </div>
      """
  }

  // MARK: Writing

  private static func list(_ facts: [(String, String)]) -> String {
    let rows = facts.map { "<dt>\($0.0.markupEscaped)</dt><dd>\($0.1.markupEscaped)</dd>" }
    return "<dl>" + rows.joined(separator: "\n") + "</dl>"
  }

  private static func percent(_ share: Double) -> String {
    // A share beyond its range is none of ours, and must not trap here.
    let tenths = Int((share.isFinite ? min(max(share, 0), 1) * 1000 : 0).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  private static var style: String {
    let bands = ConfidenceBand.allCases.map { band in
      let (red, green, blue) = band.colour
      return ".\(band.rawValue) { background: rgba(\(red), \(green), \(blue), .22); "
        + "box-shadow: 0 2px rgb(\(red), \(green), \(blue)); }"
    }
    return String(decoding: PackageResources.inspection_css, as: UTF8.self) + bands.joined(separator: "\n")
  }
}

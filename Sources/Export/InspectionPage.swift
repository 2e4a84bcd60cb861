import PageModel
import Support

/// An inspection as one HTML page: no script, nothing from outside, pictures beside it.
struct InspectionPage {
  let inspection: PageInspection
  let facts: InspectionFacts

  var html: String {
    let overview = inspection.overview
    let lines = inspection.lines
    let values: JSONValue.Members = [
      "title": .string(("\(facts.path), page \(facts.page + 1)" as Message).text),
      "css": .string(String(decoding: PackageResources.inspection_css, as: UTF8.self)),
      "facts": .array(summary.map { .object(["name": .string($0.text), "value": .string($1.text)]) }),
      "bands": .array(ConfidenceBand.allCases.map(Self.band)),
      "hasRegions": .boolean(!inspection.regions.isEmpty), "hasGeometry": .boolean(inspection.geometry != nil),
      "hasUnread": .boolean(inspection.geometry.map { !$0.unread.isEmpty || !$0.cutSides.isEmpty } ?? false),
      "hasCells": .boolean(inspection.page?.signals?.grids.isEmpty == false),
      "hasMarks": .boolean(inspection.page?.signals?.marks.isEmpty == false),
      "width": .integer(overview.width), "height": .integer(overview.height),
      "isRead": .boolean(lines.contains { $0.kind == .text }), "tongue": .string(MessageLanguage.current.rawValue),
      "hasDoubts": .boolean(lines.contains { !$0.readings.isEmpty }), "lines": .array(lines.indices.map(line)),
      "hasPrepared": .boolean(!inspection.prepared.isEmpty),
      "prepared": .array(
        inspection.prepared.enumerated().map { index, picture in
          .object([
            "picture": .string(InspectionReport.prepared(index)), "width": .integer(picture.width),
            "height": .integer(picture.height), "block": .string(("block \(index + 1), prepared" as Message).text),
          ])
        }),
    ]
    let page = String(decoding: PackageResources.inspection_html, as: UTF8.self)
    let shown = page.replacing(/>([^<>\n]+)</) { ">\(("\(String($0.1))" as Message).text)<" }
    return Template(shown) { $0.markupEscaped }.text(values)
  }

  private static func band(_ band: ConfidenceBand) -> JSONValue {
    let above = ConfidenceBand.allCases.last { $0.least > band.least }
    let (from, to) = (percent(band.least), above.map { percent($0.least) })
    let label: Message = band == .poor ? "below \(to ?? from)" : to.map { "\(from) up to \($0)" } ?? "\(from) and more"
    let (red, green, blue) = band.colour
    return .object([
      "band": .string(band.rawValue), "label": .string(label.text), "colour": .string("\(red), \(green), \(blue)"),
    ])
  }

  private func line(_ index: Int) -> JSONValue {
    let line = inspection.lines[index]
    let words = line.words.map { word in
      JSONValue.object([
        "points": .string(word.outline.map { "\($0.x),\($0.y)" }.joined(separator: " ")), "text": .string(word.text),
        "confidence": .string(Self.percent(word.confidence)), "band": .string(ConfidenceBand(word.confidence).rawValue),
      ])
    }
    let readings = line.readings.enumerated().map { place, reading in
      JSONValue.object([
        "picture": .string(InspectionReport.crop(index, place)), "width": .integer(reading.picture.width),
        "height": .integer(reading.picture.height), "text": .string(reading.text),
        "shape": .string(("\(reading.shape)" as Message).text),
        "confidence": .string(Self.percent(reading.networkConfidence)), "isTaken": .boolean(line.chosen == place),
      ])
    }
    let (right, nothing) = (Self.percent(line.confidence), "nothing was read" as Message)
    return .object([
      "line": .integer(index + 1), "right": .string(right), "words": .array(words), "readings": .array(readings),
      "isText": .boolean(line.kind == .text), "isDoubtful": .boolean(!readings.isEmpty),
      "taken": .string(line.kind == .unread ? nothing.text : right),
    ])
  }

  private var summary: [(Message, Message)] {
    var facts: [(Message, Message)] = [("reader", "\(self.facts.reader.models.map(\.name).joined(separator: "+"))")]
    guard let page = inspection.page else { return facts + [("page", "there is no ink on it")] }
    facts.append(("picture", "\(page.width) × \(page.height) pixels"))
    facts.append(("confidence", "\(Self.percent(page.confidence)) of the characters are right, by estimate"))
    facts.append(("prepared", Self.prepared(page.preparation, level: self.facts.preparationLevel)))
    if let signals = page.signals { facts.append(("measured", Self.measured(signals))) }
    if let marks = page.signals?.marks, !marks.isEmpty {
      let list = marks.map { "\(Self.word($0.color)) \(Self.word($0.shape)) \(Self.percent($0.confidence))" as Message }
      facts.append(("pen marks", list.joined(separator: ", ")))
    }
    if let codes = page.signals?.barcodes, !codes.isEmpty {
      facts.append(("bar codes", "\(codes.map { "\($0.format.rawValue) \($0.text)" }.joined(separator: ", ")[...])"))
    }
    return facts
  }

  /// A colour, a shape, a level or a step.
  private static func word(_ name: some Sendable) -> Message { Message(stringLiteral: "\(name)") }

  private static func prepared(_ preparation: Preparation?, level: ReaderSettings.PreparationLevel) -> Message {
    guard let preparation else { return "no (the picture was read as it is)" }
    var parts: [Message] = ["level \(word(level))"]
    if preparation.rotation != 0 { parts.append("rotated by \(preparation.rotation)°") }
    if preparation.angle != 0 { parts.append("skew of \(preparation.angle)° removed") }
    parts += ["scale \(preparation.scale)", "steps: \(preparation.steps.map(word).joined(separator: ", "))"]
    return parts.joined(separator: "; ")
  }

  private static func measured(_ signals: PageSignals) -> Message {
    func rounded(_ value: Double) -> String { "\((value.isFinite ? min(max(value, 0), 1e6) : 0).rounded(toPlaces: 1))" }
    var parts: [Message] = []
    if let unread = signals.unread { parts.append("\(percent(unread)) of the print is not read") }
    if let height = signals.printHeight { parts.append("print \(rounded(height)) pixels high") }
    if let edge = signals.edgeWidth { parts.append("edges \(rounded(edge)) pixels wide") }
    if let contrast = signals.contrast { parts.append("contrast \(percent(contrast))") }
    if let brightness = signals.brightness { parts.append("paper \(percent(brightness)) of white") }
    if let shadow = signals.shadow, shadow > 0 { parts.append("\(percent(shadow)) darker in the shadow") }
    if let glare = signals.glare, glare > 0 { parts.append("\(percent(glare)) blown out") }
    let sides = signals.cutSides.map(\.rawValue).joined(separator: " and ")
    if !sides.isEmpty { parts.append("\("print runs out of the picture at its \(sides)")") }
    if signals.isUnreadable { parts.append("reading was given up, as no line reads as text") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  private static func percent(_ share: Double) -> String {
    // A share beyond its range is none of ours, and must not trap here.
    let tenths = Int((share.isFinite ? min(max(share, 0), 1) * 1000 : 0).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}

package import Imaging
package import PageModel
import Support

extension PageReader {
  /// The longest side of the overview, in pixels, for a screen and a few megabytes.
  private static let longestSide = 2400

  /// Reads one page as `read` does, and shows the found lines, the readings and their confidence.
  ///
  /// - Parameter takingLines: Whether to include each line's picture.
  package func inspect(_ picture: Picture, takingLines: Bool = false) throws(RecognitionError) -> PageInspection {
    keepsLines = true
    defer { keepsLines = false }
    var picture = picture
    let read = isPrepared(picture) ? try readPrepared(&picture) : nil
    guard let canvas = Canvas(picture, longestSide: Self.longestSide) else { throw Self.noMemory }
    var page = read?.result
    if !isPrepared(picture), case .recognised(let result) = try self.read(picture) { page = result }
    let regions = (read?.prepared.blocks ?? []).flatMap(\.regions).map { $0.scaled(by: canvas.scale) }
    var lines: [InspectedLine] = []
    if let read, !read.lines.isEmpty || page?.lines.isEmpty == true {
      for line in read.lines { lines.append(try Self.inspected(line, scale: canvas.scale, takingIt: takingLines)) }
      lines += Self.rules(read.prepared, scale: canvas.scale)
    } else if let page {
      // The engine divided the page: only the boxes of its lines are known.
      lines = page.lines.map { Self.inspected($0, scale: canvas.scale / picture.originalScale) }
    }
    let prepared = (read?.prepared.blocks ?? []).compactMap { $0.image.makePicture()?.encoded() }
    Self.draw(regions, lines, on: canvas)
    let geometry = page.map { InspectedGeometry(of: $0, scale: canvas.scale / picture.originalScale) }
    geometry?.draw(on: canvas)
    if let signals = page?.signals { Self.draw(signals, on: canvas, scale: canvas.scale / picture.originalScale) }
    let ink = page.map { page in PageInk(on: picture, of: page).map { PenMarks(in: $0).ink } ?? [] }
    guard let overview = canvas.encoded(), prepared.count == read?.prepared.blocks.count ?? 0 else {
      throw Self.noMemory
    }
    return PageInspection(
      page: page, overview: overview, scale: canvas.scale / picture.originalScale, regions: regions, prepared: prepared,
      lines: lines, geometry: geometry, ink: ink)
  }

  private static let noMemory = RecognitionError(.engine, "There was no memory to draw what was found.")

  private static func inspected(
    _ read: ReadLine, scale: Double, takingIt: Bool
  ) throws(RecognitionError) -> InspectedLine {
    var inspected = InspectedLine(kind: .unread, outline: read.block.outline(read.found).scaled(by: scale))
    inspected.isDoubtful = true
    if read.isDoubtful {
      for attempt in read.attempts {
        guard let picture = attempt.crop.image.makePicture()?.encoded() else { throw noMemory }
        inspected.readings.append(
          InspectedReading(
            text: attempt.reading?.text ?? "", networkConfidence: attempt.reading?.confidence ?? 0,
            shape: text(of: attempt.shape), picture: picture))
      }
    }
    guard let line = read.line, line.kind != .noise, let chosen = read.chosen, let reading = read.reading,
      let estimate = read.estimate
    else { return inspected }
    let crop = read.attempts[chosen].crop
    inspected.kind = line.kind == .rule ? .rule : .text
    inspected.text = line.text
    inspected.confidence = line.confidence
    inspected.isDoubtful = read.isDoubtful
    inspected.chosen = inspected.readings.isEmpty ? nil : chosen
    inspected.picture = takingIt ? crop.image.makePicture()?.encoded() : nil
    inspected.words = zip(reading.words, line.words).map { seen, word in
      InspectedWord(
        text: word.text, confidence: word.confidence,
        outline: read.block.outline(seen.word.box, in: crop).scaled(by: scale))
    }
    inspected.characters = zip(reading.words.flatMap(\.characters), estimate.signals).map {
      InspectedCharacter(text: $0.text, signals: $1)
    }
    return inspected
  }

  /// The parameters of a crop that differ from line to line, for people.
  private static func text(of shape: LineCropper.Shape) -> String {
    let plain = LineCropper.Shape()
    var parts = ["above \(shape.above)", "below \(shape.below)"]
    if shape.gap != plain.gap { parts.append("gaps up to \(shape.gap)") }
    if let band = shape.band { parts.append(band == 0 ? "with all ink of its height" : "lower by \(band)") }
    return parts.joined(separator: ", ")
  }

  private static func inspected(_ line: Line, scale: Double) -> InspectedLine {
    var inspected = InspectedLine(
      kind: line.kind == .rule ? .rule : .text, outline: line.box.outline.scaled(by: scale))
    inspected.text = line.text
    inspected.confidence = line.confidence
    inspected.words = line.words.map {
      InspectedWord(text: $0.text, confidence: $0.confidence, outline: $0.box.outline.scaled(by: scale))
    }
    return inspected
  }

  private static func rules(_ page: PreparedPage, scale: Double) -> [InspectedLine] {
    page.blocks.flatMap { block in
      block.found.lines.filter { $0.kind == .rule }.map { found in
        InspectedLine(kind: .rule, outline: block.outline(found).scaled(by: scale))
      }
    }
  }

  private static let markColour: Canvas.Colour = (230, 120, 0)
  private static let cellColour: Canvas.Colour = (200, 40, 180)

  /// Draws the cells of tables, and two lines around each mark, so that it stands out among boxes of words.
  private static func draw(_ signals: PageSignals, on canvas: Canvas, scale: Double) {
    for cell in signals.grids.flatMap(\.cells) {
      let outline = cell.corners.map { Place(x: Double($0.x), y: Double($0.y)) }
      canvas.stroke(outline.scaled(by: scale), with: cellColour, width: 2 * canvas.thin)
    }
    for mark in signals.marks {
      for gap in [2 * canvas.thin, 6 * canvas.thin] {
        let (left, top) = (Double(mark.box.x) * scale - Double(gap), Double(mark.box.y) * scale - Double(gap))
        let (right, bottom) = (mark.box.right * scale + Double(gap), mark.box.bottom * scale + Double(gap))
        canvas.stroke(.rectangle(left, top, right, bottom), with: markColour, width: 2 * canvas.thin)
      }
    }
  }

  private static let regionColour: Canvas.Colour = (20, 90, 230)
  private static let lineColour: Canvas.Colour = (110, 130, 170)
  private static let unreadColour: Canvas.Colour = (150, 60, 200)

  private static func draw(_ regions: [[Place]], _ lines: [InspectedLine], on canvas: Canvas) {
    for line in lines {
      canvas.stroke(line.outline, with: line.kind == .unread ? unreadColour : lineColour, width: canvas.thin)
      for word in line.words {
        let colour = ConfidenceBand(word.confidence).colour
        canvas.fill(word.outline, with: colour, opacity: 0.22)
        canvas.stroke(word.outline, with: colour, width: canvas.thin + 1)
      }
    }
    for region in regions { canvas.stroke(region, with: regionColour, width: canvas.thin) }
  }
}

extension Box {
  var outline: [Place] { corners.map { Place(x: $0.x, y: $0.y) } }
}

extension [Place] {
  static func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Place] {
    [(left, top), (right, top), (right, bottom), (left, bottom)].map { Place(x: $0.0, y: $0.1) }
  }

  func scaled(by scale: Double) -> [Place] {
    scale == 1 ? self : map { Place(x: $0.x * scale, y: $0.y * scale) }
  }
}

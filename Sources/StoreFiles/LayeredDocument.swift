import Documents
import CPosix
import Export
import Glibc
import PDFPages
import PageModel
import PictureFormats
import Recognition
import Support
import Understanding

extension StoredDocumentSource {
  /// Writes a PDF document with its read words as a text layer over the original pages.
  ///
  /// Words that a page already has at the same place are omitted, because a search would find them twice. False if it
  /// is no PDF, if its own text has numbers that are hidden elsewhere, or if qpdf fails: then it is written from its
  /// pictures, as any other.
  ///
  /// - Parameter selected: The pages to include, from 0; nil for all.
  func writeLayered(
    to pieces: FilePieces, scratch: FilePieces, selected: [Int]? = nil, tools: PDFTools
  ) throws -> Bool {
    guard session.kind == .document else { return false }
    var places: [Int] = []
    var facts = PDFFacts()
    var tellsNumbers = false
    try PDFExporter().write(layerTo: scratch) { add in
      for (place, index) in (selected ?? Array(0..<pageCount)).enumerated() {
        guard let (page, original) = try page(at: index) else { continue }
        if facts.isEmpty { facts = PDFFacts(original ?? page) }
        let reading = page.reading(original: original)
        if let reading, try self.tellsNumbers(hiddenIn: reading, at: index, tools: tools) {
          tellsNumbers = true
          return
        }
        guard let bare = try lackingPage(reading, at: index, tools: tools) else { continue }
        try add(bare)
        places.append(place)
      }
    }
    if tellsNumbers { return false }
    // A copy of the document whose metadata has the facts of its receipts; nil if the metadata has them already, or if
    // there are none.
    let described = try PDFMetadata.added(
      title: (facts.title, facts.title.markupEscaped), subject: (facts.subject, facts.subject.markupEscaped),
      to: session, tools: tools)
    defer { if let described { close(described) } }
    if places.isEmpty, selected == nil {
      let unlocked = try described == nil ? PDFOverlay.decrypted(session, tools: tools) : nil
      defer { if let unlocked { close(unlocked) } }
      try DocumentSession.forEachPiece(of: described ?? unlocked ?? session.descriptor) { try pieces.append($0) }
      return true
    }
    var layer = try scratch.reopened()
    defer { close(layer) }
    if layer < 4 { layer = try SystemError.check("a descriptor", cposix_move_descriptor(layer, 4)) }
    let merged = try PDFOverlay.merge(
      session, described: described, selected: selected, layer: places.isEmpty ? nil : layer, over: places,
      tools: tools)
    guard let merged else {
      note(
        selected?.first ?? places.first ?? 0,
        PageProblem(.damaged, "the PDF could not be taken over as it is, and was written anew of pictures of its pages")
      )
      return false
    }
    defer { close(merged) }
    try DocumentSession.forEachPiece(of: merged) { try pieces.append($0) }
    return true
  }

  /// Whether a page's own text has identity numbers, and its reading has them only as asterisks.
  private func tellsNumbers(hiddenIn reading: RecognisedPage, at index: Int, tools: PDFTools) throws -> Bool {
    guard reading.lines.contains(where: { $0.text.contains("**") }), reading.withoutIdentityNumbers == reading,
      let own = try PDFOverlay.words(session, index, tools: tools)
    else { return false }
    let side = 14_400  // Points; no page is larger.
    let layer = TextLayer(own, sheet: (Double(side), Double(side)), picture: (side, side))
    let lines = Dictionary(grouping: layer.words, by: \.line).sorted { $0.key < $1.key }
      .map { $0.value.map(\.text).joined(separator: " ") }
    return !IdentityNumbers(in: lines).hidden.allSatisfy(\.isEmpty)
  }

  /// A page's words that the document lacks at the same place; nil without any.
  private func lackingPage(
    _ reading: RecognisedPage?, at index: Int, tools: PDFTools
  ) throws -> PDFExporter.BarePage? {
    guard let reading, reading.preparation?.source != .pdfText, reading.lines.contains(where: { $0.kind == .text }),
      let sheet = try session.page(at: index)?.sheet ?? PDFOverlay.sheet(of: index, session, tools: tools)
    else { return nil }
    let (width, height) = (sheet.inUnits.width, sheet.inUnits.height)
    var lacking = reading
    if let own = try PDFOverlay.words(session, index, tools: tools) {
      let layer = TextLayer(own, sheet: (width, height), picture: (reading.width, reading.height))
      lacking.leaveOut(layer.words)
    }
    guard lacking.lines.contains(where: { $0.kind == .text }) else { return nil }
    var layer = PDFExporter.BarePage(reading: lacking, width: width, height: height)
    layer.unit = sheet.unit
    if let trim = try PDFOverlay.trim(of: index, session, tools: tools) {
      layer.part = (trim.x, trim.y, trim.width, trim.height)
    }
    return layer
  }
}

extension RecognisedPage {
  /// Removes the words that a text has at the same place, and lines without any other.
  fileprivate mutating func leaveOut(_ known: [TextLayer.Word]) {
    guard !known.isEmpty else { return }
    let area = Box(x: 0, y: 0, width: max(0, width), height: max(0, height))
    for index in lines.indices where lines[index].kind == .text {
      lines[index].words.removeAll { word in
        let box = word.box.clipped(to: area)
        let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
        return known.contains { other in
          let holds = other.box.x <= x && x < other.box.right && other.box.y <= y && y < other.box.bottom
          return holds && (other.text.contains(word.text) || word.text.contains(other.text))
        }
      }
    }
    lines.removeAll { $0.kind == .text && $0.words.isEmpty }
  }
}

import Imaging
import PageModel

extension PageReader {
  /// The measures of a page whose lines are final; empty without text.
  func signals(
    of page: RecognisedPage, readFrom prepared: PreparedPage, evened: MarkedPrint? = nil, picture: Picture,
    isUnreadable: Bool
  ) -> PageSignals {
    let scale = picture.originalScale
    var signals = PageSignals()
    signals.isUnreadable = isUnreadable
    signals.grids = prepared.grids(scale: scale)
    let words = page.lines.filter { $0.kind == .text }.flatMap { line in
      line.words.map { (box: $0.box.scaled(by: 1 / scale), isLevel: line.runsLevel) }
    }
    // The network also marks rows of dashes, which are no text.
    let rules = page.lines.filter { $0.kind == .rule }.map { $0.box.scaled(by: 1 / scale) }
    let marked = prepared.marked
    let unread = marked.unread(besides: words.map { $0.box } + rules)
    signals.unread = unread.share.rounded(toPlaces: 4)
    signals.unreadBoxes = unread.boxes.map { $0.scaled(by: scale) }
    if let unclear = evened?.unread(besides: words.map { $0.box } + rules + unread.boxes) {
      signals.unclear = unclear.share.rounded(toPlaces: 4)
      let room = PageSignals.unreadBoxesAtMost - unread.boxes.count
      if unclear.share >= PageSignals.unclearFrom {
        signals.unreadBoxes += unclear.boxes.prefix(room).map { $0.scaled(by: scale) }
      }
    }
    signals.printHeight = marked.printHeight.map { ($0 * scale).rounded(toPlaces: 1) }
    let stretches = words + unread.boxes.map { (box: $0, isLevel: $0.width >= $0.height) }
    let ink = PageInk(on: picture, of: page)
    signals.barcodes = BarcodeFinder.barcodes(on: picture, within: ink?.denseAreas())
    signals.marks = ink.map { PenMarks(in: $0).marks } ?? []
    signals.seals = picture.seals.prefix(PageSignals.marksAtMost).map { $0.scaled(by: scale) }
    signals.handwriting = Array(ink?.handwriting(on: page, besides: signals.seals) ?? [])
    let measure = PrintMeasure(of: picture, at: stretches)
    let cutOff = CutOff(of: marked, on: picture, contrast: measure.contrast)
    signals.cutOff = cutOff.share.rounded(toPlaces: 4)
    signals.cutSides = cutOff.sides
    signals.edgeWidth = measure.edgeWidth.map { ($0 * scale).rounded(toPlaces: 3) }
    signals.contrast = measure.contrast?.rounded(toPlaces: 4)
    signals.leastContrast = measure.leastContrast?.rounded(toPlaces: 4)
    signals.noise = measure.noise?.rounded(toPlaces: 4)
    signals.brightness = measure.brightness?.rounded(toPlaces: 4)
    signals.shadow = measure.shadow?.rounded(toPlaces: 4)
    signals.glare = measure.glare(on: picture, within: stretches.map { $0.box })?.rounded(toPlaces: 4)
    return signals
  }
}

extension Line {
  /// Whether it runs along the rows of the picture rather than down its columns.
  fileprivate var runsLevel: Bool {
    guard let baseline else { return box.width >= box.height }
    return abs(baseline.x2 - baseline.x1) >= abs(baseline.y2 - baseline.y1)
  }
}

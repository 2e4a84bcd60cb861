import Glibc
package import PageModel

/// Brings a page into the form that is read best: upright, level, evenly lit, its print of one height, its lines found.
///
/// Nothing is resampled more than once: every step only adds to the way from the prepared picture back to the original,
/// and lines are cut out of the original along that way.
package struct PagePreparer: Sendable {
  let level: ReaderSettings.PreparationLevel
  /// The height that print is brought to, in pixels: 20 read better than 16, 24 or 28 on real receipts.
  package static let textHeight = 20.0
  /// Steps that are left out, to measure what each is worth.
  let without: Set<ReaderSettings.Step>

  package init(level: ReaderSettings.PreparationLevel = .full, without: Set<ReaderSettings.Step> = []) {
    self.level = level
    self.without = without
  }

  /// Prepares a page; `turn` is added to the turn that its print seems to need (180 for a second opinion).
  ///
  /// With the level `none` there are no blocks: the picture is read as it is.
  package func prepare(_ picture: Picture, turn: Int = 0) -> PreparedPage {
    // A page that lies is measured again the right way up, so that it is read as if it had been scanned so. What was
    // prepared first is let go before: both at once are too much memory.
    var page: PreparedPage? = prepare(picture, turn: turn, isUpright: false)
    let quarters = Set(page?.blocks.map(\.quarter) ?? [])
    let steps = page?.preparation.steps ?? []
    if turn != 0, quarters == [0] {
      page = nil
      return prepare(picture, turn: 0, isUpright: true)
    }
    if let quarter = quarters.first, quarters.count == 1, quarter != 0 {
      page = nil
      if let upright = turned(picture, quarters: (360 - quarter) / 90, after: steps) {
        let again = prepare(upright, turn: 0, isUpright: true)
        if !again.blocks.isEmpty { return again.turnedBack(quarter: quarter, to: picture) }
      }
    }
    return page ?? prepare(picture, turn: turn, isUpright: false)
  }

  /// A larger picture in colour is not copied to turn it, for the sake of memory, in pixels.
  private static let largestTurned = 16_000_000

  /// The picture turned clockwise; a large one as the gray that it is read in, or not at all where its paper was found
  /// by its colour.
  func turned(_ picture: Picture, quarters: Int, after steps: [String]) -> Picture? {
    if picture.width * picture.height <= Self.largestTurned || !picture.isColour {
      return picture.turned(quarters: quarters)
    }
    guard !steps.contains("paper"), !steps.contains("blocks") else { return nil }
    let mix = level == .full && !without.contains(.channel) ? ChannelMix(bestFor: picture, paper: nil) : .luminance
    return GrayImage(picture, mix: mix).makePicture()?
      .turned(quarters: quarters, originalWidth: picture.originalWidth, originalHeight: picture.originalHeight)
  }

  /// `isUpright` tells that the picture's turn is known to be right.
  private func prepare(_ picture: Picture, turn: Int, isUpright: Bool) -> PreparedPage {
    var preparation = Preparation()
    let isFull = level == .full
    let papers = isFull && !without.contains(.paper) ? PaperFinder.sheets(on: picture) : []
    let paper = papers.first
    let mix = isFull && !without.contains(.channel) ? ChannelMix(bestFor: picture, paper: paper) : .luminance
    let gray = GrayImage(picture, mix: mix)
    if papers.count > 1 {
      return several(
        papers, on: gray, preparation: preparation, picture: picture, turn: turn, isUpright: isUpright)
    }
    let sheet = Sheet(gray, paper: paper, usesCorners: !without.contains(.perspective))
    let overview = PageOverview(sheet, isUpright: isUpright)
    guard overview.hasInk else { return PreparedPage(blocks: [], preparation: preparation, isBlank: true) }
    guard level != .none else { return PreparedPage(blocks: [], preparation: preparation, isBlank: false) }
    if mix != .luminance { preparation.steps.append("channel") }
    if paper != nil { preparation.steps.append("paper") }
    if sheet.isRectified { preparation.steps.append("perspective") }

    let parts = isFull && !without.contains(.blocks) ? PageSplitter(overview).parts : []
    var blocks: [PreparedBlock] = []
    if parts.count > 1 {
      preparation.steps.append("blocks")
      for part in parts {
        let own = sheet.part(part)
        let view = PageOverview(own, isUpright: isUpright)
        if let block = block(own.part(view.printed), view, turn: turn, isUpright: isUpright) { blocks.append(block) }
      }
    } else if let block = block(sheet.part(overview.printed), overview, turn: turn, isUpright: isUpright) {
      blocks.append(block)
    }
    guard let first = blocks.first else { return PreparedPage(blocks: [], preparation: preparation, isBlank: true) }
    if first.quarter != 0 { preparation.steps.append("orientation") }
    if abs(first.tilt) >= 0.05 { preparation.steps.append("skew") }
    if isFull, !without.contains(.background) { preparation.steps.append("background") }
    preparation.steps.append("scale")
    preparation = Preparation(
      rotation: (720 - first.quarter) % 360, angle: first.tilt, scale: first.scale / picture.originalScale,
      crop: sheet.box(in: picture), steps: preparation.steps)
    return PreparedPage(blocks: blocks, preparation: preparation, isBlank: false)
  }

  /// Sheets side by side: each is a page of its own.
  private func several(
    _ papers: [PaperFinder], on gray: GrayImage, preparation: Preparation, picture: Picture, turn: Int,
    isUpright: Bool
  ) -> PreparedPage {
    var blocks: [PreparedBlock] = []
    for paper in papers {
      let sheet = Sheet(gray, paper: paper, usesCorners: !without.contains(.perspective))
      let overview = PageOverview(sheet, isUpright: isUpright)
      guard overview.hasInk else { continue }
      let found = block(sheet.part(overview.printed), overview, turn: turn, isUpright: isUpright)
      if let found { blocks.append(found) }
    }
    guard let first = blocks.first else { return PreparedPage(blocks: [], preparation: preparation, isBlank: true) }
    let steps = ["paper", "blocks", "skew", "background", "scale"].filter { name in
      !without.contains { $0.rawValue == name }
    }
    let found = Preparation(
      rotation: (720 - first.quarter) % 360, angle: first.tilt, scale: first.scale / picture.originalScale,
      steps: steps)
    return PreparedPage(blocks: blocks, preparation: found, isBlank: false)
  }

  /// One sheet, turned, levelled and scaled, with its lines; nil where nothing is printed on it.
  private func block(_ sheet: Sheet, _ overview: PageOverview, turn: Int, isUpright: Bool) -> PreparedBlock? {
    guard overview.hasInk else { return nil }
    let height = overview.textHeight > 0 ? overview.textHeight : Self.textHeight
    let scale = min(max(Self.textHeight / height, 0.04), 3)
    var quarter = without.contains(.orientation) ? 0 : overview.quarter
    var tilt = without.contains(.skew) ? 0 : overview.tilt
    quarter = (quarter + turn) % 360
    var block = render(sheet, quarter: quarter, tilt: tilt, scale: scale)
    // The sharpest rows may be those of one half of a folded sheet; what is level is the mean.
    let lean = block.found.meanSlope
    if abs(lean) > 0.015, !without.contains(.skew) {
      tilt += atan(lean) * 180 / .pi
      block = render(sheet, quarter: quarter, tilt: tilt, scale: scale)
    }
    if turn == 0, !isUpright, !without.contains(.orientation), block.found.isUpsideDown {
      block = render(sheet, quarter: (quarter + 180) % 360, tilt: tilt, scale: scale)
    }
    return block
  }

  private func render(_ sheet: Sheet, quarter: Int, tilt: Double, scale: Double) -> PreparedBlock {
    let (width, height, mapping) = sheet.frame(angle: Double(quarter) + tilt, scale: scale)
    let warped = sheet.sampler.warped(width: width, height: height, by: mapping, scale: scale)
    let background = Background(of: warped, reach: Self.textHeight)
    var white = background.divided(out: warped)
    sheet.whiten(&white, mapping: mapping)
    let image =
      without.contains(.contrast) ? white : Contrast(of: white, reach: Self.textHeight * 2).stretched(white)
    let finder = LineFinder(textHeight: Self.textHeight, cutsColumns: !without.contains(.columnSpacing))
    let found = finder.find(in: image, contrast: white)
    let cropper = LineCropper(
      sampler: sheet.sampler, toOriginal: mapping, scale: scale,
      background: level == .full && !without.contains(.background) ? background : nil, owners: found.owners,
      width: image.width, height: image.height)
    return PreparedBlock(
      image: image, found: found, cropper: cropper, toOriginal: mapping, quarter: quarter, tilt: tilt, scale: scale)
  }
}

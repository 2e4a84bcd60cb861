package import PageModel

/// Brings a page into the form that is read best: upright, level, evenly lit, its print of one height, its lines found.
///
/// Nothing is resampled more than once: every stage only adds to the mapping from the prepared picture back to the
/// original, and lines are cut out of the original along that mapping.
package struct PagePreparer: Sendable {
  /// What is done to a page, in this order; each stage is found in the file of its name.
  static let stages: [any PreparationStage.Type] = [
    PaperFinder.self, ChannelChoice.self, Perspective.self, PageSplitter.self, Orientation.self, Skew.self,
    Background.self, Contrast.self, ColumnSpacing.self, ReadingOrder.self,
  ]
  /// The height that print is brought to, in pixels: 20 read better than 16, 24 or 28 on real receipts.
  package static let textHeight = 20.0

  /// The stages that this preparer takes.
  let stages: StageSelection

  package init(level: ReaderSettings.PreparationLevel = .full, without: Set<ReaderSettings.Step> = []) {
    stages = StageSelection(of: Self.stages, level: level, without: without)
  }

  /// Prepares a page in the orientation that its print seems to have.
  ///
  /// With the level `none` there are no blocks: the picture is read as it is.
  package func prepare(_ picture: Picture) -> PreparedPage {
    prepare(analysis(of: picture))
  }

  /// What is measured on a picture, for one who prepares it in several orientations.
  package func analysis(of picture: Picture) -> PageAnalysis {
    PageAnalysis(of: picture, stages: stages)
  }

  /// Prepares a page; `rotation` is added to the orientation that its print seems to have (180 for a second opinion).
  package func prepare(_ analysis: PageAnalysis, rotation: Int = 0) -> PreparedPage {
    if stages.level == .none {
      return PreparedPage(blocks: [], preparation: Preparation(), isBlank: analysis.measured().parts.isEmpty)
    }
    // The orientation is known before the page is rendered, but for print upside down, which the lines tell.
    var page = rotation == 0 ? render(analysis.measured(), rotation: 0, of: analysis.picture) : nil
    let orientations =
      page.map { Set($0.blocks.map(\.orientation)) }
      ?? Set(analysis.measuredFacts().orientations.map { orientation(of: $0, rotation: rotation) })
    if rotation != 0, orientations == [0] {
      analysis.release()
      let upright = PageAnalysis(of: analysis.picture, stages: stages, isUpright: true)
      return render(upright.measured(), rotation: 0, of: analysis.picture)
    }
    if let orientation = orientations.first, orientations.count == 1, orientation != 0 {
      // Measured again the right way up, the page is read as if it had been scanned so. What was prepared first is let
      // go before: both at once are too much memory.
      page = nil
      if let copy = analysis.rotatedCopy(by: 360 - orientation) {
        let upright = PageAnalysis(of: copy, stages: stages, isUpright: true)
        let again = render(upright.measured(), rotation: 0, of: copy)
        if !again.blocks.isEmpty { return again.rotatedBack(orientation: orientation, to: analysis.picture) }
      }
    }
    return page ?? render(analysis.measured(), rotation: rotation, of: analysis.picture)
  }

  private func orientation(of seeming: Int, rotation: Int) -> Int {
    ((stages.takes(Orientation.self) ? seeming : 0) + rotation) % 360
  }

  /// All that was found on a picture as prepared blocks.
  private func render(_ sheets: PageSheets, rotation: Int, of picture: Picture) -> PreparedPage {
    let blocks = sheets.parts.map { block($0, rotation: rotation, isUpright: sheets.isUpright) }
    guard let first = blocks.first else {
      return PreparedPage(blocks: [], preparation: Preparation(steps: sheets.steps), isBlank: true)
    }
    var steps = sheets.steps
    if sheets.isSeveral {
      if stages.takes(Skew.self) { steps.append(Skew.step.rawValue) }
    } else {
      if first.orientation != 0 { steps.append(Orientation.step.rawValue) }
      if abs(first.skew) >= 0.05 { steps.append(Skew.step.rawValue) }
    }
    if stages.takes(Background.self) { steps.append(Background.step.rawValue) }
    let preparation = Preparation(
      rotation: (720 - first.orientation) % 360, angle: first.skew, scale: first.scale / picture.originalScale,
      crop: sheets.crop, steps: steps + ["scale"])
    return PreparedPage(blocks: blocks, preparation: preparation, isBlank: false)
  }

  /// One sheet, upright, level and scaled, with its lines.
  private func block(_ part: PageSheets.Part, rotation: Int, isUpright: Bool) -> PreparedBlock {
    let height = part.textHeight > 0 ? part.textHeight : Self.textHeight
    let scale = min(max(Self.textHeight / height, 0.04), 3)
    let orientation = orientation(of: part.orientation, rotation: rotation)
    var skew = stages.takes(Skew.self) ? part.skew : 0
    var block = render(part.sheet, orientation: orientation, skew: skew, scale: scale)
    if stages.takes(Skew.self), let residual = Skew.residual(meanSlope: block.found.meanSlope) {
      skew += residual
      block = render(part.sheet, orientation: orientation, skew: skew, scale: scale)
    }
    if rotation == 0, !isUpright, stages.takes(Orientation.self), block.found.isUpsideDown {
      block = render(part.sheet, orientation: (orientation + 180) % 360, skew: skew, scale: scale)
    }
    return block
  }

  private func render(_ sheet: Sheet, orientation: Int, skew: Double, scale: Double) -> PreparedBlock {
    let (width, height, mapping) = sheet.frame(angle: Double(orientation) + skew, scale: scale)
    let warped = sheet.sampler.warped(width: width, height: height, by: mapping, scale: scale)
    let page = Binarisation(warped, reach: Self.textHeight, evensInk: stages.takes(Contrast.self)) {
      sheet.whiten(&$0, mapping: mapping)
    }
    let finder = LineFinder(textHeight: Self.textHeight, splitsColumns: stages.takes(ColumnSpacing.self))
    let found = finder.find(in: page.even, contrast: page.white)
    let cropper = LineCropper(
      sampler: sheet.sampler, toOriginal: mapping, scale: scale,
      background: stages.takes(Background.self) ? page.background : nil, owners: found.owners, width: width,
      height: height)
    return PreparedBlock(
      image: page.even, found: found, cropper: cropper, toOriginal: mapping, orientation: orientation, skew: skew,
      scale: scale)
  }
}

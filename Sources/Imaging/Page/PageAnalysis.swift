import PageModel

/// A picture whose sheets are measured once and kept while other orientations are tried.
///
/// Like its picture it stays on one thread. What it keeps is the picture in gray and its reductions, 1.33 bytes a pixel,
/// which a prepared page of the same orientation shares. It lets go of them before a rotated copy is made, so that no
/// more memory is held at once than one orientation needs.
package final class PageAnalysis {
  let picture: Picture
  private let stages: StageSelection
  private let isUpright: Bool
  private var sheets: PageSheets?
  private var facts: Facts?

  /// What is known of a page after its sheets were let go.
  struct Facts {
    /// The orientation of each part; none for a page without ink.
    var orientations: [Int]
    /// Whether paper was told from its surroundings by its colour, or several receipts by the white between them.
    var hasParts: Bool
  }

  /// `isUpright` tells that the picture's orientation is known to be right.
  init(of picture: Picture, stages: StageSelection, isUpright: Bool = false) {
    self.picture = picture
    self.stages = stages
    self.isUpright = isUpright
  }

  /// The sheets on the picture; measured anew where they were let go.
  func measured() -> PageSheets {
    if let sheets { return sheets }
    let found = PageSheets(on: picture, stages: stages, isUpright: isUpright)
    sheets = found
    facts = Facts(
      orientations: found.parts.map(\.orientation),
      hasParts: found.takes(PaperFinder.self) || found.takes(PageSplitter.self))
    return found
  }

  /// What is known without the sheets; they are measured only where they never were.
  func measuredFacts() -> Facts {
    if let facts { return facts }
    _ = measured()
    return facts ?? Facts(orientations: [], hasParts: false)
  }

  /// Whether the picture in gray is kept.
  var holdsSheets: Bool { sheets != nil }

  /// Lets go of the picture in gray.
  func release() { sheets = nil }

  /// A larger picture in colour is not copied to rotate it, for the sake of memory, in pixels.
  private static let largestRotated = 16_000_000

  /// The picture rotated clockwise by 90, 180 or 270 degrees, after the sheets were let go.
  ///
  /// A large one in colour comes as the gray that it is read in, or not at all where its parts were found by colour:
  /// then the sheets stay.
  func rotatedCopy(by degrees: Int) -> Picture? {
    if picture.width * picture.height <= Self.largestRotated || !picture.isColour {
      release()
      return picture.rotated(by: degrees)
    }
    guard !measuredFacts().hasParts else { return nil }
    var gray = sheets?.gray
    release()
    if gray == nil {
      let mix = stages.takes(ChannelChoice.self) ? ChannelChoice.mix(for: picture, paper: nil) : .luminance
      gray = GrayImage(picture, mix: mix)
    }
    return gray?.makePicture()?
      .rotated(by: degrees, originalWidth: picture.originalWidth, originalHeight: picture.originalHeight)
  }
}

/// The sheets on a picture, and what was measured on each.
struct PageSheets {
  /// A sheet, or a receipt on one: prepared on its own.
  struct Part {
    /// As far as it is printed.
    let sheet: Sheet
    /// In the sheet's pixels; 0 where it can't be told.
    let textHeight: Double
    /// In degrees: 0, or 90 where the print runs upright.
    let orientation: Int
    /// In degrees clockwise.
    let skew: Double

    init(_ sheet: Sheet, _ overview: PageOverview) {
      self.sheet = sheet.part(overview.printed)
      textHeight = overview.textHeight
      orientation = overview.orientation
      skew = overview.skew
    }
  }

  /// In reading order; none where nothing is printed.
  private(set) var parts: [Part] = []
  /// The picture in gray.
  let gray: GrayImage
  /// Several sheets lie side by side: each is a page of its own.
  let isSeveral: Bool
  /// The part of the original that is read; nil where that is the whole, or several.
  private(set) var crop: Box?
  /// The names of the stages that found something.
  private(set) var steps: [String] = []
  /// The orientation was known.
  let isUpright: Bool

  /// Looks for paper, chooses the channels, undoes a perspective, and parts receipts that lie side by side.
  init(on picture: Picture, stages: StageSelection, isUpright: Bool) {
    self.isUpright = isUpright
    let papers = stages.takes(PaperFinder.self) ? PaperFinder.sheets(on: picture) : []
    let mix = stages.takes(ChannelChoice.self) ? ChannelChoice.mix(for: picture, paper: papers.first) : .luminance
    gray = GrayImage(picture, mix: mix)
    isSeveral = papers.count > 1
    let undoesPerspective = stages.takes(Perspective.self)
    if isSeveral {
      for paper in papers {
        let sheet = Sheet(gray, paper: paper, undoesPerspective: undoesPerspective)
        let overview = PageOverview(sheet, isUpright: isUpright)
        if overview.hasInk { parts.append(Part(sheet, overview)) }
      }
      if parts.isEmpty { return }
      note(PaperFinder.self)
      if stages.takes(PageSplitter.self) { note(PageSplitter.self) }
      return
    }
    let sheet = Sheet(gray, paper: papers.first, undoesPerspective: undoesPerspective)
    let overview = PageOverview(sheet, isUpright: isUpright)
    guard overview.hasInk else { return }
    crop = sheet.box(in: picture)
    if mix != .luminance { note(ChannelChoice.self) }
    if !papers.isEmpty { note(PaperFinder.self) }
    if sheet.isRectified { note(Perspective.self) }
    let receipts = stages.takes(PageSplitter.self) ? PageSplitter(overview).parts : []
    guard receipts.count > 1 else {
      parts = [Part(sheet, overview)]
      return
    }
    note(PageSplitter.self)
    for receipt in receipts {
      let own = sheet.part(receipt)
      let overview = PageOverview(own, isUpright: isUpright)
      if overview.hasInk { parts.append(Part(own, overview)) }
    }
  }

  private mutating func note(_ stage: any PreparationStage.Type) { steps.append(stage.step.rawValue) }

  /// Whether a stage found something.
  func takes(_ stage: any PreparationStage.Type) -> Bool { steps.contains(stage.step.rawValue) }
}

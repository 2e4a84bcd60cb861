package import PageModel

/// Brings a page into the form that is read best: upright, level, evenly lit, its print of one height, its lines found.
///
/// Nothing is resampled more than once: every stage only adds to the mapping from the prepared picture back to the
/// original, and lines are cut out of the original along that mapping.
package struct PagePreparer: Sendable {
  /// What is done to a page, in this order; each stage is found in the file of its name.
  static let stages: [any PreparationStage.Type] = [
    ChannelChoice.self, PrintGroup.self, Orientation.self, Skew.self, Background.self, Contrast.self, ReadingOrder.self,
  ]
  /// The height that print is brought to, in pixels: 20 read better than 16, 24 or 28 on real receipts.
  package static let textHeight = 20.0

  /// The stages that this preparer takes.
  let stages: StageSelection

  package init(level: ReaderSettings.PreparationLevel = .full, without: Set<ReaderSettings.Step> = []) {
    stages = StageSelection(of: Self.stages, level: level, without: without)
  }

  /// Prepares a page whose print the detection network finds.
  ///
  /// - Parameter isOnItsSide: whether its print runs upright or downright; by the shapes of the print where nil.
  package func prepare(
    _ picture: Picture, network: DetectionNetwork, isOnItsSide: Bool? = nil
  ) throws(DetectionError) -> PreparedPage {
    let finder = PrintFinder(network: network)
    var (map, pieces) = try finder.find(on: picture)
    var (looked, toShown, shownOrientation) = (picture, Projection.identity, 0)
    // Of rows that run upright and touch the network marks the first letters as one row.
    let runsUpright = isOnItsSide ?? (PrintPiece.typicalAngle(pieces).map { $0 > 45 } ?? false)
    if runsUpright, stages.takes(Orientation.self), let upright = picture.rotated(by: 270) {
      (map, pieces) = try finder.find(on: upright)
      looked = upright
      toShown = .rotatingBack(degrees: 270, width: Double(picture.width), height: Double(picture.height))
      shownOrientation = 90
    }
    let marked = MarkedPrint(map: map, pieces: pieces, toPicture: toShown)
    let blank = PreparedPage(
      blocks: [], preparation: Preparation(), isBlank: true, isOnItsSide: shownOrientation != 0, marked: marked)
    guard !pieces.isEmpty else { return blank }
    let groups = try groups(of: pieces, map: map, finder: finder, on: looked)
    let mix = stages.takes(ChannelChoice.self) ? ChannelChoice.mix(for: looked) : .luminance
    let sampler = Sampler(GrayImage(looked, mix: mix), smallestScale: 0.04)
    let blocks = groups.compactMap { group in
      DetectedBlock(
        map: group.map, pieces: group.pieces, angle: angle(of: group), sampler: sampler, toShown: toShown,
        shownOrientation: shownOrientation, stages: stages
      ).prepared()
    }
    guard let first = blocks.first else { return blank }
    let preparation = Preparation(
      rotation: first.rotation, angle: first.skew, scale: first.scale / picture.originalScale,
      steps: steps(of: first, blocks: blocks.count, mix: mix))
    return PreparedPage(
      blocks: blocks, preparation: preparation, isBlank: false, isOnItsSide: shownOrientation != 0, marked: marked)
  }

  /// The groups of a page's print, small print looked at closer.
  private func groups(
    of pieces: [PrintPiece], map: PrintMap, finder: PrintFinder, on picture: Picture
  ) throws(DetectionError) -> [PrintGroup] {
    let whole = PrintGroup(pieces: pieces, map: map, angle: PrintPiece.typicalAngle(pieces) ?? 0)
    let first = stages.takes(PrintGroup.self) ? whole.parted() : [whole]
    var groups: [PrintGroup] = []
    for group in first {
      guard let closer = try finder.closer(group, of: first, on: picture) else {
        groups.append(group)
        continue
      }
      // What looked like one receipt may be two of small print.
      groups += stages.takes(PrintGroup.self) ? closer.parted() : [closer]
    }
    return groups
  }

  private func angle(of group: PrintGroup) -> Double {
    let orientation = (group.angle / 90).rounded() * 90
    let angle = stages.takes(Skew.self) ? group.angle : orientation
    return stages.takes(Orientation.self) ? angle : angle - orientation
  }

  /// The names of what was done, in order.
  private func steps(of block: PreparedBlock, blocks: Int, mix: ChannelMix) -> [String] {
    var steps: [ReaderSettings.Step] = []
    if mix != .luminance { steps.append(.channel) }
    if blocks > 1 { steps.append(.blocks) }
    if block.orientation != 0 { steps.append(.orientation) }
    if abs(block.skew) >= 0.05 { steps.append(.skew) }
    if stages.takes(Background.self) { steps.append(.background) }
    return steps.map(\.rawValue) + ["scale"]
  }
}

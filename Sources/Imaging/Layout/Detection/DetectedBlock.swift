import PageModel

/// Print of a picture that belongs together, with all that is needed to make it ready for reading.
package struct DetectedBlock: Sendable {
  let map: PrintMap
  let pieces: [PrintPiece]
  /// Which way its print runs, in degrees clockwise from the picture's rows.
  let angle: Double
  let sampler: Sampler
  /// From the picture that was looked at to the one that is shown, and by how many degrees clockwise the latter's print
  /// stands otherwise: print on its side is looked at upright.
  let toShown: Projection
  let shownOrientation: Int
  let stages: StageSelection

  /// The height of capitals as a share of that of the line around them.
  static let capShare = 0.8

  /// The block levelled, evenly lit and scaled, with its lines; `isTurned` where it stands on its head.
  func prepared(isTurned: Bool = false) -> PreparedBlock? {
    let angle = self.angle + (isTurned ? 180 : 0)
    let toLevel = Projection.rotation(degrees: -angle)
    let level = pieces.map { LevelPiece($0, map: map, toFrame: toLevel, scale: 1) }
    let height = max(PrintPiece.typicalHeight(pieces), 1)
    guard let left = level.map(\.left).min(), let right = level.map(\.right).max() else { return nil }
    let margin = 2 * height
    let (top, bottom) = (
      level.map { ($0.path.min() ?? 0) - $0.height }.min() ?? 0,
      level.map { ($0.path.max() ?? 0) + $0.height }.max() ?? 0
    )
    let scale = min(max(PagePreparer.textHeight / (Self.capShare * height), 0.04), 4)
    let (originX, originY) = (left - margin, top - margin)
    let (width, tall) = ((right + margin - originX) * scale, (bottom + margin - originY) * scale)
    // A picture of 100 megapixels whose print is high is not made larger for it.
    guard width * tall < 60_000_000 else { return nil }
    let mapping = Projection.scaling(1 / scale, 1 / scale).then(.shift(originX, originY)).then(
      .rotation(degrees: angle))
    let frame = Projection.rotation(degrees: -angle).then(.shift(-originX, -originY)).then(.scaling(scale, scale))
    let own = pieces.map { LevelPiece($0, map: map, toFrame: frame, scale: scale) }
    return render(
      own, width: max(1, Int(width)), height: max(1, Int(tall)), mapping: mapping, scale: scale, angle: angle)
  }

  private func render(
    _ pieces: [LevelPiece], width: Int, height: Int, mapping: Projection, scale: Double, angle: Double
  ) -> PreparedBlock {
    let reach = PagePreparer.textHeight
    let warped = sampler.warped(width: width, height: height, by: mapping, scale: scale)
    let page = Binarisation(warped, reach: reach, evensInk: stages.takes(Contrast.self))
    let found = RowAssembler(textHeight: reach).lines(of: pieces, in: page.even)
    let cropper = LineCropper(
      sampler: sampler, toOriginal: mapping, scale: scale,
      background: stages.takes(Background.self) ? page.background : nil, owners: found.owners, width: width,
      height: height)
    let orientation = Int((angle / 90).rounded()) * 90
    return PreparedBlock(
      image: page.even, found: found, cropper: cropper, toOriginal: mapping.then(toShown),
      orientation: (orientation + shownOrientation + 720) % 360,
      skew: angle - Double(orientation), scale: scale, detected: self)
  }
}

extension PreparedBlock {
  /// The same block the other way up.
  package func turnedOver() -> PreparedBlock? { detected?.prepared(isTurned: true) }
}

extension PagePreparer {
  /// Prepares a page whose print the detection network finds.
  package func prepare(_ picture: Picture, network: DetectionNetwork) throws(DetectionError) -> PreparedPage {
    let finder = PrintFinder(network: network)
    var (map, pieces) = try finder.find(on: picture)
    var (looked, toShown, shownOrientation) = (picture, Projection.identity, 0)
    // Of rows that run upright and touch the network marks the first letters as one row.
    if let angle = PrintPiece.typicalAngle(pieces), angle > 45, stages.takes(Orientation.self),
      let upright = picture.rotated(by: 270)
    {
      (map, pieces) = try finder.find(on: upright)
      looked = upright
      toShown = .rotatingBack(degrees: 270, width: Double(picture.width), height: Double(picture.height))
      shownOrientation = 90
    }
    let marked = MarkedPrint(map: map, pieces: pieces, toPicture: toShown)
    guard !pieces.isEmpty else {
      return PreparedPage(blocks: [], preparation: Preparation(), isBlank: true, marked: marked)
    }
    let mix = stages.takes(ChannelChoice.self) ? ChannelChoice.mix(for: looked, paper: nil) : .luminance
    let sampler = Sampler(GrayImage(looked, mix: mix), smallestScale: 0.04)
    let blocks = groups(of: pieces, map: map).compactMap { group in
      DetectedBlock(
        map: map, pieces: group.pieces, angle: group.angle, sampler: sampler, toShown: toShown,
        shownOrientation: shownOrientation,
        stages: stages
      ).prepared()
    }
    guard let first = blocks.first else {
      return PreparedPage(blocks: [], preparation: Preparation(), isBlank: true, marked: marked)
    }
    let preparation = Preparation(
      rotation: first.rotation, angle: first.skew, scale: first.scale / picture.originalScale,
      steps: ["detection"] + steps(of: first, blocks: blocks.count, mix: mix))
    return PreparedPage(blocks: blocks, preparation: preparation, isBlank: false, marked: marked)
  }

  private func groups(of pieces: [PrintPiece], map: PrintMap) -> [PrintGroup] {
    var groups =
      stages.takes(PageSplitter.self)
      ? PrintGroup.groups(of: pieces, map: map)
      : [PrintGroup(pieces: pieces, angle: PrintPiece.typicalAngle(pieces) ?? 0)]
    for index in groups.indices {
      let orientation = (groups[index].angle / 90).rounded() * 90
      if !stages.takes(Skew.self) { groups[index].angle = orientation }
      if !stages.takes(Orientation.self) { groups[index].angle -= orientation }
    }
    return groups
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

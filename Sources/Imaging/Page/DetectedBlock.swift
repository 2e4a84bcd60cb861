import PageModel

/// Text that belongs together, with all that is needed to prepare it for reading.
package struct DetectedBlock: Sendable {
  let map: PrintMap
  let pieces: [PrintPiece]
  /// The direction of its text, in degrees clockwise from the picture's rows.
  let angle: Double
  let sampler: Sampler
  /// The same picture with coloured ink as dark as black.
  let inks: Sampler
  /// Maps the analysed picture, in which text on its side is upright, to the shown one; `shownOrientation` is the
  /// latter's text in degrees clockwise.
  let toShown: AffineMap
  let shownOrientation: Int
  let omitted: Set<ReaderSettings.Step>
  /// Places on all text of the page in the analysed picture, because a table may hold text of several blocks.
  ///
  /// Empty for a block whose tables are searched near it alone.
  var text: [Place] = []

  /// The most pixels of a prepared picture.
  private static let mostPixels = 60_000_000.0

  /// The outlines of its pieces in the shown picture: along the top, and back along the bottom.
  var outlines: [[Place]] {
    let toLevel = AffineMap.rotation(degrees: -angle)
    let toPicture = AffineMap.rotation(degrees: angle).then(toShown)
    return pieces.map { piece in
      let level = LevelPiece(piece, map: map, toFrame: toLevel, scale: 1)
      let above = level.path.indices.map { index in
        (x: level.left + Double(index) * level.spacing, y: level.path[index] - level.reach.above)
      }
      let below = above.indices.reversed().map { (x: above[$0].x, y: level.path[$0] + level.reach.below) }
      return (above + below).map(toPicture.place)
    }
  }

  /// Places on its text in the analysed picture, a height of a line apart.
  var ownText: [Place] {
    let (toLevel, toPicture) = (AffineMap.rotation(degrees: -angle), AffineMap.rotation(degrees: angle))
    return pieces.flatMap { piece in
      let level = LevelPiece(piece, map: map, toFrame: toLevel, scale: 1)
      return stride(from: level.left + level.height / 2, to: level.right, by: max(1, level.height)).map { x in
        toPicture.place((x, level.middle(x)))
      }
    }
  }

  /// The block levelled, evenly lit and scaled, with its lines; `isTurned` for upside down.
  func prepared(isTurned: Bool = false) -> PreparedBlock? {
    let angle = self.angle + (isTurned ? 180 : 0)
    let toLevel = AffineMap.rotation(degrees: -angle)
    let level = pieces.map { LevelPiece($0, map: map, toFrame: toLevel, scale: 1) }
    let textHeight = max(PrintPiece.typicalHeight(pieces), 1)
    guard let left = level.map(\.left).min(), let right = level.map(\.right).max() else { return nil }
    let margin = 2 * textHeight
    let (top, bottom) = (level.map(\.top).min() ?? 0, level.map(\.bottom).max() ?? 0)
    let scale = min(max(PagePreparer.textHeight / (PrintPiece.capShare * textHeight), 0.04), 4)
    let (originX, originY) = (left - margin, top - margin)
    let (exactWidth, exactHeight) = ((right + margin - originX) * scale, (bottom + margin - originY) * scale)
    // A picture of 100 megapixels with high text is not enlarged for it.
    guard exactWidth * exactHeight < Self.mostPixels else { return nil }
    let (width, height) = (max(1, Int(exactWidth)), max(1, Int(exactHeight)))
    let mapping = AffineMap.scaling(1 / scale, 1 / scale).then(.shift(originX, originY)).then(
      .rotation(degrees: angle))
    let frame = AffineMap.rotation(degrees: -angle).then(.shift(-originX, -originY)).then(.scaling(scale, scale))
    let own = pieces.map { LevelPiece($0, map: map, toFrame: frame, scale: scale) }
    let reach = PagePreparer.textHeight
    let warped = sampler.warped(width: width, height: height, by: mapping, scale: scale)
    let region = PrintRegion(own, height: height, textHeight: reach)
    let polarity = Polarity(of: own, in: warped)
    let light = polarity.darkOnLight(warped)
    let background = Background(of: light, reach: reach)
    var white = background.divided(out: light)
    region.whiten(&white)
    // One threshold then separates ink from paper.
    let even = omitted.contains(.contrast) ? white : white.evened(by: region.print(of: white), reach: reach)
    let ruling = ruling(by: mapping, scale: scale, width: width, height: height, isMixed: polarity.isMixed)
    let found = RowAssembler(textHeight: reach).lines(of: own, in: even, ruling: ruling)
    let cropper = LineCropper(
      sampler: sampler, toOriginal: mapping, scale: scale,
      background: omitted.contains(.background) ? nil : background, owners: found.owners,
      polarity: polarity, width: width, height: height)
    let orientation = Int((angle / 90).rounded()) * 90
    return PreparedBlock(
      image: even, found: found, cropper: cropper, toOriginal: mapping.then(toShown),
      orientation: (orientation + shownOrientation + 720) % 360,
      skew: angle - Double(orientation), scale: scale, ruling: ruling, detected: self)
  }

  /// The distance that a table may reach beyond the text, in heights of capitals: its last rows may be empty.
  private static let room = 12.0

  /// Finds rules and tables in an area wider than the text, or on the whole page if a table runs out of that area.
  ///
  /// In the wider area, the text of other blocks also tells that a grid is written in. `isMixed` tells that some text is
  /// light on dark ground.
  private func ruling(by mapping: AffineMap, scale: Double, width: Int, height: Int, isMixed: Bool) -> Ruling {
    let end = (x: Double(width), y: Double(height))
    let room = Self.room * PagePreparer.textHeight
    let near = ruling(by: mapping, scale: scale, end: end, room: room, text: ownText, isMixed: isMixed)
    guard near.isCutOff, !text.isEmpty else { return near }
    let all = ruling(by: mapping, scale: scale, end: end, room: .infinity, text: text, isMixed: isMixed)
    return all.cells < near.cells ? near : all
  }

  private func ruling(
    by mapping: AffineMap, scale: Double, end: Point, room: Double, text: [Place], isMixed: Bool
  ) -> Ruling {
    guard let inverse = mapping.inverse else { return Ruling() }
    let (width, height) = (Double(inks.width), Double(inks.height))
    let corners = [(0.0, 0.0), (width, 0), (0, height), (width, height)].map { inverse.apply($0.0, $0.1) }
    let edges = (
      left: corners.map(\.x).min() ?? 0, top: corners.map(\.y).min() ?? 0,
      right: corners.map(\.x).max() ?? 0, bottom: corners.map(\.y).max() ?? 0
    )
    let (left, top) = (max(-room, edges.left).rounded(), max(-room, edges.top).rounded())
    let size = (width: min(end.x + room, edges.right) - left, height: min(end.y + room, edges.bottom) - top)
    guard size.width > 1, size.height > 1, size.width * size.height < Self.mostPixels else { return Ruling() }
    let image = inks.warped(
      width: Int(size.width), height: Int(size.height), by: AffineMap.shift(left, top).then(mapping), scale: scale)
    let textHeight = PagePreparer.textHeight
    func ruling(in image: GrayImage, outlining polarity: Polarity? = nil) -> Ruling {
      let white = Background(of: image, reach: textHeight).divided(out: image)
      return Ruling(
        in: polarity?.outlined(white, reach: Int(0.22 * textHeight)) ?? white, left: left, top: top,
        text: text.map { inverse.apply($0.x, $0.y) }, textHeight: textHeight,
        beyond: (-room > edges.left, -room > edges.top, end.x + room < edges.right, end.y + room < edges.bottom))
    }
    let found = ruling(in: image)
    guard isMixed else { return found }
    let frame = inverse.then(.shift(-left, -top))
    let polarity = Polarity(of: pieces.map { LevelPiece($0, map: map, toFrame: frame, scale: scale) }, in: image)
    // A filled cell may have no rules of its own: its borders are sides of cells. Bars of a chart hold no light text.
    let filled = ruling(in: polarity.darkOnLight(image), outlining: polarity)
    func isLit(_ place: Point) -> Bool { polarity.isTurned(x: place.x - left, y: place.y - top) && filled.holds(place) }
    return filled.cells > found.cells && text.contains { isLit(inverse.apply($0.x, $0.y)) } ? filled : found
  }
}

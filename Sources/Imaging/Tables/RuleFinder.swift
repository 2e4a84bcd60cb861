import Support

/// Finds the drawn lines of a picture: strokes that keep their direction for longer than any letter's.
struct RuleFinder {
  /// The height of capitals, in pixels, the unit of all lengths.
  let em: Double
  private static let leastLevel = 1.5
  private static let leastUpright = 1.25

  /// More pieces are noise; the longest are kept.
  private static let mostPieces = 1500
  private static let mostRules = 300

  /// Strokes that may be level rules; only crossings tell rules from other strokes.
  func levelRules(of level: GrayImage) -> [Rule] { rules(level, least: Self.leastLevel * em, gap: 2.5 * em) }

  /// The level rules and the upright ones that cross them; the latter are found in the transposed picture.
  func rules(_ flat: [Rule], _ upright: GrayImage) -> (level: [Rule], upright: [Rule]) {
    let steep = rules(upright, least: Self.leastUpright * em, gap: em)
    guard !steep.isEmpty, flat.count <= Self.mostRules, steep.count <= Self.mostRules else { return ([], []) }
    let crossed = flat.filter { $0.length > 4 * em || ends(of: $0, crossedBy: steep) == 2 }
    let uprights = steep.filter { rule in
      if rule.length > 8 * em { return true }
      let ends = ends(of: rule, crossedBy: crossed)
      return ends == 2 || ends == 1 && rule.length > 3 * em
    }
    let levels = crossed.filter { rule in
      rule.length > 8 * em || uprights.contains { crossing($0, rule) != nil }
    }
    let sides = sides(uprights, of: levels)
    return (levels.flatMap { parted($0, at: uprights, sides: sides) }, uprights.flatMap { parted($0, at: levels) })
  }

  private func rules(_ plane: GrayImage, least: Double, gap: Double) -> [Rule] {
    joined(pieces(of: plane, least: least), gap: gap).filter { rule in
      let inked = inked(rule, in: plane)
      return Double(inked.count { $0 }) > 0.8 * Double(inked.count)
    }
  }

  private func pieces(of plane: GrayImage, least: Double) -> [Rule] {
    let slope = plane.slope()
    let soft = plane.sheared(by: slope).softened(reach: max(5, Int(0.7 * em)))
    let components = longRuns(of: soft, least: Int(least))
    let columns = zip(components.components, components.runsOfEach).map { component, runs -> [Point] in
      let isStroke =
        Double(component.width) >= least
        && Double(component.height) <= max(0.8 * em, 0.15 * Double(component.width))
      guard isStroke else { return [] }
      // The darkest place of each column, not the mean, which touching letters would shift.
      var darkest = [(ink: UInt8, row: Int)](repeating: (0, 0), count: component.width)
      for run in runs {
        for x in Int(run.from)..<Int(run.to) {
          let ink = soft.pixels[Int(run.row) * plane.width + x]
          if ink > darkest[x - component.left].ink { darkest[x - component.left] = (ink, Int(run.row)) }
        }
      }
      return darkest.enumerated().filter { $0.element.ink > 0 }.map { column, place in
        let x = component.left + column
        return (Double(x), Double(place.row) + Double(plane.shift(x, slope)))
      }
    }
    let found = columns.flatMap { straightened($0, least: least) }.flatMap {
      self.runs(of: $0, in: plane, least: least)
    }
    return Array(found.sorted { $0.length > $1.length }.prefix(Self.mostPieces))
  }

  /// A piece divided at bends and jumps: rules that touch, end to end, are one piece of ink.
  private func straightened(_ points: [Point], least: Double) -> [Rule] {
    guard let rule = Rule(points), rule.length > 0.8 * least else { return [] }
    let off = points.map { abs($0.y - rule.y($0.x)) }
    guard let worst = off.indices.max(by: { off[$0] < off[$1] }), off[worst] > 0.12 * em else {
      return [rule]
    }
    // The step is at the largest jump near the worst point.
    let reach = Int(0.6 * em)
    let near = max(1, worst - reach)..<min(points.count, worst + reach)
    func step(_ index: Int) -> Double {
      abs(points[min(points.count - 1, index + 2)].y - points[max(0, index - 3)].y)
    }
    guard let cut = near.max(by: { step($0) < step($1) }) else { return [rule] }
    return [Array(points[..<cut]), Array(points[cut...])].flatMap { straightened($0, least: least) }
  }

  /// The joined runs of a softened picture that are longer than a letter, short gaps bridged.
  private func longRuns(of soft: GrayImage, least: Int) -> InkComponents {
    let (width, height) = (soft.width, soft.height)
    let median = Levels(soft.pixels).ranked(soft.pixels.count / 2)
    let threshold = UInt8(min(255, max(9, median * 5 / 2)))
    return soft.pixels.withUnsafeBufferPointer { pixels in
      InkComponents(width: width, height: height, least: least, bridge: Int(0.5 * em)) { x, y in
        let (above, below) = (max(0, y - 1) * width, min(height - 1, y + 1) * width)
        return max(pixels[above &+ x], pixels[y &* width &+ x], pixels[below &+ x]) > threshold
      }
    }
  }

  private func inked(_ rule: Rule, in plane: GrayImage) -> [Bool] {
    let (first, last) = (Int(rule.left), Int(rule.right))
    let strokes = (first...max(first, last)).map { plane.stroke(x: $0, y: Int(rule.y(Double($0)).rounded())) }
      .joiningDashes()
    let means = strokes.neighbourhoods(2).map { Double($0.reduce(0) { $0 + Int($1) }) / Double($0.count) }
    let usual = means.sorted()[means.count * 6 / 10]
    let least = max(6, 0.4 * usual)
    return means.map { $0 > least }
  }

  /// The inked runs of a piece, short gaps bridged.
  private func runs(of rule: Rule, in plane: GrayImage, least: Double) -> [Rule] {
    let inked = inked(rule, in: plane)
    let bridge = max(3, Int(0.15 * em))
    return inked.indices.filter { inked[$0] }.chunked { $1 - $0 <= bridge }.compactMap { run in
      let (start, end, count) = (run[run.startIndex], run[run.endIndex - 1], Double(run.count))
      guard count > 0.95 * least, count > 0.8 * Double(end - start + 1) else { return nil }
      let (from, to) = (rule.left + Double(start), rule.left + Double(end))
      let points = rule.points.filter { $0.x >= from && $0.x <= to }
      return Double(points.count) > 0.75 * least ? Rule(points) : nil
    }
  }

  /// Joins pieces of one broken rule: they begin at the end of another, in line with it.
  private func joined(_ pieces: [Rule], gap: Double) -> [Rule] {
    var rest = pieces.sorted { ($0.left, $0.y($0.left)) < ($1.left, $1.y($1.left)) }
    var result: [Rule] = []
    while !rest.isEmpty {
      var rule = rest.removeFirst()
      while let next = next(after: rule, among: rest, gap: gap) {
        let piece = rest.remove(at: next)
        rule = Rule(rule.points + piece.points.filter { $0.x > rule.right }) ?? rule
      }
      result.append(rule)
    }
    return result
  }

  private func next(after rule: Rule, among rest: [Rule], gap: Double) -> Int? {
    var best: (gap: Double, index: Int)?
    for (index, piece) in rest.enumerated() {
      let distance = piece.left - rule.right
      if distance > gap { break }
      guard piece.right > rule.right, distance >= -em, distance < best?.gap ?? .infinity else { continue }
      let end = distance < 0 ? rule.end(true, count: 40) : rule.tail(at: piece.left)
      if abs(end - piece.end(false, count: 20)) < 0.25 * em { best = (distance, index) }
    }
    return best?.index
  }

  /// The crossing of an upright rule and a level one, in the level one's coordinates; nil for none.
  func crossing(_ upright: Rule, _ level: Rule) -> Point? {
    var x = upright.y((upright.left + upright.right) / 2)
    let y = level.y(min(max(x, level.left), level.right))
    x = upright.y(y)
    let room = 0.45 * em
    let meets =
      x >= level.left - room && x <= level.right + room && y >= upright.left - room && y <= upright.right + room
    return meets ? (x: x, y: y) : nil
  }

  /// The number of a rule's ends with a crossing rule, seen with the rule level.
  private func ends(of rule: Rule, crossedBy others: [Rule]) -> Int {
    let places = others.compactMap { crossing($0, rule)?.x }
    return [rule.left, rule.right].count { end in places.contains { abs($0 - end) < 0.3 * em } }
  }

  /// The upright rules that no level rule passes through: each of these ends there, or has a gap.
  private func sides(_ uprights: [Rule], of levels: [Rule]) -> [Rule] {
    let parts = levels.flatMap { level in
      let parts = level.points.chunked { $1.x - $0.x <= 0.5 * em }
      return parts.count == 1 ? [level] : parts.compactMap { Rule(Array($0)) }
    }
    return uprights.filter { upright in
      !parts.contains { part in
        crossing(upright, part).map { part.left < $0.x - em && $0.x + em < part.right } ?? false
      }
    }
  }

  /// Undoes the bridging of a gap with rules across both its ends, or a box's side at one: it is the space between boxes.
  private func parted(_ rule: Rule, at others: [Rule], sides: [Rule] = []) -> [Rule] {
    func isClosed(_ point: Point, by others: [Rule]) -> Bool {
      others.contains { other in
        other.left - 0.5 * em < point.y && point.y < other.right + 0.5 * em
          && abs(other.y(point.y) - point.x) < 0.5 * em
      }
    }
    let parts = rule.points.chunked { left, right in
      if right.x - left.x <= 0.5 * em { return true }
      let isSpace = isClosed(left, by: others) && isClosed(right, by: others)
      return !isSpace && !isClosed(left, by: sides) && !isClosed(right, by: sides)
    }
    guard parts.count > 1 else { return [rule] }
    return parts.compactMap { Rule(Array($0)) }.filter { $0.length > 0.8 * em }
  }
}

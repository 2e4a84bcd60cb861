import PageModel
import Support

/// The border of a picture, at which every box and baseline ends that a format has of its page.
///
/// Print that an edge cuts is read with what would be there, so that its box reaches beyond the picture; boxes come from
/// other processes and from damaged stores, too.
struct PictureBorder {
  let area: Box

  init(of page: RecognisedPage) {
    area = Box(x: 0, y: 0, width: max(page.width, 0), height: max(page.height, 0))
  }

  /// The page with all of its boxes and baselines within the picture.
  static func clip(_ page: RecognisedPage) -> RecognisedPage {
    let border = PictureBorder(of: page)
    var page = page
    page.lines = page.lines.map(border.clip)
    let handwriting = page.handwriting.map { $0.clipped(to: border.area) }
    page.signals?.handwriting = handwriting
    for code in page.signals?.barcodes.indices ?? 0..<0 {
      if let box = page.signals?.barcodes[code].box { page.signals?.barcodes[code].box = box.clipped(to: border.area) }
    }
    return page
  }

  private func clip(_ line: Line) -> Line {
    var line = line
    line.box = line.box.clipped(to: area)
    line.baseline = line.baseline.map(clip)
    for word in line.words.indices { line.words[word].box = line.words[word].box.clipped(to: area) }
    line.asRead = line.asRead.map(clip)
    return line
  }

  /// The part of a baseline within the picture, as steep as the whole; of one beside it the nearest places of the border.
  func clip(_ baseline: Baseline) -> Baseline {
    let (width, height) = (Double(area.width), Double(area.height))
    let (run, rise) = (baseline.x2 - baseline.x1, baseline.y2 - baseline.y1)
    // Shares of the way from one end to the other, between which it lies within both sides.
    var (from, to) = (0.0, 1.0)
    for (start, way, side) in [(baseline.x1, run, width), (baseline.y1, rise, height)] where way != 0 {
      from = max(from, min(-start / way, (side - start) / way))
      to = min(to, max(-start / way, (side - start) / way))
    }
    if from > to { (from, to) = (0, 1) }
    func place(_ share: Double) -> (x: Double, y: Double) {
      (min(max(baseline.x1 + run * share, 0), width), min(max(baseline.y1 + rise * share, 0), height))
    }
    let (start, end) = (place(from), place(to))
    return Baseline(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
  }

  /// A derived value with every `box` in it within the picture: those of receipts, fields and pen marks.
  func clip(_ json: JSONValue) -> JSONValue {
    switch json {
    case .row(let value): return .row(clip(value))
    case .array(let elements): return .array(elements.map(clip))
    case .object(let members):
      return .object(JSONValue.Members(members.sorted.map { ($0, clip($0 == "box" ? box($1) : $1)) }))
    default: return json
    }
  }

  /// A box clipped; any other value as it is.
  private func box(_ json: JSONValue) -> JSONValue {
    if case .row(let value) = json { return .row(box(value)) }
    guard case .object(let members) = json, case .integer(let x)? = members["x"], case .integer(let y)? = members["y"],
      case .integer(let width)? = members["width"], case .integer(let height)? = members["height"]
    else { return json }
    return Box(x: x, y: y, width: width, height: height).clipped(to: area).json
  }
}

extension Box {
  var json: JSONValue {
    .object(["x": .integer(x), "y": .integer(y), "width": .integer(width), "height": .integer(height)])
  }
}

import Imaging
package import PageModel

/// A document page's own text, with the place of each word; it may differ from the visible text.
package struct TextLayer: Equatable, Sendable {
  package struct Word: Equatable, Sendable {
    /// NFC, without white space.
    package var text: String
    /// In pixels of the page's picture.
    package var box: Box
    /// The number of its line, by the document's own division, from 0.
    package var line: Int
  }

  package var words: [Word] = []
  private static let most = 50_000

  /// Reads the output of `pdftotext -bbox-layout`: elements `line` around elements `word` with the attributes `xMin`,
  /// `yMin`, `xMax` and `yMax`, in points; ignores everything else.
  package init(
    _ answer: String, sheet: (width: Double, height: Double), picture: (width: Int, height: Int)
  ) {
    guard sheet.width > 0, sheet.height > 0 else { return }
    let scale = (x: Double(picture.width) / sheet.width, y: Double(picture.height) / sheet.height)
    var line = -1
    for element in answer.utf8.split(separator: UInt8(ascii: "<")) where words.count < Self.most {
      if element.starts(with: "line ".utf8) { line += 1 }
      guard element.starts(with: "word ".utf8), let end = element.firstIndex(of: UInt8(ascii: ">")) else { continue }
      let head = String(Substring(element[..<end]))
      guard let left = Self.number("xMin", in: head), let top = Self.number("yMin", in: head),
        let right = Self.number("xMax", in: head), let bottom = Self.number("yMax", in: head)
      else { continue }
      let text = Self.text(String(Substring(element[element.index(after: end)...])))
      let (x, y) = (Self.pixel(left * scale.x, picture.width), Self.pixel(top * scale.y, picture.height))
      let (toX, toY) = (Self.pixel(right * scale.x, picture.width), Self.pixel(bottom * scale.y, picture.height))
      // Text outside of the page is not shown.
      guard !text.isEmpty, toX > x, toY > y else { continue }
      words.append(Word(text: text, box: Box(x: x, y: y, width: toX - x, height: toY - y), line: max(0, line)))
    }
    let heights = words.map(\.box.height).sorted()
    guard !heights.isEmpty else { return }
    let readable = min(Self.leastHeight * scale.y, Self.leastShare * Double(heights[heights.count / 2]))
    words.removeAll { Double($0.box.height) < readable }
  }

  /// Points: text that is lower, and much lower than the page's other text, is illegible.
  private static let leastHeight = 2.0
  private static let leastShare = 0.25

  private static func pixel(_ value: Double, _ limit: Int) -> Int {
    Int(min(max(value.rounded(), 0), Double(max(0, limit))))
  }

  private static func number(_ name: String, in head: String) -> Double? {
    guard let start = head.firstRange(of: "\(name)=\"")?.upperBound else { return nil }
    return Double(head[start...].prefix { $0 != "\"" }).flatMap { $0.isFinite ? $0 : nil }
  }

  /// XML's escapes, and ligatures as their letters.
  private static let written = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&"), ("\u{FB00}", "ff"),
    ("\u{FB01}", "fi"), ("\u{FB02}", "fl"), ("\u{FB03}", "ffi"), ("\u{FB04}", "ffl"), ("\u{AD}", "-"),
  ]

  private static func text(_ content: String) -> String {
    var text = content
    for (from, to) in written where text.contains(from) { text = text.replacing(from, with: to) }
    return TextNormalisation.cleaned(text)
  }

  /// Whether its characters occur in text: fonts without a table of characters give meaningless codes.
  var isLegible: Bool {
    let scalars = words.flatMap(\.text.unicodeScalars)
    let meaningless: [Unicode.GeneralCategory] = [.privateUse, .unassigned, .control, .surrogate]
    let bad = scalars.count { $0 == "\u{FFFD}" || meaningless.contains($0.properties.generalCategory) }
    return !scalars.isEmpty && bad * 50 <= scalars.count
  }

  /// The part of a box's height, around its middle, in which every letter and digit has ink.
  private static let middle = 0.4
  private static let leastContrast: UInt8 = 16
  /// The least share of a word's characters with ink; the places of single ones are unknown.
  private static let leastInk = 0.5

  /// The words that the page shows: those behind a box or a picture, or in the colour of their ground, have no ink.
  func shown(on page: GrayImage, scale: Double) -> TextLayer {
    var layer = self
    layer.words.removeAll { word in
      let scalars = word.text.unicodeScalars
      let letters = scalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      let box = word.box.scaled(by: scale)
      // A dash or a point can be anywhere in its box.
      let margin = letters > 0 ? Int(Double(box.height) * (1 - Self.middle) / 2) : 0
      let columns = box.columns(within: page.width)
      let rows = Range(from: box.y + margin, to: box.y + box.height - margin, within: page.height)
      let inked = Self.inked(page, columns, rows, places: scalars.count)
      return inked == 0 || Double(inked) < Self.leastInk * Double(letters)
    }
    return layer
  }

  /// The number of `places`, side by side, with ink: pixels of the rarer of dark and light.
  private static func inked(_ page: GrayImage, _ columns: Range<Int>, _ rows: Range<Int>, places: Int) -> Int {
    guard !columns.isEmpty, !rows.isEmpty else { return 0 }
    return page.pixels.withUnsafeBufferPointer { pixels in
      var (darkest, lightest) = (UInt8.max, UInt8.min)
      for y in rows {
        for pixel in pixels[y * page.width + columns.lowerBound..<y * page.width + columns.upperBound] {
          darkest = min(darkest, pixel)
          lightest = max(lightest, pixel)
        }
      }
      guard lightest - darkest >= leastContrast else { return 0 }
      let border = darkest + (lightest - darkest) / 2
      let dark = columns.map { x in rows.count { pixels[$0 * page.width + x] <= border } }
      let isDarkInk = dark.reduce(0, +) * 2 <= columns.count * rows.count
      let withInk = dark.indices.filter { isDarkInk ? dark[$0] > 0 : dark[$0] < rows.count }
      return Set(withInk.map { $0 * places / columns.count }).count
    }
  }
}

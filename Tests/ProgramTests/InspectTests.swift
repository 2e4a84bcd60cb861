import Foundation
import Imaging
import PageModel
import TestSupport
import Testing

/// What `inspect` leaves: pictures that open, words where they stand, and a page that a browser can be given.
@Suite struct InspectTests {
  private static let samples = Samples.scans + "/.."

  /// What was left in a folder.
  private struct Left {
    /// Its folder is removed with it.
    var desk: Desk
    var outcome: ChildProgram.Outcome
    var inspection: PageInspection
    var html: String
    var names: [String]

    func picture(_ name: String) throws -> Picture {
      try Picture.decode(Array(Data(contentsOf: URL(fileURLWithPath: "\(desk.out)/\(name)"))))
    }
  }

  private func inspect(_ desk: Desk, _ path: String, _ more: String...) throws -> Left {
    let outcome = try desk.hanscan(["inspect", path, "--out", desk.out] + more)
    try #require(outcome.status == 0, "\(outcome.errorText)")
    let data = try Data(contentsOf: URL(fileURLWithPath: desk.out + "/inspection.json"))
    return Left(
      desk: desk, outcome: outcome, inspection: try JSONDecoder().decode(PageInspection.self, from: data),
      html: try String(contentsOfFile: desk.out + "/index.html", encoding: .utf8),
      names: try FileManager.default.contentsOfDirectory(atPath: desk.out).sorted())
  }

  @Test func `a photo on a desk: its print is outlined, every picture opens and is shown`() throws {
    let desk = try Desk()
    let left = try inspect(desk, Self.samples + "/hard/desk.jpg")
    #expect(left.outcome.outputText.contains("1000 x 1030 pixels, "))
    #expect(left.outcome.outputText.hasSuffix("\(desk.out)/index.html\n"))

    let overview = try left.picture("overview.png")
    #expect(overview.width == 1000 && overview.height == 1030 && overview.isColour)
    let prepared = try left.picture("prepared-1.png")
    let block = try #require(left.inspection.prepared.first)
    #expect(prepared.width == block.width && prepared.height == block.height && !prepared.isColour)

    // Nothing is marked beside the paper, whose corners the drawing put there.
    let regions = left.inspection.regions
    #expect(regions.count > 10)
    #expect(left.outcome.outputText.contains("\(regions.count) pieces of text marked"))
    for place in regions.joined() {
      #expect(place.x > 130 && place.x < 870 && place.y > 75 && place.y < 920, "\(place)")
    }

    // The axis of skew runs along the rows, inside of the border of the print, and lines end on it or within.
    let geometry = try #require(left.inspection.geometry)
    #expect(geometry.axis.count == 2 && geometry.border.count == 4)
    #expect(geometry.axis[1].x - geometry.axis[0].x > 300 && abs(geometry.axis[1].y - geometry.axis[0].y) < 40)
    #expect(geometry.keyPoints.count == 2 * left.inspection.lines.filter { $0.kind == .text }.count)
    #expect(geometry.unread.isEmpty && geometry.cutSides.isEmpty)
    #expect(left.html.contains("of the print is not read"))

    // Every picture is shown, and nothing else is referred to.
    #expect(left.names.contains("overview.png") && left.names.contains("prepared-1.png"))
    for name in left.names where name.hasSuffix(".png") {
      _ = try left.picture(name)
      #expect(left.html.contains("\"\(name)\""), "\(name)")
    }
    let links = left.html.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.1) }
    #expect(links.allSatisfy { $0.hasPrefix("#") || left.names.contains($0) }, "\(links)")
    #expect(!left.html.contains("<script"))
  }

  @Test func `every reading of a doubtful line is shown with the picture that the network was given`() throws {
    // A network for English doubts much of a Korean receipt.
    let left = try inspect(try Desk(), Self.samples + "/hard/creased.jpg", "--lang", "eng")
    #expect(left.inspection.lines.contains { $0.isDoubtful })
    for (number, line) in left.inspection.lines.enumerated() {
      #expect(line.isDoubtful == !line.readings.isEmpty)
      if let chosen = line.chosen { #expect(line.readings[chosen].text == line.text) }
      for (position, reading) in line.readings.enumerated() {
        let name = "line-\(number + 1)-\(position + 1).png"
        let crop = try left.picture(name)
        #expect(crop.width == reading.picture.width && crop.height == 48)
        #expect(left.html.contains("\"\(name)\""))
      }
    }
  }

  @Test(arguments: ["cafe-en.png", "hardware-tilted.png"])
  func `words lie where the ink is, and nowhere else`(name: String) throws {
    let left = try inspect(try Desk(), "\(Samples.scans)/\(name)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/\(name)"))
    let image = GrayImage(try Picture.decode(Array(bytes)))
    #expect(left.inspection.overview.width == image.width && left.inspection.scale == 1)
    let lines = left.inspection.lines
    let rules = lines.filter { $0.kind != .text }.map { Polygon($0.outline) }
    let words = lines.flatMap(\.words).map { Polygon($0.outline) }
    #expect(words.count > 20)
    for word in words { #expect(Self.ink(in: word, of: image) > 0.05, "\(word)") }
    var (all, covered) = (0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixels[y * image.width + x] < 100 {
        if rules.contains(where: { $0.contains(x, y, margin: 4) }) { continue }
        all += 1
        if words.contains(where: { $0.contains(x, y, margin: 2) }) { covered += 1 }
      }
    }
    #expect(all > 2000)
    #expect(Double(covered) > 0.97 * Double(all), "\(covered) of \(all)")
    // Words are no larger than what stands in them: their areas hold much white, but not the page's.
    let area = words.reduce(0.0) { $0 + Self.area(of: $1.corners) }
    #expect(area < 0.3 * Double(image.width * image.height))
  }

  @Test func `three receipts on a flatbed are three prepared pictures`() throws {
    let left = try inspect(try Desk(), Self.samples + "/hard/three-on-a-page.jpg")
    #expect(left.names.filter { $0.hasPrefix("prepared-") } == ["prepared-1.png", "prepared-2.png", "prepared-3.png"])
    #expect(left.html.contains("승인번호"))
  }

  @Test func `names and text are escaped, and a second inspection takes the first one's place`() throws {
    let desk = try Desk()
    let name = "a<img src=x onerror=alert(1)>&\"'.pnm"
    try desk.put(Drawing.number(31), name)
    let left = try inspect(desk, desk.inbox + "/" + name, "--lang", "eng", "--prepare", "none")
    #expect(!left.html.contains("<img src=x"))
    #expect(left.html.contains("a&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;.pnm"))
    let page = try #require(left.inspection.page)
    let other = try inspect(desk, Samples.scans + "/blank.jpg")
    #expect(page.width > 0 && other.inspection.page == nil)
    #expect(other.html.contains("there is no ink on it"))
    #expect(other.outcome.outputText.contains("no text is on it"))
  }

  @Test func `the file that is inspected is not written over, by whatever name it goes`() throws {
    let desk = try Desk()
    let bytes = Drawing.number(12)
    try desk.put(bytes, "overview.png")
    let names = ["overview.png", "other.pnm"]
    symlink("overview.png", desk.inbox + "/other.pnm")
    for name in names {
      let outcome = try desk.hanscan(["inspect", "\(desk.inbox)/\(name)", "--out", desk.inbox, "--lang", "eng"])
      #expect(outcome.status == 64, "\(outcome.errorText)")
      #expect(outcome.errorText.contains("written over"), "\(outcome.errorText)")
    }
    #expect(try desk.scratch.read("in/overview.png") == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.inbox).count == 2)
  }

  @Test func `a page of a document is chosen by its number, and read as the options say`() throws {
    let left = try inspect(
      try Desk(), Samples.scans + "/letter-2-pages.tif", "--page", "2", "--level", "fast", "--lang", "eng", "--psm",
      "6")
    #expect(left.outcome.outputText.contains("page 2 of 2, read with eng"))
    #expect(left.inspection.page?.text.contains("Notice to our readers") == true)
    #expect(left.inspection.lines.allSatisfy { $0.readings.isEmpty })
    // 1654 x 2339 pixels are shown as they are.
    #expect(left.inspection.overview.height == 2339)
  }

  @Test func `what can't be inspected ends with the status that says why, and nothing is made`() throws {
    let desk = try Desk()
    try desk.put(Array(Drawing.number(5).prefix(400)), "cut.pnm")
    try desk.put(Array("no picture".utf8), "notes.txt")
    try desk.put(Drawing.number(5), "good.pnm")
    try desk.put(Drawing.number(5) + [UInt8](repeating: 0, count: 2 << 20), "large.pnm")
    let cases: [(arguments: [String], status: CInt, words: String)] = [
      ([desk.inbox + "/none.jpg"], 66, "none.jpg"), ([desk.inbox + "/cut.pnm"], 65, "cut"),
      ([desk.inbox + "/notes.txt"], 65, "text"), ([desk.inbox], 64, "directory"),
      ([desk.inbox + "/good.pnm", "--page", "2"], 64, "no page 2"),
      ([desk.inbox + "/good.pnm", "--lang", "fra"], 69, "tesseract-ocr-fra"),
      ([desk.inbox + "/good.pnm", desk.inbox + "/cut.pnm"], 64, "one picture"),
      ([desk.inbox + "/good.pnm", "--page", "0"], 64, "--page"),
      ([desk.inbox + "/large.pnm", "--max-file-size", "1M"], 65, "--max-file-size"),
      ([Self.samples + "/hard/three-on-a-page.jpg", "--page-answer", "1M", "--lang", "eng"], 65, "--page-answer"),
    ]
    for (arguments, status, words) in cases {
      let outcome = try desk.hanscan(["inspect"] + arguments + ["--out", desk.out])
      #expect(outcome.status == status, "\(arguments): \(outcome.errorText)")
      #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
      #expect(outcome.output.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: desk.out))
    }
    #expect(try desk.hanscan(["inspect", desk.inbox + "/good.pnm"]).status == 64)
    let inTheWay = try desk.hanscan(
      ["inspect", desk.inbox + "/good.pnm", "--out", desk.inbox + "/notes.txt", "--lang", "eng"])
    #expect(inTheWay.status == 73, "\(inTheWay.errorText)")
  }

  // MARK: Measuring

  /// An outline, with its extent: most pixels lie outside of that.
  ///
  /// Word outlines are convex and clockwise; those of lines are nearly so.
  private struct Polygon {
    let corners: [Place]
    let left: Double
    let right: Double
    let top: Double
    let bottom: Double

    init(_ corners: [Place]) {
      self.corners = corners
      (left, right) = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
      (top, bottom) = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
    }

    func contains(_ x: Int, _ y: Int, margin: Double) -> Bool {
      let (px, py) = (Double(x) + 0.5, Double(y) + 0.5)
      guard px > left - margin, px < right + margin, py > top - margin, py < bottom + margin else { return false }
      return corners.indices.allSatisfy { index in
        let (a, b) = (corners[index], corners[(index + 1) % corners.count])
        let length = ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y)).squareRoot()
        guard length > 0 else { return true }
        return ((b.x - a.x) * (py - a.y) - (b.y - a.y) * (px - a.x)) / length > -margin
      }
    }
  }

  private static func ink(in polygon: Polygon, of image: GrayImage) -> Double {
    var (dark, all) = (0, 0)
    let (rows, columns) = (Int(polygon.top)...Int(polygon.bottom), Int(polygon.left)...Int(polygon.right))
    for y in rows.clamped(to: 0...image.height - 1) {
      for x in columns.clamped(to: 0...image.width - 1) where polygon.contains(x, y, margin: 0) {
        all += 1
        if image.pixels[y * image.width + x] < 128 { dark += 1 }
      }
    }
    return all == 0 ? 0 : Double(dark) / Double(all)
  }

  private static func area(of polygon: [Place]) -> Double {
    polygon.indices.reduce(0) { sum, index in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }
}

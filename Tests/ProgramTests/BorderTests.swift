import Foundation
import TestSupport
import Testing

/// Boxes and baselines end where the picture does, in every format.
@Suite struct BorderTests {
  /// The pictures of two samples, of which an edge has cut a part through the print, exported in a format.
  private func files(_ format: String) throws -> [[UInt8]] {
    let desk = try Desk(
      reading: ["mart.png": Samples.bytes("mart-ko.png"), "skewed.png": Samples.bytes("hardware-tilted.png")],
      formats: "json")
    try SQLite.change(desk.store, "UPDATE pages SET width = width * 3 / 4, height = height * 3 / 5")
    let place = desk.scratch.path(of: "cut")
    let export = try desk.hanscan(["export", "--out", desk.out, "--to", place, "--format", format])
    try #require(export.status == 0, "\(export.errorText)")
    let files = try desk.tree(place).values.map { $0 }
    try #require(files.count == 2)
    return files
  }

  /// Whether a point lies within the picture, as exactly as the format says it.
  private func isWithin(_ x: Double, _ y: Double, _ size: (width: Double, height: Double)) -> Bool {
    let margin = 0.2
    return x >= -margin && y >= -margin && x <= size.width + margin && y <= size.height + margin
  }

  /// The corners of all boxes and the ends of all baselines in a JSON value.
  private func points(_ value: Any) -> [(x: Double, y: Double)] {
    if let values = value as? [Any] { return values.flatMap(points) }
    guard let members = value as? [String: Any] else { return [] }
    func number(_ name: String) -> Double? { members[name] as? Double }
    var found = members.values.flatMap(points)
    if let x = number("x"), let y = number("y"), let width = number("width"), let height = number("height") {
      found += [(x, y), (x + width, y + height)]
    }
    if let x1 = number("x1"), let y1 = number("y1"), let x2 = number("x2"), let y2 = number("y2") {
      found += [(x1, y1), (x2, y2)]
    }
    return found
  }

  @Test func `in JSON, those of receipts and fields as well`() throws {
    for file in try files("json") {
      let page = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
      let size = (width: try #require(page["width"] as? Double), height: try #require(page["height"] as? Double))
      let receipts = points(try #require(page["receipts"]))
      #expect(receipts.count > 10)
      for (x, y) in points(try #require(page["lines"])) + receipts {
        #expect(isWithin(x, y, size), "\(x) \(y) \(size)")
      }
    }
  }

  @Test func `in ALTO`() throws {
    for file in try files("alto") {
      let text = String(decoding: file, as: UTF8.self)
      let page = try #require(text.firstMatch(of: /<Page [^>]*HEIGHT="(\d+)" WIDTH="(\d+)"/))
      let size = (width: try #require(Double(page.2)), height: try #require(Double(page.1)))
      let boxes = text.matches(of: /HEIGHT="(\d+)" WIDTH="(\d+)" VPOS="(-?\d+)" HPOS="(-?\d+)"/).compactMap { match in
        [match.1, match.2, match.3, match.4].compactMap { Double($0) }
      }
      #expect(boxes.count > 20)
      for box in boxes { #expect(isWithin(box[3], box[2], size) && isWithin(box[3] + box[1], box[2] + box[0], size)) }
      let baselines = text.matches(of: /BASELINE="([^,]+),([^ ]+) ([^,]+),([^"]+)"/)
      #expect(baselines.count > 5)
      for match in baselines {
        let ends = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
        #expect(isWithin(ends[0], ends[1], size) && isWithin(ends[2], ends[3], size), "\(ends) \(size)")
      }
    }
  }

  @Test func `in hOCR, a baseline through the whole of its line's box`() throws {
    for file in try files("hocr") {
      let text = String(decoding: file, as: UTF8.self)
      let page = try #require(text.firstMatch(of: /bbox 0 0 (\d+) (\d+)/))
      let size = (width: try #require(Double(page.1)), height: try #require(Double(page.2)))
      for match in text.matches(of: /bbox (-?\d+) (-?\d+) (-?\d+) (-?\d+)(; baseline ([-0-9.]+) ([-0-9.]+))?/) {
        let box = [match.1, match.2, match.3, match.4].compactMap { Double($0) }
        #expect(isWithin(box[0], box[1], size) && isWithin(box[2], box[3], size))
        guard let slope = match.6.flatMap({ Double($0) }), let start = match.7.flatMap({ Double($0) }) else { continue }
        #expect(isWithin(box[0], box[3] + start, size), "\(match.0) \(size)")
        #expect(isWithin(box[2], box[3] + start + slope * (box[2] - box[0]), size), "\(match.0) \(size)")
      }
      #expect(text.contains("; baseline "))
    }
  }

  @Test func `in PAGE XML and TSV`() throws {
    for file in try files("page") {
      let text = String(decoding: file, as: UTF8.self)
      let page = try #require(text.firstMatch(of: /imageWidth="(\d+)" imageHeight="(\d+)"/))
      let size = (width: try #require(Double(page.1)), height: try #require(Double(page.2)))
      let points = text.matches(of: /points="([^"]+)"/).flatMap { $0.1.split(separator: " ") }
      #expect(points.count > 50)
      for point in points.map({ $0.split(separator: ",").compactMap { Double($0) } }) {
        #expect(point.count == 2 && isWithin(point[0], point[1], size), "\(point) \(size)")
      }
    }
    for file in try files("tsv") {
      let rows = String(decoding: file, as: UTF8.self).split(separator: "\n").dropFirst().map { row in
        row.split(separator: "\t", omittingEmptySubsequences: false)[6...9].compactMap { Double($0) }
      }
      let page = try #require(rows.first)
      #expect(rows.count > 20)
      for row in rows {
        #expect(isWithin(row[0], row[1], (page[2], page[3])))
        #expect(isWithin(row[0] + row[2], row[1] + row[3], (page[2], page[3])))
      }
    }
  }
}

import Documents
import Foundation

/// A document's pages and attached files, from qpdf's JSON list (`--json=2`).
enum PDFPageTree {
  private struct List: Decodable {
    struct Page: Decodable { var object: String }
    struct Attachment: Decodable {
      var preferredname: String?
      var preferredcontents: String?
    }
    var pages: [Page]?
    var attachments: [String: Attachment]?
  }

  private struct Objects: Decodable {
    /// A list of two: the first describes the second, which has the objects by their names.
    var qpdf: [[String: Object]]
  }

  private struct Object: Decodable {
    var unit: Double?

    private enum Key: String, CodingKey { case value, unit = "/UserUnit" }

    // Other objects than pages have no unit.
    init(from decoder: any Decoder) throws {
      let entries = try? decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .value)
      unit = try? entries?.decode(Double.self, forKey: .unit)
    }
  }

  /// The possible units of a page, in points: 75,000 is Acrobat's own limit.
  private static let units = 0.001...75_000.0

  /// The page objects, in their order, as `--json-object` takes them (`12,0`), and the attached files.
  ///
  /// The files come in the order of their keys, each with the number of its object.
  static func list(_ answer: [UInt8]) -> (pages: [String], attachments: [ContainerListing.Member]) {
    guard let list = try? JSONDecoder().decode(List.self, from: Data(answer)) else { return ([], []) }
    let pages = (list.pages ?? []).map { page in
      let parts = page.object.split(separator: " ").compactMap { Int($0) }
      return parts.count == 2 ? "\(parts[0]),\(parts[1])" : "0"
    }
    var taken: Set<Int> = []
    let entries = (list.attachments ?? [:]).sorted { $0.key < $1.key }
    let files = entries.compactMap { key, file -> ContainerListing.Member? in
      let parts = (file.preferredcontents ?? "").split(separator: " ").compactMap { Int($0) }
      guard parts.count == 2, parts[0] > 0, parts[1] == 0, taken.insert(parts[0]).inserted else { return nil }
      let name = file.preferredname ?? ""
      return ContainerListing.Member(number: parts[0], name: Array((name.isEmpty ? key : name).utf8))
    }
    return (pages, files)
  }

  /// The points of a unit of each of these pages.
  static func units(_ answer: [UInt8], of pages: [String]) -> [Double] {
    guard let found = try? JSONDecoder().decode(Objects.self, from: Data(answer)), let objects = found.qpdf.last else {
      return []
    }
    return pages.map { page in
      let unit = objects["obj:\(page.replacing(",", with: " ")) R"]?.unit ?? 1
      return units.contains(unit) ? unit : 1
    }
  }
}

extension PDFCount {
  /// The possible points of a page's side.
  static let sides = 0.01...1e7

  /// The number of pages by `pdfinfo`; nil for none.
  static func number(_ answer: [UInt8]) -> Int? {
    let line = answer.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: Array("Pages:".utf8)) }
    let number = line.flatMap { Int(String(decoding: $0.dropFirst(6), as: UTF8.self).filter { $0 != " " }) }
    return number.flatMap { $0 > 0 ? $0 : nil }
  }

  /// The sheets from `pdfinfo -f 1 -l N`, in order; nil for a page that it can't find.
  static func sheets(_ answer: [UInt8]) -> [PageSheet?] {
    var found: [PageSheet?] = []
    for (number, sheet) in told(answer) where number <= found.count + 1 {
      if number > found.count { found.append(sheet) } else { found[number - 1] = sheet }
    }
    return found
  }

  /// The sheet of one page, from 0, by `pdfinfo -f N -l N`; nil if it can't find it.
  static func sheet(_ index: Int, in answer: [UInt8]) -> PageSheet? {
    told(answer).last { $0.number == index + 1 }?.sheet
  }

  /// The words of the lines that begin with `Page`, of four and more.
  static func pageLines(_ answer: [UInt8]) -> [[String]] {
    answer.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: Array("Page ".utf8)) }.map { line in
      line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }.filter { $0.count >= 4 }
  }

  /// Pages by their numbers, as far as they are listed.
  private static func told(_ answer: [UInt8]) -> [(number: Int, sheet: PageSheet?)] {
    var pages: [(number: Int, sheet: PageSheet?)] = []
    for words in pageLines(answer) {
      guard let number = Int(words[1]), number >= 1 else { continue }
      if words[2] == "size:" {
        var sheet: PageSheet?
        if words.count >= 6, let width = Double(words[3]), let height = Double(words[5]), sides.contains(width),
          sides.contains(height)
        {
          sheet = PageSheet(width: width, height: height)
        }
        pages.append((number, sheet))
      } else if words[2] == "rot:", let degrees = Int(words[3]), degrees % 180 != 0, let last = pages.indices.last,
        pages[last].number == number, let sheet = pages[last].sheet
      {
        pages[last].sheet = PageSheet(width: sheet.height, height: sheet.width)
      }
    }
    return pages
  }
}

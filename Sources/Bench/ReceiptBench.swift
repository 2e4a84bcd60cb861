import Foundation
import PageModel
import Support
import Understanding

/// Understands receipts from the pages' JSON that `hanscan run` left, without reading a picture again.
struct ReceiptBench {
  struct Report: Codable {
    var pages = 0
    var receipts = 0
    var totals = 0
    var provenTotals = 0
    var conflicts = 0
    /// For all pages.
    var seconds = 0.0
    /// Of the slowest page.
    var longest = 0.0
  }

  /// A folder of `NAME.p0001.json`.
  var folder: String
  /// The folder of the same files with `receipts`.
  var output: String
  /// A lexicon file, to be added to the standard one.
  var lexicon: String?
  /// A file of weights in place of those that are compiled in.
  var tagger: String?

  /// The weights in a file, or those that are compiled in.
  static func tagger(_ path: String?) throws(TextFault) -> TaggerModel {
    guard let path else { return .standard }
    guard let data = FileManager.default.contents(atPath: path) else { throw TextFault("\(path) cannot be read") }
    do { return try TaggerModel(data) } catch { throw TextFault("\(path): \(error)") }
  }

  func run() throws -> Report {
    var words = Lexicon.standard
    if let lexicon {
      let text = try String(contentsOfFile: lexicon, encoding: .utf8)
      do { words = try words.adding(text) } catch { throw TextFault("the lexicon: \(error)") }
    }
    let reader = ReceiptReader(lexicon: words, tagger: try Self.tagger(tagger))
    let names = FileManager.files(in: folder, ending: ".json")
    if names.isEmpty { throw TextFault("no NAME.p0001.json in \(folder)") }
    var report = Report()
    for name in names {
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      guard var members = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { continue }
      if let page = try? JSONDecoder().decode(RecognisedPage.self, from: data) {
        let start = ContinuousClock.now
        let receipts = reader.receipts(on: page)
        let time = (ContinuousClock.now - start) / .seconds(1)
        report.seconds += time
        report.longest = max(report.longest, time)
        report.count(receipts)
        members["receipts"] = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(receipts))
      }
      let target = URL(fileURLWithPath: "\(output)/\(name)")
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try JSONSerialization.data(withJSONObject: members, options: [.prettyPrinted, .sortedKeys]).write(to: target)
    }
    return report
  }
}

extension ReceiptBench.Report: CustomStringConvertible {
  fileprivate mutating func count(_ found: [Receipt]) {
    pages += 1
    receipts += found.count
    for receipt in found {
      if let total = receipt.fields[.total] {
        totals += 1
        if total.proof.isCertain { provenTotals += 1 }
      }
      conflicts += receipt.fields.values.count { $0.proof == .conflict }
    }
  }

  var description: String {
    "\(pages) pages, \(receipts) receipts, \(totals) totals, \(provenTotals) of them proven, \(conflicts) fields in "
      + "conflict; \(milliseconds(seconds / Double(max(pages, 1)))) ms/page, \(milliseconds(longest)) at most"
  }

  private func milliseconds(_ seconds: Double) -> String { JSONValue.digits(seconds * 1000, decimals: 2) }
}

import Support
import Foundation
import PageModel
import Understanding

/// Writes the tokens of pages with their features, which `Sources/Training/tagger.py` fits the tagger to.
struct TokenBench {
  /// A folder of `NAME.p0001.json`.
  var folder: String
  /// For each page `NAME.p0001.tokens`: a line for each token, an empty one behind each receipt.
  var output: String
  /// A file of weights in place of those that are compiled in.
  var tagger: String?
  /// Writes `NAME.p0001.candidates` instead: a line for the best candidate of each value.
  var areCandidates = false

  func run() throws -> String {
    let reader = ReceiptReader(tagger: try ReceiptBench.tagger(tagger))
    let names = FileManager.files(in: folder, ending: ".json").filter { !$0.hasSuffix(".fields.json") }
    if names.isEmpty { throw TextFault("no NAME.p0001.json in \(folder)") }
    var count = 0
    for name in names {
      let data = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
      guard let page = try? JSONDecoder().decode(RecognisedPage.self, from: data) else { continue }
      var text = ""
      for receipt in areCandidates ? reader.candidates(on: page) : [] {
        for found in receipt {
          text += "\(found.value.rawValue)\t\(found.probability)\t\(found.reading)\t\(found.text)\n"
        }
        text += "\n"
      }
      for receipt in areCandidates ? [] : reader.describedTokens(on: page) {
        for token in receipt {
          let place = [token.row, token.line, token.word, token.range.lowerBound, token.range.upperBound]
          text +=
            (place.map(String.init) + [token.text] + token.features.map(String.init)).joined(separator: "\t") + "\n"
          count += 1
        }
        text += "\n"
      }
      let target = URL(fileURLWithPath: "\(output)/\(name.dropLast(5)).\(areCandidates ? "candidates" : "tokens")")
      try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: target)
    }
    return "\(names.count) pages, \(count) tokens"
  }
}

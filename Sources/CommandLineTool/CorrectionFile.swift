import Foundation
import PageModel
import Pipeline
import Understanding

/// A file of corrections, as `correct apply` takes it.
///
/// `{"version": 1, "corrections": [...]}`; each of them names `source` (the scan's path below the input) and `page`
/// (from 1), and either `text` and `line` (of the page's text, from 1) or `index` (among all lines, from 0), or `field`,
/// `value` and `receipt` (from 1; left out for the first). With `old`, one is made only where that stands there now. All
/// of them are about the page as it is before the first.
struct CorrectionFile: Decodable {
  struct Entry: Decodable {
    var source: String
    var page: Int
    var line: Int?
    var index: Int?
    var text: String?
    var field: String?
    var value: String?
    var receipt: Int?
    var old: String?

    /// What is asked for; a sentence that says what is wrong.
    func request() throws -> CorrectionRequest {
      guard page >= 1 else { throw CommandFailure.usage("there is no page \(page) in a document") }
      switch (line, index, text, field, value) {
      case (let line?, nil, let text?, nil, nil): return CorrectionRequest(.line(line, text: text), old: old)
      case (nil, let index?, let text?, nil, nil): return CorrectionRequest(.lineAt(index, text: text), old: old)
      case (nil, nil, nil, let field?, let value?):
        let name = try CorrectCommand.field(named: field)
        return CorrectionRequest(.field(name, receipt: receipt ?? 1, value: value), old: old)
      default: throw CommandFailure.usage("either 'line' and 'text' or 'field' and 'value' say what is put right")
      }
    }
  }

  var version: Int
  var corrections: [Entry]

  static let version = 1
  static let mostBytes = 64 << 20

  init(_ bytes: [UInt8], name: ScanPath) throws {
    do {
      self = try JSONDecoder().decode(CorrectionFile.self, from: Data(bytes))
    } catch {
      throw CommandFailure.usage("\(name) is no file of corrections: \(Self.reason(error))")
    }
    guard version == Self.version else {
      throw CommandFailure.usage("\(name) is of version \(version); version \(Self.version) is known here")
    }
  }

  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "\($0 + 1)." } ?? $0.stringValue }.joined(separator: " ")
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      let inside = place(context.codingPath)
      return "it lacks '\(key.stringValue)'\(inside.isEmpty ? "" : " in \(inside)")"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "'\(place(context.codingPath))' is of another type"
    default: return "it is no JSON"
    }
  }
}

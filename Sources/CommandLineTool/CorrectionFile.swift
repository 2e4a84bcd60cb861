import Corrections
import Foundation
import PageModel
import RunSupport
import Support

/// A file of corrections, as `correct apply` takes it.
///
/// `{"version": 1, "corrections": [...]}`; each of them names `source` (the scan's path below the input) and `page` (from
/// 1), and one of these:
/// - `text`, and `line` (of the page's text, from 1) or `index` (among all lines, from 0)
/// - `field`, `value` and `receipt` (from 1; left out for the first)
/// - `noReceipt` (one, from 1, that is none)
/// - `kind`
/// - `checked`, which is true: all that is doubtful about the page is right
///
/// With `old`, one is made only if that stands there now. All of them are about the page as it is before the first.
struct CorrectionFile: Decodable {
  struct Entry: Decodable {
    let source: String
    /// From 1.
    let page: Int
    private let asked: CorrectionMembers

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Keys.self)
      source = try values.decode(String.self, forKey: .source)
      page = try values.decode(Int.self, forKey: .page)
      asked = try CorrectionMembers(from: decoder)
    }

    private enum Keys: CodingKey { case source, page }

    /// The request; throws a sentence with the fault.
    func request() throws -> CorrectionRequest {
      guard page >= 1 else { throw RunFailure.usage("there is no page \(page) in a document") }
      guard asked.fault == nil, let request = asked.request else {
        throw RunFailure.usage("\(asked.fault ?? "it asks for nothing")")
      }
      return request
    }
  }

  var version: Int
  var corrections: [Entry]

  static let version = 1
  static let mostBytes = 64 << 20

  init(_ bytes: [UInt8], name: ScanPath) throws {
    self = try RunFailure.converting(JSONDecoder().decode(CorrectionFile.self, from: Data(bytes))) {
      .usage("\(name) is no file of corrections: \(Self.reason($0))")
    }
    guard version == Self.version else {
      throw RunFailure.usage("\(name) is of version \(version); version \(Self.version) is known here")
    }
  }

  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.map { $0.intValue.map { "\($0 + 1)." } ?? $0.stringValue }.joined(separator: " ")
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context):
      let inside = place(context.codingPath)
      return inside.isEmpty ? "it lacks '\(key.stringValue)'" : "it lacks '\(key.stringValue)' in \(inside)"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "'\(place(context.codingPath))' is of another type"
    default: return "it is no JSON"
    }
  }
}

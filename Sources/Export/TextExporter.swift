// FoundationEssentials has no normalisation, so this one file needs all of Foundation.
import Foundation
public import PageModel

/// The page's text: UTF-8 in NFC, a line for each line of the page.
///
/// A blank page is an empty file. A failed page gets none, so that an empty text always means a page without any.
public struct TextExporter: PageExporter {
  public let name = "text"
  public let summary = "the page's text"
  public let fileExtension = "txt"
  public let states: Set<PageState> = [.recognised, .blank, .duplicate]
  public let copiesOriginal = true
  public let holdsDerivedValues = false

  public init() {}

  public func bytes(of page: PageRecord, original: PageRecord?) -> [UInt8]? {
    switch page.outcome {
    case .recognised(let reading): Self.bytes(reading)
    case .blank: []
    case .failed, .unsupported: nil
    case .duplicate:
      switch original?.outcome {
      case .recognised(let reading): Self.bytes(reading)
      case .blank: []
      case .failed, .unsupported, .duplicate, nil: nil
      }
    }
  }

  /// Pages are parted by form feeds; a page without text has its place between two of them.
  public func streamed(_ page: PageRecord, original: PageRecord?, position: Int) -> [UInt8] {
    (position == 0 ? [] : [0x0C]) + (bytes(of: page, original: original) ?? [])
  }

  /// The text with a newline at its end; nothing at all for a page without text.
  private static func bytes(_ page: RecognisedPage) -> [UInt8] {
    page.text.isEmpty ? [] : Array(page.text.composed.utf8) + [0x0A]
  }
}

extension String {
  /// The text in NFC.
  var composed: String {
    // Latin letters and whole Hangul syllables are composed already; most texts hold nothing else.
    let isComposed = unicodeScalars.allSatisfy { $0.value < 0x300 || (0xAC00...0xD7A3).contains($0.value) }
    return isComposed ? self : precomposedStringWithCanonicalMapping
  }
}

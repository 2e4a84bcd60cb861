// FoundationEssentials has no normalisation, so this one file needs all of Foundation.
import Foundation
import PageModel

/// The text of a page as exporters write it.
enum PageText {
  /// UTF-8 in NFC with a newline at its end; nothing at all for a page without text.
  static func bytes(_ page: PageRecord, original: RecognisedPage?) -> [UInt8] {
    let reading: RecognisedPage?
    switch page.outcome {
    case .recognised(let page): reading = page
    case .duplicate: reading = original
    case .blank, .failed, .unsupported: reading = nil
    }
    guard let text = reading?.text, !text.isEmpty else { return [] }
    return Array(text.composed.utf8) + [0x0A]
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

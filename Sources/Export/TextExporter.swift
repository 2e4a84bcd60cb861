// FoundationEssentials has no normalisation, so this one file needs all of Foundation.
import Foundation
package import PageModel

/// The page's text: UTF-8 in NFC, a line for each line of the page.
///
/// A blank page is an empty file. A failed page gets none, so that an empty text always means a page without any.
package struct TextExporter: ReadingExporter {
  package let name = "text"
  package let summary = "the page's text"
  package let fileExtension = "txt"

  package init() {}

  /// The text with a newline at its end; nothing at all for a page without text.
  package func file(of reading: RecognisedPage, on page: PageRecord) -> [UInt8] {
    reading.text.isEmpty ? [] : Array(reading.text.composed.utf8) + [0x0A]
  }

  /// Pages are parted by form feeds; a page without text has its place between two of them.
  package func streamed(_ reading: RecognisedPage, on page: PageRecord, position: Int) -> [UInt8] {
    (position == 0 ? [] : [0x0C]) + file(of: reading, on: page)
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

public import PageModel

/// The formats that pages are written in.
///
/// Every switch over it is exhaustive: a new format does not compile until each of its questions is answered.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// The page's text, UTF-8 in NFC.
  case text
  /// Everything known of the page, as `page.schema.json` describes it.
  case json

  /// The last part of a file's name, without the point.
  public var fileExtension: String {
    switch self {
    case .text: "txt"
    case .json: "json"
    }
  }

  /// The states of the pages that get a file in this format.
  ///
  /// A failed page gets no text, so that an empty text always means a page without any.
  public var states: Set<PageState> {
    switch self {
    case .text: [.recognised, .blank, .duplicate]
    case .json: Set(PageState.allCases)
    }
  }

  /// The formats whose files hold what derived stages say, and are made again when that changes.
  package static let withDerivedValues: [OutputFormat] = [.json]

  /// The bytes of a page's file, or nil where the page gets none; equal pages give equal bytes.
  ///
  /// - Parameter original: What was read on the page that a duplicate repeats; its text is the duplicate's too.
  public func file(_ page: PageRecord, original: RecognisedPage? = nil) -> [UInt8]? {
    guard states.contains(page.outcome.state) else { return nil }
    switch self {
    case .text: return PageText.bytes(page, original: original)
    case .json: return PageJSON(page).file
    }
  }

  /// The bytes of a page in a stream of pages: text after form feeds, or one line of JSON for each page.
  ///
  /// A page without text has its place between two form feeds, so that pages can be counted.
  public func streamed(_ page: PageRecord, isFirst: Bool, original: RecognisedPage? = nil) -> [UInt8] {
    switch self {
    case .text: return (isFirst ? [] : [0x0C]) + PageText.bytes(page, original: original)
    case .json: return PageJSON(page).line
    }
  }
}

import Export
import FoundationEssentials
import PageModel

/// One page of a scan: its final state, and everything that was read on it.
///
/// Its JSON is that of `hanscan run --format json`, so those files decode to pages, too. Boxes are in pixels of the
/// picture as it is shown, after its EXIF orientation. Confidences go from 0 to 1.
public struct Page: Codable, Hashable, Sendable {
  /// The final state of a page; every page finishes in exactly one of these states.
  public enum State: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// The page was read; it may still hold no text.
    case recognised
    /// The page holds no ink.
    case blank
    /// Every attempt failed; `attempts` has the reasons.
    case failed
    /// The file is in a format that HanScan does not read; `problem` has the reason.
    case unsupported
    /// An earlier page of the same scan holds the same bytes; `duplicateOf` names it.
    case duplicate
  }

  private let json: PageJSON

  /// Decodes the JSON of a page; throws if it is of another version than `urn:hanscan:page:2`.
  public init(from decoder: any Decoder) throws {
    json = try PageJSON(from: decoder)
    guard json.version == PageSchema.version else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a page of version \(json.version)"))
    }
  }

  /// Encodes the page by its published schema, which `hanscan schema` prints.
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  init(_ record: PageRecord) throws {
    let line = JSONExporter().streamed(record, original: nil, position: 0)
    self = try JSONDecoder().decode(Page.self, from: Data(line))
  }

  /// The path of the scan.
  public var source: Source { json.source }
  /// The page's number in its document, from 1.
  public var number: Int { json.page }
  /// The number of pages of the document.
  public var pageCount: Int { json.pageCount }
  /// The final state of the page.
  public var state: State { json.state }
  /// The SHA-256 of the scan as 64 hexadecimal digits; nil if the file could not be read.
  public var content: String? { json.content }
  /// The models that read the page; nil if none did.
  public var reader: Reader? { json.reader }
  /// The width of the picture in pixels; 0 if it was not decoded.
  public var width: Int { json.width ?? 0 }
  /// The height of the picture in pixels; 0 if it was not decoded.
  public var height: Int { json.height ?? 0 }
  /// The estimated share of right characters on the page; 0 for a page without text.
  public var confidence: Double { json.confidence ?? 0 }
  /// The text lines joined by a newline, in Unicode's composed form (NFC).
  public var text: String { json.text ?? "" }
  /// The lines in reading order, with ruling lines and noise; indices of lines elsewhere refer to this list.
  public var lines: [Line] { json.lines ?? [] }
  /// The changes to the picture before it was read; nil if it was read as it is.
  public var preparation: Preparation? { json.preparation }
  /// Whether a part of the picture is missing in its file.
  public var isCutOff: Bool { json.cutOff == true }
  /// The decoded bar codes and QR codes, from top to bottom.
  public var barcodes: [Barcode] { json.barcodes ?? [] }
  /// The two most probable kinds of the page, the best first; empty if the page was not read.
  public var kinds: [Kind] { json.kinds ?? [] }
  /// The estimated quality of the reading; nil if the page was not read.
  public var quality: Quality? { json.quality }
  /// The receipts on the page, in reading order.
  public var receipts: [Receipt] { json.receipts ?? [] }
  /// The receipts that are no longer found since a person corrected lines of the page.
  public var lostReceipts: [LostReceipt] { json.lostReceipts ?? [] }
  /// The tables on the page, from top to bottom.
  public var tables: [Table] { json.tables ?? [] }
  /// The marks that a person drew with a pen.
  public var marks: [Mark] { json.marks ?? [] }
  /// Other pages of the store that hold the same receipt; always empty for a page that comes from no store.
  public var sameAs: [SameReceipt] { json.sameAs ?? [] }
  /// The code on a sheet that divides a stack into documents; nil for any other page.
  public var separator: String? { json.separator }
  /// The place of the page in a divided stack; nil if no separator sheet is in its document, and without a store.
  public var part: Part? { json.part }
  /// The reasons for which a failed page failed, the first attempt first.
  public var attempts: [Attempt] { json.attempts ?? [] }
  /// The reason for which an unsupported page was not read; nil for pages in other states.
  public var problem: Problem? { json.problem }
  /// The page that a duplicate repeats; nil for pages in other states.
  public var duplicateOf: Reference? { json.duplicateOf }
}

/// A page as its schema has it: a value that says nothing is left out.
struct PageJSON: Codable, Hashable, Sendable {
  let version: Int
  let schema: String
  let source: Page.Source
  let page: Int
  let pageCount: Int
  let state: Page.State
  let content: String?
  let reader: Page.Reader?
  let width: Int?
  let height: Int?
  let confidence: Double?
  let text: String?
  let lines: [Page.Line]?
  let preparation: Page.Preparation?
  let cutOff: Bool?
  let barcodes: [Page.Barcode]?
  let kinds: [Page.Kind]?
  let quality: Page.Quality?
  let receipts: [Page.Receipt]?
  let lostReceipts: [Page.LostReceipt]?
  let tables: [Page.Table]?
  let marks: [Page.Mark]?
  let sameAs: [Page.SameReceipt]?
  let separator: String?
  let part: Page.Part?
  let attempts: [Page.Attempt]?
  let problem: Page.Problem?
  let duplicateOf: Page.Reference?
}

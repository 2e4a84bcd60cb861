import CTexts
import FoundationEssentials
package import PageModel
package import Support
package import Understanding

/// A page for a browser: a shell of HTML, and in it the data that the scripts beside it show.
///
/// All that comes from a scan is data: no script is ever made of it, and no markup but the cells of tables, escaped, for
/// readers without scripts.
package enum WebPage {
  /// The view that the scripts show.
  package enum Kind: String, Sendable {
    case queue, page
  }

  /// Ends the title of a document's page.
  static let titleSuffix = " – HanScan"
  /// By this, among its first bytes, a page of a document is known as one that HanScan made.
  package static let titleEnd = "\(titleSuffix)</title>"

  /// The data of a stored page: everything known of it, as its JSON file has it, and what the surface needs besides.
  ///
  /// `korean` has the page's sentences in pairs: the English one, which the data has, and the Korean one.
  package static func data(of page: PageRecord, view: JSONValue.Members) -> [UInt8] {
    let record = JSONExporter().streamed(page, original: nil, position: 0).dropLast()
    var view = view
    view["korean"] = .array(
      sentences(of: page).sorted().map { .array([.string($0), .string(MessageCatalogue.korean.translated($0))]) })
    return Array("{\"page\":".utf8) + record + Array(",\"view\":".utf8) + JSONValue.object(view).line + Array("}".utf8)
  }

  /// The English sentences of a page's data.
  private static func sentences(of page: PageRecord) -> Set<String> {
    var sentences = page.derived.value(of: ReceiptsStage.self)?.flatMap(\.checks).map(\.detail) ?? []
    sentences += page.derived.value(of: LostReceiptsStage.self)?.map(\.detail) ?? []
    sentences += page.derived.value(of: QualityStage.self)?.reasons.map(\.detail) ?? []
    if case .failed(let attempts) = page.outcome { sentences += attempts.map(\.problem.message) }
    if case .unsupported(let problem) = page.outcome { sentences.append(problem.message) }
    return Set(sentences)
  }

  /// The text before the data and the text after it; script and style are beside the page, or in it.
  private static let parts: [Template] = {
    let page = String(decoding: [UInt8](embedded: hanscan_page_html), as: UTF8.self)
    return page.split(separator: "{{! data }}").map { Template($0) { $0.markupEscaped } }
  }()

  private static func start(_ kind: Kind, _ title: String, _ values: JSONValue.Members) -> String {
    var values = values
    values.add([
      "kind": .string(kind.rawValue), "title": .string(title),
      "texts": .string(embedded([UInt8](embedded: hanscan_texts_json))),
    ])
    return parts[0].text(values)
  }

  /// A page with its script and style beside it, below `/assets/`.
  ///
  /// - Parameter data: A JSON object.
  package static func html(_ kind: Kind, title: String, data: [UInt8]) -> String {
    start(kind, title, ["assets": "/assets/", "icon": "/assets/icon.svg"]) + embedded(data) + parts[1].text([:])
  }

  /// The beginning of a self-contained file: style and script.
  ///
  /// `embedded` appends its data in pieces, and `wholeEnd` closes it.
  ///
  /// Its policy names the one script and the one style by their digests: nothing else runs, whatever a scan says.
  package static func wholeStart(_ kind: Kind, title: String) -> String {
    let style = String(decoding: [UInt8](embedded: hanscan_review_css), as: UTF8.self)
    let icon = Data([UInt8](embedded: hanscan_icon_svg)).base64EncodedString()
    func digest(_ text: String) -> String {
      "'sha256-\(Data(SHA256.digest(of: text.utf8).bytes).base64EncodedString())'"
    }
    let policy =
      "default-src 'none'; script-src \(digest(script)); style-src \(digest(style)); img-src data:; base-uri 'none'; "
      + "form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
    return start(
      kind, title,
      ["policy": .string(policy), "style": .string(style), "icon": .string("data:image/svg+xml;base64,\(icon)")])
  }

  /// The end of such a file, with tables as markup for readers without scripts.
  package static func wholeEnd(tables: String = "") -> String {
    parts[1].text(["script": .string(script), "tables": .string(tables)])
  }

  private static let script = String(decoding: [UInt8](embedded: hanscan_review_js), as: UTF8.self)

  /// The script, style or symbol by its name.
  package static func asset(_ name: String) -> (type: String, bytes: [UInt8])? {
    switch name {
    case "review.css": ("text/css; charset=utf-8", [UInt8](embedded: hanscan_review_css))
    case "icon.svg": ("image/svg+xml", [UInt8](embedded: hanscan_icon_svg))
    case "review.js": ("text/javascript; charset=utf-8", [UInt8](embedded: hanscan_review_js))
    default: nil
    }
  }

  /// JSON that cannot end its element: `<` occurs only in strings, which can escape it.
  package static func embedded(_ json: [UInt8]) -> String {
    let parts = json.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    return String(decoding: Array(parts.joined(separator: "\\u003c".utf8)), as: UTF8.self)
  }
}

extension FieldCandidates {
  /// As a page's data has them.
  package var json: JSONValue.Members {
    func array(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    let named = JSONValue.Members(values.map { ($0.key.rawValue, array($0.value)) })
    return [
      "candidates": .object(named),
      "sums": .array(sums.map { .object(["value": .string($0.value), "parts": array($0.parts)]) }),
    ]
  }
}

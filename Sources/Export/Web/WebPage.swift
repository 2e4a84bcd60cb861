import FoundationEssentials
package import PageModel
package import Support

/// A page for a browser: a shell of HTML, and in it the data that the scripts beside it show.
///
/// All that comes from a scan is data: no script and no markup is ever made of it.
package struct WebPage {
  /// The view that the scripts show.
  package enum Kind: String, Sendable {
    case queue, page
  }

  private let kind: Kind
  private let title: String
  private let data: [UInt8]

  /// - Parameter data: A JSON object.
  package init(_ kind: Kind, title: String, data: [UInt8]) {
    self.kind = kind
    self.title = title
    self.data = data
  }

  /// Ends the title of a document's page.
  static let titleSuffix = " – HanScan"
  /// By this, among its first bytes, a page of a document is known as one that HanScan made.
  package static let titleEnd = "\(titleSuffix)</title>"

  /// The data of a stored page: everything known of it, as its JSON file has it, and what the surface needs besides.
  package static func data(of page: PageRecord, view: JSONValue.Members) -> [UInt8] {
    let record = JSONExporter().streamed(page, original: nil, position: 0).dropLast()
    return Array("{\"page\":".utf8) + record + Array(",\"view\":".utf8) + JSONValue.object(view).line + Array("}".utf8)
  }

  /// The page with its scripts and style beside it, below `assets`.
  package func html(assets: String) -> String {
    let scripts = Self.scripts.map { "<script src=\"\(assets)\($0)\" defer></script>" }.joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title.markupEscaped)</title>
      <link rel="icon" href="\(assets)icon.svg">
      <link rel="stylesheet" href="\(assets)review.css">
      \(scripts)
      </head>
      <body data-kind="\(kind.rawValue)">
      <noscript><p>This page needs JavaScript. 이 페이지에는 자바스크립트가 필요합니다.</p></noscript>
      \(Self.texts)
      <script type="application/json" id="data">\(Self.embedded(data))</script>
      </body>
      </html>

      """
  }

  /// The beginning of a self-contained file: style and scripts.
  ///
  /// `embedded` appends its data in pieces, and `wholeEnd` closes it.
  ///
  /// Its policy names the one script and the one style by their digests: nothing else runs, whatever a scan says.
  package static func wholeStart(_ kind: Kind, title: String) -> String {
    let script = Self.scripts.compactMap { asset($0).map { String(decoding: $0.bytes, as: UTF8.self) } }.joined()
    let style = String(decoding: PackageResources.review_css, as: UTF8.self)
    let icon = Data(PackageResources.icon_svg).base64EncodedString()
    func digest(_ text: String) -> String {
      "'sha256-\(Data(SHA256.digest(of: text.utf8).bytes).base64EncodedString())'"
    }
    let policy =
      "default-src 'none'; script-src \(digest(script)); style-src \(digest(style)); img-src data:; base-uri 'none'; "
      + "form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(title.markupEscaped)</title>
      <link rel="icon" href="data:image/svg+xml;base64,\(icon)">
      <style>\(style)</style>
      </head>
      <body data-kind="\(kind.rawValue)">
      <noscript><p>This page needs JavaScript. 이 페이지에는 자바스크립트가 필요합니다.</p></noscript>
      \(texts)
      <script type="application/json" id="data">
      """
  }

  /// The end of such a file.
  package static var wholeEnd: String {
    let script = Self.scripts.compactMap { asset($0).map { String(decoding: $0.bytes, as: UTF8.self) } }.joined()
    return "</script>\n<script>\(script)</script>\n</body>\n</html>\n"
  }

  /// Everything that the pages say, in each language.
  private static var texts: String {
    "<script type=\"application/json\" id=\"texts\">\(embedded(PackageResources.texts_json))</script>"
  }

  /// In the order in which they run.
  package static let scripts = [
    "text.js", "elements.js", "sentences.js", "picture.js", "queue.js", "writer.js", "drafts.js", "collector.js",
    "list.js", "reading.js", "candidates.js", "tabs.js", "changes.js", "receipts.js", "shops.js", "lines.js", "keys.js",
    "page.js", "start.js",
  ]

  /// A script, style or symbol by its name.
  package static func asset(_ name: String) -> (type: String, bytes: [UInt8])? {
    let script = "text/javascript; charset=utf-8"
    return switch name {
    case "text.js": (script, PackageResources.text_js)
    case "elements.js": (script, PackageResources.elements_js)
    case "sentences.js": (script, PackageResources.sentences_js)
    case "picture.js": (script, PackageResources.picture_js)
    case "queue.js": (script, PackageResources.queue_js)
    case "writer.js": (script, PackageResources.writer_js)
    case "drafts.js": (script, PackageResources.drafts_js)
    case "collector.js": (script, PackageResources.collector_js)
    case "list.js": (script, PackageResources.list_js)
    case "reading.js": (script, PackageResources.reading_js)
    case "candidates.js": (script, PackageResources.candidates_js)
    case "tabs.js": (script, PackageResources.tabs_js)
    case "changes.js": (script, PackageResources.changes_js)
    case "receipts.js": (script, PackageResources.receipts_js)
    case "shops.js": (script, PackageResources.shops_js)
    case "lines.js": (script, PackageResources.lines_js)
    case "keys.js": (script, PackageResources.keys_js)
    case "page.js": (script, PackageResources.page_js)
    case "start.js": (script, PackageResources.start_js)
    case "review.css": ("text/css; charset=utf-8", PackageResources.review_css)
    case "icon.svg": ("image/svg+xml", PackageResources.icon_svg)
    default: nil
    }
  }

  /// JSON that cannot end its element: `<` occurs only in strings, which can escape it.
  package static func embedded(_ json: [UInt8]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.count)
    for byte in json {
      if byte == UInt8(ascii: "<") { bytes += Array("\\u003c".utf8) } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

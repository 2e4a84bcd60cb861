import FoundationEssentials
import PageModel
import Support
import Understanding

/// Pages for a browser without a server: a file for each document with its pictures, and a list of all of them.
///
/// Each file is self-contained. The user downloads corrections from it as a file for `hanscan correct apply`.
package struct HTMLExporter: DocumentExporter, CollectionExporter {
  package let name = "html"
  package let summary = "pages for a browser of each document, and a list of all"
  package let fileExtension = "html"
  package let fileNames = [QueueFile.name]

  package func write(_ document: any DocumentSource, to file: FilePieces) throws {
    try file.append(WebPage.wholeStart(.page, title: "\(document.path)\(WebPage.titleSuffix)"))
    try file.append("{\"pages\":[")
    // The list lies at the top of the output directory.
    let depth = OutputName.make(document.path, extension: fileExtension).components.count - 1
    let home = String(repeating: "../", count: depth) + QueueFile.name
    var (isFirst, tables) = (true, "")
    for index in 0..<document.pageCount {
      guard let page = try document.page(at: index) else { continue }
      let picture = try document.view(at: index)
      let original = page.original.map { OutputName.make($0.path, extension: fileExtension).bytes.percentEncoded }
      let view: JSONValue.Members = [
        "home": .string(home), "collects": .boolean(true), "digest": .string(page.record.shownDigest),
        "doubts": Doubt.json(Doubt.all(of: PageSummaryFacts(page.record))),
        "book": .array(Self.candidates(on: page.record)),
        "picture": picture.map { .string("data:\($0.type);base64,\(Data($0.file).base64EncodedString())") },
        "original": original.map { .string(String(repeating: "../", count: depth) + $0) },
      ]
      try file.append(isFirst ? "" : ",")
      isFirst = false
      try file.append(WebPage.embedded(WebPage.data(of: page.record, view: view)))
      tables += page.record.tables.map(MarkdownText.html).joined()
    }
    try file.append("]}" + WebPage.wholeEnd(tables: tables))
  }

  private static func candidates(on page: PageRecord) -> [JSONValue] {
    guard case .recognised(let reading) = page.outcome else { return [] }
    return (page.derived.value(of: ReceiptsStage.self) ?? []).enumerated().map { place, receipt in
      var members = FieldCandidates(receipt, on: reading).json
      members["receipt"] = .integer(receipt.number(at: place))
      return .object(members)
    }
  }

  package func begin(in writer: FileWriter, style: TableStyle) throws(ExportError) -> any CollectionFiles {
    try QueueFile(writer)
  }
}

extension PageRecord {
  /// Tells what a page says from all else that it may say: corrections that wait in a browser are of one of these.
  fileprivate var shownDigest: String {
    var parts = [content?.hex ?? ""]
    if case .recognised(let reading) = outcome { parts += reading.lines.map(\.text) }
    parts += [ReceiptsStage.name, KindsStage.name].map { derived[$0]?.json ?? "" }
    parts.append(Doubt.names(of: corrections.settledDoubts))
    return String(SHA256.digest(of: parts.joined(separator: "\u{0}").utf8).hex.prefix(16))
  }
}

/// The list of all documents that is being written, row after row.
private final class QueueFile: CollectionFiles {
  static let name = "hanscan.receipts.html"

  private let file: FilePieces
  private var isEmpty = true
  /// The rows of one document with their links: it has a file if one of its pages was read.
  ///
  /// A page whose scan is gone has none: its name may lead to another document by now.
  private var waiting: [(row: JSONValue.Members, link: String?)] = []
  private var path: ScanPath?
  private var hasFile = false

  init(_ writer: FileWriter) throws(ExportError) {
    file = try writer.file(for: [Array(Self.name.utf8)])
    try file.append(WebPage.wholeStart(.queue, title: "HanScan"))
    try file.append("{\"all\":[")
  }

  func add(_ page: PageRecord) throws(ExportError) {
    if page.path != path { try write() }
    path = page.path
    if !page.isMissing, [.recognised, .blank, .duplicate].contains(page.outcome.state) { hasFile = true }
    let facts = PageSummaryFacts(page)
    var row = facts.row(path: page.path.description, index: page.index, pageCount: page.pageCount)
    let target = OutputName.make(page.path, extension: "html")
    row["digest"] = .string(page.shownDigest)
    row["missing"] = page.isMissing ? .boolean(true) : nil
    let link = target.bytes.percentEncoded + (page.pageCount > 1 ? "#\(page.index + 1)" : "")
    waiting.append((row, page.isMissing ? nil : link))
  }

  /// Writes the rows of the document before.
  private func write() throws(ExportError) {
    for (facts, link) in waiting {
      var row = facts
      if hasFile, let link { row["href"] = .string(link) }
      try file.append(isEmpty ? "" : ",")
      isEmpty = false
      try file.append(WebPage.embedded(JSONValue.object(row).line))
    }
    waiting.removeAll(keepingCapacity: true)
    hasFile = false
  }

  func finish() throws(ExportError) {
    try write()
    try file.append("]}" + WebPage.wholeEnd())
    try file.finish()
  }
}

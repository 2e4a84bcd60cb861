import Export
import PageModel
import ResultStore
import Support
import Understanding

/// One of the documents that separator sheets make of a stack.
struct DocumentPart {
  /// Its pages of the stack, from 0.
  private(set) var pages: [Int]
  /// The suffix of its file's name: an archive number, or the document's number.
  private(set) var name: String

  static func all(of document: DocumentID, in store: ResultStore) throws -> [DocumentPart] {
    var parts: [DocumentPart] = []
    var names: Set<String> = []
    var last = 0
    for (index, values) in try store.stackParts(of: document) {
      guard let part = values.value(of: StackParts.self) else { continue }
      if part.number == last {
        parts[parts.count - 1].pages.append(index)
        continue
      }
      last = part.number
      let number = "d" + String(part.number).padded(to: 4, isRight: true, with: "0")
      let name = part.name ?? number
      parts.append(DocumentPart(pages: [index], name: names.insert(name).inserted ? name : "\(name)-\(number)"))
    }
    return parts
  }

  func path(of stack: ScanPath, as format: any Exporter) -> ScanPath {
    OutputName.make(stack.with(suffix: ".\(name)"), extension: format.fileExtension)
  }
}

/// A document of a stack for a `DocumentExporter`: some pages of the whole.
struct PartSource: DocumentSource {
  let whole: StoredDocumentSource
  let pages: [Int]

  var path: ScanPath { whole.path }
  var pageCount: Int { pages.count }
  var font: TrueTypeFont? { whole.font }

  func page(at index: Int) throws -> (record: PageRecord, original: PageRecord?)? { try whole.page(at: pages[index]) }
  func picture(at index: Int) throws -> PagePicture? { try whole.picture(at: pages[index]) }
  func view(at index: Int) throws -> (type: String, file: [UInt8])? { try whole.view(at: pages[index]) }
}

import CXML
import Support

/// The elements and texts of a file of XML, as libxml2 reads them, and nothing that refers elsewhere.
///
/// A document type, which could declare entities, and a text that is not well formed are faults. libxml2 fetches nothing.
/// A file is UTF-8, UTF-16 with its mark, or in an encoding that Korean programs declare.
package enum XMLReader {
  enum Event {
    /// An element of a namespace.
    case start(space: String, name: String)
    case text(String)
    case end
  }

  static let mostDepth = 32
  /// libxml2 compares each attribute of a tag with all others, and the prefix of each name with all declared ones.
  ///
  /// A signed invoice has about thirty.
  private static let mostAttributes = 4000
  private static let declared = TextFault("it declares a document type or entities, which are refused")
  private static let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
  private static let unicodeNames = ["", "UTF-8", "UTF8", "US-ASCII", "UTF-16", "UTF-16LE", "UTF-16BE"]
  /// All these names mean extended Wansung, which holds EUC-KR.
  private static let koreanNames = ["EUC-KR", "KS_C_5601-1987", "KSC5601", "CP949", "MS949", "UHC", "WINDOWS-949"]

  /// Tells libxml2 the names, and opens a converter, which keeps the table of the C library in memory.
  private static let opened: Void = {
    xmlInitParser()
    for name in koreanNames { xmlAddEncodingAlias("CP949", name) }
    _ = iconv_open("UTF-8", "CP949")
  }()

  /// Opens all files that later readings need; a sandbox lets no file be opened.
  package static func prepare() { opened }

  /// Hands over what a file holds, from its beginning to its end.
  static func read(_ text: [UInt8], _ take: (Event) throws(TextFault) -> Void) throws(TextFault) {
    prepare()
    guard text.count(where: { $0 == UInt8(ascii: "=") }) <= mostAttributes else {
      throw TextFault("it has more than \(mostAttributes) attributes")
    }
    // Declarations can take minutes, too; in UTF-16 there are zeros between the letters.
    guard !text.filter({ $0 != 0 }).contains("<!DOCTYPE".utf8) else { throw declared }
    // libxml2 writes faults of an encoding to standard error otherwise.
    xmlSetStructuredErrorFunc(nil) { _, _ in }
    try text.withUnsafeBufferPointer { bytes throws(TextFault) in
      let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      guard let start,
        let reader = xmlReaderForMemory(start, CInt(bytes.count), nil, nil, CInt(options))
      else {
        throw TextFault("it is empty")
      }
      defer { xmlFreeTextReader(reader) }
      while true {
        switch xmlTextReaderRead(reader) {
        case 1:
          let encoding = string(xmlTextReaderConstEncoding(reader)).uppercased()
          guard (unicodeNames + koreanNames).contains(encoding) else {
            throw TextFault("it declares the encoding \(encoding.prefix(20)), which is not read")
          }
          try node(reader, take)
        case 0: return
        default:
          throw TextFault(
            "it is cut or not well formed (line \(xmlTextReaderGetParserLineNumber(reader)))")
        }
      }
    }
  }

  private static func node(
    _ reader: xmlTextReaderPtr, _ take: (Event) throws(TextFault) -> Void
  ) throws(TextFault) {
    switch xmlReaderTypes(UInt32(bitPattern: xmlTextReaderNodeType(reader))) {
    case XML_READER_TYPE_ELEMENT:
      guard xmlTextReaderDepth(reader) < mostDepth else {
        throw TextFault("its elements lie deeper than \(mostDepth)")
      }
      let name = string(xmlTextReaderConstLocalName(reader))
      try take(.start(space: string(xmlTextReaderConstNamespaceUri(reader)), name: name))
      if xmlTextReaderIsEmptyElement(reader) == 1 { try take(.end) }
    case XML_READER_TYPE_END_ELEMENT: try take(.end)
    case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
      try take(.text(string(xmlTextReaderConstValue(reader))))
    case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE:
      throw declared
    default: break
    }
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }
}

import CXML

/// The elements and texts of a file of XML, as libxml2 reads them, and nothing that refers elsewhere.
///
/// A document type, which could declare entities, and a text that is not well formed are faults. libxml2 fetches nothing.
enum XMLReader {
  enum Event {
    /// An element of a namespace.
    case start(space: String, name: String)
    case text(String)
    case end
  }

  static let mostDepth = 32
  private static let options =
    XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
    | XML_PARSE_IGNORE_ENC.rawValue

  /// Hands over what UTF-8 text holds, from its beginning to its end.
  static func read(_ text: [UInt8], _ take: (Event) throws(XMLFault) -> Void) throws(XMLFault) {
    try text.withUnsafeBufferPointer { bytes throws(XMLFault) in
      let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
      guard let start,
        let reader = xmlReaderForMemory(start, CInt(bytes.count), nil, "UTF-8", CInt(options))
      else {
        throw XMLFault("it is empty")
      }
      defer { xmlFreeTextReader(reader) }
      while true {
        switch xmlTextReaderRead(reader) {
        case 1: try node(reader, take)
        case 0: return
        default:
          throw XMLFault(
            "it is cut or not well formed (line \(xmlTextReaderGetParserLineNumber(reader)))")
        }
      }
    }
  }

  private static func node(
    _ reader: xmlTextReaderPtr, _ take: (Event) throws(XMLFault) -> Void
  ) throws(XMLFault) {
    func string(_ text: UnsafePointer<xmlChar>?) -> String {
      text.map { String(cString: $0) } ?? ""
    }
    switch xmlReaderTypes(UInt32(bitPattern: xmlTextReaderNodeType(reader))) {
    case XML_READER_TYPE_ELEMENT:
      guard xmlTextReaderDepth(reader) < mostDepth else {
        throw XMLFault("its elements lie deeper than \(mostDepth)")
      }
      let name = string(xmlTextReaderConstLocalName(reader))
      try take(.start(space: string(xmlTextReaderConstNamespaceUri(reader)), name: name))
      if xmlTextReaderIsEmptyElement(reader) == 1 { try take(.end) }
    case XML_READER_TYPE_END_ELEMENT: try take(.end)
    case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA:
      try take(.text(string(xmlTextReaderConstValue(reader))))
    case XML_READER_TYPE_DOCUMENT_TYPE, XML_READER_TYPE_ENTITY_REFERENCE:
      throw XMLFault("it declares a document type or entities, which are refused")
    default: break
    }
  }
}

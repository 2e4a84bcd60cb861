import Glibc
import Support

/// The objects of a PDF 1.7 file as they are written, one after another (ISO 32000-1, 7.5).
///
/// Streams go to the file at once. All other objects are gathered into compressed object streams, so that a page costs
/// a few hundred bytes; what finds them is a compressed cross-reference stream.
struct PDFFile {
  /// A number by which other objects name it.
  struct Reference: Hashable {
    let number: Int

    /// As it is in other objects.
    var text: String { "\(number) 0 R" }
  }

  private enum Place {
    case unused
    case offset(Int)
    case within(stream: Int, index: Int)
  }

  private let file: FilePieces
  /// The tree of its pages, which are in order.
  let tree = Reference(number: 1)
  private var pages: [Reference] = []
  private var places: [Place] = [.unused, .unused]
  private var gathered: [(number: Int, text: String)] = []

  /// Objects of one object stream: a reader has to unpack all of them for one.
  private static let gatheredAtMost = 100

  init(_ file: FilePieces) throws(ExportError) {
    self.file = file
    // The second line says by its high bytes that this is no text.
    try file.append(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
  }

  /// A number for an object that comes later.
  mutating func reserve() -> Reference {
    places.append(.unused)
    return Reference(number: places.count - 1)
  }

  /// Adds an object that is no stream.
  @discardableResult
  mutating func add(_ text: String, as reference: Reference? = nil) throws -> Reference {
    let reference = reference ?? reserve()
    gathered.append((reference.number, text))
    if gathered.count >= Self.gatheredAtMost { try flush() }
    return reference
  }

  /// Adds a stream of bytes, compressed if that is asked for.
  ///
  /// - Parameter dictionary: Its entries but for length and filter.
  @discardableResult
  mutating func add(
    stream bytes: [UInt8], _ dictionary: String = "", isCompressed: Bool = true, as reference: Reference? = nil
  ) throws -> Reference {
    let packed = isCompressed ? Deflate.compressed(bytes) : nil
    if isCompressed, packed == nil { throw ExportError(file.path, code: ENOMEM) }
    let filter = isCompressed ? "/Filter/FlateDecode" : ""
    let content = packed ?? bytes
    return try add(streamOf: content.count, dictionary + filter, as: reference) { try $0.append(content) }
  }

  /// Adds a stream whose bytes `body` appends; there must be exactly `count` of them.
  @discardableResult
  mutating func add(
    streamOf count: Int, _ dictionary: String, as reference: Reference? = nil, _ body: (FilePieces) throws -> Void
  ) throws -> Reference {
    let reference = reference ?? reserve()
    places[reference.number] = .offset(file.count)
    try file.append("\(reference.number) 0 obj\n<<\(dictionary)/Length \(count)>>\nstream\n")
    try body(file)
    try file.append("\nendstream\nendobj\n")
    return reference
  }

  /// Adds a page: its content, the names of its resources, and its size with what may follow that.
  mutating func add(page content: String, resources: String, box: String) throws {
    let stream = try add(stream: Array(content.utf8))
    let page = "<</Type/Page/Parent \(tree.text)/MediaBox\(box)/Resources<<\(resources)>>/Contents \(stream.text)>>"
    pages.append(try add(page))
  }

  mutating func addTree() throws {
    try add("<</Type/Pages/Count \(pages.count)/Kids[\(pages.map(\.text).joined(separator: " "))]>>", as: tree)
  }

  /// Adds a TrueType font whose texts are codes of two bytes.
  ///
  /// - Parameters:
  ///   - sides: The left and the right end of its glyphs; all places are in thousandths of its size.
  ///   - glyphs: The entries for the widths and the glyphs of the codes.
  ///   - unicode: The table that says which character each code is.
  mutating func add(
    font name: String, program: Reference, sides: (Int, Int), ascent: Int, descent: Int, glyphs: String,
    unicode: Reference, as reference: Reference
  ) throws {
    let descriptor = try add(
      """
      <</Type/FontDescriptor/FontName\(name)/Flags 4/FontBBox[\(sides.0) \(descent) \(sides.1) \(ascent)]\
      /ItalicAngle 0/Ascent \(ascent)/Descent \(descent)/CapHeight \(ascent)/StemV 80/FontFile2 \(program.text)>>
      """)
    let inner = try add(
      """
      <</Type/Font/Subtype/CIDFontType2/BaseFont\(name)/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
      /Supplement 0>>/FontDescriptor \(descriptor.text)\(glyphs)>>
      """)
    try add(
      """
      <</Type/Font/Subtype/Type0/BaseFont\(name)/Encoding/Identity-H/DescendantFonts[\(inner.text)]\
      /ToUnicode \(unicode.text)>>
      """, as: reference)
  }

  /// Writes what finds all objects; the file is complete then.
  mutating func finish(catalogue: Reference, information: Reference) throws {
    try flush()
    let own = reserve()
    let start = file.count
    places[own.number] = .offset(start)
    // A type of one byte, an offset or the number of an object stream of five, a generation or an index of two.
    let table = places.flatMap { place in
      switch place {
      case .unused: Self.entry(0, 0, 0xFFFF)
      case .offset(let offset): Self.entry(1, offset, 0)
      case .within(let stream, let index): Self.entry(2, stream, index)
      }
    }
    // The same file always has the same name.
    let name = "<\(file.digest.prefix(32))>"
    try add(
      stream: table,
      """
      /Type/XRef/Size \(places.count)/W[1 5 2]/Root \(catalogue.text)/Info \(information.text)/ID[\(name)\(name)]
      """, as: own)
    try file.append("startxref\n\(start)\n%%EOF\n")
  }

  private static func entry(_ kind: UInt8, _ value: Int, _ extra: Int) -> [UInt8] {
    [kind] + ByteOrder.big.bytes(value, 5) + ByteOrder.big.bytes(extra, 2)
  }

  private mutating func flush() throws {
    guard !gathered.isEmpty else { return }
    let stream = reserve()
    var index = ""
    var objects = ""
    for (position, object) in gathered.enumerated() {
      index += "\(object.number) \(objects.utf8.count) "
      objects += object.text + "\n"
      places[object.number] = .within(stream: stream.number, index: position)
    }
    let count = gathered.count
    gathered = []
    try add(stream: Array((index + objects).utf8), "/Type/ObjStm/N \(count)/First \(index.utf8.count)", as: stream)
  }

  /// Text as a string object: UTF-16 with its mark, in hexadecimal.
  static func string(_ text: String) -> String {
    "<FEFF" + text.utf16.map { hexadecimal(Int($0)) }.joined() + ">"
  }

  /// Four hexadecimal digits.
  static func hexadecimal(_ number: Int) -> String {
    let digits = String(number & 0xFFFF, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// The characters that a network can write, as the text file inside a model lists them.
///
/// The first line is the count. Each further line is one character: its text, its properties in hexadecimal, then
/// measures, script, other case, direction, mirror and normal form, and a comment. Its number is its place.
public struct Unicharset: Hashable, Sendable {
  /// Many more than any script has; Tesseract's largest model has some 12,000.
  private static let maximumCount = 100_000
  /// Tesseract reads a line into 256 bytes.
  private static let maximumLine = 254

  /// One character; `line` is kept as it stands in the file.
  public struct Entry: Hashable, Sendable {
    public let text: String
    package let line: String
  }

  public private(set) var entries: [Entry] = []

  /// Parses the component's bytes.
  public init(parsing bytes: ArraySlice<UInt8>) throws(ModelError) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let first = lines.first, let count = Int(String(decoding: first.prefix(16), as: UTF8.self).trimmedASCII)
    else {
      throw Self.damaged("its first line is no count")
    }
    guard count > 0, count <= Self.maximumCount, lines.count - 1 == count else {
      throw Self.damaged("it promises \(count) characters and holds \(lines.count - 1)")
    }
    entries.reserveCapacity(count)
    var seen: Set<String> = []
    for (number, line) in lines.dropFirst().enumerated() {
      let entry = try Self.entry(line, number: number)
      guard seen.insert(entry.text).inserted else { throw Self.damaged("character \(number) is there twice") }
      entries.append(entry)
    }
  }

  private static func entry(_ line: ArraySlice<UInt8>, number: Int) throws(ModelError) -> Entry {
    guard line.count <= maximumLine else { throw damaged("line \(number + 2) is too long") }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw damaged("line \(number + 2) is no UTF-8")
    }
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard fields.count >= 2, line.first != UInt8(ascii: " "),
      UInt32(String(decoding: fields[1], as: UTF8.self), radix: 16) != nil
    else { throw damaged("line \(number + 2) is no character with its properties") }
    return Entry(text: String(decoding: fields[0], as: UTF8.self), line: text)
  }

  private static func damaged(_ what: String) -> ModelError {
    ModelError(.damaged, "The model's character set is damaged: \(what).")
  }

  /// The texts by their numbers.
  public var texts: [String] { entries.map(\.text) }

  /// Appends a character that is not yet there, described the way Tesseract's own training describes it.
  ///
  /// Its other case and mirror are itself, its normal form is `normal` or itself.
  package mutating func append(_ scalar: Unicode.Scalar, normal: String? = nil) {
    let text = String(scalar)
    let number = entries.count
    let kind = CharacterKind(scalar)
    let code = String(scalar.value, radix: 16)
    let line =
      "\(text) \(String(kind.properties, radix: 16)) 0,255,0,255,0,0,0,0,0,0 \(kind.script) \(number) "
      + "\(kind.direction) \(number) \(normal ?? text)\t# \(text) [\(code) ]\(kind.suffix)"
    entries.append(Entry(text: text, line: line))
  }

  /// The component's bytes.
  public func serialised() -> [UInt8] {
    var bytes = Array("\(entries.count)\n".utf8)
    for entry in entries {
      bytes += entry.line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}

/// What the character set says about a character: property bits, script, direction of writing and comment suffix.
private struct CharacterKind {
  var properties = 0
  var script = "Common"
  /// ICU's UCharDirection: 0 left to right, 2 European number, 4 its terminator, 10 other neutral.
  var direction = 10
  var suffix = ""

  init(_ scalar: Unicode.Scalar) {
    switch scalar.properties.generalCategory {
    case .otherLetter, .modifierLetter: (properties, direction, suffix) = (1, 0, "x")
    case .lowercaseLetter: (properties, direction, suffix) = (3, 0, "a")
    case .uppercaseLetter, .titlecaseLetter: (properties, direction, suffix) = (5, 0, "A")
    case .decimalNumber: (properties, direction, suffix) = (8, 2, "0")
    case .currencySymbol: direction = 4
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      (properties, suffix) = (0x10, "p")
    default: break
    }
    switch scalar.value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FB: script = "Hangul"
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: script = "Han"
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0xFF21...0xFF3A, 0xFF41...0xFF5A: script = "Latin"
    default: break
    }
  }
}

extension String {
  /// Without the white space of ASCII around it.
  package var trimmedASCII: String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
    var rest = self[...].drop(while: blank)
    while let last = rest.last, blank(last) { rest.removeLast() }
    return String(rest)
  }
}

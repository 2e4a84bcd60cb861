/// The characters that a network can write, from the text file inside a model.
///
/// The first line is the count. Each further line is one character: its text, its properties in hexadecimal, then
/// measures, script, other case, direction, mirror and normal form, and a comment. The order gives its number.
package struct Unicharset: Hashable, Sendable {
  /// Many more than any script has; Tesseract's largest model has some 12,000.
  private static let maximumCount = 100_000
  /// Tesseract reads a line into 256 bytes.
  private static let maximumLine = 254

  /// By their numbers.
  package private(set) var characters: [String] = []

  package init(parsing bytes: ArraySlice<UInt8>) throws(ModelError) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let first = (lines.first ?? []).prefix(16).filter { !" \t\r".utf8.contains($0) }
    guard let count = Int(String(decoding: first, as: UTF8.self)) else {
      throw Self.damaged("its first line is no count")
    }
    guard count > 0, count <= Self.maximumCount, lines.count - 1 == count else {
      throw Self.damaged("it promises \(count) characters and holds \(lines.count - 1)")
    }
    characters.reserveCapacity(count)
    var seen: Set<String> = []
    for (number, line) in lines.dropFirst().enumerated() {
      let character = try Self.character(line, number: number)
      guard seen.insert(character).inserted else { throw Self.damaged("character \(number) is there twice") }
      characters.append(character)
    }
  }

  private static func character(_ line: ArraySlice<UInt8>, number: Int) throws(ModelError) -> String {
    guard line.count <= maximumLine else { throw damaged("line \(number + 2) is too long") }
    guard String(validating: line, as: UTF8.self) != nil else { throw damaged("line \(number + 2) is no UTF-8") }
    let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard fields.count >= 2, line.first != UInt8(ascii: " "),
      UInt32(String(decoding: fields[1], as: UTF8.self), radix: 16) != nil
    else { throw damaged("line \(number + 2) is no character with its properties") }
    return String(decoding: fields[0], as: UTF8.self)
  }

  private static func damaged(_ what: String) -> ModelError {
    ModelError(.damaged, "The model's character set is damaged: \(what).")
  }
}

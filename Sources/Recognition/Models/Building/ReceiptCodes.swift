/// The codes that our own network has beyond those of the model it grew from.
///
/// A text file: `trail:3<TAB>211` gives a trailing consonant (by its index in Unicode) its code,
/// `CHARACTER<TAB>code,code` spells a character. Lines that begin with `# ` are comments.
package struct ReceiptCodes: Hashable, Sendable {
  package var trails: [(index: Int, code: Int32)] = []
  package var symbols: [(scalar: Unicode.Scalar, codes: [Int32])] = []

  package init() {}

  package init(parsing bytes: ArraySlice<UInt8>) throws(ModelError) {
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      guard let text = String(validating: line, as: UTF8.self) else { throw Self.damaged(number, "is no UTF-8") }
      if text.isEmpty || text.hasPrefix("# ") || text == "#" { continue }
      let fields = text.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 2 else { throw Self.damaged(number, "is not two fields with a tab between them") }
      let codes = fields[1].split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
      let numbers = codes.compactMap { $0 }.filter { $0 >= 0 }
      guard numbers.count == codes.count, codes.count <= Recoder.maximumLength else {
        throw Self.damaged(number, "has no codes")
      }
      if fields[0].hasPrefix("trail:") {
        guard let index = Int(fields[0].dropFirst(6)), (0..<Syllable.trails).contains(index), numbers.count == 1 else {
          throw Self.damaged(number, "names no trailing consonant")
        }
        trails.append((index, numbers[0]))
      } else {
        let scalars = fields[0].unicodeScalars
        guard let scalar = scalars.first, scalars.count == 1, !scalar.properties.isWhitespace else {
          throw Self.damaged(number, "names no single character")
        }
        symbols.append((scalar, numbers))
      }
    }
  }

  private static func damaged(_ number: Int, _ what: String) -> ModelError {
    ModelError(.damaged, "Line \(number + 1) of the network's codes \(what).")
  }

  package static func == (left: ReceiptCodes, right: ReceiptCodes) -> Bool {
    left.trails.elementsEqual(right.trails, by: ==) && left.symbols.elementsEqual(right.symbols, by: ==)
  }

  package func hash(into hasher: inout Hasher) {
    for trail in trails { hasher.combine(trail.code) }
    for symbol in symbols { hasher.combine(symbol.scalar) }
  }
}

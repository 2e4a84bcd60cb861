import TestSupport
import Testing

@testable import Understanding

/// Misreads each digit of a text once: what is proven then has the value that it has in the text as it is.
func expectSingleDigitsToBreakProofs(of text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
  let sound = try #require(understood(text))
  let scalars = Array(text.unicodeScalars)
  var random = SeededRandom(seed: 5)
  for place in scalars.indices where scalars[place].isDigit {
    var changed = scalars
    let others = (0...9).map { Unicode.Scalar(UInt8($0 + 48)) }.filter { $0 != scalars[place] }
    changed[place] = others.randomElement(using: &random) ?? "0"
    let receipt = try #require(understood(changed.string))
    for (name, field) in receipt.fields where field.proof == .proven {
      #expect(
        field.value == sound.value(name), "\(name) is \(field.value) with digit \(place) changed:\n\(changed.string)",
        sourceLocation: sourceLocation)
    }
  }
}

import Support
import Testing

@testable import Understanding

@Suite("The weights of the tagger")
struct TaggerModelTests {
  /// The bytes of a small model: two tags, one feature.
  private static let small: [UInt8] =
    Array("HSTAG".utf8) + [1, 2, 0, 1] + Array("O".utf8) + [10] + Array("B-merchant".utf8)
    + [0, 0, 0x80, 0x3F] + [UInt8](repeating: 0, count: 8) + [0, 0, 0x80, 0x3F] + [1, 0, 0, 0]
    + [7, 0, 0, 0, 1, 1, 3, 0] + [0]

  @Test("that are compiled in are read, and are for all values")
  func standard() {
    #expect(Set(TaggerModel.standard.tags.compactMap(\.value)) == Set(TaggedValue.allCases))
  }

  @Test("add up by feature")
  func adds() throws {
    let model = try TaggerModel(Self.small)
    var scores: [Float] = [0, 0]
    model.add([7, 8, 7], to: &scores)
    #expect(scores == [0, 6])
  }

  @Test("that are cut, longer or of another kind are refused with a sentence")
  func refused() {
    for count in 0..<Self.small.count {
      #expect(throws: TextFault.self) { _ = try TaggerModel(Self.small.prefix(count)) }
    }
    #expect(throws: TextFault.self) { _ = try TaggerModel(Self.small + [0]) }
    var other = Self.small
    other[5] = 2
    let fault = #expect(throws: TextFault.self) { _ = try TaggerModel(other) }
    #expect(fault?.description.contains("format 2") == true)
  }

  @Test("with any byte changed are read or refused", arguments: 0..<small.count)
  func changed(place: Int) {
    for value in [UInt8.min, 1, 0x7F, 0xFF] {
      var bytes = Self.small
      bytes[place] = value
      guard let model = try? TaggerModel(bytes) else { continue }
      var scores = [Float](repeating: 0, count: model.tags.count)
      model.add([7], to: &scores)
      #expect(scores.allSatisfy { $0.isFinite })
    }
  }
}

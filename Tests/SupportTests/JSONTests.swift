import Foundation
import Support
import Testing

@Suite struct JSONTests {
  private struct Inner: Codable, Hashable {
    var name: String
    var values: [Int]
  }

  private enum Color: String, Codable, Hashable {
    case red
    case blue
  }

  private struct Everything: Codable, Hashable {
    var text = "합계 \"1\"\n\u{7F}\u{2028}\\"
    var count = -3
    var small: UInt8 = 200
    var share = 0.1
    var whole = 4.0
    var isSo = true
    var color = Color.blue
    var colors: Set<Color> = [.red, .blue]
    var inner = [Inner(name: "b", values: [2, 1]), Inner(name: "a", values: [])]
    var table = ["z": 1, "a": 2]
    var missing: Int?
    var present: Inner? = Inner(name: "", values: [0])
  }

  @Test func `a value is written on one line with its names sorted`() {
    let value = JSONValue.object([
      "b": .array([.integer(1), .null, .boolean(true), .boolean(false), "text"]), "a": .object([:]),
      "c": .row(.array([.fixed(1, decimals: 2), .number(1)])),
    ])
    #expect(value.lineText == #"{"a":{},"b":[1,null,true,false,"text"],"c":[1.00,1]}"#)
  }

  @Test(arguments: [
    (0.0, "0"), (-2.0, "-2"), (0.1, "0.1"), (1e300, "1e+300"), (2e-300, "2e-300"), (.nan, "null"),
    (-.infinity, "null"),
  ])
  func `a number is written shortly, and none is null`(_ number: Double, _ text: String) {
    #expect(JSONValue.number(number).lineText == text)
  }

  @Test func `what a terminal would obey is escaped`() {
    let text = "a\u{7}\u{9B}\u{2029}\u{202E}\u{2066}\u{61C}\u{200F}b 한글 مرحبا"
    #expect(
      JSONValue.string(text).lineText == #""a\u0007\u009b\u2029\u202e\u2066\u061c\u200fb 한글 مرحبا""#)
  }

  @Test func `any value is read back by Foundation as it was encoded`() throws {
    let value = Everything()
    let line = try JSONValue(encoding: value).line
    #expect(try JSONDecoder().decode(Everything.self, from: Data(line)) == value)
  }

  @Test func `an encoded value has sorted names, lists in their order, and no member for nil`() throws {
    let text = try JSONValue(encoding: Everything()).lineText
    #expect(text.hasPrefix(#"{"color":"blue","colors":["#))
    #expect(text.contains(#"],"count":-3,"inner":[{"name":"b","values":[2,1]}"#))
    #expect(text.contains(#""table":{"a":2,"z":1}"#))
    #expect(!text.contains("missing"))
  }

  @Test(arguments: [
    (#" {"b" : [1, -2.5e3, null ,true], "a":{ }} "#, #"{"a":{},"b":[1,-2500,null,true]}"#), ("[]", "[]"),
    (#""\u00e9\ud83d\ude00\"\n가""#, #""é😀\"\n가""#), ("12345678901234567890", "1.2345678901234567e+19"),
  ])
  func `a text in JSON is parsed`(_ text: String, _ line: String) throws {
    #expect(try #require(JSONValue(parsing: text.utf8)).lineText == line)
  }

  @Test(arguments: [
    "", "[", "[1,]", "{\"a\":}", "{a:1}", "\"a", "\"\\", "\"\\x\"", "nan", "0x10", "1 2", "[1}", "tru", ",",
  ])
  func `a text that is no JSON has no value`(_ text: String) {
    #expect(JSONValue(parsing: text.utf8)?.lineText == nil)
  }

  @Test func `a text that nests without end has no value`() {
    #expect(JSONValue(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000))?.lineText == nil)
    #expect(JSONValue(parsing: [0x22, 0xFF, 0x22])?.lineText == nil)
  }

  @Test func `what JSON cannot hold is refused`() {
    #expect(throws: EncodingError.self) { try JSONValue(encoding: Double.nan) }
    #expect(throws: EncodingError.self) { try JSONValue(encoding: [Float.infinity]) }
  }

  @Test func `null, lists and values within lists are encoded`() throws {
    #expect(try JSONValue(encoding: [1, nil, 3]).lineText == "[1,null,3]")
    #expect(try JSONValue(encoding: [[Inner(name: "a", values: [])]]).lineText == #"[[{"name":"a","values":[]}]]"#)
    #expect(try JSONValue(encoding: "text").lineText == #""text""#)
    #expect(try JSONValue(encoding: [Int]()).lineText == "[]")
  }
}

import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct CodingTests {
  @Test func `words are JSON arrays that end after the last value they have`() {
    let box = Box(x: 1, y: -2, width: 3, height: 4)
    let words = [
      Word(text: "합계", box: box, confidence: 0.9731),
      Word(text: "a\"\\\u{1}", box: box, confidence: 1, language: "kor"),
      Word(text: "b", box: box, confidence: 0, script: "Latin"),
      Word(text: "c", box: box, confidence: 0.5, candidates: [Candidate(text: "e", confidence: 0.25)]),
    ]
    #expect(
      LineCoding.encode(words) == #"""
        [["합계",1,-2,3,4,0.9731],["a\"\\\u0001",1,-2,3,4,1,"kor"],["b",1,-2,3,4,0,null,"Latin"],\#
        ["c",1,-2,3,4,0.5,null,null,[["e",0.25]]]]
        """#)
    #expect(LineCoding.encode([Word]()) == "[]")
  }

  @Test(arguments: 0..<50) func `any words and readings come back, scalar for scalar`(seed: UInt64) throws {
    var dice = SeededRandom(seed: seed)
    let line = dice.line()
    let words = try LineCoding.words(Array(LineCoding.encode(line.words).utf8))
    #expect(words == line.words)
    #expect(words.map { Array($0.text.unicodeScalars) } == line.words.map { Array($0.text.unicodeScalars) })
    #expect(try LineCoding.readings(Array(LineCoding.encode(line.readings).utf8)) == line.readings)
  }

  @Test func `SQLite reads the words as JSON`() throws {
    var dice = SeededRandom(seed: 1)
    let scratch = try Scratch()
    let store = try scratch.store()
    for _ in 0..<200 {
      let words = (0..<5).map { _ in dice.word() }
      let valid = try store.connection.first("SELECT json_valid(?)", [LineCoding.encode(words)]) { $0.bool(0) }
      #expect(valid == true)
    }
  }

  @Test func `every escape of JSON is read`() throws {
    let json = #"[["\u0041\n\/\b\f\r\t\"\\\ud83e\uddfe",1,2,3,4,5e-1]]"#
    let words = try LineCoding.words(Array(json.utf8))
    #expect(
      words == [Word(text: "A\n/\u{8}\u{C}\r\t\"\\🧾", box: Box(x: 1, y: 2, width: 3, height: 4), confidence: 0.5)])
  }

  @Test(arguments: [
    "", "[", "]", "[[", "[]]", "[],", "[[]]", "null", "{}", #"["a"]"#, #"[["a"]]"#, #"[["a",1,2,3,4]]"#,
    #"[["a",1,2,3,4,"x"]]"#, #"[["a",1.5,2,3,4,1]]"#, #"[["a",1,2,3,4,1,2]]"#, #"[["a",1,2,3,4,1,nul]]"#,
    #"[["a",1,2,3,4,1,null,null,[],1]]"#, #"[["a",99999999999999999999,2,3,4,1]]"#, #"[["a,1,2,3,4,1]]"#,
    #"[["\x",1,2,3,4,1]]"#, #"[["\u12",1,2,3,4,1]]"#, #"[["\u+123",1,2,3,4,1]]"#, #"[["\ud83e",1,2,3,4,1]]"#,
    #"[["\udd00",1,2,3,4,1]]"#, #"[["\ud83e\u0041",1,2,3,4,1]]"#, "[[\"a\nb\",1,2,3,4,1]]", #"[["a",1,2,3,4,--1]]"#,
  ]) func `what is no list of words is refused`(json: String) {
    #expect(throws: LineCoding.Fault.self) { try LineCoding.words(Array(json.utf8)) }
  }

  @Test func `damaged bytes give a fault or words, never a crash`() {
    var dice = SeededRandom(seed: 7)
    for _ in 0..<3_000 {
      var bytes = Array(LineCoding.encode((0..<3).map { _ in dice.word() }).utf8)
      for _ in 0..<dice.number(0...3) {
        switch dice.number(0...2) {
        case 0: bytes[dice.number(0...bytes.count - 1)] = UInt8(dice.number(0...255))
        case 1: bytes.removeLast(dice.number(0...bytes.count - 1))
        default: bytes.insert(UInt8(dice.number(0...255)), at: dice.number(0...bytes.count))
        }
      }
      _ = try? LineCoding.words(bytes)
      _ = try? LineCoding.readings(bytes)
    }
  }
}

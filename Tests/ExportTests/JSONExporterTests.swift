import Foundation
import PageModel
import Testing

@testable import Export

@Suite struct JSONExporterTests {
  @Test func `a page whose picture is cut off says so`() throws {
    var reading = Pages.reading
    reading.preparation?.warnings = [.cutOff]
    let file = try #require(JSONExporter().bytes(of: Pages.record(.recognised(reading)), original: nil))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    #expect(json["cutOff"] as? Bool == true)
    #expect((json["preparation"] as? [String: Any])?["warnings"] as? [String] == ["cut-off"])
    let stored = try JSONDecoder().decode(RecognisedPage.self, from: JSONEncoder().encode(reading))
    #expect(stored == reading && stored.isCutOff && !Pages.reading.isCutOff)
  }

  @Test func `a line with a word under a seal says so`() throws {
    var reading = Pages.reading
    reading.signals = reading.signals ?? PageSignals()
    let word = try #require(reading.lines.flatMap(\.words).first)
    reading.signals?.seals = [word.box]
    let file = try #require(JSONExporter().bytes(of: Pages.record(.recognised(reading)), original: nil))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    let stamps = (json["lines"] as? [[String: Any]])?.map { $0["stamp"] as? Bool }
    #expect(stamps == reading.lines.map { $0.words.contains(word) ? true : nil })
    let stored = try JSONDecoder().decode(RecognisedPage.self, from: JSONEncoder().encode(reading))
    #expect(stored == reading)
  }

  @Test func `a line says so if a pen wrote a word of it, and not if a larger box of the pen holds it`() throws {
    let border = Word(text: "57", box: Box(x: 550, y: 20, width: 90, height: 24), confidence: 0.3)
    let large = Box(x: 5, y: 15, width: 400, height: 400)
    let lines = [border, Pages.total].map { Line(box: $0.box, confidence: 0.9, words: [$0]) }
    let noise = Line(kind: .noise, box: large, confidence: 0, words: [])
    // Corrected to no word at all.
    var corrected = lines[0]
    corrected.asRead = [corrected]
    corrected.words = []
    var reading = RecognisedPage(width: 600, height: 1_200, confidence: 0.9, lines: lines + [noise, corrected])
    reading.signals = PageSignals()
    reading.signals?.handwriting = [border.box, large]
    let file = try #require(JSONExporter().bytes(of: Pages.record(.recognised(reading)), original: nil))
    let json = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    let marks = (json["lines"] as? [[String: Any]])?.map { $0["handwritten"] as? Bool }
    #expect(marks == [true, nil, true, true])
  }

  @Test func `a recognised page's file is written like this`() throws {
    let page = Pages.record(
      .recognised(
        RecognisedPage(
          width: 600, height: 1_200, confidence: 0.98,
          lines: [
            Line(
              box: Box(x: 10, y: 20, width: 200, height: 24), confidence: 0.98, words: [Pages.total, Pages.amount])
          ])))
    let key = Pages.reader.key.hex
    let models = Pages.reader.models.map(\.digest)
    let expected = """
      {
        "confidence": 0.9800,
        "content": "\(Pages.digest.hex)",
        "height": 1200,
        "lines": [
          {
            "block": 0,
            "box": {"height": 24, "width": 200, "x": 10, "y": 20},
            "confidence": 0.9800,
            "kind": "text",
            "text": "합계 12,000",
            "words": [
              {"box": {"height": 24, "width": 80, "x": 10, "y": 20}, "candidates": [\
      {"confidence": 0.9700, "text": "합계"}, {"confidence": 0.0123, "text": "합게"}], \
      "confidence": 0.9700, "language": "kor", "script": "Hangul", "text": "합계"},
              {"box": {"height": 24, "width": 90, "x": 120, "y": 20}, "confidence": 1.0000, "text": "12,000"}
            ]
          }
        ],
        "page": 1,
        "pageCount": 1,
        "reader": {
          "engine": "tesseract 5.3.0",
          "key": "\(key)",
          "models": [
            {"digest": "\(models[0])", "name": "kor"},
            {"digest": "\(models[1])", "name": "eng"}
          ]
        },
        "schema": "\(PageSchema.identifier)",
        "source": {
          "path": "2024/영수증 1.png"
        },
        "state": "recognised",
        "text": "합계 12,000",
        "version": 2,
        "width": 600
      }

      """
    #expect(String(decoding: try #require(JSONExporter().file(page)), as: UTF8.self) == expected)
  }

  @Test(arguments: [
    (
      Pages.failed,
      [
        #""attempts":[{"code":"crashed","message":"the worker exited by signal 11","number":1},"#,
        #"{"code":"timedOut","message":"no answer within 120 s","number":2}],"content":"#,
      ]
    ),
    (
      Pages.unsupported,
      [
        #"{"page":1,"pageCount":1,"problem":{"code":"notAPicture","message":"the file is no picture"},"#,
        #""source":{"path":"notes.txt"},"state":"unsupported","version":2}"#,
      ]
    ),
    (Pages.duplicate, [#""duplicateOf":{"page":2,"source":{"path":"2024/first.png"}}"#, #""state":"duplicate""#]),
    (Pages.oddPath, [#""source":{"bytes":"YS//CmI=","path":"a/\\xFF\\x0Ab"}"#]),
    (Pages.linePath, [#""source":{"path":"a\n\"b\\\u2028.png"}"#]),
    (
      Pages.recognised,
      [
        #""preparation":{"angle":-1.250,"crop":{"height":1190,"width":590,"x":0,"y":0},"rotation":90,"#,
        #""scale":1.5000,"steps":["orientation","skew"]}"#, #""kind":"rule","text":"","words":[]"#,
        #""readings":[{"confidence":0.9800,"text":"합계 12,000"},"#,
        #""baseline":{"x1":10.0,"x2":210.0,"y1":41.3,"y2":40.0},"block":0,"#,
      ]
    ),
  ]) func `what a page holds stands in its line`(page: PageRecord, parts: [String]) {
    let line = String(decoding: JSONExporter().streamed(page, original: nil, position: 0), as: UTF8.self)
    for part in parts { #expect(line.contains(part), "\(line)") }
  }

  @Test func `the file and the line are the same object`() throws {
    for page in Pages.all {
      let file = try JSONSerialization.jsonObject(with: Data(try #require(JSONExporter().file(page))))
      let streamed = JSONExporter().streamed(page, original: nil, position: 0)
      let line = try JSONSerialization.jsonObject(with: Data(streamed))
      #expect(try #require(file as? NSDictionary) == (try #require(line as? NSDictionary)))
    }
  }

  @Test func `a stream says that the scan of a page is gone, but its file stays the same`() throws {
    var page = Pages.recognised
    page.isMissing = true
    let line = try JSONSerialization.jsonObject(
      with: Data(JSONExporter().streamed(page, original: nil, position: 0)))
    #expect((line as? [String: Any])?["missing"] as? Bool == true)
    #expect(JSONExporter().file(page) == JSONExporter().file(Pages.recognised))
  }

  @Test func `a path is found again in the JSON, byte for byte`() throws {
    let names: [[UInt8]] = [
      Array("영수증.png".utf8), Array("\u{1112}\u{1161}\u{11AB}.png".utf8), [0x01, 0x7F, 0x22, 0x5C], [0xFF, 0xFE, 0x41],
      Array("-rf \\xFF".utf8), Array(repeating: 0xED, count: 255),
    ]
    for name in names {
      let page = Pages.record(.blank(width: 1, height: 1), path: ScanPath(bytes: name))
      let streamed = JSONExporter().streamed(page, original: nil, position: 0)
      let object = try JSONSerialization.jsonObject(with: Data(streamed))
      let source = try #require((object as? [String: Any])?["source"] as? [String: String])
      let bytes = try source["bytes"].map { Array(try #require(Data(base64Encoded: $0))) }
      #expect(try bytes ?? Array(#require(source["path"]).utf8) == name)
    }
  }

  @Test func `the boxes of print that an edge cuts end where the picture does`() throws {
    let beyond = Box(x: -35, y: 90, width: 63, height: 19)
    let line = Line(box: beyond, confidence: 0.5, words: [Word(text: "er", box: beyond, confidence: 0.5)])
    let page = Pages.record(.recognised(RecognisedPage(width: 600, height: 100, confidence: 0.5, lines: [line])))
    let text = String(decoding: try #require(JSONExporter().bytes(of: page, original: nil)), as: UTF8.self)
    #expect(text.components(separatedBy: #""box": {"height": 10, "width": 28, "x": 0, "y": 90}"#).count == 3, "\(text)")
  }
}

import PageModel
import Support
import Testing

@testable import Understanding

struct MarksStageTests {
  private static func page(_ marks: [PenMark]) -> PageRecord {
    var page = RecognisedPage(text: "은하상회\n2026-03-14 12:30\n합계 41,000")
    page.signals = PageSignals()
    page.signals?.marks = marks
    return PageRecord(outcome: .recognised(page))
  }

  private static func total(on page: PageRecord) throws -> Box {
    guard case .recognised(let reading) = page.outcome else { throw TextFault("no page") }
    return try #require(reading.lines.last?.words.last?.box)
  }

  @Test func `a mark has the tag of its shape, and one of another shape none`() throws {
    let box = Box(x: 700, y: 40, width: 30, height: 30)
    let page = Self.page([
      PenMark(shape: .star, confidence: 0.94, box: box, color: .blue),
      PenMark(shape: .cross, confidence: 0.8, box: box, color: .black),
    ])
    let stages = DerivedStages(StageContext(tags: try MarkTags("star=업무")))
    let marks = try #require(stages.derive(page).value(of: MarksStage.self))
    #expect(marks.map(\.tag) == ["업무", nil])
    #expect(marks.map(\.shape) == [.star, .cross])
  }

  @Test func `what looks like a mark on a screenshot is none`() throws {
    var page = Self.page([
      PenMark(shape: .check, confidence: 0.9, box: Box(x: 700, y: 40, width: 30, height: 30), color: .black)
    ])
    #expect(DerivedStages().derive(page).value(of: MarksStage.self)?.count == 1)
    page.corrections = [
      Correction(
        target: .kind, box: Box(x: 0, y: 0, width: 80, height: 60), old: "receipt",
        new: PageKind.Label.screenshot.rawValue, made: "", author: "")
    ]
    #expect(DerivedStages().derive(page).value(of: MarksStage.self) == nil)
  }

  @Test func `a circle says which line and field it encloses, a tick does not`() throws {
    let total = try Self.total(on: Self.page([]))
    let around = Box(x: total.x - 5, y: total.y - 5, width: total.width + 10, height: total.height + 10)
    let page = Self.page([
      PenMark(shape: .circle, confidence: 0.9, box: around, color: .red),
      PenMark(shape: .check, confidence: 0.9, box: around, color: .red),
    ])
    let marks = try #require(DerivedStages().derive(page).value(of: MarksStage.self))
    #expect(marks[0].lines == [2])
    #expect(marks[0].fields == [.total])
    #expect(marks[1].lines == nil && marks[1].fields == nil)
  }

  @Test func `other tags are another version, so that old pages get them without being read`() throws {
    let versions = try ["", "star=a", "star=b", "check=a"].map { text in
      DerivedStages(StageContext(tags: try MarkTags(text))).version(of: MarksStage.self)
    }
    #expect(Set(versions).count == 4)
    #expect(versions.allSatisfy(MarksStage.isReadable))
    #expect(DerivedStages().derive(Self.page([])).value(of: MarksStage.self) == nil)
  }

  @Test func `tags come back as they were kept, and what is none is refused`() throws {
    let tags = try MarkTags("star=업무\ncheck=a=b\nstar=개인")
    #expect(tags[.star] == "개인" && tags[.check] == "a=b" && tags[.circle] == nil)
    #expect(try MarkTags(tags.text) == tags)
    #expect(MarkTags().text.isEmpty)
    for wrong in ["star", "sun=1", "star=", "=x", "star=\u{1B}[2J", "star=\(String(repeating: "x", count: 201))"] {
      #expect(throws: TextFault.self) { try MarkTags(wrong) }
    }
  }

  @Test func `boxes that no picture has do not trap`() {
    let page = Self.page([
      PenMark(shape: .circle, confidence: 1, box: Box(x: .min, y: .max, width: .max, height: .min), color: .red),
      PenMark(shape: .square, confidence: 1, box: Box(x: 0, y: 0, width: .max, height: .max), color: .gray),
    ])
    #expect(DerivedStages().derive(page).value(of: MarksStage.self)?.count == 2)
  }
}

import Foundation
import PageModel
import Testing

@testable import Understanding

@Suite struct DerivedStageTests {
  @Test func `every stage has a name of its own that no member of a page has`() {
    let names = DerivedStages.all.map { $0.name }
    #expect(Set(names).count == names.count)
    #expect(DerivedStages.all.allSatisfy { $0.version >= 1 && !$0.states.isEmpty })
  }

  @Test func `a stage's schema is one object, and knows every code of a reason`() throws {
    for stage in DerivedStages.all {
      #expect(try JSONSerialization.jsonObject(with: Data(stage.schema.utf8)) is [String: Any], "\(stage.name)")
    }
    let schema = try JSONSerialization.jsonObject(with: Data(QualityStage.schema.utf8)) as? [String: Any]
    let reasons = (schema?["properties"] as? [String: [String: Any]])?["reasons"]?["items"] as? [String: Any]
    let code = (reasons?["properties"] as? [String: [String: Any]])?["code"]
    #expect(code?["enum"] as? [String] == PageQuality.Reason.Code.allCases.map(\.rawValue))
  }

  @Test func `equal pages give equal values, whatever was derived before`() {
    var page = PageRecord.saying([("합계 12,000", 0.7)])
    let derived = DerivedStages().derive(page)
    #expect(!derived.stages.isEmpty)
    page.derived["quality"] = DerivedValues.Value(version: 99, json: "7")
    #expect(DerivedStages().derive(page) == derived)
  }

  @Test(arguments: ReceiptTexts.all)
  func `a later stage gets the very value that is stored of an earlier one`(text: String) throws {
    let page = PageRecord(outcome: .recognised(RecognisedPage(text: text)))
    let receipts = ReceiptsStage.value(of: page)
    #expect(DerivedStages().derive(page).value(of: ReceiptsStage.self) == receipts)
    var context = StageContext()
    #expect(context.value(of: ReceiptsStage.self) == nil)
    context.set(receipts ?? [], of: ReceiptsStage.self)
    #expect(context.value(of: ReceiptsStage.self) == receipts ?? [])
  }

  @Test func `a stage looks at pages of its states alone`() {
    let problem = PageProblem(.damaged, "the file is damaged")
    for outcome in [PageOutcome.unsupported(problem), .blank(width: 1, height: 1)] {
      #expect(DerivedStages().derive(PageRecord(outcome: outcome))["quality"] == nil)
      #expect(DerivedStages().versions(in: outcome.state)["quality"] == nil)
    }
    #expect(DerivedStages().versions(in: .recognised)["quality"] == QualityStage.version)
  }

  @Test func `a value of another version, or one that is damaged, is none`() throws {
    var derived = DerivedStages().derive(.saying([("합계", 0.9)]))
    let value = try #require(derived.value(of: QualityStage.self))
    #expect(value.score == 90)
    let json = derived["quality"]?.json
    derived["quality"] = DerivedValues.Value(version: QualityStage.version + 1, json: json)
    #expect(derived.value(of: QualityStage.self) == nil)
    for damage in [nil, "", "7", "{\"score\":"] {
      derived["quality"] = DerivedValues.Value(version: QualityStage.version, json: damage)
      #expect(derived.value(of: QualityStage.self) == nil)
    }
  }
}

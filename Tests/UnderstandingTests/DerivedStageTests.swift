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

  @Test func `the schema of a derived value is one object`() throws {
    for value in DerivedStages.values {
      #expect(try JSONSerialization.jsonObject(with: Data(value.schema.utf8)) is [String: Any], "\(value.name)")
    }
  }

  @Test func `a list that a schema writes out names the cases of its type`() throws {
    let fields = FieldName.allCases.map(\.rawValue)
    let lists: [(value: any DerivedValue.Type, path: String, cases: [String])] = [
      (QualityStage.self, "properties/reasons/items/properties/code", PageQuality.Reason.Code.allCases.map(\.rawValue)),
      (KindsStage.self, "items/properties/label", PageKind.Label.allCases.map(\.rawValue)),
      (MarksStage.self, "items/properties/shape", PenMark.Shape.allCases.map(\.rawValue)),
      (MarksStage.self, "items/properties/color", PenMark.Color.allCases.map(\.rawValue)),
      (ReceiptsStage.self, "items/properties/fields/propertyNames", fields),
      (
        ReceiptsStage.self, "items/properties/fields/additionalProperties/properties/proof",
        Proof.allCases.map(\.rawValue)
      ),
      (ReceiptsStage.self, "items/properties/doubts/items/properties/field", fields),
      (
        ReceiptsStage.self, "items/properties/doubts/items/properties/code",
        FieldDoubt.Code.allCases.map(\.rawValue)
      ),
    ]
    for list in lists {
      var schema = try JSONSerialization.jsonObject(with: Data(list.value.schema.utf8)) as? [String: Any]
      for key in list.path.split(separator: "/") { schema = schema?[String(key)] as? [String: Any] }
      #expect(schema?["enum"] as? [String] == list.cases, "\(list.value.name) \(list.path)")
    }
  }

  @Test func `equal pages give equal values, whatever was derived before`() {
    var page = PageRecord.saying([("합계 12,000", 0.7)])
    let derived = DerivedStages().derive(page)
    #expect(!derived.stages.isEmpty)
    page.derived["quality"] = DerivedValues.Value(version: 99, json: "7")
    #expect(DerivedStages().derive(page) == derived)
  }

  @Test func `a page is completed with the stages that another version computed, and keeps the others`() {
    var page = PageRecord.saying([("합계 12,000", 0.7)])
    let derived = DerivedStages().derive(page)
    page.derived = derived
    page.derived[QualityStage.name]?.json = "7"
    page.derived[JoinedReceipts.name] = DerivedValues.Value(version: JoinedReceipts.version, json: "{}")
    #expect(DerivedStages().completed(page) == page.derived)
    page.derived[ReceiptsStage.name]?.version -= 1
    let completed = DerivedStages().completed(page)
    #expect(completed[ReceiptsStage.name] == derived[ReceiptsStage.name])
    #expect(completed[QualityStage.name]?.json == "7" && completed[JoinedReceipts.name] == nil)
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

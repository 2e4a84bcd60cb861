import PageModel
import TestSupport
import Testing

@testable import Imaging
@testable import Recognition

/// Which pages the network for documents reads, and how it is started.
@Suite struct DocumentNetworkTests {
  @Test func `long lines of Latin letters are of a document, and so are narrower ones with hardly any capitals`() {
    #expect(DocumentText.isLatinDocument(["The undersigned hereby certifies that the following statement is true"]))
    #expect(DocumentText.isLatinDocument(["Revenue 1,200.4 1,310.9 (12.1) 4.5% 8.8% 1,410 2,210"]))
    let column = ["of the interviewer’s vocabulary, and the", "report has been used throughout this"]
    #expect(DocumentText.isLatinDocument(column))
  }

  @Test func `receipts, Korean pages and pages without letters are none`() {
    #expect(!DocumentText.isLatinDocument(["THANK YOU FOR SHOPPING WITH US", "GST SUMMARY AMOUNT(RM) TAX(RM)"]))
    #expect(!DocumentText.isLatinDocument(["Items Sold Are Not Returnable & Refundable"]))
    #expect(!DocumentText.isLatinDocument(["사업자등록증 The undersigned hereby certifies that the following is true"]))
    #expect(!DocumentText.isLatinDocument(["1,200.4 1,310.9 12.1 4.5 8.8 1,410 2,210 3,310 4,410 5,510 6,610"]))
    #expect(!DocumentText.isLatinDocument([]))
  }

  /// A recognizer, and a line of a drawn letter that was cut out.
  private func recognizer(without: Set<ReaderSettings.Step> = []) throws -> (TesseractRecognizer, Picture) {
    var settings = ReaderSettings()
    settings.without = without
    let resolved = try ModelCatalogue(settings: settings, environment: [:]).resolve(settings)
    let reader = try PageReader(settings: settings, environment: [:])
    let block = try #require(try reader.prepare(samplePicture("scans/cafe-en.png"))?.blocks.first)
    let line = try #require(block.textLines.max { $0.right - $0.left < $1.right - $1.left })
    let picture = try #require(block.cropper.crop(line).image.makePicture())
    return (try TesseractRecognizer(settings: settings, resolved: resolved), picture)
  }

  @Test func `lines of documents are read by another network, those of receipts by the first one again`() throws {
    let (recognizer, line) = try recognizer()
    let first = try #require(try recognizer.readLine(line))
    #expect(try recognizer.expect(.document) == .document)
    let document = try #require(try recognizer.readLine(line))
    #expect(document.confidence != first.confidence)
    #expect(try recognizer.expect(.receipt) == .receipt)
    #expect(try recognizer.readLine(line) == first)
  }

  @Test func `without the step one network reads everything`() throws {
    let (recognizer, line) = try recognizer(without: [.documentNetwork])
    let first = try recognizer.readLine(line)
    #expect(try recognizer.expect(.document) == .receipt)
    #expect(try recognizer.readLine(line) == first)
  }

  @Test func `the network for documents is of the receipts' shape and codes`() throws {
    let receipts = try TrainedData(parsing: OwnModel.bytes).required(.network)
    let facts = try NetworkFacts(parsing: receipts)
    let documents = try NetworkFacts(parsing: OwnModel.documents[...])
    #expect(documents.outputs == facts.outputs && documents.nullCode == facts.nullCode)
    #expect(documents.inputHeight == facts.inputHeight)
    #expect(try SplitNetwork(splitting: OwnModel.documents[...]) != nil)
    #expect(OwnModel.documents != Array(receipts))
  }
}

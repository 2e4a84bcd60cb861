import FoundationEssentials
import Glibc
import HanScan
import PageModel
import Support
import Synchronization
import TestSupport
import Testing
import Understanding

/// The library as another program uses it.
@Suite struct LibraryTests {
  private static let samples: String =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/samples/scans"

  private static let fast: RecognizeTextRequest = {
    var request = RecognizeTextRequest()
    request.recognitionLevel = .fast
    (request.maximumCandidates, request.workers) = (3, 1)
    return request
  }()

  @Test func `a picture reads alike in a worker, by its bytes and in this process`() async throws {
    let path = "\(Self.samples)/cafe-en.png"
    let page = try #require(try await Self.fast.perform(on: path).first)
    let receipt = try #require(page.receipts.first)
    #expect(receipt[.total]?.value == "20.25" && receipt[.total]?.proof == .proven)
    #expect(receipt.checks.allSatisfy(\.holds) && !receipt.items.isEmpty)
    #expect(page.kinds.first?.label == .receipt && (page.quality?.score ?? 0) > 80)
    let words = page.lines.flatMap(\.words)
    #expect(words.allSatisfy { $0.topCandidates(3).first?.text == $0.text && $0.topCandidates(1).count == 1 })
    #expect(try await Self.fast.performInProcess(on: path) == [page])
    let bytes = try SmallFile.read(path, atMost: .max)
    #expect(try await Self.fast.perform(on: bytes).map(\.lines) == [page.lines])
  }

  @Test func `a receipt over two pages is one of the first page`() async throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(
      PDFSample.document([
        .lines(["PAPER BOAT SUPPLIES LTD", "DATE 2025-03-14", "STAPLER 10.00", "SCISSORS 12.00", "NOTEBOOKS 8.00"]),
        .lines(["ENVELOPES 6.00", "LAMP 24.00", "SUBTOTAL 60.00", "VAT 20% 12.00", "TOTAL 72.00", "PAGE 2 OF 2"]),
      ]), to: "bill.pdf")
    let pages = try await Self.fast.perform(on: path)
    #expect(pages.map(\.receipts.count) == [1, 0])
    #expect(pages.first?.receipts.first?[.total]?.value == "72.00")
    #expect(pages.first?.receipts.first?.pages == [1, 2])
  }

  @Test func `a file that can't be read is a page, and one that is not there an error`() async throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write("no picture", to: "a.png")
    let page = try #require(try await Self.fast.perform(on: path).first)
    #expect(page.state == .unsupported && page.problem?.code == "unsupportedFormat" && page.text.isEmpty)
    let missing = await #expect(throws: HanScanError.self) { try await Self.fast.perform(on: "\(path).gone") }
    #expect(missing?.code == .inputMissing)
    let bracket = await #expect(throws: HanScanError.self) {
      try await Self.fast.perform(on: scratch.path(of: "[b].png"))
    }
    #expect(bracket?.code == .inputMissing)
    let directory = await #expect(throws: HanScanError.self) { try await Self.fast.perform(on: scratch.path) }
    #expect(directory?.code == .usage && directory?.description.contains(scratch.path) == true)
    let nothing = await #expect(throws: HanScanError.self) { try await BatchRun([], output: scratch.path).run() }
    #expect(nothing?.code == .usage)
    let inProcess = await #expect(throws: HanScanError.self) { try await Self.fast.performInProcess(on: path) }
    #expect(inProcess?.code == .usage)
    var request = Self.fast
    request.maximumCandidates = 0
    let usage = await #expect(throws: HanScanError.self) { try await request.perform(on: path) }
    #expect(usage?.code == .usage)
    let none = #expect(throws: HanScanError.self) { try PageStore(scratch.path) }
    #expect(none?.code == .inputMissing && none?.description.contains(scratch.path) == true)
  }

  @Test func `the library knows every name that the JSON of a page may hold`() {
    func names<Name: CaseIterable & RawRepresentable>(_: Name.Type) -> Set<String> where Name.RawValue == String {
      Set(Name.allCases.map(\.rawValue))
    }
    #expect(names(Page.State.self) == names(PageModel.PageState.self))
    #expect(names(Page.FieldName.self) == names(Understanding.FieldName.self))
    #expect(names(Page.Field.Proof.self) == names(Understanding.Proof.self))
    #expect(names(Page.Doubt.Reason.self) == names(Understanding.FieldDoubt.Code.self))
    #expect(names(Page.Kind.Label.self) == names(Understanding.PageKind.Label.self))
  }

  @Test func `a scanner gives documents and their pages in order, and a link out of the directory stays unread`()
    async throws
  {
    let scratch = try ScratchFolder()
    let picture = Array("P5\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600)
    for name in ["in/scan10.pnm", #"in/scan2\.pnm"#] { try scratch.write(picture, to: name) }
    try scratch.link("in/scan3.png", to: "\(Self.samples)/cafe-en.png")
    let scanner = Scanner(scratch.path(of: "in"))
    var documents: [DocumentSession] = []
    for try await document in scanner { documents.append(document) }
    #expect(documents.map(\.name) == [#"scan2\.pnm"#, "scan3.png", "scan10.pnm"])
    var pages: [Page] = []
    for document in documents {
      for try await page in document.pages(reading: Self.fast) { pages.append(page) }
    }
    #expect(pages.map(\.source.path) == documents.map(\.name) && pages.map(\.number) == [1, 1, 1])
    #expect(pages.map(\.state) == [.blank, .unsupported, .blank] && pages[1].problem?.code == "outsideInput")
    var states: [Page.State] = []
    for try await page in scanner.pages(reading: Self.fast) { states.append(page.state) }
    #expect(states == [.blank, .unsupported, .duplicate])
  }

  @Test func `a store is walked in both directions, and its pages are those of the files`() async throws {
    let scratch = try ScratchFolder()
    for name in ["blank.jpg", "letter-2-pages.tif", "cafe-en.png"] {
      try scratch.write(try SmallFile.read("\(Self.samples)/\(name)", atMost: .max), to: "in/\(name)")
    }
    var batch = BatchRun([scratch.path(of: "in")], output: scratch.path(of: "out"))
    (batch.formats, batch.request, batch.settle) = (["json"], Self.fast, 0)
    let events = EventList()
    let summary = try await batch.run { events.add($0) }
    #expect(summary.exitStatus == 0 && summary.pages == [.recognised: 3, .blank: 1] && summary.provenTotals == 1)
    #expect(events.all.contains(.documents(finished: 3, found: 3, isComplete: true)))
    #expect(try await batch.run().unchanged == 3)

    let store = try PageStore(batch.output)
    var forward: [PageStore.Entry] = []
    for try await entry in store.pages { forward.append(entry) }
    var backward: [PageStore.Entry] = []
    var next = try await store.lastPage()
    while let entry = next {
      backward.append(entry)
      next = try await store.page(before: entry.id)
    }
    #expect(forward.map(\.id) == backward.reversed().map(\.id) && forward.count == 4)
    #expect(try await store.page(of: "letter-2-pages.tif", number: 2) == forward[3])
    #expect(try await store.page(of: forward[3].page.source, number: 2) == forward[3])
    #expect(try await store.page(of: "letter-2-pages.tif", number: .min) == nil)
    for entry in forward {
      let name = "out/\(entry.page.source.path).p000\(entry.page.number).json"
      let file = Data(try scratch.read(name))
      #expect(try JSONDecoder().decode(Page.self, from: file) == entry.page)
      let encoded = try JSONValue(encoding: entry.page)
      #expect(JSONValue(parsing: file)?.line == encoded.line, "\(name)")
    }
    batch.formats = ["docx"]
    let usage = await #expect(throws: HanScanError.self) { try await batch.run() }
    #expect(usage?.code == .usage)
  }

  @Test func `the pages of a store that an earlier version wrote have receipts, kinds and tables`() async throws {
    let scratch = try ScratchFolder()
    let packed = "\(Self.samples)/../../Tests/Stores/0.2.0.sqlite.gz"
    let path = try scratch.write(try ChildProgram.run("/usr/bin/gzip", ["-dc", packed]).output, to: "hanscan.sqlite")
    let store = try PageStore(path)
    let entry = try #require(try await store.page(of: "cafe-en.png"))
    let receipt = try #require(entry.page.receipts.first)
    #expect(receipt[.total]?.value == "20.25" && receipt[.total]?.proof == .proven)
    #expect(entry.page.kinds.first?.label == .receipt && entry.page.quality != nil)
    var count = 0
    for try await entry in store.pages where entry.page.state == .recognised {
      count += 1
      #expect(!entry.page.kinds.isEmpty, "\(entry.page.source.path)")
    }
    #expect(count == 11)
  }

  @Test func `a cancelled loop stops with an error, and a cancelled run with a summary`() async throws {
    let task = Task {
      for try await _ in Scanner(Self.samples).pages(reading: Self.fast) { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let error = await #expect(throws: HanScanError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    let scratch = try ScratchFolder()
    var batch = BatchRun([Self.samples], output: scratch.path(of: "out"))
    batch.request = Self.fast
    let run = Task { [batch] in try await batch.run() }
    run.cancel()
    let summary = try await run.value
    #expect(summary.isStopped && summary.exitStatus == 143)
  }

  @Test func `the example reads a directory, and names the places where it looked for a missing program`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try SmallFile.read("\(Self.samples)/cafe-en.png", atMost: .max), to: "in/cafe-en.png")
    let example = BuiltProgram.path("hanscan-example")
    try scratch.write("", to: "tmp/other")
    let temporary = scratch.path(of: "tmp")
    let found = try ChildProgram(example, [scratch.path(of: "in")], environment: ["TMPDIR=\(temporary)"]).finish()
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == ["other"])
    #expect(found.status == 0 && found.outputText.contains("SAMPLE STREET CAFE: 20.25 (proven"), "\(found)")
    let copy = try scratch.write(try SmallFile.read(example, atMost: .max), to: "bin/example")
    chmod(copy, 0o755)
    let lost = try ChildProgram(copy, [scratch.path(of: "in")], environment: ["PATH=/nowhere"]).finish()
    let places = ["\(scratch.path(of: "bin")), ", "/nowhere; install it"]
    #expect(lost.status == 1 && places.allSatisfy(lost.outputText.contains), "\(lost)")
  }
}

/// The events of a run.
private final class EventList: Sendable {
  private let events = Mutex<[BatchRun.Event]>([])
  var all: [BatchRun.Event] { events.withLock { $0 } }
  func add(_ event: BatchRun.Event) { events.withLock { $0.append(event) } }
}

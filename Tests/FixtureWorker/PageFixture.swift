import FoundationEssentials
import Glibc
import PageModel
import PageWorker
import PictureFormats
import Sandbox
import Workers

/// A page worker that answers honestly, but where the picture's file tells it otherwise.
///
/// A line `# INDEX WORDS` anywhere in the file is for the page of that index (`*` for all): the words of a
/// `Misbehaviour`, or `wrong-id`, `no-json`, `nothing` (a reply without a result), `damaged` (an honest problem),
/// `impossible ...` (what no page can have), `both` (the answer to another question, too), `reading` (that one alone,
/// where the page was to be inspected), `touch` (an honest answer, after the file has changed), `says A|B|C` (a page with
/// these lines), `codes A|B` (a page with these bar codes).
/// With `unless-halved` before them they don't count for a halved picture.
struct PageFixture {
  var fixture: Fixture
  private var connection: WorkerConnection { fixture.connection }

  init(fixture: Fixture) {
    self.fixture = fixture
  }

  mutating func work() throws(WorkerConnectionError) {
    while let frame = try connection.receive() {
      guard let request = try? JSONDecoder().decode(WorkerRequest.self, from: Data(frame)) else {
        throw .garbled("no request")
      }
      guard let page = request.page else {
        try send(WorkerReply(type: .ready, layers: SandboxLayer.allCases))
        continue
      }
      let descriptor = try connection.receiveDescriptor(job: page.id)
      let order = Self.order(for: page, in: Self.bytes(of: descriptor))
      if order == "touch" { futimens(descriptor, nil) }
      close(descriptor)
      try answer(page, order == "touch" ? nil : order, inspects: request.type == .inspect)
    }
  }

  private mutating func answer(_ page: PageRequest, _ order: String?, inspects: Bool) throws(WorkerConnectionError) {
    switch order {
    case nil where inspects:
      try send(WorkerReply(type: .inspection, id: page.id, inspection: Self.inspection()))
    case let order? where inspects && order.hasPrefix("impossible "):
      let inspection = Self.inspection(order.dropFirst("impossible ".count))
      try send(WorkerReply(type: .inspection, id: page.id, inspection: inspection))
    case nil:
      try send(WorkerReply(type: .page, id: page.id, reading: reading(page)))
    case let order? where order.hasPrefix("says "):
      try send(WorkerReply(type: .page, id: page.id, reading: Self.page(saying: order.dropFirst("says ".count))))
    case let order? where order.hasPrefix("codes "):
      guard case .recognised(var sheet) = Self.page(saying: "sheet") else { break }
      sheet.signals = PageSignals()
      sheet.signals?.barcodes = order.dropFirst("codes ".count).split(separator: "|").map {
        Barcode(format: .code128, box: Box(x: 10, y: 100, width: 100, height: 20), text: String($0))
      }
      try send(WorkerReply(type: .page, id: page.id, reading: .recognised(sheet)))
    case "reading":
      try send(WorkerReply(type: .page, id: page.id, reading: reading(page)))
    case "both":
      // Each kind of answer brings what only the other is looked through for.
      let reading = inspects ? reading(page) : reading(page, word: "\u{1B}]0;owned\u{07}")
      try send(
        WorkerReply(
          type: inspects ? .inspection : .page, id: page.id, reading: reading, inspection: Self.inspection()))
    case "wrong-id":
      try send(WorkerReply(type: .page, id: page.id + 1, reading: reading(page)))
    case "no-json":
      try connection.send(Array("{\"version\": ".utf8))
    case "nothing":
      try send(WorkerReply(type: .page, id: page.id))
    case "impossible text":
      try send(WorkerReply(type: .page, id: page.id, reading: reading(page, word: "\u{1B}]0;owned\u{07}")))
    case "impossible confidence":
      try send(WorkerReply(type: .page, id: page.id, reading: reading(page, confidence: -7)))
    case "impossible signals":
      var reading = RecognisedPage(width: 40, height: 40, confidence: 1, lines: [])
      reading.signals = PageSignals()
      reading.signals?.unread = 1.5
      try send(WorkerReply(type: .page, id: page.id, reading: .recognised(reading)))
    case "impossible size":
      try send(WorkerReply(type: .page, id: page.id, reading: .blank(width: .max, height: -1)))
    case "damaged":
      let type: WorkerReply.Kind = inspects ? .inspection : .page
      try send(WorkerReply(type: type, id: page.id, problem: PageProblem(.damaged, "the fixture calls it damaged")))
    case let order?:
      try fixture.obey("\(page.id) \(order)")
    }
  }

  private func reading(_ page: PageRequest, word: String = "page", confidence: Double = 1) -> PageOutcome {
    let box = Box(x: 0, y: 0, width: 10, height: 10)
    let words = [word, "\(page.index)", "of", page.kind?.rawValue ?? "tax-invoice", "at", "\(page.reduction)"].map {
      Word(text: $0, box: box, confidence: 1)
    }
    return .recognised(
      RecognisedPage(
        width: 40, height: 40, confidence: confidence, lines: [Line(box: box, confidence: 1, words: words)]))
  }

  /// A page with lines below each other, of words that are as wide as they are long.
  private static func page(saying text: Substring) -> PageOutcome {
    let lines = text.split(separator: "|").enumerated().map { row, text in
      var x = 10
      let words = text.split(separator: " ").map { word in
        defer { x += 10 * (word.count + 1) }
        return Word(
          text: String(word), box: Box(x: x, y: 10 + 30 * row, width: 10 * word.count, height: 20), confidence: 1)
      }
      return Line(box: Box(x: 10, y: 10 + 30 * row, width: x - 20, height: 20), confidence: 1, words: words)
    }
    return .recognised(RecognisedPage(width: 600, height: 800, confidence: 1, lines: lines))
  }

  /// What an inspection holds; with `fault`, one thing in it that none can have.
  private static func inspection(_ fault: Substring = "") -> PageInspection {
    let bytes = fault == "picture" ? Array("<script>".utf8) : [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let picture = EncodedPicture(width: fault == "side" ? .min : 40, height: 40, png: Data(bytes))
    let share = fault == "share" ? 1e300 : 0.5
    let text = fault == "text" ? "\u{1B}]0;owned\u{07}" : "line"
    var reading = InspectedReading(
      text: text, networkConfidence: 0.5, shape: "above 0.2", picture: picture)
    reading.networkConfidence = fault == "network" ? -1e300 : 0.5
    let word = InspectedWord(text: "line", confidence: fault == "word" ? 1e300 : 0.5, outline: [])
    var line = InspectedLine(kind: .text, outline: [Place(x: 1, y: 1)])
    (line.text, line.confidence, line.words, line.isDoubtful) = ("line", share, [word], true)
    (line.readings, line.chosen, line.characters) = ([reading], 0, [InspectedCharacter(text: text, signals: [1])])
    let page =
      fault == "page" ? RecognisedPage(width: -1, height: 4, confidence: 1, lines: []) : nil
    return PageInspection(
      page: page, overview: picture, scale: 1, regions: [],
      prepared: Array(repeating: picture, count: fault == "many" ? 30_000 : 1), lines: [line])
  }

  private func send(_ reply: WorkerReply) throws(WorkerConnectionError) {
    guard let data = try? JSONEncoder().encode(reply) else { throw .system("a reply that JSON can't hold") }
    try connection.send(Array(data))
  }

  private static func order(for page: PageRequest, in bytes: [UInt8]) -> String? {
    for line in bytes.split(separator: 0x0A) {
      guard line.starts(with: "# ".utf8), let text = String(validating: line.dropFirst(2), as: UTF8.self) else {
        continue
      }
      var words = text.split(separator: " ")
      guard let index = words.first, index == "*" || Int(index) == page.index else { continue }
      words.removeFirst()
      if words.first == "unless-halved" {
        if page.reduction > 1 { return nil }
        words.removeFirst()
      }
      if !words.isEmpty { return words.joined(separator: " ") }
    }
    return nil
  }

  private static func bytes(of descriptor: CInt) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }
}

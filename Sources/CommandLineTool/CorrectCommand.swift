import Corrections
import Glibc
import PageModel
import ResultStore
import Review
import RunSupport
import Support
import Understanding

/// `hanscan correct`: corrections.
struct CorrectCommand: Command {
  static let name = "correct"

  @Option("line", "l", value: "N", .integer(1...1_000_000)) var line: Int?
  @Option("text", "t", value: "TEXT", .text) var text: String?
  @Option("field", "f", value: "NAME", .word) var field: FieldName?
  @Option("value", "v", value: "VALUE", .text) var value: String?
  @Option("receipt", value: "N", .integer(1...1_000)) var receipt = 1
  @Option("no-receipt", value: "N", .integer(1...1_000)) var noReceipt: Int?
  @Option("kind", value: "KIND", .word) var kind: PageKind.Label?
  @Option("checked") var isChecked: Bool
  @Option("by", value: "NAME", .text) var author = userName
  @Option("json") var isJSON: Bool
  let store = StoreOptions()
  @Operands(0 ... .max, words: ["list", "undo", "apply", "files"]) var words: [ScanPath]

  /// The options that name a correction, one at a time.
  private var subjects: [DeclaredOption] { [$line, $field, $noReceipt, $kind, $isChecked] }

  func check() throws(RunFailure) {
    guard let subject = subjects.first(where: \.isGiven) else { return }
    try DeclaredOption.allowOne(of: subjects, because: "one thing is put right at a time")
    let own: [DeclaredOption] = subject === $line ? [$text] : subject === $field ? [$value, $receipt] : []
    let rule: Message =
      own.isEmpty
      ? "--\(subject.name) stands alone"
      : "--\(subject.name) goes with \(own.map { "--\($0.name)" }.joined(separator: ", "))"
    for other in [$text, $value, $receipt] as [DeclaredOption] where !own.contains(where: { $0 === other }) {
      try subject.refuse(with: other, because: rule)
    }
  }

  func run(console: Console) throws -> ExitStatus {
    let rest = Array(words.dropFirst())
    if subjects.contains(where: \.isGiven) {
      guard words.count == 1 else {
        throw RunFailure.usage("say which page: a path below the input, such as lunch.jpg or letter.tiff:2")
      }
      let request = try request()
      return try changing(console) { store in
        let page = try store.page(named: words[0])
        try store.tellMissing(besides: page, console)
        return [(page, request)]
      }
    }
    switch words.first?.description {
    case "list":
      try refuse(rest.dropFirst())
      return try CorrectionList(store: store.open(), isJSON: isJSON).print(rest, console)
    case "undo": return try undo(rest, console)
    case "apply": return try apply(rest, console)
    case "files":
      try refuse(rest[...])
      _ = try store.$directory.required("say where the files are")
      return try store.writeFiles(of: store.corrections(), console)
    default:
      throw RunFailure.usage(
        "say what is put right: --line with --text, --field with --value, --no-receipt, --kind, or all of the page with "
          + "--checked")
    }
  }

  private func refuse(_ words: ArraySlice<ScanPath>) throws(RunFailure) {
    if let word = words.first { throw .usage(Operands.surplus(word)) }
  }

  private func request() throws -> CorrectionRequest {
    if isChecked { return CorrectionRequest(.page) }
    if let noReceipt { return CorrectionRequest(.noReceipt(noReceipt)) }
    if let kind { return CorrectionRequest(.kind(kind)) }
    if let line {
      guard let text else { throw RunFailure.usage("--line needs --text") }
      return CorrectionRequest(.line(line, text: text))
    }
    guard let field, let value else { throw RunFailure.usage("--field needs --value") }
    return CorrectionRequest(.field(field, receipt: receipt, value: value))
  }

  private func apply(_ operands: [ScanPath], _ console: Console) throws -> ExitStatus {
    guard let path = operands.first, operands.count == 1 else {
      throw RunFailure.usage("say which file: hanscan correct apply FILE")
    }
    let bytes = try UserFile.bytes(at: path, atMost: CorrectionFile.mostBytes)
    let file = try CorrectionFile(bytes, name: path)
    return try changing(console, of: path) { store in
      try file.corrections.enumerated().map { number, entry in
        do {
          // Also whether there can be such a page.
          let request = try entry.request()
          guard let page = try store.page(ScanPath(entry.source), entry.page - 1) else {
            throw RunFailure(.inputMissing, "there is no page \(entry.source):\(entry.page) in the store")
          }
          return (page, request)
        } catch let failure as RunFailure {
          throw RunFailure(failure.status, "correction \(number + 1) of \(path): \(failure)")
        }
      }
    }
  }

  private func undo(_ operands: [ScanPath], _ console: Console) throws -> ExitStatus {
    let ids = try operands.map { operand in
      guard let number = Int64(operand.description), number > 0 else {
        throw RunFailure.usage("'\(operand)' is no number of a correction; 'hanscan correct list' gives them")
      }
      return CorrectionID(number: number)
    }
    guard !ids.isEmpty else { throw RunFailure.usage("say which: hanscan correct undo N...") }
    let corrections = try store.corrections()
    try corrections.undo(ids)
    return try store.writeFiles(of: corrections, console)
  }

  /// Makes corrections, and tells each with its number.
  ///
  /// - Parameter file: The file that has them; a fault names it with the place of its correction there.
  private func changing(
    _ console: Console, of file: ScanPath? = nil, _ requests: (ResultStore) throws -> [(StoredPage, CorrectionRequest)]
  ) throws -> ExitStatus {
    let corrections = try store.corrections()
    var made: [(page: StoredPage, correction: Correction)] = []
    for (number, (page, request)) in try requests(corrections.store).enumerated() {
      let doubts = request.what == .page ? try corrections.store.queuedDoubts(of: page) : []
      do throws(CorrectionFault) {
        guard let correction = try request.correction(of: page, by: author, besides: doubts) else {
          console.error("hanscan: \(page.name): nothing about the page is doubtful\n", .information)
          continue
        }
        made.append((page, correction))
      } catch {
        let fault: Message = "\(page.name): \(error)"
        throw RunFailure.usage(file.map { "correction \(number + 1) of \($0): \(fault)" } ?? fault)
      }
    }
    let ids = try corrections.correct(made.map { ($0.page.id, [$0.correction]) })
    for (id, (page, correction)) in zip(ids, made) {
      console.output(verbatim: CorrectionList.line(id, correction, page.record.reference) + "\n")
      if field != nil, let number = lineThatStays(correction, page) {
        console.error(
          "hanscan: the text of line \(number) is unchanged, in text and PDF, too; --line \(number) --text TEXT corrects it\n",
          .information)
      }
    }
    try tellFaults(made, corrections, console)
    return try store.writeFiles(of: corrections, console)
  }

  /// Reports receipts that the corrected lines have just removed, and corrected fields that a check contradicts.
  private func tellFaults(
    _ made: [(page: StoredPage, correction: Correction)], _ corrections: PageCorrections, _ console: Console
  ) throws {
    var told: Set<PageID> = []
    for (page, correction) in made {
      let derived = try corrections.store.derived(of: page.id)
      if case .field(let name, let index) = correction.target,
        let receipt = derived.receiptsOrParts?.numbered(index + 1),
        let field = FieldName(rawValue: name).flatMap({ receipt.fields[$0] }), field.proof == .conflict
      {
        let failing = receipt.checks.filter { !$0.holds }.map { "\(TerminalText.shown($0.detail))" as Message }
        let value: Message = "\(Message(stringLiteral: name)) \(field.value)"
        console.error("hanscan: \(page.name): a check contradicts \(value): \(failing.joined(separator: " "))\n")
      }
      guard case .line = correction.target, told.insert(page.id).inserted else { continue }
      for lost in derived.value(of: LostReceiptsStage.self) ?? [] {
        console.error(
          "hanscan: \(page.name): \(TerminalText.shown(lost.detail)) It stays doubtful until --checked says "
            + "that this is right\n", .information)
      }
    }
  }

  /// The number of the line that a field was read from which says something else now; nil if there is none.
  private func lineThatStays(_ correction: Correction, _ page: StoredPage) -> Int? {
    guard case .field(let name, let index) = correction.target, !correction.new.isEmpty,
      case .recognised(let reading) = page.record.outcome,
      let receipt = page.record.derived.value(of: ReceiptsStage.self)?.numbered(index + 1),
      let field = FieldName(rawValue: name).flatMap({ receipt.fields[$0] }), field.value != correction.new
    else { return nil }
    return field.lines.last.flatMap { reading.textLines.firstIndex(of: $0) }.map { $0 + 1 }
  }

  static var userName: String {
    if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name { return String(cString: name) }
    return "user \(getuid())"
  }
}

extension StoreOptions {
  func corrections() throws -> PageCorrections {
    var pictures = PictureSettings(executable: try Program.path())
    pictures.workers = Program.availableCores
    return try PageCorrections(existingPath(), directory: directory, pictures: pictures)
  }

  /// Writes the files of changed pages again.
  func writeFiles(of corrections: PageCorrections, _ console: Console) throws -> ExitStatus {
    let problems = try corrections.writeFiles()
    for problem in problems { console.error("hanscan correct: \(problem)\n") }
    if directory == nil {
      console.error("hanscan: the files of the page are older than it now; with --out they are written again\n")
    }
    return problems.isEmpty ? .success : .pagesFailed
  }
}

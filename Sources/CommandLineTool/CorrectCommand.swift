import Corrections
import RunSupport
import Glibc
import PageModel
import ResultStore
import Support
import Understanding

/// `hanscan correct`: what people put right.
enum CorrectCommand: Command {
  static let name = "correct"
  static let summary = "Put a line or a field of a page right, for good; list and take back what was put right."
  static let operands = ["list", "undo", "apply", "files"]
  static let usage =
    "PAGE --line N --text TEXT | PAGE --field NAME --value VALUE | PAGE --no-receipt N | PAGE --kind KIND | PAGE --checked | "
    + "list | undo N... | apply FILE | files"
  static let discussion = """
    PAGE is named as for 'hanscan show'. Lines are numbered from 1, as in the page's text and in what 'hanscan search' \
    finds. A text or value that is empty says that nothing stands there. Fields are those of 'hanscan show --fields': \
    \(FieldName.allCases.map(\.rawValue).joined(separator: ", ")).

    A correction stays whatever reads the page again, and goes with its scan when that is moved. A line that was put right \
    is so in text, JSON, search, PDF and all other files of the page; a field is so in JSON, search and tables, and the \
    lines that it was read from stay as they are. Both have "corrected": true in JSON. The checks of a receipt are \
    made anew with them. A shop that is named this way has this name on every page with its business number from the next run.

    A receipt that was not found is made of the fields that it is given, as the receipt behind the last one: --receipt 1 \
    on a page without any. With --no-receipt one that was found is none: it is in no table and no search any more, and the \
    others keep their numbers. A --kind that was said is the page's, whatever reads it again. With --checked the review does not ask for the page any more, until something else is doubtful \
    about it; where nothing is, that is said, and nothing is kept.

    'list' gives every correction with its number, 'undo' takes some back by their numbers, and 'apply' makes all those of \
    a JSON file, or none: {"version": 1, "corrections": [{"source": "lunch.jpg", "page": 1, "line": 7, "text": "..."}, \
    {"source": "lunch.jpg", "page": 1, "field": "total", "value": "41000"}, {"source": "lunch.jpg", "page": 1, "noReceipt": 2}, \
    {"source": "lunch.jpg", "page": 1, "kind": "invoice"}]}. 'files' writes every file again that is older \
    than its pages, where that was not done.

    Exit status: 0 it is done, 64 it can't be done so (the reason is on standard error), 65 it is done, and some files could \
    not be written again, 66 there is no such page, correction or file.
    """
  static let options: [Option] =
    [
      Option("line", "l", value: "N", "The line of the page's text, from 1."),
      Option("text", "t", value: "TEXT", "What the line says."),
      Option(
        "field", "f", value: "NAME", "The field of the receipt.", words: FieldName.allCases.map(\.rawValue)),
      Option("value", "v", value: "VALUE", "What the field says."),
      Option("receipt", value: "N", "The receipt on the page, from 1. Default: 1."),
      Option("no-receipt", value: "N", "Receipt N of the page, from 1, is none."),
      Option("kind", value: "KIND", "What kind of page it is.", words: PageKind.Label.allCases.map(\.rawValue)),
      Option("checked", "All that is doubtful about the page has been looked at, and is right."),
      Option("by", value: "NAME", "Who says so. Default: the user's name."),
      Option("json", "With list: one JSON object a line."),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan correct lunch.jpg --field total --value 41000 --out texts", "The total of a receipt."),
    ("hanscan correct letter.tiff:2 --line 7 --text '합계 41,000' --out texts", "A line of a page."),
    ("hanscan correct poster.jpg --no-receipt 1 --out texts", "What was taken for a receipt is none."),
    ("hanscan correct undo 12 --out texts", "Not after all."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    let first = arguments.operands.first?.description
    let rest = Array(arguments.operands.dropFirst())
    if !subjects.contains(where: arguments.has) {
      switch first {
      case "list": return try CorrectionList.print(rest, arguments, console)
      case "undo": return try undo(rest, arguments, console)
      case "apply": return try apply(rest, arguments, console)
      case "files":
        guard rest.isEmpty else { throw CommandFailure.usage("'\(rest[0])' is one word too many") }
        guard arguments.has("out") else { throw CommandFailure.usage("say where the files are: --out DIR") }
        do { return try writeFiles(of: try open(arguments), arguments, console) } catch let failure as RunFailure {
          throw CommandFailure(failure)
        }
      default:
        throw CommandFailure.usage(
          "say what is put right: --line with --text, --field with --value, --no-receipt, --kind, or all of the page with "
            + "--checked")
      }
    }
    guard let name = arguments.operands.first, rest.isEmpty else {
      throw CommandFailure.usage("say which page: a path below the input, such as lunch.jpg or letter.tiff:2")
    }
    let request = try request(arguments)
    return try changing(arguments, console) { corrections in
      let page = try withStoreErrors { try PageFinder(store: corrections.store).page(named: name) }
      return [(page, request)]
    }
  }

  /// What may be put right, one at a time, and the further options that each of them takes.
  private static let subjects = ["line", "field", "no-receipt", "kind", "checked"]
  private static let details = ["line": ["text"], "field": ["value", "receipt"]]

  private static func request(_ arguments: Arguments) throws -> CorrectionRequest {
    guard let subject = subjects.first(where: arguments.has) else { throw CommandFailure.usage("nothing is put right") }
    for other in subjects where other != subject {
      try arguments.refuse(subject, with: other, because: "one thing is put right at a time")
    }
    let own = details[subject, default: []]
    let rule = own.isEmpty ? "stands alone" : "goes with " + own.map { "--\($0)" }.joined(separator: " and ")
    for other in ["text", "value", "receipt"] where !own.contains(other) {
      try arguments.refuse(subject, with: other, because: "--\(subject) \(rule)")
    }
    if subject == "checked" { return CorrectionRequest(.page) }
    if let number = try arguments.integer("no-receipt", in: 1...1_000) { return CorrectionRequest(.noReceipt(number)) }
    if let kind = try arguments.text("kind") { return CorrectionRequest(.kind(try self.kind(named: kind))) }
    if let line = try arguments.integer("line", in: 1...1_000_000) {
      guard let text = try arguments.text("text") else { throw CommandFailure.usage("--line needs --text") }
      return CorrectionRequest(.line(line, text: text))
    }
    guard let value = try arguments.text("value") else { throw CommandFailure.usage("--field needs --value") }
    let receipt = try arguments.integer("receipt", in: 1...1_000) ?? 1
    return CorrectionRequest(
      .field(try field(named: try arguments.text("field") ?? ""), receipt: receipt, value: value))
  }

  static func field(named name: String) throws -> FieldName {
    if let field = FieldName(rawValue: name) { return field }
    let known = FieldName.allCases.map(\.rawValue)
    throw CommandFailure.usage(
      "there is no field '\(name)' among \(known.joined(separator: ", "))\(Suggestion.of(name, among: known))")
  }

  static func kind(named name: String) throws -> PageKind.Label {
    if let kind = PageKind.Label(rawValue: name) { return kind }
    let known = PageKind.Label.allCases.map(\.rawValue)
    throw CommandFailure.usage(
      "there is no kind '\(name)' among \(known.joined(separator: ", "))\(Suggestion.of(name, among: known))")
  }

  private static func apply(_ operands: [ScanPath], _ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    guard let path = operands.first, operands.count == 1 else {
      throw CommandFailure.usage("say which file: hanscan correct apply FILE")
    }
    let bytes = try ReaderOptions.bytes(at: path, atMost: CorrectionFile.mostBytes)
    let file = try CorrectionFile(bytes, name: path)
    return try changing(arguments, console) { corrections in
      try file.corrections.enumerated().map { number, entry in
        do {
          // Also whether there can be such a page.
          let request = try entry.request()
          guard let page = try corrections.store.page(ScanPath(entry.source), entry.page - 1) else {
            throw CommandFailure(.inputMissing, "there is no page \(entry.source):\(entry.page) in the store")
          }
          return (page, request)
        } catch let failure as CommandFailure {
          throw CommandFailure(failure.status, "correction \(number + 1) of \(path): \(failure)")
        } catch let error as StoreError {
          throw CommandFailure(error)
        }
      }
    }
  }

  private static func undo(_ operands: [ScanPath], _ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let ids = try operands.map { operand in
      guard let number = Int64(operand.description), number > 0 else {
        throw CommandFailure.usage("'\(operand)' is no number of a correction; 'hanscan correct list' gives them")
      }
      return CorrectionID(number: number)
    }
    guard !ids.isEmpty else { throw CommandFailure.usage("say which: hanscan correct undo N...") }
    let corrections = try open(arguments)
    do {
      try corrections.undo(ids)
      return try writeFiles(of: corrections, arguments, console)
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  /// Makes corrections, and tells each with its number.
  private static func changing(
    _ arguments: Arguments, _ console: Console,
    _ requests: (PageCorrections) throws -> [(page: StoredPage, request: CorrectionRequest)]
  ) throws -> ExitStatus {
    let author = try arguments.text("by") ?? userName
    let corrections = try open(arguments)
    var changes: [PageCorrections.Change] = []
    var pages: [StoredPage] = []
    for (page, request) in try requests(corrections) {
      do throws(CorrectionFault) {
        guard let correction = try request.correction(of: page, by: author) else {
          console.error("hanscan: \(name(of: page)): nothing about the page is doubtful\n", .information)
          continue
        }
        changes.append((page.id, [correction]))
        pages.append(page)
      } catch {
        throw CommandFailure.usage("\(name(of: page)): \(error)")
      }
    }
    do {
      let ids = try corrections.correct(changes)
      for (id, (change, page)) in zip(ids, zip(changes, pages)) {
        guard let correction = change.corrections.first else { continue }
        console.output(CorrectionList.line(id, correction, page.record.reference) + "\n")
        if arguments.has("field"), let number = lineThatStays(correction, page) {
          console.error(
            "hanscan: line \(number), where that was read, stays as it is, in text and PDF, too; --line \(number) --text "
              + "TEXT puts it right\n", .information)
        }
      }
      try tellLost(changes, pages, corrections, console)
      return try writeFiles(of: corrections, arguments, console)
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  /// As it is named on the command line.
  private static func name(of page: StoredPage) -> String {
    "\(page.record.path)\(page.record.pageCount > 1 ? ":\(page.record.index + 1)" : "")"
  }

  /// Tells of receipts that lines took away which were put right just now.
  private static func tellLost(
    _ changes: [PageCorrections.Change], _ pages: [StoredPage], _ corrections: PageCorrections, _ console: Console
  ) throws {
    var told: Set<PageID> = []
    for (change, page) in zip(changes, pages) {
      guard case .line = change.corrections.first?.target, told.insert(page.id).inserted else { continue }
      let derived = try withStoreErrors { try corrections.store.derived(of: page.id) }
      for lost in derived.value(of: LostReceiptsStage.self) ?? [] {
        console.error(
          "hanscan: \(name(of: page)): \(TerminalText.shown(lost.detail)) It stays doubtful until --checked says "
            + "that this is right\n", .information)
      }
    }
  }

  /// The number of the line that a field was read from which says something else now; nil where there is none.
  private static func lineThatStays(_ correction: Correction, _ page: StoredPage) -> Int? {
    guard case .field(let name, let index) = correction.target, !correction.new.isEmpty,
      case .recognised(let reading) = page.record.outcome,
      let receipt = page.record.derived.value(of: ReceiptsStage.self)?.numbered(index + 1),
      let field = FieldName(rawValue: name).flatMap({ receipt.fields[$0] }), field.value != correction.new
    else { return nil }
    return field.lines.last.flatMap { reading.textLines.firstIndex(of: $0) }.map { $0 + 1 }
  }

  static func open(_ arguments: Arguments) throws -> PageCorrections {
    let path = try StoreOptions.path(from: arguments)
    // Asked first: the lock would be made beside a store that isn't there.
    do throws(StoreError) { try ResultStore.checkPlace(path, creating: false) } catch { throw CommandFailure(error) }
    do {
      var pictures = PictureSettings(executable: try Program.path())
      pictures.workers = Program.availableCores
      return try PageCorrections(path, directory: try arguments.path("out"), pictures: pictures)
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  static func writeFiles(
    of corrections: PageCorrections, _ arguments: Arguments, _ console: Console
  ) throws -> ExitStatus {
    let problems = try corrections.writeFiles()
    for problem in problems { console.error("hanscan correct: \(problem)\n") }
    if !arguments.has("out") {
      console.error("hanscan: the files of the page are older than it now; with --out they are written again\n")
    }
    return problems.isEmpty ? .success : .pagesFailed
  }

  static var userName: String {
    if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name { return String(cString: name) }
    return "user \(getuid())"
  }
}

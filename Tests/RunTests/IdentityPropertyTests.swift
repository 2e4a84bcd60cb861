import Export
import Foundation
import Glibc
import PageModel
import Run
import RunSupport
import TestSupport
import Testing
import Workers

@testable import ResultStore

/// Whatever happens to scans between runs, the last run leaves what a first run over the same files makes.
@Suite struct IdentityPropertyTests {
  /// The seeds of sequences, in parts that several cores can share.
  static let seeds: [Range<UInt64>] = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["HANSCAN_SEED"].flatMap { UInt64($0) }
    let count = environment["HANSCAN_SEQUENCES"].flatMap { UInt64($0) } ?? (first == nil ? 300 : 1)
    let begin = first ?? 0
    // Scans that come back as other files of the same bytes, members that swap their names in a run that is killed, and a
    // changed file of which nothing was read before it went.
    let known: [UInt64] = first == nil ? [1426, 2702, 3197, 23_064, 50_503] : []
    return known.map { $0..<$0 + 1 }
      + stride(from: begin, to: begin + count, by: 25).map { $0..<min($0 + 25, begin + count) }
  }()

  @Test(arguments: seeds)
  func `After any changes and runs the results are those of a first run over the same files`(
    seeds: Range<UInt64>
  ) throws {
    for seed in seeds {
      let sequence = try IdentitySequence(seed: seed)
      let faults = sequence.faults()
      if faults.isEmpty { continue }
      let (shrunk, left) = sequence.shrunk(faults)
      Issue.record(
        """
        HANSCAN_SEED=\(seed):
        \(shrunk.words().joined(separator: "\n"))
        \(left.joined(separator: "\n"))
        """)
      // The next ones often fail for the same reason.
      return
    }
  }
}

/// Changes of a tree of scans, and runs over it.
private struct IdentitySequence {
  private enum Step {
    case change(IdentityTree.Step)
    case run(Interruption.Kind, verifies: Bool)
  }

  private var steps: [Step]
  /// The programs for PDFs; nil in most sequences, which have none.
  private let tools: ScratchFolder?
  /// The patterns that all runs of the sequence leave out: names, a directory or members of archives; mostly none.
  private let exclude: [String]
  /// Whether exports of all pages are compared as well; some sequences are enough, for the time that it takes.
  private let exportsAll: Bool

  init(seed: UInt64) throws {
    let patterns = [["scan1*"], ["e"], ["b.*", "D/"], ["[ab]"]]
    exclude = seed % 7 == 3 ? patterns[Int(seed / 7 % 4)] : []
    exportsAll = seed % 2 == 0
    // On a disk, because programs may not be started from memory everywhere.
    tools = seed % 30 == 13 ? try ScratchFolder() : nil
    _ = try tools?.putPDFTools()
    var random = SeededRandom(seed: seed)
    steps = (0..<Int.random(in: 2...6, using: &random)).map { _ in .change(IdentityTree.Step(.create, using: &random)) }
    steps.append(Self.run(&random))
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      let kind = IdentityTree.Step.Kind.allCases.randomElement(using: &random) ?? .create
      steps.append(.change(IdentityTree.Step(kind, using: &random)))
      if Int.random(in: 0..<3, using: &random) == 0 { steps.append(Self.run(&random)) }
    }
  }

  private static func run(_ random: inout SeededRandom) -> Step {
    let verifies = Int.random(in: 0..<4, using: &random) == 0
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return .run(.failure(after: Int.random(in: 0..<5, using: &random)), verifies: verifies)
    case 1: return .run(.signal(after: Int.random(in: 0..<12, using: &random)), verifies: verifies)
    default: return .run(.none, verifies: verifies)
    }
  }

  /// What differs from a first run; empty if nothing does.
  func faults() -> [String] {
    do {
      var seen: Set<String> = []
      let (bench, tree) = try perform(ran: { seen.formUnion(try IdentityView.recognised(in: $0)) })
      guard try !tree.files.isEmpty else { return [] }
      try bench.runForIdentity(tools, exclude: exclude)
      let first = try Bench(inMemory: true)
      try tree.copy(to: ScanPath(first.scratch.path(of: "in")))
      try first.runForIdentity(tools, exclude: exclude)
      let (view, wanted) = (try IdentityView(of: bench, exportsAll), try IdentityView(of: first, exportsAll))
      return view.differences(from: wanted) + (try view.faults(beside: wanted, seen: seen))
    } catch {
      return ["\(error)"]
    }
  }

  /// The steps in words, without those that nothing happened in.
  func words() -> [String] {
    var words = exclude.isEmpty ? [] : ["every run leaves out \(exclude)"]
    do {
      _ = try perform(telling: { words.append($0) })
    } catch {
      words.append("\(error)")
    }
    return words
  }

  /// The fewest steps that still fail, and how.
  func shrunk(_ faults: [String]) -> (sequence: IdentitySequence, faults: [String]) {
    var (best, left) = (self, faults)
    var index = best.steps.count - 1
    while index >= 0 {
      var fewer = best
      fewer.steps.remove(at: index)
      let faults = fewer.faults()
      if !faults.isEmpty {
        (best, left) = (fewer, faults)
        index = min(index, best.steps.count)
      }
      index -= 1
    }
    return (best, left)
  }

  private func perform(
    telling tell: (String) -> Void = { _ in }, ran: (Bench) throws -> Void = { _ in }
  ) throws -> (bench: Bench, tree: IdentityTree) {
    let bench = try Bench(inMemory: true)
    let tree = try IdentityTree(bench.scratch, hasDocuments: tools != nil)
    for step in steps {
      switch step {
      case .change(let change):
        if let words = try tree.perform(change) { tell(words) }
      case .run(var kind, let verifies):
        guard try !tree.files.isEmpty else { continue }
        let hasStore = access(bench.store.description, F_OK) == 0
        if tools != nil, hasStore, case .failure(let count) = kind, count % 2 > 0 { kind = .refusal(after: count) }
        tell("run\(verifies ? " with --verify" : "")\(kind.words)")
        try bench.runForIdentity(tools, exclude: exclude, interrupted: kind, verifies: verifies)
        try ran(bench)
      }
    }
    return (bench, tree)
  }
}

/// Stops a run in the middle: as a sink that fails, or as a signal that comes at some point of it.
private final class Interruption: ResultSink, SignalSource {
  enum Kind {
    case none
    /// Once so many documents have finished.
    case failure(after: Int)
    /// Once the store would record the next new document after so many; the first run has no store for that yet.
    case refusal(after: Int)
    /// When the run asks for signals the next time after so many times.
    case signal(after: Int)

    var words: String {
      switch self {
      case .none: ""
      case .failure(let count): ", which fails after \(count) documents"
      case .refusal(let count): ", whose store fails after \(count) new documents"
      case .signal(let count): ", which a signal stops at its look \(count)"
      }
    }
  }

  struct Stopped: Error {}

  private let kind: Kind
  private var documents = 0
  private var looks = 0
  private let ends: [CInt]
  var descriptor: CInt { ends[0] }

  init(_ kind: Kind) {
    self.kind = kind
    var ends: [CInt] = [-1, -1]
    _ = pipe(&ends)
    self.ends = ends
  }

  deinit { ends.forEach { close($0) } }

  func documentFinished(
    _ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience
  ) throws -> SinkAnswer {
    if case .failure(let count) = kind, documents == count { throw Stopped() }
    documents += 1
    return .taken
  }

  func next() -> CInt? {
    guard case .signal(let count) = kind else { return nil }
    looks += 1
    return looks == count + 1 || looks == count + 2 ? SIGTERM : nil
  }
}

extension Bench {
  fileprivate func runForIdentity(
    _ tools: ScratchFolder?, exclude: [String], interrupted kind: Interruption.Kind = .none, verifies: Bool = false
  ) throws {
    let interruption = Interruption(kind)
    if case .refusal(let count) = kind {
      try change(
        """
        CREATE TABLE stop (remaining INTEGER);
        INSERT INTO stop VALUES (\(count));
        CREATE TRIGGER stop_run BEFORE INSERT ON documents BEGIN
          SELECT RAISE(ABORT, 'the run stops here') FROM stop WHERE remaining = 0;
          UPDATE stop SET remaining = remaining - 1;
        END
        """)
    }
    do {
      try run(signals: interruption, sink: interruption) {
        $0.output?.formats = [TextExporter(), JSONExporter(), CSVExporter()]
        $0.workers = 1
        // The language is a choice that a store keeps, as tags are.
        $0.exportLanguage = "ko"
        $0.verifies = verifies
        $0.exclude = exclude
        $0.limits.attempts = 1
        if let tools { $0.pdfTools = tools.path(of: "tools") }
      }
    } catch {
      switch kind {
      case .failure, .refusal: break
      case .none, .signal: throw error
      }
    }
    if case .refusal = kind { try change("DROP TRIGGER stop_run; DROP TABLE stop") }
  }

  /// Changes the store as no run does.
  func change(_ statements: String) throws {
    try ResultStore(store, mode: .readWrite(creating: false)).connection.execute(statements)
  }
}

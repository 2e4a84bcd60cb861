import FoundationEssentials
import PageModel
import Workers

/// The supervisor's half of the conversation with workers: frames in, values out.
enum PageConversation {
  /// - Parameter inspects: Whether the jobs are `inspect` and not `page`.
  static func conversation(
    settings: ReaderSettings, requiresJail: Bool, inspects: Bool = false
  ) throws -> WorkerConversation {
    WorkerConversation(
      greeting: try encode(WorkerRequest.configure(settings, requiresJail: requiresJail)),
      judgeGreeting: { answer in
        guard let reply = try? decode(answer) else { return .garbled("an answer to the greeting that is no JSON") }
        switch reply.type {
        case .ready: return .ready
        case .unfit: return .unfit(reply.problem?.message ?? "no reason was given")
        case .page, .inspection: return .garbled("a page before the first job")
        }
      },
      judgeAnswer: { job, answer in
        guard let reply = try? decode(answer) else { return "an answer that is no JSON of this protocol" }
        let isAnswer = reply.type == (inspects ? .inspection : .page)
        guard isAnswer, reply.id == job else { return "an answer to something that was not asked" }
        let hasOther = inspects ? reply.reading != nil : reply.inspection != nil
        let hasResult = inspects ? reply.inspection != nil : reply.reading != nil
        guard !hasOther, hasResult == (reply.problem == nil) else { return "an answer without a result of its kind" }
        return reply.isPossible ? nil : "an answer that no page can have"
      })
  }

  static func encode(_ request: WorkerRequest) throws -> [UInt8] {
    Array(try JSONEncoder().encode(request))
  }

  static func decode(_ answer: [UInt8]) throws -> WorkerReply {
    let reply = try JSONDecoder().decode(WorkerReply.self, from: Data(answer))
    guard reply.version == workerProtocolVersion else { throw WorkerVersionError() }
    return reply
  }

  private struct WorkerVersionError: Error {}
}

extension WorkerReply {
  /// False for what no honest worker says: a worker that a picture has taken over answers what it likes.
  ///
  /// Texts go to terminals, and numbers into files that promise their ranges.
  fileprivate var isPossible: Bool {
    // Each part by itself: what passes here is believed, whichever of them is looked at later.
    if let inspection, !inspection.isPossible { return false }
    if let problem, !problem.message.isPrintable || problem.message.utf8.count >= 4096 { return false }
    switch reading {
    case .blank(let width, let height): return sides.contains(width) && sides.contains(height)
    case .recognised(let page): return page.isPossible
    case nil: return true
    }
  }
}

private let sides = 1...Int(Int32.max)
private let shares = 0.0...1.0

extension PageInspection {
  /// Pictures that are PNG, texts without control characters, shares that are some: all go into files that people open.
  fileprivate var isPossible: Bool {
    let readings = lines.flatMap(\.readings)
    let words = lines.flatMap(\.words)
    let pictures = [overview] + prepared + readings.map(\.picture)
    let texts = [lines.map(\.text), words.map(\.text), readings.map(\.text), readings.map(\.shape)].joined()
    let confidences = [lines.map(\.confidence), words.map(\.confidence), readings.map(\.networkConfidence)].joined()
    return page?.isPossible != false && pictures.count <= Self.picturesAtMost && pictures.allSatisfy(\.isPossible)
      && texts.allSatisfy(\.isPrintable) && confidences.allSatisfy(shares.contains)
      && lines.flatMap(\.characters).allSatisfy(\.text.isPrintable)
  }

  /// Each becomes a file.
  ///
  /// A page of small print has some hundred lines, and a doubtful one a dozen readings.
  private static let picturesAtMost = 20_000
}

extension EncodedPicture {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  fileprivate var isPossible: Bool {
    sides.contains(width) && sides.contains(height) && png.starts(with: Self.signature)
  }
}

extension RecognisedPage {
  fileprivate var isPossible: Bool {
    let steps = preparation?.steps ?? []
    return sides.contains(width) && sides.contains(height) && shares.contains(confidence)
      && steps.allSatisfy(\.isPrintable)
      && lines.allSatisfy { line in
        shares.contains(line.confidence) && line.readings.allSatisfy(Self.isPossible)
          && line.words.allSatisfy { word in
            shares.contains(word.confidence) && word.text.isPrintable && word.language?.isPrintable != false
              && word.script?.isPrintable != false && word.candidates.allSatisfy(Self.isPossible)
          }
      }
  }

  private static func isPossible(_ candidate: Candidate) -> Bool {
    shares.contains(candidate.confidence) && candidate.text.isPrintable
  }
}

extension String {
  /// Whether it holds no control character, by which a terminal could be told to do something.
  fileprivate var isPrintable: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension PageProblem {
  /// What the loss of a worker over a page means for the page.
  init(_ loss: WorkerLoss, memory: UInt64) {
    let code: Code
    var advice = ""
    switch loss.cause {
    case .crashed: code = .crashed
    case .exited: code = .exited
    case .timedOut:
      code = .timedOut
      advice = "; --page-timeout allows more"
    case .outOfMemory:
      code = .outOfMemory
      // What the kernel ends for the whole system's sake is helped by asking less of that, not by allowing more.
      advice =
        loss.cause == .killedFromOutside
        ? "; fewer --jobs need less memory at a time" : "; --page-memory allows more than \(memory >> 20) MiB"
    case .garbled: code = .garbled
    case .flooded(let what):
      code = .flooded
      if !what.contains("messages") { advice = "; --page-answer allows more" }
    case .notStarted: code = .engine
    }
    self.init(code, "\(loss)\(advice)")
  }

  /// Whether another attempt could end otherwise: what is wrong with the bytes stays wrong.
  var isWorthAnotherAttempt: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .outOfMemory, .garbled, .flooded, .engine: true
    default: false
    }
  }

  /// Whether a worker was lost over it.
  var killedWorker: Bool {
    switch code {
    case .crashed, .exited, .timedOut, .outOfMemory, .garbled, .flooded: true
    default: false
    }
  }
}

package import Support

/// The exit status of the program: the numbers of `sysexits.h`, and 128 + the signal that stopped it.
package enum ExitStatus: Hashable, Sendable {
  case success, usage, pagesFailed, inputMissing, unavailable, `internal`, cannotCreate, inputOutput, held
  case signal(Int32)
  /// The status of a worker, which its protocol defines.
  case worker(Int32)

  package var code: Int32 {
    switch self {
    case .success: 0
    case .usage: 64
    case .pagesFailed: 65
    case .inputMissing: 66
    case .unavailable: 69
    case .internal: 70
    case .cannotCreate: 73
    case .inputOutput: 74
    case .held: 75
    case .signal(let number): 128 + number
    case .worker(let number): number
    }
  }
}

/// A failure of the program as a whole: the exit status, and a sentence with the remedy.
///
/// A page that fails is a `PageProblem`, which never stops a run.
package struct RunFailure: ExplainedError, Sendable {
  package let status: ExitStatus
  package let message: Message

  package init(_ status: ExitStatus, _ message: Message) {
    (self.status, self.message) = (status, message)
  }

  package static func usage(_ message: Message) -> RunFailure { RunFailure(.usage, message) }

  /// The sentence in English.
  package var description: String { message.description }
}

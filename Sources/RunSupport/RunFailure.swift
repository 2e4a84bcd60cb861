/// The exit status of the program: the numbers of `sysexits.h`, and 128 + the signal that stopped it.
public enum ExitStatus: Hashable, Sendable {
  case success, usage, pagesFailed, inputMissing, unavailable, `internal`, cannotCreate, inputOutput, held
  case signal(Int32)
  /// The status of a worker, which its protocol defines.
  case worker(Int32)

  /// All but signals and workers, with their meanings in the manual.
  public static let documented: [(status: ExitStatus, meaning: String)] = [
    (.success, "Everything was read."), (.usage, "Wrong usage; nothing was done."),
    (.pagesFailed, "Some pages failed."), (.inputMissing, "The input is missing, or empty where it held files before."),
    (.unavailable, "A model is missing, or no worker can be started."),
    (.internal, "An internal error."), (.cannotCreate, "The output cannot be written."),
    (.inputOutput, "Input or output error."), (.held, "Another run holds the output: try later."),
  ]

  public var code: Int32 {
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
public struct RunFailure: Error, Sendable, CustomStringConvertible {
  public let status: ExitStatus
  public let description: String

  public init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  public static func usage(_ description: String) -> RunFailure { RunFailure(.usage, description) }
}

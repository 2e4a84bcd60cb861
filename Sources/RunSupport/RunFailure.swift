/// Why a whole run could not go on; what befalls one page is a `PageProblem` and never stops a run.
public struct RunFailure: Error, Sendable, CustomStringConvertible {
  public enum Kind: Sendable {
    /// An input does not exist or can't be entered.
    case inputMissing
    /// A model, library or layer of the sandbox is missing.
    case unavailable
    /// The output or store can't be made or written.
    case cannotCreate
    /// Reading or writing failed on the way.
    case inputOutput
    /// Another run holds the output.
    case held
    /// Contradicting or impossible settings.
    case usage
    /// What should never happen.
    case `internal`

    /// The status that a program should exit with; the numbers of `sysexits.h`.
    public var exitStatus: Int32 {
      switch self {
      case .usage: 64
      case .inputMissing: 66
      case .unavailable: 69
      case .internal: 70
      case .cannotCreate: 73
      case .inputOutput: 74
      case .held: 75
      }
    }
  }

  public let kind: Kind
  public let description: String

  public init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

/// How the program exits; the numbers of `sysexits.h`, and 128 + the signal.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// Everything was read.
  public static let success = ExitStatus(rawValue: 0)
  /// Wrong usage.
  public static let usage = ExitStatus(rawValue: 64)
  /// Some pages failed in this run.
  public static let pagesFailed = ExitStatus(rawValue: 65)
  /// The input is missing.
  public static let inputMissing = ExitStatus(rawValue: 66)
  /// A needed model or library is missing.
  public static let unavailable = ExitStatus(rawValue: 69)
  /// An error inside of HanScan.
  public static let internalError = ExitStatus(rawValue: 70)
  /// The output can't be written.
  public static let cannotCreate = ExitStatus(rawValue: 73)
  /// Reading or writing failed on the way.
  public static let inputOutput = ExitStatus(rawValue: 74)
  /// Another run holds the output; try later.
  public static let tryLater = ExitStatus(rawValue: 75)
}

/// An error that stops the program: what happened and what to do, and the status that says so.
struct CommandFailure: Error, CustomStringConvertible {
  let status: ExitStatus
  let description: String

  init(_ status: ExitStatus, _ description: String) {
    self.status = status
    self.description = description
  }

  static func usage(_ description: String) -> CommandFailure {
    CommandFailure(.usage, description)
  }
}

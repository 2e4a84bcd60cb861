import Documents
import ResultStore
import RunSupport

/// An error of the library: a code for programs, and a sentence for people.
///
/// A page that can't be read is no error: it is a `Page` in the state `failed` or `unsupported`, with the reason.
public struct HanScanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Code: String, CaseIterable, Sendable {
    /// A setting is impossible or contradicts another one.
    case usage
    /// The file, the directory or the store does not exist, or can't be opened.
    case inputMissing
    /// A model, a library, the worker program or a required layer of the sandbox is missing, or the program has another
    /// version than the library.
    case unavailable
    /// The output or a temporary file can't be made or written.
    case cannotCreate
    /// The system failed to read or write.
    case inputOutput
    /// Another run holds the store.
    case held
    /// The task was cancelled.
    case cancelled
    /// A fault of HanScan.
    case `internal`
  }

  /// The kind of the error.
  public let code: Code
  /// One sentence: the event and the remedy.
  public let description: String

  init(_ code: Code, _ description: String) {
    (self.code, self.description) = (code, description)
  }

  static let cancelled = HanScanError(.cancelled, "the task was cancelled before everything was read")

  static func converting<Value>(_ work: () throws -> Value) throws(HanScanError) -> Value {
    do { return try work() } catch { throw HanScanError(error) }
  }

  /// The library's error for an error of one of the modules.
  init(_ cause: any Error) {
    switch cause {
    case let error as HanScanError: self = error
    case let error as StoreError where [.missing, .denied, .notAStore, .newer].contains(error.reason):
      self.init(.inputMissing, error.description)
    case let error as DocumentError: self.init(.inputMissing, error.description)
    default:
      let failure = RunFailure(cause: cause)
      // A code has the name of the exit status, where the library has that status at all.
      self.init(Code(rawValue: "\(failure.status)") ?? .internal, failure.description)
    }
  }
}

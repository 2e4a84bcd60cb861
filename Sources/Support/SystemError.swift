import Glibc

/// A call of the system that failed: its error number and, where it helps, what was called.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was called, or what it was called for; nil where the one who reports it says so.
  public let call: String?
  public let number: CInt

  public init(_ call: String, _ number: CInt) {
    self.call = call
    self.number = number
  }

  public init(_ number: CInt) {
    call = nil
    self.number = number
  }

  public var description: String {
    let text = Self.text(of: number)
    return call.map { "\($0): \(text)" } ?? text
  }

  /// The system's words for an error number, without a name for the call.
  package static func text(of number: CInt) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "unknown error \(number)" }
    return String(terminated: buffer)
  }

  /// The result of a call that returns a negative errno when it fails.
  @discardableResult
  package static func check<Value: SignedInteger>(
    _ call: String, _ result: Value
  ) throws(SystemError) -> Value {
    guard result >= 0 else { throw SystemError(call, CInt(clamping: -result)) }
    return result
  }
}

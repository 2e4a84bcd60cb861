import Glibc

/// A call of the system that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  public let call: String
  public let number: CInt

  public init(_ call: String, _ number: CInt) {
    self.call = call
    self.number = number
  }

  public var description: String { "\(call): \(String(cString: strerror(number)))" }

  /// The result of a call that returns a negative errno when it fails.
  @discardableResult
  package static func check<Value: SignedInteger>(
    _ call: String, _ result: Value
  ) throws(SystemError) -> Value {
    guard result >= 0 else { throw SystemError(call, CInt(-result)) }
    return result
  }
}

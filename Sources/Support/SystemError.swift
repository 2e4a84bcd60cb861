import Glibc

/// A failed system call: its error number and an optional name of the call.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The call or its purpose; nil if the caller names it.
  package let call: String?
  package let number: CInt

  package init(_ call: String?, _ number: CInt) { (self.call, self.number) = (call, number) }

  package init(_ number: CInt) { self.init(nil, number) }

  package var description: String {
    let text = Self.text(of: number)
    return call.map { "\($0): \(text)" } ?? text
  }

  /// The system's text for an error number, without the call.
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

/// A fault that a person has to mend, in one sentence or clause.
package struct TextFault: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension Error {
  /// The value of a call, whose every error becomes this one: give it only calls with one kind of error.
  package static func converting<Value>(
    _ call: @autoclosure () throws -> Value, to failure: (any Error) -> Self
  ) throws(Self) -> Value {
    do { return try call() } catch { throw failure(error) }
  }
}

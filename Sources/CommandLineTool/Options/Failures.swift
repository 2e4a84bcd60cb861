import Recognition
import ResultStore
import RunSupport
import Support

extension RunFailure {
  /// The failure that any error means for a command: its exit status and its message.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError where error.reason == .missing: self.init(.inputMissing, "\(error)")
    case let error as StoreError where [.newer, .notAStore].contains(error.reason):
      self.init(.inputOutput, "\(error)")
    case let error as ModelError: self.init(error.code == .unwritable ? .cannotCreate : .unavailable, "\(error)")
    default: self.init(cause: error)
    }
  }
}

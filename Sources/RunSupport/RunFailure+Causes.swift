package import Ingest
package import Export
import Recognition
package import ResultStore
import Support

extension RunFailure {
  /// Does the work of a run, and turns every error into a failure of the run.
  package static func catching<Result>(_ work: () throws -> Result) throws(RunFailure) -> Result {
    do { return try work() } catch { throw RunFailure(cause: error) }
  }

  /// The run's failure for an error of one of the modules.
  package init(cause: any Error) {
    switch cause {
    case let failure as RunFailure: self = failure
    case let error as StoreError: self.init(error)
    case let error as ExportError: self.init(error)
    case let error as ScannerError: self.init(error)
    case let error as ModelError: self.init(error.isOfSettings ? .usage : .unavailable, "\(error)")
    default: self.init(.internal, "\(cause)")
    }
  }

  package init(_ error: StoreError) {
    switch error.reason {
    case .locked: self.init(.held, "\(error)")
    case .full, .readOnly, .denied, .missing, .notAStore, .newer, .target: self.init(.cannotCreate, "\(error)")
    case .corrupt, .inputOutput: self.init(.inputOutput, "\(error)")
    case .outOfMemory, .misuse: self.init(.internal, "\(error)")
    }
  }

  package init(_ error: ScannerError) {
    switch error {
    case .missing, .unreadable, .listUnreadable: self.init(.inputMissing, "\(error)")
    case .inputIsOutput: self.init(.usage, "\(error)")
    case .listedInPart: self.init(.inputOutput, "\(error)")
    }
  }

  package init(_ error: ExportError) {
    self.init(error.reason == .inputOutput ? .inputOutput : .cannotCreate, "\(error)")
  }
}

import PageModel
import ResultStore

/// The options that name a store, for the commands that only look at one.
enum StoreOptions {
  static let options: [Option] = [
    Option("out", "o", value: "DIR", "The output directory of the runs."),
    Option("store", value: "FILE", "The store's place. Default: OUT/hanscan.sqlite."),
  ]

  static func path(from arguments: Arguments) throws -> ScanPath {
    guard let path = try arguments.path("store") ?? arguments.path("out")?.appending("hanscan.sqlite") else {
      throw CommandFailure.usage("say which store: --out DIR or --store FILE")
    }
    return path
  }

  static func open(_ arguments: Arguments, mode: ResultStore.Mode = .readOnly) throws -> ResultStore {
    do {
      return try ResultStore(path(from: arguments), mode: mode)
    } catch let error as StoreError {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  init(_ error: StoreError) {
    let status: ExitStatus
    switch error.reason {
    case .missing: status = .inputMissing
    case .locked: status = .tryLater
    case .full, .readOnly, .denied: status = .cannotCreate
    case .corrupt, .inputOutput, .newer, .notAStore: status = .inputOutput
    case .outOfMemory, .misuse: status = .internalError
    }
    self.init(status, "\(error)")
  }
}

/// Runs `body` and turns an error of the store into the program's failure.
func withStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch let error as StoreError { throw CommandFailure(error) }
}

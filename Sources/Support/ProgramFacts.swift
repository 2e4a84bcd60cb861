/// The running program: its version and its environment.
package enum ProgramFacts {
  /// HanScan's version, for the record of a run and the greeting of a worker.
  package static let version = "0.3.0"

  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    for variable in ProcessFacts.environment {
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
    }
    return variables
  }
}

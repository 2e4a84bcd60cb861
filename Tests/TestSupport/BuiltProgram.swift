import Support

/// The paths of this package's programs, built together with the tests.
package enum BuiltProgram {
  /// The worker that misbehaves on command; `Misbehaviour` says how.
  package static var fixtureWorker: String { path("hanscan-fixture-worker") }

  /// The program of this name beside the test bundle.
  package static func path(_ name: String) -> String {
    "\(folder)/\(name)"
  }

  /// The test bundle is either the running program itself or, under a helper that loads it, one of its arguments.
  private static let folder: String = {
    let bundles = CommandLine.arguments.filter { $0.hasSuffix(".xctest") }
    let path = bundles.first { $0.hasPrefix("/") } ?? ProcessFacts.executable ?? ""
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()
}

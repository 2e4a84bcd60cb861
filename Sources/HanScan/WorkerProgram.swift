import Glibc
import Support

/// The program `hanscan`, which workers are started from.
enum WorkerProgram {
  private static let name = "hanscan"

  /// The path: beside this program, in `../lib/hanscan`, or on `PATH`; throws `unavailable` if it is in none of them.
  static func path() throws(HanScanError) -> String {
    guard let own = ProcessFacts.executable else {
      throw HanScanError(.unavailable, "/proc is not mounted, and no worker can be started without it; mount it")
    }
    let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
    let listed = ProgramFacts.environment["PATH"]?.split(separator: ":") ?? []
    let places = ["\(folder)", "\(folder)/../lib/\(name)"] + listed.map(String.init)
    guard let found = places.map({ "\($0)/\(name)" }).first(where: { $0 != own && isProgram($0) }) else {
      throw HanScanError(
        .unavailable,
        """
        the program \(name), whose workers read pages, is not in \(places.joined(separator: ", ")); install it (make \
        install), or put it beside \(own)
        """)
    }
    return found
  }

  private static func isProgram(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }
}

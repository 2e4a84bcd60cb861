import Review
import RunSupport
import Support
import Workers

/// `hanscan review`: the pages of a store in a browser on this machine.
struct ReviewCommand: Command {
  static let name = "review"

  @Option("port", "p", value: "N", .integer(1...65_535)) var port: Int?
  @Option("read-only") var isReadOnly: Bool
  let limits = LimitOptions()
  @Option("require-sandbox") var requiresSandbox: Bool
  let store = StoreOptions()

  func run(console: Console) throws -> ExitStatus {
    let path = try store.existingPath()
    var pictures = PictureSettings(executable: try Program.path())
    (pictures.limits, pictures.requiresSandbox) = (limits.limits, requiresSandbox)
    var server = ReviewServer(store: path, pictures: pictures)
    (server.directory, server.author) = (store.directory, CorrectCommand.userName)
    (server.port, server.isReadOnly) = (UInt16(port ?? 0), isReadOnly)
    _ = try server.run(
      until: SignalWatch(),
      announce: { address in
        console.output(verbatim: address + "\n")
        console.error("hanscan review: open this address in a browser; Ctrl-C ends the server\n")
      }, warn: { console.error("hanscan review: \($0)\n") })
    return .success
  }
}

import Review
import RunSupport
import Workers

/// `hanscan review`: the pages of a store in a browser on this machine.
struct ReviewCommand: Command {
  static let name = "review"
  static let summary = "Look at the pages in a browser, the doubtful ones first, with picture and text side by side."
  static let usage = "--out OUT [OPTION...]"
  static let discussion = """
    Prints an address and serves it until Ctrl-C, to this machine alone. The address holds a token that opens once, in \
    one browser. Pictures are decoded and made anew behind the sandbox that runs use; nothing comes from the network.

    What is put right counts at once, as with 'hanscan correct': fields and checks are made anew, and the files of the \
    page are written again soon after. A run and a correction wait for each other.

    The scans must be where they were read; a page whose scan is gone or has changed is shown without its picture.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan review --out texts", "The receipts to look at, the doubtful ones first."),
    ("hanscan review --out texts --read-only --port 8000", "For looking alone, always at the same port."),
  ]

  @Option("port", "p", value: "N", .integer(1...65_535), "The server's port. Default: one that is free.")
  var port: Int?
  @Option("read-only", "Show the pages alone; nothing can be put right.") var isReadOnly: Bool
  let limits = LimitOptions()
  @Option("require-sandbox", "Refuse to start where a layer of the sandbox is missing.") var requiresSandbox: Bool
  let store = StoreOptions()

  func run(console: Console) throws -> ExitStatus {
    let path = try store.existingPath()
    var pictures = PictureSettings(executable: try Program.path())
    (pictures.limits, pictures.requiresSandbox) = (limits.limits, requiresSandbox)
    var settings = ReviewServer.Settings(store: path, pictures: pictures)
    (settings.directory, settings.author) = (store.directory, CorrectCommand.userName)
    (settings.port, settings.isReadOnly) = (UInt16(port ?? 0), isReadOnly)
    _ = try ReviewServer(settings: settings).run(
      until: SignalWatch(),
      announce: { address in
        console.output(address + "\n")
        console.error("hanscan review: open this address in a browser; Ctrl-C ends the server\n")
      }, warn: { console.error("hanscan review: \($0)\n") })
    return .success
  }
}

import RunSupport
import PageModel
import ResultStore
import Review
import Support
import Workers

/// `hanscan review`: the pages of a store in a browser on this machine.
enum ReviewCommand: Command {
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
  static let options: [Option] =
    [
      Option("port", "p", value: "N", "The server's port. Default: one that is free."),
      Option("read-only", "Show the pages alone; nothing can be put right."),
    ] + ReaderOptions.limits + [
      Option("require-sandbox", "Refuse to start where a layer of the sandbox is missing.")
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan review --out texts", "The receipts to look at, the doubtful ones first."),
    ("hanscan review --out texts --read-only --port 8000", "For looking alone, always at the same port."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    let path = try StoreOptions.path(from: arguments)
    // Says what is wrong with it, as all commands do.
    do throws(StoreError) { try ResultStore.checkPlace(path, creating: false) } catch { throw CommandFailure(error) }
    var pictures = PictureSettings(executable: try Program.path())
    pictures.limits = try ReaderOptions.limits(from: arguments)
    pictures.requiresSandbox = arguments.has("require-sandbox")
    var settings = ReviewServer.Settings(store: path, pictures: pictures)
    settings.directory = try arguments.path("out")
    settings.author = CorrectCommand.userName
    settings.port = UInt16(try arguments.integer("port", in: 1...65_535) ?? 0)
    settings.isReadOnly = arguments.has("read-only")
    let signals: SignalWatch
    do throws(SystemError) { signals = try SignalWatch() } catch {
      throw CommandFailure(.internalError, "signals can't be watched: \(error)")
    }
    do throws(RunFailure) {
      _ = try ReviewServer(settings: settings).run(
        until: signals,
        announce: { address in
          console.output(address + "\n")
          console.error("hanscan review: open this address in a browser; Ctrl-C ends the server\n")
        }, warn: { console.error("hanscan review: \($0)\n") })
      return .success
    } catch {
      throw CommandFailure(error)
    }
  }
}

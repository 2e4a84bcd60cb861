import Glibc
import Run
import Support

/// The output of the program: results to standard output, everything else to standard error.
///
/// Standard output is sacred: only what a user would pipe on is written there.
/// Nobody is waited for on standard error: what its reader does not take is kept and written later, so that a pager or
/// a terminal that does not take them never keeps a run from its workers and signals.
final class Console {
  /// Whether a person is looking at standard error.
  let isInteractive: Bool
  /// Whether a person is looking at standard output.
  private let showsResults: Bool
  /// Whether systemd's journal is, which wants each line with its priority.
  private let isJournal: Bool
  /// The reason that the first lost result could not be written.
  private(set) var lostOutput: String?
  /// Whether the program waits at its exit until all messages are read; a run that a signal stopped does not.
  var waitsForReader = true
  /// The messages so far, and counts, for the user's command; nil if there is none.
  var kept: String?
  var counts: [NotifyCommand.Count] = []
  /// Messages that nobody has read yet.
  private var unread: ArraySlice<UInt8> = []
  private var lostMessages = 0

  /// So many bytes of messages are kept for a reader that does not take them; what comes after them is counted and lost.
  private static let unreadAtMost = 4 << 20

  /// Standard output and error, opened again if that is possible, so that a write to them never waits.
  private lazy var results = Self.reopened(STDOUT_FILENO)
  private lazy var messages = Self.reopened(STDERR_FILENO)

  init() {
    isInteractive = isatty(STDERR_FILENO) == 1
    showsResults = isatty(STDOUT_FILENO) == 1
    isJournal = Journal.takes(STDERR_FILENO)
  }

  /// A descriptor of the same pipe or terminal that does not wait, or the given one.
  ///
  /// Other programs may write there too, and fill it between a look at it and a write. The descriptor that was handed
  /// down is shared with them, and must not be changed; a file has no reader to wait for.
  private static func reopened(_ descriptor: Int32) -> Int32 {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, [S_IFIFO, S_IFCHR].contains(facts.st_mode & S_IFMT),
      fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
    else { return descriptor }
    let own = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? own : descriptor
  }

  /// Gives descriptors 0 to 2 something to lead to where the caller closed them.
  ///
  /// A file opened later would get the number, and be written to. A write to standard output fails then, as it should.
  static func occupyStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes a result for people, in their language.
  @discardableResult
  func output(_ text: Message) -> Bool { output(verbatim: text.text) }

  /// Writes a result.
  @discardableResult
  func output(verbatim text: String) -> Bool { output(bytes: Array(text.utf8)) == .taken }

  /// Writes a result that styles words by escape sequences, and in which whatever is not its own is escaped.
  func output(styled text: String) -> Bool { write(result: Array(text.utf8), waiting: .always) == .taken }

  /// Writes a result, and gives up if it would have to wait longer than it may.
  ///
  /// A file or another program gets the bytes as they are, and a terminal nothing that it would obey.
  @discardableResult
  func output(bytes: [UInt8], waiting patience: SinkPatience = .always) -> SinkAnswer {
    let shown = showsResults ? Array(TerminalText.lines(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    return write(result: shown, waiting: patience)
  }

  private func write(result: [UInt8], waiting patience: SinkPatience) -> SinkAnswer {
    let written = Self.write(result[...], to: results, waiting: patience).answer
    if case .closed(let reason) = written { lostOutput = lostOutput ?? reason }
    return written
  }

  /// Writes a message in the user's language.
  func error(_ text: Message, _ priority: Priority = .error) { error(verbatim: text.text, priority) }

  /// Writes a message, or keeps it for later if its reader does not take it now.
  func error(verbatim text: String, _ priority: Priority = .error) {
    let text = TerminalText.lines(text)
    kept?.append(text)
    writeOrKeep(isJournal ? Journal.text(text, priority) : text)
  }

  private func writeOrKeep(_ text: String) {
    let message = Array(text.utf8)
    if unread.count + message.count > Self.unreadAtMost { lostMessages += 1 } else { unread += message }
    writeUnread(waits: false)
  }

  /// Writes what is worth reading only now, such as a progress bar, in place of the present line; it is lost if older
  /// messages wait.
  func passing(_ text: String) {
    if unread.isEmpty { clearLine(for: text) }
  }

  /// Clears the present line of a terminal, and begins it with a text.
  func clearLine(for text: String = "") {
    writeOrKeep("\r\u{1B}[K" + TerminalText.lines(text))
  }

  /// Writes the messages that are left, at the exit of the program.
  func finish() {
    writeUnread(waits: waitsForReader)
    guard lostMessages > 0, unread.isEmpty else { return }
    unread += Array(said("hanscan: \(counted(lostMessages, "message")) lost: nobody read them in time\n").utf8)
    writeUnread(waits: waitsForReader)
  }

  /// The terminal's columns; 80 if none is known.
  var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private func writeUnread(waits: Bool) {
    let (answer, left) = Self.write(unread, to: messages, waiting: waits ? .always : .never)
    // If its reader has gone away, there is nobody to tell.
    unread = answer == .interrupted ? left : []
  }

  /// Writes bytes, and returns those that are left if it would have to wait longer than it may.
  private static func write(
    _ bytes: ArraySlice<UInt8>, to descriptor: Int32, waiting patience: SinkPatience
  ) -> (answer: SinkAnswer, left: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      guard patience == .always || isReady(descriptor, waiting: patience) else { return (.interrupted, rest) }
      // A pipe that is ready takes so much without waiting.
      let piece = patience == .always ? rest : rest.prefix(Int(PIPE_BUF))
      let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return (.closed(SystemError.text(of: errno)), rest) }
        if patience == .always { _ = isReady(descriptor, waiting: .always) }
      } else {
        rest = rest.dropFirst(count)
      }
    }
    return (.taken, rest)
  }

  /// Whether something can be written, after so much waiting as is allowed.
  private static func isReady(_ descriptor: Int32, waiting patience: SinkPatience) -> Bool {
    // The kernel ignores an entry without a descriptor.
    var interruption: Int32 = -1
    if case .untilReadable(let descriptor) = patience { interruption = descriptor }
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, patience == .never ? 0 : -1) < 0, errno == EINTR {}
    return entries[0].revents != 0 || patience != .never && entries[1].revents == 0
  }
}

import Glibc

/// The priority of a message, with the numbers of syslog(3), which systemd's journal also uses.
enum Priority: Int {
  /// A page or a whole run came to nothing.
  case error = 3
  /// Worth a look, and nothing is lost.
  case warning = 4
  case notice = 5
  case information = 6
}

/// The form of messages that systemd's journal takes: a line for each, its priority in front as `<4>` (sd-daemon(3)).
enum Journal {
  /// Whether what is written to a descriptor goes to the journal and nowhere else.
  ///
  /// systemd says in `JOURNAL_STREAM` by device and inode what it has connected; whoever has connected the descriptor to
  /// something else since did not know of that.
  static func takes(_ descriptor: CInt) -> Bool {
    guard let stream = getenv("JOURNAL_STREAM") else { return false }
    let parts = String(cString: stream).split(separator: ":", omittingEmptySubsequences: false)
    var facts = stat()
    guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]), inode != 0,
      fstat(descriptor, &facts) == 0
    else { return false }
    return UInt64(facts.st_dev) == device && UInt64(facts.st_ino) == inode
  }

  /// A problem is one line, however many it has for a person; each line of other messages has a priority.
  static func text(_ message: String, _ priority: Priority) -> String {
    let lines = message.split(separator: "\n").map(String.init)
    let kept = priority.rawValue <= Priority.warning.rawValue ? [lines.joined(separator: " ")] : lines
    return kept.filter { !$0.isEmpty }.map { "<\(priority.rawValue)>\($0)\n" }.joined()
  }
}

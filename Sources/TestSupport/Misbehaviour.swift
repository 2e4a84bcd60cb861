/// What the fixture worker does on command: the text of a job, or of the greeting.
///
/// A job's payload is its number and one of these, `7 crash 11`; the greeting is one of these alone. The worker answers
/// afterwards if it still can.
public enum Misbehaviour: Sendable, Hashable {
  /// None: the answer is these words.
  case answer(String)
  /// The answer is so many bytes long.
  case answerLong(Int)
  /// The worker sends this signal to itself.
  case crash(CInt)
  /// Follows a null pointer, for the handler that a runtime may have set.
  case followNull
  /// Waits for ever; with `stubbornly` SIGTERM and the end of the input change nothing.
  case hang(stubbornly: Bool)
  /// Changes to its supervisor's process group, where signals to its own don't reach it, and hangs.
  case fleeGroup
  /// Uses processor time for ever.
  case spin
  /// Writes to the stream of frames without end, after a length that allows it or without one.
  case floodOutput
  /// Announces a frame of this length and sends nothing more.
  case announce(UInt32)
  /// Writes so many bytes of messages, and answers.
  case floodMessages(Int)
  /// Writes to standard output as a C library does; that must not reach the stream. Answers.
  case printf(String)
  /// Writes this text into the stream of frames.
  case rubbish(String)
  case exit(CInt)
  /// Writes these lines to standard error and exits with status 1.
  case lament([String])
  /// Allocates so many mebibytes with malloc, and notices when that fails; answers when it has all.
  case eat(Int)
  /// The same with C++'s operator new, or with an array of Swift's, which don't return when that fails.
  case eatByNew(Int), eatInSwift(Int)
  /// Closes the stream of frames, and waits.
  case closeOutput
  case answerToWrongNumber
  case answerTwice
  /// Starts a program that runs longer, and answers with its process number; `inOtherGroup` escapes the kill.
  case leaveGrandchild(inOtherGroup: Bool)
  /// Answers with the content of the open descriptor that came with the job.
  case readDescriptor
  /// Exits without a fault, after the answer.
  case answerAndExit
  /// Answers, and reacts to nothing afterwards, not even to SIGTERM.
  case answerAndDeafen
  /// Answers with its limits and what is open, blocked and ignored.
  case describe
  /// Tries to write a file of this name, and answers with the result.
  case writeFile(String)
  /// Activates these layers of the sandbox (bits of `hanscan_sandbox_layer`) and makes one escape attempt.
  ///
  /// The attempts are those of `escape_attempts.c`; `place` is a folder with a file `victim`. With `byThread` it is tried by a
  /// thread that was started before. Answers `worked`, or `stopped` and the error's number.
  case escape(String, layers: CInt, place: String, byThread: Bool = false)

  public var words: String {
    switch self {
    case .answer(let text): "answer \(text)"
    case .answerLong(let count): "answer-long \(count)"
    case .crash(let signal): "crash \(signal)"
    case .followNull: "follow-null"
    case .hang(let stubbornly): stubbornly ? "hang stubbornly" : "hang"
    case .fleeGroup: "flee-group"
    case .spin: "spin"
    case .floodOutput: "flood-output"
    case .announce(let length): "announce \(length)"
    case .floodMessages(let count): "flood-messages \(count)"
    case .printf(let text): "printf \(text)"
    case .rubbish(let text): "rubbish \(text)"
    case .exit(let status): "exit \(status)"
    case .lament(let lines): "lament \(lines.joined(separator: "\n"))"
    case .eat(let mebibytes): "eat \(mebibytes)"
    case .eatByNew(let mebibytes): "eat-by-new \(mebibytes)"
    case .eatInSwift(let mebibytes): "eat-in-swift \(mebibytes)"
    case .closeOutput: "close-output"
    case .answerToWrongNumber: "answer-to-wrong-number"
    case .answerTwice: "answer-twice"
    case .leaveGrandchild(let inOtherGroup): inOtherGroup ? "leave-grandchild in-other-group" : "leave-grandchild"
    case .readDescriptor: "read-descriptor"
    case .answerAndExit: "answer-and-exit"
    case .answerAndDeafen: "answer-and-deafen"
    case .describe: "describe"
    case .writeFile(let path): "write-file \(path)"
    case .escape(let way, let layers, let place, let byThread):
      "escape \(layers) \(byThread ? "thread" : "self") \(way) \(place)"
    }
  }
}

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
  /// A real null pointer, for the handler that a runtime may have set.
  case dereferenceNull
  /// Waits without end; with `stubbornly` SIGTERM and the end of the input change nothing.
  case hang(stubbornly: Bool)
  /// Joins its supervisor's process group, where signals to its own don't find it, and hangs.
  case changeGroup
  /// Uses processor time without end.
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
  case emitGarbage(String)
  case exit(CInt)
  /// Writes these lines to standard error and exits with status 1.
  case complainAndExit([String])
  /// Takes so many mebibytes by malloc, and notices when it gets no more; answers when it got all.
  case allocate(Int)
  /// The same with C++'s operator new, or with an array of Swift's, which don't come back when there is none.
  case allocateByNew(Int), allocateInSwift(Int)
  /// Closes the stream of frames, and waits.
  case closeOutput
  case answerToWrongNumber
  case answerTwice
  /// Starts a program that outlives it, and answers with the program's number; `inOtherGroup` keeps it from being killed with the worker.
  case leaveGrandchild(inOtherGroup: Bool)
  /// Answers with the content of the open descriptor that came with the job.
  case readDescriptor
  /// Exits although nothing is wrong, after the answer.
  case answerAndExit
  /// Answers, and ignores all that follows, SIGTERM too.
  case answerAndIgnoreAll
  /// Answers with its limits and what is open, blocked and ignored.
  case describe
  /// Tries to write a file of this name, and answers what came of it.
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
    case .dereferenceNull: "dereference-null"
    case .hang(let stubbornly): stubbornly ? "hang stubbornly" : "hang"
    case .changeGroup: "change-group"
    case .spin: "spin"
    case .floodOutput: "flood-output"
    case .announce(let length): "announce \(length)"
    case .floodMessages(let count): "flood-messages \(count)"
    case .printf(let text): "printf \(text)"
    case .emitGarbage(let text): "emit-garbage \(text)"
    case .exit(let status): "exit \(status)"
    case .complainAndExit(let lines): "complain-and-exit \(lines.joined(separator: "\n"))"
    case .allocate(let mebibytes): "allocate \(mebibytes)"
    case .allocateByNew(let mebibytes): "allocate-by-new \(mebibytes)"
    case .allocateInSwift(let mebibytes): "allocate-in-swift \(mebibytes)"
    case .closeOutput: "close-output"
    case .answerToWrongNumber: "answer-to-wrong-number"
    case .answerTwice: "answer-twice"
    case .leaveGrandchild(let inOtherGroup): inOtherGroup ? "leave-grandchild in-other-group" : "leave-grandchild"
    case .readDescriptor: "read-descriptor"
    case .answerAndExit: "answer-and-exit"
    case .answerAndIgnoreAll: "answer-and-ignore-all"
    case .describe: "describe"
    case .writeFile(let path): "write-file \(path)"
    case .escape(let way, let layers, let place, let byThread):
      "escape \(layers) \(byThread ? "thread" : "self") \(way) \(place)"
    }
  }
}

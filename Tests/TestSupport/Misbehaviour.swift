/// What the fixture worker does on command: the text of a job, or of the greeting.
///
/// A job's payload is its number and one of these, `7 crash 11`; the greeting is one of these alone. The worker answers
/// afterwards if it still can.
package struct Misbehaviour: Sendable, Hashable {
  package let words: String

  private init(_ words: String) {
    self.words = words
  }

  /// None: the answer is these words.
  package static func answer(_ text: String) -> Self { Self("answer \(text)") }
  /// The answer is so many bytes long.
  package static func answerLong(_ count: Int) -> Self { Self("answer-long \(count)") }
  /// The worker sends this signal to itself.
  package static func crash(_ signal: CInt) -> Self { Self("crash \(signal)") }
  /// A real null pointer, for the handler that a runtime may have set.
  package static let dereferenceNull = Self("dereference-null")
  /// Waits without end; with `stubbornly` SIGTERM and the end of the input change nothing.
  package static func hang(stubbornly: Bool) -> Self { Self(stubbornly ? "hang stubbornly" : "hang") }
  /// Joins its supervisor's process group, where signals to its own don't find it, and hangs.
  package static let changeGroup = Self("change-group")
  /// Uses processor time without end.
  package static let spin = Self("spin")
  /// Writes to the stream of frames without end, after a length that allows it or without one.
  package static let floodOutput = Self("flood-output")
  /// Announces a frame of this length and sends nothing more.
  package static func announce(_ length: UInt32) -> Self { Self("announce \(length)") }
  /// Writes so many bytes of messages, and answers.
  package static func floodMessages(_ count: Int) -> Self { Self("flood-messages \(count)") }
  /// Writes to standard output as a C library does; that must not reach the stream.
  ///
  /// Answers.
  package static func printf(_ text: String) -> Self { Self("printf \(text)") }
  /// Writes this text into the stream of frames.
  package static func emitGarbage(_ text: String) -> Self { Self("emit-garbage \(text)") }
  package static func exit(_ status: CInt) -> Self { Self("exit \(status)") }
  /// Writes these lines to standard error and exits with status 1.
  package static func complainAndExit(_ lines: [String]) -> Self {
    Self("complain-and-exit \(lines.joined(separator: "\n"))")
  }
  /// Takes so many mebibytes by malloc, and notices when it gets no more; answers when it got all.
  package static func allocate(_ mebibytes: Int) -> Self { Self("allocate \(mebibytes)") }
  /// The same with C++'s operator new, or with an array of Swift's, which don't come back when there is none.
  package static func allocateByNew(_ mebibytes: Int) -> Self { Self("allocate-by-new \(mebibytes)") }
  package static func allocateInSwift(_ mebibytes: Int) -> Self { Self("allocate-in-swift \(mebibytes)") }
  /// Closes the stream of frames, and waits.
  package static let closeOutput = Self("close-output")
  package static let answerToWrongNumber = Self("answer-to-wrong-number")
  package static let answerTwice = Self("answer-twice")
  /// Starts a program that outlives it, and answers with the program's number; `inOtherGroup` keeps it from being killed with the worker.
  package static func leaveGrandchild(inOtherGroup: Bool) -> Self {
    Self(inOtherGroup ? "leave-grandchild in-other-group" : "leave-grandchild")
  }
  /// Answers with the content of the open descriptor that came with the job.
  package static let readDescriptor = Self("read-descriptor")
  /// Exits although nothing is wrong, after the answer.
  package static let answerAndExit = Self("answer-and-exit")
  /// Answers, and ignores all that follows, SIGTERM too.
  package static let answerAndIgnoreAll = Self("answer-and-ignore-all")
  /// Answers with its limits and what is open, blocked and ignored.
  package static let describe = Self("describe")
  /// Tries to write a file of this name, and answers what came of it.
  package static func writeFile(_ path: String) -> Self { Self("write-file \(path)") }
  /// Activates these layers of the sandbox (bits of `hanscan_sandbox_layer`) and makes one escape attempt.
  ///
  /// The attempts are those of `escape_attempts.c`; `place` is a folder with a file `victim`. With `byThread` it is tried by a
  /// thread that was started before. Answers `worked`, or `stopped` and the error's number.
  package static func escape(_ way: String, layers: CInt, place: String, byThread: Bool = false) -> Self {
    Self("escape \(layers) \(byThread ? "thread" : "self") \(way) \(place)")
  }
}

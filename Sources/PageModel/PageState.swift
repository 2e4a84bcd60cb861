/// The final state of a page; every page that a run finds has exactly one.
package enum PageState: String, Codable, Sendable, CaseIterable {
  /// Text was read.
  case recognised
  /// The page holds no ink.
  case blank
  /// Every attempt failed; the reasons are kept.
  case failed
  /// The file is no picture that HanScan reads.
  case unsupported
  /// The same bytes were met before; the first of them is named.
  case duplicate
}

/// The reason that a page was not read: a code for programs, and a sentence for people.
package struct PageProblem: Hashable, Codable, Sendable, CustomStringConvertible {
  package enum Code: String, Codable, Sendable, CaseIterable {
    // Kinds of files.
    case empty, notAPicture, unsupportedFormat, specialFile, outsideInput, linkLoop, tooDeep
    // Properties of files.
    case truncated, damaged, encrypted, tooManyPixels, tooManyPages, tooLarge, zeroSize
    // Events of a file.
    case unreadable, vanished, changed
    /// A program had its whole time, and could hardly work in it: the machine was stopped, or busy with other things.
    case stalled
    // Losses of a worker.
    case crashed, exited, timedOut, outOfMemory, garbled, flooded, engine
  }

  package let code: Code
  /// One sentence: what happened, and what to do where something can be done.
  ///
  /// It is always one printable line, though it may quote a file or a library.
  package let message: String

  private static let longestMessage = 4000

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message.printableLine(limit: Self.longestMessage)
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try values.decode(Code.self, forKey: .code), try values.decode(String.self, forKey: .message))
  }

  package var description: String { message }

  /// Problems of a moment rather than of a file: a page that failed by one of them is read again by the next run.
  package static let passing: Set<Code> = [.unreadable, .vanished, .changed, .stalled, .engine]
}

/// An error that leaves pages unread: a picture can't be decoded, or the engine fails over it or does not start.
package struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let problem: PageProblem

  package init(_ code: PageProblem.Code, _ message: String) { problem = PageProblem(code, message) }

  package var description: String { problem.message }
}

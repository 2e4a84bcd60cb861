public import PageModel

/// Why a picture could not be read, or the engine not started.
public struct RecognitionError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    /// The engine did not start with its models.
    case engineStart
    /// A Tesseract variable that does not exist, or a value that is not of its kind.
    case badVariable
    /// A page segmentation mode that does not exist or does not read.
    case badPageSegmentation
    /// The picture is smaller than any letter.
    case tooSmall
    /// The picture is larger than the engine counts.
    case tooLarge
    /// The engine gave up on the picture.
    case engineFailed
    /// The picture could not be decoded at its full size.
    case outOfMemory
  }

  public let code: Code
  /// One sentence: what happened, and what to do where something can be done.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  /// The same as a page's problem, for the record.
  public var problem: PageProblem {
    switch code {
    case .tooSmall: PageProblem(.zeroSize, message)
    case .tooLarge: PageProblem(.tooManyPixels, message)
    case .outOfMemory: PageProblem(.outOfMemory, message)
    case .engineStart, .badVariable, .badPageSegmentation, .engineFailed: PageProblem(.engine, message)
    }
  }
}

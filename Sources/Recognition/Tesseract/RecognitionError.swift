public import PageModel

/// A picture that could not be read, or an engine that did not start.
public struct RecognitionError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Code: String, Sendable, CaseIterable {
    case engineStart
    /// A Tesseract variable does not exist, or its value has the wrong type.
    case badVariable
    /// The page segmentation mode does not exist or does not read.
    case badPageSegmentation
    case tooSmall
    /// The picture exceeds the engine's pixel counts.
    case tooLarge
    case engineFailed
    /// The picture could not be decoded at its full size.
    case outOfMemory
  }

  public let code: Code
  /// One sentence: the fault, and the remedy if there is one.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }

  public var problem: PageProblem {
    switch code {
    case .tooSmall: PageProblem(.zeroSize, message)
    case .tooLarge: PageProblem(.tooManyPixels, message)
    case .outOfMemory: PageProblem(.outOfMemory, message)
    case .engineStart, .badVariable, .badPageSegmentation, .engineFailed: PageProblem(.engine, message)
    }
  }
}

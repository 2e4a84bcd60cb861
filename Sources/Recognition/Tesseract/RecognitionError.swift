package import PageModel

/// A picture that could not be read, or an engine that did not start.
package struct RecognitionError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable {
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

  package let code: Code
  /// One sentence: the fault, and the remedy if there is one.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }

  package var problem: PageProblem {
    switch code {
    case .tooSmall: PageProblem(.zeroSize, message)
    case .tooLarge: PageProblem(.tooManyPixels, message)
    case .outOfMemory: PageProblem(.outOfMemory, message)
    case .engineStart, .badVariable, .badPageSegmentation, .engineFailed: PageProblem(.engine, message)
    }
  }
}

/// What became of one attempt at a page.
public struct Attempt: Hashable, Codable, Sendable {
  /// From 1.
  public var number: Int
  public var problem: PageProblem

  public init(number: Int, problem: PageProblem) {
    self.number = number
    self.problem = problem
  }
}

/// The other page that a duplicate repeats.
public struct PageReference: Hashable, Sendable {
  public var path: ScanPath
  /// From 0.
  public var index: Int

  public init(path: ScanPath, index: Int) {
    self.path = path
    self.index = index
  }
}

/// How a page ended, with what was read or why it was not.
public enum PageOutcome: Hashable, Sendable {
  case recognised(RecognisedPage)
  /// Width and height in pixels.
  case blank(width: Int, height: Int)
  case failed([Attempt])
  case unsupported(PageProblem)
  case duplicate(of: PageReference)

  public var state: PageState {
    switch self {
    case .recognised: .recognised
    case .blank: .blank
    case .failed: .failed
    case .unsupported: .unsupported
    case .duplicate: .duplicate
    }
  }
}

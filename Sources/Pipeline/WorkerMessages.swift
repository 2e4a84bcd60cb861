public import PageModel

/// The version of the messages between the supervisor and its workers.
public let workerProtocolVersion = 1

/// What the supervisor asks of a worker: one JSON object a frame.
///
/// The first message is `configure`; every later one is `page`, and the next comes when that one is answered.
public struct WorkerRequest: Codable, Sendable, Equatable {
  public enum Kind: String, Codable, Sendable {
    case configure
    case page
  }

  public var version = workerProtocolVersion
  public var type: Kind
  /// With `configure`.
  public var settings: ReaderSettings?
  /// With `page`.
  public var page: PageRequest?

  public static func configure(_ settings: ReaderSettings) -> WorkerRequest {
    WorkerRequest(type: .configure, settings: settings)
  }

  public static func page(_ request: PageRequest) -> WorkerRequest {
    WorkerRequest(type: .page, page: request)
  }
}

/// One page to read.
public struct PageRequest: Codable, Sendable, Equatable {
  public var id: UInt64
  /// The picture's path, for engines that are driven by hand; without it the picture comes as an open descriptor.
  public var path: String?
  /// The picture's kind as its first bytes tell: `png`, `jpeg`, `tiff`, ...
  public var kind: String
  /// The page's index in its document, from 0.
  public var index: Int
  /// Where the page's directory starts in the file; 0 where a document is one picture.
  public var offset: UInt64
  /// 1 reads the picture as it is, 2 halves it first.
  public var reduction: Int

  public init(id: UInt64, path: String? = nil, kind: String, index: Int, offset: UInt64, reduction: Int) {
    self.id = id
    self.path = path
    self.kind = kind
    self.index = index
    self.offset = offset
    self.reduction = reduction
  }
}

/// What a worker answers: one JSON object a frame.
public struct WorkerReply: Codable, Sendable, Equatable {
  public enum Kind: String, Codable, Sendable {
    /// The engine is loaded.
    case ready
    /// The engine can't be loaded; `problem` says why.
    case unfit
    /// A page was read, or not: `reading` or `problem`.
    case page
  }

  public var version = workerProtocolVersion
  public var type: Kind
  public var id: UInt64?
  public var reading: Reading?
  public var problem: PageProblem?

  /// What was found on a page.
  public enum Reading: Codable, Sendable, Equatable {
    case recognised(RecognisedPage)
    case blank(width: Int, height: Int)
  }

  public init(type: Kind, id: UInt64? = nil, reading: Reading? = nil, problem: PageProblem? = nil) {
    self.type = type
    self.id = id
    self.reading = reading
    self.problem = problem
  }
}

public import PageModel
public import PictureFormats
public import Sandbox

/// The version of the messages between the supervisor and its workers.
public let workerProtocolVersion = 1

/// What the supervisor asks of a worker: one JSON object a frame.
///
/// The first message is `configure`; every later one is `page` or `inspect`, and the next comes when that one is
/// answered.
public struct WorkerRequest: Codable, Sendable, Equatable {
  public enum Kind: String, Codable, Sendable {
    case configure
    case page
    /// Like `page`, with everything that shows how it was read.
    case inspect
  }

  public var version = workerProtocolVersion
  public var type: Kind
  /// With `configure`.
  public var settings: ReaderSettings?
  /// With `configure`: whether the worker is unfit where a layer of its sandbox can't stand.
  public var requiresSandbox: Bool?
  /// With `page` and `inspect`.
  public var page: PageRequest?

  public static func configure(_ settings: ReaderSettings, requiresSandbox: Bool = false) -> WorkerRequest {
    WorkerRequest(type: .configure, settings: settings, requiresSandbox: requiresSandbox)
  }

  public static func page(_ request: PageRequest) -> WorkerRequest {
    WorkerRequest(type: .page, page: request)
  }

  public static func inspect(_ request: PageRequest) -> WorkerRequest {
    WorkerRequest(type: .inspect, page: request)
  }
}

/// One page to read; its picture comes as an open descriptor, with the job's number.
public struct PageRequest: Codable, Sendable, Equatable {
  public var id: UInt64
  /// What the file is by its first bytes.
  public var kind: PictureFormat
  /// The page's index in its document, from 0.
  public var index: Int
  /// Where the page's directory starts in the file; 0 where a document is one picture.
  public var offset: UInt64
  /// 1 reads the picture as it is, 2 halves it first.
  public var reduction: Int

  public init(id: UInt64, kind: PictureFormat, index: Int, offset: UInt64, reduction: Int) {
    self.id = id
    self.kind = kind
    self.index = index
    self.offset = offset
    self.reduction = reduction
  }
}

/// What a worker answers: one JSON object a frame.
public struct WorkerReply: Codable, Sendable, Equatable {
  public enum Kind: String, Codable, Sendable {
    /// The engine is loaded and the sandbox is closed; `layers` says how well.
    case ready
    /// The engine can't be loaded, or the sandbox not be closed as it must; `problem` says why.
    case unfit
    /// A page was read, or not: `reading` or `problem`.
    case page
    /// A page was inspected, or not: `inspection` or `problem`.
    case inspection
  }

  public var version = workerProtocolVersion
  public var type: Kind
  public var id: UInt64?
  public var reading: Reading?
  public var inspection: PageInspection?
  public var problem: PageProblem?
  /// With `ready`: the layers of the sandbox that the worker has entered.
  public var layers: [SandboxLayer]?

  /// What was found on a page.
  public enum Reading: Codable, Sendable, Equatable {
    case recognised(RecognisedPage)
    case blank(width: Int, height: Int)
  }

  public init(
    type: Kind, id: UInt64? = nil, reading: Reading? = nil, inspection: PageInspection? = nil,
    problem: PageProblem? = nil, layers: [SandboxLayer]? = nil
  ) {
    self.type = type
    self.id = id
    self.reading = reading
    self.inspection = inspection
    self.problem = problem
    self.layers = layers
  }
}

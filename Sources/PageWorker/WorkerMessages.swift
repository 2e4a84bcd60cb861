package import FoundationEssentials
package import PageModel
package import PictureFormats
package import Sandbox
import Support

/// The version of the greeting, which programs of different versions must understand to refuse each other.
///
/// All other messages may differ from version to version of the program, which the greeting and its answer name.
package let workerProtocolVersion = 1

/// A request of the supervisor to a worker: one JSON object a frame.
///
/// The first message is `configure`; every later one is `page`, `inspect`, `picture` or `view`, and the next comes when
/// that one is answered.
package struct WorkerRequest: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    case configure
    case page
    /// Like `page`, with everything that shows how it was read.
    case inspect
    /// The page's picture alone, decoded.
    case picture
    /// The page's picture as a browser shows it: decoded, and made again in a size for a screen.
    case view
  }

  package var version = workerProtocolVersion
  package var type: Kind
  /// With `configure`: the version of the supervisor's program.
  package var program: String?
  /// With `configure`.
  package var settings: ReaderSettings?
  /// With `configure`: whether the worker is unfit if a layer of its sandbox is missing.
  package var requiresSandbox: Bool?
  /// With `page`, `inspect`, `picture` and `view`.
  package var page: PageRequest?

  package static func configure(_ settings: ReaderSettings, requiresSandbox: Bool = false) -> WorkerRequest {
    WorkerRequest(type: .configure, program: ProgramFacts.version, settings: settings, requiresSandbox: requiresSandbox)
  }

  package static func page(_ request: PageRequest, as type: Kind = .page) -> WorkerRequest {
    WorkerRequest(type: type, page: request)
  }
}

/// One page to read; its picture comes as an open descriptor, with the job's number.
package struct PageRequest: Codable, Sendable, Equatable {
  package var id: UInt64
  /// The kind of the file by its first bytes; nil for an electronic tax invoice, which has no picture.
  package var kind: PictureFormat?
  /// The page's index in its document, from 0.
  package var index: Int
  /// The offset of the page's directory in the file; 0 if the document is one picture.
  package var offset: UInt64
  /// 1 reads the picture unchanged, 2 halves it first.
  package var reduction: Int
  /// With `inspect`: whether each line's picture is wanted, too; nil means no.
  package var takesLines: Bool?
  /// With `picture`: whether it is wanted without loss, in as few bytes as can be had, however it came; nil means no.
  package var isRepacked: Bool?
  /// Text that the page has of its own; nil if its picture is to be read in any case.
  package var layer: PageLayer?

  package init(
    id: UInt64, kind: PictureFormat?, index: Int, offset: UInt64, reduction: Int, takesLines: Bool? = nil,
    isRepacked: Bool? = nil, layer: PageLayer? = nil
  ) {
    self.layer = layer
    (self.id, self.kind, self.index, self.offset) = (id, kind, index, offset)
    (self.reduction, self.takesLines, self.isRepacked) = (reduction, takesLines, isRepacked)
  }
}

/// The text that a page has of its own, unjudged.
package struct PageLayer: Codable, Sendable, Equatable {
  /// As `pdftotext -bbox-layout` writes it.
  package var text: String
  /// The size of the page as it is shown, in points.
  package var width: Double
  package var height: Double

  package init(text: String, width: Double, height: Double) {
    (self.text, self.width, self.height) = (text, width, height)
  }
}

/// An answer of a worker: one JSON object a frame.
package struct WorkerReply: Codable, Sendable, Equatable {
  package enum Kind: String, Codable, Sendable {
    /// The engine is loaded and the sandbox is closed; `layers` says how well.
    case ready
    /// The engine can't be loaded, or the sandbox not be closed as it must; `problem` says why.
    case unfit
    /// A page was read, or not: `reading` or `problem`.
    case page
    /// A page was inspected, or not: `inspection` or `problem`.
    case inspection
    /// A page's picture was decoded, or not: `picture` or `problem`; neither if it must be packed again and cannot be.
    case picture
    /// The same for a browser.
    case view
  }

  package var version = workerProtocolVersion
  package var type: Kind
  /// With `ready` and `unfit`: the version of the worker's program.
  package var program: String?
  package var id: UInt64?
  /// `recognised` or `blank`; no message holds another outcome.
  package var reading: PageOutcome?
  package var inspection: PageInspection?
  package var picture: DecodedPicture?
  package var problem: PageProblem?
  /// With `ready`: the layers of the sandbox that the worker has entered.
  package var layers: [SandboxLayer]?

  package init(
    type: Kind, id: UInt64? = nil, reading: PageOutcome? = nil, inspection: PageInspection? = nil,
    picture: DecodedPicture? = nil, problem: PageProblem? = nil, layers: [SandboxLayer]? = nil
  ) {
    (self.type, self.id, self.reading, self.inspection) = (type, id, reading, inspection)
    (self.picture, self.problem, self.layers) = (picture, problem, layers)
    if type == .ready || type == .unfit { program = ProgramFacts.version }
  }
}

/// A picture that a worker made again, upright as it is shown, in a format that needs no trust to be taken over.
///
/// The answer to `picture` loses nothing; that to `view` has at most so many pixels as a screen has use for.
package struct DecodedPicture: Codable, Sendable, Equatable {
  /// `png` or `tiff` of group 4 for `picture`, `png` or `jpeg` for `view`.
  package var format: PictureFormat
  /// The bytes of the file.
  package var file: Data

  package init(format: PictureFormat, file: Data) {
    self.format = format
    self.file = file
  }
}

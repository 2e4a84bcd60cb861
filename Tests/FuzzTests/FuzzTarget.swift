import PageModel

/// One parser of HanScan as a function of any bytes: it must come back, and what it says must hold together.
///
/// The fuzzer calls these for an hour on bytes of its own making; the tests call them on the seeds.
enum FuzzTarget: String, CaseIterable {
  case frames, messages
  case model, unicharset, recoder, network, codes
  case options, list, glob, names
  case words, rows
  case receipts, lexicon
  case document, picture, tiff, exif

  /// A property that did not hold: a finding just as a crash is.
  struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .frames: try Self.frames(bytes)
    case .messages: try Self.messages(bytes)
    case .model: try Self.model(bytes)
    case .unicharset: try Self.unicharset(bytes)
    case .recoder: try Self.recoder(bytes)
    case .network: Self.network(bytes)
    case .codes: Self.codes(bytes)
    case .options: Self.options(bytes)
    case .list: try Self.list(bytes)
    case .glob: try Self.glob(bytes)
    case .names: try Self.names(bytes)
    case .words: try Self.words(bytes)
    case .rows: try Self.rows(bytes)
    case .receipts: try Self.receipts(bytes)
    case .lexicon: try Self.lexicon(bytes)
    case .document: try Self.document(bytes)
    case .picture: Self.picture(bytes, offset: 0)
    case .tiff: try Self.tiff(bytes)
    case .exif: try Self.exif(bytes)
    }
  }

  static func require(_ holds: Bool, _ what: @autoclosure () -> String) throws {
    if !holds { throw Broken(what()) }
  }
}

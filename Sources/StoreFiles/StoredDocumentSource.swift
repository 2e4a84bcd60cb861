import Documents
import RunSupport
import Export
import PageModel
import PageWorker
import PictureFormats
import ResultStore

/// A document of a store with its scan, for formats that hold its pictures.
final class StoredDocumentSource: DocumentSource {
  let path: ScanPath
  let pageCount: Int
  private(set) lazy var font = try? EvidenceFiles.font(nil)
  /// The problems of pictures that are missing from the file, each with its page from 0.
  private(set) var problems: [(index: Int, problem: PageProblem)] = []
  private let store: ResultStore
  let session: DocumentSession
  private let decoding: PictureDecoding
  /// Pictures that workers are at, by their pages from 0.
  private var begun: [Int: PictureDecoding.Begun] = [:]

  /// Opens the scan, and makes sure that it is the one that was read.
  init(_ document: StoredDocument, below base: ScanPath, in store: ResultStore, decoding: PictureDecoding) throws {
    (path, pageCount) = (document.entry.path, document.entry.pageCount)
    (self.store, self.decoding) = (store, decoding)
    session = try SingleScan.session(
      of: path, below: base, holding: document.entry.digest, decoding.settings)
  }

  deinit {
    begun.values.forEach(decoding.drop)
  }

  var change: PageProblem? { session.change() }

  func note(_ index: Int, _ problem: PageProblem) { problems.append((index, problem)) }

  func page(at index: Int) throws -> (record: PageRecord, original: PageRecord?)? {
    guard let page = try store.page(path, index) else { return nil }
    return (page.record, try store.original(of: page.record)?.record)
  }

  func picture(at index: Int) throws -> PagePicture? {
    guard let slot = session.page(at: index), session.kind.isRead else { return nil }
    for next in index..<min(index + decoding.settings.workers, pageCount) { try beginPicture(at: next) }
    var reader = ByteReader(descriptor: session.descriptor, size: session.file.size)
    if let stream = session.kind.format?.stream(&reader, at: slot.byteOffset) {
      if let begun = begun.removeValue(forKey: index), let smaller = try smaller(stream, begun) { return smaller }
      return PagePicture(stream: stream) { offset, count in try reader.bytes(at: offset, count: count) }
    }
    guard let picture = try decode(slot, by: decoding) else { return nil }
    guard let made = Self.picture(picture, size: slot.sheet.map { ($0.width, $0.height) }) else {
      problems.append((index, PageProblem(.garbled, "the worker's picture is none that a file can take")))
      return nil
    }
    return made
  }

  /// Lets a worker decode or repack a page's picture meanwhile, if its format needs that.
  func beginPicture(at index: Int) throws {
    guard begun[index] == nil, let slot = session.page(at: index), case .readable = slot.state,
      case .picture(let format) = session.kind
    else { return }
    var reader = ByteReader(descriptor: session.descriptor, size: session.file.size)
    let stream = format.stream(&reader, at: slot.byteOffset)
    // Many programs write gray pages as PNGs in colour, and black and white ones in gray, and few compress well; the
    // same pixels may then take fewer bytes. Decoded pictures have 8 bits a sample.
    let canBeSmaller = stream.map { $0.coding == .filteredRows && $0.bits <= 8 } ?? true
    guard canBeSmaller, let descriptor = try? session.openAnother() else { return }
    begun[index] = try decoding.begin(
      format, index: index, offset: slot.byteOffset, descriptor: descriptor, isRepacked: stream != nil)
  }

  /// The same pixels in fewer bytes; nil if the picture stays as it came.
  private func smaller(_ stream: PictureStream, _ begun: PictureDecoding.Begun) throws -> PagePicture? {
    guard case .success(let picture) = try decoding.take(begun),
      let made = Self.picture(picture, resolution: stream.uprightResolution)
    else { return nil }
    let sides = stream.isSideways ? (stream.height, stream.width) : (stream.width, stream.height)
    return (made.stream.width, made.stream.height) == sides && made.stream.count < stream.count ? made : nil
  }

  /// A worker's picture in a form that can be copied; nil if impossible.
  private static func picture(
    _ picture: DecodedPicture, size: (width: Double, height: Double)? = nil,
    resolution: PictureStream.Resolution? = nil
  ) -> PagePicture? {
    let file = Array(picture.file)
    let found = file.withUnsafeBytes { bytes in
      var reader = ByteReader(memory: bytes)
      return picture.format.stream(&reader)
    }
    guard var stream = found else { return nil }
    if let resolution { stream.resolution = resolution }
    return PagePicture(stream: stream, size: size) { offset, count in
      guard offset <= UInt64(file.count), UInt64(count) <= UInt64(file.count) - offset else {
        throw HeaderFault.truncated
      }
      return Array(file[Int(offset)..<Int(offset) + count])
    }
  }

  func view(at index: Int) throws -> (type: String, file: [UInt8])? {
    guard let slot = session.page(at: index), session.kind.isRead,
      let picture = try decode(slot, by: decoding.forScreens)
    else { return nil }
    return (picture.format == .png ? "image/png" : "image/jpeg", Array(picture.file))
  }

  /// A page's picture by a worker; nil after a failure, which is recorded.
  private func decode(_ slot: PageSlot, by decoding: PictureDecoding) throws -> DecodedPicture? {
    do {
      let ahead = decoding === self.decoding ? begun.removeValue(forKey: slot.index) : nil
      return try decoding.take(ahead ?? begin(slot, by: decoding)).get()
    } catch let error as DocumentError {
      problems.append((slot.index, error.problem))
      return nil
    }
  }

  private func begin(_ slot: PageSlot, by decoding: PictureDecoding) throws -> PictureDecoding.Begun {
    let found = try SingleScan.picture(of: session, slot.index, decoding.settings)
    return try decoding.begin(found.format, index: slot.index, offset: found.offset, descriptor: found.descriptor)
  }
}

/// A `.traineddata` file: up to 24 numbered components behind a table of offsets.
///
/// Layout, by Tesseract's TessdataManager: a 32-bit count of entries, as many 64-bit offsets from the start of the file
/// (-1 for an absent component), then the components in the order of their numbers. A component ends at the start of
/// the next one. All numbers are little-endian.
package struct TrainedData: Hashable, Sendable {
  /// The components by their number in the table.
  package enum Component: Int, Sendable, CaseIterable {
    case config = 0
    case unicharset, ambiguities, shapePrototypes, characterPrototypes, normalisation
    case punctuationWords, systemWords, numberWords, frequentWords
    case fixedLengthWords, cubeUnicharset, cubeWords, shapeTable, bigramWords, unambiguousWords, parameterModel
    case network, networkPunctuationWords, networkWords, networkNumberWords
    case networkUnicharset, networkRecoder, version
  }

  /// The largest readable file: ten times the largest that Debian has.
  package static let maximumSize = 256 << 20
  /// Tesseract takes a larger count for the other byte order, of which no model is known.
  private static let maximumEntries = 1000
  private var entries: [ArraySlice<UInt8>?]

  package init() {
    entries = Array(repeating: nil, count: Component.allCases.count)
  }

  package init(parsing bytes: [UInt8]) throws(ModelError) {
    guard bytes.count <= Self.maximumSize else {
      throw ModelError(.damaged, "The model is larger than \(Self.maximumSize >> 20) MiB.")
    }
    if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x1F, 0x8B]) {
      throw ModelError(.unsupported, "The model is a packed archive; unpack it into a plain .traineddata file.")
    }
    var reader = ComponentReader(bytes[...], subject: "The model")
    let count = Int(try reader.integer(Int32.self))
    guard count > 0, count <= Self.maximumEntries else {
      throw ModelError(.damaged, "The file is no Tesseract model: it does not start with a count of components.")
    }
    guard count * 8 <= reader.remaining else { throw reader.damaged("its table of \(count) entries is cut off") }
    var starts: [(number: Int, offset: Int)] = []
    var least = 4 + count * 8
    for number in 0..<count {
      let offset = try reader.integer(Int64.self)
      if offset == -1 { continue }
      guard offset >= least, offset <= bytes.count else {
        throw reader.damaged("component \(number) starts at \(offset), outside of the file or of its order")
      }
      least = Int(offset)
      starts.append((number, least))
    }
    self.init()
    for (index, start) in starts.enumerated() where start.number < entries.count {
      let end = index + 1 < starts.count ? starts[index + 1].offset : bytes.count
      // Like Tesseract, skip the components of later versions.
      entries[start.number] = bytes[start.offset..<end]
    }
  }

  package subscript(component: Component) -> ArraySlice<UInt8>? {
    get { entries[component.rawValue] }
    set { entries[component.rawValue] = newValue }
  }

  /// The bytes of a component; throws if it is absent.
  package func required(_ component: Component) throws(ModelError) -> ArraySlice<UInt8> {
    guard let bytes = entries[component.rawValue], !bytes.isEmpty else {
      let what = component == .network ? "no LSTM network; it is a model of the old engine" : "no \(component)"
      throw ModelError(.unsupported, "The model has \(what).")
    }
    return bytes
  }

  /// The file's bytes: always 24 entries, the components in order without gaps.
  package func serialised() -> [UInt8] {
    var offset = 4 + entries.count * 8
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.reduce(offset) { $0 + ($1?.count ?? 0) })
    bytes.append(littleEndian: Int32(entries.count))
    for entry in entries {
      bytes.append(littleEndian: Int64(entry == nil ? -1 : offset))
      offset += entry?.count ?? 0
    }
    for entry in entries { bytes += entry ?? [] }
    return bytes
  }
}

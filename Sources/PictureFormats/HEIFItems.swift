import Support

struct HEIFItems {
  /// HEVC and AV1, and pictures made of others: tiles, layers, one rotated.
  static let decodedKinds: Set<String> = ["hvc1", "av01", "grid", "iovl", "iden"]
  /// The most references of all items; a picture in tiles has one with some hundred targets.
  private static let mostReferences = 10_000
  private(set) var primary: UInt64?
  /// The kind of each item, in four letters.
  private(set) var kinds: [UInt64: String] = [:]
  /// The visible items, in the order of the file.
  private var shown: [UInt64] = []
  private var references: [Reference] = []
  /// Pictures of which a reader shows one: the same in another coding or size, or for the other eye.
  private var alternatives: [Set<UInt64>] = []

  /// Its place is that of the letters of its kind in the file.
  private typealias Reference = (kind: String, place: UInt64, from: UInt64, targets: [UInt64])

  init(_ reader: inout ByteReader) throws(HeaderFault) {
    guard let meta = try ISOBox.first("meta", from: 0, to: reader.size, &reader) else { return }
    // Version and flags come before the boxes within.
    let parts = try meta.boxes(behind: 4, &reader)
    primary = try Self.primary(of: parts, &reader)
    for part in parts {
      switch part.name {
      case "iinf": try readEntries(of: part, &reader)
      case "iref": try readReferences(of: part, &reader)
      case "grpl": try readGroups(of: part, &reader)
      default: break
      }
    }
  }

  /// The number of the item that is shown first.
  static func primary(of boxes: [ISOBox], _ reader: inout ByteReader) throws(HeaderFault) -> UInt64? {
    guard let box = boxes.first(where: { $0.name == "pitm" }) else { return nil }
    return try reader.number(at: box.content + 4, bytes: try reader.byte(at: box.content) == 0 ? 2 : 4, .big)
  }

  /// The pictures that are shown by themselves, the primary one first.
  var pictures: [UInt64] {
    guard let primary else { return [] }
    // Thumbnails, auxiliary pictures, and parts of other pictures.
    var others: Set<UInt64> = [primary]
    for reference in references {
      switch reference.kind {
      case "thmb", "auxl": others.insert(reference.from)
      case "dimg": others.formUnion(reference.targets)
      default: break
      }
    }
    var pictures = [primary]
    for item in shown where !others.contains(item) && Self.decodedKinds.contains(kinds[item] ?? "") {
      if !alternatives.contains(where: { $0.contains(item) && !$0.isDisjoint(with: pictures) }) {
        pictures.append(item)
      }
    }
    return pictures
  }

  /// The offsets of references that libheif 1.15 refuses.
  var strangeReferences: [UInt64] {
    references.filter { reference in
      let isOfPicture = ["auxl", "thmb", "cdsc"].contains(reference.kind)
      let isStrange = reference.targets.contains { !Self.decodedKinds.contains(kinds[$0] ?? "") }
      return isOfPicture && (isStrange || reference.kind != "cdsc" && reference.targets.count > 1)
    }.map(\.place)
  }

  private mutating func readEntries(of list: ISOBox, _ reader: inout ByteReader) throws(HeaderFault) {
    // A version, flags and a count of entries come first, of two bytes or of four.
    for entry in try list.boxes(behind: try reader.byte(at: list.content) == 0 ? 6 : 8, &reader)
    where entry.name == "infe" {
      let version = try reader.byte(at: entry.content)
      guard version >= 2 else { continue }
      let length = version == 2 ? 2 : 4
      let item = try reader.number(at: entry.content + 4, bytes: length, .big)
      let kind = try reader.bytes(at: entry.content + 4 + UInt64(length) + 2, count: 4)
      guard kind.allSatisfy({ (0x20..<0x7F).contains($0) }), kinds[item] == nil else { continue }
      kinds[item] = String(decoding: kind, as: UTF8.self)
      // The lowest flag hides an item.
      if try reader.byte(at: entry.content + 3) & 1 == 0 { shown.append(item) }
    }
  }

  private mutating func readReferences(of list: ISOBox, _ reader: inout ByteReader) throws(HeaderFault) {
    let size = try reader.byte(at: list.content) == 0 ? 2 : 4
    for box in try list.boxes(behind: 4, &reader) {
      let from = try reader.number(at: box.content, bytes: size, .big)
      let count = Int(try reader.number(at: box.content + UInt64(size), bytes: 2, .big))
      let first = box.content + UInt64(size) + 2
      references.append((box.name, box.start + 4, from, try reader.numbers(count, bytes: size, at: first)))
      if references.reduce(0, { $0 + $1.targets.count }) > Self.mostReferences {
        throw .damaged("it has more references than any picture")
      }
    }
  }

  private mutating func readGroups(of list: ISOBox, _ reader: inout ByteReader) throws(HeaderFault) {
    for box in try list.boxes(&reader) where ["altr", "ster", "pymd"].contains(box.name) {
      // Behind version, flags and its own number: the count of items, and these.
      let count = Int(try reader.number(at: box.content + 8, bytes: 4, .big))
      guard count <= Self.mostReferences else { throw .damaged("it has more groups than any picture") }
      alternatives.append(Set(try reader.numbers(count, bytes: 4, at: box.content + 12)))
    }
  }
}

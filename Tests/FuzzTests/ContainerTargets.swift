@testable import Documents
import CMembers
import CPosix
import Glibc
import PageModel
import PictureFormats

@testable import Containers
@testable import PDFPages
@testable import Recognition

extension FuzzTarget {
  /// The list of what an archive holds: no path leads out of it, no two are alike, and none is too long.
  static func members(_ bytes: [UInt8]) throws {
    let listing = ContainerListing(bytes, limit: 50)
    let paths = listing.paths()
    try require(listing.members.count <= 50 && paths.count == listing.members.count, "more members than asked for")
    try require(Set(paths).count == paths.count, "two members of one name")
    for path in paths {
      try require(!path.isEmpty && path.count <= 16, "\(path.count) components")
      for name in path {
        let text = String(validating: name, as: UTF8.self)
        let isSound = text.map { $0 != "." && $0 != ".." && !$0.utf8.contains { $0 < 0x20 || $0 == 0x2F } } ?? false
        try require(isSound && !name.isEmpty && name.count <= 220, "a name that is none: \(name)")
      }
    }
  }

  /// An archive or a mail itself, its list and its first members, by the code of the program that unpacks them.
  ///
  /// The first byte chooses the format.
  static func unpack(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let format = ContainerFormat.allCases[Int(first) % ContainerFormat.allCases.count]
    let file = hanscan_memory_file("archive")
    defer { close(file) }
    let count = bytes.dropFirst().withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    guard count == bytes.count - 1 else { return }
    let answer = hanscan_memory_file("answer")
    defer { close(answer) }
    var alone: [Int: Int] = [:]
    for wanted in [[], [0], [1], [2], [2, 0, 1]] {
      lseek(file, 0, SEEK_SET)
      lseek(answer, 0, SEEK_SET)
      ftruncate(answer, 0)
      // The program closes what it writes to.
      let output = dup(answer)
      let result = hanscan_members(format.rawValue, file, output, wanted, wanted.count, 20)
      if !wanted.isEmpty { close(output) }
      try require([0, 65, 66, 74].contains(result), "it exits with \(result)")
      var written = [UInt8](repeating: 0, count: Int(clamping: cposix_regular_size(answer)))
      let size = written.count
      let read = pread(answer, &written, size, 0)
      try require(read == size, "an answer that can't be read")
      if wanted.count == 1, result == 0 { alone[wanted[0]] = size }
      if wanted.count > 1 {
        let several = MemberCopies(wanted: wanted, size: size) { Array(written[$0..<$0 + $1]) }
        let complete = several.copies.filter(\.isComplete)
        try require(complete.allSatisfy { alone[$0.number] == $0.size }, "\(several) where alone they are \(alone)")
      }
      guard wanted.isEmpty, result == 0 else { continue }
      try require((written.last ?? 0) == 0, "a list that does not finish")
      try members(written)
    }
  }

  /// What poppler's programs answer about a document: the sizes of its pages, the images of one, the words of one.
  static func poppler(_ bytes: [UInt8]) throws {
    let sheets = PDFCount.sheets(bytes)
    for sheet in sheets.compactMap({ $0 }) {
      try require(sheet.width > 0 && sheet.height > 0 && sheet.width <= 1e7 && sheet.height <= 1e7, "\(sheet)")
    }
    let images = PDFPageImages(bytes)
    let shown = sheets.compactMap { $0 }.prefix(8) + [PageSheet(width: 595, height: 842)]
    for sheet in shown {
      try require((0...1).contains(images.share(of: sheet)), "a share of \(images.share(of: sheet))")
      for hasText in [false, true] {
        let drawing = PDFDrawing(of: sheet, images: images, hasText: hasText, maximumPixels: 1_000_000, reduction: 2)
        let pixels = sheet.width / 72 * drawing.resolution * (sheet.height / 72) * drawing.resolution
        try require(drawing.resolution > 0 && pixels < 1_100_000, "\(drawing) of \(sheet)")
        try require(drawing.bytes(of: sheet) < 1 << 42, "bytes of \(drawing) of \(sheet)")
      }
    }
    let picture = (width: 1000, height: 1400)
    let layer = TextLayer(String(decoding: bytes, as: UTF8.self), sheet: (595, 842), picture: picture)
    for word in layer.words {
      let box = word.box
      let isInside = box.x >= 0 && box.y >= 0 && box.x + box.width <= 1000 && box.y + box.height <= 1400
      try require(isInside && box.width > 0 && box.height > 0 && !word.text.isEmpty, "\(word)")
    }
  }
}

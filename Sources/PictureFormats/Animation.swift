protocol AnimationWalk {
  mutating func next(_ reader: inout ByteReader) throws(HeaderFault) -> AnimationFrame?

  /// The size in pixels of the screen on which they are shown.
  mutating func screen(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize
}

extension AnimationWalk {
  mutating func addPages(to list: inout PictureList, maximum: Int, _ reader: inout ByteReader) throws(HeaderFault) {
    while let frame = try next(&reader) {
      if list.pages.count >= maximum {
        list.isCut = true
        break
      }
      let isFirst = list.pages.isEmpty
      let size = isFirst ? frame.size : try screen(&reader)
      list.pages.append(PictureList.Page(offset: isFirst ? 0 : frame.start, content: .success(size)))
      // A cut last picture is a fault of its page alone.
      if frame.end == nil { break }
    }
    if list.pages.isEmpty { throw .damaged("it holds no picture") }
  }
}

/// The pictures that a page of an animation shows: its own, and earlier ones that remain visible around it.
package struct AnimationPage: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// They are laid on white one after the other; the page's own is the last.
  package let layers: [AnimationFrame]
  /// Whether it is one picture that fills the page.
  package let isPlain: Bool

  /// Exceeds the most pages of a document.
  private static let mostLayers = 20_000
  var size: PictureSize { PictureSize(width: UInt64(width), height: UInt64(height)) }

  /// The page whose own picture begins at an offset; 0 is the first picture by itself.
  init(
    of walk: inout some AnimationWalk, _ reader: inout ByteReader, at offset: UInt64
  ) throws(HeaderFault) {
    guard var frame = try walk.next(&reader) else { throw .damaged("it holds no picture") }
    if offset == 0 || offset == frame.start {
      (width, height, layers, isPlain) = (frame.width, frame.height, [frame], true)
      return
    }
    let screen = try walk.screen(&reader)
    func covers(_ frame: AnimationFrame) -> Bool {
      frame.left == 0 && frame.top == 0 && frame.width >= Int(screen.width) && frame.height >= Int(screen.height)
    }
    var below: [AnimationFrame] = []
    while frame.start != offset {
      if below.count >= Self.mostLayers { throw .damaged("its frame lies upon too many others") }
      switch frame.disposal {
      case .undone: break
      case .kept where covers(frame) && frame.isOpaque: below = [frame]
      case .cleared where covers(frame): below = []
      case .kept, .cleared: below.append(frame)
      }
      guard let next = try walk.next(&reader) else { throw .damaged("it holds no picture there") }
      frame = next
    }
    let isOpaque = covers(frame) && frame.isOpaque
    (width, height, layers) = (Int(screen.width), Int(screen.height), (isOpaque ? [] : below) + [frame])
    isPlain = isOpaque && frame.width == width && frame.height == height
  }
}

package struct AnimationFrame: Equatable, Sendable {
  package var start: UInt64
  /// Behind its last byte; nil if the file ends within it.
  package var end: UInt64?
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int
  package var transparent: UInt8?
  /// Whether it hides all of the screen below it.
  package var isOpaque: Bool
  /// The change of the screen before the next picture.
  package var disposal = Disposal.kept
  var size: PictureSize { PictureSize(width: UInt64(width), height: UInt64(height)) }

  package enum Disposal: Equatable, Sendable {
    case kept
    case cleared
    /// The screen returns to its previous state.
    case undone
  }
}

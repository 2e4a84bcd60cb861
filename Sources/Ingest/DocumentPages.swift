import PageModel
import Support

/// What a file is and which pages it has, judged from its headers alone.
struct DocumentPages {
  let kind: PictureKind
  let slots: [PageSlot]

  /// Throws only where the file itself cannot be read; whatever is wrong with its content is the state of a page.
  init(_ source: inout ByteSource, limits: DocumentLimits) throws(SystemError) {
    let format: KnownFormat
    do throws(HeaderFault) {
      format = KnownFormat.of(try source.start(4096))
    } catch {
      if case .system(let cause) = error { throw cause }
      kind = .unknown
      slots = [PageSlot(index: 0, state: .failed(Self.problem(error)))]
      return
    }
    if format.kind == .webp, PictureHeaders.isAnimatedWebP(&source) {
      kind = .other
      slots = [
        PageSlot(
          index: 0,
          state: .unsupported(Self.unsupported("an animated WebP picture", "Save its frames as PNG to have them read."))
        )
      ]
      return
    }
    kind = format.kind
    if format.kind.isSupported, source.size > UInt64(max(limits.maximumBytes, 0)) {
      slots = [PageSlot(index: 0, state: .failed(Self.tooLarge(source.size, limits)))]
      return
    }
    switch format.kind {
    case .tiff: slots = try Self.tiff(&source, limits: limits)
    case .heif, .pdf, .other:
      slots = [PageSlot(index: 0, state: .unsupported(Self.unsupported(format.name, format.advice)))]
    case .unknown:
      let message = "it is no picture, nor any other kind of file that is known by its first bytes"
      slots = [PageSlot(index: 0, state: .unsupported(PageProblem(.notAPicture, message)))]
    case .empty:
      slots = [PageSlot(index: 0, state: .failed(PageProblem(.empty, "the file is empty; scan or copy it again")))]
    case .png, .jpeg, .webp, .bmp, .pnm, .gif, .jpeg2000:
      do throws(HeaderFault) {
        let size = try PictureHeaders.size(of: format.kind, in: &source)
        slots = [Self.slot(size, kind: format.kind, limits: limits)]
      } catch {
        if case .system(let cause) = error { throw cause }
        slots = [PageSlot(index: 0, state: .failed(Self.problem(error)))]
      }
    }
  }

  private static func tiff(_ source: inout ByteSource, limits: DocumentLimits) throws(SystemError) -> [PageSlot] {
    let directories = TIFFDirectories(&source, maximumPages: max(limits.maximumPages, 1))
    var slots = directories.pages.map { page in
      if let fault = page.fault {
        return PageSlot(index: 0, byteOffset: page.offset, state: .failed(problem(fault)))
      }
      var slot = slot(PictureSize(width: page.width, height: page.height), kind: .tiff, limits: limits)
      slot.byteOffset = page.offset
      return slot
    }
    if case .system(let cause)? = directories.fault { throw cause }
    let number = slots.count + 1
    if let fault = directories.fault {
      let cause = problem(fault)
      let place = slots.isEmpty ? "" : "from page \(number) on the document is lost: "
      slots.append(PageSlot(index: 0, state: .failed(PageProblem(cause.code, place + cause.message))))
    } else if directories.isCut {
      let message =
        "the document goes on after page \(slots.count), which is the limit of pages for one file (--max-pages)"
      slots.append(PageSlot(index: 0, state: .failed(PageProblem(.tooManyPages, message))))
    }
    for index in slots.indices { slots[index].index = index }
    return slots
  }

  private static func slot(_ size: PictureSize, kind: PictureKind, limits: DocumentLimits) -> PageSlot {
    var slot = PageSlot(index: 0, width: Int(clamping: size.width), height: Int(clamping: size.height))
    if size.width == 0 || size.height == 0 {
      let message = "the picture has no extent: \(size.width) × \(size.height) pixels"
      slot.state = .failed(PageProblem(.zeroSize, message))
      return slot
    }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    // libjpeg scales down to an eighth of width and height while it decodes.
    let least = kind.scalesWhileDecoding && !size.isWhole ? pixels / 64 : pixels
    if overflow || least > UInt64(max(limits.maximumPixels, 0)) {
      let isWholeJPEG = size.isWhole && kind.scalesWhileDecoding
      let why = isWholeJPEG ? " (a progressive JPEG can't be scaled down while it is read)" : ""
      let message = """
        the picture has \(size.width) × \(size.height) pixels, more than the limit of \(limits.maximumPixels) in \
        all\(why); scan it at a lower resolution, or raise --max-pixels and --page-memory
        """
      slot.state = .failed(PageProblem(.tooManyPixels, message))
    }
    return slot
  }

  private static func tooLarge(_ size: UInt64, _ limits: DocumentLimits) -> PageProblem {
    PageProblem(
      .tooLarge,
      """
      the file has \(size >> 20) MiB, more than the limit of \(limits.maximumBytes >> 20) MiB for one file; raise \
      --max-file-size and --page-memory, or divide it
      """)
  }

  private static func unsupported(_ name: String, _ advice: String) -> PageProblem {
    PageProblem(.unsupportedFormat, "it is \(name), which is not read here. \(advice)")
  }

  private static func problem(_ fault: HeaderFault) -> PageProblem {
    switch fault {
    case .truncated: PageProblem(.truncated, "the file ends before its picture does; scan or copy it again")
    case .damaged(let what): PageProblem(.damaged, "the file is damaged: \(what)")
    case .system(let error): PageProblem(.unreadable, "it cannot be read: \(error)")
    }
  }
}

import PageModel
import Support
import PictureFormats

/// The kind of a file and its pages, from its headers alone.
struct DocumentPages {
  let kind: FileKind
  let slots: [PageSlot]
  /// Pages that are thumbnails of others, and have no slot.
  var thumbnails = 0
  static let message = DocumentPages(kind: .message, slots: [PageSlot(index: 0)])
  private init(kind: FileKind, slots: [PageSlot]) { (self.kind, self.slots) = (kind, slots) }

  /// Throws only if the file itself cannot be read; faults of its content are the state of a page.
  init(_ reader: inout ByteReader, limits: DocumentLimits) throws(SystemError) {
    do throws(HeaderFault) {
      kind = FileKind(try reader.start())
    } catch {
      if case .unreadable(let number) = error { throw SystemError(number) }
      kind = .unknown
      slots = [PageSlot(index: 0, state: .failed(Self.problem(error)))]
      return
    }
    let isTooLarge = reader.size > UInt64(max(limits.maximumBytes, 0))
    let state: PageSlot.State
    switch kind {
    case .picture where isTooLarge, .document where isTooLarge, .container where isTooLarge,
      .taxInvoice where isTooLarge:
      state = .failed(Self.tooLarge(reader.size, limits))
    case .picture(let format):
      (slots, thumbnails) = try Self.pages(of: format, &reader, limits: limits)
      return
    case .document, .message, .taxInvoice: state = .readable
    case .container(let format):
      let message = "it is \(format.name); what lies in it is read by a run, each member under its own name"
      state = .unsupported(PageProblem(.unsupportedFormat, message))
    case .unsupported(let format):
      let message = "it is \(format.name), which is not read here. \(format.advice)"
      let isLocked = format.isHTML ? try Self.asksForPassword(&reader) : false
      state = isLocked ? .failed(Self.locked) : .unsupported(PageProblem(.unsupportedFormat, message))
    case .unknown:
      let message = "it is no picture, nor any other kind of file that is known by its first bytes"
      state = .unsupported(PageProblem(.notAPicture, message))
    case .empty: state = .failed(PageProblem(.empty, "the file is empty; scan or copy it again"))
    }
    slots = [PageSlot(index: 0, state: state)]
  }

  private static let locked = PageProblem(
    .encrypted,
    "it is an encrypted mail (보안메일): HTML that asks for a password. Open it in a browser, and print it as PDF to have it "
      + "read")
  /// Bytes of HTML that are searched for a password field, which may follow scripts and the encrypted text.
  private static let longestHTML: UInt64 = 16 << 20

  private static func asksForPassword(_ reader: inout ByteReader) throws(SystemError) -> Bool {
    do throws(HeaderFault) {
      let bytes = try reader.bytes(at: 0, count: Int(min(reader.size, longestHTML)))
      return UnsupportedFormat.asksForPassword(html: bytes)
    } catch {
      if case .unreadable(let number) = error { throw SystemError(number) }
      return false
    }
  }

  private static func pages(
    of format: PictureFormat, _ reader: inout ByteReader, limits: DocumentLimits
  ) throws(SystemError) -> (slots: [PageSlot], thumbnails: Int) {
    let list = format.pages(&reader, maximum: max(limits.maximumPages, 1))
    if case .unreadable(let number)? = list.fault { throw SystemError(number) }
    var slots = list.pages.map { page in
      switch page.content {
      case .failure(.unsupported(let what)):
        return PageSlot(index: 0, state: .unsupported(PageProblem(.unsupportedFormat, "it is \(what)")))
      case .failure(let fault): return PageSlot(index: 0, byteOffset: page.offset, state: .failed(problem(fault)))
      case .success(let size):
        var slot = slot(size, format: format, limits: limits)
        slot.byteOffset = page.offset
        return slot
      }
    }
    if let fault = list.fault {
      let cause = problem(fault)
      let loss = slots.isEmpty ? "" : "from page \(slots.count + 1) on the document is lost: "
      slots.append(PageSlot(index: 0, state: .failed(PageProblem(cause.code, loss + cause.message))))
    } else if list.isCut {
      slots.append(PageSlot(index: 0, state: .failed(tooManyPages(after: slots.count))))
    }
    for index in slots.indices { slots[index].index = index }
    return (slots, list.thumbnails)
  }

  /// The pages of a document that were counted elsewhere; nil is a page that can't be found in it.
  static func slots(of sheets: [PageSheet?], limits: DocumentLimits) -> [PageSlot] {
    var slots = slots(count: sheets.count, limits: limits)
    for (index, sheet) in sheets.enumerated() where index < slots.count && slots[index].state == .readable {
      slots[index].sheet = sheet
      if sheet == nil {
        slots[index].state = .failed(PageProblem(.damaged, "the document is damaged: this page can't be found in it"))
      }
    }
    return slots
  }

  /// This many pages without further facts.
  static func slots(count: Int, limits: DocumentLimits) -> [PageSlot] {
    let maximum = max(limits.maximumPages, 1)
    guard count > 0 else {
      return [PageSlot(index: 0, state: .failed(PageProblem(.damaged, "the document has no pages")))]
    }
    var slots = (0..<min(count, maximum)).map { PageSlot(index: $0) }
    if count > maximum { slots.append(PageSlot(index: maximum, state: .failed(tooManyPages(after: maximum)))) }
    return slots
  }

  private static func tooManyPages(after count: Int) -> PageProblem {
    PageProblem(
      .tooManyPages, "the document goes on after page \(count), which is the limit of pages for one file (--max-pages)")
  }

  private static func slot(_ size: PictureSize, format: PictureFormat, limits: DocumentLimits) -> PageSlot {
    var slot = PageSlot(index: 0, width: Int(clamping: size.width), height: Int(clamping: size.height))
    if size.width == 0 || size.height == 0 {
      let message = "the picture has no extent: \(size.width) × \(size.height) pixels"
      slot.state = .failed(PageProblem(.zeroSize, message))
      return slot
    }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    // A decoder holds an interlaced PNG and a JPEG of several scans whole.
    let largest = UInt64(size.isWhole ? 1 : format.largestReduction)
    if overflow || pixels / (largest * largest) > UInt64(max(limits.maximumPixels, 0)) {
      let isHeldWhole = size.isWhole && format.largestReduction > 1
      let why = isHeldWhole ? " (one that comes in several passes can't be scaled down while it is read)" : ""
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

  private static func problem(_ fault: HeaderFault) -> PageProblem {
    switch fault {
    case .truncated: PageProblem(.truncated, "the file ends before its picture does; scan or copy it again")
    case .damaged(let what): PageProblem(.damaged, "the file is damaged: \(what)")
    case .unsupported(let what): PageProblem(.unsupportedFormat, "it is \(what)")
    case .unreadable(let number): PageProblem(.unreadable, "it cannot be read: \(SystemError(number))")
    }
  }
}

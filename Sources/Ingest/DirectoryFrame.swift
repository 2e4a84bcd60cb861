import Documents
import Glibc
import PageModel
import Support

/// One directory of the scan's current chain: its open descriptor and its names in natural order.
final class DirectoryFrame {
  let descriptor: FileDescriptor
  let identity: FileIdentity
  let path: ScanPath
  /// The relative path in the run; empty for a sole input.
  let relative: ScanPath
  let taken: Taken
  /// Whether this directory or one above was reached by a link.
  let isLinked: Bool
  /// Whether everything in it is examined, rather than some names alone.
  let isSelected: Bool
  private var fault: SystemError?

  struct Taken {
    /// Names from the root of a pattern's search; empty without a pattern.
    var below: [Glob.Name] = []
    /// The relative path in characters; empty without filters.
    var names: [Glob.Name] = []
    /// Whether the search pattern matched this directory or one above it.
    var isMatched = true
    var isIncluded = true
  }

  private struct Slot {
    var start: UInt32
    var nameLength: UInt16
    var keyLength: UInt16
  }

  private var storage: [UInt8] = []
  private var slots: [Slot] = []
  private var position = 0

  init(
    descriptor: FileDescriptor, identity: FileIdentity, path: ScanPath, relative: ScanPath, taken: Taken,
    isLinked: Bool, isSelected: Bool
  ) {
    self.descriptor = descriptor
    self.identity = identity
    self.path = path
    self.relative = relative
    self.taken = taken
    self.isLinked = isLinked
    self.isSelected = isSelected
    list()
  }

  /// Calls `body` with the next name and its C string; nil at the end.
  func next<Result>(_ body: (_ name: [UInt8], _ cString: UnsafePointer<CChar>) -> Result) -> Result? {
    guard position < slots.count else { return nil }
    let slot = slots[position]
    position += 1
    return storage.withUnsafeBytes { buffer in
      let start = Int(slot.start)
      let name = Array(buffer[start..<start + Int(slot.nameLength)])
      guard let base = buffer.baseAddress else { return nil }
      return body(name, (base + start).assumingMemoryBound(to: CChar.self))
    }
  }

  /// The error that ended the listing early, reported once.
  func takeFault() -> SystemError? {
    defer { fault = nil }
    return fault
  }

  /// Reads all names through a second descriptor, so that this one stays for `openat` after the stream is closed.
  private func list() {
    let error = DirectoryNames.each(in: descriptor.number) { name, _ in
      append(UnsafeRawBufferPointer(start: name, count: strlen(name)))
    }
    if let error { fault = error }
    sort()
  }

  private func append(_ name: UnsafeRawBufferPointer) {
    // 4 GiB of names in one directory exceed memory; the names so far are kept, and the fault is reported.
    guard storage.count < Int(UInt32.max) - 4096, name.count < 4096, !name.isEmpty else {
      fault = SystemError(EOVERFLOW)
      return
    }
    let start = storage.count
    storage += name
    storage.append(0)
    let keyStart = storage.count
    NaturalOrder.appendKey(ofName: name, to: &storage)
    slots.append(
      Slot(
        start: UInt32(start), nameLength: UInt16(name.count), keyLength: UInt16(clamping: storage.count - keyStart)))
  }

  private func sort() {
    storage.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      slots.sort { left, right in
        let leftKey = base + Int(left.start) + Int(left.nameLength) + 1
        let rightKey = base + Int(right.start) + Int(right.nameLength) + 1
        let order = memcmp(leftKey, rightKey, Int(min(left.keyLength, right.keyLength)))
        return order < 0 || order == 0 && left.keyLength < right.keyLength
      }
    }
  }
}

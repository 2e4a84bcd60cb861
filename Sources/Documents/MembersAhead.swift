import Glibc
import Synchronization

/// The members of an archive or a mail in the order of their requests, and those unpacked ahead.
package final class MembersAhead: Sendable {
  private static let most = 64
  /// Bytes of the largest member that is unpacked with others.
  private static let largest: Int64 = 2 << 20
  /// The most bytes that they have together, by the container.
  private static let listed: Int64 = 8 << 20
  /// The assumed size of a member that the container gives none for.
  private static let unlisted: Int64 = 256 << 10
  /// The most bytes that they may have: the remaining ones are requested again.
  package static let bytes: UInt64 = 16 << 20

  private struct State: Sendable {
    /// The members from the last request on.
    var order: ArraySlice<ContainerListing.Member> = []
    var copies: [Int: CInt] = [:]
    var alone: Set<Int> = []
  }

  private let state = Mutex(State())

  deinit {
    for copy in state.withLock({ Array($0.copies.values) }) { close(copy) }
  }

  /// Takes the members in the order in which they will be requested.
  package func expect(_ members: [ContainerListing.Member]) {
    state.withLock { $0.order = members[...] }
  }

  /// The member and those to unpack with it; only itself if it is large, or has to be alone.
  package func together(with number: Int) -> [Int] {
    state.withLock { state in
      let place = state.order.firstIndex { $0.number == number }
      guard let place, !state.alone.contains(number) else { return [number] }
      // Drop members that were skipped, and their copies.
      for skipped in state.order[..<place] {
        if let copy = state.copies.removeValue(forKey: skipped.number) { close(copy) }
      }
      state.order = state.order[place...]
      var numbers: [Int] = []
      var bytes: Int64 = 0
      for member in state.order.prefix(Self.most) where state.copies[member.number] == nil {
        let size = max(0, member.size ?? Self.unlisted)
        if size > Self.largest || bytes + size > Self.listed || state.alone.contains(member.number) {
          // It comes first, so nothing else is unpacked with it.
          if numbers.isEmpty { return [number] }
          continue
        }
        bytes += size
        numbers.append(member.number)
      }
      return numbers
    }
  }

  /// The open file of a member that was unpacked ahead; the caller closes it.
  package func take(_ number: Int) -> CInt? {
    state.withLock { $0.copies.removeValue(forKey: number) }
  }

  package func keep(_ copy: CInt, of number: Int) {
    let old = state.withLock { $0.copies.updateValue(copy, forKey: number) }
    if let old { close(old) }
  }

  /// Unpacks a member alone from now on, because it failed together with others.
  package func leaveAlone(_ number: Int) {
    state.withLock { _ = $0.alone.insert(number) }
  }
}

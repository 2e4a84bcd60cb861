import Glibc
import Synchronization

/// The members of an archive or a mail in the order in which they are asked for, and those that were unpacked before they
/// were: small ones come several from one process.
package final class MembersAhead: Sendable {
  /// Members that one process unpacks.
  private static let most = 64
  /// Bytes of a member that is not unpacked alone.
  private static let largest: Int64 = 2 << 20
  /// Bytes that they have together, by what the container says of them.
  private static let listed: Int64 = 8 << 20
  /// One that the container says nothing of is counted so.
  private static let unlisted: Int64 = 256 << 10
  /// Bytes that they may have: those that are not unpacked yet then are asked for once more.
  package static let bytes: UInt64 = 16 << 20

  private struct State: Sendable {
    var order: [ContainerListing.Member] = []
    var places: [Int: Int] = [:]
    /// Open files in memory.
    var copies: [Int: CInt] = [:]
    var alone: Set<Int> = []
  }

  private let state = Mutex(State())

  deinit {
    let copies = state.withLock { Array($0.copies.values) }
    for copy in copies { close(copy) }
  }

  /// Takes the members in the order in which they will be asked for.
  package func expect(_ members: [ContainerListing.Member]) {
    state.withLock { state in
      state.order = members
      state.places = Dictionary(members.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The member and those that are to be unpacked with it; itself alone where it is large, or has to be.
  package func together(with number: Int) -> [Int] {
    state.withLock { state in
      guard let place = state.places[number], !state.alone.contains(number) else { return [number] }
      // What was asked for in vain is not kept.
      for (other, copy) in state.copies where state.places[other] ?? 0 < place {
        close(copy)
        state.copies[other] = nil
      }
      var numbers: [Int] = []
      var bytes: Int64 = 0
      for member in state.order[place...].prefix(Self.most) where state.copies[member.number] == nil {
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

  /// The open file of a member that was unpacked before, for the caller to close.
  package func take(_ number: Int) -> CInt? {
    state.withLock { $0.copies.removeValue(forKey: number) }
  }

  /// Keeps an open file until its member is asked for.
  package func keep(_ copy: CInt, of number: Int) {
    let old = state.withLock { $0.copies.updateValue(copy, forKey: number) }
    if let old { close(old) }
  }

  /// Has a member unpacked alone from now on: with others it could not be had.
  package func leaveAlone(_ number: Int) {
    state.withLock { _ = $0.alone.insert(number) }
  }
}

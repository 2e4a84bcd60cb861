package import PageModel
package import ResultStore
import Support
package import Workers

/// The lock beside a store: one program at a time changes the store and its files.
package enum StoreLock {
  /// A store for changes, which holds its lock as long as it is open.
  package static func store(_ path: ScanPath, creating: Bool = false) throws -> ResultStore {
    let lock = try take(beside: path, creating: creating)
    return try ResultStore(path, mode: .readWrite(creating: creating), lock: lock)
  }

  /// Takes the lock; throws `held` if another program has it.
  package static func take(beside store: ScanPath, creating: Bool) throws(RunFailure) -> RunLock {
    do throws(StoreError) { try ResultStore.checkPlace(store, creating: creating) } catch { throw RunFailure(error) }
    let path = store.bytes + Array(".lock".utf8)
    guard let text = String(validating: path, as: UTF8.self) else {
      throw RunFailure(.usage, "the store's path must be valid UTF-8: \(store)")
    }
    do throws(RunLock.Refusal) {
      return try RunLock(path: text)
    } catch {
      switch error {
      case .held(let holder):
        let name = holder.map { "\($0)" } ?? "another process"
        throw RunFailure(.held, "another run holds \(store): \(name); try again when it has exited")
      case .failed(let error):
        throw RunFailure(.cannotCreate, "the lock beside the store can't be made: \(error)")
      }
    }
  }
}

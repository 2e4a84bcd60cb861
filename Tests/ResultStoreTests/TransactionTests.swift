import Foundation
import PageModel
import Testing

@testable import ResultStore

@Suite struct TransactionTests {
  private func entry(_ name: String) -> DocumentEntry {
    DocumentEntry(path: ScanPath(name), facts: nil, digest: nil, kind: "png", pageCount: 0)
  }

  @Test func `a transaction inside of a snapshot is done when the snapshot ends`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.connection.snapshot { () throws(StoreError) in
      #expect(try store.document(ScanPath("a.png")) == nil)
      try store.transaction { () throws(StoreError) in _ = try store.record(entry("a.png"), in: run) }
    }
    #expect(!store.connection.isInTransaction)
    #expect(try ResultStore(scratch.storePath, mode: .readOnly).document(ScanPath("a.png")) != nil)
  }

  @Test func `what throws inside of a snapshot takes its own transaction back and no other`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let purpose = StoreError(.misuse, store.path, "on purpose")
    #expect(throws: purpose) {
      try store.connection.snapshot { () throws(StoreError) in
        try store.transaction { () throws(StoreError) in _ = try store.record(entry("a.png"), in: run) }
        try store.transaction { () throws(StoreError) in
          try store.record(entry("b.png"), in: run)
          // Inside of another it is a part of that.
          try store.transaction { () throws(StoreError) in _ = try store.record(entry("c.png"), in: run) }
          throw purpose
        }
      }
    }
    #expect(!store.connection.isInTransaction)
    let other = try ResultStore(scratch.storePath, mode: .readOnly)
    #expect(try other.document(ScanPath("a.png")) != nil)
    #expect(try other.document(ScanPath("b.png")) == nil)
    #expect(try other.document(ScanPath("c.png")) == nil)
    try store.record(entry("d.png"), in: run)
    #expect(try other.document(ScanPath("d.png")) != nil)
  }

  @Test(arguments: [false, true])
  func `what throws inside of a transaction that goes on takes its own changes back and no others`(
    inSnapshot: Bool
  ) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let purpose = StoreError(.misuse, store.path, "on purpose")
    func record(_ name: String, thenThrow: Bool = false) throws(StoreError) {
      try store.transaction { () throws(StoreError) in
        try store.record(entry(name), in: run)
        if thenThrow { throw purpose }
      }
    }
    func all() throws(StoreError) {
      try store.transaction { () throws(StoreError) in
        try record("a.png")
        try? record("b.png", thenThrow: true)
        try store.transaction { () throws(StoreError) in
          try record("c.png")
          try? record("d.png", thenThrow: true)
        }
      }
    }
    if inSnapshot { try store.connection.snapshot(all) } else { try all() }
    #expect(!store.connection.isInTransaction)
    let other = try ResultStore(scratch.storePath, mode: .readOnly)
    let kept = try ["a.png", "b.png", "c.png", "d.png"].filter { try other.document(ScanPath($0)) != nil }
    #expect(kept == ["a.png", "c.png"])
  }

  @Test(arguments: [false, true])
  func `whoever opens a store waits while another program holds it alone`(_ writes: Bool) throws {
    let scratch = try Scratch()
    _ = try scratch.store().begin()
    let (path, isHeld, mayEnd) = (scratch.storePath, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      let holder = try? ResultStore(path, mode: .readWrite(creating: false))
      try? holder?.connection.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM facts; COMMIT")
      isHeld.signal()
      mayEnd.wait()
      Thread.sleep(forTimeInterval: 0.4)
      withExtendedLifetime(holder) {}
    }
    isHeld.wait()
    let mode = writes ? ResultStore.Mode.readWrite(creating: false) : .readOnly
    let refusal = #expect(throws: StoreError.self) { try ResultStore(path, mode: mode, patience: 0) }
    #expect(refusal?.reason == .locked)
    mayEnd.signal()
    #expect(throws: Never.self) { try ResultStore(path, mode: mode) }
  }
}

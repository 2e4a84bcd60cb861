import CSQLite
import Glibc
package import PageModel

/// The reason that the store could not be used, with SQLite's code and a remedy.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Each with its text for a person: the event, the cause in place of `%@`, and the advice.
  package enum Reason: String, Sendable, CaseIterable {
    /// There is no store at the path, and none was to be made.
    case missing = "there is no store (%@); check the path, or let a run make the store"
    /// Another program holds the store.
    case locked = "another program holds the store (%@); wait until it exits, then run again"
    /// The disk, the quota or the largest size of a file is used up.
    case full = "no space is left for the store (%@); free some space and run again; what was recorded before is kept"
    /// The store or its folder may not be written.
    case readOnly =
      "the store may not be written (%@); give this user the right to write there, or put the store elsewhere"
    /// The store or its folder may not be opened.
    case denied = "the store may not be opened (%@); give this user the right to open it, or put the store elsewhere"
    /// The file is damaged.
    case corrupt = "the store is damaged (%@); move it away or bring back a copy; a new run reads the scans again"
    /// A later version of HanScan wrote the store.
    case newer = "the store is from a later version of HanScan (%@); use that version, or another store"
    /// The file is something else: no SQLite database, or another program's.
    case notAStore = "the file is no HanScan store (%@); choose another path for the store"
    /// A copy of the store can't take a place.
    case target = "this is no place for a copy (%@); name another file"
    /// The system failed to read or write.
    case inputOutput =
      "the store could not be read or written (%@); check the disk, then run again; what was recorded before is kept"
    case outOfMemory = "memory ran out in the store (%@); give the process more memory and run again"
    /// HanScan asked SQLite for something that it does not do: a bug.
    case misuse = "the store was asked for something that it does not do (%@); please report this"
  }

  package let reason: Reason
  /// The store.
  package let path: ScanPath
  /// SQLite's extended result code; 0 if SQLite had no part in it.
  package let code: Int32
  /// The message of SQLite or the system.
  package let detail: String

  init(_ reason: Reason, _ path: ScanPath, code: Int32 = 0, _ detail: String) {
    (self.reason, self.path, self.code, self.detail) = (reason, path, code, detail)
  }

  /// The error that SQLite's extended `code` and the system's error number stand for.
  init(code: Int32, systemError: Int32, path: ScanPath, detail: String) {
    self.init(Self.reason(of: code, systemError: systemError), path, code: code, detail)
  }

  /// Whether a change has to be undone first that a kill has left half done (SQLITE_READONLY_ROLLBACK).
  var isHalfDone: Bool { code == SQLITE_READONLY | 3 << 8 }

  /// One line for a person: the store, what happened, and what to do.
  package var description: String {
    "\(path): \(reason.rawValue.replacing("%@", with: code == 0 ? detail : "\(detail), SQLite \(code)"))"
  }

  private static func reason(of code: Int32, systemError: Int32) -> Reason {
    // SQLite reports some full disks and read-only systems as plain I/O errors; the system's number knows better.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .locked
    case SQLITE_FULL: return .full
    case SQLITE_READONLY: return .readOnly
    case SQLITE_PERM, SQLITE_AUTH: return .denied
    case SQLITE_CORRUPT: return .corrupt
    case SQLITE_NOTADB: return .notAStore
    case SQLITE_NOMEM: return .outOfMemory
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      switch systemError {
      case ENOSPC, EDQUOT, EFBIG: return .full
      case EROFS: return .readOnly
      case EACCES, EPERM: return .denied
      case ENOMEM: return .outOfMemory
      case ENOENT where code & 0xFF == SQLITE_CANTOPEN: return .missing
      default: return .inputOutput
      }
    default: return .misuse
    }
  }
}

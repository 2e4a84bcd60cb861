import Foundation
import TestSupport

/// Another program's hand on a store, by Python's own SQLite.
enum SQLite {
  struct Failure: Error { let text: String }

  static func change(_ path: String, _ sql: String) throws {
    let program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()"
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-I", "-c", program, path, sql])
    guard outcome.status == 0 else { throw Failure(text: outcome.errorText) }
  }

  /// Holds a write lock until the program is ended; returns when it has it.
  static func lock(_ path: String) throws -> ChildProgram {
    let program = """
      import sqlite3, sys
      c = sqlite3.connect(sys.argv[1], isolation_level=None)
      c.execute('BEGIN IMMEDIATE')
      print('locked', flush=True)
      sys.stdin.read()
      """
    let holder = try ChildProgram("/usr/bin/python3", ["-I", "-c", program, path])
    guard holder.line() == "locked" else { throw Failure(text: holder.finish().errorText) }
    return holder
  }
}

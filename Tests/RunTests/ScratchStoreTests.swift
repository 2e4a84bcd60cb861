import Glibc
import PageModel
import RunSupport
import TestSupport
import Testing

/// The folder of a run that keeps nothing.
@Suite struct ScratchStoreTests {
  private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  @Test func `the next start removes the folder of a killed program, and no other one`() throws {
    let parent = try ScratchFolder()
    // A killed program's lock is free; the other folder is the output of a run.
    for name in ["scratch.lock", "hanscan.sqlite", "hanscan.sqlite-wal", "hanscan.sqlite.lock", "picture"] {
      try parent.write("text", to: "hanscan-killed/\(name)")
    }
    for name in ["hanscan.sqlite", "hanscan.sqlite.lock", "page.txt"] {
      try parent.write("text", to: "hanscan-output/\(name)")
    }
    try parent.write("text", to: "other/scratch.lock")
    let first = try ScratchStore(in: parent.path)
    #expect(!exists(parent.path(of: "hanscan-killed")))
    try first.write(picture: [1])
    let second = try ScratchStore(in: parent.path)
    #expect(exists("\(first.picture)"))
    for name in ["hanscan-output/hanscan.sqlite", "hanscan-output/page.txt", "other/scratch.lock"] {
      #expect(exists(parent.path(of: name)), "\(name)")
    }
    first.remove()
    #expect(!exists("\(first.path.folder)"))
    withExtendedLifetime(second) { #expect(exists("\(second.path.folder)")) }
  }
}

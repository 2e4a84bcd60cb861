import TestSupport
import Testing

@testable import CommandLineTool

/// Manual, completions and help come from one table; each is read by the program that it is for.
@Suite struct ManualTests {
  private var commands: [any Command.Type] { HanScanCommand.shownCommands }

  @Test func `every page of the manual is clean roff and holds every option`() throws {
    let scratch = try ScratchFolder()
    let names = try ChildProgram.run(BuiltProgram.path("hanscan"), ["manual", "--list"]).outputText
    #expect(names.split(separator: "\n").map(String.init) == ["hanscan"] + commands.map { "hanscan-\($0.name)" })
    for command in commands {
      let page = try ChildProgram.run(BuiltProgram.path("hanscan"), ["manual", command.name])
      let path = try scratch.write(page.outputText, to: "\(command.name).1")
      let shown = try ChildProgram.run("/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-P-cbou", path])
      #expect(shown.status == 0 && shown.errorText.isEmpty, "\(command.name): \(shown.errorText)")
      for option in command.options { #expect(shown.outputText.contains("--\(option.name)"), "\(command.name)") }
    }
    let overview = ManualPage.overview(of: commands, version: "1")
    for command in commands { #expect(overview.contains("hanscan\\-\(command.name) (1)")) }
    #expect(try ChildProgram.run(BuiltProgram.path("hanscan"), ["manual", "rum"]).status == 64)
  }

  @Test func `bash completes commands, options, words and folders`() throws {
    let scratch = try ScratchFolder()
    let script = try scratch.write(Completions.bash(commands), to: "completions")
    try scratch.write("", to: "folder/file")
    func completed(_ words: String...) throws -> [String] {
      let program = """
        compopt() { :; }; source "$1"; shift; cd \(scratch.path); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hanscan
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let outcome = try ChildProgram.run("/bin/bash", ["-c", program, "bash", script] + words)
      #expect(outcome.errorText.isEmpty, "\(outcome.errorText)")
      return outcome.outputText.split(separator: "\n").map(String.init)
    }
    #expect(try completed("hanscan", "hist") == ["history"])
    for command in commands {
      let expected = (command.options + [.help]).flatMap { option in
        ["--\(option.name)"] + (option.letter.map { ["-\($0)"] } ?? [])
      }
      #expect(try Set(completed("hanscan", command.name, "-")) == Set(expected), "\(command.name)")
    }
    #expect(try completed("hanscan", "run", "--log", "") == ["text", "json"])
    #expect(try completed("hanscan", "run", "--out", "fol") == ["folder"])
    #expect(try completed("hanscan", "run", "--jobs", "").isEmpty)
    // As bash parts a word at its =, and where a list goes on.
    #expect(try completed("hanscan", "run", "--level", "=", "f") == ["fast"])
    #expect(try completed("hanscan", "run", "--level", "=") == ["accurate", "fast"])
    #expect(try completed("hanscan", "run", "--format", "text,js") == ["text,json"])
    #expect(try completed("hanscan", "cluster", "plan", "--out", "fol") == ["folder"])
    #expect(try completed("hanscan", "cluster", "") == ["plan"])
    #expect(try completed("hanscan", "manual", "hist") == ["history"])
    #expect(try completed("hanscan", "completions", "") == ["bash", "zsh", "fish"])
    #expect(try completed("hanscan", "correct", "un") == ["undo"])
    #expect(try completed("hanscan", "run", "folder/f") == ["folder/file"])
  }

  @Test func `zsh and fish are told of every option`() throws {
    let (zsh, fish) = (Completions.zsh(commands), Completions.fish(commands))
    for command in commands {
      #expect(zsh.contains("'\(command.name):") && zsh.contains("\n    \(command.name)) _arguments"))
      #expect(fish.contains("-f -a \(command.name) -d"))
      if let word = command.operands.first {
        #expect(zsh.contains("'1:word:(\(word)") && fish.contains("-eq 2' -f -a '\(word)"))
      }
      for option in command.options {
        #expect(zsh.contains("'*--\(option.name)\(option.value == nil ? "[" : "=[")"))
        #expect(fish.contains("__fish_seen_subcommand_from \(command.name)' -l \(option.name)"))
      }
    }
    let unknown = try ChildProgram.run(BuiltProgram.path("hanscan"), ["completions", "tcsh"])
    #expect(unknown.status == 64 && unknown.errorText.contains("bash, zsh, fish"))
  }
}

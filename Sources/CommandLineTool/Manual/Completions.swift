import Support

/// Completions for shells: a template for each over the table that the help is made from.
enum Completions {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func text(for shell: Shell, _ commands: [any Command.Type]) -> String {
    switch shell {
    case .bash: Template(PackageResources.completions_bash).text(values(of: commands))
    case .zsh:
      Template(PackageResources.completions_zsh).text(values(of: commands, special: "\\[]", quote: "'\\''"))
    case .fish: Template(PackageResources.completions_fish).text(values(of: commands, special: "\\"))
    }
  }

  /// - Parameter special: The characters in the text of an option that have a meaning for the shell.
  private static func values(
    of commands: [any Command.Type], special: String = "", quote: String = "\\'"
  ) -> JSONValue.Members {
    func quoted(_ text: String, _ special: String) -> JSONValue {
      .string(String(text.flatMap { $0 == "'" ? quote : special.contains($0) ? "\\\($0)" : "\($0)" }))
    }
    let rows = commands.map { command in
      let options = command.groups.flatMap(\.options).map { option, help in
        var values = option.values
        values["help"] = quoted(help, special)
        values["value"] = option.value.map { quoted($0, "\\:") }
        return JSONValue.object(values)
      }
      return JSONValue.object([
        "command": .string(command.name), "summary": quoted(command.help.summary, "\\"), "options": .array(options),
        "operands": .string(command.operands.joined(separator: " ")),
      ])
    }
    return ["commands": .array(rows)]
  }
}

extension DeclaredOption {
  /// The option for templates: its names, and what a shell offers for its value.
  var values: JSONValue.Members {
    let offer =
      switch value {
      case _ where !words.isEmpty: separator == nil ? "words" : "list"
      case "FILE": "file"
      case "DIR", "OUT", "SHARDS": "directory"
      default: "nothing"
      }
    return [
      "name": .string(name), "letter": letter.map { .string("\($0)") }, "value": value.map { .string($0) },
      "names": .array(
        [.object(["flag": .string("--\(name)"), "isLong": .boolean(true)])]
          + (letter.map { [.object(["flag": .string("-\($0)")])] } ?? [])),
      offer: .string(words.isEmpty ? offer : words.joined(separator: " ")),
    ]
  }
}

import RunSupport
import Support

/// The files that options of `run` may be in: they say first what to do, then the call, which wins.
final class Configuration {
  /// The settings of the files, in order.
  private(set) var settings: [ConfigurationFile.Setting] = []
  /// The switches that the call takes back, as options `--no-NAME`.
  private var negations: [DeclaredOption] = []

  /// Options of a file that do not apply to runs that write to standard output or read a shard.
  private static let notForStdout: Set<String> = ["out", "store", "watch", "until-idle"]
  private static let notForShards: Set<String> = ["watch", "until-idle", "stdout", "format", "store"]

  /// The options that reverse a switch of a file: `--no-watch`.
  func negations(of options: [DeclaredOption]) -> [DeclaredOption] {
    negations = options.filter { $0.value == nil }.map { DeclaredOption("no-\($0.name)", nil) }
    return negations
  }

  /// Puts what the files say before what the call says.
  func apply(to options: [DeclaredOption]) throws(RunFailure) {
    let known = Dictionary(uniqueKeysWithValues: options.map { ($0.name, $0) })
    for setting in try ConfigurationFile.settings(at: known["config"]?.given.last, of: options) {
      guard let option = known[setting.name] else { continue }
      if !option.addsUp || setting.value.isEmpty { settings.removeAll { $0.name == setting.name } }
      let isOff = option.value == nil && ConfigurationFile.isOn(setting.value) != true
      if !setting.value.isEmpty, !isOff { settings.append(setting) }
    }
    let given = Set((options + negations).filter(\.isGiven).map(\.name))
    settings.removeAll { setting in
      given.contains(setting.name) && known[setting.name]?.addsUp != true || given.contains("no-\(setting.name)")
        || given.contains("no-watch") && setting.name == "until-idle"
        || given.contains("stdout") && Self.notForStdout.contains(setting.name)
        || given.contains("shard") && Self.notForShards.contains(setting.name)
    }
    for option in options {
      option.given = settings.filter { $0.name == option.name }.map { Array($0.value.utf8) } + option.given
    }
  }

  /// The failure with the file and line that an option is in which it names, and which the call did not say.
  func explained(_ failure: RunFailure) -> RunFailure {
    let named = settings.filter { setting in
      failure.description.firstRange(of: "--\(setting.name)").map { range in
        failure.description[range.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
      } ?? false
    }
    guard failure.status == .usage, !named.isEmpty else { return failure }
    let origins = named.map { "--\($0.name) stands in \($0.origin)" as Message }.joined(separator: ", ")
    return .usage("\(failure) (\(origins))")
  }
}

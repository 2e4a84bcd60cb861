import CPosix
import Glibc
import Workers

// The worker's end of the protocol, and every way to break it. A job is "NUMBER VERB REST"; the greeting "VERB REST".
// With `--watch-signals` it is no worker but a program that waits for signals; with `--hold-lock PATH` one that holds a lock.

var arguments = Array(CommandLine.arguments.dropFirst())

if arguments.first == "--watch-signals" { watchSignals() }
if arguments.first == "--hold-lock", arguments.count == 2 { holdLock(arguments[1]) }

guard let confinement = WorkerConfinement(takingFrom: &arguments) else { exit(64) }
do throws(WorkerEndError) {
  let end = try WorkerEnd(confinement)
  var fixture = Fixture(end: end)
  while let payload = try end.receive() {
    try fixture.obey(String(decoding: payload, as: UTF8.self))
  }
} catch {
  complain("\(error)")
  exit(error.exitStatus)
}

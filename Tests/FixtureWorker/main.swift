import CPosix
import Glibc
import Workers

// The worker's end of the protocol, and every way to break it. A job is "NUMBER VERB REST"; the greeting "VERB REST".
// With an option first it is no worker but a whole program for one test: see Programs.swift.

var arguments = Array(CommandLine.arguments.dropFirst())

if arguments.first == "--watch-signals" { watchSignals() }
if arguments.first == "--count-processors" { countProcessors() }
if arguments.first == "--hold-lock", arguments.count == 2 { holdLock(arguments[1]) }
if arguments.first == "--supervise", arguments.count == 2 { supervise(count: Int(arguments[1]) ?? 1) }
if arguments.first == "--answer-one", arguments.count == 2 { answerOne(arguments[1]) }
if arguments.first == "--hide-layers", arguments.count > 2 { becomeWithoutLayers(arguments[1], arguments.dropFirst(2)) }

// As `hanscan worker` it speaks the vocabulary of pages: see PageFixture.swift.
let readsPages = arguments.first == "worker"
if readsPages { arguments.removeFirst() }

guard let confinement = WorkerConfinement(takingFrom: &arguments) else { exit(64) }
do throws(WorkerConnectionError) {
  let connection = try WorkerConnection(confinement)
  var fixture = Fixture(connection: connection)
  if readsPages {
    var pages = PageFixture(fixture: fixture)
    try pages.work()
  }
  while let payload = try connection.receive() {
    try fixture.obey(String(decoding: payload, as: UTF8.self))
  }
} catch {
  complain("\(error)")
  exit(error.exitStatus)
}

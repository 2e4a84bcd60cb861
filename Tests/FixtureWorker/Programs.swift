import EscapeAttempts
import Glibc
import Support
import Workers

/// Says "ready", and then the number of each signal as it comes; ends at the second.
func watchSignals() -> Never {
  do throws(SystemError) {
    let watch = try SignalWatch()
    say("ready \(watch.signals)")
    var count = 0
    while count < 2 {
      var entry = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, -1)
      while let number = watch.next() {
        say("signal \(number)")
        count += 1
      }
    }
    exit(0)
  } catch {
    say("\(error)")
    exit(1)
  }
}

/// Says "held" once it has the lock, and keeps it until it is ended; says who has it otherwise.
func holdLock(_ path: String) -> Never {
  do throws(RunLock.Refusal) {
    let lock = try RunLock(path: path)
    say("held")
    while true {
      pause()
      withExtendedLifetime(lock) {}
    }
  } catch {
    if case .held(let holder?) = error { say("held by \(holder)") } else { say("\(error)") }
    exit(75)
  }
}

private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// A line on standard error.
func complain(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Runs a pool of workers of this same program, says their numbers, and waits to be ended.
func supervise(count: Int) -> Never {
  let pool = makePool(count: count)
  for job in 1...UInt64(max(1, count)) {
    pool.submit(Job(id: job, payload: Array("\(job) hang stubbornly".utf8), deadline: .seconds(600)))
  }
  var ready = 0
  while ready < count {
    ready += pool.wait(timeout: .seconds(60)).count { if case .ready = $0 { true } else { false } }
  }
  say(pool.processes.map(String.init).joined(separator: " "))
  while true { _ = pool.wait() }
}

/// Has one job done, and writes how it ended to a file; that works without standard descriptors.
func answerOne(_ path: String) -> Never {
  let pool = makePool(count: 1)
  pool.submit(Job(id: 1, payload: Array("1 answer word".utf8), deadline: .seconds(60)))
  var text = ""
  while text.isEmpty {
    for case .finished(1, let end) in pool.wait(timeout: .seconds(60)) {
      switch end {
      case .success(let bytes): text = String(decoding: bytes, as: UTF8.self)
      case .failure(let loss): text = "\(loss)"
      }
    }
  }
  pool.shutdown(grace: .seconds(5))
  text += ", \(pool.statistics.lost) lost"
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  _ = write(file, text, text.utf8.count)
  exit(0)
}

private func makePool(count: Int) -> WorkerPool<[UInt8]> {
  WorkerPool(
    command: WorkerCommand(executable: "/proc/self/exe", arguments: []),
    limits: WorkerLimits(count: count, addressSpace: 0),
    conversation: WorkerConversation(
      greeting: Array("answer ready".utf8), judgeGreeting: { .ready($0) }, decode: { $1 }))
}

/// Becomes another program, which finds itself on a kernel without these layers (`landlock`, `seccomp`).
func becomeWithoutLayers(_ layers: String, _ command: ArraySlice<String>) -> Never {
  let names = layers.split(separator: ",")
  guard let program = command.first,
    escape_hide_layers(names.contains("landlock") ? 1 : 0, names.contains("seccomp") ? 1 : 0) == 0
  else { exit(71) }
  let words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
  execv(program, words)
  exit(71)
}

func countProcessors() -> Never {
  say("\(ProcessorCount.available)")
  exit(0)
}

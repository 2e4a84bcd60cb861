import Glibc
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
    say("\(error)")
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

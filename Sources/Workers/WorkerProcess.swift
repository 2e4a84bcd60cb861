import CPosix
import Glibc
package import Support

/// Owner of one worker's process: its descriptors, its unsent bytes and its partial output.
package final class WorkerProcess {
  package let pid: Int32
  /// Readable once the process has exited; -1 if the kernel has no pidfd.
  package let exitNotice: CInt
  package private(set) var input: CInt
  package private(set) var output: CInt
  package private(set) var errors: CInt
  private let channel: CInt
  private var unsent: ArraySlice<UInt8> = []
  package var reader: FrameReader
  package private(set) var messages = MessageTail()
  /// Milliseconds of processor time used when its job began.
  private var usedBefore: Int64 = 0
  /// Processor time that its job had used when it was signalled; nil before that.
  private(set) var jobTime: Duration?

  /// Starts it, and sets its limits before it can have read anything.
  package init(_ command: WorkerCommand, limits: WorkerLimits, tellsExit: Bool = true) throws(SystemError) {
    var worker = cposix_worker()
    let result = withCStrings([command.executable] + command.arguments) { arguments in
      withCStrings(command.environment) { environment in
        cposix_spawn_worker(command.file, arguments, environment, &worker)
      }
    }
    try SystemError.check("can't start \(command.executable)", result)
    pid = worker.pid
    if !tellsExit, worker.process >= 0 { close(worker.process) }
    exitNotice = tellsExit ? worker.process : -1
    input = worker.input
    output = worker.output
    errors = worker.errors
    channel = worker.channel
    reader = FrameReader(maximum: limits.maximumFrame)
    // The worker does the same to itself; this holds one that doesn't. On failure it has already exited.
    if limits.addressSpace > 0 { _ = cposix_limit(pid, cposix_address_space, limits.addressSpace, 1) }
    _ = cposix_limit(pid, cposix_core_size, 0, 1)
  }

  deinit {
    for descriptor in [exitNotice, input, output, errors, channel] where descriptor >= 0 { close(descriptor) }
  }

  package var wantsToWrite: Bool { input >= 0 && !unsent.isEmpty }

  package func send(_ payload: [UInt8]) {
    unsent += FrameWriter.encode(payload)
    write()
  }

  /// Sends as much as the pipe takes.
  package func write() {
    if input >= 0, !unsent.drain(into: input) { closeInput() }
  }

  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Starts a job: forgets earlier output, and counts its processor time from now on.
  package func begin(_ job: Job, cpuSeconds: UInt64) throws(SystemError) {
    messages.mark()
    usedBefore = max(0, ProcessFacts.processorMilliseconds(of: pid))
    if cpuSeconds > 0 {
      _ = cposix_limit(pid, cposix_processor_seconds, UInt64(usedBefore + 999) / 1000 + cpuSeconds, 0)
    }
    if let descriptor = job.descriptor {
      let result = cposix_send_descriptor(channel, job.id, descriptor)
      // The exit of a worker that has exited meanwhile says more.
      if result != -EPIPE, result != -ECONNRESET { try SystemError.check("handing over a descriptor", result) }
    }
    send(job.payload)
  }

  /// Reads once, at most a buffer full, so that one worker can't keep the others waiting; false if there is nothing.
  package func readOutput(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    Self.read(&output, buffer) { reader.append($0) }
  }

  /// Discards unused output to free its memory.
  package func forgetOutput() {
    reader = FrameReader(maximum: reader.maximum)
  }

  package func readErrors(_ buffer: UnsafeMutableRawBufferPointer) -> Bool {
    Self.read(&errors, buffer) { messages.append($0) }
  }

  /// At the end the descriptor is closed.
  private static func read(
    _ descriptor: inout CInt, _ buffer: UnsafeMutableRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    while descriptor >= 0 {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return false }
      close(descriptor)
      descriptor = -1
    }
    return false
  }

  package func signal(_ number: CInt) {
    let used = ProcessFacts.processorMilliseconds(of: pid)
    if used >= 0 { jobTime = .milliseconds(used - usedBefore) }
    _ = cposix_signal_group(pid, number)
  }

  /// Kills a worker without a job, and waits for its exit.
  package func kill() {
    signal(SIGKILL)
    let end = SuspendingClock.now + .seconds(5)
    while reap() == nil, .now < end { usleep(1_000) }
  }

  /// Its exit; nil while it lives.
  package func reap() -> ProcessExit? { ProcessExit(reaping: pid) }
}

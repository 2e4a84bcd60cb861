package import RunSupport
import Views
import CMicrohttpd
package import PageModel
import ResultStore
import Support
package import Workers

/// The local server of the review: pages of a store with their pictures, for one browser on this machine.
///
/// One thread does everything, in one loop over one poll(2): the network, the worker that makes pictures, the signals.
package struct ReviewServer {
  private let store: ScanPath
  private let pictures: PictureSettings
  /// The folder of the pages' files, which a correction updates; nil leaves the files unchanged.
  package var directory: ScanPath?
  /// The author of the corrections.
  package var author = ""
  /// 0 for any that is free.
  package var port: UInt16 = 0
  /// Whether nothing can be changed.
  package var isReadOnly = false

  /// Between two looks at whether another program has changed the store.
  private static let interval = Duration.seconds(2)
  /// For the files of corrected pages when the server ends.
  private static let mostAtExit = Duration.seconds(600)

  package init(store: ScanPath, pictures: PictureSettings) {
    (self.store, self.pictures) = (store, pictures)
  }

  /// Serves until a signal comes, and returns it.
  ///
  /// - Parameters:
  ///   - announce: Told the address to open, once it is answered.
  ///   - warn: Told what could not be done, in one line.
  package func run(
    until signals: any SignalSource, announce: (String) -> Void, warn: (String) -> Void
  ) throws(RunFailure) -> Int32 {
    try RunFailure.catching {
      let corrections =
        isReadOnly
        ? nil : ReviewCorrections(store: store, directory: directory, pictures: pictures, author: author)
      try corrections?.prepare()
      let store = try ResultStore(store, mode: .readOnly)
      let daemon = try RunFailure.converting(HTTPDaemon(port: port)) {
        RunFailure(.cannotCreate, "the server can't be started: \($0); another --port may be free")
      }
      let access = ReviewAccess(port: daemon.port, isReadOnly: isReadOnly)
      let address = access.address
      let views = try PageViews(settings: pictures)
      let site = try ReviewSite(store: store, views: views, access: access, corrections: corrections)
      announce(address)
      var lastLook = SuspendingClock.now
      while true {
        daemon.run(answeringBy: site)
        if let address = site.newAddress {
          site.newAddress = nil
          warn("for another browser, or when this session has ended: \(address)")
        }
        let waits = site.isBehind ? .zero : [daemon.timeout, Self.interval].compactMap { $0 }.min()
        let descriptors = [daemon.descriptor, signals.descriptor] + [site.filesDescriptor].compactMap { $0 }
        for (number, outcome) in try views.wait(timeout: waits, also: descriptors) {
          site.take(number, outcome, by: daemon)
        }
        if let signal = signals.next() {
          writeFiles(of: site, signals, warn)
          return signal
        }
        site.keepFiles(tell: warn)
        if site.isBehind || SuspendingClock.now - lastLook >= Self.interval {
          lastLook = .now
          try site.keepUp()
        }
      }
    }
  }

  /// Waits until the files of corrected pages are written; another signal ends that.
  private func writeFiles(of site: ReviewSite, _ signals: any SignalSource, _ warn: (String) -> Void) {
    site.finishFiles()
    let deadline = SuspendingClock.now + Self.mostAtExit
    site.keepFiles(tell: warn)
    if site.isWritingFiles {
      warn("the files of corrected pages are being written; Ctrl-C again leaves that to the next run")
    }
    // A failed file is tried once; the next run writes it.
    while site.isWritingFiles, SuspendingClock.now < deadline {
      waitForInput([site.filesDescriptor ?? -1, signals.descriptor], milliseconds: 200)
      if signals.next() != nil { break }
      site.keepFiles(tell: warn)
    }
    if site.hasOldFiles {
      warn("files of corrected pages are not written yet; the next run or 'hanscan correct files' does")
    }
  }

  /// The version of libmicrohttpd.
  package static var engineVersion: String { String(cString: MHD_get_version()) }
}

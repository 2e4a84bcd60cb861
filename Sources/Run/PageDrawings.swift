import RunSupport
import Documents
import PDFPages
import PageModel
import PageWorker
import PictureFormats

/// The PDF pages that are being drawn for the workers, by the waiting jobs.
final class PageDrawings {
  typealias Page = (request: PageRequest, attempt: Int, deadline: Duration, descriptor: CInt)
  private typealias Work = (drawing: PDFPageDrawing, attempt: Int, index: Int)

  private let settings: RunSettings
  private var underWay: [UInt64: Work] = [:]
  /// Poppler's complaints, by the jobs of pages that are being read.
  private var complaints: [UInt64: String] = [:]

  /// The interval of checks for exits if the kernel gives no notice.
  private static let withoutNotice = Duration.milliseconds(20)

  init(_ settings: RunSettings) { self.settings = settings }

  /// Begins to draw a page of a document; throws if that can't be opened any more.
  func start(
    _ index: Int, of session: DocumentSession, for job: UInt64, attempt: Int, reduction: Int
  ) throws(DocumentError) {
    var question = PDFPageDrawing.Question(session, index: index, tools: settings.pictures.tools)
    (question.maximumPixels, question.reduction) = (settings.reader.maximumPixels, reduction)
    underWay[job] = (try PDFPageDrawing(question), attempt, index)
  }

  /// Descriptors that become readable when a drawing has finished.
  var notices: [CInt] { underWay.values.map(\.drawing.notice).filter { $0 >= 0 } }

  /// The longest wait before one of them needs a look; nil if none is under way.
  var patience: Duration? {
    let now = SuspendingClock.now
    return underWay.values.map { work in
      work.drawing.notice < 0 ? Self.withoutNotice : max(.zero, now.duration(to: work.drawing.deadline))
    }.min()
  }

  func takeFinished() -> [(job: UInt64, page: Result<Page, DocumentError>)] {
    var finished: [(job: UInt64, page: Result<Page, DocumentError>)] = []
    for (job, work) in underWay.sorted(by: { $0.key < $1.key }) {
      do throws(DocumentError) {
        guard let page = try work.drawing.proceed() else { continue }
        complaints[job] = page.complaint
        let text = settings.reader.ignoresTextLayers == true ? nil : page.text
        let request = PageRequest(
          id: job, kind: .pnm, index: work.index, offset: 0, reduction: 1,
          layer: text.map { PageLayer(text: $0, width: page.sheet.width, height: page.sheet.height) })
        let left = max(.milliseconds(1), SuspendingClock.now.duration(to: work.drawing.end))
        finished.append((job, .success((request, work.attempt, left, page.descriptor))))
      } catch {
        finished.append((job, .failure(error)))
      }
      underWay[job] = nil
    }
    return finished
  }

  /// A reason to doubt the outcome: the page is blank, and poppler complained of it.
  func doubt(_ outcome: PageOutcome, of job: UInt64) -> PageProblem? {
    guard let complaint = complaints.removeValue(forKey: job), case .blank = outcome else { return nil }
    return PageProblem(.damaged, "the page is damaged: what could be drawn of it shows no print (\(complaint))")
  }

  func cancelAll() {
    underWay = [:]
  }
}

import Views
import ResultStore

/// Pictures for a browser that were made lately: those of the pages that somebody leafs through.
struct PictureCache {
  private var views: [PageID: PageViews.View] = [:]
  /// From the one that was used longest ago on.
  private var order: [PageID] = []
  private var size = 0
  private let most: Int

  /// - Parameter most: Bytes of all of them together.
  init(most: Int) {
    self.most = most
  }

  /// The picture of a page, if it is there.
  mutating func take(_ page: PageID) -> PageViews.View? {
    guard let view = views[page] else { return nil }
    order.removeAll { $0 == page }
    order.append(page)
    return view
  }

  func has(_ page: PageID) -> Bool { views[page] != nil }

  mutating func keep(_ view: PageViews.View, of page: PageID) {
    forget(page)
    views[page] = view
    order.append(page)
    size += view.file.count
    while size > most, let oldest = order.first { forget(oldest) }
  }

  mutating func forget(_ page: PageID) {
    guard let view = views.removeValue(forKey: page) else { return }
    order.removeAll { $0 == page }
    size -= view.file.count
  }
}

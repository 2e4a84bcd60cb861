import CLeptonica
import Foundation
import Imaging
import PageModel
import TestSupport
import Testing

@testable import Recognition

@Suite struct InspectedTableTests {
  @Test func `the cells of a table are drawn over its rules`() throws {
    // Four rows of three cells with a number each.
    let cell = Drawing.grid(1234)
    var page = Grid(width: 3 * cell.width + 40, height: 4 * cell.height + 40)
    for row in 0..<4 * cell.height + 3 {
      for column in 0..<3 * cell.width + 3 {
        let (x, y) = (column % cell.width, row % cell.height)
        let isWithin = column < 3 * cell.width && row < 4 * cell.height
        page.ink[(20 + row) * page.width + 20 + column] = x < 3 || y < 3 || isWithin && cell.ink[y * cell.width + x]
      }
    }
    let file = Array("P5\n\(page.width) \(page.height)\n255\n".utf8) + page.ink.map { $0 ? 0 : 255 }
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let inspection = try reader.inspect(Picture.decode(file))
    #expect(inspection.page?.signals?.grids.map(\.cells.count) == [12])
    let overview = try Picture.decode(Array(inspection.overview.png))
    // The upper left part of each cell's left side has the colour of cells.
    let isDrawn = (0..<12).map { number in
      let (x, y) = (20 + cell.width * (number % 3), 20 + cell.height * (number / 3) + cell.height / 4)
      return (x - 4...x + 6).contains { x in
        var pixel: l_uint32 = 0
        pixGetPixel(overview.pix, l_int32(x), l_int32(y), &pixel)
        return pixel >> 8 == 200 << 16 | 40 << 8 | 180
      }
    }
    #expect(isDrawn == Array(repeating: true, count: 12))
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// The pages of the review in Debian's Chromium, by keyboard.
@Suite(.enabled(if: Browser.isThere)) struct BrowserTests {
  private let inField = "document.activeElement.matches('main input')"

  @Test func `a total is put right by keyboard alone, from the queue to the workbook`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg", "mart-ko.png"])
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "text,json,csv,xlsx"]).status == 0)
    #expect(try desk.workbook().contains("6000"))
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    #expect(try browser.text("document.activeElement.textContent") == "parking-faded.jpg")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.startsWith('/page/') && \(inField)")
    // The total, which nothing proves, is selected: what is typed takes its place, and no line changes.
    #expect(try browser.text("document.activeElement.dataset.field + ' ' + getSelection()") == "total 6,000")
    try browser.type("7000")
    try browser.press(Browser.Key.enter)
    // Back to the queue, as nothing else is doubtful.
    try browser.wait(for: "document.body.dataset.kind === 'queue'")
    review.program.signalAlone(2)
    #expect(review.program.finish().status == 0)
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    #expect(list.contains("total: 6000 -> 7000") && !list.contains("line"), "\(list)")
    #expect(try desk.workbook().contains("7000"))
    #expect(
      String(decoding: try desk.scratch.read("out/parking-faded.jpg.p0001.txt"), as: UTF8.self).contains("6,000원"))
    let json = String(decoding: try desk.scratch.read("out/parking-faded.jpg.p0001.json"), as: UTF8.self)
    #expect(json.contains("\"corrected\": true"))
  }

  @Test func `Escape takes back what was typed, and then what was accepted`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: inField)
    let page = try browser.text("location.href")
    try browser.type("1")
    try browser.press(Browser.Key.escape)
    #expect(try browser.text("document.activeElement.value") == "6,000")
    // By way of another field, so that the page stays.
    try browser.run("document.querySelector('input[data-field=merchant]').focus()")
    try browser.run("document.activeElement.select()")
    try browser.type("Parking")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('input[data-field=merchant]').value === 'Parking'")
    try browser.wait(
      for: "document.querySelector('input[data-field=merchant]').closest('tr').textContent.includes('checked')")
    try browser.press(Browser.Key.escape)
    try browser.wait(for: "document.querySelector('input[data-field=merchant]').value === '견본 공영주차장'")
    #expect(try browser.text("location.href") == page)
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
  }

  @Test func `both pages of a receipt say where it is, and an item of the other page leads to no line`() throws {
    let desk = try Desk()
    let first = ["PAPER BOAT SUPPLIES LTD", "DATE 2025-03-14", "STAPLER 10.00", "SCISSORS 12.00", "NOTEBOOKS 8.00"]
    let last = [
      "ENVELOPES 6.00", "DESK LAMP 24.00", "SUBTOTAL 60.00", "VAT 20% 12.00", "TOTAL 72.00", "PAGE 2 OF 2",
    ]
    try desk.scratch.write(PDFSample.document([.lines(first), .lines(last)]), to: "in/bill.pdf")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "text", "--settle", "0"]).status == 0)
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    let note = "document.querySelector('main .joined').textContent"
    func open(page: Int) throws {
      try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
      try browser.wait(for: "document.querySelectorAll('td.document a').length === 2")
      let links = "[...document.querySelectorAll('td.document a')]"
      try browser.run("\(links).find((link) => link.textContent.includes('\(page) of 2')).click()")
      try browser.wait(for: "location.pathname.startsWith('/page/') && document.querySelector('main .joined')")
    }
    try open(page: 1)
    #expect(try browser.text(note).hasPrefix("One receipt on pages 1, 2 of the file."))
    let items = "[...document.querySelectorAll('table.items tbody tr')]"
    let leading = "\(items).filter((row) => row.querySelector('button')).map((row) => row.textContent).join()"
    #expect(try browser.text("\(items).map((row) => row.textContent).join()").contains("DESK LAMP"))
    #expect(try browser.text(leading).contains("STAPLER"))
    #expect(try !browser.text(leading).contains("DESK LAMP"))
    try open(page: 2)
    #expect(try browser.text(note) == "The receipt of this page begins on page 1 of the file.")
  }

  @Test func `nothing can be put right where the review is for reading alone`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let review = try Review(desk, "--read-only")
    let browser = try Browser()
    try browser.open(review.address)
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: inField)
    try browser.type("7")
    #expect(try browser.text("document.activeElement.value") == "6,000")
    #expect(try browser.text("[...document.querySelectorAll('main input')].every((input) => input.readOnly)") == "true")
  }

  @Test func `the surface is Korean where the browser is`() throws {
    let desk = try Desk(samples: ["mart-ko.png"])
    for (language, heading) in [("ko", "전체"), ("en", "All pages"), ("fr", "All pages")] {
      let review = try Review(desk)
      let browser = try Browser(language: language)
      try browser.open(review.address)
      try browser.wait(for: "document.querySelector('main')")
      #expect(try browser.text("document.documentElement.lang") == (language == "ko" ? "ko" : "en"))
      #expect(try browser.text("document.querySelector('nav li.all').textContent").hasPrefix(heading))
    }
  }

  @Test func `typed text that is not saved outlives a change of the language`() throws {
    let desk = try Desk(samples: ["mart-ko.png"])
    let (review, browser) = try desk.browse(page: "mart-ko.png")
    func choose(_ language: String) throws {
      let choice = "document.querySelector('select.language')"
      try browser.run("\(choice).value = '\(language)'; \(choice).dispatchEvent(new Event('change'))")
      try browser.wait(for: "document.documentElement.lang === '\(language)' && document.querySelector('main')")
    }
    let shop = "document.querySelector('input[data-field=merchant]')"
    let tip = "document.querySelector('input[data-field=tip]')"
    // A field that the receipt does not have, and one that it has.
    try browser.run("document.querySelector('.adder [data-field=tip]').click()")
    try browser.type("5")
    try browser.run("\(shop).value = 'Paper'")
    try choose("ko")
    #expect(try browser.text("\(shop).value + ' ' + \(tip).value") == "Paper 5")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
    // It is kept once: a page that is opened again shows the values of the store.
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
    try browser.wait(for: "document.querySelector('form.filter [name=q]')")
    try browser.run("document.querySelector('form.filter [name=q]').value = '견본'")
    try choose("en")
    #expect(try browser.text("document.querySelector('form.filter [name=q]').value") == "견본")
    try browser.run("document.querySelector('td.document a').click()")
    try browser.wait(for: "location.pathname.startsWith('/page/') && \(shop)?.value === '견본마트'")
  }

  @Test func `a page in Korean shows sentences in Korean, also if the server has ended`() throws {
    let desk = try Desk(samples: ["mart-ko.png"])
    let review = try Review(desk)
    let browser = try Browser(language: "ko")
    try browser.open(review.address)
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.startsWith('/page/') && document.querySelector('.checks li')")
    let all = "[...document.querySelectorAll('.checks li')].map((one) => one.textContent).join(' ')"
    let checks = try browser.text(all)
    #expect(!checks.contains { $0.isASCII && $0.isLetter }, "\(checks)")
    let alert = "document.querySelector('.alert').textContent"
    func enter(_ text: String, into field: String) throws {
      try browser.run("document.querySelector('input[data-field=\(field)]').focus(); document.activeElement.select()")
      try browser.type(text)
      try browser.press(Browser.Key.enter)
    }
    try enter("garbage", into: "date")
    try browser.wait(for: "\(alert).startsWith('날짜 값은') && !/[A-Za-z]/.test(\(alert))")
    review.program.signalAlone(2)
    #expect(review.program.finish().status == 0)
    try enter("2025-03-15", into: "date")
    try browser.wait(for: "\(alert).includes('응답하지 않습니다') && !\(alert).includes('fetch')")
    #expect(try browser.text("document.querySelector('input[data-field=date]').value") == "2025-03-15")
  }

  @Test func `words are searched, pages filtered, pictures zoomed`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg", "mart-ko.png", "cafe-en.png"])
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    try browser.wait(for: "document.querySelector('main')")
    try browser.press("/")
    try browser.type("깻잎")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('.empty')")
    try browser.press("/")
    try browser.run("document.activeElement.select()")
    try browser.type("공영")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelectorAll('td.document a').length === 1")
    #expect(try browser.text("document.querySelector('mark').textContent") == "공영")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('svg.page')")
    try browser.run("document.activeElement.blur()")
    let whole = try browser.text("document.querySelector('svg.page').getAttribute('viewBox')")
    try browser.press("+")
    #expect(try browser.text("document.querySelector('svg.page').getAttribute('viewBox')") != whole)
    try browser.press("0")
    #expect(try browser.text("document.querySelector('svg.page').getAttribute('viewBox')") == whole)
    try browser.wait(for: "!document.querySelector('.viewer .status')")
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all&least=20&most=21")
    try browser.wait(for: "document.querySelectorAll('td.document a').length === 1")
    #expect(try browser.text("document.querySelector('td.document a').textContent") == "cafe-en.png")
  }

  @Test func `a line that is askew is shown level, and marked as it is printed`() throws {
    let desk = try Desk(samples: ["hardware-tilted.png"])
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.startsWith('/page/') && document.querySelector('svg.strip')")
    let found =
      try browser.run(
        """
        const { lines } = JSON.parse(document.getElementById('data').textContent).page;
        const width = (line) => line.kind === 'text' ? line.box.width : 0;
        const widest = lines.reduce((best, line, index) => width(line) > width(lines[best]) ? index : best, 0);
        document.getElementById('tab-lines').click();
        const input = document.querySelector(`input[data-line="${widest}"]`);
        const strip = input.closest('.line').querySelector('svg.strip');
        input.focus();
        const angle = (shape) => Number(shape.getAttribute('transform').match(/rotate\\((\\S+)/)[1]);
        const mark = document.querySelector('rect.mark');
        return [lines[widest].box.height, strip.viewBox.baseVal.height, Number(mark.getAttribute('height')), angle(mark),
          angle(strip.firstChild)].map(String);
        """) as? [String]
    let measured = try #require(found).compactMap(Double.init)
    // With what is around it the strip is lower than the box around the line; so is the mark.
    #expect(measured[1] < measured[0] && measured[2] < measured[0], "\(measured)")
    #expect(abs(measured[3]) > 1 && measured[4] == -measured[3], "\(measured)")
  }

  @Test func `a scan's name is text, whatever it looks like`() throws {
    let name = "<img src=x onerror=\"document.title='no'\">.pgm"
    let desk = try Desk(names: [name])
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    #expect(try browser.text("document.activeElement.textContent") == name)
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.startsWith('/page/') && document.querySelector('h1')")
    #expect(try browser.text("document.querySelector('h1').textContent") == name)
    #expect(try browser.text("document.images.length") == "0")
    #expect(try browser.text("document.title") != "no")
  }

  @Test func `everything has a name for those who do not see it, and contrast for those who see little`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let review = try Review(desk)
    let browser = try Browser()
    try browser.open(review.address)
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    let page = try browser.text("document.activeElement.href")
    for scheme in ["light", "dark"] {
      try browser.prefer(scheme)
      for address in ["http://127.0.0.1:\(review.port)/", page] {
        try browser.open(address)
        try browser.wait(for: "document.querySelector('main')")
        #expect(try browser.run(Self.nameless) as? [String] == [], "\(address)")
        #expect(try browser.run(Self.faint) as? [String] == [], "\(address) \(scheme)")
      }
    }
  }

  /// What can be operated and has no name.
  static let nameless = """
    return [...document.querySelectorAll('a, button, input, select, svg[role=img], meter, nav, section')]
      .filter((one) => one.type !== 'hidden' && !one.closest('dialog:not([open])'))
      .filter((one) => !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels && one.labels.length > 0))
      .map((one) => one.outerHTML.slice(0, 120));
    """

  /// Texts with less contrast to what is behind them than 4.5 (WCAG 2.1, 1.4.3).
  static let faint = """
    const channel = (value) => value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    const colour = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
    const behind = (one) => {
      for (let place = one; place; place = place.parentElement) {
        const found = colour(getComputedStyle(place).backgroundColor);
        if (found.length === 3 || found[3] === 1) return found;
      }
      return [255, 255, 255];
    };
    const faint = [];
    for (const one of document.querySelectorAll('body *')) {
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
      if (!own && !one.matches('input')) continue;
      if (!one.offsetParent || one.closest('script, [aria-hidden], .hidden')) continue;
      const [front, back] = [light(colour(getComputedStyle(one).color)), light(behind(one))];
      const contrast = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
      if (contrast < 4.5) faint.push(`${contrast.toFixed(2)} ${one.outerHTML.slice(0, 100)}`);
    }
    return faint;
    """
}

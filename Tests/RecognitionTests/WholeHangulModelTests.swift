import Recognition
import Testing

struct WholeHangulModelTests {
  @Test func `a syllable is its jamo, in Unicode's order`() throws {
    let first = try #require(Syllable("가"))
    #expect((first.lead, first.vowel, first.trail) == (0, 0, 0))
    let last = try #require(Syllable("힣"))
    #expect((last.lead, last.vowel, last.trail) == (18, 20, 27))
    let middle = try #require(Syllable("뷁"))
    #expect(middle.scalar == "뷁")
    #expect(Syllable("ㄱ") == nil)
    #expect(Syllable("가나") == nil)
    #expect(Syllable.all.map(\.scalar) == (0xAC00...0xD7A3).compactMap { Unicode.Scalar($0 as UInt32) })
  }

  @Test func `every syllable that the jamo codes express is added, in code point order`() throws {
    let source = try TrainedData(parsing: installedModel("Hangul"))
    let built = try WholeHangulModel.build(from: source)
    #expect(built.report.syllablesBefore == 1076)
    #expect(built.report.syllablesAfter == 9177)
    #expect(built.report.missingTrails == ["ᆪ", "ᆳ", "ᆴ", "ᆵ", "ᆿ"])
    let before = try Unicharset(parsing: source.required(.networkUnicharset)).texts
    let after = try Unicharset(parsing: built.data.required(.networkUnicharset)).texts
    #expect(Array(after.prefix(before.count)) == before)
    let added = after.dropFirst(before.count).compactMap { $0.unicodeScalars.first?.value }
    #expect(added == added.sorted())
    for text in ["짬", "뽕", "깻", "껌", "쭈", "꿔", "앱", "펭", "뷁"] { #expect(after.contains(text)) }
  }

  @Test func `the same model and network give the same bytes, which pass`() throws {
    let source = try TrainedData(parsing: installedModel("Hangul"))
    let bytes = try WholeHangulModel.build(from: source).data.serialised()
    #expect(try WholeHangulModel.build(from: source).data.serialised() == bytes)
    let facts = try ModelFacts.verify(bytes)
    #expect(facts.characterCount == 9326)
    #expect(facts.version == "4.00.00alpha:Hangul:synth20170629:hanscan2")
  }

  @Test func `a model that has all of it is left as it is, but for its version`() throws {
    let built = try WholeHangulModel.build(from: TrainedData(parsing: installedModel("Hangul"))).data
    let again = try WholeHangulModel.build(from: built)
    #expect(again.report.syllablesBefore == 9177)
    #expect(again.report.syllablesAfter == 9177)
    #expect(again.data[.config] as [UInt8]? == built[.config] as [UInt8]?)
    #expect(again.data[.networkUnicharset] as [UInt8]? == built[.networkUnicharset] as [UInt8]?)
  }

  @Test func `a model for Tesseract itself keeps the blanks between words and finds pale print`() throws {
    let pages = "thresholding_method 2\nthresholding_kfactor 0.2\ntextord_occupancy_threshold 0.5\n"
    var hangul = try TrainedData(parsing: installedModel("Hangul"))
    let built = try WholeHangulModel.build(from: hangul)
    #expect(built.data[.config] == Array("preserve_interword_spaces 1\n\(pages)".utf8))
    hangul[.config] = Array("thresholding_method\t0\nsegsearch_debug_level 0".utf8)
    #expect(
      try WholeHangulModel.build(from: hangul).data[.config]
        == Array(
          """
          thresholding_method\t0
          segsearch_debug_level 0
          preserve_interword_spaces 1
          thresholding_kfactor 0.2
          textord_occupancy_threshold 0.5

          """.utf8))
  }

  @Test func `the recipe of the network writes the same settings`() throws {
    let recipe = String(decoding: try sample("../Sources/Training/export.py"), as: UTF8.self)
    let built = try WholeHangulModel.build(from: TrainedData(parsing: installedModel("Hangul")))
    let config: [UInt8] = try #require(built.data[.config])
    let settings = String(decoding: config, as: UTF8.self).split(separator: "\n")
    #expect(settings.count == 4)
    for setting in settings { #expect(recipe.contains("\(setting)\\n"), "\(setting)") }
  }

  @Test func `a network of our own brings its trailing consonants and symbols`() throws {
    let source = try TrainedData(parsing: installedModel("Hangul"))
    // Debian's network stands in; it has no output of its own for new codes, so they repeat those that it has.
    let network = Array(try source.required(.network))
    let codes = Array("# codes of a test\ntrail:3\t200\ntrail:24\t201\n☆\t202\n㎏\t203,204\n".utf8)
    let built = try WholeHangulModel.build(from: source, network: network, codes: codes)
    #expect(built.report.usesOwnNetwork)
    #expect(built.report.missingTrails == ["ᆳ", "ᆴ", "ᆵ"])
    #expect(built.report.syllablesAfter == 9177 + 2 * 19 * 21)
    #expect(built.report.symbols == ["☆", "㎏"])
    let texts = try Unicharset(parsing: built.data.required(.networkUnicharset)).texts
    #expect(texts.suffix(2) == ["☆", "㎏"])
    let recoder = try Recoder(parsing: built.data.required(.networkRecoder))
    #expect(recoder.entries.last?.codes == [203, 204])
    let place = try #require(texts.firstIndex(of: "갃"))
    #expect(recoder.entries[place].codes.last == 200)
    #expect(built.data.version != (try WholeHangulModel.build(from: source, network: network).data.version))
  }

  @Test(arguments: [
    "trail:3\t211\n", "trail:28\t1\n", "trail:x\t1\n", "trail:1\t0\n", "☆\n", "☆\t\n", "☆\t-1\n", "☆\t1,\n", "☆★\t1\n",
    "가\t1,2,3\n", "~\t1\n", "☆\t1\n☆\t2\n", "☆\t1,2,3,4,5,6,7,8,9,10\n", " \t1\n", "☆\t211\n",
  ])
  func `wrong codes are refused`(codes: String) throws {
    let source = try TrainedData(parsing: installedModel("Hangul"))
    let network = Array(try source.required(.network))
    #expect(throws: ModelError.self) {
      try WholeHangulModel.build(from: source, network: network, codes: Array(codes.utf8))
    }
  }

  @Test func `a model without Hangul and one of the old engine cannot be built from`() throws {
    for name in ["eng", "osd"] {
      let source = try TrainedData(parsing: installedModel(name))
      let error = try #require(throws: ModelError.self) { try WholeHangulModel.build(from: source) }
      #expect(error.code == .unsupported)
    }
  }

  @Test func `what is compiled in is a network with its codes, or nothing`() throws {
    guard let network = ReceiptNetwork.network else {
      #expect(ReceiptNetwork.codes == nil)
      return
    }
    let source = try TrainedData(parsing: installedModel("Hangul"))
    let built = try WholeHangulModel.build(from: source, network: network, codes: ReceiptNetwork.codes)
    #expect(built.data.version.hasSuffix(WholeHangulModel.stamp))
    #expect(try ModelFacts.verify(built.data.serialised()).network.inputHeight > 0)
  }

  @Test func `words of receipts are Korean, of two and more syllables, each once and in order`() {
    let words = ReceiptNetwork.words
    #expect(words.count > 1000 && words.contains("승인번호"))
    #expect(words.allSatisfy { $0.count > 1 && $0.unicodeScalars.allSatisfy { ("가"..."힣").contains($0) } })
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
  }
}

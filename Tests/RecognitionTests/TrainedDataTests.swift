import PageModel
import Recognition
import Support
import TestSupport
import Testing

struct TrainedDataTests {
  @Test(arguments: ["kor", "eng"])
  func `an installed model is written back as the bytes it was read from`(name: String) throws {
    let bytes = try installedModel(name)
    #expect(try TrainedData(parsing: bytes).serialised() == bytes)
  }

  @Test func `a model names what it holds`() throws {
    let model = try TrainedData(parsing: installedModel("kor"))
    #expect(model[.version]?.starts(with: "4.00.00alpha:kor".utf8) == true)
    #expect(model[.networkRecoder] != nil)
    #expect(model[.shapeTable] == nil)
  }

  @Test func `a container keeps its entries`() throws {
    var model = TrainedData()
    model[.config] = Array("a 1\n".utf8)[...]
    model[.network] = []
    model[.version] = Array("v1\n".utf8)[...]
    let bytes = model.serialised()
    #expect(bytes.prefix(4) == [24, 0, 0, 0])
    let again = try TrainedData(parsing: bytes)
    #expect(again == model)
    #expect(again[.version] == Array("v1\n".utf8)[...])
  }

  @Test func `a table of fewer or more entries is read, too`() throws {
    var short: [UInt8] = []
    short.append(littleEndian: Int32(1))
    short.append(littleEndian: Int64(12))
    short += Array("x 1".utf8)
    #expect(try TrainedData(parsing: short)[.config] == Array("x 1".utf8)[...])

    var long: [UInt8] = []
    long.append(littleEndian: Int32(25))
    for number in 0..<25 { long.append(littleEndian: Int64(number == 0 ? 204 : number == 24 ? 206 : -1)) }
    long += Array("ab?".utf8)
    #expect(try TrainedData(parsing: long)[.config] == Array("ab".utf8)[...])
  }

  @Test(arguments: [
    [], [1], [0, 0, 0, 0], [255, 255, 255, 255], [24, 0, 0, 0], [0, 0, 0, 24], Array("\u{89}PNG\r\n".utf8),
    Array("PK\u{3}\u{4}...".utf8),
    [1, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 128], [1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0],
    [2, 0, 0, 0] + .init(repeating: 127, count: 16),
  ])
  func `what is no model is refused`(bytes: [UInt8]) {
    #expect(throws: ModelError.self) { try TrainedData(parsing: bytes) }
  }

  @Test func `offsets out of order are refused`() {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: Int32(2))
    bytes.append(littleEndian: Int64(22))
    bytes.append(littleEndian: Int64(20))
    bytes += [1, 2, 3, 4]
    #expect(throws: ModelError.self) { try TrainedData(parsing: bytes) }
  }
}

struct ModelFactsTests {
  @Test func `an installed model passes, with its network's measures`() throws {
    let facts = try ModelFacts.verify(installedModel("eng"))
    #expect(facts.network.outputs == 111)
    #expect(facts.network.nullCode == 110)
    #expect(facts.network.inputHeight == 36)
    #expect(facts.characterCount == 112)
    #expect(facts.syllableCount == 0)
  }

  @Test func `a model of the old engine is unsupported, not damaged`() throws {
    let bytes = try installedModel("osd")
    let error = try #require(throws: ModelError.self) { try ModelFacts.verify(bytes) }
    #expect(error.code == .unsupported)
  }

  @Test func `a model that ends early is refused wherever it ends`() throws {
    let bytes = try installedModel("kor")
    var numbers = SeededRandom(seed: 1)
    for _ in 0..<12 {
      let end = Int.random(in: 0..<bytes.count, using: &numbers)
      #expect(throws: ModelError.self, "cut at \(end)") { try ModelFacts.verify(Array(bytes[..<end])) }
    }
  }

  @Test func `a component that ends early is refused wherever it ends`() throws {
    let model = try TrainedData(parsing: installedModel("eng"))
    let network = try #require(model[.network])
    let recoder = try #require(model[.networkRecoder])
    var numbers = SeededRandom(seed: 1)
    for _ in 0..<400 {
      let end = Int.random(in: 0..<network.count, using: &numbers)
      #expect(throws: ModelError.self, "cut at \(end)") { try NetworkFacts(parsing: network.prefix(end)) }
    }
    for end in 0..<recoder.count {
      #expect(throws: ModelError.self, "cut at \(end)") { try Recoder(parsing: recoder.prefix(end)) }
    }
  }

  @Test func `spoilt bytes never trap`() throws {
    let model = try TrainedData(parsing: installedModel("eng"))
    let parts = try [model.required(.network).prefix(3000), model.required(.networkRecoder)].map(Array.init)
    let characters = Array(try model.required(.networkUnicharset))
    let head = Array(model.serialised().prefix(4096))
    var numbers = SeededRandom(seed: 1)
    func spoilt(_ bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: 0..<bytes.count, using: &numbers)] =
          [0, 1, 127, 128, 255].randomElement(using: &numbers) ?? 0
      }
      return bytes
    }
    for _ in 0..<500 {
      _ = try? NetworkFacts(parsing: spoilt(parts[0])[...])
      _ = try? Recoder(parsing: spoilt(parts[1])[...])
      _ = try? Unicharset(parsing: spoilt(characters)[...])
      _ = try? TrainedData(parsing: spoilt(head))
    }
  }

  @Test func `a count that the bytes cannot hold allocates nothing and is refused`() {
    #expect(throws: ModelError.self) { try Recoder(parsing: [255, 255, 255, 127, 1, 0, 0, 0, 0]) }
    #expect(throws: ModelError.self) { try Unicharset(parsing: Array("99999\nNULL 0 Common 0\n".utf8)[...]) }
    #expect(throws: ModelError.self) {
      try Unicharset(parsing: Array("2\nNULL 0 Common 0\nNULL 0 Common 1\n".utf8)[...])
    }
  }

  @Test func `a network that would fail on every line is refused`() throws {
    var network = Array(try TrainedData(parsing: installedModel("eng")).required(.network))
    // The first layer's count of inputs: after a type byte, the type's name, and two states and flags.
    network[17] = 1
    let error = try #require(throws: ModelError.self) { try NetworkFacts(parsing: network[...]) }
    #expect(error.message.contains("36 pixels high"))
  }

  @Test func `a code without an output is found`() throws {
    var model = try TrainedData(parsing: installedModel("eng"))
    let network = try model.required(.network)
    let outputs = try NetworkFacts(parsing: network).outputs
    // The last entry's last code, in four bytes at the end.
    var recoder = Array(try model.required(.networkRecoder).dropLast(4))
    recoder.append(littleEndian: Int32(outputs))
    model[.networkRecoder] = recoder[...]
    let bytes = model.serialised()
    let error = try #require(throws: ModelError.self) { try ModelFacts.verify(bytes) }
    #expect(error.message.contains("code \(outputs) of a network of \(outputs) outputs"))
  }
}

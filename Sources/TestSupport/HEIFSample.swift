import Foundation

/// Containers of HEIF pictures: drawn ones, and headers of any size.
public enum HEIFSample {
  /// The number 1212 in black on white, HEVC, 220 x 90 pixels.
  public static let heic = decoded(
    """
    AAAAHGZ0eXBoZWl4AAAAAG1pZjFoZWl4bWlhZgAAAU9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA\
    ACJpbG9jAAAAAERAAAEAAQAAAAABcwABAAAAAAAAApMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt\
    AAAAAAABAAAAz2lwcnAAAACwaXBjbwAAAHNodmNDAQQIAAAAn/gAAAAAHvAA/Pz4+AAADwNgAAEAF0ABDAH//wQIAAADAJ/4AAAD\
    AAAeugJAYQABACdCAQEECAAAAwCf+AAAAwAAHsBwgYcs+W6kkprmwIAAAAyAAAADAIRiAAEAB0QBwXKwYkAAAAATY29scm5jbHgA\
    AQANAAaAAAAAFGlzcGUAAAAAAAAA3AAAAFoAAAAOcGl4aQAAAAABCAAAABdpcG1hAAAAAAAAAAEAAQSBAgMEAAACm21kYXQAAAKP\
    KAGuqFUHihQYPfF/rdvLAAsC/h9aIOw2TCqXxTqTTPXWFOGHMA6PZGZByAUhMeymkAxrvVx60fPJmPeUVzt3CYJ4q83SdcnzC2b8\
    B3xeylKRh9yeIse92vQWAYZ+3vzcgqPxqjSukSoiTm3sJfR4/HFKWapNPsPMgD+zzF3aXyATD///UMG7N8dBiCD0LEOlicQdqINp\
    /eOJ36qq/cTYj+8uX5F9vtKMo1iiAS6aJ1WLZ8e3RoiGHyxEYJywyK2KGn9iwK9IcoMUwmLmiXMo9cG68pzHNp9KUQLodqr0pLQt\
    eqhCNL1DymA53nAvXdxtdcGmxnEEdV5jbh8SBoB/gBIa600b4wVm0FbUQGWiN07LkOPjDPsRPvcaIZgrTmEYPkVsbOGev670oS4O\
    ct6Vd4CX3+uJwBgq+HqlYXxQ5Jbdv3FqeFtX9UDcuo0DZ6jUKJswJ2igyfPj8V0yBU9VHU4wxrcHOJSu0+28n75U+HNr9RARBgD4\
    CgoFSDIGREXMllfx7YdBuK6cyOF9IbjyidXz9RPQUVSNmdan8JQQq5ZFCMhgFwhu/W0C61sY1eEArD8onkFHjOHxKJki5PXMyfbA\
    stMv429uZ4eGILhmAGJIMMzU4l2t0O99WmfbOWn2+RC8+d7wk44MU2syBSOHu7a4+hdkP7vf5O8HBjT90CvEwWaQ7+0lf0OUmEq6\
    +Xn+UkuDWReqy3Z7z5LjNVd5nx0Yby6WtWdPC5I71PRPvXkGMiS6nlm6HuhWSFqZpQwWkhS2PUv3Ki3MWTgUP/+ZCFw9xV53KcH6\
    RNQImiLXDxb5qQ8jqSqAjj8Kz8dHgVz8sN6SORMZTGnH5SqjLkykhh09mfVYVPhFLLS6WsxTBA==
    """)

  /// The same as AV1.
  public static let avif = decoded(
    """
    AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOltZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA\
    AA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAAQ0AAAGuAAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYw\
    MUNvbG9yAAAAAGhpcHJwAAAASWlwY28AAAAUaXNwZQAAAAAAAADcAAAAWgAAAA5waXhpAAAAAAEIAAAADGF2MUOBABwAAAAAE2Nv\
    bHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAABtm1kYXQSAAoJGB227LTAQ0GoMp4DRKxeHMMChWDPyioO6B/A\
    4fcc/k9cn0cDkJcMCtsclw0iVm56xeQxJBxYM7mbOoZkBRFST+CkT5J0yaChdoc5pwezw014B/FrnXfLyOdxqvoX+jWkq9z5kW+C\
    dNtnselIYEGNJ4B33OLNEn4xTQdAKSsuKGvb43gE/8xew/5yfSoRzsWvSV6Nia9CbxerqMFjTz7erDxF+wS7xvF20Cl5SgSJZG+e\
    EHKWTMN5Ekk/JGPuKqsj1EWIp2ItRNUmuPdsyB+lIChFSrssHUjTWsJuLHipxKY2TTuwEO6TXSMHua+yYZX0FPGLlKtvtNErlvGi\
    b4ol6VcKAvKUA7+iEAJKy0MZkum3UE9n8bThSGljvcxyubSbywnifhjlGPn05+SPEjmVgjY04fds9x6mNo9K9ZPkSJFdlMLyr4hD\
    Q1sxThhw4u9EJFhRgW9FfuWp6CENRv///JOocp6o+99NqOV3Q5wDsqMBZsyZNF2L/vuetBzvJwKp3mN+MXG/UM0d6gObL7MAFufB\
    nOogbH5E7CnjANpyiyhpxhAKcXl9/EAb
    """)

  /// A black box on white, coded as 200 x 92 pixels, of which the file shows the left 100 x 91 (`clap`).
  public static let cropped = decoded(
    """
    AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABgG1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAAImlsb2MA\
    AAAAREAAAQABAAAAAAGgAAEAAAAAAAAAUwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAADnBpdG0AAAAAAAEAAAEA\
    aXBycAAAAOBpcGNvAAAAeWh2Y0MBA3AAAACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAYQABACxC\
    AQEDcAAAAwCQAAADAAADAB6gGSBh95bqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrBiQAAAABNjb2xybmNseAABAA0ABoAAAAAU\
    aXNwZQAAAAAAAADIAAAAXAAAAChjbGFwAAAAZAAAAAEAAABbAAAAAf///84AAAAB/////wAAAAIAAAAQcGl4aQAAAAADCAgIAAAAGGlw\
    bWEAAAAAAAAAAQABBYECAwWEAAAAW21kYXQAAABPKAGvBBRrIHkKl1KH2tgg8ZyF6+Daw+W2cY8Un1pYfi6v3126I3W4BujR1j5601W4\
    EbACXue3aBeo/ASe5N7SI/1cqCe5DeGTsvIc+hyjeg==
    """)

  /// A container that declares a picture and holds none; `type` is that of its primary item.
  public static func header(width: Int, height: Int, type: String = "hvc1") -> [UInt8] {
    let big = SampleBytes.big
    let item = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(type.utf8) + [0])
    let size = box("ispe", [0, 0, 0, 0] + big(width, 4) + big(height, 4))
    let association = box("ipma", [0, 0, 0, 0] + big(1, 4) + [0, 1, 1, 0x81])
    let meta = [
      box("pitm", [0, 0, 0, 0, 0, 1]), box("iinf", [0, 0, 0, 0, 0, 1] + item),
      box("iprp", box("ipco", size) + association),
    ]
    return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + box("meta", [0, 0, 0, 0] + meta.joined())
      + box("mdat", [0, 0, 0, 0])
  }

  /// A container of pictures of these numbers, the first of which is the primary one, with boxes of its own behind them.
  ///
  /// It holds no pixels. An item of the type `tmap` is a rule for two pictures, and none itself.
  public static func items(_ items: [(number: Int, type: String)], references: [(String, Int, [Int])]) -> [UInt8] {
    let big = SampleBytes.big
    var (entries, properties, targets): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for item in items {
      entries += box("infe", [2, 0, 0, 0] + big(item.number, 2) + [0, 0] + Array(item.type.utf8) + [0])
      properties += big(item.number, 2) + [1, 0x81]
    }
    for (kind, from, to) in references {
      targets += box(kind, big(from, 2) + big(to.count, 2) + to.flatMap { big($0, 2) })
    }
    let size = box("ispe", [0, 0, 0, 0] + big(30, 4) + big(20, 4))
    let association = box("ipma", [0, 0, 0, 0] + big(items.count, 4) + properties)
    let meta = [
      box("pitm", [0, 0, 0, 0] + big(items.first?.number ?? 0, 2)),
      box("iinf", [0, 0, 0, 0] + big(items.count, 2) + entries), box("iref", [0, 0, 0, 0] + targets),
      box("iprp", box("ipco", size) + association),
    ]
    return box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + box("meta", [0, 0, 0, 0] + meta.joined())
      + box("mdat", [0, 0, 0, 0])
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    SampleBytes.big(content.count + 8, 4) + Array(name.utf8) + content
  }

  private static func decoded(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map(Array.init) ?? []
  }
}

import Support
import Testing

@testable import ResultStore

@Suite struct SchemaTests {
  /// The SHA-256 of each step's file.
  private static let digests = [
    "44298c0b063d00c8c265dc8dd2e95c98e0ac905e43cd80af6bb439d6209aca4e",
    "dee3687b4df9c94bc39a63169ea2b6df92a56f3f3e05ede6b4fa8860970ae428",
    "21a1a607813863877e271c5da1a4d75a5f9a87992d8c3f5dc498041b5508cd9d",
    "c1891ce7ddc97bf9774cc246aa6260237ae34e368933b8eaf7b45e19c3f10f17",
    "678843306f9ad08381d206cb7bfa33bf4971034e7d569363332614ee700ed328",
    "f08cc48ff0c57ad08d7cf0c7f9b0c3779d961e9b5b5274f609bce66090aaff5e",
    "b2ebd44d814c71c9cc6864f8ce99416c89c12587d8d80220714eefcf58fea07f",
    "b94439cbfcf883d670cc227f86ab8ba063bde7fc6555b9fa5049ed0b6508fb0d",
    "d01d361a33ad8c6be371bbab60cb8515aab849463feb9e8e27d1abe3f8245975",
    "e9a2249d3f1caa19234255e1420cdb3710e5856d04700df532cd17b67bacf399",
  ]

  @Test func `a step that has been released never changes: a new version is a new step at the end`() {
    #expect(Schema.version == 10)
    #expect(Schema.steps.map { SHA256.digest(of: $0.utf8).hex } == Self.digests)
  }
}

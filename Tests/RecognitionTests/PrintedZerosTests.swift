import Testing

@testable import Recognition

struct PrintedZerosTests {
  @Test(arguments: [
    // Between digits, and in a run with zeros.
    ("1O9F,", "109F,"), ("10O5", "1005"), ("A0O3#", "A003#"), ("TO09O5", "TO0905"),
    // Behind a letter that makes no word with it.
    ("RO00551481", "R000551481"), ("ROO0379771", "R000379771"), ("BO03", "B003"), ("AO65#", "A065#"),
    // A prefix keeps its own O alone.
    ("DOOO109", "DO00109"), ("NOO0243", "NO00243"), ("POO015", "PO0015"), ("PROMOO05", "PROMO005"),
    // Before units, and at the end of a number.
    ("4O0MG", "400MG"), ("5OOMG", "500MG"), ("9OMG", "90MG"), ("1600OmAh", "16000mAh"), ("BAR-7OCM", "BAR-70CM"),
    ("S/NT-75MX5OM,", "S/NT-75MX50M,"), ("12,5OO원", "12,500원"), ("15.0O", "15.00"), ("1OO", "100"),
    ("12,OOO", "12,000"), ("35OML", "350ML"),
  ])
  func `the letter O among digits becomes a zero`(_ read: String, _ written: String) {
    #expect(PrintedZeros.restored(read) ?? read == written)
  }

  @Test(arguments: [
    "DO00123", "PO0012", "SO001234", "NO00123", "CO061", "TO014", "IO2", "50OFF", "5OFF", "10OZ", "H2O", "CO2", "O123",
    "OO7", ".O5", "POS036", "PROMO50", "AUTO1", "ZERO", "O", "100", "2O'CLOCK", "3ONLY", "합O0원", "ㅇO", "-O5", "",
  ])
  func `other words stay as they are`(_ word: String) {
    #expect(PrintedZeros.restored(word) == nil)
  }
}

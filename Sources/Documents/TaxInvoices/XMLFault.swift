/// Why a file of XML is not read: one sentence's end, after "the file is an electronic tax invoice, but".
package struct XMLFault: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The reason that an XML file was not read: one clause of a sentence about the electronic tax invoice.
package struct XMLFault: Error, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

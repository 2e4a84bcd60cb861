import Testing

@testable import Support

@Suite struct TemplateTests {
  @Test func `values are escaped, arrays repeat a part, and lines of marks alone are left out`() {
    let template = Template(
      """
      {{#pages}}
      <page{{#size}} size="{{size}}"{{/size}}>
        {{^words}}
        nothing
        {{/words}}
        {{#words}}
        {{.}} of {{title}}
        {{/words}}
      {{/pages}}
      {{&title}} {{lacking}}{{#no}}no{{/no}}.
      """
    ) { "[\($0)]" }
    let pages: [JSONValue] = [
      .object(["size": .integer(3), "words": .array(["one", "two"])]),
      .object(["words": .array([]), "title": "other"]),
    ]
    #expect(
      template.text(["pages": .array(pages), "title": "a {{b}}", "no": .boolean(false)]) == """
        <page size="3">
          [one] of [a {{b}}]
          [two] of [a {{b}}]
        <page>
          nothing
        a {{b}} .
        """)
  }
}

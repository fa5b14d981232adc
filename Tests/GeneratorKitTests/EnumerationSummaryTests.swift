import Testing

@testable import GeneratorKit

/// What specs say of the values of an enumeration.
@Suite struct EnumerationSummaryTests {
  @Test(arguments: [true, false]) func summariesAreComments(isOpen: Bool) throws {
    let (files, messages) = OwnTypeSpecs.generate(
      "",
      """
      endpoints: {get: {get: a, response: State}}
      schemas: {State: {open: \(isOpen), enum: {open: {summary: Can still be changed.}, shut: {name: closed, summary: Is final.}, lost: }}}
      """)
    #expect(messages.isEmpty)
    let text = try #require(files["Shop/A.swift"])
    let (opened, closed) =
      isOpen
      ? ("public static var open: Self {", "public static var closed: Self {")
      : ("case open\n", "case closed = \"shut\"\n")
    #expect(text.contains("  /// Can still be changed.\n  \(opened)"))
    #expect(text.contains("  /// Is final.\n  \(closed)"))
  }

  @Test func otherKeysAreReported() {
    let (_, messages) = OwnTypeSpecs.generate(
      "", "endpoints: {get: {get: a, response: {enum: {a: {description: x}}}}}\n")
    #expect(
      messages == ["error unknown-key: unknown key 'description' in a value of 'enum'; write 'summary'"])
  }
}

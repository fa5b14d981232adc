import APIModel
import Testing

/// Header fields of several responses.
@Suite struct ResponseHeaderTests {
  private func headers(_ first: String, _ second: String) throws -> (fields: [String], messages: [String]) {
    let (module, messages) = try readDocument(
      """
      paths:
        /a:
          get:
            responses:
              '200': {description: ok, headers: {\(first)}}
              '202': {description: later, headers: {\(second)}}

      """)
    let fields = module.endpoints.first?.headers.map { header in
      "\(header.name.text)\(header.isRequired ? "" : "?") \(header.statuses.map(\.lowerBound))"
    }
    return (fields ?? [], messages)
  }

  private let text = "{required: true, schema: {type: string}}"
  private let integer = "{required: true, schema: {type: integer}}"

  @Test func fieldsOfSomeResponsesAreOptional() throws {
    let (fields, messages) = try headers("X-A: \(text), X-B: \(text)", "X-B: \(text), Location: \(text)")
    #expect(fields == ["X-A? [200]", "X-B []", "Location? [202]"])
    #expect(messages == [])
  }

  @Test func fieldsOfSeveralTypesAreReported() throws {
    let union = "{schema: {oneOf: [{type: integer}, {type: boolean}]}}"
    let (fields, messages) = try headers("X-A: \(union), X-B: \(text)", "X-B: \(text)")
    #expect(fields == ["X-B []"])
    #expect(
      messages == [
        "7: the header 'X-A' of GET /a has one of several types, which isn't supported, so it is left out"
      ])
  }

  @Test func otherDescriptionsAreReported() throws {
    let (fields, messages) = try headers("X-A: \(integer)", "X-A: \(text)")
    #expect(fields == ["X-A []"])
    #expect(
      messages == [
        "8: the header 'X-A' is described differently for two responses, and read as the first one says"
      ])
  }

  @Test func caseDoesNotCount() throws {
    #expect(try headers("X-A: \(text)", "x-a: \(text)") == (["X-A []"], []))
    #expect(try headers("x-a: \(text)", "x-a: \(text)") == (["x-a []"], []))
    let (fields, messages) = try headers("X-A: \(text), x-a: \(text)", "X-A: \(text)")
    #expect(fields == ["X-A []"])
    #expect(
      messages == [
        "7: 'x-a' and 'X-A' are the same header, because case doesn't count, so this one is left out"
      ])
  }
}

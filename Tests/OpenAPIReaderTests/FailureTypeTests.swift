import APIModel
import Testing

/// Failures and messages that a document has in several JSON types, of which one is read.
@Suite struct FailureTypeTests {
  private let object = "{schema: {type: object, properties: {a: {type: string}}}}"
  private let other = "{schema: {type: object, properties: {b: {type: string}}}}"

  private func failures(_ content: String) throws -> (types: [[String]], messages: [String]) {
    let (module, messages) = try readDocument(
      "paths: {/a: {get: {responses: {'204': {description: ok}, '409': {description: no, content: {\(content)}}}}}}\n"
    )
    return (module.endpoints.first?.failures.map(\.listedTypes) ?? [], messages)
  }

  @Test(arguments: ["application/problem+json", "application/json;v=2"])
  func anotherFormIsLeftOutWithAWarning(type: String) throws {
    let (types, messages) = try failures("application/json: \(object), \(type): \(other)")
    #expect(types == [["application/json"]])
    #expect(
      messages == [
        "3: a failure is read in one form, and 'application/json' comes first, so '\(type)' is left out"
      ])
  }

  @Test func otherTypesOfTheSameFormAreRead() throws {
    let (types, messages) = try failures("application/json: \(object), application/problem+json: \(object)")
    #expect(types == [["application/json", "application/problem+json"]])
    #expect(messages == [])
  }

  @Test func otherFormsThanJSONAreNoted() throws {
    let (types, messages) = try failures("application/json: \(object), text/plain: {}, application/zip: {}")
    #expect(types == [["application/json"]])
    #expect(
      messages == [
        "3: a failure is read in one form, and 'application/json' comes first, so 'text/plain' is left out",
        "3: a failure is read in one form, and 'application/json' comes first, so 'application/zip' is left out",
      ])
    #expect(
      try failures("text/plain: {}, application/json: \(object)").messages == [
        "3: a failure is read in one form, and JSON is preferred, so 'text/plain' is left out"
      ])
    let stream = try failures("text/event-stream: {}")
    #expect(stream.types == [])
    #expect(
      stream.messages == [
        "3: a failure can't be a stream, so 'text/event-stream' is left out"
      ])
  }

  @Test func aMessageInSeveralFormsIsReported() throws {
    func messages(_ second: String) throws -> [String] {
      try readDocument(
        "webhooks: {a: {post: {requestBody: {content: {application/json;v=1: \(object), application/json;v=2: \(second)}}}}}\n"
      ).messages
    }
    #expect(
      try messages(other) == [
        "3: the message 'a' is read in one form, and 'application/json;v=1' comes first, so 'application/json;v=2' is left out"
      ])
    #expect(try messages(object) == [])
  }
}

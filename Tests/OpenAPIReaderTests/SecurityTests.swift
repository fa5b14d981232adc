import APIModel
import Testing

/// Which credentials operations need.
@Suite struct SecurityTests {
  /// Only an empty object means that a call needs no credentials: a mistake must not take them away.
  @Test(arguments: ["[key]", "{key: []}", "key", "[null]"])
  func mistakesDoNotTakeCredentialsAway(security: String) throws {
    let (module, messages) = try readDocument(
      """
      security: [{key: []}]
      paths:
        /a: {get: {operationId: a, security: \(security), responses: {'200': {description: ok}}}}
      components: {securitySchemes: {key: {type: apiKey, in: query, name: k}}}
      """)
    let needed = try #require(module.endpoints.first).policies.authentication
    guard case .credentials(let alternatives) = needed else {
      Issue.record("the call is sent with \(String(describing: needed))")
      return
    }
    #expect(alternatives.map { $0.map(\.name.text) } == [["key"]])
    #expect(messages.count == 1)
  }

  @Test func aMistakeIsNoAlternative() throws {
    let (module, messages) = try readDocument(
      """
      paths:
        /a: {get: {operationId: a, security: [{key: []}, nokey], responses: {'200': {description: ok}}}}
      components: {securitySchemes: {key: {type: apiKey, in: query, name: k}}}
      """)
    guard case .credentials(let alternatives) = module.endpoints.first?.policies.authentication else {
      Issue.record("no credentials")
      return
    }
    #expect(alternatives.map { $0.map(\.name.text) } == [["key"]])
    #expect(messages.first?.contains("expected an object with names of credentials") == true)
  }
}

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

  /// FastAPI writes `token`. Paths begin at the host of the client's server.
  @Test(arguments: [
    ("[{url: /}]", "token", "/token"), ("[{url: /api/v1}]", "token", "/api/v1/token"),
    ("[{url: 'https://a.example.com/api/v1/'}]", "./auth/token/", "/api/v1/auth/token/"),
    ("[{url: 'https://a.example.com/api/v1'}]", "../token", "/api/token"),
    ("[{url: 'https://a.example.com'}]", "/token", "/token"),
    ("[{url: 'https://a.example.com'}]", "to ken", nil),
    ("[{url: 'https://a.example.com'}]", "token?a=1", nil),
    ("[{url: 'https://a.example.com'}]", "mailto:token", nil),
  ])
  func relativeAddressesOfTokensAreAtTheServer(servers: String, address: String, path: String?) throws {
    let (module, messages) = try readDocument(
      """
      servers: \(servers)
      security: [{o: []}]
      paths: {/a: {get: {operationId: a, responses: {'204': {description: ok}}}}}
      components: {securitySchemes: {o: {type: oauth2, flows: {password: {tokenUrl: '\(address)', scopes: {}}}}}}

      """)
    guard case .oauth2(let flows)? = module.credentials.first?.scheme else {
      Issue.record("no credential: \(module.credentials)")
      return
    }
    #expect(flows.tokenURL == path)
    let notes = messages.filter { $0.hasPrefix("6:") }
    #expect(
      path == nil
        ? notes.count == 1 && notes[0].hasSuffix("so it is left out")
        : notes
          == (address == path
            ? []
            : ["6: '\(address)' is relative, so it is '\(path ?? "")' at the host of the client's server"]))
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

import APIModel
import Testing

@Suite struct ServerTests {
  @Test func readsPortsSchemesAndPathsInVariables() throws {
    let (module, messages) = try readDocument(
      """
      servers:
        - {url: 'https://{user}.a.example:{port}/{v}', variables: {user: {default: demo}, port: {enum: ['8443', '443'], default: '8443'}, v: {default: v2}}}
        - {url: '{scheme}://{host}/api/v3', variables: {scheme: {default: http, enum: [http, https]}, host: {default: git.example}}}
        - {url: 'https://d.example{base}', variables: {base: {default: /v1}}}
      paths: {}
      """)
    #expect(
      module.servers.map(\.url) == [
        "https://{user}.a.example:{port}/{v}/", "http://{host}/api/v3/", "https://d.example{base}/",
      ])
    #expect(
      module.servers.map { $0.variables.map(\.name.text) } == [["user", "port", "v"], ["host"], ["base"]])
    #expect(messages == ["5: the scheme of a server can't be chosen, so '{scheme}' is always 'http'"])
  }

  @Test(arguments: [
    ("'https://{host}.example'", "{}", "has no variable 'host'"),
    ("'https://a.example:{p}x'", "{p: {default: x}}", "has a port that isn't a number from 1 to 65535"),
    ("'{s}://a.example'", "{s: {default: ftp}}", "must begin with https:// or http://"),
  ])
  func leavesOutServers(url: String, variables: String, problem: String) throws {
    let (module, messages) = try readDocument(
      "servers: [{url: \(url), variables: \(variables)}]\npaths: {}\n")
    #expect(module.servers.isEmpty)
    #expect(messages.count == 1 && messages[0].hasPrefix("3: the server ") && messages[0].contains(problem))
  }

  @Test func listsValuesOfVariablesOnce() throws {
    let (module, messages) = try readDocument(
      """
      servers:
        - url: https://{site}
          variables: {site: {default: eu.example.com, enum: [eu.example.com, uk.example.com, uk.example.com]}}
      paths: {}
      """)
    #expect(
      module.servers.first?.variables.first?.values.map(\.text) == ["eu.example.com", "uk.example.com"])
    #expect(messages == ["5: 'uk.example.com' is listed twice"])
  }
}

import MockServer
import Testing

/// The paths at which the server has endpoints whose URL is a parameter.
@Suite struct MountTests {
  private static func specs(_ path: String) -> String {
    """
    wgnapi: 1
    module: {servers: {main: https://shop.example.com/}}
    endpoints:
      sendFile: {put: "{url}", parameters: {url: {type: uri, in: url}}, body: {bytes: image/png}, response: empty}
      other: {put: \(path), body: {text: text/plain}, response: empty}
    """
  }

  @Test(arguments: [("-/sendFile", 1), ("-/{name}", 1), ("-/other", 0), ("files", 0)])
  func pathsThatAreAlsoTheServersAreMentioned(_ path: String, _ count: Int) throws {
    let parameters = path.contains("{") ? "\"\(path)\", parameters: {name: string}" : "\"\(path)\""
    let server = try MockServer(specs: Self.specs(parameters))
    #expect(server.warnings.count == count, "\(server.warnings)")
    #expect(server.warnings.allSatisfy { $0.contains("'other' is also '/-/sendFile'") })
  }

  /// Of two endpoints with one path, a request is for the one that accepts it.
  @Test func bothEndpointsAnswer() throws {
    let server = try MockServer(specs: Self.specs("-/sendFile"))
    #expect(server.send("PUT", "/-/sendFile", "image/png", "x").problem == nil)
    #expect(server.send("PUT", "/-/sendFile", "text/plain", "x").problem == nil)
  }

  /// Clients need the paths of the other servers, too.
  @Test func otherServersHavePaths() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module:
          servers: {main: https://wiki.example/w/}
          otherServers:
            stream: https://stream.wiki.example/v2/
            files: {urls: {main: https://files.wiki.example/}}
            unused: https://unused.wiki.example/
        endpoints:
          pages: {get: pages, response: empty}
          stream: {get: stream, server: stream, response: empty}
          file: {get: file, server: files, response: empty}
        """)
    #expect(
      server.otherServers.map { "\($0.module) \($0.name) \($0.path)" } == ["Shop stream /v2", "Shop files "])
    #expect(server.get("/v2/stream").problem == nil)
  }
}

import APIModel
import Testing

/// Paths and streams of endpoints.
@Suite struct EndpointTests {
  /// A URL can't have letters beyond ASCII or brackets. Escapes stay.
  @Test func pathsAreEncoded() throws {
    let module = try readModule(
      "  basePath: база\n",
      """
      endpoints:
        a: {get: "naïve/{id}/a[b]/caf%C3%A9", parameters: {id: string}, response: empty}
      """)
    #expect(module.basePath == "%D0%B1%D0%B0%D0%B7%D0%B0/")
    #expect(module.endpoints.map(\.path.text) == ["na%C3%AFve/{id}/a%5Bb%5D/caf%C3%A9"])
  }

  @Test func streamsOfTextAndOptionalEnds() throws {
    let module = try readModule(
      "",
      """
      endpoints:
        a: {get: a, response: {lines: text}}
        b: {get: b, response: {events: text, "until?": end}}
        c: {get: c, response: {events: integer, until: end}}
      """)
    let responses = module.endpoints.flatMap(\.responses)
    #expect(responses.map(\.mayLackEnd) == [false, true, false])
    guard case .stream(.textLines, _)? = responses.first?.payload else {
      Issue.record("no lines of text: \(responses)")
      return
    }
    #expect(responses[0].payload.schemas == [])
  }
}

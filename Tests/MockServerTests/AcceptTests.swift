import APIModel
import MockServer
import SwiftEmitter
import Testing

/// The media types that clients accept, and constants in their place: the server expects what clients send.
@Suite struct AcceptTests {
  private static let specs = """
    wgnapi: 1
    module:
      servers: {main: https://depot.example/}
      headers: {Accept: application/vnd.depot+json}
    endpoints:
      plain: {get: plain, response: Item}
      failing: {get: failing, failures: {404: {bytes: application/x-protobuf, codec: Problem}}, response: Item}
      typed: {get: typed, response: {application/vnd.item+json: Item}}
      several: {get: several, response: {application/json: Item, text/csv: text}}
      picture: {get: picture, response: {bytes: image/png}}
      events: {get: events, response: {events: Item}}
      own: {get: own, headers: {Accept: image/webp}, response: {bytes: image/webp}}
      given: {get: given, parameters: {Accept?: {type: string, in: header}}, response: Item}
    schemas: {Item: {properties: {id: integer}}}
    """

  @Test(arguments: [
    ("plain", "application/vnd.depot+json", "application/json"),
    ("failing", "application/vnd.depot+json", "application/json"),
    // Other types are accepted, so the module's isn't sent.
    ("several", "application/json, text/csv", nil),
    ("typed", "application/vnd.item+json", nil), ("picture", "image/png", nil),
    ("events", "text/event-stream", nil),
    // An endpoint's own is always sent, whatever the response is.
    ("own", "image/webp", "image/*"),
    // A parameter overrides it, if it has a value.
    ("given", "application/vnd.depot+json", nil), ("given", "text/json", nil),
  ])
  func clientsAreUnderstood(_ name: String, _ sent: String, _ refused: String?) throws {
    let server = try MockServer(specs: Self.specs)
    let response = server.get("/\(name)", ["Accept": sent])
    #expect(response.status == 200, "\(response.text)")
    #expect(response.problem == nil)
    guard let refused else { return }
    #expect(
      server.get("/\(name)", ["Accept": refused]).problem == "header 'Accept': must be '\(sent)'")
    #expect(server.get("/\(name)").problem == "header 'Accept': is missing: it is always '\(sent)'")
  }

  @Test func aParameterWithoutAValueOverridesNothing() throws {
    let server = try MockServer(specs: Self.specs)
    #expect(
      server.get("/given").problem
        == "header 'Accept': is missing: it is always 'application/vnd.depot+json'")
  }

  /// A weight that is no number between 0 and 1 says nothing.
  @Test func weightsAreNumbers() throws {
    let server = try MockServer(specs: Self.specs)
    for weight in ["nan", "inf", "-1", "2"] {
      #expect(server.get("/picture", ["Accept": "image/png;q=\(weight)"]).status == 200)
    }
  }
}

/// Streams of events with names.
@Suite struct EventNameResponseTests {
  @Test func otherEventsHaveAnotherName() throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://news.example/}}
        endpoints:
          news: {get: news, response: {events: {update: {properties: {id: integer}}, other: text, "*": any}}}
          texts: {get: texts, response: {events: text}}
        """)
    let accepted = ["Accept": "text/event-stream"]
    let news = server.get("/news", accepted).pieces.map { String(decoding: $0, as: UTF8.self) }
    #expect(news.count == 3)
    #expect(news[0].hasPrefix("event: update\ndata: {\"id\":"))
    #expect(news[1] == "event: other\ndata: text\n\n")
    // Without a name, it would be an event called `message`.
    #expect(news[2].hasPrefix("event: other2\ndata: "))
    #expect(server.get("/texts", accepted).text == "data: text\n\n")
  }
}

/// Payloads that are the rest of an envelope's object.
@Suite struct FlatResponseTests {
  @Test(arguments: [
    ("any", #"{"ok":true,"key":"text"}"#), ("Choice", #"{"ok":true,"id":2}"#),
    ("\"{integer}\"", #"{"ok":true,"key":1}"#),
  ])
  func theRestIsAnObject(_ response: String, _ expected: String) throws {
    let server = try MockServer(
      specs: """
        wgnapi: 1
        module: {servers: {main: https://flat.example/}, envelope: flat}
        endpoints: {anything: {get: anything, response: \(response)}}
        envelopes:
          flat: {properties: {ok: boolean, error?: string}, payload: rest, failure: {when: {ok: false}, code: error}}
        schemas:
          Item: {properties: {id: integer}}
          Choice: {oneOf: [string, Item]}
        """)
    #expect(server.get("/anything").text == expected)
  }
}

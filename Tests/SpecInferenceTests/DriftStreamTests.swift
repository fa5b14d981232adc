import Testing

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

/// The elements of streams, compared with what the spec says of them.
struct DriftStreamTests {
  private static let spec = DriftingSpec(files: [
    "Shop/module.yaml": """
    wgnapi: 1
    module: {servers: {main: {url: "https://api.example.com/"}}}
    endpoints:
      sales: {get: sales, response: {events: Sale, until: "[DONE]"}}
      changes: {get: changes, response: {events: {added: Sale, note: text}}}
      export: {get: export, response: {lines: Sale}}
      numbers: {get: numbers, response: {sequence: Sale}}
      file: {get: file, response: {stream: bytes}}
    schemas:
      Sale:
        properties:
          book: integer
          state: {enum: [open, paid]}
    """
  ])

  private func drift(_ path: String, _ text: String, _ type: String, status: Int = 200) throws -> [String] {
    var har = HAR()
    har.add("https://api.example.com/\(path)", status: status, text: text, type: type)
    return try Self.spec.drift(har).drift.map { "\($0.label): \($0.message): \($0.share)" }
  }

  private static let good = #"{"book":1,"state":"open"}"#
  private static let bad = #"{"book":null,"state":"lost","price":2}"#
  private static let found = [
    "Sale.book: null: 1 of 2", "Sale.state: new value: 'lost' (1): 1 of 2", "Sale: new key 'price': 1 of 2",
  ]

  @Test func eventsAreCompared() throws {
    let events = "data: \(Self.good)\n\n: ping\n\ndata: \(Self.bad)\n\ndata: [DONE]\n\ndata: ignored\n\n"
    #expect(try drift("sales", events, "text/event-stream").sorted() == Self.found)
    #expect(try drift("sales", "data: \(Self.good)\n\ndata: {\"bo", "text/event-stream") == [])
    #expect(
      try drift("sales", "data: {oops}\n\n", "text/event-stream") == ["sales()[]: not JSON: 1 of 1"])
  }

  @Test func eventsHaveTypes() throws {
    let events =
      "event: added\ndata: \(Self.bad)\n\nevent: added\ndata: \(Self.good)\n\nevent: note\ndata: x\n\nevent: gone\ndata: 1\n\n"
    #expect(
      try drift("changes", events, "text/event-stream").sorted()
        == (Self.found + ["changes: new type of events 'gone': 1 of 4"]).sorted())
  }

  @Test func linesAndSequencesAreCompared() throws {
    for type in ["application/x-ndjson", "application/jsonl", "text/plain"] {
      #expect(try drift("export", "\(Self.good)\n\(Self.bad)\n", type).sorted() == Self.found, "\(type)")
      // The last line was cut off.
      #expect(try drift("export", "\(Self.good)\n{\"boo", type) == [], "\(type)")
    }
    let sequence = "\u{1E}\(Self.good)\n\u{1E}\(Self.bad)\n"
    #expect(try drift("numbers", sequence, "application/json-seq").sorted() == Self.found)
  }

  @Test func whatIsNoStreamIsNotCompared() throws {
    #expect(try drift("file", "x", "application/octet-stream") == [])
    #expect(try drift("export", "{\n  \"error\": 1\n}", "application/json") == [])
  }

  /// Clients refuse other media types than that of events.
  @Test func otherTypesThanThatOfEventsAreReported() throws {
    #expect(
      try drift("sales", Self.good, "application/json") == [
        "sales: the media type 'application/json', and the spec describes text/event-stream: 1 of 1"
      ])
    #expect(
      try drift("sales", #"{"error":"none"}"#, "application/json") == [
        "sales(): responses say that something went wrong, which no envelope describes: 1 of 1"
      ])
  }

  @Test func editsOfElementsAreMade() throws {
    var spec = Self.spec
    var har = HAR()
    har.add(
      "https://api.example.com/export", text: "\(Self.good)\n\(Self.bad)\n", type: "application/x-ndjson")
    var report = try spec.drift(har)
    spec.fix(&report)
    #expect(report.drift.isEmpty, "\(report.drift.map(\.message))")
    #expect(spec.files["Shop/module.yaml"]?.contains("price?: integer") == true)
    #expect(try spec.drift(har).drift.isEmpty)
  }
}

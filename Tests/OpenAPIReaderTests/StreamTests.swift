import APIModel
import Testing

/// Streams: what their elements are, and what ends them.
@Suite struct StreamTests {
  private static let components = """
    components:
      schemas:
        Tick: {type: object, required: [n], properties: {n: {type: integer}}}
        Stop: {type: object, required: [why], properties: {why: {type: string}}}
        Either: {oneOf: [{$ref: '#/components/schemas/Tick'}, {$ref: '#/components/schemas/Stop'}]}
        Words: {type: string}
        Event:
          type: object
          properties: {id: {type: string}, event: {type: string}, retry: {type: integer}, data: {$ref: '#/components/schemas/Tick'}}

    """

  private func read(_ content: String, version: String = "3.2.0") throws -> (Endpoint.Response, [String]) {
    var content = content
    for name in ["Tick", "Stop", "Either", "Words", "Event"] {
      content = content.replacing("$\(name)", with: "{$ref: '#/components/schemas/\(name)'}")
    }
    let (module, messages) = try readDocument(
      "paths:\n  /a: {get: {operationId: a, responses: {'200': {content: {\(content)}}}}}\n"
        + Self.components,
      version: version)
    return (try #require(module.endpoints.first?.responses.first), messages)
  }

  private func words(_ schema: Schema) -> String {
    if let name = schema.reference?.text { return name }
    let alternatives = schema.oneOf + schema.anyOf
    if !alternatives.isEmpty { return alternatives.map(words).joined(separator: "|") }
    return schema == Schema(span: schema.span) ? "any" : schema.types.map(\.rawValue).joined(separator: "+")
  }

  private func words(_ content: EventTypes.Content) -> String {
    switch content {
    case .json(let schema): words(schema)
    case .text: "text"
    case .empty: "empty"
    }
  }

  private func words(_ response: Endpoint.Response) -> String {
    var text: String
    switch response.payload {
    case .stream(.events, let schema): text = "events \(words(schema))"
    case .stream(.lines, let schema): text = "lines \(words(schema))"
    case .stream(.textLines, _): text = "lines text"
    case .stream(.sequence, let schema): text = "sequence \(words(schema))"
    case .events(let types):
      var all = types.types.map { "\($0.name.text): \(words($0.content))" }
      if let others = types.others { all.append(types.types.isEmpty ? words(others) : "*: \(words(others))") }
      text = "events \(all.joined(separator: ", "))"
    default: text = "\(response.payload)"
    }
    if let end = response.payload.endOfEvents {
      text += "\(response.mayLackEnd ? " may end" : " ends") with \(end)"
    }
    return text
  }

  private static let json = "contentMediaType: application/json, contentSchema:"

  @Test(arguments: [
    // The data, before OpenAPI 3.2.
    ("text/event-stream: {schema: $Tick}", "events Tick"),
    ("text/event-stream: {}", "events text"),
    ("text/event-stream: {schema: {}}", "events text"),
    ("text/event-stream: {schema: {type: string}}", "events text"),
    ("text/event-stream: {schema: $Words}", "events text"),
    ("text/event-stream: {schema: {type: string, \(json) $Tick}}", "events Tick"),
    ("text/event-stream: {schema: {type: array, items: $Tick}}", "events Tick"),
    ("text/event-stream: {schema: {type: array, items: {type: string}}}", "events text"),
    ("text/event-stream: {schema: {type: array, format: event-stream, items: $Event}}", "events Tick"),
    ("text/event-stream: {schema: $Event}", "events Tick"),
    (
      "text/event-stream: {schema: {type: object, properties: {event: {type: string}, data: $Tick}}}",
      "events object"
    ),
    (
      "text/event-stream: {schema: {oneOf: [$Tick, {type: string, const: '[DONE]'}]}}",
      "events Tick may end with [DONE]"
    ),
    ("text/event-stream: {schema: $Either}", "events Either"),
    // Events as objects.
    ("text/event-stream: {itemSchema: $Either}", "events Either"),
    ("text/event-stream: {itemSchema: {properties: {data: {type: string}}}}", "events text"),
    (
      "text/event-stream: {itemSchema: {properties: {data: {type: string, \(json) $Tick}, id: {type: string}}}}",
      "events Tick"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {data: {type: string, contentMediaType: text/csv}}}}",
      "events text"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {data: {type: string, contentMediaType: application/json}}}}",
      "events any"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {data: $Either, event: {type: string}}}}", "events Either"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {data: $Either, event: {enum: [tick, stop]}}}}",
      "events tick: Tick, stop: Stop"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {data: $Tick, event: {enum: [tick, tock]}}}}",
      "events Tick"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {data: {type: string}}, oneOf: [{properties: {data: {\(json) $Tick}}}, {properties: {data: {const: '[DONE]'}}}]}}",
      "events Tick may end with [DONE]"
    ),
    (
      "text/event-stream: {itemSchema: {properties: {event: {type: string}, data: {type: string}}, oneOf: [{properties: {event: {const: words}}}, {properties: {event: {const: count}, data: {format: int64}}}, {properties: {event: {const: tick}, data: {\(json) $Tick}}}, {properties: {data: {\(json) $Stop}}}]}}",
      "events words: text, count: integer, tick: Tick, *: Stop"
    ),
    (
      "text/event-stream: {itemSchema: {anyOf: [{properties: {event: {const: ping}}}, {properties: {event: {const: tick}, data: $Tick}}, {properties: {event: {const: tick}, data: $Stop}}]}}",
      "events ping: empty, tick: Tick|Stop"
    ),
    (
      "text/event-stream: {itemSchema: {oneOf: [{properties: {data: {\(json) $Tick}}}, {properties: {data: {\(json) $Stop}}}]}}",
      "events Tick|Stop"
    ),
    ("application/x-ndjson: {schema: $Tick}", "lines Tick"),
    ("application/x-ndjson: {schema: {type: array, items: $Tick}}", "lines Tick"),
    ("application/jsonl: {itemSchema: {type: array, items: $Tick}}", "lines array"),
    ("application/jsonl: {itemSchema: $Either}", "lines Either"),
    ("application/x-ndjson: {schema: {type: string}}", "lines text"),
    ("application/x-ndjson: {itemSchema: $Words}", "lines text"),
    ("application/x-ndjson: {schema: {type: string, \(json) $Tick}}", "lines Tick"),
    ("application/x-ndjson: {}", "lines any"),
    ("application/json-seq: {schema: {type: array, items: $Tick}}", "sequence Tick"),
  ])
  func elements(content: String, expected: String) throws {
    let (response, messages) = try read(content)
    #expect(words(response) == expected)
    #expect(messages == [])
  }

  @Test func tellsThatDataIsReadAsText() throws {
    let (response, messages) = try read(
      "text/event-stream: {itemSchema: {oneOf: [{properties: {data: {type: string}}}, {properties: {data: $Stop}}]}}"
    )
    #expect(words(response) == "events text")
    #expect(messages.count == 1)
    #expect(messages.first?.contains("nothing tells which, so it is read as text") == true)
  }

  /// An example of a whole stream tells that lines are JSON, and is one of each line.
  @Test(arguments: [
    (#"schema: {type: string, example: "{\"a\": 1}\n{\"a\": 2}\n"}"#, "lines any", 0),
    (#"schema: {type: string}, example: "{\"a\": 1}\n{\"a\": 2}\n""#, "lines any", 2),
    (#"schema: {type: string}, examples: {two: {value: "[1]\n[2]"}}"#, "lines any", 2),
    (#"schema: {type: string}, example: "one\ntwo\n""#, "lines text", 2),
    (
      #"schema: {type: array, items: {type: object, properties: {a: {type: integer}}}}, example: [{a: 1}, {a: 2}, {a: 3}]"#,
      "lines object", 3
    ),
  ])
  func examplesOfLines(content: String, expected: String, count: Int) throws {
    let (response, messages) = try read("application/x-ndjson: {\(content)}")
    #expect(words(response) == expected)
    #expect(response.examples.count == count)
    #expect(messages == [])
  }

  /// Only the streams of an operation that says so end with an event, and even these may end without it.
  @Test func endsOnlyStreamsThatSaySo() throws {
    let stream =
      "responses: {'200': {content: {text/event-stream: {schema: {$ref: '#/components/schemas/Tick'}}}}}"
    let (module, _) = try readDocument(
      """
      paths:
        /a: {get: {operationId: says, description: 'Until `[DONE]`.', \(stream)}}
        /b: {get: {operationId: other, \(stream)}}
        /c: {post: {operationId: body, requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Ask'}}}}, \(stream)}}
        /d: {get: {operationId: last, \(stream)}}
      components:
        schemas:
          Tick: {type: object, properties: {n: {type: integer}, again: {$ref: '#/components/schemas/Tick'}}}
          Ask: {type: object, properties: {stream: {type: boolean, description: 'Events, and then data: [DONE].'}}}
      """)
    #expect(
      module.endpoints.flatMap(\.responses).map(words) == [
        "events Tick may end with [DONE]", "events Tick", "events Tick may end with [DONE]", "events Tick",
      ])
  }
}

extension Endpoint.Response.Payload {
  fileprivate var endOfEvents: String? {
    switch self {
    case .stream(.events(let end), _): end
    case .events(let types): types.end
    default: nil
    }
  }
}

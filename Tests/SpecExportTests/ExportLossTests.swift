import Diagnostics
import SpecExport
import Testing

/// What other tools don't know of a spec is said, once for each kind, at its place.
@Suite struct ExportLossTests {
  struct Loss: CustomTestStringConvertible, Sendable {
    var endpoint = "item: {get: item, response: Item}"
    var schema = "properties: {id: integer}"
    var module = ""
    var rest = ""
    var version = OpenAPIVersion.v31
    /// What the only warning begins with; nil for none.
    var message: String?

    var testDescription: String { message ?? "nothing is lost" }

    var spec: ExportedSpec {
      ExportedSpec(
        """
        wgnapi: 1
        module: {servers: {main: "https://api.example.com/"}\(module)}
        endpoints:
          \(endpoint)
        schemas:
          Item: {\(schema)}
        \(rest)
        """)
    }
  }

  private static let novelty = "OpenAPI 3.0 has no"

  private static let losses: [Loss] = [
    Loss(message: nil),
    Loss(
      endpoint: "item: {get: item, response: Item, envelope: wrapped}",
      rest: "envelopes: {wrapped: {properties: {ok: boolean, data?: payload, error?: string}, "
        + "failure: {when: {ok: false}, code: error}}}",
      message: "OpenAPI can't say when a response reports failure"),
    Loss(
      endpoint: "item: {get: item, response: {lines: Item}}",
      message: "OpenAPI 3.1 has no streams, so other tools take the elements of 'item'"),
    Loss(
      endpoint: "item: {get: item, response: {events: Item}}", version: .v30,
      message: "OpenAPI 3.0 has no streams"),
    Loss(
      module: ", headers: {Accept: application/vnd.example+json}",
      message: "OpenAPI leaves the header field 'Accept' to tools"),
    Loss(module: ", headers: {Accept: application/json}", message: nil),
    Loss(
      endpoint: "item: {post: item, response: Item, idempotencyKey: {header: Request-Key}}",
      message:
        "OpenAPI can't say that clients make a key for each request, so other tools don't send 'Request-Key'"),
    Loss(
      endpoint: "item: {post: item, response: Item, body: {form: Filter}}",
      rest: "  Filter: {properties: {tags: \"[string]\", from: {properties: {lowest: integer}}}}",
      message: "OpenAPI doesn't say how lists and objects in forms are named"),
    Loss(
      endpoint: "item: {post: item, response: Item, body: {form: Filter}}",
      rest: "  Filter: {properties: {lowest: integer, from?: Item}}",
      message: "OpenAPI doesn't say how lists and objects in forms are named"),
    Loss(
      endpoint: "item: {post: item, response: Item, body: {form: Filter}}",
      rest: "  Filter: {properties: {lowest: integer, word?: {enum: [a, b], open: false}}}", message: nil),
    Loss(
      endpoint: "item: {get: item, response: Item, parameters: {filter: {type: Filter, style: deepObject}}}",
      rest: "  Filter: {properties: {tags: \"[string]\"}}",
      message: "OpenAPI doesn't say how lists and objects in 'filter' are named"),
    Loss(
      endpoint:
        "item: {get: item, response: Item, parameters: {ids: {type: \"[integer]\", in: header, separator: \"|\"}}}",
      message: "OpenAPI has no lists with '|' between their elements"),
    Loss(
      endpoint:
        "item: {post: item, response: Item, parameters: {ids: {type: \"[integer]\", separator: \";\"}}}",
      message: "OpenAPI has no lists with ';' between their elements"),
    Loss(
      endpoint:
        "item: {post: item, response: Item, parameters: {ids: {type: \"[integer]\", separator: \"|\"}}}",
      message: nil),
    Loss(
      endpoint: """
        item: {get: "items/{id}", parameters: {id: integer}, response: Item}
          change: {put: "items/{item}", parameters: {item: integer}, response: Item}
        """,
      message: "OpenAPI takes 'items/{id}' and 'items/{item}' for the same path"),
    Loss(
      module: ", credentials: {user: {scheme: oauth2, tokenURL: \"https://example.com/token\", "
        + "deviceURL: \"https://example.com/device\"}}, authentication: user",
      message: "OpenAPI 3.1 has no flow of OAuth 2 for devices"),
    Loss(
      module: ", webhooks: {event: {header: X-Event}}", rest: "webhooks: {added: Item}",
      message: "OpenAPI can't say where the name of an event is"),
    Loss(
      schema: "properties: {id: {type: \"integer?\", lenient: [emptyAsNull]}}",
      message: "other tools refuse an empty text in place of another value"),
    Loss(
      schema: "properties: {ids: {type: \"[integer]\", lenient: [singleAsList]}}",
      message: "other tools know no type where 'singleAsList' allows an element in place of a list"),
    Loss(schema: "properties: {state: {enum: [a, b], open: false}}", message: nil),
    Loss(
      schema: "properties: {pair: {prefixItems: [integer, string]}}", version: .v30,
      message: "\(novelty) tuples, so other tools accept more than the spec"),
    Loss(schema: "properties: {pair: {prefixItems: [integer, string]}}", message: nil),
    Loss(
      schema: "additionalProperties: integer, keys: date", version: .v30,
      message: "\(novelty) types of a map's keys"),
    Loss(
      schema: "patternProperties: {\"^a\": integer}, additionalProperties: false", version: .v30,
      message: "\(novelty) 'patternProperties'"),
    Loss(
      schema: "properties: {a?: integer, b?: integer}, dependentRequired: {a: [b]}", version: .v30,
      message: "\(novelty) 'dependentRequired'"),
    Loss(
      schema: "properties: {a?: integer, b?: integer}, if: {required: [a]}, then: {required: [b]}",
      version: .v30,
      message: "\(novelty) 'if'"),
    Loss(
      schema: "properties: {ids: {type: \"[integer]\", contains: {const: 1}}}", version: .v30,
      message: "\(novelty) 'contains'"),
  ]

  @Test(arguments: losses)
  func lossesAreWarnedOf(_ loss: Loss) throws {
    var options = ExportOptions()
    options.version = loss.version
    let spec = loss.spec
    var sink = DiagnosticSink()
    let texts = exportOpenAPI(spec.specs, options: options, into: &sink)
    let warnings = sink.diagnostics.filter { $0.severity != .note }
    if let message = loss.message {
      #expect(
        warnings.count == 1 && warnings[0].message.hasPrefix(message), "\(sink.diagnostics.map(\.message))")
      #expect(warnings.first?.id == .leftOut && warnings.first?.span?.isUnknown == false)
    } else {
      #expect(warnings.isEmpty, "\(warnings.map(\.message))")
    }
    // What is lost to others isn't lost to the generator.
    let read = ExportedSpec.code(of: try ExportedSpec.read(try #require(texts.first?.text)))
    #expect(read.diagnostics.filter { $0.severity == .error } == [])
    #expect(read.lines == spec.code())
  }

  /// Each kind is reported once, at its first place.
  @Test func lossesOfSchemasAreReportedOnce() {
    let spec = Loss(
      schema: "properties: {a: {prefixItems: [integer, string]}, b: {prefixItems: [integer, string]}}",
      version: .v30
    ).spec
    var options = ExportOptions()
    options.version = .v30
    var sink = DiagnosticSink()
    _ = exportOpenAPI(spec.specs, options: options, into: &sink)
    #expect(sink.diagnostics.count == 1)
  }

  @Test func openEnumerationsAreNoted() {
    let spec = Loss(schema: "properties: {state: {enum: [a, b]}}").spec
    var sink = DiagnosticSink()
    _ = exportOpenAPI(spec.specs, into: &sink)
    #expect(sink.diagnostics.map(\.severity) == [.note])
    #expect(
      sink.diagnostics.first?.message.hasPrefix("OpenAPI has no open enumerations: values that 'Item'")
        == true)
  }

  /// What isn't in a document isn't lost there.
  @Test func onlyWrittenTypesAreNoted() {
    let spec = Loss(schema: "properties: {state: State}", rest: "  State: {enum: [a, b]}\n  ID: integer").spec
    for (type, count) in [(nil, 1), ("Item", 1), ("ID", 0)] as [(String?, Int)] {
      var sink = DiagnosticSink()
      _ = exportJSONSchema(spec.specs, type: type, into: &sink)
      #expect(sink.diagnostics.filter { $0.severity == .note }.count == count, "\(type ?? "all")")
    }
  }

  /// Tools that take only schemas as `items` read tuples, too, also those with a maximum of their own.
  @Test(
    arguments: ["minItems: 1", "minItems: 1, maxItems: 2", "minItems: 1, maxItems: 5, items: false"],
    [OpenAPIVersion.v31, .v30])
  func tuplesHaveAMaximum(_ limits: String, _ version: OpenAPIVersion) throws {
    let spec = Loss(
      schema: "properties: {pair: {prefixItems: [integer, string], \(limits)}}", version: version
    ).spec
    var options = ExportOptions()
    options.version = version
    let text = try spec.document(options).text
    #expect(text.contains("minItems: 1") && !text.contains("items: false"), "\(text)")
    #expect(text.ranges(of: "maxItems: ").count == 1 && text.contains("maxItems: 2"), "\(text)")
    #expect(ExportedSpec.code(of: try ExportedSpec.read(text)).lines == spec.code(), "\(text)")
  }

  /// Where a list may have more elements than `prefixItems`, nothing limits them.
  @Test func firstElementsHaveNoMaximum() throws {
    let spec = Loss(
      schema: "properties: {a: {type: [array, string], prefixItems: [integer]}, "
        + "b: {type: \"[integer]\", not: {prefixItems: [{const: 1}]}}}"
    ).spec
    let text = try spec.document().text
    #expect(text.contains("prefixItems: [{type: integer, const: 1}]"))
    for word in ["minItems", "maxItems", "items: false"] { #expect(!text.contains(word), "\(text)") }
    #expect(ExportedSpec.code(of: try ExportedSpec.read(text)).lines == spec.code(), "\(text)")
  }

  /// What every other status means is said by the endpoint, so its module's failures aren't.
  @Test func failuresThatDoNotApplyAreNotWritten() throws {
    let spec = Loss(
      endpoint:
        "item: {get: item, responses: {200: Item, default: text}}\n  other: {get: other, response: Item}",
      schema: "properties: {id: integer}", module: ", failures: {4XX: Item}"
    ).spec
    let text = try spec.document().text
    #expect(text.ranges(of: "4XX: {$ref").count == 1 || text.ranges(of: "4XX:\n").count == 1, "\(text)")
    #expect(ExportedSpec.code(of: try ExportedSpec.read(text)).lines == spec.code(), "\(text)")
  }

  /// Without its elements, `not` would refuse all lists.
  @Test func refusalsThatOpenAPI30CannotSay() throws {
    let spec = Loss(
      schema: "properties: {a: {type: \"[integer]\", not: {prefixItems: [{const: 1}]}}, "
        + "b: {type: integer, not: {const: 1}}}", version: .v30
    ).spec
    var options = ExportOptions()
    options.version = .v30
    let text = try spec.document(options).text
    #expect(text.contains("items: {type: integer}\n        b:"), "\(text)")
    #expect(text.contains("not:\n            type: integer\n            enum: [1]"), "\(text)")
    #expect(ExportedSpec.code(of: try ExportedSpec.read(text)).lines == spec.code(), "\(text)")
  }

  /// OpenAPI 3.0 requires the elements of a list wherever a list is allowed.
  @Test func listsAmongSeveralTypesHaveElements() throws {
    let spec = Loss(
      schema: "properties: {a: {type: [string, array], items: integer}, "
        + "b: {additionalProperties: integer, lenient: [emptyListAsMap]}}",
      version: .v30
    ).spec
    var options = ExportOptions()
    options.version = .v30
    let text = try spec.document(options).text
    #expect(text.contains("{type: array, items: {}}"), "\(text)")
    #expect(text.contains("{type: array, items: {}, maxItems: 0}"), "\(text)")
  }
}

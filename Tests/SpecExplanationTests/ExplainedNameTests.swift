import Diagnostics
import Testing

@testable import SpecExplanation

/// Names of what is neither an endpoint nor a type, and words about caches, streams and credentials.
struct ExplainedNameTests {
  private static let spec = """
    wgnapi: 1
    module:
      servers: {main: "https://api.example.com/"}
      credentials: {a: {scheme: bearer}, b: {scheme: apiKey, header: X-Key}}
      authentication: a
      parameters: [language]
      envelope: standard
      webhooks: {event: {header: X-Event}}
      cache: 10 min
    parameters:
      language: {type: string, name: lang, description: The language of texts.}
    envelopes:
      standard: {properties: {status: string, data: payload}, description: What every response is in.}
    endpoints:
      item: {get: item, summary: "\\u00a0", response: Item, cache: none}
      usual: {get: usual, response: Item, cache: 5 min}
      change: {post: item, body: Item, response: Item, omit: [language]}
      events: {get: events, response: {events: Item}}
      either: {get: either, authentication: {anyOf: [b, a]}, response: Item}
    schemas:
      Item: {properties: {id: integer}}
    webhooks:
      item.sold: {summary: Something was sold., payload: Item}
    """

  private func text(_ name: String) throws -> String {
    try ExplainedSpecs(specs: Self.spec).explanation(name).text
  }

  @Test(arguments: ["item.sold", "Shop.item.sold"])
  func webhooksHaveNames(name: String) throws {
    let text = try text(name)
    #expect(text.hasPrefix("Shop.item.sold  (Specs/Shop/module.yaml:"))
    for part in ["A message from the service", "Something was sold.", "Item", "\"id\": "] {
      #expect(text.contains(part), "\(part): \(text)")
    }
  }

  @Test(arguments: ["language", "lang", "Shop.language"])
  func parametersOfTheClientHaveNames(name: String) throws {
    let text = try text(name)
    #expect(text.hasPrefix("Shop.language  (Specs/Shop/module.yaml:"))
    #expect(
      text.contains("A parameter of the client, sent with every request, except for `change`."), "\(text)")
    #expect(text.contains("The language of texts."))
  }

  @Test func envelopesHaveNames() throws {
    let explanation = try ExplainedSpecs(specs: Self.spec).explanation("standard")
    #expect(explanation.type?.specName == "standard")
  }

  @Test func idsOfDiagnosticsAreSuggested() throws {
    let error = #expect(throws: UnknownSubject.self) { try text("unknown-typ") }
    #expect(
      error?.message.hasPrefix("the specs have nothing called 'unknown-typ'; did you mean 'unknown-type', or")
        == true)
  }

  /// What a client does with responses depends on the method, on whether they are streams, and on the module.
  @Test(arguments: [
    ("item", "responses are never cached"), ("usual", "responses are cached for 5 minutes"), ("change", nil),
    ("events", nil),
  ])
  func wordsAboutCaches(name: String, words: String?) throws {
    let behaviour = try ExplainedSpecs(specs: Self.spec).explanation(name).endpoint?.behaviour
    #expect(behaviour?.filter { $0.contains("cache") } == [words].compactMap(\.self))
  }

  /// Curl sends the file that stands behind `=@` in a name.
  @Test func commandsSendNoFilesThatNamesMention() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {a: https://a.example.com/}}
        endpoints: {upload: {post: item, body: {multipart: {"b=@/etc/hostname;": string}}, response: empty}}
        """)
    let curl = try #require(specs.explanation("upload").endpoint?.curl)
    #expect(curl.contains("--form 'b%3D@/etc/hostname;=\"") && !curl.contains("'b=@"))
  }

  /// A request that isn't idempotent is sent again only after what says that it wasn't carried out.
  @Test(arguments: [
    ("{attempts: 4, statuses: [429, 500, 503]}", "429, 503 and 'Retry-After' or 'BUSY'"),
    ("{attempts: 4}", "429, 503 and 'Retry-After' or 'BUSY'"),
    ("{attempts: 4, statuses: [500]}", "'BUSY'"),
    ("{attempts: 4, refusals: {statuses: [409, 503]}}", "409 or 503"),
    ("{attempts: 4, idempotent: true, statuses: [500]}", nil),
  ])
  func wordsAboutRetries(policy: String, refusals: String?) throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module:
          servers: {a: https://a.example.com/}
          envelope: reply
          limits: {application: 10/s, errors: [BUSY]}
        envelopes: {reply: {properties: {error?: string, data: payload}, failure: {when: error, code: error}}}
        errors: {BUSY: Too many requests.}
        endpoints: {post: {post: item, response: integer, retry: \(policy)}}
        """)
    let behaviour = try #require(specs.explanation("post").endpoint?.behaviour)
    let words = refusals.map { ", only if the service refused it with \($0)" }
    let expected =
      "is tried up to 4 times" + (words ?? ", after the status 500, also when it may have been carried out")
    #expect(behaviour.filter { $0.hasPrefix("is tried") } == [expected])
  }

  /// A response for all other statuses leaves no failures to the module.
  @Test(arguments: [("{200: integer, default: text}", false), ("{200: integer, 404: text}", true)])
  func failuresOfTheModule(responses: String, apply: Bool) throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {servers: {a: https://a.example.com/}, failures: {4XX: {schema: Refusal, code: reason}}}
        errors: {409: too_drunk}
        endpoints:
          beer: {get: beer, responses: \(responses)}
          wine: {get: wine, response: integer}
        schemas: {Refusal: {properties: {reason: string}}}
        """)
    let beer = try #require(specs.explanation("beer").endpoint)
    #expect(beer.errors.isEmpty == !apply && beer.failures.isEmpty == !apply)
    #expect(try specs.explanation("wine").endpoint?.errors.isEmpty == false)
    let module = try #require(specs.api.modules.first)
    let endpoint = try #require(module.endpoints.first { $0.name.text == "beer" })
    #expect(endpoint.failures(in: module).isEmpty == !apply)
  }

  @Test func modulesWithoutACacheSayNothingOfIt() throws {
    let specs = try ExplainedSpecs(
      specs:
        "wgnapi: 1\nmodule: {servers: {a: https://a.example.com/}}\nendpoints: {item: {get: item, response: integer}}\n"
    )
    let behaviour = try specs.explanation("item").endpoint?.behaviour
    #expect(behaviour?.contains { $0.contains("cache") } == false)
  }

  @Test func streamsAreReadByALoop() throws {
    let endpoint = try #require(ExplainedSpecs(specs: Self.spec).explanation("events").endpoint)
    #expect(
      endpoint.statement == """
        let elements = try await client.events()
        for try await element in elements { print(element) }

        """)
    #expect(endpoint.swift?.contains("for try await element in elements { print(element) }\n") == true)
    #expect(endpoint.swift?.contains("print(response)") == false)
  }

  /// A client that has one credential anyway needs no other.
  @Test func oneOfTheAlternativesIsPassed() throws {
    let endpoint = try #require(ExplainedSpecs(specs: Self.spec).explanation("either").endpoint)
    #expect(endpoint.swift?.contains("a: .bearer(") == true, "\(endpoint.swift ?? "")")
    #expect(endpoint.swift?.contains("b: ") == false)
    #expect(endpoint.curl?.contains("X-Key") == false)
  }

  /// What is nothing but white space is no text.
  @Test func blankTextsAreNone() throws {
    let specs = try ExplainedSpecs(specs: Self.spec)
    #expect(try specs.explanation("item").endpoint?.summary == nil)
  }

  /// Each function that a statement calls is beside it.
  @Test func statementsOnPagesHaveTheirFunctions() throws {
    let specs = try ExplainedSpecs(
      specs: """
        wgnapi: 1
        module: {parameters: [key], servers: {main: "https://api.example.com/"}}
        parameters: {key: {type: string, secret: true}}
        endpoints:
          item: {get: item, parameters: {pin: {type: string, secret: true}}, response: integer}
        """)
    let explainer = specs.explainers[0]
    let statement = try #require(specs.explanation("item").endpoint?.statement)
    for code in [statement, try #require(explainer.clientStatement)] {
      #expect(code.contains("try secret("))
      #expect(code.contains("func secret<"))
    }
  }
}

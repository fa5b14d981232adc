import Foundation
import Testing

/// `breaking --traffic`: recordings read with the new specs.
@Suite struct BreakingTrafficTests {
  private static let spec = """
    wgnapi: 1
    module: {servers: {main: "https://api.example.com/"}}
    endpoints:
      book: {get: "books/{id}", parameters: {id: integer, "shop?": string}, response: Book}
    schemas:
      Book: {properties: {id: integer, isbn: string, "state?": State}}
      State: {enum: [new, used]}

    """

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.spec, to: "Old/Shop/module.yaml")
    try folder.write(Self.spec, to: "Specs/Shop/module.yaml")
  }

  private func change(_ old: String, _ new: String) throws {
    try folder.write(Self.spec.replacing(old, with: new), to: "Specs/Shop/module.yaml")
  }

  /// Writes a HAR file with a request of a target for each response.
  private func record(_ exchanges: [(target: String, response: String)], host: String = "api.example.com")
    throws
  {
    let entries = exchanges.map { target, response in
      """
      {"request": {"method": "GET", "url": "https://\(host)/books/\(target)", "headers": []},
       "response": {"status": 200, "headers": [],
        "content": {"mimeType": "application/json", "text": "\(response.replacing("\"", with: "\\\""))"}}}
      """
    }
    try folder.write(
      #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#, to: "shop.har")
  }

  private func breaking(_ options: String...) throws -> GeneratorTool.Result {
    try GeneratorTool.run(
      ["breaking", "Specs", "--against", "Old"] + (options.isEmpty ? ["--traffic", "shop.har"] : options),
      workingDirectory: folder.path)
  }

  private static let withISBN = #"{"id": 1, "isbn": "a"}"#
  private static let without = #"{"id": 2, "state": "lost", "more": 1}"#

  @Test func whatTheNewVersionReads() throws {
    try record([("1", Self.withISBN), ("2", Self.without), ("3?shop=a", Self.withISBN)])
    try change("isbn: string", "\"isbn?\": string")
    let result = try breaking()
    #expect(result.output.contains("  + let isbn: String? = book.isbn\n    traffic: in 2 of 3\n"))
    #expect(!result.output.contains("doesn't accept:"))
    #expect(
      result.errors.hasSuffix("\nreads all 3 recorded responses; describes all 3 requests that worked\n"))
    #expect(result.status == 1)
  }

  @Test func whatTheNewVersionRefuses() throws {
    try record([("1", Self.withISBN), ("2", Self.without), ("3?shop=a", Self.withISBN)])
    try change("\"shop?\": string", "shop: string")
    let result = try breaking()
    // The old version doesn't read one of them, either.
    #expect(
      result.output.hasSuffix(
        """

        Traffic that the new version doesn't accept:
        Specs/Shop/module.yaml:4:55: book(shop): the required parameter is missing: 2 of 3 [missing-parameter]
        Specs/Shop/module.yaml:6:36: Book.isbn: the required key is missing: 1 of 3 [missing-key]

        """), "\(result.output)")
    #expect(
      result.errors.hasSuffix("\nreads 2 of 3 recorded responses; 2 requests that worked would be refused\n"))
    #expect(result.status == 1)
    let json = try breaking("--traffic", "shop.har", "--format", "json").output
    #expect(
      json.contains(
        #""traffic":{"responses":3,"readResponses":2,"requests":3,"refusedRequests":2,"contradictions":["#))
  }

  @Test func annotations() throws {
    try record([("1", Self.withISBN), ("2", Self.without), ("3?shop=a", Self.withISBN)])
    let result = try breaking("--traffic", "shop.har", "--format", "github")
    // Nothing changed; the traffic isn't as the specs say.
    #expect(result.status == 1)
    #expect(
      result.output == """
        ::error file=Specs/Shop/module.yaml,line=6,col=36,endLine=6,endColumn=39,title=missing-key::Book.isbn: the required key is missing: 1 of 3
        ::error title=traffic::reads 2 of 3 recorded responses; describes all 3 requests that worked

        """)
    try change("isbn: string", "\"isbn?\": string")
    let share = try breaking("--traffic", "shop.har", "--format", "github").output
    #expect(share.contains("note: traffic: in 2 of 3"))
  }

  /// Nothing breaks in source, but what was recorded is refused.
  @Test func closedEnumerations() throws {
    try record([("2", #"{"id": 2, "isbn": "a", "state": "lost"}"#)])
    #expect(try breaking().status == 0)
    try folder.write(
      Self.spec.replacing("[new, used]", with: "[new, used], open: false"), to: "Old/Shop/module.yaml")
    try change("[new, used]", "[new, used], open: false")
    let result = try breaking()
    #expect(result.errors.hasSuffix("\nreads 0 of 1 recorded response; describes the request that worked\n"))
    #expect(
      result.output.hasSuffix(
        """
        Traffic that the new version doesn't accept:
        Specs/Shop/module.yaml:7:10: State: new value: 'lost' (1): 1 of 1 [new-value]

        """), "\(result.output)")
    #expect(result.status == 1)
    // Stored evidence, alone and beside recordings of what isn't wrong.
    try storeEvidence()
    let evidence = try breaking("--traffic", "shop.evidence.json")
    #expect(evidence.output.contains("State: new value: 'lost' (1)"), "\(evidence.output)")
    #expect(evidence.errors.hasSuffix("\nthe stored evidence contradicts 1 place\n"))
    #expect(evidence.status == 1)
    try record([("1", Self.withISBN)])
    let both = try breaking("--traffic", "shop.har", "--traffic", "shop.evidence.json")
    #expect(
      both.errors.hasSuffix(
        "\nreads the recorded response; describes the request that worked; with the stored evidence, the traffic contradicts 1 place\n"
      ), "\(both.errors)")
    #expect(both.status == 1)
  }

  /// Clients throw `unexpectedContent`.
  @Test func mediaTypesThatTheSpecDoesNotDescribe() throws {
    let spec = Self.spec.replacing(
      "response: Book}", with: "response: {application/json: Book, text/csv: text}}")
    try folder.write(spec, to: "Old/Shop/module.yaml")
    try folder.write(spec, to: "Specs/Shop/module.yaml")
    try record([("1", Self.withISBN), ("2", Self.withISBN)])
    #expect(try breaking().status == 0)
    let recorded = try folder.read("shop.har")
    let first = try #require(recorded.firstRange(of: "application/json"))
    try folder.write(recorded.replacingCharacters(in: first, with: "application/zip"), to: "shop.har")
    let result = try breaking()
    #expect(result.output.contains("book: the media type 'application/zip', and the spec describes"))
    #expect(
      result.errors.hasSuffix("\nreads 1 of 2 recorded responses; describes all 2 requests that worked\n"),
      "\(result.errors)")
    #expect(result.status == 1)
  }

  /// A response that worked is an error for clients if its status isn't described; a failure is one in any case.
  @Test(arguments: [("201", true, ""), ("404", false, ""), ("201", true, "\n  failures: {default: any}")])
  func statusesThatTheSpecDoesNotDescribe(status: String, isRefused: Bool, failures: String) throws {
    let spec = Self.spec
      .replacing("response: Book}", with: "responses: {200: Book}}")
      .replacing(
        "module: {servers: {main: \"https://api.example.com/\"}}",
        with: "module:\n  servers: {main: \"https://api.example.com/\"}\(failures)")
    try folder.write(spec, to: "Old/Shop/module.yaml")
    try folder.write(spec, to: "Specs/Shop/module.yaml")
    try record([("1", Self.withISBN)])
    #expect(try breaking().status == 0)
    let recorded = try folder.read("shop.har")
    try folder.write(
      recorded.replacing("\"status\": 200", with: "\"status\": \(status)"), to: "shop.har")
    let result = try breaking()
    #expect(result.status == (isRefused ? 1 : 0), "\(result.errors)")
    #expect(result.output.contains("book: the status 201 isn't described: 1 of 1 [new-status]") == isRefused)
    #expect(
      result.errors.contains(isRefused ? "reads 0 of 1 recorded response" : "reads the recorded response"))
  }

  /// Open unions keep what is none of their alternatives.
  @Test(arguments: [true, false]) func unknownAlternatives(isOpen: Bool) throws {
    let spec = Self.spec.replacing(
      "State: {enum: [new, used]}",
      with: """
        State: {oneOf: [New, Used], discriminator: kind\(isOpen ? "" : ", open: false")}
          New: {properties: {kind: {const: new}}}
          Used: {properties: {kind: {const: used}}}
        """)
    try folder.write(spec, to: "Old/Shop/module.yaml")
    try folder.write(spec, to: "Specs/Shop/module.yaml")
    try record([("1", #"{"id": 1, "isbn": "a", "state": {"kind": "lost"}}"#)])
    let result = try breaking()
    #expect(result.output.contains("of an alternative that the spec doesn't have: 'lost'") == !isOpen)
    #expect(result.status == (isOpen ? 0 : 1), "\(result.errors)")
  }

  private func storeEvidence() throws {
    let stored = try GeneratorTool.run(
      ["infer", "shop.har", "-o", "Inferred", "--evidence", "shop.evidence.json"],
      workingDirectory: folder.path)
    try #require(folder.exists("shop.evidence.json"), "\(stored.errors)")
  }

  @Test func storedEvidence() throws {
    try record([("1", Self.withISBN), ("2", Self.without), ("3", Self.withISBN)])
    try storeEvidence()
    try change("isbn: string", "\"isbn?\": string")
    let result = try breaking("--traffic", "shop.evidence.json")
    #expect(result.output.contains("    traffic: in 2 of 3\n"))
    #expect(result.errors.hasSuffix("\nthe stored evidence contradicts nothing\n"))
  }

  // MARK: Bad input

  @Test func recordingsOfAnotherAPI() throws {
    try record([("1", Self.withISBN)], host: "other.example.com")
    let result = try breaking()
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains("error: there are no exchanges with the APIs of the specs in 'shop.har'"))
    #expect(
      result.errors.contains("other servers: https://other.example.com (1 request); choose with --host"))
    #expect(try breaking("--traffic", "shop.har", "--host", "other.example.com").status == 0)
  }

  /// Whatever the kind of file is: a message each, and the rest is read.
  @Test(arguments: ["cut.har", "cut-1.http", "latin-1.http", "cut.json"])
  func aFileThatIsDamaged(_ name: String) throws {
    try record([("1", Self.withISBN)])
    let exchange =
      "### request book\nGET https://api.example.com/books/1\n\n### response\n200\n"
      + "Content-Type: application/json\n\n{\"id\": 1, \"isbn\": \"a"
    let path = folder.path("Traffic/\(name)")
    let text =
      name.hasSuffix("har")
      ? #"{"log": {"entries": [{"request"#
      : name.hasSuffix("json") ? "{\"id\": 1" : name.hasPrefix("cut") ? exchange : exchange + "\u{E9}\"}\n"
    try folder.write("", to: "Traffic/.keep")
    let encoding: String.Encoding = name.hasPrefix("latin") ? .isoLatin1 : .utf8
    try #require(text.data(using: encoding)).write(to: URL(fileURLWithPath: path))
    let result = try breaking("--traffic", "shop.har", "--traffic", "Traffic")
    #expect(result.errors.contains("Traffic/\(name):"), "\(result.errors)")
    #expect(result.errors.contains("\nreads the recorded response; describes the request that worked\n"))
    #expect(
      result.errors.hasSuffix(
        "error: 1 file could only be read in part or not at all, so there may be more differences\n"))
    #expect(result.status == 2)
  }

  @Test func filesThatCannotBeRead() throws {
    let missing = try breaking("--traffic", "none.har")
    #expect(missing.errors.contains("there is no file or folder 'none.har'"))
    try folder.write(#"{"log": {"entries": [{"request"#, to: "shop.har")
    #expect(try breaking().status == 2)
    try folder.write(#"{"wgnapi-evidence": 99}"#, to: "evidence.json")
    #expect(try breaking("--traffic", "evidence.json").status == 2)
    #expect(try breaking("--host", "a").errors.contains("--host belongs to --traffic"))
  }
}

import APIModel
import MockServer
import Testing

@testable import SpecCall

/// Pages, from the mock server of the spec with every style of pagination.
@Suite struct PageTests {
  private static let api = Result { try API.reading(folder: "Tests/Golden/Pages/Specs") }

  /// The pages of an endpoint, and whether there are more than were read.
  private func pages(
    _ endpoint: Endpoint, _ module: Module, _ server: MockServer, atMost most: Int
  ) async throws -> (Int, CallLog)? {
    let samples = CallSamples(module)
    let maker = samples.arguments(of: endpoint).first { $0.0 == "minimal" }?.1
    guard let arguments = maker, let (plain, files) = samples.input(endpoint, arguments) else { return nil }
    // The links of the mock server have no TLS.
    var input = plain
    input.server = "http://catalog.example.com/v1"
    let call = try PreparedCall(.init(module: module, endpoint: endpoint), input) { files[$0] }
    let log = CallLog()
    _ = try await call.run(.mock(server), pages: most, log.output())
    // Each response begins at the beginning of a line.
    return (log.text.split(separator: "\n").count { $0 == "{" || $0 == "[" || $0 == "{}" || $0 == "[]" }, log)
  }

  @Test func everyStyleIsFollowed() async throws {
    var count = 0
    for module in try Self.api.get().modules {
      let server = MockServer(API(modules: [module]))
      for endpoint in module.endpoints {
        guard let pagination = endpoint.policies.pagination else { continue }
        if case .snapshot = pagination.style { continue }
        guard let (pages, log) = try await pages(endpoint, module, server, atMost: 2) else { continue }
        #expect(pages == 2, "\(endpoint.operation) \(log.problems.map(\.line))")
        // The mock server has three pages, and some styles need an empty one to find the end.
        guard let (all, rest) = try await self.pages(endpoint, module, server, atMost: 9) else { continue }
        #expect((3...4).contains(all), "\(endpoint.operation): \(all) \(rest.problems.map(\.line))")
        #expect(rest.problems.isEmpty, "\(endpoint.operation) \(rest.problems.map(\.line))")
        count += 1
      }
    }
    #expect(count >= 5)
  }

  private static let specs = """
    wgnapi: 1
    module: {servers: {main: https://shop.example.com/v1/}, parameters: [key]}
    parameters: {key: {type: string, secret: true}}
    endpoints:
      plain: {get: plain, response: "[integer]"}
      ids: {get: ids, response: {properties: {list: "[integer]"}}, pagination: {style: snapshot, ids: list, fetch: some, parameter: ids, size: 2}}
      some: {get: some, parameters: {ids: "[integer]"}, response: "[integer]"}
      linked: {get: linked, parameters: {page?: integer}, response: "[integer]", pagination: {style: link, page: page}}
      flagged: {get: flagged, parameters: {after?: string}, response: {properties: {list: "[integer]", next: string, more: flag}}, pagination: {style: cursor, cursor: after, next: next, more: more}}
      guarded: {get: guarded, parameters: {page?: integer, pin: {type: string, secret: true}}, response: "[integer]", pagination: {style: link, page: page}}
      numbered: {get: numbered, parameters: {page?: integer}, response: {properties: {list: "[integer]", total: integer}}, pagination: {style: page, page: page, total: total}}
      vast: {get: vast, parameters: {page?: integer, limit?: {type: integer, maximum: 4611686018427387904}}, response: {properties: {a: "[integer]", b: "[integer]"}}, pagination: {style: page, page: page, size: limit}}
      circle: {get: circle, parameters: {after?: string}, response: {properties: {list: "[integer]", next: string}}, pagination: {style: cursor, cursor: after, next: next}}
    """

  private func problems(
    _ name: String, _ transport: StubTransport, pages: Int = 3
  ) async throws -> [String] {
    let call = try API.reading(specs: Self.specs).call(
      name, environment: ["WGNAPI_SHOP_KEY": "key-0123456789", "WGNAPI_SHOP_PIN": "pin-0123456789"])
    let log = CallLog()
    do throws(CallRefusal) {
      _ = try await call.run(transport, pages: pages, log.output())
    } catch {
      return error.problems.map(\.message)
    }
    return log.problems.map(\.message)
  }

  @Test func mistakesAreReported() async throws {
    #expect(
      try await problems("plain", .constant("[]")) == ["--pages: the spec describes no pages of plain"])
    #expect(
      try await problems("ids", .constant("[]"))
        == ["--pages: ids answers with ids; call 'some' with a part of them"])
    #expect(
      try await problems("circle", .constant(#"{"list":[1],"next":"a"}"#))
        == ["page 2: response: the cursor of the next page has been used before"])
  }

  /// Which list has the elements isn't clear, so their number is the one that the spec allows.
  @Test func vastPagesAreRead() async throws {
    #expect(try await problems("vast", .constant(#"{"a":[1],"b":[]}"#), pages: 2).isEmpty)
  }

  /// What contradicts the spec is somewhere on a page.
  @Test func violationsNameTheirPage() async throws {
    let sent = SentPaths()
    let transport = StubTransport { request, body in
      sent.add(request.path ?? "")
      let page = sent.paths.count == 1 ? #"{"list":[1],"next":"b"}"# : #"{"list":["x"],"next":""}"#
      return try StubTransport.constant(page).respond(request, body)
    }
    let found = try await problems("circle", transport)
    #expect(found.count == 1 && found[0].hasPrefix("page 2: response /list/0"), "\(found)")
  }

  /// Lists continue and end where clients say so.
  @Test(arguments: [
    // An empty page with a cursor isn't the last one.
    ("circle", [#"{"list":[],"next":"b"}"#, #"{"list":[1],"next":""}"#], ["", "after=b"], []),
    (
      "flagged", [#"{"list":[1],"next":"b","more":1}"#, #"{"list":[2],"next":"c","more":0}"#],
      ["", "after=b"], []
    ),
    (
      "flagged", [#"{"list":[1],"next":"","more":1}"#], [""],
      ["page 1: response: the service says that there are more elements, but not where"]
    ),
    (
      "circle", [#"{"list":[1],"next":"b"}"#, #"{"list":[2],"next":"c"}"#, #"{"list":[3],"next":"b"}"#],
      ["", "after=b", "after=c"], ["page 3: response: the cursor of the next page has been used before"]
    ),
    (
      "numbered", [#"{"list":[1,2],"total":3}"#, #"{"list":[3],"total":3}"#], ["", "page=2"], []
    ),
    (
      "numbered", [#"{"list":[1],"total":3}"#, #"{"list":[1],"total":3}"#], ["", "page=2"],
      ["page 2: response: the page has the same elements as the one before it"]
    ),
  ])
  func pagesAreFollowedAsByClients(
    _ name: String, _ pages: [String], _ queries: [String], _ expected: [String]
  ) async throws {
    let sent = SentPaths()
    let transport = StubTransport { request, body in
      sent.add(request.path ?? "")
      return try StubTransport.constant(pages[min(sent.paths.count, pages.count) - 1]).respond(request, body)
    }
    #expect(try await problems(name, transport, pages: 4) == expected)
    let key = "key=key-0123456789"
    #expect(sent.paths == queries.map { "/v1/\(name)?\($0.isEmpty ? key : "\($0)&\(key)")" })
  }

  /// A link sets no secrets, and doesn't leave them out.
  @Test(arguments: ["?page=2&pin=other", "?page=2"])
  func secretsAreSentWithLinks(_ link: String) async throws {
    let sent = SentPaths()
    let transport = StubTransport { request, body in
      sent.add(request.path ?? "")
      let headers = sent.paths.count == 1 ? ["Link": "<\(link)>; rel=\"next\""] : [:]
      return try StubTransport.constant("[\(sent.paths.count)]", headers: headers).respond(request, body)
    }
    #expect(try await problems("guarded", transport).isEmpty)
    #expect(
      sent.paths == [
        "/v1/guarded?pin=pin-0123456789&key=key-0123456789",
        "/v1/guarded?page=2&pin=pin-0123456789&key=key-0123456789",
      ])
  }

  /// In a file, pages are one list.
  @Test(arguments: [
    (["[1, 2]", "[3.0]", "[]"], "[\n[1, 2],\n[3.0],\n[]\n]\n", true), (["[]"], "[\n[]\n]\n", true),
    // What isn't whole leaves the file as it was.
    (["[1, 2]", "oops"], "[\n[1, 2]", false), (["oops"], "", false),
  ])
  func savedPagesAreAList(_ responses: [String], _ file: String, _ isComplete: Bool) async throws {
    let sent = SentPaths()
    let transport = StubTransport { request, body in
      sent.add(request.path ?? "")
      let page = sent.paths.count - 1
      return try StubTransport.constant(page < responses.count ? responses[page] : "[]").respond(
        request, body)
    }
    let log = CallLog()
    let specs = Self.specs.replacing(
      "style: link, page: page", with: "style: page, page: page")
    let call = try API.reading(specs: specs).call(
      "linked", environment: ["WGNAPI_SHOP_KEY": "key-0123456789"])
    let isSuccess = try await call.run(transport, pages: 3, log.output(.saved))
    #expect(String(decoding: log.bytes, as: UTF8.self) == file)
    #expect(log.isComplete == isComplete && isSuccess == isComplete, "\(log.problems.map(\.message))")
  }

  /// A link is followed within the API only, and changes nothing that the client sends by itself.
  @Test(arguments: [
    ("?page=2&key=other", ""), ("https://shop.example.com/v1/linked?page=2", ""),
    (
      "https://evil.example/v1/linked?page=2",
      "page 1: response: the link leads to another server than the request's; scheme, host and port must be the same: "
        + "https://evil.example/v1/linked"
    ),
    (
      "/other?page=2",
      "page 1: response: the link leads to a place outside of the API's base path: https://shop.example.com/other"
    ),
    (
      "/v1/other?page=2",
      "page 1: response: the link leads to another path than the endpoint's; 'paths: any' in the spec allows that: "
        + "https://shop.example.com/v1/other"
    ),
  ])
  func links(_ link: String, _ problem: String) async throws {
    let sent = SentPaths()
    let transport = StubTransport { request, body in
      sent.add(request.path ?? "")
      let link = sent.paths.count == 1 ? ["Link": "<\(link)>; rel=\"next\""] : [:]
      return try StubTransport.constant("[1]", headers: link).respond(request, body)
    }
    #expect(try await problems("linked", transport) == (problem.isEmpty ? [] : [problem]))
    let second = "/v1/linked?page=2&key=key-0123456789"
    #expect(sent.paths == ["/v1/linked?key=key-0123456789"] + (problem.isEmpty ? [second] : []))
  }
}

/// The paths of requests. They are sent one after the other.
final class SentPaths: @unchecked Sendable {
  private(set) var paths: [String] = []

  func add(_ path: String) { paths.append(path) }
}

import Foundation
import HTTPTypes
import Museum
import TestSupport
import Testing
import WGNAPICredentials
import WGNAPIRuntime
import WGNAPIStreams
import WGNAPIWebhooks

/// Everything that requests of OpenAPI documents can have, against a server on the loopback.
@Suite(.timeLimit(.minutes(5))) struct OpenAPIRequestTests {
  private let server: MisbehavingServer

  init() throws {
    server = try MisbehavingServer { request in
      let body = request.target.contains("notes") ? #"{"text": "a"}"# : ""
      let status = body.isEmpty ? "204 No Content" : "200 OK"
      let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
      return [.text("HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(length)\r\n\(body)")]
    }
  }

  private var client: Client {
    Client(
      server: Server(url: server.server.baseURL, like: .test), token: .bearer("secret"),
      configuration: ClientConfiguration(middleware: []))
  }

  private func url(_ client: Client, _ request: some APIRequest) throws -> String {
    try client.httpRequest(for: request).url
  }

  private func sent() throws -> MisbehavingServer.Request { try #require(server.requests.last) }

  private func text(_ request: MisbehavingServer.Request) -> String {
    String(decoding: request.body, as: UTF8.self)
  }

  @Test func writesParametersInTheirStyles() async throws {
    try await client.styles(
      form: ["a,b", "c"], labels: [1, 2], label: "x/y", pairs: .init(a: "1", b: 2), files: "d/e f",
      commas: ["a,b", "c"], spaces: ["a", "b"], pipes: ["a": 1], deep: .init(min: 1, tags: ["t", "u"]),
      open: "a/b?c=d&e", filter: Filter(from: 1, names: ["n"]), xSizes: [1, 2], xFilter: Filter(names: ["é"]),
      seen: ["a", "b"], odd: "o", page: "<p/>")
    let request = try sent()
    #expect(
      request.target
        == "/styles/a%2Cb,c/.1.2/.x%2Fy/;a=1;b=2/d/e%20f?commas=a%2Cb,c&spaces=a%20b&pipes=a%7C1"
        + "&deep%5Bmin%5D=1&deep%5Btags%5D%5B%5D=t&deep%5Btags%5D%5B%5D=u&open=a/b?c=d%26e"
        + "&filter=%7B%22from%22%3A1%2C%22names%22%3A%5B%22n%22%5D%7D&odd=o&page=%3Cp%2F%3E")
    #expect(request.fields["x-sizes"] == "1,2")
    #expect(request.fields["x-filter"] == #"{"names":["\u00e9"]}"#)
    #expect(request.fields["cookie"] == "seen=a; seen=b")
  }

  /// Whole numbers have no fraction in a path, a query, a header field or a form.
  @Test func writesNumbersWithoutNeedlessFractions() async throws {
    try await client.frames(width: 2, height: -3, sizes: [1, 0.5, 1_000_000], xDepth: 4)
    let request = try sent()
    #expect(request.target == "/frames/2?height=-3&sizes=1,0.5,1000000")
    #expect(request.fields["x-depth"] == "4")
    try await client.frame(width: 2.5, payload: .init(depth: 10))
    #expect(try text(sent()) == "depth=10")
    #expect(try sent().target == "/frames/2.5")
  }

  @Test func tellsMediaTypesApartByTheirParameters() async throws {
    try await client.log(payload: .jsonSimple(.init(message: "m")))
    #expect(try sent().fields["content-type"] == "application/json;simple")
    #expect(try text(sent()) == #"{"message":"m"}"#)
    try await client.log(payload: .json(["m"]))
    #expect(try sent().fields["content-type"] == "application/json")
    for (type, expected) in [
      ("application/json;v=2", VersionsRequest.Response.jsonV2(.init(b: "x"))),
      ("application/json; charset=utf-8; V=\"2\"", .jsonV2(.init(b: "x"))),
      ("application/json;v=1", .jsonV1(.init(a: "y"))), ("application/json", .jsonV1(.init(a: "y"))),
    ] {
      let body = #"{"a": "y", "b": "x"}"#
      let server = try MisbehavingServer { _ in
        [
          .text(
            "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        ]
      }
      let client = Client(
        server: Server(url: server.server.baseURL, like: .test), token: .bearer("secret"),
        configuration: ClientConfiguration(middleware: []))
      #expect(try await client.versions() == expected, "\(type)")
      #expect(server.requests.last?.fields["accept"] == "application/json;v=1, application/json;v=2")
    }
    let server = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Type: application/json;v=3\r\nContent-Length: 2\r\n\r\n{}")]
    }
    let other = Client(
      server: Server(url: server.server.baseURL, like: .test), token: .bearer("secret"),
      configuration: ClientConfiguration(middleware: []))
    await #expect(throws: APIError.self) { try await other.versions() }
  }

  /// Of several alternatives, the one with the most credentials that the client has, in whatever order they are.
  @Test func sendsTheCredentialsThatItHas() async throws {
    try await client.log(payload: .json([]))
    #expect(try sent().fields["authorization"] == "Bearer secret")
    try await client.with(token: LoggedOut()).log(payload: .json([]))
    #expect(try sent().fields["authorization"] == nil)
    let both = try client.with(key: .key("k")).httpRequest(for: VersionsRequest()).httpRequest
    #expect(both.headerFields[.authorization] == "Bearer secret")
    #expect(both.headerFields[HTTPField.Name("X-Key")!] == "k")
  }

  /// Each field of a form is written in its own style, and commas in elements are encoded.
  @Test func writesFieldsOfFormsInTheirOwnStyles() async throws {
    try await client.fillIn(
      payload: .init(
        pipes: ["a", "b,c"], commas: ["a,b", "c"], spaces: ["a", "b+c"], list: ["x,y", "z|"],
        sizes: [2, 0.5],
        tags: ["a,b", "c"], deep: .init(x: 1, names: ["n", "m"]), pairs: .init(r: 1, g: 2),
        object: .init(x: 3),
        page: .init(x: 4), open: "a/b:c&d"))
    #expect(
      try text(sent())
        == "pipes=a%7Cb%2Cc&commas=a%2Cb,c&spaces=a%20b%2Bc&list=x%2Cy&list=z%7C&sizes=2&sizes=0.5"
        + "&tags=%5B%22a%2Cb%22%2C%22c%22%5D&deep%5Bx%5D=1&deep%5Bnames%5D%5B%5D=n&deep%5Bnames%5D%5B%5D=m"
        + "&r=1&g=2&object=%7B%22x%22%3A3%7D&page=%7B%22x%22%3A4%7D&open=a/b:c%26d")
    await #expect(throws: APIError.self) { try await client.fillIn(payload: .init(pipes: ["a|b"])) }
  }

  @Test func writesPartsInTheirOwnStylesAndTypes() async throws {
    let scan = FilePart([1], filename: "scan")
    let photo = FilePart([0xFF, 0xD8, 0xFF], filename: "photo")
    try await client.fillInParts(
      page: FilePart(.bytes(Array("<p/>".utf8))), tags: ["a,b", "c"], commas: ["a", "b"], pipes: ["a", "b"],
      deep: .init(x: 1), note: .init(x: 2), scan: scan, photo: photo,
      words: FilePart(.bytes(Array("# W".utf8))))
    let text = String(decoding: try sent().body, as: UTF8.self)
    func part(_ name: String, _ type: String?, _ body: String) -> String {
      let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
      return "Content-Disposition: form-data; name=\"\(name)\"\r\n\(type)\r\n\(body)\r\n"
    }
    for expected in [
      part("page", "application/xml", "<p/>"), part("tags", "application/json", #"["a,b","c"]"#),
      part("commas", nil, "a,b"), part("pipes", nil, "a|b"), part("deep[x]", nil, "1"),
      part("note", "application/vnd.museum+json", #"{"x":2}"#), part("words", "text/markdown", "# W"),
      "name=\"scan\"; filename=\"scan\"\r\nContent-Type: application/octet-stream\r\n",
      "name=\"photo\"; filename=\"photo\"\r\nContent-Type: image/jpeg\r\n",
    ] { #expect(text.contains(expected), "\(expected) in \(text)") }
    await #expect(throws: APIError.self) { try await client.fillInParts(commas: ["a,b"]) }
  }

  @Test(arguments: [
    (FilePart([1], filename: "me.webp"), "image/webp"), (FilePart(.bytes(Array("GIF89a".utf8))), "image/gif"),
    (FilePart([1], filename: "me.png", mediaType: "image/avif"), "image/avif"),
    (FilePart([1], filename: "me.txt"), "image/png"), (FilePart(.bytes([])), "image/png"),
  ]) func sendsTheTypeOfAnImage(file: FilePart, type: String) async throws {
    try await client.avatar(payload: file)
    #expect(try sent().fields["content-type"] == type)
  }

  @Test func writesAWholeQuery() async throws {
    try await client.search(words: "a b", rooms: [1, 2], where: Filter(from: 3))
    #expect(try sent().target == "/search?words=a%20b&rooms=1,2&where=%7B%22from%22%3A3%7D")
  }

  @Test func sendsOtherMethods() async throws {
    try await client.find()
    #expect(try sent().method == "QUERY")
    #expect(try sent().fields["content-type"] == nil)
    try await client.find(payload: Filter(from: 1))
    #expect(try text(sent()) == #"{"from":1}"#)
    try await client.copySearch()
    #expect(try sent().method == "COPY")
  }

  @Test func sendsOneOfSeveralBodies() async throws {
    _ = try await client.note()
    #expect(try sent().fields["content-type"] == nil)
    #expect(try sent().body.isEmpty)
    _ = try await client.note(payload: .json(Note(text: "a")))
    #expect(try sent().fields["content-type"] == "application/json")
    _ = try await client.note(payload: .vndMuseumJSON(.init(old: "b")))
    #expect(try sent().fields["content-type"] == "application/vnd.museum+json")
    _ = try await client.note(payload: .csv("a,b"))
    #expect(try sent().fields["content-type"]?.hasPrefix("text/csv") == true)
    #expect(try text(sent()) == "a,b")
  }

  @Test func sendsFilesBesideOtherBodies() async throws {
    _ = try await client.noteMultipart(
      text: "a", drawing: FilePart([1], filename: "d"),
      outline: FilePart(.bytes(Array("<svg/>".utf8))))
    let request = try sent()
    #expect(request.fields["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    #expect(text(request).contains("Content-Type: image/svg+xml\r\n\r\n<svg/>"))
  }

  @Test func sendsFormsAndBytes() async throws {
    try await client.order(payload: .init(rooms: [1, 2], guest: .init(name: "A")))
    #expect(try text(sent()) == "rooms=1&rooms=2&guest=%7B%22name%22%3A%22A%22%7D")
    try await client.sendPicture(payload: FilePart(.bytes([1, 2])))
    #expect(try sent().body == [1, 2])
    #expect(try sent().fields["content-type"] == "application/octet-stream")
    #expect(try sent().fields["authorization"] == nil)
  }

  @Test func sendsRequestsToTheirServers() throws {
    let client = Client(server: .main(hall: .south), token: .bearer("secret"))
    #expect(try url(client, GetNoteRequest(id: "1")).hasPrefix("https://notes.museum.example/"))
    #expect(
      try url(client, SendPictureRequest(payload: FilePart(.bytes([]))))
        == "https://pictures.museum.example/south/pictures")
    let test = Client(server: .test, token: .bearer("secret"))
    #expect(
      try url(test, SendPictureRequest(payload: FilePart(.bytes([]))))
        == "https://pictures.test.museum.example/pictures")
    #expect(throws: APIError.self) { try url(client, DeleteNoteRequest(id: "1")) }
    #expect(try url(test, DeleteNoteRequest(id: "1")) == "https://test.museum.example/v1/notes/1")
  }

  @Test func readsMessages() async throws {
    let receiver = WebhookReceiver<WebhookEvent>.unsigned()
    func event(_ body: String) async throws -> WebhookEvent {
      try await receiver.receive(Array(body.utf8), fields: [:]).event
    }
    guard case .closed(let closed) = try await event(#"{"type": "closed", "until": "2026-12-01"}"#) else {
      Issue.record("not closed")
      return
    }
    #expect(closed.until == CalendarDate(year: 2026, month: 12, day: 1))
    guard case .paid(let paid) = try await event(#"{"type": "paid", "sum": 2}"#) else {
      Issue.record("not paid")
      return
    }
    #expect(paid.sum == 2)
    guard case .void(let void) = try await event(#"{"type": "void", "id": "v"}"#) else {
      Issue.record("not void")
      return
    }
    #expect(void.id == "v")
  }

  @Test func documentsLinks() throws {
    let file = packageFolder.appendingPathComponent("Tests/Golden/OpenAPI/Generated/Museum/Operations.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("/// - `search` with `words` = `$response.body#/text`: Finds it again."))
  }
}

/// A provider that nobody has logged in to.
private struct LoggedOut: CredentialProvider {
  private struct Absence: CredentialAbsence { var isCredentialAbsent: Bool { true } }

  func credential(for context: CredentialContext) async throws -> Credential { throw Absence() }
  func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
    throw Absence()
  }
}

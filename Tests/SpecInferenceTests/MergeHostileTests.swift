import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct MergeHostileTests {
  private static let url = "https://api.example.com/v1"

  @Test func aKnownEndpointUnderAnotherNameIsNotAddedAgain() throws {
    var spec = DriftTests.shop
    spec.files["Shop/books.yaml"] = spec.files["Shop/books.yaml"]?
      .replacing("get: books/{id}", with: "get: books/{isbn}")
      .replacing("parameters: {id: integer}", with: "parameters: {isbn: string}")
    var har = HAR()
    for path in [
      "books/17", "books/978-3", "books/a b", "books/f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "books/17/",
    ] {
      har.add("\(Self.url)/\(path)", response: DriftTests.book())
    }
    let outcome = try spec.merge(har)
    #expect(outcome.files.isEmpty && !outcome.isUnfinished, "\(outcome.problems)")
  }

  /// Names from traffic can't end a text, a comment or a line.
  @Test func namesCantBreakOut() throws {
    var har = HAR()
    let names = [
      "a: b", "# c", "x\" y", "it's", "{a}", "[b]", "*c", "&d", "!e", "|", ">", "%f", "@g", "- h", "? i",
      "a\nb: c",
      "null", "true", "1e5", "\u{2028}", "\\", "$ref", "<<", "имя", "class", "a?", "~",
    ]
    let object = JSON.object(JSONObject(names.enumerated().map { ($1, .number(JSONNumber($0))) }))
    har.add("\(Self.url)/books/1", response: DriftTests.book([("odd", object), ("x: y #", "v\n- w")]))
    for name in ["ä: {b}", "#c", "\"d\"", "..", "e\nf", "module", "Book", "book", "books", "Shop"] {
      let path = name.utf8.map { "%" + String($0, radix: 16).uppercased().leftPadded }.joined()
      har.add(
        "\(Self.url)/odd/\(path)",
        response: ["one": object, "list": [object], "Book": ["a": 1, "b": 2, "c": 3]])
      har.add(
        "POST", "\(Self.url)/\(path)?q%3A=1&%23x=2&a%0Ab=3", response: ["one": 1], body: object.description)
    }
    let spec = DriftTests.shop
    let outcome = try spec.merge(har)
    let merged = spec.merged(outcome)
    #expect(outcome.endpoints > 4)
    #expect(isKept(spec.files["Shop/books.yaml"] ?? "", in: merged.files["Shop/books.yaml"] ?? "") == nil)
    for (path, text) in merged.files {
      #expect(!path.contains(".."), "\(path)")
      #expect(!text.contains("v\n- w") && !text.unicodeScalars.contains("\u{2028}"))
    }
    #expect(try merged.merge(har).files.isEmpty)
  }

  @Test func whatSaysNothingOfAnEndpointIsNotAdded() throws {
    var har = HAR()
    har.add("\(Self.url)/gone", status: 404, response: ["error": "no"])
    har.add("\(Self.url)/login", status: 401, response: ["error": "who?"])
    har.add("\(Self.url)/mail", response: ["error": "No mail today"])
    har.add("\(Self.url)/page", text: "<html>Bad gateway</html>", type: "text/html")
    har.add("\(Self.url)/broken", text: "<html>Bad gateway</html>")
    har.add("https://api.example.com/v2/books", response: [DriftTests.book()])
    har.add("https://cdn.example.net/config", response: ["a": 1])
    let outcome = try DriftTests.shop.merge(har)
    let problems = outcome.problems.map { "\($0.place): \($0.reason)" }
    #expect(
      problems == [
        "GET /broken: its responses should be JSON, but aren't",
        "GET /login: only failures were seen, so nobody knows what it answers",
        "GET /mail: only failures were seen, so nobody knows what it answers",
        "GET /v2/books: it isn't below 'v1', where the module's endpoints are: describe its server",
      ], "\(outcome.files.mapValues { String(decoding: $0, as: UTF8.self) })")
    #expect(outcome.report.otherServers == ["https://cdn.example.net (1 request)"])
  }

  /// Ten things with names of their own are a parameter, and so are hundreds of paths that were seen once.
  @Test func pathsThatWereSeenOnceAreNotEndpointsEach() throws {
    var har = HAR()
    for number in 0..<12 {
      har.add("\(Self.url)/people/person-x\(number)", response: ["name": "x", "age": 1, "city": "y"])
    }
    for number in 0..<300 { har.add("\(Self.url)/scan/w\(number)x", response: ["hit": true]) }
    let outcome = try DriftTests.shop.merge(har)
    #expect(outcome.endpoints == 2, "\(outcome.files.mapValues { String(decoding: $0, as: UTF8.self) })")
  }

  @Test func secretsReachNothing() throws {
    var har = HAR()
    let (token, password, session) = (
      "eyJhbGciOiJIUzI1NiJ9.e30.abcdefgh", "correct-h0rse-b4ttery", "s3ss10n-4711"
    )
    for number in 0..<14 {
      har.add(
        "\(Self.url)/vault/\(session)/items?api_key=\(token)",
        response: [
          "password": .string(password), "state": .string(number % 2 == 0 ? session : "open"), session: 1,
          "token": .string(token),
        ], fields: [("Authorization", "Bearer \(token)"), ("Cookie", "session=\(session)")])
      har.add(
        "\(Self.url)/books/1",
        response: DriftTests.book([("state", .string(session)), ("secret", .string(password))]))
    }
    har.add("\(Self.url)/login", response: ["session_token": .string(session)])
    let outcome = try DriftTests.shop.merge(har)
    let text =
      outcome.files.values.map { String(decoding: $0, as: UTF8.self) }.joined()
      + outcome.report.diagnostics(withUnseen: true).map(\.message).joined()
      + outcome.problems.map { $0.place + $0.reason }.joined()
      + outcome.notes.map { $0.place + $0.text }.joined()
    #expect(outcome.endpoints == 2)
    for secret in [token, password, session] { #expect(!text.contains(secret), "\(secret) in \(text)") }
  }

  @Test func manyNewKeysAreData() throws {
    var har = HAR()
    let many = (0..<60).map { ("key\($0)y", Optional(JSON.number(1))) }
    har.add("\(Self.url)/books/1", response: DriftTests.book(many))
    let outcome = try DriftTests.shop.merge(har)
    #expect(outcome.files.isEmpty && outcome.report.drift.count == 60)
    #expect(outcome.report.drift.first?.advice?.contains("write a map") == true)
  }

  @Test func fractionsOfIdentifiersAreForPeople() throws {
    var spec = DriftTests.shop
    spec.files["Shop/books.yaml"] = spec.files["Shop/books.yaml"]?
      .replacing("      id: integer", with: "      id: BookID")
      .replacing("      price: integer", with: "      price: \"integer?\"   # in cents")
      .replacing("\nschemas:\n", with: "\nschemas:\n  BookID: {type: integer, newtype: true}\n")
    var har = HAR()
    har.add("\(Self.url)/books/1", response: DriftTests.book([("id", 1.5), ("price", 2.5)]))
    let outcome = try spec.merge(har)
    let text = spec.merged(outcome).files["Shop/books.yaml"]
    #expect(text == spec.files["Shop/books.yaml"]?.replacing("\"integer?\"   #", with: "\"number?\"   #"))
    #expect(outcome.report.drift.map(\.advice) == ["write 'number' by hand: the type has 'newtype'"])
  }
}

extension String {
  fileprivate var leftPadded: String { count == 1 ? "0" + self : self }
}

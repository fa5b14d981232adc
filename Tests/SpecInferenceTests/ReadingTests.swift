import Foundation
import Testing
import WGNAPIJSON

@testable import SpecDrift
@testable import SpecInference
@testable import TrafficEvidence

struct ReadingTests {
  @Test(arguments: [1, 7, 64, 100_000])
  func entriesAreFoundWhereverPartsEnd(parts: Int) {
    var har = HAR()
    for number in 0..<5 { har.add("https://api.example.com/books/\(number)", response: ["title": "\"{[\\"]) }
    let reader = HAR.read(har.bytes, parts: parts)
    #expect(reader.problems.isEmpty)
    #expect(reader.collector.evidence.exchanges == 5)
  }

  @Test func aBrokenEntryIsReportedAndTheOthersAreUsed() {
    let good =
      #"{"request":{"method":"GET","url":"https://a.example/x"},"response":{"status":200,"content":{"text":"{}"}}}"#
    let text = "{\"log\":{\"entries\":[\n\(good),\n{\"request\": nope},\n\(good)]}}"
    let reader = HAR.read(Array(text.utf8))
    #expect(reader.collector.evidence.exchanges == 2)
    #expect(reader.problems.map(\.line) == [3])
  }

  @Test func anEntryAfterAStringWithoutAnEndIsUsed() {
    let good =
      #"{"request":{"method":"GET","url":"https://a.example/x"},"response":{"status":200,"content":{"text":"{}"}}}"#
    let text = "{\"log\":{\"entries\":[{\"_x\": \"open},\n\(good),\(good)]}}"
    let reader = HAR.read(Array(text.utf8))
    #expect(reader.collector.evidence.exchanges >= 1)
    #expect(!reader.problems.isEmpty)
  }

  @Test func aCutFileIsUsedUpToItsEnd() {
    var har = HAR()
    for number in 0..<4 { har.add("https://api.example.com/books/\(number)", response: ["title": "x"]) }
    let reader = HAR.read(Array(har.bytes.dropLast(150)))
    #expect(reader.collector.evidence.exchanges == 3)
    #expect(reader.problems.count == 1)
  }

  @Test(arguments: ["", "[]", "{\"log\": 3}", "<html>", "{\"log\":{\"entries\":{}}}", "\u{FEFF}{"])
  func aFileWithoutEntriesIsAProblem(text: String) {
    let reader = HAR.read(Array(text.utf8))
    #expect(reader.problems.count == 1)
    #expect(reader.collector.evidence.exchanges == 0)
  }

  @Test func entriesMayLackAlmostEverything() {
    let text = """
      {"log":{"entries":[{}, {"request":{}}, {"request":{"url":"ftp://x/"},"response":{}}, {"request":{"url":"https://a.example/x"},
      "response":{"status":0}}, {"request":{"url":"https://a.example/x"},"response":{"status":200,"content":{"size":10}}}, 7]}}
      """
    let reader = HAR.read(Array(text.utf8))
    #expect(reader.collector.evidence.exchanges == 2)
    #expect(reader.problems.isEmpty)
  }

  @Test func bodiesMayBeInBase64() {
    let text = Data(#"{"title":"x"}"#.utf8).base64EncodedString()
    var har = HAR()
    har.add("https://api.example.com/book", text: text, encoding: "base64")
    #expect(har.infer().text.contains("title: string"))
  }

  @Test(arguments: [
    ("list", "GET", "list"), ("list-2", "GET", "list"), ("list_2", "GET", "list"),
    ("list (2)", "GET", "list"),
    ("list-error", "GET", "list"), ("list_error_2", "GET", "list"), ("17", "GET", "17"),
    ("POST-orders", "POST", "orders"), ("QUERY-orders", "QUERY", "orders"),
    ("{id}", "GET", "{id}"), ("error", "GET", "error"),
  ])
  func namesOfFilesAreEndpoints(file: String, method: String, path: String) {
    let name = ResponseName(file)
    #expect(name.method == method)
    #expect(name.path == [path])
  }

  @Test func recordingsAreRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let exchange = """
      ### request books
      GET https://api.example.com/books?code=<redacted>&page=2
      Authorization: Bearer <redacted>

      ### response
      200
      Content-Type: application/json

      [
        {"title": "x", "note": "<redacted>"}
      ]

      """
    try Data(exchange.utf8).write(to: folder.appendingPathComponent("books-4f1c2a90.http"))
    try Data("### nothing".utf8).write(to: folder.appendingPathComponent("broken-4f1c2a90.http"))
    var reader = TrafficReader()
    reader.read(folder.path)
    #expect(reader.problems.map(\.line) == [1])
    let spec = inferSpec(from: reader.collector, module: "Shop")
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
    for line in [
      "query: code", "note: {type: string, secret: true}", "token: {scheme: bearer}", "page: integer",
    ] {
      #expect(spec.text.contains(line), "\(line)\n\(spec.text)")
    }
    #expect(!spec.text.contains("redacted"))
  }

  @Test func foldersOfResponsesAreRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("infer-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let books = folder.appendingPathComponent("books")
    try FileManager.default.createDirectory(at: books, withIntermediateDirectories: true)
    for (name, text) in [
      ("list", #"[{"id": 1, "name": "x", "pages": 3}]"#), ("list-2", "[]"), ("broken", "{\n nope"),
      ("7", #"{"id": 7}"#),
    ] {
      try Data(text.utf8).write(to: books.appendingPathComponent("\(name).json"))
    }
    var reader = TrafficReader()
    reader.read(folder.path)
    #expect(reader.problems.map(\.line) == [2])
    let spec = inferSpec(from: reader.collector, module: "Shop", hosts: ["api.example.com"])
    #expect(spec.text.contains("get: \"books/{id}\""))
    #expect(spec.text.contains("https://api.example.com/"))
    #expect(spec.diagnostics.isEmpty, "\(spec.diagnostics.map(\.message)) \(spec.text)")
  }

  @Test func brokenBodiesAreCounted() {
    var har = HAR()
    for text in [#"{"a":"#, "hello", "", #"{"a":1}"#] { har.add("https://api.example.com/x", text: text) }
    let evidence = HAR.read(har.bytes).collector.evidence
    #expect(evidence.leftOut == ["bodies that should be JSON, but aren't": 2])
    #expect(evidence.exchanges == 4)
  }

  @Test func otherMethodsAreCounted() {
    var har = HAR()
    for method in ["PURGE", "MKCOL", "HEAD"] {
      har.add(method, "https://api.example.com/x", response: ["a": 1])
    }
    let evidence = HAR.read(har.bytes).collector.evidence
    #expect(evidence.leftOut == ["requests with other methods": 2, "requests with HEAD": 1])
  }

  /// `a//b` is another path than `a/b`.
  @Test func pathsWithEmptyPartsAreLeftOut() {
    var har = HAR()
    har.add("https://api.example.com/a/b", response: ["id": 1])
    har.add("https://api.example.com/a//b", response: ["other": 1])
    har.add("https://api.example.com//a/b?c=//", response: ["other": 1])
    let reader = HAR.read(har.bytes)
    #expect(reader.collector.evidence.leftOut == ["requests with an empty part in their path": 2])
    #expect(!har.infer().text.contains("other"))
  }

  /// Which servers a spec is about is no secret.
  @Test func serversThatAreDescribedTogetherAreTold() {
    var har = HAR()
    for host in ["a.example.com", "b.example.com"] {
      for path in ["x", "y"] { har.add("https://\(host)/\(path)", response: ["id": 1]) }
    }
    har.add("https://c.example.com/z", response: ["id": 1])
    let spec = har.infer()
    #expect(spec.servers.sorted() == ["https://a.example.com/", "https://b.example.com/"])
    #expect(spec.otherServers == ["https://c.example.com (1 request)"])
  }
}

import Depot
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

/// Parameters with styles, as they arrive at a server.
@Suite(.timeLimit(.minutes(5))) struct StyleTests {
  private let server: MisbehavingServer
  private let client: Client

  init() throws {
    server = try MisbehavingServer { _ in [.response(#"{"seen":"yes"}"#)] }
    client = Client(server: Server(url: server.server.baseURL, like: .main))
  }

  private let color = Color(r: 100, g: 200)
  private let hard = "a,b c+d&e#f/g?h%i Ж"

  private func lastTarget() throws -> String { try #require(server.requests.last).target }

  private func query(_ make: () async throws -> Seen) async throws -> [String] {
    _ = try await make()
    return try lastTarget().split(separator: "?", maxSplits: 1).last.map {
      $0.split(separator: "&").map(String.init)
    } ?? []
  }

  @Test func queries() async throws {
    #expect(
      try await query { try await client.queries(exploded: ["a", "b c"], joined: ["1", "2,3"]) }
        == ["exploded=a", "exploded=b%20c", "joined=1,2%2C3"])
    #expect(
      try await query { try await client.queries(members: color, flat: color) }
        == ["R=100", "G=200", "flat=R,100,G,200"])
    #expect(
      try await query { try await client.queries(spaces: ["a", "b"], pipes: ["x": 1]) }
        == ["spaces=a%20b", "pipes=x%7C1"])
    #expect(
      try await query {
        try await client.queries(
          filter: Filter(name: "n", price: .init(gte: 1), tags: ["x", "y"]), created: .period(.init(gte: 5)))
      } == [
        "filter%5Bname%5D=n", "filter%5Bprice%5D%5Bgte%5D=1", "filter%5Btags%5D%5B0%5D=x",
        "filter%5Btags%5D%5B1%5D=y", "created%5Bgte%5D=5",
      ])
    #expect(try await query { try await client.queries(created: .integer(7)) } == ["created=7"])
    #expect(
      try await query { try await client.queries(json: Filter(name: "é")) }
        == ["json=%7B%22name%22%3A%22%C3%A9%22%7D"])
    #expect(
      try await query { try await client.queries(url: "https://a.example/b?c=d&e#f", plain: hard) } == [
        "url=https://a.example/b?c=d%26e%23f",
        "plain=a%2Cb%20c%2Bd%26e%23f%2Fg%3Fh%25i%20%D0%96",
      ])
  }

  @Test func fieldsOfABody() async throws {
    _ = try await client.sieve(payload: Sieve(tags: ["a", "b,c"], sizes: [1, 2.5], words: ["x", "y"]))
    let request = try #require(server.requests.last)
    #expect(String(decoding: request.body, as: UTF8.self) == "tags=a%7Cb%2Cc&sizes=1,2.5&words=x&words=y")
    _ = try await client.portrait(payload: FilePart([1], filename: "Me.JPG"))
    #expect(server.requests.last?.fields["content-type"] == "image/jpeg")
  }

  @Test func partsOfABody() async throws {
    _ = try await client.parcel(
      label: "a", note: "*b*", tags: ["x", "y"], sizes: [1, 2], color: color,
      filter: Filter(price: .init(gte: 1), tags: ["c", "d"]), words: ["e", "f"],
      content: FilePart([0x31], filename: "t.csv"))
    let request = try #require(server.requests.last)
    let boundary = try #require(request.fields["content-type"]?.split(separator: "=").last)
    let parts = String(decoding: request.body, as: UTF8.self).components(separatedBy: "--\(boundary)")
    let read = parts.dropFirst().dropLast().map { part in
      part.replacing("\r\n", with: "|").replacing("|Content-Disposition: form-data; ", with: "")
    }
    #expect(
      read == [
        #"name="label"||a|"#, #"name="note"|Content-Type: text/markdown; charset=utf-8||*b*|"#,
        #"name="tags"||x|y|"#, #"name="sizes"||1,2|"#, #"name="R"||100|"#, #"name="G"||200|"#,
        #"name="filter[price][gte]"||1|"#, #"name="filter[tags][0]"||c|"#, #"name="filter[tags][1]"||d|"#,
        #"name="words"|Content-Type: application/vnd.words+json||["e","f"]|"#,
        #"name="content"; filename="t.csv"|Content-Type: text/csv; header=present||1|"#,
      ])
  }

  @Test func nothingIsSentForNothing() async throws {
    _ = try await client.queries(exploded: [], joined: [], spaces: [], pipes: [:], filter: Filter())
    #expect(try lastTarget() == "/v1/queries")
    _ = try await client.fields(ids: [], each: [])
    #expect(server.requests.last?.fields["cookie"] == "flat=fixed")
  }

  @Test func paths() async throws {
    _ = try await client.paths(
      simple: ["a", "b/c"], exploded: color, label: "x y", dots: [1, 2], matrix: [hard], pairs: color)
    #expect(
      try lastTarget()
        == "/v1/paths/a,b%2Fc/R=100,G=200/.x%20y/.1.2/;matrix=a%2Cb%20c%2Bd%26e%23f%2Fg%3Fh%25i%20%D0%96/;R=100;G=200"
    )
  }

  @Test(arguments: [
    ("docs/read me.md", "docs/read%20me.md"), ("a/b/", "a/b/"), ("ü", "%C3%BC"),
    ("a?b#c", "a%3Fb%23c"), ("a/%2e%2e/b", "a/%252e%252e/b"), ("a;b=c/d:e@f", "a;b=c/d:e@f"),
    ("..a/b..", "..a/b.."), ("a\\..\\b", "a%5C..%5Cb"), ("https://x.example/", nil),
  ]) func slashesAreKept(path: String, expected: String?) async throws {
    guard let expected else {
      #expect(throws: APIError.self) { try client.httpRequest(for: ContentsRequest(owner: "o", file: path)) }
      return
    }
    _ = try await client.contents(owner: "o/p", file: path)
    #expect(try lastTarget() == "/v1/contents/o%2Fp/\(expected)")
  }

  @Test(arguments: [
    "", ".", "..", "../x", "a/../b", "a/..", "./a", "a/./b", "/a", "//a", "a//b", "..;x/b", "a/.;/b", "/",
    "a/..;",
  ]) func aPathStaysBelowTheEndpoint(path: String) {
    let request = ContentsRequest(owner: "o", file: path)
    let error = #expect(throws: APIError.self) { try client.httpRequest(for: request) }
    guard case .invalidRequest(let violations)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violations.count == 1)
    #expect(server.requests.isEmpty)
  }

  @Test func labelsAreNotDotSegments() {
    func violations(_ label: String, _ dots: [Int]) -> [String] {
      PathsRequest(
        simple: ["a"], exploded: color, label: label, dots: dots, matrix: ["a"], pairs: color
      ).violations.map(\.message)
    }
    #expect(violations("x", [1]).isEmpty)
    #expect(violations("", [1]).count == 1)
    #expect(violations(".", [1]).count == 1)
    #expect(violations("x", []).count == 1)
  }

  @Test func headersAndCookies() async throws {
    _ = try await client.fields(
      xColor: color, xArg: Filter(name: "Ж"), xIDs: [1, 2], ids: [3, 4], each: ["a b", "ж;"])
    let fields = try #require(server.requests.last).fields
    #expect(fields["x-color"] == "R=100,G=200")
    #expect(fields["x-arg"] == #"{"name":"\u0416"}"#)
    #expect(fields["x-ids"] == "1,2")
    #expect(fields["cookie"] == "ids=3,4; each=a%20b; each=%D0%B6%3B; flat=fixed")
  }

  @Test func forms() async throws {
    _ = try await client.form(
      filter: Filter(price: .init(lt: 2), tags: ["x"]), color: color, secret: ["hush", "hush2"])
    let request = try #require(server.requests.last)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "filter%5Bprice%5D%5Blt%5D=2&filter%5Btags%5D%5B%5D=x&R=100&G=200&secret=hush%7Chush2")
  }

  @Test func ambiguousValuesAreRefused() {
    #expect(QueriesRequest(spaces: ["a b", "c"]).violations.map(\.instanceLocation) == ["/spaces"])
    #expect(FieldsRequest(xIDs: nil).violations.isEmpty)
    let secret = FormRequest(secret: ["a|b"]).violations
    #expect(secret.map(\.message) == ["the value can't be written in this style"])
  }

  /// Whatever a value contains, URL parsers and servers find it below the endpoint's path, and no query or fragment.
  @Test(arguments: 1...4) func noValueLeadsElsewhere(seed: UInt64) throws {
    let pieces = [
      ".", "..", "/", "//", ";", "%", "%2e", "%2F", "?", "#", "\\", "a", "é", " ", "@", ":", "https:", "&",
      "\u{0}", "\n",
    ]
    var state = seed
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var composed = 0
    for _ in 0..<2000 {
      let value = (0..<next(7)).map { _ in pieces[next(pieces.count)] }.joined()
      guard let request = try? client.httpRequest(for: ContentsRequest(owner: "o", file: value)) else {
        continue
      }
      composed += 1
      let url = try #require(URL(string: request.url)?.standardized.absoluteURL)
      let base = server.server.baseURL + "/v1/contents/o/"
      #expect(url.absoluteString.hasPrefix(base), "\(value)")
      #expect(url.query == nil && url.fragment == nil, "\(value)")
      let rest = String(request.url.dropFirst(base.count))
      #expect(rest.removingPercentEncoding == value)
      let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map { $0.prefix { $0 != ";" } }
      #expect(!parts.contains(".") && !parts.contains(".."), "\(value)")
    }
    #expect(composed > 300)
  }
}

import Foundation
import HTTPTypes
import Kiosk
import TestSupport
import Testing
import WGNAPIFormats
import WGNAPIGenerated
import WGNAPIRuntime

/// Requests to a URL that is a parameter, which may come from anybody.
@Suite(.timeLimit(.minutes(5))) struct WholeURLTests {
  private let home: MisbehavingServer
  private let storage: MisbehavingServer
  private let client: Client

  init() throws {
    home = try MisbehavingServer { _ in [.response(#"{"name": "home"}"#)] }
    let homeURL = home.server.baseURL
    storage = try MisbehavingServer { request in
      switch request.target.prefix(while: { $0 != "?" }) {
      case "/moved":
        [.response("", status: "307 Temporary Redirect", fields: ["Location: \(homeURL)/stolen"])]
      case "/refused":
        [.response("<Error>The signature \(request.target) is wrong</Error>", status: "403 Forbidden")]
      case "/files/bot123/letter.txt":
        [.response("<Error>/files/bot123/letter.txt: 0123456789ab is wrong</Error>", status: "403 Forbidden")]
      default: [.response(#"{"name": "storage \#(request.number)"}"#)]
      }
    }
    client = Client(
      server: Server(url: homeURL, like: .main), member: .bearer("the-secret-token"),
      configuration: ClientConfiguration(userAgent: "Harbour/2"))
  }

  private func url(_ path: String) -> String { storage.server.baseURL + path }

  @Test func nothingOfTheClientIsSent() async throws {
    #expect(try await client.attachment(url: url("/a//b%2Fc.json?x=1&signature=a%2Bb")).name == "storage 1")
    let request = try #require(storage.requests.first)
    #expect(request.target == "/a//b%2Fc.json?x=1&signature=a%2Bb")
    let names = Set(request.fields.keys).subtracting(["accept-encoding", "connection"])
    #expect(names == ["accept", "host", "user-agent"])
    #expect(home.requests.isEmpty)
  }

  /// A request that a spec could not have: it has the API's credentials and parameters of the call.
  struct Careless: APIRequest {
    typealias Response = Void
    var url: String
    static let endpoint = Endpoint<Self>("careless", .get, "{url}", response: .empty) { $0.url("url", \.url) }
  }

  @Test func careIsTakenOfCarelessRequests() async throws {
    let options = CallOptions(parameters: [ClientParameter("language", "en", location: .header)])
    try await client.send(Careless(url: url("/a")), options: options)
    let request = try #require(storage.requests.first)
    #expect(request.target == "/a")
    #expect(request.fields["authorization"] == nil)
    #expect(request.fields["language"] == nil)
    #expect(request.fields["x-kiosk-version"] == nil)
  }

  @Test func aURLWithoutAPathIsTheRoot() async throws {
    _ = try await client.attachment(url: url("?signature=1"))
    #expect(storage.requests.first?.target == "/?signature=1")
  }

  @Test(arguments: [
    ("", "must begin with http:// or https://"), ("/a", "must begin with http:// or https://"),
    ("//a.example/b", "must begin with http:// or https://"), ("file:///etc/passwd", "must begin with"),
    ("ftp://a.example/b", "must begin with"), ("https:a.example", "must begin with"),
    ("https:///b", "needs a host"), ("https://user@a.example/", "without user name and password"),
    ("https://user:word@a.example/", "without user name and password"),
    ("https://a.example@b.example/", "without user name and password"),
    ("https://a.example\\@b.example/", "needs a host"), ("https://ä.example/", "needs a host"),
    ("https://a.example:99999/", "malformed port"), ("https://[::1/", "malformed host"),
    ("https://a.example/b#c", "fragment"), ("https://a.example/b c", "percent-encoded"),
    ("https://a.example/b\r\nX: y", "percent-encoded"), ("https://a.example/%2", "percent-encoded"),
    ("https://a.example/?a=%zz", "percent-encoded"), ("https://a.example/a/../b", "'.' or '..'"),
    ("https://a.example/a/%2e%2E/b", "'.' or '..'"), ("https://a.example/ä", "percent-encoded"),
  ])
  func hostileURLsAreRefused(url: String, problem: String) throws {
    let error = #expect(throws: APIError.self) { try client.httpRequest(for: AttachmentRequest(url: url)) }
    guard case .invalidRequest(let violations)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violations.count == 1)
    #expect(violations.first?.message.contains(problem) == true, "\(violations)")
    #expect(url.isEmpty || url == "/a" || !"\(String(describing: error))".contains(url))
  }

  /// A service over TLS can't have anything sent without it.
  @Test func thereIsNoWayBackFromTLS() throws {
    let client = Client(server: .main)
    let secure = try client.httpRequest(for: AttachmentRequest(url: "HTTPS://a.example/b?c"))
    #expect(secure.url == "https://a.example/b?c")
    let error = #expect(throws: APIError.self) {
      try client.httpRequest(for: AttachmentRequest(url: "http://a.example/b?c"))
    }
    #expect("\(String(describing: error))".contains("must begin with https://"))
  }

  @Test func aPatternLimitsTheHosts() throws {
    let client = Client(server: .main)
    for allowed in ["https://storage.example/1.png", "https://eu.storage.example/1.png?s=1"] {
      #expect(try client.httpRequest(for: PictureRequest(pictureURL: allowed)).url == allowed)
    }
    for other in [
      "https://169.254.169.254/latest/meta-data", "https://storage.example.evil.example/",
      "https://a.example/?https://storage.example/",
      "https://storage.example@evil.example/", "https://evil.example/\nhttps://storage.example/",
    ] {
      #expect(throws: APIError.self) { try client.httpRequest(for: PictureRequest(pictureURL: other)) }
    }
  }

  /// The host is shown; what may be a signature isn't.
  @Test func theURLIsSecret() async throws {
    let text = url("/refused?signature=0123456789abcdef0123")
    let composed = try client.httpRequest(for: AttachmentRequest(url: text))
    #expect(composed.description == "GET \(storage.server.baseURL)/<redacted>")
    let error = await #expect(throws: APIError.self) { try await client.attachment(url: text) }
    #expect(error?.status == 403)
    #expect(error?.url == "\(storage.server.baseURL)/<redacted>")
    #expect("\(try #require(error))".contains("The signature <redacted> is wrong"))
    #expect(!"\(AttachmentRequest(url: text))".contains("0123456789abcdef0123"))
  }

  @Test func partsOfTheURLAreSecret() async throws {
    let text = url("/files/bot123/letter.txt?signature=0123456789ab")
    let error = await #expect(throws: APIError.self) { try await client.attachment(url: text) }
    #expect("\(try #require(error))".contains("<redacted>: <redacted> is wrong"))
  }

  /// A request that a spec could not have: its URL may be missing.
  struct Absent: APIRequest {
    typealias Response = Void
    var url: String?
    static let endpoint = Endpoint<Self>("absent", .get, "{url}", response: .empty) { $0.url("url", \.url) }
  }

  @Test func aMissingURLIsNotTheClients() async throws {
    let error = await #expect(throws: APIError.self) { try await client.send(Absent()) }
    guard case .invalidRequest? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(home.requests.isEmpty)
  }

  @Test func redirectsToOthersAreNotFollowed() async throws {
    let error = await #expect(throws: APIError.self) { try await client.attachment(url: url("/moved")) }
    guard case .redirected? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(home.requests.isEmpty)
  }

  /// The endpoint has a lifetime of its own; the whole URL is the key.
  @Test func eachURLHasAResponseOfItsOwnInTheCache() async throws {
    let second = try MisbehavingServer { _ in [.response(#"{"name": "second"}"#)] }
    #expect(try await client.attachment(url: url("/a?b=1")).name == "storage 1")
    #expect(try await client.attachment(url: url("/a?b=1")).name == "storage 1")
    #expect(try await client.attachment(url: url("/a?b=2")).name == "storage 2")
    #expect(try await client.attachment(url: second.server.baseURL + "/a?b=1").name == "second")
    #expect((storage.requests.count, second.requests.count) == (2, 1))
  }

  /// What a middleware learns of a call.
  private final class Witness: APIMiddleware, @unchecked Sendable {
    private let lock = NSLock()
    private var found: [(template: String, limits: Int)] = []
    var calls: [(template: String, limits: Int)] { lock.withLock { found } }

    func send(_ request: MiddlewareRequest, next: @escaping Next) async throws -> MiddlewareResponse {
      lock.withLock { found.append((request.call.urlTemplate, request.call.rateLimits.count)) }
      return try await next(request)
    }
  }

  @Test func theLimitsOfTheAPIAreForItsOwnServers() async throws {
    let witness = Witness()
    let client = Client(
      server: Server(url: home.server.baseURL, like: .main),
      configuration: ClientConfiguration(middleware: [witness]))
    _ = try await client.attachment(url: url("/a"))
    _ = try? await client.order(id: 7)
    #expect(witness.calls.map(\.template) == ["{url}", "/orders/{id}"])
    #expect(witness.calls.map(\.limits) == [0, 1])
  }
}

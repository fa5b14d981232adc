import Forge
import Foundation
import Testing
import WGNAPIRuntime

// Responses by media type and status, and their header fields.
extension FailureTests {
  @Test func mediaTypesDecide() async throws {
    func export(_ body: [UInt8], _ type: String?) async throws -> ExportRequest.Response {
      let (server, client) = try client("200 OK", body, type: type)
      let response = try await client.export()
      #expect(
        server.requests.first?.fields["accept"]
          == "application/json, text/csv, image/*")
      return response
    }
    #expect(try await export(Array("[]".utf8), "application/json; charset=utf-8") == .json([]))
    #expect(try await export(Array("[]".utf8), "application/problem+json") == .json([]))
    #expect(try await export(Array("[]".utf8), nil) == .json([]))
    #expect(try await export([0x61, 0xE4], "Text/CSV; Charset=\"ISO-8859-1\"") == .csv("aä"))
    #expect(try await export([0xFF, 0xFE, 0x61, 0], "text/csv") == .csv("a"))
    #expect(try await export([0, 0x61], "text/csv;charset=utf-16be") == .csv("a"))
    #expect(try await export([0x61, 0], "text/csv;charset=UTF-16LE") == .csv("a"))
    #expect(try await export([0xEF, 0xBB, 0xBF, 0x61], "text/csv") == .csv("a"))
    #expect(try await export([1], "image/png") == .image([1]))

    let other = try await error("200 OK", "<p>", type: "text/html") { _ = try await $0.export() }
    #expect(
      other.description.contains(
        #"the response is text/html, but the endpoint describes application/json, text/csv, image/*: "<p>""#))
    for bytes: [UInt8] in [[0xFF], [0xC3]] {
      let (_, client) = try client("200 OK", bytes, type: "text/csv")
      let error = try await #require(throws: APIError.self) { _ = try await client.export() }
      #expect(error.description.contains("it isn't valid UTF-8"))
    }
  }

  @Test func oneMediaType() async throws {
    let (server, client) = try client("200 OK", "a;b", type: "text/csv")
    #expect(try await client.table() == "a;b")
    #expect(server.requests.first?.fields["accept"] == "text/csv, */*;q=0.1")
    await #expect(throws: APIError.self) { _ = try await client.logo() }
    #expect(try await client.ping() == "a;b")
    #expect(server.requests.last?.fields["accept"] == "text/*, */*;q=0.1")
    let (_, vendor) = try self.client(
      "200 OK", #"{"id": 1, "name": "a"}"#, type: "application/vnd.forge+json")
    #expect(try await vendor.vendor().id == 1)
    let (_, nickname) = try self.client("200 OK", #""gnome""#)
    #expect(try await nickname.nickname() == "gnome")
  }

  @Test func statusesDecide() async throws {
    func archive(_ status: String, _ body: String, _ type: String) async throws -> ArchiveRequest.Response {
      try await client(status, body, type: type).client.archive()
    }
    let json = "application/json"
    #expect(try await archive("200 OK", #"{"id": 1, "name": "a"}"#, json) == .okJSON(.init(id: 1, name: "a")))
    #expect(try await archive("200 OK", "PK", "application/zip") == .okZip(Array("PK".utf8)))
    #expect(try await archive("202 Accepted", "", json) == .accepted)
    #expect(
      try await archive("404 Not Found", #"{"message": "no"}"#, json) == .notFound(.init(message: "no")))
    #expect(try await archive("410 Gone", #"{"type": "x"}"#, json) == .status4xx(.init(type: "x")))
    #expect(try await archive("599 Odd", "hm", "text/plain") == .default("hm"))
  }

  // MARK: Header fields

  @Test func headersAreDecodedOnAccess() async throws {
    let fields = [
      "X-Total-Count: -1", "X-OAuth-Scopes: a,b", "X-OAuth-Scopes: c", "X-RateLimit-Reset: 1700000000",
      "X-Kind: private", "Last-Modified: yesterday",
    ]
    let (_, client) = try client("200 OK", "[]", fields: fields)
    let headers = try await client.response(to: RepositoriesRequest()).typedHeaders
    #expect(try headers.xOAuthScopes == ["a", "b", "c"])
    #expect(try headers.xRateLimitReset == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(try headers.xKind == .private)
    let error = #expect(throws: APIError.self) { _ = try headers.xTotalCount }
    #expect(
      error?.description.contains("the header field X-Total-Count: must not be less than 0") == true)
    #expect(throws: APIError.self) { _ = try headers.lastModified }

    let (_, other) = try self.client("200 OK", "[]")
    let none = try await other.response(to: RepositoriesRequest()).typedHeaders
    #expect(try none.xOAuthScopes == nil && none.lastModified == nil)
    let missing = #expect(throws: APIError.self) { _ = try none.xTotalCount }
    #expect(missing?.description.contains("the header field X-Total-Count is missing") == true)
  }

  @Test func headersOfSomeResponsesAreOptional() async throws {
    let (_, client) = try client(
      "202 Accepted", "", fields: ["Location: https://example.com/1", "Retry-After: 5"])
    let headers = try await client.response(to: ArchiveRequest()).typedHeaders
    #expect(try headers.location?.absoluteString == "https://example.com/1")
    #expect(try headers.retryAfter == 5)
  }
}

import Depot
import Foundation
import TestSupport
import Testing
import WGNAPIRuntime

/// Bodies that may be left out, and bodies by media type, as they arrive at a server.
@Suite(.timeLimit(.minutes(5))) struct BodyAlternativeTests {
  private let server: MisbehavingServer
  private let client: Client

  init() throws {
    server = try MisbehavingServer { _ in [.response(#"{"seen":"yes"}"#)] }
    client = Client(server: Server(url: server.server.baseURL, like: .main))
  }

  /// The media type and the body of the last request.
  private func last() throws -> [String?] {
    let request = try #require(server.requests.last)
    return [request.fields["content-type"], String(decoding: request.body, as: UTF8.self)]
  }

  private let note = Note(title: "a b", tags: ["x", "y"])

  @Test func bodiesMayBeLeftOut() async throws {
    _ = try await client.annotate()
    #expect(try last() == [nil, ""])
    _ = try await client.write()
    #expect(try last() == [nil, ""])
    _ = try await client.store()
    #expect(try last() == [nil, ""])
    _ = try await client.deliver()
    #expect(try last() == [nil, ""])
    _ = try await client.fill()
    #expect(try last()[1] == "")
    _ = try await client.maybe()
    #expect(try last() == [nil, ""])
  }

  @Test func bodiesThatAreThere() async throws {
    _ = try await client.annotate(payload: note)
    #expect(try last() == ["application/json", #"{"title":"a b","tags":["x","y"]}"#])
    _ = try await client.write(payload: "# ü")
    #expect(try last() == ["text/markdown; charset=utf-8", "# ü"])
    _ = try await client.store(payload: Array("zip".utf8))
    #expect(try last() == ["application/zip", "zip"])
    _ = try await client.deliver(payload: .bytes(Array("zap".utf8)))
    #expect(try last() == ["application/zip", "zap"])
    _ = try await client.fill(payload: note)
    #expect(
      try last() == ["application/x-www-form-urlencoded", "title=a%20b&tags%5B%5D=x&tags%5B%5D=y"])
    _ = try await client.change(payload: note)
    #expect(try last()[0] == "application/merge-patch+json")
    _ = try await client.maybe(payload: .json(["a"]))
    #expect(try last() == ["application/json", #"["a"]"#])
    _ = try await client.maybe(payload: .text("a"))
    #expect(try last() == ["text/plain; charset=utf-8", "a"])
  }

  @Test func bodiesByMediaType() async throws {
    _ = try await client.post(payload: .json(note))
    #expect(try last() == ["application/json", #"{"title":"a b","tags":["x","y"]}"#])
    _ = try await client.post(payload: .mergePatchJSON(.init(title: "t")))
    #expect(try last() == ["application/merge-patch+json", #"{"title":"t"}"#])
    _ = try await client.post(payload: .form(note))
    #expect(try last() == ["application/x-www-form-urlencoded", "title=a%20b&tags=x&tags=y"])
    _ = try await client.post(payload: .text("é"))
    #expect(try last() == ["text/plain; charset=utf-8", "é"])
    _ = try await client.post(payload: .csv(Array("a,b".utf8)))
    #expect(try last() == ["text/csv", "a,b"])
    let portions = AsyncStream<[UInt8]> { continuation in
      continuation.yield(Array("zip".utf8))
      continuation.finish()
    }
    _ = try await client.post(payload: .zip(.portions(portions, length: 3)))
    #expect(try last() == ["application/zip", "zip"])
  }

  @Test func requestsAreEqualIfTheirBodiesAre() {
    #expect(PostRequest(payload: .text("a")) == PostRequest(payload: .text("a")))
    #expect(PostRequest(payload: .text("a")) != PostRequest(payload: .csv(Array("a".utf8))))
    #expect(MaybeRequest() == MaybeRequest(payload: nil))
    #expect(MaybeRequest() != MaybeRequest(payload: .json([])))
  }
}

import Gallery
import HTTPTypes
import SwiftProtobuf
import TestSupport
import Testing
import WGNAPICache
import WGNAPIRuntime

@Suite struct CodecTests {
  private let png = Stub(.init(.png(width: 64, height: 48), "image/png"))

  @Test func aResponseIsDecodedOnceAndCached() async throws {
    let client = png.client
    let first = try await client.response(to: ThumbnailRequest(id: 7))
    let second = try await client.response(to: ThumbnailRequest(id: 7))
    #expect(first.value == second.value && first.value.width == 64)
    #expect((first.origin, second.origin) == (.network, .cache))
    #expect(png.requests.map { $0.headerFields[.accept] } == ["image/png, */*;q=0.1"])
  }

  /// What is stored is bytes, which are decoded when they are read.
  @Test func aStoredResponseIsDecodedAgain() async throws {
    let store = MemoryStore()
    for _ in 1...2 {
      let client = png.client(.standard(cache: ResponseCache(store: store), limiter: nil))
      #expect(try await client.thumbnail(id: 7).height == 48)
    }
    #expect(png.requests.count == 1)
    #expect(await store.bodies == [.png(width: 64, height: 48)])
  }

  @Test func statusesAndRanges() async throws {
    let picture = try PNG.decode(.png(width: 64, height: 48), contentType: nil)
    #expect(try await png.client.picture(id: 1) == .ok(picture))
    let missing = Stub(.init(Array(#"{"reason":"stolen"}"#.utf8), "application/json", status: 404))
    #expect(try await missing.client.picture(id: 1) == .notFound(Refusal(reason: "stolen")))
    #expect(missing.requests.map { $0.headerFields[.accept] } == ["image/*, */*;q=0.1"])
  }

  @Test func otherMediaTypesAreErrors() async throws {
    let page = Stub(.init(Array("<html>".utf8), "text/html"))
    let error = await #expect(throws: APIError.self) { try await page.client.thumbnail(id: 7) }
    guard case .unexpectedContent("text/html", _)? = error?.kind else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test func whatACodecThrowsIsADecodingError() async throws {
    let text = "not a picture\n\u{1B}[31m " + Stub.secret + String(repeating: " and more", count: 200)
    let error = await #expect(throws: APIError.self) {
      try await Stub(.init(Array(text.utf8), "image/png")).client.thumbnail(id: 7)
    }
    guard case .decoding(let problem)? = error?.kind else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(problem.message.hasPrefix("expected a PNG image, found not a picture [31m <redacted> and"))
    #expect(problem.message.count < 700 && !"\(error as Any)".contains(Stub.secret))
    #expect(!problem.message.unicodeScalars.contains { $0.value < 32 })
    #expect(error?.status == .ok && error?.isRetryable == false && error?.bodyBytes == Array(text.utf8))
    let empty = await #expect(throws: APIError.self) {
      try await Stub(.init([], "image/png")).client.thumbnail(id: 7)
    }
    #expect(empty?.description.contains("(the body is empty)") == true)
  }

  /// Broken protobufs of all kinds are errors, and none stops the process.
  @Test func brokenProtobufs() async throws {
    let whole = try ExhibitionCodec.encode(.harbours)
    var broken = 0
    for index in whole.indices {
      var body = whole
      body[index] ^= 0xFF
      for body in [body, Array(whole.prefix(index))] {
        do {
          _ = try await Stub(.init(body, "application/x-protobuf")).client.exhibition()
        } catch let error as APIError {
          guard case .decoding = error.kind else { throw error }
          broken += 1
        }
      }
    }
    #expect(broken > 10)
  }

  @Test func bodiesAreEncoded() async throws {
    let client = png.client
    let picture = Picture(width: 64, height: 48, bytes: .png(width: 64, height: 48))
    try await client.hang(id: 7, payload: picture)
    try await client.hang(id: 7)
    #expect(png.bodies == [picture.bytes, []])
    #expect(png.requests.map { $0.headerFields[.contentType] } == ["image/png", nil])
    #expect(HangRequest(id: 7, payload: picture) == HangRequest(id: 7, payload: picture))
    #expect(HangRequest(id: 7, payload: picture) != HangRequest(id: 7))
  }

  @Test func aBodyThatCannotBeEncodedIsNotSent() async throws {
    let picture = Picture(width: 1, height: 1, bytes: [1])
    let error = await #expect(throws: APIError.self) { try await png.client.hang(id: 7, payload: picture) }
    #expect(error?.violations.map(\.message) == ["the body can't be encoded: the picture isn't PNG"])
    #expect(png.requests.isEmpty)
  }

  @Test func largeBodiesAreRejectedBeforeTheyAreDecoded() async throws {
    let client = png.client(.standard(limiter: nil), responseSizeLimit: 10)
    let error = await #expect(throws: APIError.self) { try await client.thumbnail(id: 7) }
    guard case .responseTooLarge(10)? = error?.kind else {
      Issue.record("\(error as Any)")
      return
    }
  }

  @Test func overTheNetwork() async throws {
    try await withLoopbackServer { request in
      let body = try await request.bodyData
      return .init(statusCode: .ok, headers: [.contentType: "application/x-protobuf"], body: body)
    } _: { server in
      let client = Client(server: Server(url: server.baseURL, like: .main), key: Stub.secret)
      let response = try await client.announce(payload: .harbours)
      #expect(response == .harbours)
    }
  }
}

/// A store in memory.
actor MemoryStore: ResponseStore {
  private var responses: [CacheKey: StoredResponse] = [:]

  var bodies: [[UInt8]] { responses.values.map(\.body) }

  func response(for key: CacheKey) -> StoredResponse? { responses[key] }
  func store(_ response: StoredResponse, for key: CacheKey) { responses[key] = response }
  func remove(_ key: CacheKey) { responses[key] = nil }
  func removeAll(ofResource resource: String) {}
  func removeAll(of endpoint: String) {}
  func removeAll() { responses = [:] }
}

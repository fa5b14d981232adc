import Gallery
import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIResponses
import WGNAPIRuntime

import struct FlyingFox.HTTPHeaders

/// Codecs below media types, and those of failures.
@Suite struct AlternativeTests {
  private let pixels = [UInt8].png(width: 64, height: 48)

  @Test func responsesByMediaType() async throws {
    let picture = try PNG.decode(pixels, contentType: nil)
    let png = Stub(.init(pixels, "image/png"))
    #expect(try await png.client.plaque(id: 7) == .png(picture))
    #expect(
      png.requests.map { $0.headerFields[.accept] } == [
        "image/png, application/json, application/pdf, application/x-protobuf;q=0.1, image/*;q=0.1"
      ])
    let json = Stub(.init(Array(#"{"title":"Harbour"}"#.utf8), "application/json"))
    #expect(try await json.client.plaque(id: 7) == .json(Plaque(title: "Harbour")))
    #expect(try await Stub(.init([1], "application/pdf")).client.plaque(id: 7) == .pdf([1]))
    let broken = await #expect(throws: APIError.self) {
      try await Stub(.init([1], "image/png")).client.plaque(id: 7)
    }
    guard case .decoding? = broken?.kind else {
      Issue.record("\(broken as Any)")
      return
    }
  }

  @Test func bodiesByMediaType() async throws {
    let server = Stub(.init([], nil))
    let client = server.client
    let picture = try PNG.decode(pixels, contentType: nil)
    try await client.donate(payload: .png(picture))
    try await client.donate(payload: .xProtobuf(.harbours))
    try await client.donate(payload: .json(Plaque(title: "Harbour")))
    try await client.donate()
    try await client.replace(id: 7, payload: picture)
    #expect(
      server.requests.map { $0.headerFields[.contentType] } == [
        "image/png", "application/x-protobuf", "application/json", nil, "image/png",
      ])
    #expect(
      server.bodies == [
        pixels, try ExhibitionCodec.encode(.harbours), Array(#"{"title":"Harbour"}"#.utf8), [], pixels,
      ])
    #expect(DonateRequest(payload: .png(picture)) == DonateRequest(payload: .png(picture)))
    #expect(DonateRequest(payload: .png(picture)) != DonateRequest(payload: .xProtobuf(.harbours)))
    let unfit = Picture(width: 1, height: 1, bytes: [1])
    let error = await #expect(throws: APIError.self) { try await client.donate(payload: .png(unfit)) }
    #expect(error?.violations.map(\.message) == ["the body can't be encoded: the picture isn't PNG"])
    #expect(server.requests.count == 5)
  }

  @Test func failuresAreDecoded() async throws {
    let missing = Stub(.init(try ExhibitionCodec.encode(.harbours), "application/x-protobuf", status: 404))
    let error = await #expect(throws: APIError.self) { try await missing.client.plaque(id: 7) }
    #expect(error?.body(as: Exhibition.self) == .harbours && error?.bodyProblem == nil)
    guard case .httpStatus? = error?.kind else {
      Issue.record("\(error as Any)")
      return
    }
    let down = Stub(.init(pixels, "image/png", status: 503))
    let failure = await #expect(throws: APIError.self) { try await down.client.plaque(id: 7) }
    #expect(failure?.body(as: Picture.self)?.width == 64)
    // Without a media type, the codec decides.
    let untyped = Stub(.init(pixels, nil, status: 503))
    let other = await #expect(throws: APIError.self) { try await untyped.client.plaque(id: 7) }
    #expect(other?.body(as: Picture.self)?.width == 64)
  }

  /// A body that isn't what the spec says doesn't hide the failure.
  @Test func brokenFailures() async throws {
    let page = Stub(.init(Array("<html>".utf8), "text/html; \(Stub.secret)", status: 404))
    let error = await #expect(throws: APIError.self) { try await page.client.plaque(id: 7) }
    #expect(error?.status == .notFound && error?.body == nil)
    #expect(
      error?.bodyProblem?.contains(
        "expected the media type application/x-protobuf, found text/html; <redacted>") == true,
      "\(error?.bodyProblem ?? "none")")
    let text = "no picture " + Stub.secret + String(repeating: " and more", count: 200)
    let broken = Stub(.init(Array(text.utf8), "image/webp", status: 500))
    let problem = await #expect(throws: APIError.self) { try await broken.client.plaque(id: 7) }?.bodyProblem
    #expect(problem?.contains("expected a PNG image, found no picture <redacted> and") == true)
    #expect((problem?.count ?? .max) < 700)
    let empty = Stub(.init([], "image/webp", status: 500))
    let nothing = await #expect(throws: APIError.self) { try await empty.client.plaque(id: 7) }
    #expect(nothing?.body == nil && nothing?.bodyProblem == nil)
  }

  @Test func aCancelledCodecOfAFailureIsACancellation() async throws {
    let stub = Stub(.init([1], "image/png", status: 404))
    let task = Task { try await stub.client.send(InterruptedRequest()) }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func overTheNetwork() async throws {
    try await withLoopbackServer { [pixels] request in
      let type = request.headers[.contentType] ?? "none"
      switch request.path {
      case "/v1/pictures/7/plaque":
        return .init(statusCode: .ok, headers: HTTPHeaders([.contentType: "image/png"]), body: .init(pixels))
      case "/v1/pictures" where type == "image/png": return .init(statusCode: .ok)
      default:
        let body = try ExhibitionCodec.encode(.harbours)
        return .init(
          statusCode: .notFound, headers: HTTPHeaders([.contentType: "application/x-protobuf"]),
          body: .init(body))
      }
    } _: { server in
      let client = Client(server: Server(url: server.baseURL, like: .main), key: Stub.secret)
      let picture = try PNG.decode(pixels, contentType: nil)
      #expect(try await client.plaque(id: 7) == .png(picture))
      try await client.donate(payload: .png(picture))
      let error = await #expect(throws: APIError.self) { try await client.plaque(id: 8) }
      #expect(error?.body(as: Exhibition.self) == .harbours)
    }
  }
}

/// A codec during which its task is cancelled.
private enum Interrupted: BodyDecoder {
  static func decode(_ body: [UInt8], contentType: String?) throws -> Int {
    withUnsafeCurrentTask { $0?.cancel() }
    throw CancellationError()
  }
}

private struct InterruptedRequest: APIRequest {
  typealias Response = Void
  static let endpoint = Endpoint<Self>(
    "interrupted", .get, "interrupted", response: .empty, failures: [.decoded(404, Interrupted.self)]
  ) { _ in }
}

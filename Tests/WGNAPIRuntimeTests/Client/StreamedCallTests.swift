import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIForms
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPIStreams

/// Calls whose body, or whose response, is read while it arrives: the limits, and the errors of either.
@Suite(.timeLimit(.minutes(5))) struct StreamedCallTests {
  private struct Upload: APIRequest {
    typealias Response = JSON
    var file: HTTPRequestBody

    static let endpoint = Endpoint<Self>("upload", .post, "files", response: .json()) {
      $0.file(\.file, mediaType: "application/octet-stream")
    }
  }

  private struct Export: APIRequest {
    typealias Response = ByteStream
    static let endpoint = Endpoint<Self>("export", .get, "export", response: .stream)
  }

  private struct FilesClient: APIClient {
    let core: ClientCore

    init(_ server: MisbehavingServer, timeout: Duration = .seconds(60), responseSizeLimit: Int = 64 << 20) {
      core = ClientCore(
        api: APIDescription(name: "files"), server: server.server,
        configuration: ClientConfiguration(timeout: timeout, responseSizeLimit: responseSizeLimit))
    }
  }

  /// The time limit of the response begins when the body has been sent: sending it is progress.
  @Test func anUploadThatTakesLongerThanTheTimeout() async throws {
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n["),
        .wait(milliseconds: 50), .text("]"),
      ]
    }
    let slow = AsyncStream<[UInt8]> { continuation in
      Task {
        for _ in 0..<15 {
          try await Task.sleep(for: .milliseconds(100))
          continuation.yield([1])
        }
        continuation.finish()
      }
    }
    let response = try await FilesClient(server, timeout: .seconds(1)).send(Upload(file: .portions(slow)))
    #expect(response == [])
  }

  @Test func aResponseToAnUploadHasATimeLimit() async throws {
    let server = try MisbehavingServer { _ in
      [
        .text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n["),
        .wait(milliseconds: 30_000),
      ]
    }
    let error = await #expect(throws: APIError.self) {
      try await FilesClient(server, timeout: .milliseconds(500)).send(
        Upload(file: .portions(Failing(after: .max))))
    }
    guard case .timedOut? = error?.kind else { throw try #require(error) }
  }

  /// The limit for a failure in place of a stream is that of any other failure.
  @Test func aLongFailureInPlaceOfAStream() async throws {
    let body = #"{"detail": "\#(String(repeating: "x", count: 2 << 20))"}"#
    let server = try MisbehavingServer { _ in [.response(body, status: "503 Service Unavailable")] }
    let error = await #expect(throws: APIError.self) { try await FilesClient(server).send(Export()) }
    #expect(error?.status == .serviceUnavailable)
    #expect(error?.isRetryable == true)
    let limited = await #expect(throws: APIError.self) {
      try await FilesClient(server, responseSizeLimit: 1_000).send(Export())
    }
    guard case .responseTooLarge(limit: 1_000)? = limited?.kind else { throw try #require(limited) }
  }

  private struct CannotRead: Error {}

  /// A few portions, and then an error.
  private struct Failing: AsyncSequence, Sendable {
    let after: Int

    func makeAsyncIterator() -> Iterator { Iterator(after: after) }

    struct Iterator: AsyncIteratorProtocol {
      let after: Int
      var count = 0

      mutating func next() async throws -> [UInt8]? {
        guard count < 5 else { return nil }
        if count == after { throw CannotRead() }
        count += 1
        return [1, 2, 3]
      }
    }
  }

  /// An error of the body is the caller's own.
  @Test func aBodyThatFails() async throws {
    let server = try MisbehavingServer { _ in [.response("[]")] }
    let client = FilesClient(server)
    await #expect(throws: CannotRead.self) {
      try await client.send(Upload(file: .portions(Failing(after: 2))))
    }
    await #expect(throws: CannotRead.self) {
      try await client.send(Upload(file: .portions(Failing(after: 2)).reporting { _ in }))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func aFileThatDisappears() async throws {
    let server = try MisbehavingServer { _ in [.response("[]")] }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
    try Data([1, 2, 3]).write(to: file)
    let body = try HTTPRequestBody.file(file)
    try FileManager.default.removeItem(at: file)
    let error = await #expect(throws: FileAccessError.self) {
      try await FilesClient(server).send(Upload(file: body))
    }
    #expect(error?.code == ENOENT)
  }

  /// Any other length than the announced one is an error of the client's.
  @Test func aBodyOfAnotherLength() async throws {
    let server = try MisbehavingServer { _ in [.response("[]")] }
    let error = await #expect(throws: APIError.self) {
      try await FilesClient(server).send(Upload(file: .portions(Failing(after: .max), length: 7)))
    }
    guard case .transport(let failure)? = error?.kind else { throw try #require(error) }
    #expect(failure.reason == .invalidRequest)
  }
}

import Features
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIRetry
import WGNAPIRuntime

/// Generated requests whose bodies aren't JSON, as they arrive at a server.
@Suite(.timeLimit(.minutes(5))) struct RequestBodyTests {
  private let server: MisbehavingServer
  private let client: Client

  init() throws {
    server = try MisbehavingServer { _ in [.response("{}")] }
    client = Client(server: Server(url: server.server.baseURL, like: .main), key: "the-secret-key")
  }

  private func lastBody() throws -> String {
    String(decoding: try #require(server.requests.last).body, as: UTF8.self)
  }

  /// The body's fields, decoded.
  private func lastFields() throws -> [String] {
    try lastBody().split(separator: "&").map { field in
      String(field).removingPercentEncoding ?? "not encoded"
    }
  }

  private let subscription = Subscription(
    customer: "cus 1&=ü", items: [.init(price: "a", quantity: 2), .init(price: "b")], expand: ["x", "y"],
    metadata: ["k(1)": "v"], trial: .init(days: 7))

  /// Such a key would be a field that the caller didn't mean.
  @Test(arguments: ["b][admin", "b]x[admin", "][", "", "user[admin]", "a]", "a]b", "a[", "[x]"])
  func keysEndNoNames(_ key: String) async throws {
    let mean = Subscription(
      customer: "c", items: [], expand: [], metadata: [key: "true"], trial: .init(days: 7))
    let error = await #expect(throws: APIError.self) { try await client.subscribe(payload: mean) }
    #expect(error?.violations.isEmpty == false)
    #expect(server.requests.isEmpty)
  }

  /// All of them, each with a reason that is true.
  @Test func allSuchKeysAreNamed() {
    let mean = Subscription(
      customer: "c", items: [], expand: [], metadata: ["a]": "1", "": "2", "b[c]": "3", "d": "4"],
      trial: .init(days: 7))
    let text = "\(SubscribeRequest(payload: mean).violations)"
    #expect(text.contains(#""a]" has a bracket"#) && text.contains(#""b[c]" has a bracket"#), "\(text)")
    #expect(text.contains(#"the key "" is empty"#) && !text.contains(#""d""#), "\(text)")
  }

  @Test func nestedForms() async throws {
    try await client.subscribe(payload: subscription)
    #expect(
      try lastFields() == [
        "customer=cus 1&=ü", "items[0][price]=a", "items[0][quantity]=2", "items[1][price]=b", "expand[]=x",
        "expand[]=y", "metadata[k(1)]=v", "trial[days]=7", "trial[note]=",
      ])
    let request = try #require(server.requests.last)
    #expect(request.fields["content-type"] == "application/x-www-form-urlencoded")
    #expect(try lastBody().contains("customer=cus%201%26%3D%C3%BC&items%5B0%5D%5Bprice%5D=a"))
    try await client.subscribeDotted(payload: subscription)
    #expect(
      try lastFields() == [
        "customer=cus 1&=ü", "items.0.price=a", "items.0.quantity=2", "items.1.price=b", "expand.0=x",
        "expand.1=y",
        "metadata.k(1)=v", "trial.days=7", "trial.note=",
      ])
  }

  @Test func formsAreValidated() throws {
    let request = SubscribeRequest(payload: Subscription(customer: "a", items: []))
    #expect(request.violations.map(\.instanceLocation) == ["/body/items"])
    #expect(request.violations.map(\.keyword) == ["minItems"])
  }

  @Test func multipart() async throws {
    try await client.addPhoto(
      title: "A \"photo\"", photo: FilePart([1, 2, 13, 10, 3], filename: "a\"\r\nb.jpg"), tags: ["x", "ü"],
      details: .init(price: "p"),
      attachments: [FilePart(Array("--".utf8), filename: "1"), FilePart(.bytes([]), mediaType: "text/plain")])
    let request = try #require(server.requests.last)
    let type = try #require(request.fields["content-type"])
    let boundary = try #require(type.split(separator: "=").last)
    #expect(type.hasPrefix("multipart/form-data; boundary="))
    #expect(boundary.utf8.count > 20)
    let parts = [
      "Content-Disposition: form-data; name=\"title\"\r\n\r\nA \"photo\"",
      "Content-Disposition: form-data; name=\"tags\"\r\n\r\nx",
      "Content-Disposition: form-data; name=\"tags\"\r\n\r\nü",
      "Content-Disposition: form-data; name=\"details\"\r\nContent-Type: application/json\r\n\r\n{\"price\":\"p\"}",
      "Content-Disposition: form-data; name=\"photo\"; filename=\"a%22%0D%0Ab.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        + "\u{1}\u{2}\r\n\u{3}",
      "Content-Disposition: form-data; name=\"attachments\"; filename=\"1\"\r\nContent-Type: application/octet-stream"
        + "\r\n\r\n--",
      "Content-Disposition: form-data; name=\"attachments\"\r\nContent-Type: text/plain\r\n\r\n",
    ]
    let body = parts.map { "--\(boundary)\r\n\($0)\r\n" }.joined() + "--\(boundary)--\r\n"
    #expect(try lastBody() == body)
    #expect(request.fields["content-length"] == "\(body.utf8.count)")
  }

  @Test func filesAreStreamed() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "upload-\(UUID().uuidString).jpg")
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await client.backup(payload: .file(file))
    let request = try #require(server.requests.last)
    #expect(request.body == bytes)
    #expect(request.fields["content-type"] == "application/zip")
    #expect(request.method == "PUT")
    let part = try FilePart(contentsOf: file)
    let composed = try AddPhotoRequest(title: "a", photo: part).composed(for: Server.main.core)
    #expect(composed.body.isEmpty)
    #expect((composed.streamedBody?.length ?? 0) > 3_000_000)
    try await client.addPhoto(title: "a", photo: part)
    let whole = try #require(server.requests.last)
    #expect(whole.body.count == Int(whole.fields["content-length"] ?? ""))
    #expect(whole.body.firstRange(of: bytes) != nil)
    #expect(
      String(decoding: whole.body.prefix(400), as: UTF8.self).contains(
        "filename=\"\(file.lastPathComponent)\""))
  }

  @Test func observersSeeSizes() async throws {
    let sizes = Shared<[Int?]>([])
    let observer = ClientObserver(
      onRequest: { event in sizes.with { $0.append(event.bodySize) } },
      onResponse: { event in sizes.with { $0.append(event.bodySize) } })
    let client = Client(
      server: Server(url: server.server.baseURL, like: .main), key: "the-secret-key",
      configuration: ClientConfiguration(observers: [observer]))
    let portions = AsyncStream<[UInt8]> {
      $0.yield([1, 2])
      $0.finish()
    }
    try await client.backup(payload: .portions(portions, length: 2))
    _ = try? await client.backup(payload: .portions(portions))
    try await client.note(payload: "abc")
    #expect(sizes.now == [2, 2, nil, 2, 3, 2])
  }

  @Test func textAndOtherMethods() async throws {
    try await client.note(payload: "# Ü")
    #expect(try lastBody() == "# Ü")
    #expect(server.requests.last?.fields["content-type"] == "text/markdown; charset=utf-8")
    try await client.find(payload: .init(words: "a"))
    #expect(server.requests.last?.method == "QUERY")
    #expect(try lastBody() == #"{"words":"a"}"#)
  }

  /// Equal contents are equal; what is read while it is sent equals its copies only.
  @Test func bodiesAreCompared() {
    let stream = AsyncStream<[UInt8]> { $0.finish() }
    let first = HTTPRequestBody.portions(stream)
    let copy = first
    #expect(BackupRequest(payload: first) == BackupRequest(payload: copy))
    #expect(BackupRequest(payload: first) != BackupRequest(payload: .portions(stream)))
    #expect(BackupRequest(payload: .bytes([1])) == BackupRequest(payload: .bytes([1])))
    #expect(BackupRequest(payload: .bytes([1])).hashValue == BackupRequest(payload: .bytes([1])).hashValue)
    #expect("\(AddPhotoRequest(title: "a", photo: FilePart([1, 2], filename: "b")))".contains("b (2 bytes)"))
  }

  /// A body that can't be read twice isn't sent twice.
  @Test func streamsAreNotRetried() async throws {
    let busy = try MisbehavingServer { _ in [.response("busy", status: "503 Service Unavailable")] }
    let client = Client(
      server: Server(url: busy.server.baseURL, like: .main), key: "the-secret-key",
      configuration: ClientConfiguration(middleware: .standard(retry: Retry(baseDelay: .milliseconds(1)))))
    let body = HTTPRequestBody.portions(
      AsyncStream {
        $0.yield([1])
        $0.finish()
      })
    await #expect(throws: APIError.self) { try await client.backup(payload: body) }
    #expect(busy.requests.count == 1)
    await #expect(throws: APIError.self) { try await client.backup(payload: .bytes([1])) }
    #expect(busy.requests.count == 3)
  }

  /// The key is the same for all attempts of a call, and another one for the next call.
  @Test func idempotencyKeys() async throws {
    let busy = try MisbehavingServer { request in
      request.number < 3 ? [.response("busy", status: "503 Service Unavailable")] : [.response("{}")]
    }
    let client = Client(
      server: Server(url: busy.server.baseURL, like: .main), key: "the-secret-key",
      configuration: ClientConfiguration(middleware: .standard(retry: Retry(baseDelay: .milliseconds(1)))))
    try await client.subscribe(payload: subscription)
    try await client.subscribe(payload: subscription)
    let keys = busy.requests.map { $0.fields["idempotency-key"] ?? "" }
    #expect(keys.count == 4)
    #expect(Set(keys.prefix(3)).count == 1)
    #expect(Set(keys).count == 2)
    #expect(keys.allSatisfy { $0.utf8.count == 32 })
  }

  @Test func endpointsHaveTimeouts() async throws {
    let options = Recorder()
    let recording = Client(
      server: .main, key: "the-secret-key",
      configuration: ClientConfiguration(transport: options, timeout: .seconds(7)))
    try await recording.backup(payload: .bytes([1]))
    try await recording.note(payload: "")
    _ = try await recording.send(
      BackupRequest(payload: .bytes([1])), options: CallOptions(timeout: .seconds(9)))
    #expect(await options.timeouts == [.seconds(600), .seconds(7), .seconds(9)])
  }

  private actor Recorder: HTTPTransport {
    var timeouts: [Duration] = []

    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      timeouts.append(options.timeout)
      return TransportResponse(response: HTTPResponse(status: .ok), body: Array("{}".utf8))
    }
  }
}

import Discord
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPILimits
import WGNAPIPages
import WGNAPIRetry
import WGNAPIRuntime
import WGNAPITesting

/// A client of Discord against a server that behaves like Discord's.
@Suite(.timeLimit(.minutes(5))) struct DiscordTests {
  private func client(
    _ server: MisbehavingServer, _ configuration: ClientConfiguration = .quick(),
    user: (any CredentialProvider)? = nil
  ) -> Client {
    Client(
      server: Server(url: server.url, like: .main), bot: .key("b0t"), user: user,
      configuration: configuration)
  }

  private static func message(_ id: Int) -> String {
    """
    {"id": "\(id)", "channel_id": "1", "type": 19, "content": "Hi", "timestamp": "2026-01-02T03:04:05.123000+00:00",
     "edited_timestamp": null, "pinned": false, "attachments": [], "embeds": [], "nonce": "n\(id)",
     "author": {"id": "2", "username": "u", "global_name": null, "avatar": null}, "referenced_message": null}
    """
  }

  @Test func messagesFromTheLatestToTheFirst() async throws {
    let server = try MisbehavingServer { request in
      // 7 to 1; Discord's lists begin with the latest, whatever they are asked for.
      let all = (1...7).reversed().map { $0 }
      let size = Int(request.query["limit"] ?? "50") ?? 50
      var list = all
      if let before = request.query["before"].flatMap({ Int($0) }) { list = all.filter { $0 < before } }
      if let after = request.query["after"].flatMap({ Int($0) }) {
        list = all.filter { $0 > after }.suffix(size)
      }
      return [.response("[\(list.prefix(size).map(Self.message).joined(separator: ","))]")]
    }
    let client = client(server)
    var ids: [String] = []
    for try await message in client.items(ListMessagesRequest(channelID: "1", limit: 3)) {
      ids.append(message.id.rawValue)
      #expect(message.type == .reply)
      #expect(message.nonce == .string("n\(message.id.rawValue)"))
    }
    #expect(ids == ["7", "6", "5", "4", "3", "2", "1"])
    #expect(server.requests.first?.fields["authorization"] == "Bot b0t")
    ids = []
    let newer = ListMessagesRequest(channelID: "1", after: "3", limit: 3)
    for try await message in client.items(newer, direction: .backward) { ids.append(message.id.rawValue) }
    #expect(ids == ["4", "5", "6", "7"])
  }

  @Test func aMessageWithFiles() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.message(9))] }
    _ = try await client(server).createMessageWithFiles(
      channelID: "1",
      payloadJSON: NewMessage(content: "Look", attachments: [.init(id: 0, description: "A boat")]),
      file: FilePart([1, 2, 3], filename: "boat.png", mediaType: "image/png"))
    let request = try #require(server.requests.first)
    #expect(request.path == "/api/v10/channels/1/messages")
    #expect(request.fields["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    let parts = request.text.components(separatedBy: "--").joined()
    #expect(parts.contains(#"name="payload_json""#))
    #expect(parts.contains("Content-Type: application/json"))
    #expect(parts.contains(#"{"content":"Look","attachments":[{"id":0,"description":"A boat"}]}"#))
    #expect(parts.contains(#"name="files[0]"; filename="boat.png""#))
    #expect(!parts.contains("files[1]"))
  }

  @Test func reactionsAreEncoded() async throws {
    let server = try MisbehavingServer { _ in [.text("HTTP/1.1 204 No Content\r\n\r\n")] }
    try await client(server).addReaction(channelID: "1", messageID: "2", emoji: "🔥")
    try await client(server).addReaction(channelID: "1", messageID: "2", emoji: "a/b:7")
    #expect(
      server.requests.map(\.target) == [
        "/api/v10/channels/1/messages/2/reactions/%F0%9F%94%A5/@me",
        "/api/v10/channels/1/messages/2/reactions/a%2Fb%3A7/@me",
      ])
    #expect(server.requests.map(\.method) == ["PUT", "PUT"])
  }

  @Test func wrongFields() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          #"""
          {"code": 50035, "message": "Invalid Form Body", "errors": {"embeds": {"0": {"title": {"_errors":
            [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}]}}}}}
          """#, status: "400 Bad Request")
      ]
    }
    let error = try await #require(throws: APIError.self) {
      try await client(server).createMessage(channelID: "1", payload: NewMessage(embeds: [Embed(title: "x")]))
    }
    #expect(error.code(as: ErrorCode.self) == .invalidFormBody)
    let title = error.body(as: ErrorBody.self)?.errors?.additionalProperties["embeds"]?
      .additionalProperties["0"]?.additionalProperties["title"]
    #expect(title?.errors?.first?.code == "BASE_TYPE_MAX_LENGTH")
  }

  /// One kind of request has no more left; others go on. Nothing is sent before the reset.
  @Test func limitsByKindOfRequest() async throws {
    let server = try MisbehavingServer { request in
      let fields = [
        "X-RateLimit-Limit: 1", "X-RateLimit-Remaining: 0", "X-RateLimit-Reset-After: 60.250",
        "X-RateLimit-Bucket: abcd",
      ]
      return request.method == "DELETE"
        ? [.text("HTTP/1.1 204 No Content\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n")]
        : [.response("[]", fields: ["X-RateLimit-Remaining: 4", "X-RateLimit-Reset-After: 1.000"])]
    }
    let client = client(
      server, ClientConfiguration(timeout: .seconds(20), middleware: [RateLimiter()]))
    try await client.deleteMessage(channelID: "1", messageID: "2")
    let error = try await #require(throws: APIError.self) {
      try await client.deleteMessage(channelID: "1", messageID: "3")
    }
    let wait = try #require(error.notSent(as: RateLimiter.Refusal.self)?.retryAfter)
    #expect(wait > .seconds(50) && wait <= .seconds(61))
    _ = try await client.listMessages(channelID: "1")
    #expect(server.requests.map(\.method) == ["DELETE", "GET"])
  }

  @Test func tooMany() async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [
          .response(
            #"{"message": "You are being rate limited.", "retry_after": 64.57, "global": false}"#,
            status: "429 Too Many Requests",
            fields: [
              "Retry-After: 65", "X-RateLimit-Scope: user", "X-RateLimit-Remaining: 0",
              "X-RateLimit-Reset-After: 64.57",
            ])
        ] : [.response(Self.message(1))]
    }
    let client = client(
      server, ClientConfiguration(timeout: .seconds(20), middleware: [RateLimiter()]))
    let error = try await #require(throws: APIError.self) {
      try await client.createMessage(channelID: "1", payload: NewMessage(content: "a"))
    }
    #expect(error.status == .tooManyRequests)
    #expect(error.isRetryable)
    let limited = try #require(error.body(as: RateLimited.self))
    #expect(limited.retryAfter == 64.57)
    #expect(!limited.global)
    #expect(error.headers[.retryAfter] == "65")
    #expect(error.failure?.retryAfter == .seconds(64.57))
    let next = try await #require(throws: APIError.self) {
      try await client.createMessage(channelID: "1", payload: NewMessage(content: "b"))
    }
    guard case .notSent(is RateLimiter.Refusal) = next.kind else { throw next }
    #expect(server.requests.count == 1)
  }

  /// The body says how long, if the field doesn't; numbers that are none say nothing.
  @Test(arguments: [("64.57", 64.57), ("0.1", 0.1), ("-1", 0), ("1e300", 1e9)])
  func tooManyByTheBody(_ seconds: String, _ least: Double) async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [
          .response(
            #"{"message": "You are being rate limited.", "retry_after": \#(seconds), "global": false}"#,
            status: "429 Too Many Requests")
        ] : [.response(Self.message(1))]
    }
    let clock = ManualClock(jumps: true)
    let start = clock.uptime
    let client = client(
      server,
      ClientConfiguration(timeout: .seconds(100), middleware: [Retry(totalTime: .seconds(100))], clock: clock)
    )
    let policy = RetryPolicy(isIdempotent: true, attempts: 2)
    func send() async throws {
      _ = try await client.with(options: [Policy(policy)]).createMessage(
        channelID: "1", payload: NewMessage(content: "a"))
    }
    if least > 100 {
      // Longer than the retries may take.
      await #expect(throws: APIError.self) { try await send() }
      #expect(server.requests.count == 1)
    } else {
      try await send()
      #expect(clock.uptime - start >= .seconds(least))
      #expect(server.requests.count == 2)
    }
  }

  /// A message needs one of four properties.
  @Test func anEmptyMessageIsNotSent() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.message(1))] }
    let error = try await #require(throws: APIError.self) {
      try await client(server).createMessage(channelID: "1", payload: NewMessage(tts: true))
    }
    guard case .invalidRequest(let violations) = error.kind else { throw error }
    #expect(violations.map(\.keywordLocation).allSatisfy { $0.contains("anyOf") }, "\(violations)")
    #expect(server.requests.isEmpty)
  }

  /// The user, if there is one, otherwise the bot; the token of a webhook is in the path, and nowhere else.
  @Test func whoIsAsking() async throws {
    let server = try MisbehavingServer { request in
      request.path.contains("webhooks")
        ? [
          .response(
            #"{"code": 50027, "message": "Invalid Webhook Token w3bhook"}"#, status: "401 Unauthorized")
        ]
        : [.response(#"{"id": "2", "username": "u", "global_name": null, "avatar": null}"#)]
    }
    _ = try await client(server, user: .bearer("us3r")).me()
    _ = try await client(server).me()
    let error = try await #require(throws: APIError.self) {
      try await client(server).executeWebhook(
        webhookID: "4", webhookToken: "w3bhook", payload: NewMessage(content: "x"), wait: true)
    }
    #expect(!"\(error)".contains("w3bhook"))
    #expect(server.requests.last?.target == "/api/v10/webhooks/4/w3bhook?wait=true")
    #expect(server.requests.map { $0.fields["authorization"] } == ["Bearer us3r", "Bot b0t", nil])
  }
}

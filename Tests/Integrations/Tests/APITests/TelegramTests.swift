import Foundation
import HTTPTypes
import Telegram
import TestSupport
import Testing
import WGNAPIRuntime
import WGNAPIStreams
import WGNAPITesting

/// A client of Telegram against a server that behaves like Telegram's.
@Suite(.timeLimit(.minutes(5))) struct TelegramTests {
  private func client(_ server: MisbehavingServer) -> Client {
    Client(
      server: Server(url: server.url, like: .main), token: .key("123:s3cret"), configuration: .quick())
  }

  private static let message = """
    {"ok": true, "result": {"message_id": 5, "chat": {"id": -100, "type": "channel", "title": "t"},
      "date": 1767225600, "text": "Hi"}}
    """

  @Test func theTokenIsInThePath() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.message)] }
    let markup = ReplyMarkup.inlineKeyboard(
      .init(inlineKeyboard: [[InlineButton(text: "Yes", callbackData: "y")]]))
    let message = try await client(server).sendMessage(
      payload: .init(chatID: .string("@swift"), text: "<b>Hi</b>", parseMode: .html, replyMarkup: markup))
    #expect(message.chat.type == .channel)
    let request = try #require(server.requests.first)
    #expect(request.path == "/bot123:s3cret/sendMessage")
    #expect(
      request.text
        == #"{"chat_id":"@swift","text":"<b>Hi</b>","parse_mode":"HTML","reply_markup":{"inline_keyboard":[[{"text":"Yes","callback_data":"y"}]]}}"#
    )
  }

  @Test func photosAndDocuments() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.message)] }
    let client = client(server)
    _ = try await client.sendPhoto(
      chatID: .integer(-100), photo: FilePart([255, 216], filename: "a.jpg"), caption: "A boat",
      replyMarkup: .forceReply(.init()))
    let photo = try #require(server.requests.first?.text)
    #expect(photo.contains("name=\"chat_id\"\r\n\r\n-100\r\n"))
    #expect(photo.contains(#"name="photo"; filename="a.jpg""#) && photo.contains("image/jpeg"))
    #expect(photo.contains(#"{"force_reply":true}"#))
    _ = try await client.sendDocument(
      chatID: .string("@swift"), document: FilePart([1], filename: "a.pdf", mediaType: "application/pdf"))
    #expect(server.requests.last?.text.contains("application/pdf") == true)
    // The spec's limits hold before anything is sent.
    await #expect(throws: APIError.self) {
      try await client.sendPhoto(
        chatID: .integer(1), photo: FilePart([1], filename: "a"),
        caption: String(repeating: "x", count: 1_025))
    }
    await #expect(throws: APIError.self) {
      try await client.sendDocument(chatID: .string("swift"), document: FilePart([1], filename: "a"))
    }
    #expect(server.requests.count == 2)
  }

  @Test func kindsOfUpdatesAreJSON() async throws {
    let server = try MisbehavingServer { _ in [.response(#"{"ok": true, "result": []}"#)] }
    let client = client(server)
    _ = try await client.getUpdates(offset: 7, allowedUpdates: [.message, .callbackQuery])
    _ = try await client.getUpdates(allowedUpdates: [])
    #expect(
      server.requests.map(\.target) == [
        "/bot123:s3cret/getUpdates?offset=7&allowed_updates=%5B%22message%22%2C%22callback_query%22%5D",
        "/bot123:s3cret/getUpdates?allowed_updates=%5B%5D",
      ])
  }

  /// The files are beside the methods, below the token again, and in folders.
  @Test func aFileIsDownloaded() async throws {
    let files = try MisbehavingServer { request in
      request.path.hasSuffix("file_1.jpg")
        ? [
          .text("HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 4\r\n\r\nJPEG")
        ]
        : [
          .response(
            #"{"ok": false, "error_code": 404, "description": "Not Found: bot123:s3cret"}"#,
            status: "404 Not Found")
        ]
    }
    let server = try MisbehavingServer { _ in
      [
        .response(
          #"{"ok": true, "result": {"file_id": "f", "file_unique_id": "u", "file_path": "photos/file_1.jpg"}}"#
        )
      ]
    }
    let client = Client(
      server: Server(url: server.url, like: .main, files: files.url + "file/"), token: .key("123:s3cret"),
      configuration: .quick())
    let path = try #require(try await client.getFile(fileID: "f").filePath)
    let bytes = try await client.download(filePath: path).collected(upTo: 100)
    #expect(bytes == Array("JPEG".utf8))
    #expect(files.requests.map(\.target) == ["/file/bot123:s3cret/photos/file_1.jpg"])
    #expect(server.requests.map(\.path) == ["/bot123:s3cret/getFile"])
    let error = try await #require(throws: APIError.self) { try await client.download(filePath: "other.jpg") }
    #expect(error.failure?.message == "Not Found: bot<redacted>")
    #expect(!"\(error) \(error.url ?? "")".contains("s3cret"))
    // A path of the server's choice can't lead elsewhere.
    await #expect(throws: APIError.self) { try await client.download(filePath: "../../bot1:x/getMe") }
    #expect(files.requests.count == 2)
  }

  @Test func whatTheEnvelopeSays() async throws {
    let server = try MisbehavingServer { request in
      request.path.hasSuffix("getMe")
        ? [
          .response(
            #"{"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 14", "parameters": {"retry_after": 14}}"#,
            status: "429 Too Many Requests")
        ]
        : [
          .response(
            #"{"ok": false, "error_code": 400, "description": "Bad Request: group chat was upgraded", "parameters": {"migrate_to_chat_id": -1007}}"#,
            status: "400 Bad Request")
        ]
    }
    let client = client(server)
    let error = try await #require(throws: APIError.self) { try await client.getMe() }
    #expect(error.code(as: ErrorCode.self) == .tooManyRequests)
    #expect(error.isRetryable)
    #expect(error.failure?.message == "Too Many Requests: retry after 14")
    #expect(error.body(as: Envelope.self)?.parameters?.retryAfter == 14)
    #expect(error.failure?.retryAfter == .seconds(14))
    let moved = try await #require(throws: APIError.self) {
      try await client.sendMessage(payload: .init(chatID: .integer(-7), text: "Hi"))
    }
    #expect(moved.code(as: ErrorCode.self) == .badRequestAny)
    #expect(moved.body(as: Envelope.self)?.parameters?.migrateToChatID == -1_007)
    #expect(!"\(moved) \(moved.url ?? "")".contains("s3cret"))
  }

  /// There is no `Retry-After` field.
  @Test func itWaitsAsTheEnvelopeSays() async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [
          .response(
            #"{"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 14", "parameters": {"retry_after": 14}}"#,
            status: "429 Too Many Requests")
        ] : [.response(Self.message)]
    }
    let clock = ManualClock(jumps: true)
    let start = clock.uptime
    let client = Client(
      server: Server(url: server.url, like: .main), token: .key("123:s3cret"),
      configuration: ClientConfiguration(
        timeout: .seconds(60), middleware: .standard(cache: nil, limiter: nil), clock: clock))
    let retry = CallOptions(policies: [.retry(idempotent: true, attempts: 2)])
    let message = try await client.with(options: retry).sendMessage(
      payload: .init(chatID: .integer(-7), text: "Hi"))
    #expect(message.messageID == 5)
    #expect(clock.uptime - start == .seconds(14))
    #expect(server.requests.count == 2)
  }

  /// An envelope may report a failure under status 200, too.
  @Test func failuresUnderSuccess() async throws {
    let server = try MisbehavingServer { _ in
      [.response(#"{"ok": false, "error_code": 401, "description": "Unauthorized"}"#)]
    }
    let error = try await #require(throws: APIError.self) { try await client(server).getMe() }
    #expect(error.code(as: ErrorCode.self) == .unauthorized)
    #expect(error.body(as: Envelope.self)?.errorCode == 401)
  }

  @Test func theTokenGoesNowhereElse() async throws {
    let other = try MisbehavingServer { _ in [.response("{}")] }
    let server = try MisbehavingServer { [port = other.port] request in
      [
        .response(
          "", status: "307 Temporary Redirect",
          fields: ["Location: http://localhost:\(port)\(request.target)"])
      ]
    }
    let lines = Shared<[String]>([])
    let observer = ClientObserver(
      onRequest: { event in lines.with { $0.append("\(event)") } },
      onResponse: { event in lines.with { $0.append("\(event)") } })
    let client = Client(
      server: Server(url: server.url, like: .main), token: .key("123:s3cret"),
      configuration: .quick([observer]))
    let error = try await #require(throws: APIError.self) { try await client.getMe() }
    guard case .redirected = error.kind else { throw error }
    #expect(other.requests.isEmpty)
    var dumped = ""
    dump(client, to: &dumped)
    dump(error, to: &dumped)
    #expect(!lines.now.isEmpty)
    #expect(!(lines.now.joined() + dumped + "\(error)").contains("s3cret"))
  }
}

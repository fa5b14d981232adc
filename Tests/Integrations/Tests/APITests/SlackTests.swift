import Foundation
import HTTPTypes
import Slack
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime
import WGNAPITesting

/// A client of Slack against a server that behaves like Slack's.
@Suite(.timeLimit(.minutes(5))) struct SlackTests {
  private func client(_ server: MisbehavingServer, _ decoding: JSONDecoding? = nil) -> Client {
    var configuration = ClientConfiguration.quick()
    if let decoding { configuration.decoding = decoding }
    return Client(
      server: Server(url: server.url, like: .main), token: .bearer("xoxb-secret"),
      configuration: configuration)
  }

  /// The envelope's properties and the payload's are beside each other, and neither is unknown to the other.
  @Test func theResponseIsTheObjectItself() async throws {
    let server = try MisbehavingServer { request in
      request.path.hasSuffix("auth.test")
        ? [
          .response(
            """
            {"ok": true, "url": "https://subarachnoid.slack.com/", "team": "Subarachnoid Workspace",
             "user": "grace", "team_id": "T12345678", "user_id": "W12345678"}
            """)
        ] : [.response(#"{"ok": true, "not_in_channel": true}"#)]
    }
    let client = client(server, JSONDecoding(unknownKeys: .reject, validation: .strict))
    let who = try await client.auth.test()
    #expect((who.team, who.userID) == ("Subarachnoid Workspace", "W12345678"))
    #expect(try await client.conversations.leave(channel: "C1234567890").notInChannel == true)
    try await client.reactions.add(
      channel: "C1234567890", timestamp: "1405894322.002768", name: "thumbsup")
    #expect(
      server.requests.map(\.path)
        == ["auth.test", "conversations.leave", "reactions.add"].map { "/api/\($0)" })
    #expect(server.requests.allSatisfy { $0.method == "POST" })
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer xoxb-secret" })
    #expect(
      server.requests.last?.form == [
        "channel": "C1234567890", "timestamp": "1405894322.002768", "name": "thumbsup",
      ])
  }

  /// Five conversations, two to a page. The last page has an empty cursor.
  private func conversations() throws -> MisbehavingServer {
    try MisbehavingServer { request in
      // Cursors are Base64, with padding.
      let start = request.query["cursor"].flatMap { Data(base64Encoded: $0) }
      let first = start.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 1
      let next = first + 2 <= 5 ? Data("\(first + 2)".utf8).base64EncodedString() : ""
      let list = (first...min(first + 1, 5)).map {
        """
        {"id": "C00\($0)", "name": "channel-\($0)", "is_channel": true, "is_im": false, "created": 1449252889,
         "creator": "U012A3CDE", "is_archived": false, "is_general": \($0 == 1), "unlinked": 0,
         "is_member": true, "is_private": false, "updated": 1678229664302,
         "topic": {"value": "", "creator": "", "last_set": 0},
         "purpose": {"value": "Work", "creator": "U012A3CDE", "last_set": 1449252889}, "num_members": 4}
        """
      }
      return [
        .response(
          #"{"ok": true, "channels": [\#(list.joined(separator: ","))], "response_metadata": {"next_cursor": "\#(next)"}}"#
        )
      ]
    }
  }

  @Test func aWalkByCursors() async throws {
    let server = try conversations()
    let request = ConversationsListRequest(types: [.publicChannel, .privateChannel], limit: 2)
    var names: [String?] = []
    for try await conversation in client(server).items(request, in: \.channels) {
      names.append(conversation.name)
      #expect(conversation.updated == Date(timeIntervalSince1970: 1_678_229_664.302))
      #expect(conversation.purpose?.lastSet == Date(timeIntervalSince1970: 1_449_252_889))
    }
    #expect(names == (1...5).map { "channel-\($0)" })
    #expect(server.requests.map { $0.query["cursor"] } == [nil, "Mw==", "NQ=="])
    #expect(server.requests.allSatisfy { $0.query["types"] == "public_channel,private_channel" })
    #expect(server.requests.allSatisfy { $0.query["limit"] == "2" })
  }

  /// `has_more` is beside the messages, and the cursor in the envelope, which the last page doesn't have.
  @Test func theEndOfAHistory() async throws {
    let server = try MisbehavingServer { request in
      let isLast = request.query["cursor"] != nil
      let ts = isLast ? "1512085950.000216" : "1512104434.000490"
      let message = #"{"type": "message", "user": "U123ABC456", "text": "What if", "ts": "\#(ts)"}"#
      return [
        .response(
          isLast
            ? #"{"ok": true, "messages": [\#(message)], "has_more": false, "pin_count": 0}"#
            : #"{"ok": true, "messages": [\#(message)], "has_more": true, "pin_count": 0, "response_metadata": {"next_cursor": "bmV4dF90czoxNTEyMDg1ODYxMDAwNTQz"}}"#
        )
      ]
    }
    var times: [MessageTime] = []
    let request = ConversationsHistoryRequest(channel: "C123ABC456", oldest: "1512085000.000000", limit: 1)
    for try await message in client(server).items(request, in: \.messages) { times.append(message.ts) }
    #expect(times == ["1512104434.000490", "1512085950.000216"])
    #expect(server.requests.count == 2)
    #expect(server.requests.allSatisfy { $0.query["oldest"] == "1512085000.000000" })
  }

  private static let posted = """
    {"ok": true, "channel": "C123ABC456", "ts": "1503435956.000247",
     "message": {"text": "Here's a message for you", "username": "ecto1", "bot_id": "B123ABC456",
       "type": "message", "subtype": "bot_message", "ts": "1503435956.000247",
       "blocks": [{"type": "section", "block_id": "a", "text": {"type": "mrkdwn", "text": "Hi", "verbatim": false}},
         {"type": "video", "title": {"type": "plain_text", "text": "How"}}]}}
    """

  @Test func blocks() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.posted)] }
    let client = client(server)
    let posted = try await client.chat.postMessage(
      payload: NewMessage(
        channel: "C123ABC456",
        blocks: [
          .header(HeaderBlock(text: TextObject(type: .plainText, text: "News", emoji: true))),
          .divider(DividerBlock()),
          .context(ContextBlock(elements: [.text(TextObject(type: .mrkdwn, text: "*now*"))])),
        ]))
    #expect(posted.message.subtype == .botMessage)
    guard case .section(let section) = posted.message.blocks?.first,
      case .unknown(let other) = posted.message.blocks?.last
    else {
      Issue.record("\(String(describing: posted.message.blocks))")
      return
    }
    #expect(section.text?.text == "Hi")
    #expect(other["type"] == "video")
    #expect(
      server.requests.first?.text
        == #"{"channel":"C123ABC456","blocks":[{"type":"header","text":{"type":"plain_text","text":"News","emoji":true}},{"type":"divider"},{"type":"context","elements":[{"type":"mrkdwn","text":"*now*"}]}]}"#
    )
    #expect(server.requests.first?.fields["content-type"] == "application/json")
    // Neither text nor blocks: nothing is sent.
    await #expect(throws: APIError.self) {
      try await client.chat.postMessage(payload: NewMessage(channel: "C123ABC456"))
    }
    #expect(server.requests.count == 1)
  }

  private func patient(_ server: MisbehavingServer, _ clock: ManualClock) -> Client {
    Client(
      server: Server(url: server.url, like: .main), token: .bearer("xoxb-secret"),
      configuration: ClientConfiguration(
        timeout: .seconds(60), middleware: .standard(cache: nil, limiter: nil), clock: clock))
  }

  /// Slack did nothing with the first one.
  @Test func aRefusedMessageIsSentAgain() async throws {
    let server = try MisbehavingServer { request in
      request.number == 1
        ? [
          .response(
            #"{"ok": false, "error": "ratelimited"}"#, status: "429 Too Many Requests",
            fields: ["Retry-After: 30"])
        ] : [.response(Self.posted)]
    }
    let clock = ManualClock(jumps: true)
    let start = clock.uptime
    let posted = try await patient(server, clock).chat.postMessage(
      payload: NewMessage(channel: "C123ABC456", text: "Hi"))
    #expect(posted.ts == "1503435956.000247")
    #expect(clock.uptime - start == .seconds(30))
    #expect(
      server.requests.map(\.text) == Array(repeating: #"{"channel":"C123ABC456","text":"Hi"}"#, count: 2))
  }

  /// Slack may have posted it.
  @Test func aLostMessageIsNotSentAgain() async throws {
    let server = try MisbehavingServer { _ in [.close] }
    await #expect(throws: APIError.self) {
      try await patient(server, ManualClock(jumps: true)).chat.postMessage(
        payload: NewMessage(channel: "C123ABC456", text: "Hi"))
    }
    #expect(server.requests.count == 1)
  }

  @Test func failuresUnderSuccess() async throws {
    let server = try MisbehavingServer { request in
      request.path.hasSuffix("chat.delete")
        ? [.response(#"{"ok": false, "error": "message_not_found"}"#)]
        : [
          .response(
            #"{"ok": false, "error": "missing_scope", "needed": "users:read", "provided": "chat:write,files:write"}"#
          )
        ]
    }
    let client = client(server)
    let missing = try await #require(throws: APIError.self) { try await client.users.info(user: "W012A3CDE") }
    #expect(missing.code(as: ErrorCode.self) == .missingScope)
    #expect(missing.body(as: Envelope.self)?.needed == "users:read")
    #expect(!"\(missing)".contains("xoxb-secret"))
    let gone = try await #require(throws: APIError.self) {
      try await client.chat.delete(channel: "C123ABC456", ts: "1401383885.000061")
    }
    #expect(gone.code(as: ErrorCode.self) == .messageNotFound)
    #expect(gone.operation == "chat.delete")
  }

  /// An address, the bytes without the token, and what becomes of them.
  @Test func anUpload() async throws {
    let files = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\nOK - 3")]
    }
    let server = try MisbehavingServer { [port = files.port] request in
      request.path.hasSuffix("getUploadURLExternal")
        ? [
          .response(
            #"{"ok": true, "upload_url": "http://127.0.0.1:\#(port)/upload/v1/ABC123456", "file_id": "F123ABC456"}"#
          )
        ] : [.response(#"{"ok": true, "files": [{"id": "F123ABC456", "title": "slack-test"}]}"#)]
    }
    let client = Client(
      server: Server(url: server.url, like: .main, files: files.url + "upload/v1/"),
      token: .bearer("xoxb-secret"),
      configuration: .quick())
    let place = try await client.files.getUploadURLExternal(filename: "laughingoutloudcat.jpg", length: 3)
    #expect(!"\(place)".contains("ABC123456"))
    let response = try await client.files.upload(
      ticket: place.uploadURL.lastPathComponent, payload: .bytes([1, 2, 3]))
    #expect(response == "OK - 3")
    #expect(files.requests.map(\.target) == ["/upload/v1/ABC123456"])
    #expect(files.requests.first?.body == [1, 2, 3])
    #expect(files.requests.first?.fields["authorization"] == nil)
    let shared = try await client.files.completeUploadExternal(
      payload: .init(files: [.init(id: place.fileID, title: "slack-test")], channelID: "C123ABC456"))
    #expect(shared.files.map(\.id) == ["F123ABC456"])
    #expect(
      server.requests.last?.text
        == #"{"files":[{"id":"F123ABC456","title":"slack-test"}],"channel_id":"C123ABC456"}"#)
  }
}

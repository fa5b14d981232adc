import Foundation
import HTTPTypes
import Mastodon
import TestSupport
import Testing
import WGNAPIClient
import WGNAPILimits
import WGNAPIOAuth
import WGNAPIPages
import WGNAPIRuntime
import WGNAPIStreams
import WGNAPITesting

/// A client of Mastodon against a server that behaves like Mastodon's.
@Suite(.timeLimit(.minutes(5))) struct MastodonTests {
  private func server(_ server: MisbehavingServer) -> Server {
    Server(url: server.url, like: .instance(instance: "mastodon.social"))
  }

  private func client(_ server: MisbehavingServer) -> Client {
    Client(server: self.server(server), user: .bearer("user-secret"), configuration: .quick())
  }

  private static let account = """
    {"id": "1", "username": "Gargron", "acct": "Gargron", "display_name": "Eugen", "locked": false, "bot": false,
     "discoverable": true, "group": false, "created_at": "2016-03-16T14:34:26.392Z", "note": "<p>Hi</p>",
     "url": "https://mastodon.social/@Gargron", "avatar": "https://files.mastodon.social/a.jpg",
     "avatar_static": "https://files.mastodon.social/a.jpg", "followers_count": 322930, "following_count": 459,
     "statuses_count": 61323, "last_status_at": "2019-12-10", "emojis": [],
     "fields": [{"name": "Homepage", "value": "x", "verified_at": "2019-07-15T18:29:57.191+00:00"}]}
    """

  /// On one line, because events are.
  private static func status(_ id: String, extra: String = "") -> String {
    """
    {"id": "\(id)", "created_at": "2019-12-08T03:48:33.901Z", "in_reply_to_id": null,
     "in_reply_to_account_id": null, "sensitive": false, "spoiler_text": "", "visibility": "public",
     "language": "en", "uri": "https://mastodon.social/users/Gargron/statuses/\(id)",
     "url": "https://mastodon.social/@Gargron/\(id)", "replies_count": 5, "reblogs_count": 6,
     "favourites_count": 11, "favourited": false, "content": "<p>Lost</p>", "reblog": null,
     "application": {"name": "Web", "website": null}, "account": \(account), "media_attachments": [],
     "mentions": [], "tags": [], "emojis": [], "card": null, "poll": null\(extra)}
    """.replacingOccurrences(of: "\n", with: "")
  }

  @Test func everybodyMayRunAServer() throws {
    func url(_ host: String) throws -> String {
      try Client(server: .instance(instance: host), user: .bearer("t")).httpRequest(
        for: TimelinesHomeRequest()
      )
      .url
    }
    #expect(try url("mastodon.social") == "https://mastodon.social/api/v1/timelines/home")
    #expect(try url("localhost:3000") == "https://localhost:3000/api/v1/timelines/home")
    #expect(throws: APIError.self) { try url("mastodon.social/evil?") }
  }

  /// The application is registered where the user is, the addresses are that server's, and then one client is enough.
  @Test func fromTheFirstCallToTheLogIn() async throws {
    let server = try MisbehavingServer { request in
      switch request.path {
      case "/api/v1/apps":
        [
          .response(
            """
            {"id": "563419", "name": "Test Application", "website": "https://app.example",
             "scopes": ["read", "write"], "redirect_uri": "app://callback", "redirect_uris": ["app://callback"],
             "client_id": "TWhM", "client_secret": "ZEaF-secret", "client_secret_expires_at": 0}
            """)
        ]
      case "/oauth/token":
        [
          .response(
            #"{"access_token": "user-secret", "token_type": "Bearer", "scope": "read write", "created_at": 1573979017}"#
          )
        ]
      case "/api/v1/accounts/verify_credentials": [.response(Self.account)]
      default: [.response(Self.status("1"))]
      }
    }
    let configuration = ClientConfiguration.quick()
    let place = self.server(server)
    let visitor = Client(server: place, configuration: configuration)
    let registered = try await visitor.apps.create(
      payload: .init(clientName: "Test Application", redirectURIs: ["app://callback"], scopes: "read write"))
    #expect(!"\(registered)".contains("ZEaF-secret"))
    #expect(
      server.requests.first?.text
        == #"{"client_name":"Test Application","redirect_uris":["app://callback"],"scopes":"read write"}"#)

    let application = OAuthApplication(
      Client.api.oauth2("user")?.at(place.core), clientID: registered.clientID,
      clientSecret: registered.clientSecret, identification: .form, configuration: configuration)
    let session = OAuthSession(application, storage: MemoryTokenStorage())
    let client = visitor.with(user: session)
    // Before the log-in: what is public, without a token.
    #expect(try await client.statuses.get(id: "1").id == "1")
    #expect(server.requests.last?.fields["authorization"] == nil)
    let refusal = try await #require(throws: APIError.self) { try await client.accounts.verifyCredentials() }
    guard case .credential(let failure) = refusal.kind else { throw refusal }
    #expect(failure.underlyingError as? OAuthError == .loginRequired)

    let login = try application.login(redirectURI: "app://callback", scopes: ["read", "write"])
    #expect(login.url.absoluteString.hasPrefix(server.url + "oauth/authorize?response_type=code"))
    let items = URLComponents(url: login.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let state = try #require(items.first { $0.name == "state" }?.value)
    let response = try #require(URL(string: "app://callback?code=c&state=\(state)"))
    try await session.logIn(application.token(for: login, callback: response))
    let form = try #require(server.requests.last?.form)
    #expect((form["client_id"], form["client_secret"], form["code"]) == ("TWhM", "ZEaF-secret", "c"))

    #expect(try await client.accounts.verifyCredentials().followersCount == 322_930)
    #expect(server.requests.last?.fields["authorization"] == "Bearer user-secret")
    #expect(try await client.statuses.get(id: "1").account.fields.first?.verifiedAt != nil)
    #expect(server.requests.last?.fields["authorization"] == "Bearer user-secret")
  }

  /// Posts 1 to 7, the latest first: `next` leads to older ones by `max_id`, `prev` to newer ones by `min_id`, and
  /// nothing leads to the last page.
  private func timeline() throws -> MisbehavingServer {
    try MisbehavingServer { request in
      let ids = (101...107).reversed().map { $0 }
      let limit = request.query["limit"].flatMap { Int($0) } ?? 20
      let page: [Int]
      if let least = request.query["min_id"].flatMap({ Int($0) }) {
        page = ids.filter { $0 > least }.suffix(limit)
      } else {
        let most = request.query["max_id"].flatMap { Int($0) } ?? .max
        page = Array(ids.filter { $0 < most }.prefix(limit))
      }
      var fields: [String] = []
      if let first = page.first, let last = page.last {
        let url = "http://\(request.fields["host"] ?? "")\(request.path)?limit=\(limit)"
        fields = ["Link: <\(url)&max_id=\(last)>; rel=\"next\", <\(url)&min_id=\(first)>; rel=\"prev\""]
      }
      let list = page.map { Self.status("\($0)") }.joined(separator: ",")
      return [.response("[\(list)]", fields: fields)]
    }
  }

  @Test func aTimelineBothWays() async throws {
    let server = try timeline()
    let client = client(server)
    var ids: [StatusID] = []
    for try await status in client.items(TimelinesHomeRequest(limit: 3)) { ids.append(status.id) }
    #expect(ids == (101...107).reversed().map { StatusID(rawValue: "\($0)") })
    #expect(server.requests.map { $0.query["max_id"] } == [nil, "105", "102", "101"])

    ids = []
    let newer = TimelinesHomeRequest(minID: "103", limit: 2)
    for try await status in client.items(newer, direction: .backward) { ids.append(status.id) }
    #expect(ids == (104...107).map { StatusID(rawValue: "\($0)") })

    ids = []
    let before = TimelinesTagRequest(hashtag: "swift", any: ["ios", "linux"], maxID: "104", limit: 2)
    for try await status in client.items(before, direction: .backward) { ids.append(status.id) }
    #expect(ids == (102...107).map { StatusID(rawValue: "\($0)") })
    #expect(server.requests.last?.path == "/api/v1/timelines/tag/swift")
    #expect(server.requests.last?.target.contains("any%5B%5D=ios&any%5B%5D=linux") == true)
  }

  @Test func eventsByName() async throws {
    let server = try MisbehavingServer { _ in
      [
        .events, .text(":)\n\n:thump\n\n"),
        .text("event: update\ndata: \(Self.status("108914327388663283"))\n\n"),
        .text(
          "event: notification\ndata: {\"id\":\"68739215\",\"type\":\"mention\",\"created_at\":\"2022-08-30T23:09:54.070Z\",\"account\":\(Self.account.replacingOccurrences(of: "\n", with: "")),\"status\":\(Self.status("2"))}\n\n"
        ),
        .text("event: filters_changed\ndata: undefined\n\n"),
        .text("event: delete\ndata: 108914327388663283\n\n"),
        .text(
          "event: announcement.reaction\ndata: {\"name\":\"🤔\",\"count\":1,\"announcement_id\":\"1\"}\n\n"),
        .text(
          "event: status.update\ndata: \(Self.status("109348677773283527", extra: #", "edited_at": "2022-11-15T16:07:29.023Z""#))\n\n"
        ), .close,
      ]
    }
    var events: [String] = []
    for try await event in try await client(server).streaming.user() {
      switch event {
      case .update(let status): events.append("new \(status.id.rawValue) by \(status.account.acct)")
      case .statusUpdate(let status): events.append("edited \(status.editedAt?.timeIntervalSince1970 ?? 0)")
      case .delete(let id): events.append("gone \(id)")
      case .notification(let notification):
        events.append("\(notification.type) \(notification.status?.id.rawValue ?? "")")
      case .filtersChanged: events.append("filters")
      case .notificationsMerged: events.append("merged")
      case .other(let text): events.append(text)
      }
    }
    #expect(
      events == [
        "new 108914327388663283 by Gargron", "mention 2", "filters", "gone 108914327388663283",
        #"{"name":"🤔","count":1,"announcement_id":"1"}"#, "edited 1668528449.023",
      ])
    #expect(server.requests.first?.fields["accept"] == "text/event-stream")
    #expect(server.requests.first?.path == "/api/v1/streaming/user")
  }

  /// The last request of a period names the end of the period as a date. The next one waits for it.
  @Test func resetsAreDates() async throws {
    let clock = ManualClock(jumps: true)
    let reset = clock.date.addingTimeInterval(90)
    let text = reset.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let server = try MisbehavingServer { request in
      let remaining = request.number == 1 ? 0 : 299
      return [
        .response(
          Self.status("1"),
          fields: [
            "X-RateLimit-Limit: 300", "X-RateLimit-Remaining: \(remaining)", "X-RateLimit-Reset: \(text)",
          ])
      ]
    }
    let client = Client(
      server: self.server(server), user: .bearer("t"),
      configuration: ClientConfiguration(
        timeout: .seconds(300), middleware: .standard(cache: nil, limiter: RateLimiter()), clock: clock))
    let start = clock.uptime
    _ = try await client.statuses.get(id: "1")
    #expect(clock.uptime == start)
    _ = try await client.statuses.get(id: "1")
    #expect(clock.uptime - start >= .seconds(90))
    #expect(clock.uptime - start < .seconds(92))
    #expect(server.requests.count == 2)
  }

  /// One key for all attempts of a call, so the server posts once; another one for the next call.
  @Test func postsHaveKeys() async throws {
    let server = try MisbehavingServer { request in
      switch request.number {
      case 1: [.close]
      case 3:
        [
          .response(
            """
            {"id": "3221", "scheduled_at": "2019-12-05T12:33:01.000Z", "media_attachments": [],
             "params": {"text": "test content", "poll": null, "visibility": null, "scheduled_at": null}}
            """)
        ]
      default: [.response(Self.status("7"))]
      }
    }
    let client = client(server)
    guard
      case .status(let status) = try await client.statuses.create(
        payload: NewStatus(status: "Hi", visibility: .unlisted))
    else {
      Issue.record("not a status")
      return
    }
    #expect(status.id == "7")
    let later = Date(timeIntervalSince1970: 1_575_549_181)
    guard
      case .scheduledStatus(let scheduled) = try await client.statuses.create(
        payload: NewStatus(status: "test content", scheduledAt: later))
    else {
      Issue.record("not a scheduled status")
      return
    }
    #expect(scheduled.scheduledAt == later)
    let keys = server.requests.compactMap { $0.fields["idempotency-key"] }
    #expect(keys.count == 3)
    #expect(keys[0] == keys[1])
    #expect(keys[1] != keys[2])
    #expect(server.requests.first?.text == #"{"status":"Hi","visibility":"unlisted"}"#)
    await #expect(throws: APIError.self) { try await client.statuses.create(payload: NewStatus()) }
    #expect(server.requests.count == 3)
  }

  @Test func uploadsTakeTime() async throws {
    @Sendable func media(_ url: String) -> String {
      """
      {"id": "22348641", "type": "image", "url": \(url), "remote_url": null,
       "preview_url": "https://files.mastodon.social/media_attachments/files/022/348/641/small/c.jpeg",
       "text_url": "https://mastodon.social/media/4Zj6ewxzzzDi0g8JnZQ",
       "meta": {"focus": {"x": -0.69, "y": 0.42}}, "description": "test uploaded via api", "blurhash": null}
      """
    }
    let done = media(#""https://files.mastodon.social/media_attachments/files/022/348/641/original/c.jpeg""#)
    let server = try MisbehavingServer { request in
      switch request.number {
      case 1: [.response(media("null"), status: "202 Accepted")]
      case 2: [.response("", status: "206 Partial Content")]
      default: [.response(done)]
      }
    }
    let client = client(server)
    guard
      case .accepted(let media) = try await client.media.upload(
        file: FilePart([255, 216], filename: "a.jpg", mediaType: "image/jpeg"), description: "A boat")
    else {
      Issue.record("it was processed at once")
      return
    }
    #expect(media.url == nil)
    let body = try #require(server.requests.first?.text)
    #expect(body.contains(#"name="file"; filename="a.jpg""#) && body.contains("image/jpeg"))
    #expect(try await client.media.get(id: media.id) == .partialContent)
    guard case .ok(let processed) = try await client.media.get(id: media.id) else {
      Issue.record("it isn't processed")
      return
    }
    #expect(processed.url?.lastPathComponent == "c.jpeg")
    #expect(server.requests.last?.path == "/api/v1/media/22348641")
  }

  @Test func notificationsOfSomeTypes() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          #"[{"id": "34975861", "type": "admin.sign_up", "created_at": "2019-11-23T07:49:02.064Z", "account": \#(Self.account)}]"#
        )
      ]
    }
    let list = try await client(server).notifications.list(types: [.mention, .adminSignUp], limit: 80)
    #expect(list.map(\.type) == [.adminSignUp])
    #expect(list.first?.status == nil)
    #expect(
      server.requests.first?.target.contains("types%5B%5D=mention&types%5B%5D=admin.sign_up&limit=80") == true
    )
  }

  @Test func failures() async throws {
    let server = try MisbehavingServer { _ in
      [.response(#"{"error": "The access token is invalid"}"#, status: "401 Unauthorized")]
    }
    let error = try await #require(throws: APIError.self) {
      try await client(server).statuses.delete(id: "1")
    }
    #expect(error.status == .unauthorized)
    #expect(error.failure?.message == "The access token is invalid")
    #expect(error.body(as: Problem.self)?.error == "The access token is invalid")
    #expect(!"\(error)".contains("user-secret"))
  }
}

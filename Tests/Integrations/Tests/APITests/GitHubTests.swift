import Foundation
import GitHub
import HTTPTypes
import TestSupport
import Testing
import WGNAPIClient
import WGNAPIGenerated
import WGNAPILimits
import WGNAPIOAuth
import WGNAPIPages
import WGNAPIRuntime

/// A client of GitHub against a server that behaves like GitHub's.
@Suite(.timeLimit(.minutes(5))) struct GitHubTests {
  private func client(_ server: MisbehavingServer, user: (any CredentialProvider)? = nil) -> Client {
    Client(
      server: Server(url: server.url, like: .main), token: .bearer("ghp_secret"), user: user,
      configuration: .quick())
  }

  private static func issue(_ number: Int) -> String {
    """
    {"id": \(1000 + number), "number": \(number), "state": "open", "title": "Issue \(number)", "body": null,
     "user": {"id": 1, "login": "octocat", "type": "User", "avatar_url": "https://example.com/a.png",
       "html_url": "https://github.com/octocat"},
     "labels": [{"id": 5, "name": "bug", "description": null, "color": "d73a4a"}, "old"], "comments": 0,
     "html_url": "https://github.com/octocat/hello/issues/\(number)", "created_at": "2026-01-02T03:04:05Z",
     "updated_at": "2026-01-02T03:04:05Z", "closed_at": null}
    """
  }

  /// Three pages of two issues, whose links lead to the repository by its number.
  private func issues() throws -> MisbehavingServer {
    try MisbehavingServer { request in
      let page = Int(request.query["page"] ?? "1") ?? 1
      func link(_ page: Int, _ relation: String) -> String {
        "<http://\(request.fields["host"] ?? "")/repositories/7/issues?state=all&page=\(page)>; rel=\"\(relation)\""
      }
      let links =
        (page < 3 ? [link(page + 1, "next"), link(3, "last")] : [])
        + (page > 1 ? [link(page - 1, "prev"), link(1, "first")] : [])
      let list = [2 * page - 1, 2 * page].map(Self.issue).joined(separator: ",")
      return [.response("[\(list)]", fields: ["Link: \(links.joined(separator: ", "))"])]
    }
  }

  @Test func aWalkByLinks() async throws {
    let server = try issues()
    let request = IssuesListRequest(owner: "octocat", repo: "hello", state: .all)
    var numbers: [Int] = []
    for try await issue in client(server).items(request) { numbers.append(issue.number) }
    #expect(numbers == [1, 2, 3, 4, 5, 6])
    #expect(server.requests.count == 3)
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Bearer ghp_secret" })
    #expect(server.requests.allSatisfy { $0.fields["x-github-api-version"] == "2022-11-28" })
    #expect(server.requests.allSatisfy { $0.fields["accept"] == "application/vnd.github+json" })
    #expect(server.requests.allSatisfy { ($0.fields["user-agent"] ?? "").hasPrefix("GitHub") })

    numbers = []
    for try await issue in client(server).items(request, direction: .backward) {
      numbers.append(issue.number)
    }
    #expect(numbers == [6, 5, 4, 3, 2, 1])
    let last = try #require(server.requests.last { $0.query["page"] == "3" })
    #expect(last.query["state"] == "all")
  }

  @Test func bothKindsOfLabels() async throws {
    let server = try issues()
    let issue = try #require(try await client(server).issues.list(owner: "octocat", repo: "hello").first)
    guard case .label(let label) = issue.labels.first, case .string("old") = issue.labels.last else {
      Issue.record("\(issue.labels)")
      return
    }
    #expect(label.color == "d73a4a")
    #expect(issue.body == nil)
    #expect(issue.$body == .null)
  }

  @Test func fieldsThatAreWrong() async throws {
    let server = try MisbehavingServer { _ in
      [
        .response(
          #"""
          {"message": "Validation Failed", "documentation_url": "https://docs.github.com/rest",
           "errors": [{"resource": "Issue", "field": "title", "code": "missing_field"},
             {"resource": "Issue", "field": "labels", "code": "invalid", "value": ["x"]}]}
          """#, status: "422 Unprocessable Entity")
      ]
    }
    let error = try await #require(throws: APIError.self) {
      try await client(server).issues.create(owner: "octocat", repo: "hello", payload: NewIssue(title: ""))
    }
    #expect(error.status == .unprocessableContent)
    let problems = try #require(error.body(as: ValidationError.self)?.errors)
    #expect(problems.map(\.code) == [.missingField, .invalid])
    #expect(problems.map(\.field) == ["title", "labels"])
    #expect(problems.last?.value == ["x"])
    #expect(server.requests.count == 1)
    #expect(server.requests.first?.text == #"{"title":""}"#)
  }

  @Test func nullRemoves() async throws {
    let server = try MisbehavingServer { _ in [.response(Self.issue(1))] }
    var change = IssueChange(state: .closed, stateReason: .notPlanned)
    change.$milestone = .null
    _ = try await client(server).issues.update(owner: "o", repo: "r", number: 1, payload: change)
    #expect(
      server.requests.first?.text == #"{"state":"closed","state_reason":"not_planned","milestone":null}"#)
    await #expect(throws: APIError.self) {
      try await client(server).issues.update(owner: "o", repo: "r", number: 1, payload: IssueChange())
    }
    #expect(server.requests.count == 1)
  }

  @Test func aDiffIsText() async throws {
    let server = try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.github.diff; charset=utf-8\r\nContent-Length: 9\r\n\r\n+ grün\n\n"
        )
      ]
    }
    #expect(try await client(server).pulls.diff(owner: "o", repo: "r", number: 4) == "+ grün\n\n")
    #expect(server.requests.first?.fields["accept"] == "application/vnd.github.diff, */*;q=0.1")
  }

  @Test func starsAndConflicts() async throws {
    let server = try MisbehavingServer { request in
      request.path.contains("starred")
        ? [.response("", status: request.path.hasSuffix("/yes") ? "204 No Content" : "404 Not Found")]
        : [.response(#"{"message": "Head branch was modified"}"#, status: "409 Conflict")]
    }
    let client = client(server)
    #expect(try await client.isStarred(owner: "o", repo: "yes") == .noContent)
    #expect(try await client.isStarred(owner: "o", repo: "no") == .notFound)
    let merged = try await client.pulls.merge(
      owner: "o", repo: "r", number: 1, payload: .init(sha: "abc", mergeMethod: .squash))
    #expect(merged == .conflict(BasicError(message: "Head branch was modified")))
  }

  /// GitHub sends to another host where the bytes are. Nothing follows it there by itself, and the response is the address.
  @Test func anAddressAtAnotherHost() async throws {
    let other = try MisbehavingServer { _ in [.response("{}")] }
    let server = try MisbehavingServer { [port = other.port] _ in
      [
        .response(
          "", status: "302 Found", fields: ["Location: http://localhost:\(port)/file?signature=s1"])
      ]
    }
    let client = client(server)
    let request = ReleasesAssetLocationRequest(owner: "o", repo: "r", assetID: 3)
    let response = try await client.response(to: request)
    #expect(try response.typedHeaders.location.absoluteString.hasSuffix("/file?signature=s1") == true)
    // An endpoint that doesn't describe redirects fails, with the credential nowhere.
    let error = try await #require(throws: APIError.self) {
      try await client.releases.asset(owner: "o", repo: "r", assetID: 3)
    }
    guard case .redirected(let target) = error.kind else { throw error }
    #expect(!target.contains("signature"))
    #expect(other.requests.isEmpty)
    #expect(!"\(error) \(String(reflecting: error))".contains("ghp_secret"))
  }

  /// Files of releases go to GitHub's server for uploads, with the token, which the spec lists for it.
  @Test func uploadsHaveTheirOwnServer() async throws {
    let asset = """
      {"id": 1, "name": "a b.zip", "label": null, "state": "uploaded", "content_type": "application/zip", "size": 3,
       "download_count": 0, "browser_download_url": "https://github.com/o/r/releases/download/v1/a.b.zip"}
      """
    let uploads = try MisbehavingServer { _ in [.response(asset, status: "201 Created")] }
    let server = try MisbehavingServer { _ in [.response(asset, status: "201 Created")] }
    let client = Client(
      server: Server(url: server.url, like: .main, uploads: uploads.url), token: .bearer("ghp_secret"),
      configuration: .quick())
    let uploaded = try await client.releases.uploadAsset(
      owner: "o", repo: "r", releaseID: 7, name: "a b.zip", payload: .bytes([1, 2, 3]))
    #expect(uploaded.name == "a b.zip")
    let request = try #require(uploads.requests.first)
    #expect(request.target == "/repos/o/r/releases/7/assets?name=a%20b.zip")
    #expect(request.body == [1, 2, 3])
    #expect(request.fields["content-type"] == "application/octet-stream")
    #expect(request.fields["authorization"] == "Bearer ghp_secret")
    #expect(server.requests.isEmpty)
    // A server of one's own takes the place of both.
    _ = try await self.client(server).releases.uploadAsset(
      owner: "o", repo: "r", releaseID: 7, name: "b", payload: .bytes([4]))
    #expect(server.requests.map(\.body) == [[4]])
    let upload = ReleasesUploadAssetRequest(
      owner: "o", repo: "r", releaseID: 7, name: "b", payload: .bytes([]))
    for (server, host) in [
      (Server.main, "uploads.github.com"), (.enterprise(subdomain: "octocorp"), "uploads.octocorp.ghe.com"),
    ] {
      let url = try Client(server: server, token: .bearer("t")).httpRequest(for: upload).url
      #expect(url.hasPrefix("https://\(host)/repos/o/r/"))
    }
  }

  @Test func bodiesThatMayBeLeftOut() async throws {
    let server = try MisbehavingServer { _ in
      [.response(#"{"sha": "abc", "merged": true, "message": "Merged"}"#)]
    }
    guard case .ok(let merged) = try await client(server).pulls.merge(owner: "o", repo: "r", number: 1)
    else {
      Issue.record("not merged")
      return
    }
    #expect(merged.merged)
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT" && request.body.isEmpty && request.fields["content-type"] == nil)
  }

  @Test func oneOfTwoMediaTypes() async throws {
    let server = try MisbehavingServer { _ in
      [.text("HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\nContent-Length: 8\r\n\r\n<p>a</p>")]
    }
    let client = client(server)
    #expect(try await client.renderMarkdown(payload: .text("a")) == "<p>a</p>")
    _ = try await client.renderMarkdown(payload: .xMarkdown("a"))
    #expect(server.requests.map(\.text) == ["a", "a"])
    #expect(
      server.requests.map { $0.fields["content-type"]?.prefix { $0 != ";" } } == [
        "text/plain", "text/x-markdown",
      ])
  }

  /// A token that expires while 64 calls are under way is refreshed once, from GitHub's own endpoint.
  @Test func aRefreshForAll() async throws {
    let refreshes = Shared<[String]>([])
    let server = try MisbehavingServer { request in
      if request.path == "/login/oauth/access_token" {
        refreshes.with { $0.append(request.text) }
        return [
          .wait(milliseconds: 30),
          .response(
            #"{"access_token": "ghu_new", "token_type": "bearer", "expires_in": 28800, "refresh_token": "ghr_2"}"#
          ),
        ]
      }
      return request.fields["authorization"] == "Bearer ghu_new"
        ? [.response(Self.issue(1))]
        : [.response(#"{"message": "Bad credentials"}"#, status: "401 Unauthorized")]
    }
    var flows = try #require(Client.api.oauth2("user"))
    #expect(flows.tokenURL == "https://github.com/login/oauth/access_token")
    flows = OAuth2Flows(
      authorizationURL: flows.authorizationURL, tokenURL: server.url + "login/oauth/access_token")
    let session = OAuthSession(
      OAuthApplication(
        flows, clientID: "Iv1", clientSecret: "s3cret", identification: .form, configuration: .quick()),
      storage: MemoryTokenStorage(OAuthToken(accessToken: "ghu_old", refreshToken: "ghr_1")))
    let client = client(server, user: session)
    let titles = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask {
          try await client.issues.update(
            owner: "o", repo: "r", number: number, payload: IssueChange(title: "t")
          ).title
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(titles.count == 64)
    #expect(refreshes.now.count == 1)
    #expect(refreshes.now.first?.contains("refresh_token=ghr_1") == true)
    #expect(refreshes.now.first?.contains("grant_type=refresh_token") == true)
  }

  @Test func limitsOfTheSearchConcernOnlyTheSearch() async throws {
    let reset = Int(Date().timeIntervalSince1970) + 3_600
    let server = try MisbehavingServer { request in
      let isSearch = request.path.hasPrefix("/search")
      let body = isSearch ? #"{"total_count": 0, "incomplete_results": false, "items": []}"# : Self.issue(1)
      return [
        .response(
          body,
          fields: [
            "X-RateLimit-Limit: 30", "X-RateLimit-Remaining: \(isSearch ? 0 : 4_000)",
            "X-RateLimit-Reset: \(reset)",
          ])
      ]
    }
    let client = Client(
      server: Server(url: server.url, like: .main), token: .bearer("t"),
      configuration: ClientConfiguration(timeout: .seconds(20), middleware: [RateLimiter()]))
    _ = try await client.search.repositories(q: "language:swift")
    #expect(server.requests.first?.query["q"] == "language:swift")
    let error = try await #require(throws: APIError.self) { try await client.search.repositories(q: "b") }
    let wait = try #require(error.notSent(as: RateLimiter.Refusal.self)?.retryAfter)
    #expect(wait > .seconds(3_000))
    _ = try await client.issues.update(
      owner: "o", repo: "r", number: 1, payload: IssueChange(title: "t"))
    #expect(server.requests.count == 2)
  }
}

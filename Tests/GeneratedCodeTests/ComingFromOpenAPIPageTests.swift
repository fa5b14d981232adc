import Foundation
import Repositories
import TestSupport
import Testing
import WGNAPIPages
import WGNAPIRuntime

/// The code of `docs/coming-from-openapi.md`, word for word, against a server.
@Suite(.timeLimit(.minutes(5))) struct ComingFromOpenAPIPageTests {
  @Test func thePageIsCompiled() throws {
    let page = try PageCode("coming-from-openapi.md")
    #expect(page.blocks.count == 4)
    #expect(try page.blocksMissing(in: #filePath) == [])
  }

  /// The page shows the specs that the client was generated from.
  @Test func thePageShowsTheSpecs() throws {
    let page = try PageCode("coming-from-openapi.md").text
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Golden/OpenAPI/Specs/Repositories")
    for file in ["module.yaml", "fixes.yaml"] {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      #expect(page.contains("```yaml\n\(text)```"), "\(file)")
    }
  }

  @Test func createsAClient() {
    let token: String? = "secret"
    let client = Client(server: .api, token: token.map { .bearer($0) })
    #expect(!"\(client)".contains("secret"))
  }

  private static let repo =
    #"{"id": 1, "name": "swift", "full_name": "swiftlang/swift", "stargazers_count": 7, "archived": false}"#

  private func client(_ status: String, headers: String = "", _ body: String) throws -> (
    MisbehavingServer, Client
  ) {
    let server = try MisbehavingServer { _ in
      [
        .text(
          "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\(headers)\r\n\(body)"
        )
      ]
    }
    return (
      server,
      Client(
        server: Server(url: server.server.baseURL, like: .api), token: .bearer("secret"),
        configuration: ClientConfiguration())
    )
  }

  @Test func listsRepositories() async throws {
    let (server, client) = try client("200 OK", "[\(Self.repo)]")
    let first = try await client.repos.list(organization: "swiftlang", sort: .pushed)
    print(first.map(\.fullName))
    #expect(first.map(\.stars) == [7])
    let request = try #require(server.requests.first)
    #expect(request.target == "/orgs/swiftlang/repos?sort=pushed")
    #expect(request.fields["authorization"] == "Bearer secret")
    #expect(request.fields["x-github-api-version"] == "2022-11-28")
    // From the cache.
    _ = try await client.repos.list(organization: "swiftlang", sort: .pushed)
    #expect(server.requests.count == 1)
  }

  @Test func readsAllPages() async throws {
    let (server, client) = try client("200 OK", "[\(Self.repo)]")
    var stars = 0
    for try await repo in client.items(ReposListRequest(organization: "swiftlang", pageSize: 100)) {
      stars += repo.stars
    }
    #expect(stars == 7)
    #expect(server.requests.map(\.target) == ["/orgs/swiftlang/repos?per_page=100"])
  }

  @Test func readsFailures() async throws {
    let (server, client) = try client("404 Not Found", #"{"message": "Not Found"}"#)
    do {
      let issues = try await client.issues.list(owner: "swiftlang", repo: "swift", state: .open)
      for issue in issues where issue.state == .open { print(issue.number, issue.title) }
    } catch let error as APIError where error.status == .notFound {
      print(error.body(as: BasicError.self)?.message ?? "There is no such repository.")
    }
    #expect(server.requests.count == 1)
  }

  @Test func readsSlices() throws {
    let row = try IssueRow.decode(Array(#"{"number": 1, "title": "A"}"#.utf8))
    #expect(row.title == "A")
  }
}

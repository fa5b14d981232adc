import Depot
import Foundation
import HTTPTypes
import TestSupport
import Testing
import WGNAPIGenerated
import WGNAPIRuntime

/// Endpoints that aren't at the client's server, and what they get of the client's secrets.
@Suite(.timeLimit(.minutes(5))) struct OtherServerTests {
  private let home: MisbehavingServer
  private let uploads: MisbehavingServer

  init() throws {
    home = try MisbehavingServer { _ in [.response(#"{"seen":"home"}"#)] }
    uploads = try MisbehavingServer { _ in [.response(#"{"seen":"uploads"}"#)] }
  }

  private func client(_ server: Server) -> Client {
    Client(server: server, tenant: "t", account: "the-secret-account", token: .bearer("the-secret-token"))
  }

  private func own() -> Server {
    Server(url: home.server.baseURL, like: .main, uploads: uploads.server.baseURL + "/up")
  }

  @Test func addresses() throws {
    let client = client(.main)
    #expect(try client.httpRequest(for: WhoamiRequest()).url == "https://api.depot.example/v1/whoami")
    #expect(
      try client.httpRequest(for: UploadRequest(payload: [1])).url == "https://uploads.depot.example/v2/files"
    )
    #expect(
      try client.httpRequest(for: DownloadRequest(file: "a/b")).url == "https://files.depot.example/files/a/b"
    )
    #expect(try client.httpRequest(for: StatusRequest()).url == "https://status.depot.example/api/status")
    let regional = client.with(server: .regional(region: .us))
    #expect(
      try regional.httpRequest(for: DownloadRequest(file: "a")).url
        == "https://us.files.depot.example/files/a")
    #expect(
      try regional.httpRequest(for: UploadRequest(payload: [])).url
        == "https://uploads.depot.example/v2/files")
  }

  @Test func secretsGoWhereTheSpecSays() throws {
    let client = client(.main)
    let account = try #require(HTTPField.Name("X-Account"))
    func fields(_ request: some APIRequest) throws -> HTTPFields {
      try client.httpRequest(for: request).httpRequest.headerFields
    }
    for listed in [try fields(WhoamiRequest()), try fields(UploadRequest(payload: []))] {
      #expect(listed[.authorization] == "Bearer the-secret-token")
      #expect(listed[account] == "the-secret-account")
      #expect(listed[.cookie] == "tenant=t")
    }
    for others in [try fields(StatusRequest()), try fields(DownloadRequest(file: "a"))] {
      #expect(others[.authorization] == nil)
      #expect(others[account] == nil)
      #expect(others[.cookie] == "tenant=t")
    }
  }

  @Test func aServerOfOnesOwn() async throws {
    let client = client(own())
    #expect(try await client.upload(payload: [1, 2]).seen == "uploads")
    #expect(uploads.requests.last?.target == "/up/files")
    #expect(uploads.requests.last?.fields["authorization"] == "Bearer the-secret-token")
    #expect(try await client.whoami().seen == "home")
    #expect(home.requests.last?.target == "/v1/whoami")
  }

  @Test func errorsNameTheServer() async throws {
    let broken = try MisbehavingServer { _ in [.response("{}", status: "500 No")] }
    func error(_ server: Server) async -> String {
      await #expect(throws: APIError.self) { try await client(server).upload(payload: []) }?.server ?? ""
    }
    let url = broken.server.baseURL
    let names = [
      await error(Server(url: home.server.baseURL, like: .main, uploads: url)),
      await error(Server(url: url, like: .main)),
    ]
    #expect(names == ["uploads", url])
  }

  /// Nothing leaves a server of one's own, such as one for tests, for the service's.
  @Test func otherServersOfOnesOwnAreTheSame() async throws {
    let client = client(Server(url: home.server.baseURL, like: .main))
    #expect(try await client.upload(payload: []).seen == "home")
    #expect(try await client.status().seen == "home")
    #expect(home.requests.map(\.target) == ["/files", "/status"])
    #expect(home.requests.last?.fields["authorization"] == nil)
    #expect(uploads.requests.isEmpty)
  }

  @Test(arguments: ["ftp://a.example/", "https://user@a.example/", "https://a.example/?b", "", "a.example"])
  func aBrokenURLIsAnError(url: String) throws {
    let client = client(Server(url: "https://api.example/", like: .main, uploads: url))
    #expect(throws: Never.self) { try client.httpRequest(for: WhoamiRequest()) }
    let error = #expect(throws: APIError.self) { try client.httpRequest(for: UploadRequest(payload: [])) }
    guard case .invalidServer? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// An endpoint that a spec could not have: the default credential isn't listed for its server.
  struct Careless: APIRequest {
    typealias Response = Void
    static let endpoint = Endpoint<Self>(
      "careless", .get, "careless", response: .empty, policies: [.credentials(.all("token"))], server: "files"
    )
  }

  @Test func credentialsAreNeverSentUnlisted() async throws {
    let client = client(own())
    let error = await #expect(throws: APIError.self) { try await client.send(Careless()) }
    guard case .invalidRequest(let violations)? = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(violations.map(\.message) == ["its credentials aren't sent to the server 'files'"])
    #expect(home.requests.isEmpty)
  }

  struct Unknown: APIRequest {
    typealias Response = Void
    static let endpoint = Endpoint<Self>("unknown", .get, "unknown", response: .empty, server: "nowhere")
  }

  @Test func anUnknownServerIsAnError() {
    #expect(throws: APIError.self) { try client(.main).httpRequest(for: Unknown()) }
  }
}

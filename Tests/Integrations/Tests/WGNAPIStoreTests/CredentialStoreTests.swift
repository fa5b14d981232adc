import Foundation
import HTTPTypes
import Testing
import WGNAPICache
import WGNAPICredentials
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPIStore

/// Responses to requests with credentials are on disk; the credentials aren't.
@Suite struct CredentialStoreTests {
  private struct Thing: APIRequest {
    typealias Response = [UInt8]
    static let endpoint = Endpoint<Self>(
      "thing", .get, "thing", response: .bytes, policies: [.cache(.seconds(600))])
  }

  private struct Things: APIClient {
    let core: ClientCore
  }

  private struct Provider: CredentialProvider {
    let token: String
    func credential(for context: CredentialContext) async throws -> Credential { .bearer(token) }
    func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
      .bearer(token)
    }
  }

  /// Repeats the URL, as some services do.
  private struct Service: HTTPTransport {
    func send(
      _ request: HTTPRequest, body: [UInt8], options: TransportOptions
    ) async throws -> TransportResponse {
      TransportResponse(
        response: HTTPResponse(
          status: .ok, headerFields: [.contentLocation: request.path ?? "", .vary: "Authorization, Cookie"]),
        body: Array("a response".utf8))
    }
  }

  @Test(arguments: [
    CredentialDescription.Scheme.bearer, .basic, .apiKey(.header("X-Key")), .apiKey(.query("key")),
    .apiKey(.cookie("key")), .apiKey(.path("key")),
  ]) func secretsStayInMemory(scheme: CredentialDescription.Scheme) async throws {
    let folder = try TemporaryFolder()
    let cache = ResponseCache(store: try DiskResponseStore(at: folder.store))
    let (first, second) = ("s3cret-one", "s3cret-two")
    var (isInPath, isBasic) = (false, false)
    if case .apiKey(.path) = scheme { isInPath = true }
    if case .basic = scheme { isBasic = true }
    let one: any CredentialProvider =
      isBasic ? Credential.basic(user: "u", password: first) : Provider(token: first)
    let two: any CredentialProvider =
      isBasic ? Credential.basic(user: "u", password: second) : Credential.key(second)
    let core = ClientCore(
      api: APIDescription(
        name: "Test", basePath: isInPath ? "{key}/" : "", credentials: [CredentialDescription("key", scheme)],
        authentication: .all("key")),
      server: APIServer("main", "https://api.example.com"), credentials: ["key": one],
      configuration: ClientConfiguration(transport: Service(), middleware: [cache]))
    let clients = [Things(core: core), Things(core: core.replacing("key", two))]
    for client in clients { #expect(try await client.response(to: Thing()).origin == .network) }
    for client in clients { #expect(try await client.response(to: Thing()).origin == .cache) }
    #expect(try !folder.files().isEmpty)
    let pairs = [first, second].map { Data("u:\($0)".utf8).base64EncodedString() }
    for name in try folder.files() {
      let bytes = try Data(contentsOf: folder.store.appendingPathComponent(name))
      for trace in ["s3cret"] + pairs {
        #expect(bytes.range(of: Data(trace.utf8)) == nil, "\(trace) in \(name)")
      }
    }
  }
}

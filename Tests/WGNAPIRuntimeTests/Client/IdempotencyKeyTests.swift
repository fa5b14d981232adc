import HTTPTypes
import Testing
import WGNAPICredentials
import WGNAPIGenerated
import WGNAPIRuntime
import WGNAPITesting

/// The key by which a service recognizes repeated requests.
@Suite struct IdempotencyKeyTests {
  private struct Pay: APIRequest {
    typealias Response = JSON
    static let endpoint = Endpoint<Self>(
      "pay", .post, "payments", response: .json(),
      policies: [.idempotencyKey("Idempotency-Key"), .credentials(.all("token"))])
  }

  private struct Renewing: CredentialProvider {
    func credential(for context: CredentialContext) async throws -> Credential { .bearer("first-token") }
    func refresh(_ old: Credential, for context: CredentialContext) async throws -> Credential {
      .bearer("second-token")
    }
  }

  private struct PaymentsClient: APIClient {
    let core: ClientCore

    init(_ transport: any HTTPTransport) {
      core = ClientCore(
        api: APIDescription(name: "payments", credentials: [CredentialDescription("token", .bearer)]),
        server: APIServer("main", "https://payments.example"), credentials: ["token": Renewing()],
        configuration: ClientConfiguration(
          transport: transport, middleware: [], clock: ManualClock()))
    }
  }

  private func keys(_ transport: ScriptedTransport) -> [String?] {
    transport.requests.map { $0.headerFields[HTTPField.Name("Idempotency-Key")!] }
  }

  @Test func aRenewedCredentialKeepsTheKey() async throws {
    let transport = ScriptedTransport { index, _ in .json("{}", status: index == 0 ? 401 : 200) }
    _ = try await PaymentsClient(transport).send(Pay())
    #expect(
      transport.requests.map { $0.headerFields[.authorization] } == [
        "Bearer first-token", "Bearer second-token",
      ])
    let keys = keys(transport)
    #expect(keys.first??.isEmpty == false)
    #expect(Set(keys).count == 1)
  }

  @Test func anotherCallHasAnotherKey() async throws {
    let transport = ScriptedTransport { _, _ in .json("{}") }
    let client = PaymentsClient(transport)
    for _ in 0..<2 { _ = try await client.send(Pay()) }
    #expect(Set(keys(transport)).count == 2)
  }
}

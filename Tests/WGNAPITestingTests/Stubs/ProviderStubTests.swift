import Foundation
import HTTPTypes
import Testing
import Vault
import WGNAPIOAuth
import WGNAPIRuntime
import WGNAPITesting

/// Requests that aren't an endpoint's, and envelopes.
@Suite struct ProviderStubTests {
  private func client(_ stubs: Stubs) -> Client {
    let configuration = ClientConfiguration.stubbed(stubs)
    let application = OAuthApplication(
      Client.api.oauth2("user"), clientID: "app", clientSecret: "secret", configuration: configuration)
    return Client(
      server: .main(), token: .bearer("t"), user: ClientCredentialsProvider(application), player: .key("p"),
      configuration: configuration)
  }

  @Test func tokens() async throws {
    let stubs = Stubs()
    stubs.on(
      .post, "https://login.example.com/token",
      .json(#"{"access_token":"one","token_type":"bearer","expires_in":60}"#))
    stubs.on(ReadAsUserRequest.self, .value(Seen(seen: "x")))
    #expect(try await client(stubs).readAsUser().seen == "x")
    #expect(stubs.requests.map(\.operation) == [nil, "readAsUser"])
    #expect(stubs.requests[1].httpRequest.headerFields[.authorization] == "Bearer one")
    stubs.expectNoUnusedStubs()
  }

  @Test func envelopesAreMadeUp() async throws {
    let stubs = Stubs()
    stubs.on(AsPlayerRequest.self, .value(Seen(seen: "x")))
    #expect(try await client(stubs).asPlayer().seen == "x")
  }

  @Test func envelopesThatReportNoSuccess() async throws {
    let stubs = Stubs(envelope: ["status": "error"])
    stubs.on(AsPlayerRequest.self, .value(Seen(seen: "x")))
    await withKnownIssue {
      await #expect(throws: APIError.self) { try await client(stubs).asPlayer() }
    } matching: {
      "\($0)".contains("can't be written as a response; use .json")
    }
  }

  @Test func missingTokens() async throws {
    let stubs = Stubs()
    stubs.on(ReadAsUserRequest.self, .value(Seen(seen: "x")))
    await withKnownIssue {
      await #expect(throws: APIError.self) { try await client(stubs).readAsUser() }
    } matching: {
      "\($0)".contains("no stub answers POST https://login.example.com/token")
    }
  }
}

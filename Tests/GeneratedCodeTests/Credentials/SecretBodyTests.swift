import Foundation
import TestSupport
import Testing
import Vault
import WGNAPIRuntime
import WGNAPITesting

/// Bodies with secret properties.
@Suite(.timeLimit(.minutes(2))) struct SecretBodyTests {
  private let change = ChangePasswordRequest(
    payload: .init(user: "ann-with-a-name", password: "p4ssw0rd\"", hint: "my dog"))
  private let signIn = SignInRequest(payload: .init(user: "ann-with-a-name", password: "p4ss w0rd"))

  @Test func descriptionsHideThem() {
    for text in [
      "\(change)", String(reflecting: change), "\(signIn)", "\(Mirror(reflecting: signIn).children)",
    ] {
      #expect(!text.contains("w0rd"), "\(text)")
    }
  }

  /// A service that repeats what it was sent.
  @Test func errorsHideThem() async throws {
    let server = try MisbehavingServer { request in
      [.response(String(decoding: request.body, as: UTF8.self), status: "400 Bad Request")]
    }
    let client = Client(server: server.vault, token: .bearer("t"), configuration: .plain(ManualClock()))
    let first = await #expect(throws: APIError.self) { try await client.send(change) }
    let second = await #expect(throws: APIError.self) { try await client.send(signIn) }
    for error in [first, second] {
      let text = "\(String(describing: error)) \(String(reflecting: error))"
      #expect(!text.contains("w0rd"), "\(text)")
    }
  }
}
